"""Systems scored, and errors explained, on a Dask cluster (``pip install 'treelens[cluster]'``).

A piece of work is a stretch of the sentences of one system. Its key says all that decides it: the contents of gold and
of the system, the settings, the stretch and the version of the program. So it is done once, whoever asks; if a worker
dies, the scheduler gives its pieces to others, and a piece that comes twice is the same piece. What the pieces counted
is put together on a worker again, by the code that counts whole systems here: scores are the same to the last bit.

Texts and settings are sent, not paths, so that workers need not see the files (but for head rules of one's own, which
are named by their path). They need the same version of Treelens. Nothing in a file is ever executed; but a cluster runs
what its users send it, so name none that you do not trust.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..cache import Cache
from ..errors import Findings, Style, findings
from ..problems import TreelensError
from ..scoring import Comparison, tree_pairs
from ..source import Source
from .promises import Promise, in_order
from .recipe import Recipe
from .result import Result, result_of
from .run import open_systems
from .systems import System

__all__ = ["explain_on_cluster", "score_on_cluster"]

_COUNTED = 2000  #: sentences that are counted in one piece
_EXPLAINED = 200  #: sentences that are explained in one piece
_AHEAD = 64  #: systems that are sent ahead of the one that is waited for
_PATIENCE = 20  #: seconds until a scheduler must have answered
_RETRIES = 3  #: how often a piece of work is tried again after an error

#: What was counted of a stretch, by family: which sentences, and their counts.
Part = Mapping[str, tuple[NDArray[np.int64], Any]]


def score_on_cluster(
    recipe: Recipe, systems: Sequence[System], address: str, stretch: int = _COUNTED
) -> Iterator[Result]:
    """Score systems in their order on the cluster of the scheduler at an address."""
    with _Cluster(address, recipe, stretch) as cluster:

        def promise(one: tuple[System, Source]) -> Promise:
            system, source = one
            text, parts = cluster.pieces(_count, source)
            return cluster.submit(
                _finish, cluster.recipe, system.name, text, parts, key=(source, source.path, system.name)
            )

        yield from in_order(promise, open_systems(recipe, systems), _AHEAD)


def explain_on_cluster(
    recipe: Recipe, systems: Sequence[System], style: Style, budget: int, address: str, stretch: int = _EXPLAINED
) -> Iterator[dict[int, Findings | None]]:
    """Explain the errors of systems in their order: by sentence what was found, None if it cannot be compared."""
    with _Cluster(address, recipe, stretch) as cluster:

        def promise(one: tuple[System, Source]) -> Promise:
            _, parts = cluster.pieces(_explain, one[1], style, budget)
            return cluster.submit(_together, parts, key=(one[1], style, budget))

        yield from in_order(promise, open_systems(recipe, systems), _AHEAD)


class _Cluster:
    """A connection to a scheduler, and pieces of work that are sent there."""

    def __init__(self, address: str, recipe: Recipe, stretch: int) -> None:
        try:
            import distributed
        except ImportError:
            raise TreelensError("a cluster needs Dask: pip install 'treelens[cluster]'") from None
        connect: Any = distributed.Client
        try:
            self._client = connect(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise TreelensError(f"{address}: no Dask scheduler answers: {error}") from None
        self._lost = (distributed.KilledWorker, CancelledError)
        self._address = address
        self._name = recipe.key
        self._stretches = [(begin, begin + stretch) for begin in range(0, len(recipe.prepared.original), stretch)]
        self.recipe = self.submit(_itself, recipe, key=())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._client.close()
        if isinstance(error, self._lost):
            raise TreelensError(f"{self._address}: the cluster gave up on a piece of work: {error}") from None

    def submit(self, task: Callable[..., Any], *arguments: Any, key: tuple[object, ...]) -> Promise:
        """Send a task under a key made of the recipe's and of what else decides it."""
        said = "\0".join(_digest(part) if isinstance(part, Source) else repr(part) for part in key)
        name = f"treelens{task.__name__}-{Cache.key(self._name, said)}"
        promised: Promise = self._client.submit(task, *arguments, key=name, retries=_RETRIES)
        return promised

    def pieces(self, task: Callable[..., Any], source: Source, *more: object) -> tuple[Promise, list[Promise]]:
        """Send a system's text, and a task for each stretch of its sentences."""
        text = self.submit(_itself, source, key=(source, source.path))
        parts = [
            self.submit(task, self.recipe, text, *more, *stretch, key=(source, *more, *stretch))
            for stretch in self._stretches
        ]
        return text, parts


def _digest(source: Source) -> str:
    return hashlib.sha256(source.data).hexdigest()


# What workers do.


def _itself(value: Any) -> Any:
    """Return what was sent. As a task of its own it is there again if the worker that had it dies."""
    return value


def _count(recipe: Recipe, system: Source, begin: int, end: int) -> Part:
    """Count a stretch of sentences, for families that are not in this worker's cache."""
    comparison = _recent.comparison(recipe, system)
    places, pairs = tree_pairs(comparison.gold, comparison.test, comparison.pairing)
    chosen = (places >= begin) & (places < end)
    return {
        family.name: (places[chosen], family.count(comparison.gold, comparison.test, pairs[chosen], 1))
        for family in recipe.families
        if family.name not in comparison.counted and not comparison.load(family, recipe.cache(family))
    }


def _finish(recipe: Recipe, name: str, system: Source, parts: Sequence[Part]) -> Result:
    """Put together what was counted; what a cache had then and has no more is counted here."""
    comparison = _recent.comparison(recipe, system)
    for family in recipe.families:
        found = [part[family.name] for part in parts if family.name in part]
        if family.name not in comparison.counted and len(found) == len(parts):
            comparison.keep(family, family.joined(found, len(comparison.status)))
            comparison.save(family, recipe.cache(family))
    return result_of(name, comparison, recipe.chosen)


def _explain(
    recipe: Recipe, system: Source, style: Style, budget: int, begin: int, end: int
) -> dict[int, Findings | None]:
    """Explain a stretch of sentences."""
    comparison = _recent.comparison(recipe, system)
    return findings(comparison, range(begin, min(end, len(comparison.status))), style, budget)


def _together(parts: Sequence[dict[int, Findings | None]]) -> dict[int, Findings | None]:
    return {place: found for part in parts for place, found in part.items()}


class _Recent:
    """The comparisons that a worker made last, so that the next piece of a system need not read it again."""

    def __init__(self, most: int = 4) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, ...], Comparison] = OrderedDict()

    def comparison(self, recipe: Recipe, system: Source) -> Comparison:
        """Return a system's comparison with gold; one at a time is made, as others may wait for the same."""
        key = recipe.key, _digest(system), system.path
        with self._lock:
            if key not in self._known:
                self._known[key] = recipe.compare(system)
            self._known.move_to_end(key)
            while len(self._known) > self.most:
                self._known.popitem(last=False)
            return self._known[key]


_recent = _Recent()
