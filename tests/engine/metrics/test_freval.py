"""FREVAL: counting in bulk against counting pair by pair, the scores by hand, and the released program's output."""

from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import read_text
from tree_pairs import PREPARATIONS, both_prepared, prepared, tree_pairs

from treelens.engine import formats
from treelens.engine.align.fragments import FragmentCounts, count_fragments, fragment_counts
from treelens.engine.formats import brackets
from treelens.engine.metrics import parseval
from treelens.engine.metrics.base import Tally
from treelens.engine.metrics.fragment_scores import Size, Summary, Variant, f1_of_sums, summary
from treelens.engine.metrics.fragment_table import FragmentTable
from treelens.engine.metrics.freval import FAMILY, METRICS, VARIANTS, count
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.prepare.apply import Prepared

RAW = Preparation("raw")
#: Bastings and Sima'an's settings: EVALB's new.prm with ROOT.
RELEASED = Preparation(
    "freval",
    delete=("TOP", "S1", "-NONE-", ",", ":", "``", "''", ".", "?", "!", "ROOT"),
    uncounted=("-NONE-",),
    equal_labels=(("ADVP", "PRT"),),
    evalb_labels=True,
    drop_empty=True,
)


def table_of(gold: Prepared, system: Prepared, largest: int | None = None) -> FragmentTable:
    rows = np.stack([np.arange(len(gold.bank))] * 2, axis=1)
    return count(gold, system, rows, largest=largest)


def of_texts(gold: str, system: str) -> FragmentTable:
    return table_of(*(prepare(read_text(brackets, text), RAW) for text in (gold, system)))


PAIRS = st.booleans().flatmap(lambda flag: st.lists(tree_pairs(discontinuous=flag), min_size=1, max_size=5))


@given(PAIRS, PREPARATIONS, st.sampled_from([None, 1, 2, 4]))
def test_bulk_counts_equal_single_ones(pairs, preparation, largest):
    gold, system, rows = both_prepared(pairs, preparation)
    table = count(gold, system, rows, largest=largest)
    for row in range(len(pairs)):
        expected = count_fragments(gold.bank.tree(row), system.bank.tree(row), preparation, largest)
        assert table.defined[row] == (expected is not None)
        assert table[row] == (expected or FragmentCounts())


@given(PAIRS, PREPARATIONS, st.data())
def test_rows_add_up(pairs, preparation, data):
    table = count(*both_prepared(pairs, preparation))
    times = np.array([data.draw(st.integers(0, 3)) for _ in pairs])
    expected = FragmentCounts()
    for row, often in enumerate(times):
        for _ in range(often):
            expected += table[row]
    assert table.total(times) == expected
    assert table.total() == table.total(np.ones(len(pairs), dtype=np.bool_))


@given(PAIRS, PREPARATIONS)
def test_scores_of_sentences(pairs, preparation):
    table = count(*both_prepared(pairs, preparation))
    for variant in VARIANTS.values():
        for row, score in enumerate(table.scores(variant).tolist()):
            expected = summary(table[row], variant.largest, code=variant.code).f1
            assert score == pytest.approx(np.nan if expected is None else expected, nan_ok=True)


@given(PAIRS, PREPARATIONS, st.data())
def test_scores_of_any_choice_of_sentences_are_made_of_sums(pairs, preparation, data):
    table = count(*both_prepared(pairs, preparation))
    chosen = np.array([data.draw(st.booleans()) for _ in pairs])
    for variant in VARIANTS.values():
        sums = table.by_size(chosen, variant).sum(axis=1)
        expected = summary(table.total(chosen), variant.largest, code=variant.code).f1
        assert f1_of_sums(sums[np.newaxis])[0] == pytest.approx(np.nan if expected is None else expected, nan_ok=True)


def flat_tree(children: int) -> str:
    return "(S " + " ".join(f"(NP (N a{i}) (N b{i}))" for i in range(children)) + ")"


@pytest.mark.parametrize("children", [10, 60, 61, 62, 63, 64, 100])
def test_counts_beyond_64_bits(children):
    """A flat node with so many children, next to a small tree: exact on both sides of what 64 bits hold."""
    table = of_texts(f"{flat_tree(children)}\n(S (X a))\n", f"{flat_tree(children)}\n(S (X a))\n")
    expected = tuple(fragment_counts([-1] + [0] * children))
    assert table[0] == FragmentCounts(expected, expected, expected, expected)
    assert table.total().gold == (expected[0] + 1, *expected[1:])
    assert table.scores(VARIANTS["freval"]).tolist() == [1, 1]


