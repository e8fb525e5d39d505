"""What is left out where words differ."""

from reading import read_text

from treelens.engine import common_ground
from treelens.engine.common_ground import lost_words
from treelens.engine.formats import brackets
from treelens.engine.prepare import Preparation, prepare
from treelens.engine.scoring import compare

RAW = Preparation("raw")


def lost(gold: str, system: str):
    return list(lost_words(compare(prepare(read_text(brackets, gold), RAW), read_text(brackets, system), RAW)))


def test_nothing_where_words_are_the_same():
    assert lost("(S (NN a) (VB b))", "(S (NN a) (VB b))") == []


def test_words_and_brackets_that_are_left_out():
    (found,) = lost(
        "(S (NN we) (VP (MD can) (NP (RB not) (NN see))))", "(S (NN we) (MD cannot) (NN see) (RB now) (. .))"
    )
    assert found == (0, (), ("now",), 1)
    assert str(found) == "“now” in the system only; 1 bracket ends within a word of the other side"
    assert found


def test_other_cuts_alone_lose_nothing():
    (found,) = lost("(S (NN we) (MD can) (RB not) (VB see))", "(S (NN we) (MD cannot) (VB see))")
    assert not found
    assert str(found) == ""


def test_heads_of_a_few_sentences_and_of_all_say_the_same(monkeypatch):
    pairs = [
        (f"(S (NN we) (VP (MD can) (RB not) (NP (NN see) (NN x{n}))))", "(S (NN we) (MD cannot) (VP (NN see)))")
        for n in range(3)
    ]
    gold, system = ("\n".join(side) for side in zip(*pairs, strict=True))
    together = lost(gold, system)
    monkeypatch.setattr(common_ground, "_ONE_AMONG", 0)
    assert len(together) == 3
    assert together == lost(gold, system)
