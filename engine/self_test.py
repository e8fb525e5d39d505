"""What proves that a copy of the engine is whole: kernels, data files, numbers, readers, libraries and processes.

A check is a function that is given a folder to write into, and says in words what it found; it raises where
something is missing or wrong. :func:`outcomes` makes them, one after the other, so that whatever is broken does not
hide what else is. The window has checks of its own in ``treelens.gui.self_test``; ``treelens --self-test`` runs both.

The numbers that the demo is compared with were made by the engine, which tests compare with other programs. When a
measure is added, or one is meant to count otherwise, they are made anew, in ``resources/demo``, with ::

    treelens score gold.mrg berkeley.mrg stanford.mrg bllip.mrg opennlp.mrg pcfg-parent.mrg neural.mrg pcfg-plain.mrg \\
        linkgrammar.mrg --metrics all --format csv -o ../self-test/scores.csv
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import lzma
import math
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from treelens.resources import resource

from . import kernels
from .agreement.correlations import correlations, order_of_metrics
from .agreement.scores import Scores
from .filters import Context, parse
from .formats import FORMATS, load
from .metrics import METRICS, choose
from .prepare.apply import prepare
from .prepare.presets import usual_preparation
from .problems import TreelensError
from .scoring import Comparison, compare
from .semantics.compare import compare_many
from .study import Study
from .sweep import Recipe, System, score_systems

__all__ = ["CHECKS", "FOLDERS", "Check", "Outcome", "outcomes"]

#: Is given a folder to write into, says what it found, and raises if that is not as it should be.
Check = Callable[[Path], str]

#: Folders of data files, all of which must be there.
FOLDERS = (
    "demo",
    "errors",
    "figures",
    "grammars",
    "heads",
    "icons",
    "manual",
    "phenomena",
    "presets",
    "report",
    "self-test",
    "themes",
)
_PACKERS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@dataclass(frozen=True)
class Outcome:
    """What came of a check."""

    name: str
    passed: bool
    words: str


def outcomes(checks: Mapping[str, Check], folder: Path) -> Iterator[Outcome]:
    """Make checks, which may write into a folder, and tell what came of each."""
    for name, check in checks.items():
        try:
            yield Outcome(name, True, check(folder))
        except TreelensError as error:
            yield Outcome(name, False, str(error))
        except Exception as error:  # whatever is broken, the other checks are made too
            yield Outcome(name, False, f"{type(error).__name__}: {error}")


def _kernels(_folder: Path) -> str:
    """Say which kernels are compiled; a machine without a compiler has none, and works."""
    plain = kernels.uncompiled()
    if not plain:
        return "compiled"
    return f"uncompiled, slow: {', '.join(plain)}"


def _resources(_folder: Path) -> str:
    """Read every data file; texts must be that, and those in TOML too."""
    missing = [name for name in FOLDERS if not resource(name).is_dir()]
    if missing:
        raise TreelensError(f"resources are missing: {', '.join(missing)}")
    number = 0
    for file in _files(resource()):
        data = file.read_bytes()
        if not file.name.endswith(".png"):
            text = data.decode()
            if file.name.endswith(".toml"):
                tomllib.loads(text)
        number += 1
    return f"{number} files in {len(FOLDERS)} folders"


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry) if entry.name != "__pycache__" else ()
        elif not entry.name.endswith(".pyc"):
            yield entry


def _readers(folder: Path) -> str:
    """Read the same two sentences in every format, detected, packed and as written by the engine itself."""
    samples = [Path(str(entry)) for entry in resource("self-test").iterdir() if entry.name != "scores.csv"]
    found = {}
    for path in samples:
        bank = load(path)
        if bank.problems:
            raise TreelensError(str(bank.problems[0]))
        found[bank.format] = [sentence.words for sentence in bank]
    if lacking := FORMATS.keys() - found.keys():
        raise TreelensError(f"nothing was read as {', '.join(sorted(lacking))}")
    expected = found["brackets"]
    for name, words in found.items():
        if words != expected:
            raise TreelensError(f"{name}: {words} was read, not {expected}")
    plain = resource("self-test", "sample.mrg").read_bytes()
    for ending, pack in _PACKERS.items():
        (folder / f"sample.mrg.{ending}").write_bytes(pack(plain))
        if [sentence.words for sentence in load(folder / f"sample.mrg.{ending}")] != expected:
            raise TreelensError(f"what is packed as {ending} cannot be read")
    return f"{len(found)} formats; {', '.join(_PACKERS)}"


def _demo(_folder: Path) -> str:
    """Score the demo under every measure of trees, and compare with what is stored."""
    stored = _stored()
    wrong, number = [], 0
    for name, row in stored.items():
        comparison = _compared(name)
        for metric in METRICS.values():
            tally = comparison.tally(metric)
            for column, score in ((metric.name, tally.micro), (f"{metric.name}-macro", tally.macro)):
                number += 1
                if column not in row:
                    raise TreelensError(f"{column} is not among the stored scores: they are to be made anew")
                if not _same(score, row[column]):
                    wrong.append(f"{name}, {column}: {score}, not {row[column] or 'nothing'}")
    if wrong:
        raise TreelensError(f"{len(wrong)} of {number} scores are wrong: {wrong[0]}")
    return f"{number:,} scores of {len(stored)} systems as stored"


def _stored() -> dict[str, dict[str, str]]:
    """Return what the demo must score: by system, columns as ``treelens score`` writes them."""
    text = resource("self-test", "scores.csv").read_text(encoding="utf-8")
    return {row["system"]: row for row in csv.DictReader(io.StringIO(text))}


def _same(score: float | None, stored: str) -> bool:
    """Compare scores; a sum may be a last bit off where another machine adds in another order."""
    return score is None if not stored else score is not None and math.isclose(score, float(stored), rel_tol=1e-12)


def _demo_path(name: str) -> str:
    return str(resource("demo", f"{name}.mrg"))


def _compared(name: str) -> Comparison:
    gold = load(_demo_path("gold"))
    preparation = usual_preparation(gold)
    return compare(prepare(gold, preparation), load(_demo_path(name)), preparation)


def _searches(_folder: Path) -> str:
    """Find a pattern of tgrep in the demo."""
    gold = load(_demo_path("gold"))
    study = Study(gold, [load(_demo_path("berkeley"))], usual_preparation(gold))
    found = int(parse("/NP < PP/").matches(Context(study)).sum())
    if not 0 < found < len(gold):
        raise TreelensError(f"a pattern was found in {found} of {len(gold)} sentences")
    return f"/NP < PP/ in {found} of {len(gold)} sentences"


def _graphs(_folder: Path) -> str:
    """Let networkx and nltk have a tree of their own."""
    tree = load(_demo_path("gold"))[0].tree
    assert tree is not None
    graph = tree.to_networkx()
    if len(graph) != len(tree) or graph.number_of_edges() != len(tree) - 1:
        raise TreelensError(f"a tree of {len(tree)} nodes became a graph of {len(graph)}")
    if tuple(tree.to_nltk().leaves()) != tree.words:
        raise TreelensError("a tree has other words as one of nltk's")
    return f"{len(graph)} nodes"


def _agreement(_folder: Path) -> str:
    """Let scipy put measures beside those that order the demo's systems alike."""
    names = ("f1", "t-dice", "leaf-ancestor", "crossing", "tagging")
    scores = Scores.of({system: {name: float(row[name]) for name in names} for system, row in _stored().items()})
    order = order_of_metrics(scores, correlations(scores).spearman)
    if sorted(order) != list(range(len(names))):
        raise TreelensError(f"{len(names)} measures were put in the order {order}")
    return ", ".join(names[place] for place in order)


