"""Many figures at once: which sentences, into which files. What ``treelens figure`` does, without the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from treelens.engine.filters import FilterError, parse
from treelens.engine.metrics import Metric
from treelens.engine.problems import TreelensError
from treelens.engine.treebank import Treebank

from ..document import Document
from .export import FORMATS, format_of
from .page import Page
from .wanted import Spec, Wanted

__all__ = ["Drawn", "count", "draw", "filtered", "sentences", "targets"]

_RANGE = re.compile(r"(\d+)[-–](\d+)")


@dataclass(frozen=True)
class Drawn:
    """A sentence, counted from 0, and its figure; or why there is none."""

    sentence: int
    page: Page | None = None
    problem: ValueError | None = None


def draw(figures: Mapping[int, Wanted], spec: Spec) -> Iterator[Drawn]:
    """Draw figures of sentences one after the other; one that cannot be drawn does not keep the others from it."""
    for sentence, figure in figures.items():
        try:
            yield Drawn(sentence, figure.page(spec))
        except ValueError as error:
            yield Drawn(sentence, problem=error)


def sentences(text: str, gold: Treebank) -> list[int]:
    """Return the sentences, counted from 0, that a text like ``15,17-20`` names: places from 1, or the file's own ids.

    ``all`` are all of them. Raises TreelensError for one that is not there.
    """
    found: dict[int, None] = {}
    for piece in (part.strip() for part in text.split(",")):
        found.update(dict.fromkeys(_named(piece, gold)))
    return list(found)


def _named(piece: str, gold: Treebank) -> Sequence[int]:
    last = len(gold)
    if piece == "all":
        return range(last)
    span = _RANGE.fullmatch(piece)
    low, high = (int(span[1]), int(span[2])) if span else (int(piece), int(piece)) if piece.isdecimal() else (0, 0)
    if 1 <= low <= high <= last:
        return range(low - 1, high)
    own = [place for place in range(last) if gold.sentence_id(place) == piece] if gold.ids is not None else []
    if own:
        return own
    if span or piece.isdecimal():
        raise TreelensError(f"{gold.path}: has no sentence {piece}, only 1 to {last}")
    raise TreelensError(f"{gold.path}: has no sentence {piece!r}; say 15, 17-20, all, or an id of the file's own")


def filtered(text: str, document: Document, chosen: Sequence[int]) -> list[int]:
    """Return those of the sentences that a filter lets through; its measures are counted first."""
    try:
        wanted = parse(text)
        count(document, wanted.metrics)
        passed = np.flatnonzero(wanted.matches(document.context))
    except FilterError as error:
        raise TreelensError(f"--filter: {error.report(text)}") from None
    among = set(passed.tolist())
    return [sentence for sentence in chosen if sentence in among]


def count(document: Document, metrics: Sequence[Metric]) -> None:
    """Count measures of all sentences, and wait for them."""
    if metrics:
        job = document.study.fill(metrics)
        job.wait()
        if job.error is not None:
            raise job.error


def targets(pattern: str, names: Sequence[dict[str, object]], format: str | None) -> list[Path]:
    """Return a file for each figure; *names* has what can stand in the pattern between braces.

    A pattern that is a folder gets a file for each figure, called by its number. A plain name gets the numbers of
    several before its ending. Raises TreelensError where two figures would be one file all the same.

    >>> [path.as_posix() for path in targets("x.svg", [{"n": 3}, {"n": 5}], None)]
    ['x-3.svg', 'x-5.svg']
    >>> [path.as_posix() for path in targets("a/{n:03}.pdf", [{"n": 7}, {"n": 12}], None)]
    ['a/007.pdf', 'a/012.pdf']
    """
    if pattern.endswith(("/", "\\")) or Path(pattern).is_dir():
        ending = FORMATS[format or "pdf"][0].endings[0]
        pattern = str(Path(pattern)).replace("{", "{{").replace("}", "}}") + "/{n}" + ending
    elif len(names) > 1 and "{" not in pattern:
        path = Path(pattern)
        pattern = str(path.with_name(f"{path.stem}-{{n}}{path.suffix}"))
    made = [Path(_filled(pattern, values)) for values in names]
    if len(set(made)) < len(made):
        raise TreelensError(f"-o {pattern}: is one file for {len(made)} figures; put {{n}} into it, or name a folder")
    if format is None:
        try:
            format_of(pattern)
        except ValueError as error:
            raise TreelensError(f"-o {pattern}: {error}; or say --format") from None
    return made


def _filled(pattern: str, values: dict[str, object]) -> str:
    try:
        return pattern.format_map(values)
    except (KeyError, IndexError, ValueError, AttributeError):
        known = ", ".join(f"{{{name}}}" for name in values)
        raise TreelensError(f"-o {pattern}: between braces can stand {known}") from None
