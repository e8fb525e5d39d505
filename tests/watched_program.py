"""The program under watch: prints whatever it does that reading files must never make it do.

Started as a process of its own, since a watch cannot be taken off again: folders that may be written to, ``--``, then
the arguments of any number of runs with ``--`` between them.
"""

import os
import sys
import tempfile
from pathlib import Path
from types import CodeType

from hostile_files import MARK

#: What opens connections, starts programs or makes code of data.
FORBIDDEN = (
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.bind",
    "urllib.Request",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "subprocess.Popen",
    "pickle.find_class",
    "marshal.loads",
    "ctypes.dlopen",
)
_seen: set[str] = set()
_may_write: list[str] = []
_on = False


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Take note of what must not happen."""
    if not _on:
        return
    if event == "ctypes.dlopen" and arguments == (None,):
        return  # the program itself, to ask its C library for two heaps
    if event in FORBIDDEN and not _is_import():
        _seen.add(f"{event} {arguments!r}"[:200])
    elif event == "compile" and MARK in str(arguments[0]):
        _seen.add(f"compile {arguments!r}"[:200])
    elif event == "exec" and isinstance(arguments[0], CodeType) and MARK in str(arguments[0].co_consts):
        _seen.add(f"exec {arguments!r}"[:200])
    elif event == "open" and isinstance(arguments[0], str) and _writes(arguments[1], arguments[2]):
        path = os.path.realpath(arguments[0])
        if not path.startswith((*_may_write, "/dev/", "/proc/")) and not path.endswith(".pyc"):
            _seen.add(f"writes {path}")


def _is_import() -> bool:
    """Say whether this stems from an import: modules are read with marshal, and Qt's are libraries."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def _writes(mode: object, flags: object) -> bool:
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


def main(arguments: list[str]) -> None:
    """Run the program on all that is asked for."""
    global _on
    from treelens.gui.program import run

    runs: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "--":
            runs.append([])
        else:
            runs[-1].append(argument)
    _may_write.extend(os.path.realpath(folder) for folder in (*runs[0], tempfile.gettempdir()))
    sys.addaudithook(watch)
    _on = True
    for one in runs[1:]:
        print("ran", Path(one[0]).name, run(one), flush=True)
    _on = False
    for line in sorted(_seen):
        print("SEEN", line)


if __name__ == "__main__":
    main(sys.argv[1:])
