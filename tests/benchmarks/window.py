"""The window beside bare Qt: its start, a click, a long list, and opening files, each with the budget it has.

Every measurement is a process of its own (``inside_window.py``), which draws into memory and finds no scores kept from
before. A window does more than bare Qt, so these ratios say how much the program adds to what the toolkit takes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from timing import best
from trees import DATA, made_up, newspaper_pairs, pairs, several

__all__ = ["bench_window"]

HERE = Path(__file__).parent
Pairs = Sequence[tuple[str, ...]]  #: gold, then each system


def bench_window() -> None:
    """Measure the window."""
    bench_start()
    bench_click()
    bench_list()
    bench_opening("2,416 newspaper pairs", newspaper_pairs(2_416), ranked=2.0)
    bench_opening("100,000 pairs", pairs(100_000), usable=5.0)
    bench_opening("100,000 pairs of five systems", several(100_000, 5), usable=5.0)


def bench_start() -> None:
    """From the command to the first window, and to the demo ranked."""
    ours = [_stamps("inside_window.py", "start") for _ in range(3)]
    theirs = min(_stamps("bare_qt.py")["painted"] for _ in range(3))
    peer = "bare Qt's first window"
    _line("first window, whole process", min(stamps["painted"] for stamps in ours), 1.0, theirs, peer)
    _line("the demo scored and ranked, whole process", min(stamps["ranked"] for stamps in ours), None, theirs, peer)


def bench_click(count: int = 50) -> None:
    """From a sentence that is chosen to its two trees, painted."""
    some = newspaper_pairs(2_520) if DATA.is_dir() else made_up(1_000, 80)
    wanted = 165  # of which some 150 are drawn: the top and punctuation are not compared
    chosen = sorted(dict.fromkeys(some), key=lambda pair: abs(_size(pair[0]) - wanted))[: count + 1]
    found = _measured("click", chosen)
    task = f"a click to two painted trees of {found['nodes']:.0f} nodes"
    _line(f"{task}, median", np.median(found["ours"]), 0.05, np.median(found["theirs"]), "bare items")
    ours, theirs = (np.percentile(found[side], 95) for side in ("ours", "theirs"))
    _line(f"{task}, 95th percentile", ours, 0.05, theirs, "bare items")


def bench_list() -> None:
    """Sorting and scrolling 100,000 sentences."""
    found = _measured("list", pairs(100_000))
    for name, times in found["sorting"].items():
        task = f"100,000 sentences sorted by {name} and painted"
        _line(task, min(times), 0.1, min(found["argsort"]), "numpy's argsort alone")
    for name, of in (("median", np.median), ("95th percentile", lambda times: np.percentile(times, 95))):
        task = f"a page of 100,000 sentences, {name} of {len(found['ours'])}"
        _line(task, of(found["ours"]), None, of(found["theirs"]), "a bare table of strings")


def bench_opening(what: str, lines: Pairs, usable: float | None = None, ranked: float | None = None) -> None:
    """From files to a list, to all scores; how the window answers meanwhile, and memory."""
    found = _measured("open", lines)
    theirs = _nltk_reads(lines)
    _line(f"{what} opened, list usable", found["usable"], usable, theirs, "nltk only reading them")
    _line(f"{what} opened, scored and ranked", found["ranked"], ranked, theirs, "nltk only reading them")
    ours, often = max(found["gaps"]), np.percentile(found["gaps"], 95)
    print(f"  longest time without an answer meanwhile: {_time(ours)}, 95th percentile {_time(often)}")
    size = sum(len(one) + 1 for trees in lines for one in trees) / 1e6
    print(f"  most memory: {found['memory'] / 1e6:,.0f} MB for files of {size:,.0f} MB (budget: 2,000 MB)")


def _nltk_reads(lines: Pairs) -> float:
    """Return how long nltk takes to read these trees, from some of them."""
    import nltk

    few = lines[:2000]
    seconds = best(lambda: [nltk.Tree.fromstring(text) for pair in few for text in pair], times=1)
    return seconds * len(lines) / len(few)


def _size(text: str) -> int:
    """Return the number of a bracketed tree's nodes, words among them."""
    return text.count("(") + len(re.findall(r"[^()\s]\)", text))


def _own_folders(task: Callable[[dict[str, str], Path], Any]) -> Any:
    """Do a task with an environment without display, and with empty folders for caches and settings.

    Modules are compiled once and kept, as everywhere: a program that compiles itself anew is not what people start.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        homes = {f"XDG_{home}_HOME": str(folder / home) for home in ("CACHE", "CONFIG", "DATA", "STATE")}
        usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return task({**usual, **homes, "QT_QPA_PLATFORM": "offscreen"}, folder)


def _stamps(script: str, *arguments: str) -> dict[str, float]:
    """Run a program; return when it said what, in seconds from its start."""

    def watch(environment: dict[str, str], folder: Path) -> dict[str, float]:
        command = [sys.executable, str(HERE / script), *arguments]
        with (folder / "errors").open("w+") as errors:
            begun = time.perf_counter()
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True) as child:
                assert child.stdout is not None
                said = {line.strip(): time.perf_counter() - begun for line in child.stdout}
            _check(child.returncode, (folder / "errors").read_text())
        return said

    return _own_folders(watch)


def _measured(task: str, lines: Pairs) -> dict[str, Any]:
    """Run a task of ``inside_window.py`` on these trees; return its figures."""

    def work(environment: dict[str, str], folder: Path) -> dict[str, Any]:
        systems = [f"system{number}.mrg" for number in range(1, len(lines[0]))]
        files = [str(folder / name) for name in ("gold.mrg", *systems)]
        for file, side in zip(files, zip(*lines, strict=True), strict=True):
            Path(file).write_text("\n".join(side) + "\n", encoding="utf-8")
        command = [sys.executable, str(HERE / "inside_window.py"), task, *files]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        _check(done.returncode, done.stderr)
        return json.loads(done.stdout)

    return _own_folders(work)


def _check(code: int, errors: str) -> None:
    """Stop where a measurement failed."""
    if code:
        raise RuntimeError(f"a measurement of the window ended with {code}:\n{errors}")


def _line(task: str, ours: float, budget: float | None, theirs: float, peer: str) -> None:
    """Print one line: both times, their ratio, and the budget."""
    ratio = ours / theirs
    compared = f"{ratio:,.1f} times as long" if ratio >= 1 else f"{1 / ratio:,.1f} times faster"
    wanted = f" (budget: {_time(budget)})" if budget is not None else ""
    print(f"{task}: {_time(ours)}, {peer} {_time(theirs)}: {compared}{wanted}", flush=True)


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


if __name__ == "__main__":
    bench_window()
