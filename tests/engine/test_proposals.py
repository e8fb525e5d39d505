"""Proposals of reassignments: conflicts by hand, and which way out leaves fewer brackets."""

from reading import read_text

from treelens.engine.align.headed import aligned, headed
from treelens.engine.formats import brackets, conllu, load
from treelens.engine.heads import Reassignment
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.proposals import Conflict, conflicts, proposals
from treelens.engine.scoring import compare
from treelens.resources import resource

RAW = Preparation("raw")
#: The same words, headed by the auxiliary here and by the main verb there.
GOLD = "(S (NP (PRP she)) (VP (MD will) (VP (VB buy) (NP (DT the) (NN car)))))"
SYSTEM = "(S (NP (PRP she)) (VP (MD will) (VP* (VB buy) (NP (DT the) (NN car)))))"


def compared(gold: str, system: str):
    preparation = preset("collins")
    return compare(prepare(read_text(brackets, gold), preparation), read_text(brackets, system), preparation)


def test_conflicts_by_hand():
    one = compared(GOLD, SYSTEM)
    sides = headed(one.gold, 0, "gold"), headed(one.test, 0, "system")
    found = list(conflicts(*sides, aligned(*sides, RAW)))
    mine = Reassignment(("VP",), ("MD",), ("VP",), "gold")
    theirs = Reassignment(("VP",), ("VP",), ("MD",), "system")
    assert found == [Conflict(mine, theirs)] * 2  # of the verb phrase, and of the sentence that it heads


def test_fewer_brackets_are_preferred():
    (found,) = proposals(compared(GOLD, SYSTEM))
    assert found.reassign == Reassignment(("VP",), ("MD",), ("VP",), "gold")
    assert found.count == 2
    assert found.sentences == (0,)
    assert (found.before.gold, found.before.system, found.before.matched) == (2, 1, 1)
    assert (found.after.gold, found.after.system, found.after.f1) == (1, 1, 1.0)
    assert found.other is not None
    assert found.other[1].brackets == 3  # a mark in the file is not reassigned


def test_no_conflict_no_proposal():
    assert list(proposals(compared(GOLD, GOLD))) == []


def test_dependencies_are_never_reassigned():
    rows = [("She", "PRON", 3, "nsubj"), ("will", "AUX", 3, "aux"), ("buy", "VERB", 0, "root")]
    lines = ["\t".join([str(n), w, "_", t, "_", "_", str(h), r, "_", "_"]) for n, (w, t, h, r) in enumerate(rows, 1)]
    preparation = preset("collins")
    gold = prepare(read_text(brackets, "(S (NP (PRP She)) (VP (MD will) (VP (VB buy))))"), preparation)
    one = compare(gold, read_text(conllu, "\n".join(lines) + "\n\n"), preparation)
    found = list(proposals(one))
    assert [each.reassign for each in found] == [Reassignment(("VP",), ("MD",), ("VP",), "gold")]
    assert found[0].other is None


def test_the_demo_against_dependencies():
    """What the treebank heads by prepositions, Universal Dependencies head by nouns: that is proposed first."""
    preparation = preset("collins")
    gold = prepare(load(str(resource("demo", "gold.mrg"))), preparation)
    one = compare(gold, load(str(resource("demo", "gold.conllu"))), preparation)
    first = next(proposals(one))
    assert str(first.reassign) == "in PP from IN to NP (gold only)"
    assert first.after.brackets < first.before.brackets
    assert first.after.f1 > first.before.f1
    content = Preparation(**{**vars(preparation), "name": "content", "heads": "content"})
    better = compare(prepare(gold.original, content), one.system, content)
    assert better.tally(METRICS["mph-f1"]).micro > first.after.f1
