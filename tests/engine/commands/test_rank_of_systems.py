"""``treelens rank`` of several systems, and filters on the command line."""

import json
from pathlib import Path

import pytest

from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, BERKELEY, STANFORD, LINK = (str(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "stanford", "linkgrammar"))


@pytest.fixture
def ranked(treelens):
    """Rank by f1 and return the JSON."""
    return lambda *arguments: json.loads(treelens("rank", GOLD, *arguments, "--by", "f1", "--format", "json")[1])


def test_two_systems_by_their_scores(ranked):
    found = ranked(BERKELEY, STANFORD, "--gap", "scores")
    gaps = [one["gap"] for one in found["sentences"]]
    assert gaps == [pytest.approx(one["values"][0] - one["values"][1], abs=1e-9) for one in found["sentences"]]
    assert [abs(gap) for gap in gaps] == sorted(map(abs, gaps), reverse=True)
    assert found["kendall_tau"] is not None


def test_many_systems_by_how_far_apart_they_are(ranked):
    found = ranked(BERKELEY, STANFORD, LINK)
    for one in found["sentences"]:
        known = [value for value in one["values"] if value is not None]
        assert one["gap"] == pytest.approx(max(known) - min(known), abs=1e-9)
    unparsed = next(one for one in found["sentences"] if one["id"] == 118)
    assert unparsed["values"][2] is unparsed["ranks"][2] is None


def test_who_has_what_right(ranked):
    found = ranked(BERKELEY, STANFORD)
    right = [[value == 1 for value in one["values"]] for one in found["sentences"]]
    assert found["right"] == {
        "all": right.count([True, True]),
        "none": right.count([False, False]),
        "only": {"berkeley": right.count([True, False]), "stanford": right.count([False, True])},
    }


def test_filters(treelens, ranked):
    everything, some = ranked(BERKELEY, STANFORD), ranked(BERKELEY, STANFORD, "--where", "only:berkeley len:<12")
    expected = [one for one in everything["sentences"] if one["values"][0] == 1 > one["values"][1]]
    expected = [one for one in expected if len(one["words"].split()) < 12]
    assert some["sentences"] == expected != []
    table = treelens("rank", GOLD, BERKELEY, STANFORD, "--by", "f1", "--where", "error:PP")[1]
    assert " of 120 sentences" in table
    assert "right: all" in table


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([BERKELEY, "--gap", "scores"], "--gap scores is of systems under one measure"),
        ([BERKELEY, "--gap", "both"], "--gap takes ranks, scores, not 'both'"),
        ([BERKELEY, "--where", "rigth:all"], "--where: there is no field rigth:; did you mean right:?\n  rigth:all\n"),
        ([BERKELEY, "--where", "right:stanford"], "--where: no system is called stanford"),
    ],
)
def test_mistakes(treelens, arguments, said):
    code, out, err = treelens("rank", GOLD, *arguments, "--by", "f1")
    assert (code, out) == (2, "")
    assert err.startswith(said)
