"""Prepared trees are let go when others need the room, and made again without a difference."""

from __future__ import annotations

import numpy as np
import pytest

from treelens.engine.formats import brackets
from treelens.engine.prepare import Preparation, Prepared, prepare, shelf
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank

TEXT = "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n(())\n(TOP (S (NP (PRP she)) (VP (VBZ sleeps))))\n"


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold what was used last, and nothing else."""
    monkeypatch.setattr(shelf, "ROOM", 0)
    monkeypatch.setattr(shelf, "SMALL", 0)


def made() -> Prepared:
    return prepare(
        Treebank.joined(brackets.read(Source("some.mrg", TEXT.encode()))), Preparation("some", delete=("TOP", "."))
    )


@pytest.mark.usefixtures("no_room")
def test_trees_that_were_used_last_are_held() -> None:
    three = [made() for _ in range(3)]
    first = three[0].bank
    assert three[0].bank is first
    _ = three[1].bank, three[0].bank, three[2].bank
    assert three[0].bank is first, "used after the second one"
    assert three[1].bank is not None
    assert three[0].bank is first
    _ = three[1].bank, three[2].bank
    again = three[0].bank
    assert again is not first
    for before, now in zip(first.columns, again.columns, strict=True):
        assert np.array_equal(before, now)


@pytest.mark.usefixtures("no_room")
def test_what_was_decided_for_a_file_stays_when_its_trees_go() -> None:
    one, others = made(), [made(), made()]
    one.decided["rules"] = "collins"
    columns = one.bank.columns
    assert one.derived("columns", lambda: columns) is columns
    _ = [other.bank for other in others]
    assert one.decided == {"rules": "collins"}
    assert one.derived("columns", lambda: one.bank.columns) is not columns


def test_some_trees_are_prepared_as_all_are() -> None:
    whole = made()
    some = whole.some([2, -1, 0])
    assert [str(some.bank.tree(place)) for place in range(3)] == [
        str(whole.bank.tree(2)),
        str(whole.bank.tree(1)),
        str(whole.bank.tree(0)),
    ]
    assert some.origin.tolist() == [*whole.origin[-7:].tolist(), *whole.origin[:-7].tolist()]
    assert some.decided is whole.decided
