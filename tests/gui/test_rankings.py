"""Rankings as they are chosen: in words, written down, and as orders of sentences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.metrics import METRICS
from treelens.gui.models.chosen import ChosenColumn
from treelens.gui.models.ranking import Column, Earlier, Ranking
from treelens.gui.rankings import PRESETS, ChosenRanking, chosen_from

NAMES = ["berkeley", "v2.1 (new)", "reversed", "it's"]
MEASURES = st.sampled_from(list(METRICS.values()))
COLUMNS = st.builds(ChosenColumn, MEASURES, st.sampled_from([None, *NAMES]))
RANKINGS = st.one_of(
    st.builds(ChosenRanking, st.sampled_from(["file", "length"]), st.just(()), st.booleans()),
    st.builds(ChosenRanking, st.just("score"), st.tuples(COLUMNS), st.booleans()),
    st.builds(ChosenRanking, st.just("gap"), st.tuples(COLUMNS, COLUMNS), st.booleans()),
    st.builds(ChosenRanking, st.just("gain"), st.tuples(COLUMNS), st.booleans()),
    st.builds(ChosenRanking, st.just("spread"), st.tuples(st.builds(ChosenColumn, MEASURES, st.none())), st.booleans()),
    st.builds(
        lambda metric, one, other, turned: ChosenRanking(
            "difference", (ChosenColumn(metric, one), ChosenColumn(metric, other)), turned
        ),
        MEASURES,
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.booleans(),
    ),
)


@given(RANKINGS)
def test_what_is_written_down_is_read_back(ranking):
    assert ChosenRanking.from_text(str(ranking), NAMES) == ranking


@pytest.mark.parametrize(
    "text",
    ["gap e-dice t-dice", "systems f1 berkeley stanford", "score f1", "length", "file", "score f1 reversed"],
)
def test_the_written_form_is_plain(text):
    assert str(ChosenRanking.from_text(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "gap f1",
        "gap f1 gone",
        "score",
        "score f1 f1",
        "file file",
        "systems f1 berkeley",
        "score 'f1",
        "score x.f1",
    ],
)
def test_what_does_not_exist_is_none(text):
    assert ChosenRanking.from_text(text, NAMES) is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("gap e-dice t-dice", "by gap E Dice − T Dice"),
        ("gap e-dice t-dice reversed", "by gap E Dice − T Dice, smallest first"),
        ("gap a.e-dice a.t-dice", "by gap E Dice − T Dice of a"),
        ("gap a.e-dice t-dice", "by gap E Dice of a − T Dice"),
        ("systems f1 a b", "by gap a − b, F1"),
        ("score t-cost", "by T cost, worst first"),
        ("score a.f1 reversed", "by F1 of a, best first"),
        ("length", "longest first"),
        ("file reversed", "as in the file, backwards"),
    ],
)
def test_labels(text, label):
    assert ChosenRanking.from_text(text).label() == label


def test_explanations():
    assert PRESETS[0].explanation() == "ranked by |rank(E Dice) − rank(T Dice)|, largest first"
    assert ChosenRanking("length").explanation() == "ranked longest first"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("score f1", Ranking.by_score(2, METRICS["f1"])),
        ("score f1 reversed", Ranking.by_score(2, METRICS["f1"], descending=True)),
        ("score berkeley.t-cost", Ranking.by_score(0, METRICS["t-cost"], descending=True)),
        ("gap e-dice t-dice", Ranking.by_measures(2)),
        ("systems f1 berkeley reversed", Ranking.by_systems(0, 2, METRICS["f1"])),
        ("length", Ranking.by_length(descending=True)),
        ("file", Ranking.as_in_file()),
    ],
)
def test_the_system_that_is_looked_at_is_filled_in(text, expected):
    assert ChosenRanking.from_text(text, NAMES).ranking(2, NAMES) == expected


@given(RANKINGS, st.integers(0, 3))
def test_from_a_ranking_back_to_what_was_chosen(ranking, looked_at):
    order = ranking.ranking(looked_at, NAMES)
    assert chosen_from(order, looked_at, NAMES).ranking(looked_at, NAMES) == order


def test_a_system_that_is_not_there():
    assert ChosenRanking.from_text("score gone.f1").ranking(0, NAMES) is None
    assert ChosenColumn.from_text("gone.f1").column(0, NAMES) is None
    assert ChosenColumn.from_text("v2.1 (new).f1").column(0, NAMES) == Column(1, METRICS["f1"])


def test_systems_are_ranked_by_how_far_their_scores_are_apart():
    scores = {
        0: np.array([0.5, 0.9, 0.4, np.nan]),
        1: np.array([0.6, 0.2, 0.4, 0.1]),
        2: np.array([0.1, 0.9, 0.4, 0.3]),
    }
    read = lambda column: scores[column.system] + isinstance(column, Earlier)  # noqa: E731
    difference = ChosenRanking.from_text("difference f1 a b").ranking(0, ["a", "b", "c"])
    assert difference.order(read, np.zeros(4)).tolist() == [1, 0, 2, 3]
    assert np.allclose(difference.contrast(read)[:3], [-0.1, 0.7, 0.0])
    spread = ChosenRanking.from_text("spread f1").ranking(0, ["a", "b", "c"])
    assert np.allclose(spread.contrast(read), [0.5, 0.7, 0.0, 0.2])
    assert spread.order(read, np.zeros(4)).tolist() == [1, 0, 3, 2]
    gain = ChosenRanking.from_text("gain t-cost").ranking(1, ["a", "b", "c"])
    assert gain.contrast(read).tolist() == [1.0] * 4  # it cost one more before


@pytest.mark.parametrize("text", ["difference f1 a b", "spread t-dice", "gain f1", "gain a.f1 reversed"])
def test_a_ranking_that_is_in_use_is_named_as_it_was_chosen(text):
    ranking = ChosenRanking.from_text(text)
    assert str(chosen_from(ranking.ranking(2, ["a", "b", "c"]), 2, ["a", "b", "c"])) == text
    assert ranking.label()
    assert ranking.explanation().startswith("ranked")
