from hypothesis import given
from hypothesis import strategies as st
from reading import content, problems, read_text, survives, written
from strategies import IDS, trees

from treelens.engine.formats import detect, load, nbest
from treelens.engine.source import Source
from treelens.engine.treebank import Analysis, Sentence

TWO = "2\tfirst\n-1.5\n(S (A a))\n-2.5\n(S (B a))\n\n0\tsecond\n\n1\tthird\n-3.0\n(S (C c))\n\n"


def test_all_analyses_are_kept_with_their_scores():
    bank = read_text(nbest, TWO)
    assert [(s.id, [(str(a.tree), a.score) for a in s.analyses], s.line) for s in bank] == [
        ("first", [("(S (A a))", -1.5), ("(S (B a))", -2.5)], 1),
        ("second", [], 7),
        ("third", [("(S (C c))", -3.0)], 9),
    ]
    assert not bank.problems
    assert written(nbest, list(bank)) == TWO


def test_a_bad_tree_is_a_problem_and_the_other_analyses_stay():
    bank = read_text(nbest, "1\ta\n-1\n(A a)\n\n3\tb\n-1\n(A a)\n-2\n(B (C a)\n-3\n(C a)\n")
    assert problems(bank) == [(9, 1, 1)]
    assert [a.score for a in bank[1].analyses] == [-1.0, -3.0]


def test_a_wrong_number_a_bad_score_and_a_missing_head_line_are_problems():
    bank = read_text(nbest, "2\ta\n-1\n(A a)\n\n1\tb\nhigh\n(A a)\n\n-1\n(A a)\n")
    assert problems(bank) == [(1, 1, 0), (6, 1, 1), (9, 1, 2)]
    assert [len(sentence.analyses) for sentence in bank] == [1, 1, 1]


def test_empty_lines_between_sentences_may_be_missing():
    assert [s.id for s in read_text(nbest, TWO.replace("\n\n", "\n"))] == ["first", "second", "third"]


def test_of_two_scores_the_first_is_kept():
    assert read_text(nbest, "1\ta\n-1.5 -30\n(A a)\n")[0].analyses[0].score == -1.5


def test_it_is_recognised_by_number_score_and_tree():
    assert detect(Source("x", TWO.encode())) is nbest
    assert nbest.detect(Source("x", b"0\ta\n\n" + TWO.encode())) > 0.5
    assert nbest.detect(Source("x", b"(S (CD 1))\n")) == 0
    assert nbest.detect(Source("x", b"1\ta\n(S (CD 1))\n")) == 0


@given(st.lists(st.lists(st.tuples(trees(), st.none() | st.floats(allow_nan=False))), min_size=1), IDS)
def test_writing_and_reading_changes_nothing(lists, name):
    sentences = [
        Sentence(tuple(Analysis(tree, score) for tree, score in analyses), name if number == 0 else None)
        for number, analyses in enumerate(lists)
    ]
    assert survives(nbest, sentences)


def test_the_demo(shared):
    path = shared / "demo" / "bllip-5best.nbest"
    bank = load(path)
    assert (bank.format, len(bank), len(bank.problems)) == ("nbest", 120, 0)
    assert bank[0].analyses[0].score == -140.357
    best = load(shared / "demo" / "bllip.mrg")
    assert [sentence.words for sentence in bank] == [sentence.words for sentence in best]
    assert written(nbest, list(bank)) == path.read_text(encoding="utf-8")
    assert content(bank)[0][0] == "1"
