"""Themes, and what things look like beside their colour: the tables in ``resources``, read through one door.

A theme is a file in ``resources/themes``. It says what it is called and where it stands among the others, so that one
more file is one more theme: in the menu, in the dialog and on the command line. How roles, lines and texts look is in
``resources/figures/roles.toml``, for the screen as for figures. There is no Qt in here, for commands name themes, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from treelens.resources import resource

__all__ = ["looks_table", "theme_named", "theme_names", "theme_values"]


@cache
def theme_names() -> tuple[str, ...]:
    """Return the names of all themes in their order.

    >>> theme_names()
    ('light', 'dark', 'okabe-ito', 'print')
    """
    return tuple(sorted(_themes(), key=lambda name: int(_themes()[name]["place"])))


def theme_named(name: str) -> str:
    """Return the name of the theme that is also called *name*; what no theme is called comes back as it is.

    >>> theme_named("grey"), theme_named("dark"), theme_named("system")
    ('print', 'dark', 'system')
    """
    return next((theme for theme, values in _themes().items() if name in values.get("other_names", ())), name)


def theme_values(name: str) -> Mapping[str, Any]:
    """Return what is in the file of a theme; raise ValueError if there is none of that name."""
    if name not in _themes():
        raise ValueError(f"there is no theme named {name!r}: choose one of {', '.join(theme_names())}")
    return _themes()[name]


@cache
def looks_table() -> Mapping[str, Any]:
    """Return the table of roles, lines and texts.

    >>> looks_table()["roles"]["deletion"]["line"]
    'dashed'
    """
    return tomllib.loads(resource("figures", "roles.toml").read_text(encoding="utf-8"))


@cache
def _themes() -> Mapping[str, Mapping[str, Any]]:
    files = (file for file in resource("themes").iterdir() if file.name.endswith(".toml"))
    read = (tomllib.loads(file.read_text(encoding="utf-8")) for file in files)
    return {values["name"]: values for values in read}
