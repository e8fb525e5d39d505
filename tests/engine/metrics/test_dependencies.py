"""Dependencies over corpora: USD and LSD from heads, UAS and LAS from CoNLL-U, against a plain scorer and by hand."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import read_text
from strategies import dependencies
from tree_pairs import PREPARATIONS, both_prepared, tree_pairs

from treelens.engine import formats
from treelens.engine.align.arcs import compare_arcs
from treelens.engine.align.headed import headed
from treelens.engine.formats import brackets, conllu
from treelens.engine.metrics import METRICS
from treelens.engine.metrics.dependencies import FAMILIES
from treelens.engine.prepare import Preparation, prepare
from treelens.engine.scoring import compare

RAW = Preparation("raw")
HEADS, FILES = FAMILIES
NAMES = ("gold", "test", "attached", "labelled")


@given(pairs=st.lists(tree_pairs(discontinuous=True), min_size=1, max_size=4), preparation=PREPARATIONS)
def test_in_bulk_as_one_by_one(pairs, preparation):
    gold, test, numbers = both_prepared(pairs, preparation)
    counts = HEADS.count(gold, test, numbers)
    for row, (one, other) in enumerate(numbers.tolist()):
        found = compare_arcs(headed(gold, one, "gold"), headed(test, other, "system"), preparation)
        wanted = [*map(len, found.taking_part), len(found.attached), len(found.labelled)]
        assert [int(counts[name][row]) for name in NAMES] == wanted


def scores(gold: str, system: str, names: str, how=brackets) -> list[float | None]:
    found = compare(prepare(read_text(how, gold), RAW), read_text(how, system), RAW)
    return [found.tally(METRICS[name]).micro for name in names.split()]


def test_usd_and_lsd_by_hand():
    """Of six words, “with” hangs elsewhere, and “glasses” hangs by another phrase; the head of all counts as well."""
    gold = "(S (NP (PRP She)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NN glasses)))))"
    system = "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (WHPP (IN with) (NP (NN glasses))))))"
    assert scores(gold, system, "usd lsd") == [5 / 6, 4 / 6]


def test_uas_needs_conllu_on_both_sides():
    text = "(S (NP (PRP She)) (VP (VBD saw)))"
    assert scores(text, text, "uas las uas-nopunct las-nopunct usd") == [None, None, None, None, 1.0]


def written(rows: list[tuple[str, str, int, str]], ranges: dict[int, str] | None = None) -> str:
    lines = []
    for number, (form, tag, head, relation) in enumerate(rows, 1):
        if ranges and number in ranges:
            lines.append("\t".join([f"{number}-{number + 1}", ranges[number], *["_"] * 8]))
        lines.append("\t".join([str(number), form, "_", tag, "_", "_", str(head), relation, "_", "_"]))
    return "\n".join(lines) + "\n\n"


def test_uas_and_las_by_hand():
    gold = written(
        [
            ("She", "PRON", 2, "nsubj"),
            ("left", "VERB", 0, "root"),
            ("home", "NOUN", 2, "obl:tmod"),
            (".", "PUNCT", 2, "punct"),
        ]
    )
    system = written(
        [("She", "PRON", 3, "nsubj"), ("left", "VERB", 0, "root"), ("home", "NOUN", 2, "obl"), (".", "X", 2, "dep")]
    )
    assert scores(gold, system, "uas las uas-nopunct las-nopunct", conllu) == [3 / 4, 2 / 4, 2 / 3, 2 / 3]


def test_words_that_are_cut_differently_are_errors_of_their_side():
    gold = written(
        [("can", "AUX", 3, "aux"), ("not", "PART", 3, "advmod"), ("go", "VERB", 0, "root"), ("!", "PUNCT", 3, "punct")]
    )
    system = written([("cannot", "AUX", 2, "aux"), ("go", "VERB", 0, "root"), ("!", "PUNCT", 2, "punct")])
    assert scores(gold, system, "uas las uas-nopunct", conllu) == [4 / 7, 4 / 7, 2 / 5]


def test_tokens_of_several_words():
    rows = [("de", "ADP", 3, "case"), ("le", "DET", 3, "det"), ("pain", "NOUN", 0, "root")]
    gold, system = written(rows, {1: "du"}), written([("du", "ADP", 2, "case"), ("pain", "NOUN", 0, "root")])
    assert scores(gold, gold, "uas", conllu) == [1.0]
    assert scores(gold, system, "uas", conllu) == [2 / 5]


@given(one=dependencies(), data=st.data())
def test_uas_is_the_usd_of_dependencies(one, data):
    other = data.draw(dependencies().filter(lambda heads: len(heads) == len(one)))
    texts = [written([(f"w{n}", "X", head, "dep") for n, head in enumerate(heads, 1)]) for heads in (one, other)]
    uas, usd = scores(*texts, "uas usd", conllu)
    assert uas == usd == sum(a == b for a, b in zip(one, other, strict=True)) / len(one)


def plain_scores(gold: str, system: str) -> tuple[float, float]:
    """Score two files of the same words by reading their columns."""
    lines = [Path(path).read_text(encoding="utf-8").splitlines() for path in (gold, system)]
    cells = [[line.split("\t") for line in side] for side in lines]
    rows = [[row for row in side if row[0].isdigit()] for side in cells]
    attached = [(a, b) for a, b in zip(*rows, strict=True) if a[6] == b[6]]
    labelled = [1 for a, b in attached if a[7].split(":")[0] == b[7].split(":")[0]]
    return len(attached) / len(rows[0]), len(labelled) / len(rows[0])


@pytest.mark.slow
@pytest.mark.parametrize("system", ["udpipe_parsito_goldpos", "ud_from_linkgrammar", "ud_from_berkeley_sm4"])
def test_real_parsers(shared, system):
    """The figures that the scorer of the shared task prints for these files."""
    known = {
        "udpipe_parsito_goldpos": (84.84, 82.83),
        "ud_from_linkgrammar": (48.55, 41.14),
    }
    paths = [str(shared / "data/gum" / name) for name in ("gold.conllu", f"dep_systems/{system}.conllu")]
    found = compare(prepare(formats.load(paths[0]), RAW), formats.load(paths[1]), RAW)
    uas, las = (found.tally(METRICS[name]).micro for name in ("uas", "las"))
    assert (uas, las) == pytest.approx(plain_scores(*paths), abs=1e-12)
    if system in known:
        assert (round(100 * uas, 2), round(100 * las, 2)) == known[system]
    assert found.tally(METRICS["usd"]).micro == pytest.approx(uas, abs=1e-12)
    assert found.tally(METRICS["lsd"]).micro == pytest.approx(las, abs=2e-3)  # but for the relation of the head of all
    assert np.count_nonzero(np.isnan(found.scores(METRICS["las-nopunct"]))) <= 1
