"""``treelens convert``: from one tree format to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ..formats import FORMATS, format_named, open_input, stream
from ..problems import TreelensError
from ..treebank import Sentence
from .inputs import tell_problems
from .options import From, Strict
from .output import emit, say

__all__ = ["convert"]


def convert(
    file: Annotated[str, typer.Argument(metavar="IN", help="The file to read.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", help="Where to write; its name tells the format."),
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FORMAT", help="The format to write.")] = None,
    from_: From = None,
    strict: Strict = False,
) -> int:
    """Convert a treebank to another format.

    What a format cannot say (edge labels in brackets, say) is left out.
    """
    writer = format_named(to or _format_of(output))
    source = open_input(file)
    sound = True

    def sentences() -> Iterator[Sentence]:
        nonlocal sound
        for batch in stream(source, from_):
            tell_problems(batch)
            sound &= not batch.problems
            if batch.analyses is not None and writer.NAME != "nbest":
                more = len(batch.lines) - len(batch)
                say(f"{file}: only the first analysis of each sentence is written, {more} others are left out")
            if batch.gaps and not writer.KEEPS_ORDER:
                say(f"{file}: {len(batch.gaps)} discontinuous trees: their words are written in the order of the tree")
            yield from batch

    emit(writer.write(sentences()), output, [file])
    return int(strict and not sound)


def _format_of(output: Path | None) -> str:
    """Return the format that a file name asks for."""
    if output is not None:
        for name, module in FORMATS.items():
            if output.suffix.lower() in module.EXTENSIONS:
                return name
    raise TreelensError(f"say with --to which format to write: {', '.join(FORMATS)}")
