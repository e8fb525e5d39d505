"""Profiles of [incr tsdb()]: the folders in which grammars of the DELPH-IN family keep sentences and their analyses.

A profile is a small database: the file ``relations`` names the tables and their columns, and each table is a file of
lines, columns set apart by ``@``, plain or with ``.gz``. Three are needed: ``item`` (a sentence, ``i-input``, under a
number, ``i-id``), ``parse`` (which parse is of which item) and ``result`` (the derivations and meanings of a parse).
An item without a result is a failed parse; several results are several analyses, best first. Where annotators have
chosen among the results of a parse (``preference``, of which the last version counts), the others are left out. Where
a table is there plain and compressed, the newer file is read, as PyDelphin does, and that is noted.

Scores are those of ``flags`` (``:ascore``, else ``:probability``), else those of the derivations themselves; a score of
0 is a score. The meaning of an analysis stays text until it is asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..files import is_file, is_folder
from ..problems import InputError, Problem, TreelensError
from ..source import Source, open_source
from ..treebank import Analysis, Sentence, Treebank
from .derivations import Derivation, read_derivation, unescaped
from .lines import SentenceError

__all__ = ["EXTENSIONS", "NAME", "TITLE", "Profile", "detect", "is_profile", "open_profile", "read", "write"]

NAME = "delphin"
KEEPS_ORDER = False
TITLE = "[incr tsdb()] profiles of DELPH-IN grammars: folders with derivations and their meanings"
EXTENSIONS: tuple[str, ...] = ()

_SCHEMA = "relations"
_TABLES = ("result", "parse", "item")  # in this order, so that lines of results are lines of the whole
_CHOICES = "preference"  # a table that most profiles leave empty
_NEEDED = {"result": ("parse-id", "derivation"), "parse": ("parse-id", "i-id"), "item": ("i-id", "i-input")}
_NUMBER = re.compile(rb"-?[0-9]{1,18}")  #: anything longer is none, and could not be kept
_FLAGS = tuple(re.compile(rf":{name}\s+\.\s+([^\s()]+)") for name in ("ascore", "probability"))


@dataclass(frozen=True)
class Profile(Source):
    """A profile in memory: the texts of its tables, and the place of each column in a line."""

    tables: Mapping[str, Source] = field(default_factory=dict)
    columns: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def rows(self, table: str) -> Iterator[Row]:
        """Go through the lines of a table."""
        source, places = self.tables.get(table), self.columns.get(table, {})
        begin = 0
        for number, line in enumerate(source.data.split(b"\n") if source else (), 1):
            if line.strip():
                yield Row(number, begin, line.rstrip(b"\r").split(b"@"), places)
            begin += len(line) + 1


class Row(NamedTuple):
    """A line of a table: its number, where it begins, its cells, and which column is where."""

    number: int
    begin: int
    cells: list[bytes]
    places: Mapping[str, int]

    def raw(self, column: str) -> bytes:
        """Return a cell as it is written, empty where the line ends before it."""
        place = self.places.get(column, len(self.cells))
        return self.cells[place] if place < len(self.cells) else b""

    def text(self, column: str) -> str:
        """Return what a cell means."""
        return unescaped(self.raw(column))

    def where(self, column: str) -> int:
        """Return the byte position of a cell in the table."""
        return self.begin + sum(len(cell) + 1 for cell in self.cells[: self.places.get(column, 0)])


def is_profile(path: str | Path) -> bool:
    """Say whether this is the folder of a profile."""
    return is_folder(path) and is_file(Path(path) / _SCHEMA)


def open_profile(path: str | Path) -> Profile:
    """Read the tables of a profile, and note which files were read where there was a choice."""
    if not is_profile(path):
        raise InputError(str(path), f"is a folder, but not a profile: there is no file {_SCHEMA!r} in it")
    columns = _columns(Path(path))
    tables: dict[str, Source] = {}
    notes: list[str] = []
    for name in (*_TABLES, _CHOICES):
        file = _file(Path(path), name)
        if file is None:
            notes += [f"there is no table {name!r}"] if name != _CHOICES else []
            continue
        tables[name] = open_source(file)
        other = file.with_suffix("" if file.suffix else ".gz")
        if other.is_file():
            notes.append(f"{file.name} was read; it is newer than {other.name}, which was not")
        notes += [f"{file.name}: {note}" for note in tables[name].notes]
    if "item" not in tables:
        raise InputError(str(path), "has no table 'item', so there is no sentence in it")
    # Lines begin in the whole where they begin in the table of results, which comes first.
    whole = b"\n".join(tables[name].data for name in (*_TABLES, _CHOICES) if name in tables)
    return Profile(str(path), whole, notes=tuple(notes), tables=tables, columns=columns)


def _columns(folder: Path) -> dict[str, dict[str, int]]:
    """Return by table the place of each column that its schema names."""
    from delphin import tsdb

    try:
        schema = tsdb.read_schema(folder)
    except (tsdb.TSDBError, AttributeError, IndexError, UnicodeDecodeError, OSError) as error:
        raise InputError(str(folder / _SCHEMA), f"does not describe tables: {error}") from None
    found = {table: {one.name: place for place, one in enumerate(fields)} for table, fields in schema.items()}
    for table, needed in _NEEDED.items():
        if missing := [name for name in needed if name not in found.get(table, {})]:
            raise InputError(str(folder / _SCHEMA), f"the table {table!r} has no column {missing[0]!r}")
    return found


def _file(folder: Path, table: str) -> Path | None:
    from delphin import tsdb

    try:
        return Path(tsdb.get_path(folder, table))
    except tsdb.TSDBError:
        return None


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: only the folder of a profile is."""
    return 1.0 if isinstance(source, Profile) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read all items with their analyses; a derivation that cannot be read is a problem, other analyses stay."""
    if not isinstance(source, Profile):
        raise InputError(source.path, "is a file; a profile is given by its folder")
    results, stray = _results(source)
    readings = _readings(source)
    found: list[Sentence] = []
    problems: list[Problem] = []
    roots: set[str] = set()
    for row in source.rows("item"):
        name = row.text("i-id")
        analyses = _analyses(source, results.pop(name, ()), roots, problems, len(found))
        line = analyses[0][1] if analyses else 0
        found.append(Sentence(tuple(one for one, _ in analyses), name, line, text=row.text("i-input")))
    bank = Treebank.of(found, source, NAME)
    bank.problems, bank.root_symbols = problems, frozenset(roots)
    firsts = bank.best().tolist()
    bank.readings = {firsts[at]: readings[one.id] for at, one in enumerate(found) if one.id in readings}
    bank.notes = [*source.notes, *stray]
    if results:
        bank.notes.append(f"results of {len(results)} items that are not in the table 'item', left out")
    yield bank


def _results(source: Profile) -> tuple[dict[str, list[Row]], list[str]]:
    """Gather results by item, and note what cannot be gathered."""
    items = {row.text("parse-id"): row.text("i-id") for row in source.rows("parse")}
    found: dict[str, list[Row]] = {}
    notes = []
    lost = 0
    for row in source.rows("result"):
        parse = row.text("parse-id")
        lost += bool(items) and parse not in items
        if not items or parse in items:
            found.setdefault(items.get(parse, parse), []).append(row)
    chosen = _chosen(source)
    dropped = 0
    for item, rows in found.items():
        found[item] = [row for row in rows if (row.text("parse-id"), row.text("result-id")) in chosen] or rows
        dropped += len(rows) - len(found[item])
    if dropped:
        notes.append(f"{dropped} results beside those that the table {_CHOICES!r} names, left out")
    if found and not items:
        notes.append("the table 'parse' is empty: the number of a parse is taken for that of its item")
    if lost:
        notes.append(f"{lost} results of parses that are not in the table 'parse', left out")
    return found, notes


def _chosen(source: Profile) -> set[tuple[str, str]]:
    """Return which results annotators have chosen, in the last version of each parse: numbers of parse and result."""
    versions: dict[str, dict[int, set[str]]] = {}
    for row in source.rows(_CHOICES):
        version = row.raw("t-version")
        results = versions.setdefault(row.text("parse-id"), {})
        results.setdefault(int(version) if _NUMBER.fullmatch(version) else 0, set()).add(row.text("result-id"))
    return {(parse, result) for parse, results in versions.items() for result in results[max(results)]}


def _readings(source: Profile) -> dict[str | None, int]:
    """Return by item how many readings the parser found, which may be more than the results that were kept."""
    found: dict[str | None, int] = {}
    for row in source.rows("parse"):
        if _NUMBER.fullmatch(text := row.raw("readings")):
            found[row.text("i-id")] = int(text)
    return found


def _analyses(
    source: Profile, rows: Iterable[Row], roots: set[str], problems: list[Problem], sentence: int
) -> list[tuple[Analysis, int]]:
    """Make analyses of an item's results, best first, each with its line."""
    made: list[tuple[Row, Derivation]] = []
    bad: list[SentenceError] = []
    for row in sorted(rows, key=_rank):
        try:
            made.append((row, read_derivation(row.raw("derivation"), None, row.where("derivation"))))
        except SentenceError as error:
            bad.append(error)
    lost = None if made else sentence
    problems += [source.tables["result"].problem(one.position, str(one), lost) for one in bad]
    roots.update(derivation.root for _, derivation in made if derivation.root is not None)
    ranked = [
        (Analysis(derivation.tree, score, derivation.tokens, row.text("mrs").strip() or None), row.number)
        for (row, derivation), score in zip(made, _scores(made), strict=True)
    ]
    return sorted(ranked, key=lambda one: -(one[0].score or 0.0))  # either all have a score or none has


