"""The filter language: what is understood, what is said where it is not, and that writing it down loses nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.errors import KINDS
from treelens.engine.filters import Filter, FilterError, parse
from treelens.engine.filters.logic import Not, all_of, one_of
from treelens.engine.filters.nodes import HasLabel
from treelens.engine.filters.patterns import HasPattern, HasPhenomenon, Lost
from treelens.engine.filters.ranges import Range
from treelens.engine.filters.terms import (
    Differs,
    HasError,
    HasStatus,
    HasTag,
    HasWords,
    Length,
    OwnId,
    Place,
    Score,
)
from treelens.engine.filters.wording import Wording
from treelens.engine.metrics import METRICS
from treelens.engine.scoring import STATUS_NAMES

NUMBERS = st.decimals(0, 1000, places=2).map(float)


def ranges(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Range]:
    """Draw a comparison, or a stretch from one number to another."""
    return st.one_of(
        st.builds(Range, st.sampled_from(["<", "<=", ">", ">=", "="]), numbers),
        st.lists(numbers, min_size=2, max_size=2).map(lambda pair: Range("-", *sorted(pair))),
    )


RANGES = ranges(NUMBERS)
QUOTED = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
PLAIN = st.text("abZé*'.,$1漢", min_size=1, max_size=6)
WORDINGS = st.one_of(st.builds(Wording, QUOTED, st.just(True)), st.builds(Wording, PLAIN))
KINDS_IN_WORDS = st.one_of(
    st.builds(Wording, st.sampled_from(KINDS), st.just(True)),
    st.builds(Wording, st.sampled_from(["", "PP", "coord", "X-over"])),
)
OWNERS = st.one_of(st.none(), st.sampled_from(["berkeley", "a/x.v2", "my system", "-odd", 'say "so"', "gold", "any"]))
NAMES = st.sampled_from(["passive", "dative shift", "yes-no question"])
PATTERNS = st.sampled_from(["NP", 'NP < "a b"', r"/^NP-\w+/ < PP", "S << (NP $ VP)"])
SHAPES = st.one_of(st.builds(HasPattern, PATTERNS), st.builds(HasPhenomenon, NAMES))
MEASURES = st.sampled_from(list(METRICS.values()))
CONDITIONS = st.one_of(
    st.builds(HasWords, WORDINGS),
    st.builds(HasLabel, WORDINGS, owner=OWNERS),
    st.builds(HasPattern, PATTERNS, owner=OWNERS),
    st.builds(HasPhenomenon, NAMES, owner=OWNERS),
    st.builds(Lost, SHAPES, st.booleans(), owner=OWNERS.filter(lambda owner: owner != "gold")),
    st.builds(Length, RANGES),
    st.builds(Place, ranges(st.integers(0, 10**6).map(float))),
    st.builds(OwnId, st.builds(Wording, QUOTED, st.just(True))),
    st.builds(HasTag, WORDINGS),
    st.builds(HasError, KINDS_IN_WORDS, owner=OWNERS),
    st.builds(HasStatus, st.lists(st.sampled_from(STATUS_NAMES), min_size=1, unique=True).map(tuple), owner=OWNERS),
    st.builds(Differs, st.one_of(st.none(), MEASURES), owner=OWNERS),
    st.builds(Score, MEASURES, RANGES, owner=OWNERS),
)
TERMS = st.recursive(
    CONDITIONS,
    lambda below: st.one_of(
        st.builds(Not, below), st.lists(below, min_size=1).map(all_of), st.lists(below, min_size=1).map(one_of)
    ),
    max_leaves=8,
)


@given(TERMS)
def test_a_filter_written_down_is_read_as_the_same(term):
    assert parse(str(term)) == Filter(term)


@given(st.text(' ()"\\/-:.<>=ab10NPlenort*', max_size=25))
def test_any_text_is_read_or_refused_with_a_place_in_it(text):
    made, error = attempt(text)
    if error is not None:
        assert 0 <= error.position <= len(text)
        assert error.message
    else:
        assert parse(str(made)) == made


def attempt(text: str) -> tuple[Filter | None, FilterError | None]:
    try:
        return parse(text), None
    except FilterError as error:
        return None, error


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("", ""),
        ("lake and label:NP", "lake label:NP"),
        ("a or b c or d", "a or b c or d"),
        ("(a or b) c", "(a or b) c"),
        ("((a b)) c", "a b c"),
        ("NOT (a b)", "not (a b)"),
        ("--a", "not not a"),
        ("-(a)", "not a"),
        ("-- -", "-- -"),
        ("And OR Or", "And or Or"),
        ("well-known 'tis", "well-known 'tis"),
        ('"and"', '"and"'),
        ("len:≤5 len:7 len:3–4", "len:<=5 len:=7 len:3-4"),
        ("id:15 id:s12", "id:=15 id:s12"),
        ("f1:<50%", "f1:<50"),
        ("status:error|skip", "status:error|skip"),
        ("differ: lake", "differ: lake"),
        ("error: lake -error:np-int", "error: lake not error:np-int"),
        (r"/NP < \/^P\//", 'tgrep:"NP < /^P/"'),
        ("tgrep:/NP/", 'tgrep:"NP"'),
        ("label:: label:, label:-LRB-", "label:: label:, label:-LRB-"),
        ('"my system".f1:<50', '"my system".f1:<50'),
        ("x.v2.f1:<50", "x.v2.f1:<50"),
    ],
)
def test_normal_forms(text, normal):
    assert str(parse(text)) == normal


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("lake (a", 5, "not closed"),
        ("a) b", 1, "closes nothing"),
        ("()", 1, "before )"),
        ("lake or", 7, "follow"),
        ("or lake", 0, 'write "or"'),
        ("a and and b", 6, 'write "and"'),
        ("not", 3, "follow"),
        ('say "lake', 4, "quote"),
        ('a ""', 2, "no words"),
        ("/NP < PP", 0, "does not end with /"),
        ("a /NP < /", 8, "ends too early"),
        ('tgrep:"("', 8, "ends too early"),
        ("a /NP ( PP/", 6, "expected a relation, not ( PP"),
        ("/^NP/", 1, 'tgrep:"/^NP/'),
        (r'tgrep:"\"a\" < ("', 16, "ends too early"),
        ("/NP << << PP/", 7, "expected a label"),
        ('tgrep:"NP <>< PP"', 10, "no relation <><"),
        ('tgrep:"/NP(/"', 11, "missing )"),
        ('phenomenon:"NP < PP"', 11, 'a pattern is tgrep:"NP < PP"'),
        ("gold.lost:passive", 0, "in a system"),
        ("lost:", 5, "as in lost:passive"),
        ("len:long", 4, "expected a number"),
        ("len:20-10", 4, "put the smaller first"),
        ("lake f1:", 8, "as in f1:<50"),
        ("t-cost:", 7, "as in t-cost:>5"),
        ("label:", 6, "as in label:NP"),
        ("lable:NP", 0, "did you mean label:"),
        ("at 10:30", 3, 'write "10:30"'),
        ("status:good", 7, "ok, error, skip"),
        ("differ:t-dise", 7, "did you mean t-dice"),
        ("differ:zzz", 7, "there are recall"),
        ("lake error:PQ", 11, "no kind of error is called PQ; there are PP attachment, NP attachment"),
        ("berkeley.len:5", 0, "leave berkeley out"),
        ("label:/NP/", 6, "no pattern between slashes"),
        ("(" * 200, 100, "too many"),
    ],
)
def test_what_is_wrong_is_said_where_it_is(text, position, words):
    with pytest.raises(FilterError) as caught:
        parse(text)
    assert words in caught.value.message
    assert caught.value.position == position


def test_measures_and_slowness_are_known_before_searching():
    made = parse("f1:<50 (differ: or berkeley.f1:>5) not t-cost:>3")
    assert [metric.name for metric in made.metrics] == ["f1", "e-cost", "t-cost"]
    assert not made.slow
    assert parse("not (lake /NP/)").slow


def test_an_error_shows_its_place():
    with pytest.raises(FilterError) as caught:
        parse("len:x")
    assert caught.value.report("len:x").splitlines()[1:] == ["  len:x", "      ^"]