def test_sums_beyond_64_bits():
    """Counts that fit one by one need not fit when added up."""
    numbers = np.full((3, 4), 2**62, dtype=np.int64)
    table = FragmentTable(np.arange(4), numbers, np.ones(3, dtype=np.bool_), {})
    assert table.total().gold == (3 * 2**62,)


def test_counts_beyond_any_float_are_scored():
    gold, system = f"{flat_tree(1100)}\n(S (X a))\n", f"{flat_tree(1100).replace('NP', 'X', 300)}\n(S (X a))\n"
    table = of_texts(gold, system)
    assert max(table.total().gold) > 10**309
    sums = table.by_size(np.array([True, True]), VARIANTS["freval"]).sum(axis=1)
    assert f1_of_sums(sums[np.newaxis])[0] == pytest.approx(summary(table.total()).f1)


def test_in_threads():
    text = "".join(f"{flat_tree(number % 7 + 1)}\n" for number in range(2500))
    gold, system = prepare(read_text(brackets, text), RAW), prepare(read_text(brackets, text), RAW)
    rows = np.stack([np.arange(2500)] * 2, axis=1)
    one, many = count(gold, system, rows, jobs=1), count(gold, system, rows, jobs=3)
    assert one.total() == many.total()
    assert one.numbers.tolist() == many.numbers.tolist()


def test_spread_over_sentences():
    table = of_texts("(S (X a))\n(S (NP (X a) (X b)))\n", "(S (X a))\n(S (NP (X a) (X b)))\n")
    wide = table.spread(np.array([1, 3]), 5)
    assert wide.defined.tolist() == [False, True, False, True, False]
    assert [wide[row].gold for row in range(5)] == [(), (1,), (), (2, 1), ()]
    assert wide.total() == table.total()
    variant = VARIANTS["freval"]
    assert np.isnan(wide.scores(variant)).tolist() == [True, False, True, False, True]
    compared = np.array([True, True, True, False, False])
    assert FAMILY.tally(METRICS[3], wide, compared) == Tally(1.0, None, 1, 4, (Size(1, 1, 1, 1, 1.0, 1.0, 1.0),))


def test_spread_keeps_what_is_apart():
    table = of_texts(f"{flat_tree(70)}\n", f"{flat_tree(70)}\n")
    assert list(table.apart) == [0]
    assert table.spread(np.array([2]), 3)[2] == table[0]


COUNTS = FragmentCounts(gold=(8, 4, 2), system=(4, 4, 4, 1), common=(4, 1), code=(4, 2))


def test_sizes():
    found = summary(COUNTS)
    assert found.sizes[0] == Size(1, 8, 4, 4, 1.0, 0.5, 2 / 3)
    assert found.sizes[2] == Size(3, 2, 4, 0, 0.0, 0.0, 0.0)
    assert found.sizes[3] == Size(4, 0, 1, 0, 0.0, None, 0.0)
    assert list(found.sizes[0]._asdict()) == ["size", "gold", "system", "matched", "precision", "recall", "f1"]
    assert (found.precision, found.recall) == (1.25 / 4, 0.75 / 4)
    assert found.f1 == pytest.approx(2 * 1.25 * 0.75 / 2 / 4)


def test_fewer_sizes():
    assert summary(COUNTS, 1).f1 == summary(COUNTS).sizes[0].f1
    assert summary(COUNTS, 2).precision == 0.625
    assert summary(COUNTS, 25) == summary(COUNTS)
    assert len(summary(COUNTS, 2).sizes) == 2


def test_weights():
    assert summary(COUNTS, weights=[1] * 15) == summary(COUNTS, 15)
    assert summary(COUNTS, weights=[3, 1]).precision == 0.8125
    assert summary(COUNTS, weights=[0, 2]).recall == 0.25
    assert summary(COUNTS, weights=[0, 0]).f1 is None
    with pytest.raises(ValueError, match="below 0"):
        summary(COUNTS, weights=[1, -1])


def test_geometric_mean():
    found = summary(COUNTS, 2, geometric=True)
    assert found.precision == pytest.approx(0.5)
    assert found.recall == pytest.approx(0.125**0.5)
    assert summary(COUNTS, geometric=True).f1 == 0  # some sizes have no match
    assert summary(COUNTS, 2, weights=[3, 1], geometric=True).precision == pytest.approx(0.25**0.25)


