"""Tree formats, one module each, all with the same verbs.

A format module has ``NAME``, ``TITLE``, ``EXTENSIONS``, ``KEEPS_ORDER`` (whether discontinuous trees can be written
without moving words) and the functions ``detect(source)`` (how sure it is, 0 to 1),
``read(source)`` (treebanks, batch by batch, so that no more than a batch need be in memory) and
``write(sentences)`` (text, piece by piece). A format may be a folder rather than a file; :func:`open_input` opens both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from ..files import is_folder
from ..problems import InputError, TreelensError
from ..source import Source, open_source
from ..treebank import Treebank
from . import brackets, conllu, delphin, discbracket, export, nbest, psd, tigerxml
from .stretches import LongText, Whole, long_text

__all__ = [
    "FORMATS",
    "detect",
    "format_named",
    "load",
    "open_input",
    "opened",
    "opened_long",
    "opened_whole",
    "read",
    "stream",
]

FORMATS: dict[str, ModuleType] = {
    module.NAME: module for module in (brackets, nbest, psd, discbracket, export, tigerxml, conllu, delphin)
}


def format_named(name: str) -> ModuleType:
    """Return a format by its name."""
    if name not in FORMATS:
        raise TreelensError(f"no format is called {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]


def detect(source: Source) -> ModuleType:
    """Return the format that a text is most likely in; the file's extension settles a tie."""
    suffixes = {suffix.lower() for suffix in Path(source.path).suffixes}
    sureness = {name: module.detect(source) for name, module in FORMATS.items()}
    for name, module in FORMATS.items():
        if sureness[name] and suffixes & set(module.EXTENSIONS):
            sureness[name] += 0.05
    best = max(sureness, key=sureness.__getitem__)
    if sureness[best] > 0:
        return FORMATS[best]
    if not source.data.strip():
        raise InputError(source.path, "holds no sentence: the file is empty")
    raise InputError(source.path, f"cannot be read as any format; known are {', '.join(FORMATS)}")


def open_input(path: str | Path) -> Source:
    """Open a file, or a folder that holds a treebank."""
    return delphin.open_profile(path) if is_folder(path) else open_source(path)


def stream(source: Source, format: str | None = None) -> Iterator[Treebank]:
    """Read a text batch by batch."""
    module = format_named(format) if format else detect(source)
    if isinstance(source, delphin.Profile) and module is not delphin:
        raise InputError(source.path, f"is a profile, a folder, which cannot be read as {module.NAME}")
    yield from module.read(source)


def load(path: str | Path, format: str | None = None, *, by_line: bool = False) -> Treebank:
    """Read a whole file, or the folder of a profile, in the given format, or the one it is found to be in.

    With *by_line*, brackets are read as EVALB reads them: one sentence a line, bytes as they are.
    """
    return read(opened(path, format, by_line=by_line), format)


def opened(path: str | Path, format: str | None = None, *, by_line: bool = False) -> Source:
    """Open what :func:`load` would read, without reading trees; a raw source is one to be read by line."""
    if by_line and not is_folder(path):
        source = open_source(path, raw=True)
        blank = source.data and not source.data.strip()
        if (format or (brackets if blank else detect(source)).NAME) == brackets.NAME:
            return source
    return open_input(path)


def opened_long(path: str | Path, format: str | None = None, *, by_line: bool = False) -> Source | LongText:
    """Open what :func:`load` would read; a file too large to be held is only looked through, if stretches do for it."""
    try:
        found = long_text(str(path), lambda head: format or detect(head).NAME, by_line=by_line)
    except Whole as reason:
        return opened_whole(path, format, by_line=by_line, why=str(reason))
    return found or opened(path, format, by_line=by_line)


def opened_whole(path: str | Path, format: str | None = None, *, by_line: bool = False, why: str) -> Source:
    """Open a large file that has to be held in memory, and note why."""
    source = opened(path, format, by_line=by_line)
    return replace(source, notes=(*source.notes, f"a large file, all of which is held in memory: {why}"))


def read(source: Source, format: str | None = None) -> Treebank:
    """Read all trees of what was opened."""
    return _joined(source, brackets.read_lines(source) if source.raw else stream(source, format))


def _joined(source: Source, batches: Iterator[Treebank]) -> Treebank:
    parts = list(batches)
    if any(len(part) for part in parts):
        return Treebank.joined(parts)
    problem = next((problem for part in parts for problem in part.problems), None)
    raise InputError(source.path, "holds no sentence" + (f"\n{problem.report()}" if problem else ""))
