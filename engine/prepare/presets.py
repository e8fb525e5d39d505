"""The preparations that come with the program, each a TOML file in ``resources/presets``."""

import tomllib

from treelens.resources import resource

from ..problems import TreelensError
from .settings import Preparation

__all__ = ["preset", "preset_names"]


def preset_names() -> list[str]:
    """Return the names of the presets.

    >>> preset_names()
    ['collins', 'new', 'raw']
    """
    return sorted(file.name.removesuffix(".toml") for file in resource("presets").iterdir() if ".toml" in file.name)


def preset(name: str) -> Preparation:
    """Return a preset by its name.

    >>> preset("collins").equal_labels
    (('ADVP', 'PRT'),)
    """
    if name not in preset_names():
        raise TreelensError(f"no preset is called {name!r}; there are {', '.join(preset_names())}")
    return Preparation.from_dict(tomllib.loads(resource("presets", f"{name}.toml").read_text(encoding="utf-8")))
