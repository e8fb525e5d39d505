"""``make bench``: how fast Treelens is beside other programs, as ratios measured in one run on the same files.

Machines differ and are busy; only ratios count. Each time is the best of a few runs. The trees are those of
``../shared/data/large`` where they are at hand, repeated as often as needed, else made up.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from treelens.engine import formats
from treelens.engine.kernels import compiled

LARGE = Path(__file__).parents[3] / "shared" / "data" / "large"
TREELENS = str(Path(sys.executable).with_name("treelens"))


def made_up(size: int) -> list[tuple[str, str]]:
    """Return pairs of random trees over the same words."""
    rng = random.Random(1)

    def tree(words: list[str]) -> str:
        parts = [
            f"({tag} {word})" for tag, word in zip(rng.choices(["NN", "VB", "DT"], k=len(words)), words, strict=True)
        ]
        while len(parts) > 1:
            begin = rng.randrange(len(parts) - 1)
            end = min(len(parts), begin + rng.randint(2, 4))
            parts[begin:end] = [f"({rng.choice(['S', 'NP', 'VP', 'PP'])} {' '.join(parts[begin:end])})"]
        return f"(TOP (S {parts[0]}))"

    sentences = [[f"w{rng.randrange(5000)}" for _ in range(rng.randint(3, 40))] for _ in range(size)]
    return [(tree(words), tree(words)) for words in sentences]


def pairs(size: int) -> list[tuple[str, str]]:
    """Return pairs of lines that every program can compare: no failed parses, the same words."""
    if not LARGE.is_dir():
        return made_up(size)
    gold, system = ((LARGE / name).read_text(encoding="utf-8").splitlines() for name in ("gold.ptb", "pcfg_h1v1.ptb"))
    sound = [pair for pair in zip(gold, system, strict=True) if pair[1] != "(())"]
    return (sound * (size // len(sound) + 1))[:size]


def best(task: Callable[[], object], times: int = 3) -> float:
    """Return the shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        task()
        found.append(time.perf_counter() - begun)
    return min(found)


def run(*command: str) -> None:
    """Run a program to its end, its output thrown away."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def cpu_seconds(*command: str) -> float:
    """Return the processor time that a program takes, all threads together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    ours = best(lambda: formats.load(gold))
    few = [line for line, _ in lines[:4000]]
    theirs = best(lambda: [nltk.Tree.fromstring(line) for line in few]) * len(lines) / len(few)
    report("reading 20,000 trees", ours, theirs, "nltk.Tree.fromstring", 15)


def bench_scoring(folder: Path) -> None:
    """Scoring against PYEVALB, whole processes."""
    gold, system = written(folder, pairs(20_000))
    table = str(folder / "table")
    ours = best(lambda: run(TREELENS, "score", gold, system, "--metrics", "evalb", "--per-sentence", "-o", table))
    theirs = best(lambda: run(sys.executable, "-m", "PYEVALB", gold, system, table), times=1)
    report("scoring 20,000 pairs with a table of sentences, whole process", ours, theirs, "PYEVALB", 50)
    ours = best(lambda: run(TREELENS, "score", gold, system, "--metrics", "evalb"))
    report("scoring 20,000 pairs, totals only, whole process", ours, theirs, "PYEVALB (table and all)", 50)


def bench_evalb_speed(folder: Path) -> None:
    """State how many pairs a second of processor time, for comparison with EVALB in C."""
    gold, system = written(folder, pairs(50_000))
    command = (TREELENS, "score", gold, system, "--format", "csv")
    seconds = min(cpu_seconds(*command) for _ in range(5))
    wall = best(lambda: run(*command), times=5)
    print(f"scoring 50,000 pairs as CSV, start-up included: {50_000 / seconds:,.0f} pairs per CPU-second,")
    print(f"  {50_000 / wall:,.0f} pairs per second of waiting (EVALB in C, -O2: about 150,000 per CPU-second)")


def report(task: str, ours: float, theirs: float, peer: str, wanted: int) -> None:
    """Print one line: both times and their ratio."""
    print(f"{task}: {ours:.3f} s, {peer} {theirs:.2f} s: {theirs / ours:.0f} times faster (wanted: {wanted})")


def main() -> None:
    """Run all benchmarks."""
    print(f"kernels: {'compiled' if compiled() else 'uncompiled'}; trees: {'real' if LARGE.is_dir() else 'made up'}")
    with tempfile.TemporaryDirectory() as folder:
        for bench in (bench_reading, bench_scoring, bench_evalb_speed):
            bench(Path(folder))


if __name__ == "__main__":
    main()
