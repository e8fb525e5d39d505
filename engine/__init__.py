"""The engine: trees, how they are read, prepared, aligned and measured. It knows nothing of Qt.

What notebooks need is here under names that stay; see :mod:`.interface`. Nothing is imported before it is used, so that
commands which need little start fast.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .interface import Compared, compare, mapping, read, tree
    from .metrics import METRICS
    from .prepare import preset
    from .problems import TreelensError

__all__ = ["METRICS", "Compared", "TreelensError", "compare", "mapping", "preset", "read", "tree"]

_FROM = {"METRICS": "metrics", "preset": "prepare", "TreelensError": "problems"}  # all others are of the interface


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_FROM.get(name, 'interface')}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
