"""Very large files: the memory and time of ``treelens score``, which must not grow with the number of sentences.

The demo is repeated. ``load.py --million`` does so until there are a million pairs, under more measures too, with a
line for each sentence, and of three systems in packed files.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from treelens.resources import resource as data

__all__ = ["bench_load"]

TREELENS = str(Path(sys.executable).with_name("treelens"))
BUDGET = 1000  #: MB


def bench_load() -> None:
    """Measure memory at two sizes, which should be much the same."""
    for pairs in (200_000, 400_000):
        _score(pairs)


def bench_million() -> None:
    """Measure what a million pairs take."""
    _score(1_000_000)
    _score(1_000_000, "--metrics", "evalb,emms,freval,leaf-ancestor", "--per-sentence")
    _score(1_000_000, systems=("berkeley", "stanford", "bllip"), packed=True)


def _score(pairs: int, *more: str, systems: Sequence[str] = ("berkeley",), packed: bool = False) -> None:
    """Score the demo, repeated, in a process of its own, and print what it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [_repeated(folder, side, pairs, packed=packed) for side in ("gold", *systems)]
        command = [TREELENS, "score", *files, "--format", "csv", "-o", str(folder / "scores.csv"), *more]
        code = f"import resource, subprocess; subprocess.run({command!r}, check=True); " + (
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        begun = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        seconds = time.perf_counter() - begun
    memory = int(done.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e6
    how = " ".join(more) or "evalb"
    how += f", {len(systems)} systems" * (len(systems) > 1) + ", packed" * packed
    print(
        f"{pairs:,} pairs scored as CSV ({how}): {memory:,.0f} MB at most (budget: {BUDGET:,}), "
        f"{seconds:.1f} s, {pairs / seconds:,.0f} pairs a second",
        flush=True,
    )


def _repeated(folder: Path, side: str, pairs: int, *, packed: bool) -> str:
    """Write a file of the demo as often as makes so many sentences."""
    lines = Path(str(data("demo"))).joinpath(f"{side}.mrg").read_bytes().splitlines(keepends=True)
    path = folder / f"{side}.mrg{'.gz' * packed}"
    with gzip.open(path, "wb", compresslevel=1) if packed else path.open("wb") as file:
        for _ in range(pairs // len(lines)):
            file.writelines(lines)
        file.writelines(lines[: pairs % len(lines)])
    return str(path)


if __name__ == "__main__":
    bench_million() if "--million" in sys.argv else bench_load()
