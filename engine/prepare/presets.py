"""The preparations that come with the program, each a TOML file in ``resources/presets``."""

from dataclasses import replace
from pathlib import Path

from treelens.resources import resource

from ..files import read_text
from ..problems import InputError, TreelensError
from ..toml import TomlError, parse_toml
from ..treebank import Treebank
from .settings import Preparation

__all__ = ["preset", "preset_names", "usual_preparation"]


def preset_names() -> list[str]:
    """Return the names of the presets.

    >>> preset_names()
    ['collins', 'new', 'raw']
    """
    return sorted(file.name.removesuffix(".toml") for file in resource("presets").iterdir() if ".toml" in file.name)


def preset(name: str) -> Preparation:
    """Return a preset by its name, or one that a user saved in a TOML file of the same form.

    >>> preset("collins").equal_labels
    (('ADVP', 'PRT'),)
    """
    if name.endswith(".toml"):
        return _read(name, read_text(name))
    if name not in preset_names():
        raise TreelensError(f"no preset is called {name!r}; there are {', '.join(preset_names())}")
    return _read(name, resource("presets", f"{name}.toml").read_text(encoding="utf-8"))


def usual_preparation(gold: Treebank) -> Preparation:
    """Return what trees are compared by if nobody says otherwise.

    Dependencies and derivations are compared as they are: there is ``-`` and ``=`` in their labels. The words of
    derivations are compared in lower case, because some releases of a grammar lower them and others do not.
    """
    made = preset("raw" if gold.format in ("conllu", "delphin") else "collins")
    return replace(made, lower_case=True) if gold.format == "delphin" else made


def _read(name: str, text: str) -> Preparation:
    try:
        return Preparation.from_dict({"name": Path(name).stem} | parse_toml(text))
    except TomlError as error:
        raise InputError(name, f"is not a TOML file: {error}") from None
