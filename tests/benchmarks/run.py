"""``make bench``: how fast Treelens is beside other programs, as ratios measured in one run on the same trees.

Machines differ and are busy; only ratios count. Each time is the best of a few runs.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from distances import bench_distances, bench_large_trees
from errors import bench_errors
from load import bench_load
from patterns import bench_patterns
from sweeps import bench_sweeps
from timing import best, cpu_seconds, report, run
from trees import DATA, newspaper_pairs, pairs
from window import bench_window

from treelens.engine import formats
from treelens.engine.kernels import compiled
from treelens.engine.metrics import FAMILIES, dependencies
from treelens.engine.prepare import prepare, preset

TREELENS = str(Path(sys.executable).with_name("treelens"))
TREE_MEASURES = "emms,freval,leaf-ancestor,leaf-ancestor-unit"


def written(folder: Path, lines: list[tuple[str, str]]) -> tuple[str, str]:
    """Write gold and system files; return their paths."""
    paths = folder / f"gold{len(lines)}.mrg", folder / f"system{len(lines)}.mrg"
    for path, side in zip(paths, zip(*lines, strict=True), strict=True):
        path.write_text("\n".join(side) + "\n", encoding="utf-8")
    return str(paths[0]), str(paths[1])


def bench_reading(folder: Path) -> None:
    """Reading brackets against nltk."""
    import nltk

    lines = pairs(20_000)
    gold, _ = written(folder, lines)
    ours = best(lambda: formats.load(gold), times=5)
    few = [line for line, _ in lines[:4000]]
    theirs = best(lambda: [nltk.Tree.fromstring(line) for line in few]) * len(lines) / len(few)
    report("reading 20,000 trees", ours, theirs, "nltk.Tree.fromstring", 15)


def bench_scoring(folder: Path) -> None:
    """Scoring against PYEVALB, whole processes."""
    gold, system = written(folder, pairs(20_000))
    table = str(folder / "table")
    theirs = best(lambda: run(sys.executable, "-m", "PYEVALB", gold, system, table), times=1)
    ours = best(lambda: run(TREELENS, "score", gold, system, "--metrics", "evalb"))
    report("scoring 20,000 pairs, whole process", ours, theirs, "PYEVALB", 50)
    ours = best(lambda: run(TREELENS, "score", gold, system, "--metrics", "evalb", "--per-sentence", "-o", table))
    report("the same with a table of sentences, as PYEVALB writes it", ours, theirs, "PYEVALB", 50)


def bench_evalb_speed(folder: Path) -> None:
    """State how many pairs a second of processor time, for comparison with EVALB in C."""
    gold, system = written(folder, pairs(50_000))
    command = (TREELENS, "score", gold, system, "--format", "csv")
    seconds = min(cpu_seconds(*command) for _ in range(5))
    wall = best(lambda: run(*command), times=5)
    print(f"scoring 50,000 pairs as CSV, start-up included: {50_000 / seconds:,.0f} pairs per CPU-second,")
    print(f"  {50_000 / wall:,.0f} pairs per second of waiting (EVALB in C, -O2: about 150,000 per CPU-second)")


def bench_tree_measures(folder: Path) -> None:
    """All tree-distance, fragment and leaf-ancestor measures against PYEVALB's PARSEVAL alone."""
    gold, system = written(folder, newspaper_pairs(2_400))
    ours = best(lambda: run(TREELENS, "score", gold, system, "--metrics", TREE_MEASURES))
    theirs = best(lambda: run(sys.executable, "-m", "PYEVALB", gold, system, str(folder / "table")), times=1)
    report("all tree measures on 2,400 pairs, whole process", ours, theirs, "PYEVALB's PARSEVAL", 4)
    ours = best(lambda: run(TREELENS, "score", gold, system, "--metrics", "mph,usd,lsd"))
    report("brackets of heads and dependencies on 2,400 pairs", ours, theirs, "PYEVALB's PARSEVAL", 4)


def bench_threads(folder: Path) -> None:
    """Two threads against one, for each family of measures."""
    gold, system = (prepare(formats.load(path), preset("collins")) for path in written(folder, newspaper_pairs(20_000)))
    rows = np.stack([np.arange(20_000)] * 2, axis=1)
    for family in (family for family in FAMILIES if family not in dependencies.FAMILIES):  # those need no threads
        one, two = (best(partial(family.count, gold, system, rows, jobs)) for jobs in (1, 2))
        report(f"{family.name} of 20,000 pairs in two threads", two, one, "in one", 1.6)


def main() -> None:
    """Run all benchmarks."""
    print(f"kernels: {'compiled' if compiled() else 'uncompiled'}; trees: {'real' if DATA.is_dir() else 'made up'}")
    with tempfile.TemporaryDirectory() as folder:
        for bench in (bench_reading, bench_scoring, bench_evalb_speed, bench_tree_measures, bench_threads):
            bench(Path(folder))
    bench_distances()
    bench_large_trees()
    bench_patterns()
    bench_errors()
    bench_sweeps()
    bench_load()
    bench_window()


if __name__ == "__main__":
    main()
