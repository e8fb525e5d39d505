"""Sweeps: how many pairs a second on a core, what a second core adds, and what the published scale would take."""

from __future__ import annotations

import random
import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path

from trees import DATA, lines, made_up

from treelens.engine.formats import load
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.sweep import Recipe, System, score_systems, systems_of

MEASURES = choose(["evalb", "emms", "freval", "leaf-ancestor", "leaf-ancestor-unit", "mph", "usd", "lsd"])
SYSTEMS, SENTENCES, DISTINCT = 100, 400, 25
PUBLISHED = 2337, 9100  #: systems and sentences of the largest sweep in the literature
REAL = ("berkeley_sm1", "berkeley_sm2", "berkeley_sm4", "bllip", "opennlp", "pcfg_h0v1", "pcfg_h2v1", "stanford_pcfg")


def sides(sentences: int) -> tuple[list[str], list[list[str]]]:
    """Return gold and some systems of so many sentences, real ones where they are at hand, repeated if need be."""
    corpus = DATA / "wsj"
    if not corpus.is_dir():
        pairs = made_up(min(sentences, 2000))
        gold, systems = [one for one, _ in pairs], [[other for _, other in pairs]]
    else:
        gold = lines(corpus / "gold.ptb")
        systems = [lines(corpus / "systems" / f"{name}.ptb") for name in REAL]
    times = sentences // len(gold) + 1
    return (gold * times)[:sentences], [(system * times)[:sentences] for system in systems]


def written(folder: Path, systems: int, sentences: int) -> tuple[str, list[System]]:
    """Write gold and so many systems, each a mixture of the real ones' sentences.

    From the 26th on they are the same again under other names: a tenth of the published scale fills a disk otherwise.
    """
    rng = random.Random(7)
    gold, sources = sides(sentences)
    made = folder / f"{systems}x{sentences}"
    made.mkdir()
    (made / "gold.mrg").write_text("\n".join(gold) + "\n", encoding="utf-8")
    for number in range(systems):
        path = made / f"system{number:04}.mrg"
        if number >= DISTINCT:
            path.symlink_to(made / f"system{number % DISTINCT:04}.mrg")
            continue
        mixed = [rng.choice(parses) for parses in zip(*sources, strict=True)]
        path.write_text("\n".join(mixed) + "\n", encoding="utf-8")
    return str(made / "gold.mrg"), systems_of([str(made)], [str(made / "gold.mrg")])


def speed(gold: str, systems: list[System], jobs: int) -> float:
    """Return how many pairs a second are scored under all measures, nothing from the cache.

    The clock starts when the first system is done and processes are under way: by then, each has done one.
    """
    recipe = Recipe.of(load(gold), preset("collins"), MEASURES, cached=False, by_sentence=False)
    results = score_systems(recipe, systems, jobs, spread=True)
    next(results)
    begun = time.perf_counter()
    for _ in results:
        pass
    return (len(systems) - jobs) * len(recipe.prepared.original) / (time.perf_counter() - begun)


def apart(gold: str, systems: list[System]) -> float:
    """Return how many pairs a second two processes score that know nothing of each other: what the cores allow."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        half = len(systems) // 2
        return sum(pool.map(speed, [gold] * 2, [systems[:half], systems[half:]], [1, 1]))


def idle(gold: str, systems: list[System]) -> float | None:
    """Return which part of their time two processes waited for anything but a core: what the program itself costs them.

    The kernel tells how long a process ran and how long it waited for a core, so that others at work change nothing.
    """
    recipe = Recipe.of(load(gold), preset("collins"), MEASURES, cached=False, by_sentence=False)
    results = score_systems(recipe, systems, 2, spread=True)
    for _ in range(4):  # both are under way
        next(results)
    known = [Path(f"/proc/{child.pid}/schedstat") for child in active_children() if child.pid is not None]
    if not all(one.exists() for one in known):
        return None
    before, begun = [_nanoseconds(one) for one in known], time.perf_counter()
    for _ in range(len(systems) - 8):  # neither is at its end
        next(results)
    behind, wall = [_nanoseconds(one) for one in known], time.perf_counter() - begun
    for _ in results:
        pass
    return 1 - (sum(behind) - sum(before)) / 1e9 / (wall * len(known))


def _nanoseconds(schedstat: Path) -> int:
    """Return how long a process ran or could have run."""
    return sum(map(int, schedstat.read_text().split()[:2]))


def bench_sweeps() -> None:
    """Measure a sweep on one core and on two, and a tenth of the published one: all sentences, fewer systems.

    What a second core adds is measured beside what it adds to two processes without anything in common: cores may share
    more than a machine says, and others may use them.
    """
    with tempfile.TemporaryDirectory() as folder:
        gold, systems = written(Path(folder), SYSTEMS, SENTENCES)
        runs = [(speed(gold, systems, 1), speed(gold, systems, 2), apart(gold, systems)) for _ in range(3)]
        one, two, most = (max(speeds) for speeds in zip(*runs, strict=True))
        waited = idle(gold, systems)
        print(
            f"sweep of {SYSTEMS} systems × {SENTENCES} sentences under {len(MEASURES)} measures: {one:,.0f} pairs per"
            f" second on one core, {two:,.0f} on two: {two / one:.2f} times as many (wanted: 1.7); two processes that"
            f" know nothing of each other: {most / one:.2f} times",
            flush=True,
        )
        if waited is not None:
            print(f"  of the time in which they could have worked, the two waited {waited:.1%}", flush=True)
        few, sentences = PUBLISHED[0] // 10, PUBLISHED[1]
        gold, systems = written(Path(folder), few, sentences)
        measured = speed(gold, systems, 2)
        hours = PUBLISHED[0] * sentences / measured / 3600
        room = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        print(
            f"measured: {few} systems × {sentences:,} sentences at {measured:,.0f} pairs per second on two cores, at"
            f" most {room} MB in a process; extrapolated: {PUBLISHED[0]:,} × {sentences:,} in {hours:.1f} hours"
        )


if __name__ == "__main__":
    bench_sweeps()
