"""What filters find in the demo, against plain loops over its trees."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import sentences, trees

from treelens.engine import symbols
from treelens.engine.errors import Errors
from treelens.engine.filters import Context, FilterError, Stopped, Texts, parse, parser
from treelens.engine.metrics import METRICS
from treelens.engine.phenomena import recogniser_from
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.engine.tgrep import forest
from treelens.engine.treebank import Analysis, Sentence, Treebank
from treelens.engine.trees import Node, Tree, tree_of


def found(text: str, context: Context) -> list[int]:
    """Return the numbers, from 1, of the sentences that a filter lets through."""
    return (np.flatnonzero(parse(text).matches(context)) + 1).tolist()


def by_loop(context: Context, holds) -> list[int]:
    return [number for number, sentence in enumerate(context.study.gold, 1) if holds(sentence)]


def brackets(*texts: str) -> Treebank:
    return Treebank.of([Sentence((Analysis(read(text)),) if text else ()) for text in texts])


def read(text: str) -> Tree:
    from nltk import Tree as NltkTree

    from treelens.engine.trees import from_nltk

    return from_nltk(NltkTree.fromstring(text))


def small(*gold: str, system: tuple[str, ...] = ()) -> Context:
    mine = brackets(*gold)
    return Context(Study(mine, [brackets(*system)] if system else [], preset("raw")))


def test_everything(context):
    assert len(found("", context)) == 120


def test_words(context):
    assert found("the", context) == by_loop(context, lambda one: "the" in [word.lower() for word in one.words])
    assert found("The", context) == by_loop(context, lambda one: "The" in one.words)
    assert found("ca*", context) == by_loop(
        context, lambda one: any(word.lower().startswith("ca") for word in one.words)
    )
    assert found("*", context) == by_loop(context, lambda one: True)
    assert found("zzz", context) == []


def test_phrases(context):
    expected = by_loop(context, lambda one: " of the " in f" {' '.join(one.words).lower()} ")
    assert expected
    assert found('"of the"', context) == expected
    assert found('"of  the"', context) == expected
    assert found('"*"', context) == []


def test_phrases_do_not_run_over_the_end_of_a_sentence():
    context = small("(S a b)", "(S c d)", "")
    assert found('"b c"', context) == []
    assert found('"c d"', context) == [2]
    assert found('"c d e"', context) == []


def test_traces_are_no_words():
    context = small("(S (NP (NNP Kim)) (VP (V left) (NP (-NONE- *T*-1)) (NP (N home))))")
    assert context.texts.words(0) == ("Kim", "left", "home")
    assert found('"left home" len:3', context) == [1]


def test_words_of_discontinuous_trees_are_in_order():
    tree = tree_of([Node("S", -1), Node("VP", 0), Node("b", 1, 1), Node("a", 0, 0)])
    bank = Treebank.of([Sentence((Analysis(tree),))])
    assert Texts(bank).words(0) == ("a", "b")


@given(sentences(trees(discontinuous=True)))
def test_texts_are_the_words_of_first_trees(drawn):
    texts = Texts(Treebank.of(drawn))
    assert [texts.words(number) for number in range(len(drawn))] == [sentence.words for sentence in drawn]
    assert texts.lengths.tolist() == [len(sentence.words) for sentence in drawn]


def test_labels(context):
    def has(sentence, label):
        return sentence.tree is not None and label in map(symbols.text, filter(lambda n: n >= 0, sentence.tree.label))

    gold = by_loop(context, lambda one: has(one, "SBAR"))
    assert found("gold.label:SBAR", context) == gold
    system = [number for number, one in enumerate(context.study.systems[0], 1) if has(one, "SBAR")]
    assert found("berkeley.label:SBAR", context) == system
    either = {number for bank in context.study.systems for number, one in enumerate(bank, 1) if has(one, "SBAR")}
    assert found("label:SBAR", context) == sorted(either | set(gold))
    assert found("gold.label:sbar", context) == gold
    assert found("gold.label:Sbar", context) == []


def test_function_tags_count_if_given():
    context = small("(S (NP-SBJ-1 a))", "(S (NP=2 a))", "(S (NP a))", "(S (-LRB- a) (NX-SBJ b))", "")
    assert found("label:NP", context) == [1, 2, 3]
    assert found("label:NP-SBJ", context) == [1]
    assert found("label:N*-*", context) == [1, 2, 4]
    assert found("label:-LRB-", context) == [4]
    assert found('label:"N*"', context) == []


def test_functions_beside_the_labels():
    nodes = [Node("S", -1), Node("NP", 0), Node("a", 1, 0)]
    bank = Treebank.of(
        [Sentence((Analysis(tree_of(nodes, functions=("--", function, "--"))),)) for function in ("SB", "OA")]
    )
    context = Context(Study(bank, [], preset("raw")))
    assert found("label:NP", context) == [1, 2]
    assert found("label:NP-OA", context) == [2]


def test_lengths_and_places(context):
    assert found("len:>20", context) == by_loop(context, lambda one: len(one.words) > 20)
    assert found("len:10-12", context) == by_loop(context, lambda one: 10 <= len(one.words) <= 12)
    assert found("id:15", context) == [15]
    assert found("id:>118 or id:1-2", context) == [1, 2, 119, 120]
    assert found("id:s12", context) == []


def test_own_ids():
    tree = read("(S a)")
    bank = Treebank.of([Sentence((Analysis(tree),), id) for id in ("s1", "s2", "15")])
    context = Context(Study(bank, [], preset("raw")))
    assert found("id:s*", context) == [1, 2]
    assert found('id:"15"', context) == [3]
    assert found("id:15", context) == []


def test_scores(context):
    scores = context.study.scores(0, METRICS["f1"])
    assert found("f1:<50", context) == (np.flatnonzero(scores < 0.5) + 1).tolist()
    assert found("berkeley.f1:<50", context) == found("f1:<50", context)
    context.system = 2
    assert found("opennlp.f1:=100", context) == found("f1:>=100", context) != []
    assert 46 not in found("f1:>=0", context)
    assert set(found("any.f1:<50", context)) > set(found("f1:<50", context))
    costs = context.study.scores(0, METRICS["t-cost"])
    assert found("berkeley.t-cost:>5", context) == (np.flatnonzero(costs > 5) + 1).tolist()


def test_scores_are_compared_as_they_are_written(demo_study, monkeypatch):
    monkeypatch.setattr(demo_study, "scores", lambda system, metric: np.full(120, 0.07))
    assert len(found("f1:<=7", Context(demo_study))) == 120
    assert found("f1:>7", Context(demo_study)) == []


def test_scores_that_are_not_known_match_nothing(context):
    assert found("leaf-ancestor:>=0", context) == []
    assert len(found("not leaf-ancestor:>=0", context)) == 120


def test_differences(context):
    same = set(range(1, 121)) - set(found("differ:", context))
    assert 18 in same  # only tags differ
    assert 18 in found("differ:t-dice", context)
    assert 17 in found("differ:", context)
    assert 118 not in found("linkgrammar.differ:", context)


def test_statuses(context):
    assert found("linkgrammar.status:skip", context) == [118]
    assert {46, 99} <= set(found("opennlp.status:error", context))
    assert len(found("opennlp.status:ok|error|skip", context)) == 120


def test_tags(context):
    context.tags = {3: ["figure 3", "Attachment"], 7: {"figure"}}
    assert found("tag:figure", context) == [8]
    assert found('tag:"figure 3"', context) == [4]
    assert found("tag:*", context) == [4, 8]
    assert found("tag:attachment", context) == [4]


def test_errors_come_from_elsewhere(context):
    with pytest.raises(FilterError, match="not available here") as caught:
        found("lake error:PP", context)
    assert caught.value.position == 5


def test_kinds_of_error(context):
    context.errors = errors = Errors(context.study.comparison)

    def having(system, *kinds):
        explained = enumerate(errors.all(system), 1)
        return [n for n, one in explained if one and any(not kinds or r.kind in kinds for r in one.repairs)]

    assert found("error:PP", context) == having(0, "PP attachment") != []
    assert found("berkeley.error:pp", context) == having(0, "PP attachment")
    assert found("linkgrammar.error:coord", context) == having(1, "coordination") != []
    assert found('error:"X-over-X unary" or error:label', context) == having(0, "X-over-X unary", "different label")
    assert found("error:", context) == having(0)
    assert found("-error:", context) == sorted(set(range(1, 121)) - set(having(0)))
    assert found("any.error:", context) == sorted({n for system in range(3) for n in having(system)})
    assert found("id:1-5 error:PP", context) == [n for n in having(0, "PP attachment") if n <= 5]
    context.system = 1
    assert found("error:unary", context) == having(1, "unary")


def test_explaining_errors_tells_how_far_it_is_and_can_be_stopped(context):
    context.errors = Errors(context.study.comparison)
    told = []
    parse("error:PP").matches(context, lambda done, total: told.append((done, total)) is None)
    assert told[0] == (0, 120)
    context.errors = Errors(context.study.comparison)
    with pytest.raises(Stopped):
        parse("lake error:PP").matches(context, lambda done, total: False)
    assert parse("lake error:PP").slow


def test_unknown_systems_are_told_where_they_stand(context):
    with pytest.raises(FilterError, match="no system is called charniak; there are berkeley, linkgrammar") as caught:
        found("lake charniak.f1:<50", context)
    assert caught.value.position == 5
    with pytest.raises(FilterError, match="gold has no scores"):
        found("gold.f1:<50", context)


def test_without_systems():
    context = small("(S a)")
    assert found("f1:<50", context) == []
    assert found("label:S", context) == [1]


def test_tgrep(context):
    assert found("gold.tgrep:NP<PP", context) == by_loop(context, lambda one: _np_over_pp(one.tree))
    assert set(found("/NP < PP/", context)) >= set(found("gold.tgrep:NP<PP", context))
    assert found('gold.tgrep:"/^SBAR/"', context) == found("gold.label:SBAR*", context)
    assert found("gold.tgrep:gardener", context) == found("gardener", context) != []


def _np_over_pp(tree: Tree) -> bool:
    return any(
        tree.text(node) == "PP" and above >= 0 and tree.text(above) == "NP" for node, above in enumerate(tree.parent)
    )


def test_tgrep_in_very_deep_trees():
    nodes = [Node("X", number - 1) for number in range(100_000)]
    bank = Treebank.of([Sentence((Analysis(tree_of([*nodes, Node("a", 99_999, 0)])),))])
    assert found("/X < a >> (X !> X)/", Context(Study(bank, [], preset("raw")))) == [1]


def test_tgrep_only_looks_at_what_is_left(context):
    seen = []
    parse("gold.tgrep:NP<PP id:10-12").matches(context, lambda done, total: bool(seen.append((done, total))) or True)
    assert seen == [(0, 3)]
    seen.clear()
    parse("/NP/ id:10-12").matches(context, lambda done, total: bool(seen.append((done, total))) or True)
    assert seen == [(0, 3), (0, 0), (0, 0), (0, 0)]  # gold has them all


def test_a_search_can_be_stopped(context, monkeypatch):
    monkeypatch.setattr(forest, "_AT_FIRST", 1000)
    seen = []

    def progress(done, total):
        seen.append((done, total))
        return done == 0

    with pytest.raises(Stopped):
        parse("/ZZZ/").matches(context, progress)
    (begin, total), (done, _) = seen
    assert begin == 0
    assert 0 < done < total == 120


def test_answers_grow(demo_study, monkeypatch):
    monkeypatch.setattr(parser, "_FIRST", 10)
    context = Context(demo_study)
    told = []
    asked = parse("/NP < PP/ or lost:passive")
    parts = list(asked.growing(context, lambda done, total: told.append((done, total)) is None))
    assert [upto for upto, _ in parts] == [10, 50, 120]
    whole = asked.matches(context)
    for upto, found in parts:
        assert np.array_equal(found[:upto], whole[:upto])
        assert not found[upto:].any()
    assert told == sorted(told)
    assert [upto for upto, _ in parse("lake").growing(context)] == [120]


def test_what_is_lost_and_gained(context):
    gold, system = found("gold.tgrep:NP<PP", context), found("berkeley.tgrep:NP<PP", context)
    assert found("lost:/NP < PP/", context) == sorted(set(gold) - set(system)) != []
    assert found("berkeley.gained:NP<PP", context) == sorted(set(system) - set(gold)) != []
    for name in context.names:
        mine = set(found(f"{name}.phenomenon:passive", context))
        lost = set(found("phenomenon:passive", context)) - mine
        assert found(f'{name}.lost:"passive"', context) == sorted(lost)
    everywhere = {n for name in context.names for n in found(f"{name}.lost:noun-postmodifier", context)}
    assert found('any.lost:"Noun postmodifier"', context) == sorted(everywhere) != []


def test_what_has_no_tree_is_lost():
    context = small("(S (NP a))", "(S (VP a))", system=("", "(S (NP a))"))
    assert found("lost:/NP/", context) == [1]
    assert found("gained:/NP/", context) == [2]
    assert found("lost:/NP/", small("(S (NP a))")) == []


def test_phenomena_are_those_of_the_rules(context):
    with pytest.raises(FilterError, match="Penn Treebank has no phenomenon pasive; did you mean passive") as caught:
        found("lake phenomenon:pasive", context)
    assert caught.value.position == 5
    context.recogniser = recogniser_from("[[phenomenon]]\nname = 'long'\nregex = '.{200}'")
    raw = [n for n, line in enumerate(Path(context.study.gold.path).read_text().splitlines(), 1) if len(line) >= 200]
    assert found("phenomenon:long", context) == raw != []
    context.recogniser = recogniser_from("[[phenomenon]]\nname = 'endless'\nregex = '(.|.)*[0-9]$'")
    with pytest.raises(FilterError, match="does not end"):
        found("phenomenon:endless", context)


CONDITIONS = ["the", "label:SBAR", "len:>12", "f1:<60", "gold.tgrep:NP<PP"]
COMBINED = st.recursive(
    st.sampled_from(CONDITIONS),
    lambda below: st.one_of(
        below.map(lambda one: f"not ({one})"),
        st.tuples(below, below).map("({0[0]}) and ({0[1]})".format),
        st.tuples(below, below).map("({0[0]}) or ({0[1]})".format),
    ),
    max_leaves=5,
)


@given(COMBINED)
def test_combinations_are_those_of_sets(demo_study, text):
    context = Context(demo_study)
    known = {f"_{number}": parse(condition).matches(context) for number, condition in enumerate(CONDITIONS)}
    plain = text.replace(" and ", " & ").replace(" or ", " | ").replace("not ", "~")
    for number, condition in enumerate(CONDITIONS):
        plain = plain.replace(condition, f"_{number}")
    expected = eval(plain, known)
    assert np.array_equal(parse(text).matches(context), expected)


def test_words_and_labels_are_found_without_looking_at_trees(context, monkeypatch):
    def never(*_):
        raise AssertionError("looked at a tree")

    monkeypatch.setattr(Treebank, "tree", never)
    monkeypatch.setattr(Treebank, "__getitem__", never)
    assert found("the label:NP len:>10", context)
