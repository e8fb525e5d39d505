"""Filters on brackets and words of one kind: who has them right, and who has fewer mistakes."""

import numpy as np
import pytest

from treelens.engine.align.spans import nodes_in, paired
from treelens.engine.filters import FilterError, completions, parse
from treelens.engine.filters.parts import Part


def found(text, context):
    return (np.flatnonzero(parse(text).matches(context)) + 1).tolist()


@pytest.fixture(scope="module")
def mistakes(demo_study):
    """For each system and sentence: NPs that are missed or too many, and all there are; None if not compared."""
    made = []
    for system in range(3):
        one = demo_study.comparison(system)
        row = []
        for sentence in range(120):
            if not one.compared[sentence]:
                row.append(None)
                continue
            gold, test = one.gold.bank.tree(sentence), one.test.bank.tree(int(one.pairing.partner[sentence]))
            sides = [nodes_in(tree, "roof", one.gold.preparation) for tree in (gold, test)]
            pairs = paired(gold, test, *sides, one.gold.preparation)
            names = [
                [tree.text(node) == "NP" for node in nodes] for tree, nodes in zip((gold, test), sides, strict=True)
            ]
            right = (
                sum(gold.text(mine) == "NP" for mine, _ in pairs),
                sum(test.text(theirs) == "NP" for _, theirs in pairs),
            )
            row.append((sum(names[0]) + sum(names[1]) - sum(right), sum(names[0]) + sum(names[1])))
        made.append(row)
    return made


def by_loop(mistakes, holds):
    return [number for number, column in enumerate(zip(*mistakes, strict=True), 1) if holds(*column)]


def test_who_has_fewer_mistakes_in_noun_phrases(context, mistakes):
    expected = by_loop(mistakes, lambda a, _, c: a is not None and c is not None and a[0] < c[0])
    assert len(expected) > 5
    assert found("better:berkeley>opennlp,label=NP", context) == expected


def test_who_has_all_noun_phrases_right(context, mistakes):
    right = by_loop(mistakes, lambda a, *_: a is not None and a[1] > 0 and a[0] == 0)
    wrong = by_loop(mistakes, lambda a, *_: a is not None and a[0] > 0)
    assert right
    assert wrong
    assert found("right:berkeley,label=NP", context) == right
    assert found("wrong:berkeley,label=NP", context) == wrong
    only = by_loop(
        mistakes,
        lambda a, *others: a is not None and a[1] > 0 and a[0] == 0 and not any(o and not o[0] for o in others),
    )
    assert found("only:berkeley,label=NP", context) == only


def test_a_sentence_without_such_brackets_is_neither(context):
    assert found("right:all,label=XYZ or wrong:any,label=XYZ", context) == []


@pytest.mark.parametrize("by", ["label=NP", "span=6-10", "length=11-20", "depth=21+", "head=NN", "tag=IN"])
def test_every_kind_is_read_back(by, context):
    text = f"better:berkeley>opennlp,{by}"
    asked = parse(text)
    assert str(asked) == text
    assert asked.slow
    assert asked.metrics == ()
    assert asked.matches(context).shape == (120,)


def test_spans_are_told_apart(context):
    short, long = found("wrong:berkeley,span=1", context), found("wrong:berkeley,span=11-15", context)
    assert short != long
    assert found("wrong:berkeley,span=11–15", context) == long


def test_labels_may_have_any_characters():
    asked = parse('right:"all,label=, (x)"')
    assert asked.term.metric == Part("label", ", (x)")
    assert str(parse(str(asked))) == str(asked)


def test_what_is_no_kind_of_bracket_is_taken_for_a_measure():
    with pytest.raises(FilterError, match="no measure is called colour=red"):
        parse("right:all,colour=red")


def test_kinds_are_proposed(context):
    assert "right:all,label=" in completions("right:all,lab", 13, context)
