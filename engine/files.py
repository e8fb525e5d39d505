"""Bytes from files, whoever wrote them: nothing that is read makes the program hang or fill the memory.

Devices are refused, and pipes that nobody writes to, which would be waited for without end. Compressed files are known
by their first bytes and unpacked piece by piece: a small file that unpacks to more than any treebank is refused, with
what to do if it is meant. Columns of trees count bytes in 31 bits, so no file may be larger than 2 GB.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import stat
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from .problems import InputError

__all__ = [
    "DAMAGE",
    "is_file",
    "is_folder",
    "is_packed",
    "is_there",
    "most_unpacked",
    "named_in",
    "open_unpacked",
    "read_file",
    "read_text",
    "read_unpacked",
    "real_path",
]

LARGEST = (1 << 31) - 1  #: bytes of a text
FEW = 1 << 26  #: bytes to which anything may unpack
TIMES = 250  #: how much larger than the file itself; treebanks pack to a fifth, profiles to a twentieth
_PIECE = 1 << 20
#: What packed files begin with, and what opens them: a path, or bytes that were read already.
_UNPACKERS: tuple[tuple[bytes, Callable[..., Any]], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"\xfd7zXZ\x00", lzma.open),
    (b"BZh", bz2.open),
)
DAMAGE = (OSError, EOFError, lzma.LZMAError, ValueError, zlib.error, MemoryError)  #: what a damaged file raises


def read_file(path: str | Path) -> bytes:
    """Return the bytes of a file; raise InputError where it cannot be read, is no file, or is too large."""
    try:
        data = _bytes(path)
    except IsADirectoryError:
        raise InputError(str(path), "is a folder, not a file") from None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    except ValueError:  # a null character in it
        raise InputError(str(path), "cannot be read: this is no name of a file") from None
    if data is None:
        raise InputError(str(path), "is larger than 2 GB; split it")
    return data


def read_unpacked(path: str | Path) -> bytes:
    """Return the bytes of a file, unpacked if it is compressed by gzip, xz or bzip2."""
    data = read_file(path)
    most = min(LARGEST, most_unpacked(len(data)))
    if (unpacker := _unpacker(data)) is None:
        return data
    try:
        with unpacker(BytesIO(data)) as file:
            made = _within(file.read, most)
    except DAMAGE as error:
        raise InputError(str(path), f"the compressed file is damaged: {error}") from None
    if made is None:
        raise InputError(str(path), f"unpacks to more than {most >> 20} MB; unpack it first if that is meant")
    return made


def most_unpacked(size: int) -> int:
    """Return to how many bytes a compressed file of a size may unpack."""
    return max(FEW, TIMES * size)


def is_packed(path: str | Path) -> bool:
    """Say whether a file is compressed."""
    with Path(path).open("rb") as file:
        return _unpacker(file.read(8)) is not None


def open_unpacked(path: str | Path) -> BinaryIO:
    """Open a file in order to read it piece by piece, unpacked if it is compressed."""
    with Path(path).open("rb") as file:
        unpacker = _unpacker(file.read(8))
    opened: BinaryIO = (unpacker or open)(path, "rb")
    return opened


def _unpacker(data: bytes) -> Callable[..., Any] | None:
    return next((unpacker for magic, unpacker in _UNPACKERS if data.startswith(magic)), None)


def read_text(path: str | Path) -> str:
    """Return the text of a file that must be UTF-8."""
    try:
        return read_file(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(str(path), f"is not UTF-8: {error.reason} at byte {error.start}") from None


def named_in(path: str | Path, name: str) -> str:
    """Return the path of a file that is named in the file *path*: as seen from its folder, unless it is absolute.

    A file may name any other, which is then read as what it should be. But it must not make the program talk to other
    machines: on Windows, to look for ``//server/share/file`` sends the user's name there.

    >>> named_in("runs/params.tsv", "one.mrg")
    'runs/one.mrg'
    """
    if "\0" in name:
        raise InputError(str(path), f"names {name!r}, which is no name of a file")
    if name[:2] in ("//", "\\\\", "/\\", "\\/") and not str(path).startswith(name[:2]):
        raise InputError(str(path), f"names {name!r}, on another machine; such files are opened only if you name them")
    return os.path.join(Path(path).parent, name)  # noqa: PTH118 - a Path would drop what is odd about the name


# What pathlib answers as well, but for names that are too long, and for links that lead in a circle, on which it raises
# errors that nobody expects of a question.


def is_there(path: str | Path) -> bool:
    """Say whether there is a file or a folder of this name."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: str | Path) -> bool:
    """Say whether there is a file of this name."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: str | Path) -> bool:
    """Say whether there is a folder of this name."""
    return os.path.isdir(path)  # noqa: PTH112


def real_path(path: str | Path) -> Path:
    """Return a path without any links in it, as far as they lead somewhere."""
    return Path(os.path.realpath(path))


def _bytes(path: str | Path) -> bytes | None:
    """Return what a file holds, or a pipe that somebody writes to (``<(zcat …)``); None if it is too much."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb", buffering=0) as file:
        about = os.fstat(handle)
        if stat.S_ISDIR(about.st_mode):
            raise IsADirectoryError
        if stat.S_ISFIFO(about.st_mode):
            return _within(file.read, LARGEST, _first_of_pipe(handle))
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.ENODEV, "it is a device, not a file")
        if about.st_size > LARGEST:
            return None
        return file.readall() if about.st_size else _within(file.read, LARGEST)


def _first_of_pipe(handle: int) -> bytes:
    """Return what can be read of a pipe without waiting, and let the rest be waited for if there will be any."""
    try:
        first = os.read(handle, _PIECE)
    except BlockingIOError:  # somebody is there, who has not written yet
        first = None
    if first == b"":
        raise OSError(errno.EPIPE, "it is a pipe that nobody writes to")
    os.set_blocking(handle, True)
    return first or b""


def _within(read: Callable[[int], bytes], most: int, first: bytes = b"") -> bytes | None:
    """Read to the end, piece by piece; None if there is more than *most* bytes."""
    pieces, size = [first], len(first)
    while piece := read(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > most:
            return None
    return b"".join(pieces)
