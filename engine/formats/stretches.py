"""Files too large to be held in memory: brackets, read in stretches.

How brackets are read depends in a few ways on the whole file: whether any tree spans two lines, what blank lines mean,
where the white space at the end begins. All of that is found out in one pass over the bytes, which holds no more than a
piece of them, and with it where the file may be cut: behind any line if each is a sentence, else between two trees. A
second pass reads the trees, a stretch at a time, and they are those that the file has if it is read at once.

Files in other formats, in UTF-16, with names in front of trees (which may make several trees one sentence) or with a
lemma beside each word are not read in stretches; :class:`Whole` says why.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..files import DAMAGE, is_file, is_packed, most_unpacked, open_unpacked
from ..kernels import brackets as kernel
from ..problems import InputError
from ..source import Source, decode, encoding_of, in_utf8, latin_note
from ..treebank import Treebank
from . import brackets
from .scanning import BlankLines, ends_inside, new_scan

__all__ = ["LongText", "Whole", "long_text"]

LONG = 16 << 20  #: bytes of text from which on a file is read in stretches
STRETCH = 4 << 20  #: bytes of a stretch, or a little more
_HEAD = 1 << 20  #: bytes at the beginning that tell the format
_LONGEST = 64 << 20  #: bytes of a line: a longer one is of no treebank
_DENSITY = 20  #: how many bytes of text a byte of a compressed file may hold, at most about


class Whole(Exception):  # noqa: N818 - no error: there is another way
    """Stretches will not do for a file, for this reason; it has to be read whole."""


@dataclass(frozen=True)
class LongText:
    """A file that is read in stretches: what must be known of all of it before any tree can be read."""

    path: str
    layout: int
    keep_blanks: bool
    encoding: str
    notes: tuple[str, ...]
    cuts: tuple[int, ...]  #: in each piece, where the next stretch begins; -1 if that is in none of it
    end: int  #: where the white space at the end begins
    raw: bool  #: whether it is read as EVALB does
    stamp: tuple[int, int]  #: the file's size and time when it was looked at

    def __len__(self) -> int:
        """Return about how many stretches there are."""
        return max(1, sum(cut >= 0 for cut in self.cuts))

    def banks(self) -> Iterator[Treebank]:
        """Read the trees, stretch by stretch."""
        any_sentence, problem = False, None
        for source in self._sources():
            read = brackets.read_lines(source) if self.raw else self._read(source)
            for bank in read:
                if not bank.plain:
                    raise Whole("there are names in front of trees")
                any_sentence |= len(bank) > 0
                problem = problem or next(iter(bank.problems), None)
                yield bank
        if _stamp(self.path) != self.stamp:
            raise InputError(self.path, "was changed while it was read")
        if not any_sentence:
            raise InputError(self.path, "holds no sentence" + (f"\n{problem.report()}" if problem else ""))

    def _read(self, source: Source) -> Iterator[Treebank]:
        return brackets.read_stretch(source, self.layout, self.keep_blanks)

    def _sources(self) -> Iterator[Source]:
        held, line, begin = b"", 1, 0
        for cut, piece in zip(self.cuts, _pieces(self.path), strict=False):
            text = piece if self.raw else in_utf8(piece)[0]
            last = begin + len(text) >= self.end
            text = text[: self.end - begin]
            begin += len(text)
            if last:
                cut = len(text)
            if cut < 0:
                held += text
                continue
            data, held = held + text[:cut], text[cut:]
            yield Source(self.path, data, self.encoding, self.notes, self.raw, line, not last)
            line += data.count(b"\n")
            if last:
                return


def long_text(path: str, formats: Callable[[Source], str], *, by_line: bool = False) -> LongText | None:
    """Look through a file if it is long; None if it is not, or cannot be read, which others will say.

    *formats* tells the name of the format of a text from its beginning.
    """
    try:
        if not is_file(path) or not _may_be_long(path):
            return None
        raw = by_line and formats(_head(path, raw=True)) == brackets.NAME
        if not raw:
            head = _head(path)
            if (name := formats(head)) != brackets.NAME:
                raise Whole(f"so are files in the format {name}")
            if not all(bank.plain for bank in brackets.read(head)):
                raise Whole("there are names in front of trees, or lemmas beside words")
        return _looked_through(path, raw)
    except (InputError, *DAMAGE):
        return None


def _looked_through(path: str, raw: bool) -> LongText | None:
    stamp = _stamp(path)
    scan, blanks = new_scan(), BlankLines()
    free, fresh = list[int](), list[int]()  # where to cut if trees run over lines, and begin anew on some
    end = size = lines = first_bad = bad = 0
    inside = False
    for piece in _pieces(path):
        text, wrong = (piece, []) if raw else in_utf8(piece)
        if wrong:
            first_bad, bad = first_bad or lines + wrong[0], bad + len(wrong)
        if not raw:
            damaged = int(scan[0])
            kernel.scan_layout(memoryview(text), scan.data)
            inside = inside or (scan[0] > damaged and ends_inside(text))
            blanks.look(text)
        free.append(int(scan[5]))
        fresh.append(int(scan[6]))
        if kept := len(text) if raw else len(text.rstrip()):
            end = size + kept
        size += len(text)
        lines += text.count(b"\n")
    if size < LONG:
        return None
    layout = kernel.layout_found(scan.data) if inside else kernel.LINES
    cuts = free if layout == kernel.FREE else fresh if layout == kernel.RESYNC else [1 << 62] * len(free)
    return LongText(
        path,
        layout,
        not blanks.separate,
        "latin-1" if bad else "utf-8",
        (latin_note(first_bad, bad),) if bad else (),
        tuple(cuts),
        end,
        raw,
        stamp,
    )


def _stamp(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_size, found.st_mtime_ns


def _may_be_long(path: str) -> bool:
    return Path(path).stat().st_size * (_DENSITY if is_packed(path) else 1) >= LONG


def _head(path: str, *, raw: bool = False) -> Source:
    """Return the beginning of a file, or say why it must be read whole."""
    with open_unpacked(path) as file:
        data = file.read(_HEAD) + file.readline(_LONGEST)
    if encoding_of(data) != "utf-8":
        raise Whole("it is not in UTF-8")
    if b"\n" not in data:
        raise Whole("its first line is very long")
    if data.lstrip().startswith(b"<"):  # what markup is may be told by what comes much later
        raise Whole("it begins with markup")
    return decode(path, data, raw=raw)


def _pieces(path: str) -> Iterator[bytes]:
    """Go through the bytes of a file, unpacked, in pieces of whole lines; no piece is without bounds."""
    most = most_unpacked(Path(path).stat().st_size) if is_packed(path) else None
    size = 0
    with open_unpacked(path) as file:
        while piece := file.read(STRETCH) + (line := file.readline(_LONGEST)):
            if len(line) == _LONGEST:
                raise Whole("a line of it is very long")
            size += len(piece)
            if most is not None and size > most:
                raise InputError(path, "unpacks to more than any treebank")
            yield piece if size > len(piece) else piece.removeprefix(codecs.BOM_UTF8)
