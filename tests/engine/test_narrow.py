"""Columns in little room come out as they went in, to the last bit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from treelens.engine import narrow
from treelens.engine.metrics.base import Narrow
from treelens.engine.metrics.fragment_lines import NarrowLines
from treelens.engine.narrow import Coded, coded, narrowed, whole

BITS = st.integers(min_value=-(2**63), max_value=2**63 - 1)  # also those of NaN, of infinity, and of 0 below 0


def as_bits(column):
    return whole(column).view(np.int64).tolist()


@given(st.lists(BITS, min_size=1, max_size=5).flatmap(lambda few: st.lists(st.sampled_from(few), min_size=1)))
def test_every_float_comes_out_as_it_was(bits):
    column = np.array(bits, dtype=np.int64).view(np.float64)
    before, narrow._SHORT = narrow._SHORT, 0
    try:
        assert as_bits(coded(column)) == bits
    finally:
        narrow._SHORT = before


def test_few_values_take_little_room_and_many_stay():
    few = np.tile([1 / 3, 0.5, np.nan, 0.0, -0.0], 20_000)
    made = coded(few)
    assert isinstance(made, Coded)
    assert made.nbytes < few.nbytes / 7
    assert as_bits(made) == few.view(np.int64).tolist()
    many = np.random.default_rng(1).random(100_000)
    assert coded(many) is many
    assert coded(few[:100]) is not made, "a short column is not looked at"


@given(arrays(np.int64, st.integers(0, 20), elements=BITS))
def test_whole_numbers_come_out_as_they_were(column):
    assert narrowed(column).tolist() == column.tolist()


def test_a_column_without_news_takes_no_room():
    made = narrowed(np.full(100_000, -3))
    assert made.strides == (0,)
    assert made.tolist() == [-3] * 100_000


def test_columns_are_as_wide_as_others_when_they_are_asked_for():
    columns = {"count": np.arange(9000, dtype=np.int32) % 7, "share": np.arange(9000) % 7 / 7}
    made = Narrow.of(columns)
    assert {name: column.dtype.name for name, column in made.items()} == {"count": "int64", "share": "float64"}
    assert all(np.array_equal(made[name], column) for name, column in columns.items())
    assert sum(column.nbytes for column in made.columns.values()) < 20_000
    joined = {name: np.concatenate([column, column]) for name, column in columns.items()}
    both = Narrow({name: np.concatenate([whole(made.columns[name])] * 2) for name in made})
    assert all(np.array_equal(both[name], column) for name, column in joined.items())


LINES = arrays(
    np.int64,
    st.tuples(st.integers(0, 12), st.just(4)),
    elements=st.sampled_from([0, 1, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**63 - 1]),
)


@given(LINES, st.integers(0, 12), st.integers(0, 12))
def test_lines_of_counts_come_out_as_they_were(numbers, begin, end):
    lines = NarrowLines.of(numbers)
    assert len(lines) == len(numbers)
    assert lines.whole().tolist() == numbers.tolist()
    assert lines[begin:end].tolist() == numbers[begin:end].tolist()


def test_small_counts_take_a_byte_each():
    assert NarrowLines.of(np.full((1000, 4), 255)).nbytes == 5000