def _meanings(_folder: Path) -> str:
    """Let PyDelphin read two meanings, and compare each with itself and with the other."""
    bank = load(Path(str(resource("self-test", "profile"))))
    one, other = (bank.semantics[number] for number in bank.best().tolist())
    alike, unlike = compare_many([(one, one), (one, other)])
    if alike == unlike:
        raise TreelensError("two different meanings compare as one with itself")
    return "two meanings compared"


def _processes(_folder: Path) -> str:
    """Score two systems in two fresh processes."""
    names = ("berkeley", "linkgrammar")
    gold = load(_demo_path("gold"))
    recipe = Recipe.of(gold, usual_preparation(gold), choose(("f1",)), cached=False)
    systems = [System(_demo_path(name), name) for name in names]
    for name, result in zip(names, score_systems(recipe, systems, 2, spread=True), strict=True):
        if not _same(result.tallies["f1"].micro, _stored()[name]["f1"]):
            raise TreelensError(f"another process scores {name} {result.tallies['f1'].micro}")
    return "2 started"


CHECKS: dict[str, Check] = {
    "kernels": _kernels,
    "resources": _resources,
    "readers": _readers,
    "demo": _demo,
    "searches": _searches,
    "graphs": _graphs,
    "agreement": _agreement,
    "meanings": _meanings,
    "processes": _processes,
}
