"""Opening files: compressed or not, in whatever encoding, and finding lines and columns in them.

Every reader works on a :class:`Source`: the whole text as UTF-8 bytes, with ``\\n`` at the ends of lines. How it
came to be that (a byte order mark, a fallback encoding) is said in its notes.
"""

import codecs
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .files import read_unpacked
from .problems import InputError, Problem

__all__ = ["Source", "open_source"]

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PIECE = 1 << 16


@dataclass(frozen=True)
class Source:
    """A text in memory: where it came from, its bytes in UTF-8, and what was done to read it.

    In a raw source (``raw=True``, what EVALB sees) undecodable bytes stay as they are. A source may be a stretch of a
    longer text: then lines are counted from ``first_line`` on, and more may follow.
    """

    path: str
    data: bytes
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()
    raw: bool = False
    first_line: int = 1  #: the number of the first line
    goes_on: bool = False  #: whether more of the text follows, so that blank lines at the end are lines like others

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find = self.data.find
        while (newline := find(b"\n", starts[-1])) >= 0:
            starts.append(newline + 1)
        return starts

    def text(self, begin: int, end: int) -> str:
        """Return the text between two byte positions."""
        return self.data[begin:end].decode("utf-8", "surrogateescape")

    def locate(self, position: int) -> tuple[int, int]:
        """Return line and column, both from 1, of a byte position.

        >>> Source("x", "(S\\n (é x))".encode()).locate(8)
        (2, 5)
        """
        place = bisect_right(self._line_starts, position) - 1
        return place + self.first_line, len(self.text(self._line_starts[place], position)) + 1

    def line_start(self, number: int) -> int:
        """Return the byte position where a line, counted from 1, begins."""
        return self._line_starts[number - self.first_line]

    def line(self, number: int) -> str:
        """Return the text of a line, counted from 1, without its end."""
        begin = self.line_start(number)
        end = self.data.find(b"\n", begin)
        return self.text(begin, end if end >= 0 else len(self.data)).rstrip("\r")

    def problem(self, position: int, message: str, sentence: int | None = None) -> Problem:
        """Return a problem at a byte position."""
        line, column = self.locate(position)
        return Problem(self.path, line, column, message, self.line(line), sentence)


def open_source(path: str | Path, *, raw: bool = False) -> Source:
    """Read a file, decompress it by its first bytes, and decode it.

    UTF-8, UTF-16 and UTF-32 are known by their mark or taken as given; a line that is not valid UTF-8 is read as
    latin-1, and that is noted. With *raw*, nothing but a mark is decoded: EVALB compares bytes.
    """
    return decode(str(path), read_unpacked(path), raw=raw)


def decode(path: str, data: bytes, *, raw: bool = False) -> Source:
    """Turn the bytes of a file into a source."""
    notes: list[str] = []
    encoding = encoding_of(data)
    if encoding == "utf-8":
        data = data.removeprefix(codecs.BOM_UTF8)
        if not raw:
            data, bad_lines = in_utf8(data)
            if bad_lines:
                encoding = "latin-1"
                notes.append(latin_note(bad_lines[0], len(bad_lines)))
    else:
        try:
            data = data.decode(encoding).encode("utf-8")
        except UnicodeError as error:
            raise InputError(path, f"begins like {encoding.upper()} but is damaged: {error}") from None
    if not raw:
        if b"\n" not in data and b"\r" in data:
            data = data.replace(b"\r", b"\n")
        if _looks_binary(data):
            raise InputError(path, "is a binary file, not a treebank")
    return Source(path, data, encoding, tuple(notes), raw)


def encoding_of(data: bytes) -> str:
    """Tell the encoding from the beginning of a text: by its mark, or UTF-16 by a zero byte beside each bracket."""
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return name
    head = data[:400]
    if head.count(0) * 3 > len(head):
        return "utf-16-le" if head[1:2] == b"\0" else "utf-16-be"
    return "utf-8"


def _is_utf8(data: bytes) -> bool:
    """Check in pieces: decoding a large file at once would take several times its memory."""
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for begin in range(0, len(data), _PIECE):
            decoder.decode(data[begin : begin + _PIECE], begin + _PIECE >= len(data))
    except UnicodeDecodeError:
        return False
    return True


def in_utf8(data: bytes) -> tuple[bytes, list[int]]:
    """Recode the lines that are not UTF-8 from latin-1; return their numbers as well."""
    if _is_utf8(data):
        return data, []
    lines = data.split(b"\n")
    bad = [number for number, line in enumerate(lines) if not _is_utf8(line)]
    for number in bad:
        lines[number] = lines[number].decode("latin-1").encode("utf-8")
    return b"\n".join(lines), [number + 1 for number in bad]


def latin_note(first: int, count: int) -> str:
    """Tell that so many lines were recoded."""
    also = f" and {count - 1} more" if count > 1 else ""
    return f"line {first}{also}: not valid UTF-8, read as latin-1"


def _looks_binary(data: bytes) -> bool:
    head = data[:4096]
    controls = sum(1 for byte in head if byte < 9 or 13 < byte < 32)
    return controls > 8 and controls * 20 > len(head)
