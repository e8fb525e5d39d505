"""Meanings: what can be done with them, what they consist of, and when two are equivalent."""

import time
from collections import Counter

import pytest
from fourteen import GOLD, SYSTEM
from small_profiles import RAIN, meaning

from treelens.engine.semantics import State, compare_many, compare_meanings, meaning_of
from treelens.engine.semantics.compare import COLUMNS, equivalent
from treelens.engine.semantics.meanings import PARTS


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (RAIN, State.FINE),
        ("", State.MISSING),
        (None, State.MISSING),
        ("  ", State.MISSING),
        ("[ LTOP: h0 RELS: <", State.BROKEN),
        ("no meaning at all", State.BROKEN),
        (RAIN.replace("<3:9>", ""), State.NO_POSITIONS),
        (RAIN.replace("<3:9>", "<-1:-1>"), State.NO_POSITIONS),
        ("[ LTOP: h0 INDEX: e2 [ e ] RELS: < > HCONS: < > ]", State.NO_POSITIONS),
    ],
)
def test_states(text, state):
    assert meaning_of(text).state == state


def test_what_elementary_dependencies_consist_of():
    parts = meaning_of(GOLD.mrs).triples
    assert parts["names"] == Counter(
        {((4, 7), "_dog_n_1"): 1, ((8, 12), "_see_v_1"): 1, ((13, 17), "named"): 1},
    )
    assert parts["arguments"] == Counter({((8, 12), "ARG1", (4, 7)): 1, ((8, 12), "ARG2", (13, 17)): 1})
    assert parts["constants"] == Counter({((13, 17), "Cats"): 1})
    assert parts["properties"][(4, 7), "NUM", "sg"] == 1
    assert set(parts) == set(PARTS)


def test_as_pydelphin_counts_them():
    from delphin import edm, eds
    from delphin.codecs import simplemrs

    gold, system = (eds.from_mrs(simplemrs.decode(one.mrs)) for one in (GOLD, SYSTEM))
    row = dict(zip(COLUMNS, compare_many([(GOLD.mrs, SYSTEM.mrs)])[0], strict=True))
    weights = ("name_weight", "argument_weight", "constant_weight", "property_weight", "top_weight")
    for chosen, part in zip(weights, PARTS, strict=True):
        theirs = edm.compute([gold], [system], **{weight: float(weight == chosen) for weight in weights})
        both, total = row[f"{part}-both"], row[f"{part}-gold"]
        assert theirs.recall == pytest.approx(both / total if total else 0)


def test_other_variables_do_not_matter():
    assert equivalent(meaning_of(RAIN), meaning_of(meaning(("_rain_v_1", 0, 1), first=5))) is True
    assert equivalent(meaning_of(RAIN), meaning_of(meaning(("_snow_v_1", 3, 9)))) is False
    assert equivalent(meaning_of(GOLD.mrs), meaning_of(GOLD.mrs.replace("ARG1", "ARG3"))) is False


def test_a_search_has_an_end():
    # Many predications that nothing tells apart, but for one link at the end of a long search.
    many = [("_x_v_1", 0, 1)] * 40
    one, other = meaning_of(meaning(*many)), meaning_of(meaning(*many, first=3))
    begun = time.monotonic()
    assert equivalent(one, other, limit=0.0) is None
    assert compare_meanings(one, other, limit=0.0).equivalent == -1
    assert time.monotonic() - begun < 5


def test_meanings_of_no_use_are_not_compared():
    assert compare_meanings(meaning_of(RAIN), meaning_of("")).equivalent == -2
    found = compare_meanings(meaning_of(RAIN), meaning_of(RAIN.replace("<3:9>", "")))
    assert (found.equivalent, found.test_state, sum(found.parts)) == (1, State.NO_POSITIONS, 0)


def test_what_is_wrong_with_a_text_is_said_in_a_line():
    assert meaning_of("[ ").why == "it ends too early"
    assert meaning_of("[ TOP: h0 INDEX: e2 [ e ] RELS: < [ x<0:1> LBL h1 ] > ]").why == (
        "expected: a feature at letter 44, before 'LBL h1 ] > ]'"
    )
