"""Errors that were put into gold trees are the ones that are reported."""

import random
from collections import Counter
from pathlib import Path

import pytest
from error_pairs import check, explain
from injected_errors import MAKERS, Injected, injected, is_reported

from treelens.engine.errors import draft_of, style
from treelens.engine.formats import load
from treelens.engine.prepare import prepare, preset
from treelens.engine.trees import Tree
from treelens.resources import resource

PENN = style("penn")


def trees_of(path: str) -> list[Tree]:
    bank = prepare(load(path), preset("collins")).bank
    return [sentence.tree for sentence in bank if sentence.tree is not None and len(sentence.words) > 3]


def outcome(trees: list[Tree], errors: int, rounds: int, seed: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """Return how many errors of each sort were put in, how many were found, and some that were not."""
    rng = random.Random(seed)
    put, found, lost = Counter[str](), Counter[str](), list[str]()
    for gold in trees:
        for _ in range(rounds):
            for first in MAKERS:
                sorts = [first, *rng.choices(list(MAKERS), k=errors - 1)]
                made: list[tuple[str, Injected]] = []
                draft = draft_of(gold)
                for sort in sorts:
                    one = injected(draft, PENN, gold.tags, rng, MAKERS[sort])
                    if one is not None:
                        made.append((sort, one))
                        draft = one.draft
                if len(made) < errors:
                    continue
                explained = explain(gold, draft.tree()[0])
                check(explained)
                for sort, one in made:
                    put[sort] += 1
                    found[sort] += is_reported(one, explained.repairs)
                    if not is_reported(one, explained.repairs):
                        told = "; ".join(f"{repair.kind}: {repair.sentence}" for repair in explained.repairs)
                        lost.append(f"{sort} {one.kind} {one.words}: {told}\n  {gold}\n  {explained.system}")
    return put, found, lost


def share(put: Counter[str], found: Counter[str]) -> float:
    print({sort: f"{found[sort]} of {count}" for sort, count in put.items()})
    return found.total() / put.total()


def test_demo_one_error() -> None:
    put, found, lost = outcome(trees_of(str(resource("demo", "gold.mrg"))), 1, 2, seed=1)
    assert min(put[sort] for sort in MAKERS) >= 15
    assert share(put, found) >= 0.95, "\n".join(lost[:10])
    assert all(found[sort] >= 0.9 * count for sort, count in put.items()), "\n".join(lost[:10])


def test_demo_two_errors() -> None:
    put, found, lost = outcome(trees_of(str(resource("demo", "gold.mrg"))), 2, 2, seed=2)
    assert share(put, found) >= 0.85, "\n".join(lost[:10])


@pytest.mark.slow
@pytest.mark.parametrize(("errors", "wanted"), [(1, 0.95), (2, 0.85)])
def test_newspaper(shared: Path, errors: int, wanted: float) -> None:
    trees = trees_of(str(shared / "data" / "wsj" / "gold.ptb"))[::3]
    put, found, lost = outcome(trees, errors, 1, seed=3)
    assert share(put, found) >= wanted, "\n".join(lost[:10])
