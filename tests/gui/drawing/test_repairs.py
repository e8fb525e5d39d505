"""A tree under repair as it is drawn: all words, punctuation where it belongs, and gold at the end."""

from collections import Counter
from pathlib import Path

import pytest
from error_pairs import explain

from treelens.engine.errors import Errors
from treelens.engine.formats import load
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.gui.drawing import Drawn, Show
from treelens.gui.drawing.repairs import repair_marks, repaired
from treelens.gui.views.compared import Parse

DEMO = Path(__file__).parents[3] / "resources" / "demo"
EQUAL = {label: min(pair) for pair in preset("collins").equal_labels for label in pair}
SHOWS = [Show(), Show(functions=False, punctuation=False), Show(traces=True, removed=True)]


@pytest.fixture(scope="module")
def demo() -> Study:
    names = ("gold", "berkeley", "stanford", "linkgrammar")
    gold, *systems = (load(DEMO / f"{name}.mrg") for name in names)
    return Study(gold, systems, preset("collins"))


def brackets(drawn: Drawn) -> Counter[tuple[str, tuple[int, ...]]]:
    """Count the compared brackets of what is drawn, over compared words counted from 0."""
    tree = drawn.tree
    compared = {tree.start[node] for node, own in enumerate(drawn.ids) if own >= 0 and tree.is_word(node)}
    number = {position: at for at, position in enumerate(sorted(compared))}
    return Counter(
        (
            EQUAL.get(tree.text(node), tree.text(node)),
            tuple(number[word] for word in tree.positions(node) if word in number),
        )
        for node, own in enumerate(drawn.ids)
        if own >= 0 and not tree.is_word(node) and not tree.is_preterminal(node)
    )


def label(text: str) -> str:
    """Return one name for labels that count as equal."""
    return EQUAL.get(text, text)


def texts(drawn: Drawn) -> list[str]:
    return list(drawn.tree.words)


def crossing(drawn: Drawn) -> bool:
    return bool(drawn.tree.gaps)


def test_after_the_last_repair_the_brackets_are_those_of_gold():
    one = explain(
        "(S (NP (DT the) (NN cat)) (VP (VBD saw) (NP (NN him)) (PP (IN on) (NP (NNP Friday)))))",
        "(S (NP (DT the) (NN cat)) (VP (VBD saw) (NP (NP (NN him)) (PP (IN on) (NP (NNP Friday))))))",
    )
    made = [repaired(draft, Drawn.of(one.system)) for draft in one.drafts]
    assert str(made[0].tree) == str(one.system)
    assert str(made[-1].tree) == str(one.gold)


def test_the_roots_and_the_words_that_are_moved_are_marked():
    one = explain("(S (NP (DT the) (NN cat)) (RB here) (VBZ sits))", "(S (NP (DT the) (NN cat) (RB here)) (VBZ sits))")
    marks = repair_marks(*one.drafts, one.repairs[0])
    tag = next(node for node in range(len(one.system)) if one.system.text(node) == "RB")
    assert marks.roles == {tag: "move"}
    assert marks.lines == {tag: "move"}


def test_added_removed_and_relabelled_brackets_are_marked():
    one = explain("(S (NP (X (A a))) (VP (B b) (C c)))", "(S (PP (A a)) (Q (B b)) (C c))")
    seen = Counter()
    for number, repair in enumerate(one.repairs):
        before, after = one.drafts[number : number + 2]
        marks = repair_marks(before, after, repair)
        seen.update(marks.roles.values())
        for node, badge in marks.badges.items():
            assert badge == "+" if node not in before.labels else badge == f"{before.labels[node]}→{after.labels[node]}"
        seen.update(marks.lines.values())
    assert seen["swap"] + seen["deletion"] >= 2


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("system", [0, 1, 2])
def test_all_sentences_of_the_demo_become_gold_and_keep_their_words(demo, show, system):
    errors, comparison = Errors(demo.comparison), demo.comparison(system)
    best = comparison.gold.bank.best(), comparison.test.bank.best()
    repairs = 0
    for sentence, one in enumerate(errors.all(system)):
        if one is None:
            continue
        gold = Parse.of(comparison.gold, int(best[0][sentence]))
        parse = Parse.of(comparison.test, int(best[1][int(comparison.pairing.partner[sentence])]))
        whole = parse.drawn(show)
        for draft in one.drafts:
            made = repaired(draft, whole)
            assert texts(made) == texts(whole)
            assert len(set(made.ids)) == len(made.ids)
            assert crossing(made) == crossing(whole), (sentence, str(made.tree))
        plain = Show(functions=False)
        assert brackets(repaired(one.drafts[-1], parse.drawn(plain))) == brackets(gold.drawn(plain))
        assert str(repaired(one.drafts[0], whole).tree) == str(whole.tree) or show.removed
        repairs += len(one.repairs)
    assert repairs > 100
