"""Which systems a sweep is over: files one by one, whole folders, patterns, or a table that says more of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from glob import glob, has_magic
from pathlib import Path

from ..files import is_file, is_folder, real_path
from ..formats.delphin import is_profile
from ..problems import InputError
from ..scoring import system_names

__all__ = ["System", "files_of", "systems_of"]

#: Files of these kinds stand beside systems without being any.
_NO_TREES = frozenset({".csv", ".hds", ".json", ".log", ".md", ".parquet", ".prm", ".toml", ".tsv", ".txt"})


@dataclass(frozen=True)
class System:
    """A point of a sweep: a system's file, what it is called, and which setting of which family it is."""

    path: str
    name: str
    family: str = ""
    parameter: float | None = None
    more: Mapping[str, str] = field(default_factory=dict)  #: what else the table says, by column


def systems_of(arguments: Sequence[str], besides: Iterable[str] = ()) -> list[System]:
    """Return the systems that files, folders and patterns stand for, named after their files.

    Files *besides*, such as gold, are no systems where a folder or a pattern has them too.
    """
    paths = list(dict.fromkeys(path for argument in arguments for path in files_of(argument, besides)))
    return [System(path, name) for path, name in zip(paths, system_names(paths), strict=True)]


def files_of(argument: str, besides: Iterable[str] = ()) -> list[str]:
    """Return the files that an argument stands for: itself, those in a folder, or those that fit a pattern.

    In a folder, profiles count as files; tables and notes, hidden files and other folders are passed over.
    """
    path = Path(argument)
    if is_file(path) or is_profile(path) or not (is_folder(path) or has_magic(argument)):
        return [argument]
    inside = map(str, path.iterdir()) if is_folder(path) else glob(argument, recursive=True)  # noqa: PTH207 (any root)
    others = {real_path(other) for other in besides}
    found = [one for one in sorted(inside) if _has_trees(Path(one)) and real_path(one) not in others]
    if not found:
        why = "is a folder, but not a profile, and there is no system's file in it"
        raise InputError(argument, why if is_folder(path) else "fits no system's file")
    return found


def _has_trees(path: Path) -> bool:
    if path.name.startswith("."):
        return False
    return is_profile(path) or (is_file(path) and path.suffix.lower() not in _NO_TREES)
