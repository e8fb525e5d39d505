"""PARSEVAL: the fast counting against a plain one, on random trees under random parameters."""

import numpy as np
import plain_evalb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.align.spans import COLUMNS, count_pair
from treelens.engine.formats import brackets
from treelens.engine.metrics import METRICS, choose, parseval
from treelens.engine.metrics.evalb import evalb_report
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Node, tree_of

LABELS = ["S", "NP", "NP-SBJ", "VP", "TOP", "TOP-1", "ADVP", "PRT", "X=2", "-FOO", "", ":"]
TAGS = ["NN", "VB", "-NONE-", ",", "''", "POS", ":", "NN-X", "PRT"]
WORDS = ["a", "b", "A", "'", '"']


def lines(bank_text: str) -> Treebank:
    return Treebank.joined(brackets.read_lines(Source("test", bank_text.encode(), raw=True)))


@st.composite
def trees(draw, words):
    """A random bracketing of the given words, tags drawn for each; unary chains and empty brackets too."""

    def label():
        return draw(st.sampled_from(LABELS))

    parts = [f"({draw(st.sampled_from(TAGS))} {word})" for word in words]
    for _ in range(draw(st.integers(0, 8))):
        if not parts:
            break
        begin = draw(st.integers(0, len(parts) - 1))
        end = draw(st.integers(begin, min(len(parts), begin + 4)))
        space = draw(st.sampled_from(["", " "])) if begin < end else ""
        parts[begin:end] = [f"({label()}{' ' if begin < end else ''}{' '.join(parts[begin:end])}{space})"]
    return " ".join(parts)


@st.composite
def pairs(draw):
    """Gold and test lines over the same words, mostly."""
    words = draw(st.lists(st.sampled_from(WORDS), max_size=8))
    other = words if draw(st.booleans()) else draw(st.lists(st.sampled_from(WORDS), max_size=8))
    gold, test = draw(trees(words)), draw(trees(other))
    unclosed = test[:-1].rstrip().endswith(")") and draw(st.integers(0, 9)) == 0
    return gold, test[:-1] if unclosed else test


some = st.lists(st.sampled_from([*LABELS, *TAGS]), max_size=6, unique=True).map(tuple)
equalities = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from([*LABELS, *TAGS])), max_size=3).map(tuple)
preparations = st.builds(
    Preparation,
    name=st.just("random"),
    delete=some,
    uncounted=some,
    quote_labels=some,
    equal_labels=equalities,
    equal_words=st.sampled_from([(), (("a", "A"),), (("a", "A"), ("A", "b"))]),
    labelled=st.booleans(),
    evalb_labels=st.just(True),
    drop_empty=st.just(True),
)


def rows(gold: list[str], test: list[str], preparation: Preparation) -> list[tuple[int, ...]]:
    """Read the numbers back from the report."""
    report = evalb_report(lines("\n".join(gold) + "\n"), lines("\n".join(test) + "\n"), preparation)
    body = "".join(report.out).split("=" * 76 + "\n")[1].splitlines()
    cells = [line.split() for line in body]
    return [tuple(int(row[i]) for i in (2, 1, 5, 6, 7, 8, 9, 10)) for row in cells]


@given(st.lists(pairs(), min_size=1, max_size=5), preparations)
def test_counts_equal_the_plain_ones(lines_, preparation):
    gold, test = [pair[0] for pair in lines_], [pair[1] for pair in lines_]
    expected = [plain_evalb.compare(*pair, preparation) for pair in lines_]
    assert rows(gold, test, preparation) == expected


def counts_of(gold: str, test: str, preparation: Preparation) -> dict[str, int]:
    banks = [Treebank.joined(brackets.read(Source("test", text.encode()))) for text in (gold, test)]
    prepared = [prepare(bank, preparation) for bank in banks]
    found = parseval.count(*prepared, np.zeros((1, 2), dtype=np.int64))
    return {name: int(column[0]) for name, column in found.items()}


def test_attachment_case():
    """A final "Friday" attached low: 4 of 8 and 7 brackets match."""
    gold = (
        "(S (NP (DT The) (NN committee)) (VP (VBD approved) (NP (NP (DT the) (NN budget)) (PP (IN for) "
        "(NP (JJ new) (NNS laptops)))) (NP (NNP Friday))) (. .))"
    )
    test = gold.replace("(NNS laptops))))", "(NNS laptops) (NNP Friday))))").replace(" (NP (NNP Friday)))", ")")
    counts = counts_of(gold, test, preset("raw"))
    assert (counts["gold"], counts["test"], counts["matched"]) == (8, 7, 4)


def test_discontinuous_brackets_match_by_their_words():
    def tree(first, second, third):
        """(S (VP first second) third), words given by position."""
        nodes = [Node("S", -1), Node("VP", 0)]
        for above, position in ((1, first), (1, second), (0, third)):
            nodes += [Node("T", above), Node("abc"[position], len(nodes), position)]
        return tree_of(nodes)

    one, other = tree(0, 2, 1), tree(0, 1, 2)
    assert one.gaps == {1: (0, 2)}
    assert count_pair(one, one, preset("raw"))[1:6] == [2, 2, 2, 2, 0]
    assert count_pair(one, other, preset("raw"))[1:6] == [2, 2, 1, 1, 1]


@pytest.mark.parametrize("name", ["recall", "precision", "f1"])
def test_undefined_where_nothing_is_to_find(name):
    counts = {column: np.array([0, 2]) for column in COLUMNS}
    scores = METRICS[name].scores(counts)
    assert np.isnan(scores[0])
    assert scores[1] == 1
    tally = parseval.FAMILY.tally(METRICS[name], counts, np.array([True, True]))
    assert (tally.micro, tally.macro, tally.n, tally.missing) == (1, 1, 1, 1)


def test_counts_are_summed_not_averaged():
    counts = {column: np.array([1, 3]) for column in COLUMNS}
    tally = parseval.FAMILY.tally(METRICS["crossing"], counts, np.array([True, True]))
    assert (tally.micro, tally.macro) == (4, 2)


def test_groups_and_names():
    assert [metric.name for metric in choose(["evalb"])][:3] == ["recall", "precision", "f1"]
