"""Folded columns are the same columns, whole and in part, whatever is in them."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from treelens.engine import folded as module
from treelens.engine.folded import FoldedColumns, folded
from treelens.engine.formats import load
from treelens.engine.prepare import prepare, preset
from treelens.engine.trees import Columns
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
NUMBERS = st.one_of(st.integers(-3, 300), st.integers(-(2**31), 2**31 - 1))
SYMBOLS = st.integers(-70_000, 70_000)  # numbered from 0 on, as they occur; words are complements of symbols


def same(one: Columns, other: Columns) -> bool:
    return all(
        np.array_equal(mine, theirs) and mine.dtype == theirs.dtype for mine, theirs in zip(one, other, strict=True)
    )


@pytest.fixture(params=[(1024, 65_535), (4, 7)])
def limits(request, monkeypatch):
    """Blocks as they are, and so short and narrow that some files do not fit in."""
    for name, value in zip(("_BLOCK", "_FAR"), request.param, strict=True):
        monkeypatch.setattr(module, name, value)


@given(
    st.integers(0, 40).flatmap(
        lambda size: st.tuples(*[arrays(np.int32, size, elements=kind) for kind in (SYMBOLS, *[NUMBERS] * 4)])
    ),
    st.integers(0, 40),
    st.integers(0, 40),
)
def test_any_columns_come_out_as_they_were(numbers, begin, end):
    columns = Columns(*numbers)
    made = folded(columns)
    assert same(made, columns)
    assert same(made.part(begin, end), columns.part(begin, end))
    label, parent, *spans = made
    first, second, third, fourth, fifth = made
    assert same((label, parent, *spans), columns)
    assert same((first, second, third, fourth, fifth), columns)
    assert same((*made[:3], made[3], made[-1]), columns)
    assert same(Columns(*made), columns)
    assert same(Columns.joined([made, made]), Columns.joined([columns, columns]))
    assert same(pickle.loads(pickle.dumps(made)), columns)
    assert same(made._replace(end=columns.start)[:4], columns._replace(end=columns.start)[:4])


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize("name", ["gold.mrg", "linkgrammar.mrg", "bllip-5best.nbest", "gold.conllu"])
def test_trees_of_a_file_are_the_same(name):
    bank = load(DEMO / name)
    made = bank.folded()
    assert isinstance(made.columns, FoldedColumns)
    assert same(made.columns, bank.columns)
    assert [str(sentence.tree) for sentence in made] == [str(sentence.tree) for sentence in bank]
    for number in (0, len(bank) // 2, len(bank.first) - 2):
        assert same(made.tree(number).columns, bank.tree(number).columns)
        assert made.tree(number).location(0) == bank.tree(number).location(0)
    some = [3, 1]
    assert same(made.some(some).columns, bank.some(some).columns)
    assert same(prepare(made, preset("collins")).bank.columns, prepare(bank, preset("collins")).bank.columns)
    assert made.digest == bank.digest


def test_a_large_file_takes_less_than_half_the_room():
    columns = load(DEMO / "gold.mrg").columns
    assert 2 * folded(columns).nbytes < columns.nbytes