def _rank(row: Row) -> int:
    """Return the number of a result, by which a parser ranks them; one that is no number comes first."""
    text = row.raw("result-id")
    return int(text) if _NUMBER.fullmatch(text) else -1


def _scores(made: Sequence[tuple[Row, Derivation]]) -> list[float | None]:
    """Return the scores of an item's results, from the first place that has one for each of them."""
    places: list[Callable[[Row, Derivation], float | None]] = [
        *(lambda row, _, flag=flag: _flag(flag, row.text("flags")) for flag in _FLAGS),
        lambda _, derivation: derivation.score,
    ]
    for place in places:
        found = [place(row, derivation) for row, derivation in made]
        if found and None not in found:
            return found
    return [None] * len(made)


def _flag(flag: re.Pattern[str], text: str) -> float | None:
    """Return the score that stands behind a flag.

    >>> _flag(_FLAGS[0], "((:ascore . 0.0) (:probability . 1))"), _flag(_FLAGS[0], "")
    (0.0, None)
    """
    found = flag.search(text)
    try:
        score = float(found[1]) if found else math.nan
    except ValueError:
        return None
    return None if math.isnan(score) else score


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Refuse: a profile is a folder with the tables of a grammar's run, which no tree can tell."""
    raise TreelensError(
        "profiles can be read but not written: a profile is a folder of tables that say how a grammar was run; "
        "write derivations as brackets, or all analyses as nbest"
    )
    yield ""  # the other formats yield text here
