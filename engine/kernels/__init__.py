"""The compiled core: reading brackets, preparing trees, counting brackets.

Every module here is plain Python that Cython also compiles to C; Python picks the compiled one by itself
where it was built. Set the environment variable ``TREELENS_PURE`` to run the plain files instead: the results
are the same, only slower. All of them work on flat arrays, hold no state between calls, and release the
interpreter lock while they run, so several threads can use them at once.
"""

import importlib.util
import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from numpy.typing import NDArray

__all__ = [
    "brackets",
    "compiled",
    "edits",
    "fragments",
    "heads",
    "lineages",
    "parseval",
    "prepare",
    "relations",
    "repairs",
    "uncompiled",
    "views",
]


def _load(name: str) -> ModuleType:
    full_name = f"{__name__}.{name}"
    if not os.environ.get("TREELENS_PURE"):
        return importlib.import_module(full_name)
    path = str(Path(__file__).with_name(f"{name}.py"))
    spec = importlib.util.spec_from_loader(full_name, SourceFileLoader(full_name, path))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[full_name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


brackets = _load("brackets")
prepare = _load("prepare")
parseval = _load("parseval")
edits = _load("edits")
fragments = _load("fragments")
heads = _load("heads")
lineages = _load("lineages")
relations = _load("relations")
repairs = _load("repairs")


def compiled() -> bool:
    """Say whether all kernels in use are compiled."""
    return not uncompiled()


def uncompiled() -> list[str]:
    """Return the names of the kernels that run as plain Python."""
    used = (brackets, edits, prepare, parseval, fragments, heads, lineages, relations, repairs)
    plain = [module for module in used if str(module.__file__).endswith(".py")]
    return [module.__name__.rpartition(".")[2] for module in plain]


def views(*arrays: NDArray[Any]) -> list[memoryview]:
    """Return arrays as kernels take them: bare memory, quick to index whether compiled or not."""
    return [array.data for array in arrays]