def test_the_released_program_counts_more():
    assert summary(COUNTS, 2, code=True).precision == 0.75


def test_nothing_to_compare():
    assert summary(FragmentCounts()) == Summary(None, None, None, ())
    empty = count(prepared([], RAW), prepared([], RAW), np.zeros((0, 2), dtype=np.int64))
    assert FAMILY.tally(METRICS[0], empty, np.zeros(0, dtype=np.bool_)) == Tally(None, None, 0, 0, ())


def test_names():
    assert [metric.name for metric in METRICS] == [
        *("freval-1", "freval-15", "freval-25", "freval"),
        *("freval-code-1", "freval-code-15", "freval-code-25", "freval-code"),
    ]
    assert VARIANTS["freval-code-15"] == Variant(15, True)


def test_sentences_by_the_usual_door():
    table = of_texts("(S (NP (X a) (X b)) (X c))\n(S (X a))\n", "(S (X a) (X b) (X c))\n(S (X b))\n")
    scores = FAMILY.scores(METRICS[0], table)
    assert scores[0] == pytest.approx(2 / 3)
    assert np.isnan(scores[1])


def shown(above: int, below: int) -> str:
    """Print a share in percent as the released program does: two decimals, halves up."""
    exact = Decimal(100 * above) / below if below else Decimal(0)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def released(folder: Path, name: str) -> tuple[FragmentTable, Prepared]:
    gold, system = (prepare(formats.load(folder / f"{name}.{end}", by_line=True), RELEASED) for end in ("gld", "tst"))
    return table_of(gold, system), gold


FILES = [("short", "short.lim0.out"), ("edge", "edge.out")]


@pytest.mark.parametrize(("name", "output"), FILES)
def test_sentences_of_the_released_program(shared, name, output):
    table, _ = released(shared / "reference/freval", name)
    lines = (shared / "reference/freval" / output).read_text().splitlines()
    rows = [line.split() for line in lines[1 : lines.index("")]]
    expected = [row for row in rows if row[-1] == "OK"]
    found = [
        [str(row + 1), str(size.size), shown(size.matched, size.gold), shown(size.matched, size.system)]
        + [str(number) for number in (size.matched, size.gold, size.system)]
        for row in np.flatnonzero(table.defined)
        for size in summary(table[row], code=True).sizes
    ]
    assert found == [[row[0], *row[2:8]] for row in expected]


@pytest.mark.parametrize(("name", "output"), FILES)
@pytest.mark.parametrize(("title", "longest"), [("All", 1000), ("len<=40", 40), ("len<=25", 25)])
def test_summary_of_the_released_program(shared, name, output, title, longest):
    table, gold = released(shared / "reference/freval", name)
    found = summary(table.total(gold.lengths <= longest), code=True)
    text = (shared / "reference/freval" / output).read_text()
    lines = [line.split() for line in text.split(f"=== Summary ({title}) ===")[1].splitlines()]
    begin = next(number for number, cells in enumerate(lines) if cells[:1] == ["N"])
    end = next(number for number, cells in enumerate(lines) if cells[:1] and set(cells[0]) == {"-"})
    rows = [
        [
            *(str(size.size), shown(size.matched, size.gold), shown(size.matched, size.system)),
            *(shown(2 * size.matched, size.gold + size.system), f"{1 / len(found.sizes):.6f}"),
            *(str(number) for number in (size.matched, size.gold, size.system)),
        ]
        for size in found.sizes
        if size.matched  # it prints no others
    ]
    assert rows == lines[begin + 1 : end]
    assert [f"{100 * (number or 0):.2f}" for number in (found.recall, found.precision, found.f1)] == lines[end + 1]


def test_one_node_is_parseval(shared):
    """On real parses, fragments of one node score what labelled brackets do."""
    folder = shared / "data/wsj"
    gold, system = (
        prepare(formats.load(folder / name), preset("collins")) for name in ("gold.ptb", "systems/bllip.ptb")
    )
    rows = np.stack([gold.original.best(), system.original.best()], axis=1)
    brackets_counted = parseval.count(gold, system, rows)
    f1 = next(metric for metric in parseval.METRICS if metric.name == "f1")
    compared = brackets_counted["outcome"] == 0
    expected = parseval.FAMILY.tally(f1, brackets_counted, compared).micro
    table = count(gold, system, rows)
    for metric in (METRICS[0], METRICS[4]):
        assert FAMILY.tally(metric, table, compared).micro == pytest.approx(expected)
