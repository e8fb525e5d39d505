"""Writing a file whole or not at all.

What is written goes into a new file, which takes the place of the old one when it is complete and on the disk. Where
the system can (Linux, on most disks), the new file has no name until then: not even a program that is killed leaves
anything behind. Elsewhere what is left has a name that begins with a dot, and :func:`sweep` removes it later.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["replacing", "sweep"]

_LEFT_ALONE = 3600  #: seconds after which a file that was never finished is nobody's any more

# It can only be asked by changing it, which no other thread must notice: so once, and early.
_MASK = os.umask(0o077)
os.umask(_MASK)


@contextmanager
def replacing(path: Path, last_look: Callable[[], None] | None = None, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of *path* when all is written, and vanishes if something goes wrong.

    *last_look* is called when all that is left is to change the name; if it raises, *path* stays as it is. What is
    *durable* survives a power cut, for which the disk is waited for.
    """
    path = Path(os.path.realpath(path))
    handle, name = _new_file(path)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.chmod(file.fileno() if name is None else name, _mode(path))  # noqa: PTH101 - it may have no name
            if durable:
                os.fsync(file.fileno())
            name = name or _named(file.fileno(), path)
        if last_look is not None:
            last_look()
        Path(name).replace(path)
    except BaseException:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        raise
    if durable and sys.platform != "win32":  # the new name, too, must survive
        with _folder(path.parent) as folder:
            os.fsync(folder)


def sweep(folder: Path, names: str) -> None:
    """Remove what a program has left that was killed, some time ago, while it wrote files whose *names* fit."""
    with contextlib.suppress(OSError):  # not worth a word
        for left in folder.glob(f".{names}.????????"):
            if time.time() - left.stat().st_mtime > _LEFT_ALONE:
                left.unlink()


def _new_file(path: Path) -> tuple[int, str | None]:
    """Open a new file beside *path*, and return its name too, if it has to have one."""
    if sys.platform == "linux" and Path("/proc/self/fd").is_dir():
        with contextlib.suppress(OSError):  # not every disk can
            return os.open(path.parent, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600), None
    return tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")


def _named(handle: int, path: Path) -> str:
    """Give an open file that has no name one beside *path*."""
    name = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with _folder(path.parent) as folder:  # without a folder, the link itself would be linked to
        os.link(f"/proc/self/fd/{handle}", name, dst_dir_fd=folder, follow_symlinks=True)
    return str(name)


@contextmanager
def _folder(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def _mode(path: Path) -> int:
    """Return who may read and write a file: those who may now, or whoever may with any new file."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0o666 & ~_MASK
