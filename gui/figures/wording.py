"""A spec in the words of the command line: what ``treelens figure`` must be told for the same figure.

>>> from .spec import FigureSpec
>>> options(FigureSpec("mirror", tags=False, width="column", size=8.0))
['--layout', 'mirror', '--no-tags', '--width', 'column', '--size', '8']
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import fields

from .wanted import Spec, Wanted

__all__ = ["OPTIONS", "command_line", "options"]

#: Fields of a spec whose option is called otherwise; all others are called as they are.
OPTIONS = {"alignment": "--align", "title": "--titles", "heads": "--show-heads"}


def options(spec: Spec, base: Spec | None = None) -> list[str]:
    """Return the options by which a spec differs from another one, or from what the command does by itself."""
    base = base if base is not None else type(spec)()
    made: list[str] = []
    for field in fields(spec):
        value = getattr(spec, field.name)
        if value == getattr(base, field.name):
            continue
        option = OPTIONS.get(field.name, f"--{field.name}")
        if isinstance(value, bool):
            made.append(option if value else option.replace("--", "--no-"))
        else:
            made += [option, "natural" if value is None else f"{value:g}" if isinstance(value, float) else value]
    return made


def command_line(wanted: Wanted, spec: Spec, target: str, more: Iterable[str] = ()) -> str:
    """Return the command that writes a figure to a file, as one types it into a shell."""
    return shlex.join(["treelens", "figure", *wanted.arguments(spec), *options(spec), *more, "-o", target])
