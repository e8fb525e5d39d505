"""``treelens convert``: from one tree format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..formats import FORMATS, format_named, load
from ..problems import TreelensError
from .inputs import tell_problems
from .options import From, Strict
from .output import emit

__all__ = ["convert"]


def convert(
    file: Annotated[str, typer.Argument(metavar="IN", help="The file to read.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="OUT", help="Where to write; its name tells the format.")
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FORMAT", help="The format to write.")] = None,
    from_: From = None,
    strict: Strict = False,
) -> int:
    """Convert a treebank to another format.

    What a format cannot say (edge labels in brackets, say) is left out.
    """
    writer = format_named(to or _format_of(output))
    bank = load(file, from_)
    tell_problems(bank)
    emit("".join(writer.write(bank)), output, [file])
    return int(strict and bool(bank.problems))


def _format_of(output: Path | None) -> str:
    """Return the format that a file name asks for."""
    if output is not None:
        for name, module in FORMATS.items():
            if output.suffix.lower() in module.EXTENSIONS:
                return name
    raise TreelensError(f"say with --to which format to write: {', '.join(FORMATS)}")
