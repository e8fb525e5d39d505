import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import problems, read_text, survives, trees, written
from strategies import WORDS, dependencies

from treelens.engine.formats import brackets, conllu, detect, load
from treelens.engine.problems import TreelensError
from treelens.engine.source import Source

DOG = """# sent_id = dog
# text = the dog barks
1	the	the	DET	DT	_	2	det	_	_
2	dog	dog	NOUN	NN	Number=Sing	3	nsubj	_	_
3	barks	bark	_	VBZ	_	0	root	_	SpaceAfter=No

"""
SEA = """1-2	vámonos	_	_	_	_	_	_	_	_
1	vamos	ir	VERB	_	_	0	root	_	_
2	nos	nosotros	PRON	_	_	1	obj	_	_
2.1	zarpar	zarpar	VERB	_	_	_	_	1:conj	_
3	mar	mar	NOUN	_	_	1	obl	_	_
3.1	x	_	_	_	_	_	_	_	_

"""


def row(number: int, word: str, head: object) -> str:
    return f"{number}\t{word}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n"


def test_a_word_covers_its_dependents():
    bank = read_text(conllu, DOG)
    sentence = bank[0]
    assert str(sentence.tree) == "(root (nsubj (det (DET the)) (NOUN dog)) (VBZ barks))"
    assert (sentence.id, sentence.line) == ("dog", 1)
    tokens = sentence.analyses[0].tokens
    assert tokens["head"] == ("2", "3", "0")
    assert tokens["feats"] == ("_", "Number=Sing", "_")
    assert sentence.tree.location(sentence.tree.leaves[1]) == ("x", 4, 3)


def test_lines_that_are_no_words_are_kept():
    bank = read_text(conllu, DOG + SEA)
    assert bank[1].words == ("vamos", "nos", "mar")
    assert written(conllu, list(bank)) == DOG + SEA


def test_crossing_dependencies_and_several_roots():
    tree = read_text(conllu, row(1, "a", 3) + row(2, "b", 0) + row(3, "c", 0))[0].tree
    assert str(tree) == "(dep (dep (X a)) (X c)) (dep (X b))"
    assert tree.gaps == {0: (0, 2)}
    assert len(tree.roots) == 2


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (row(1, "a", 2) + row(2, "b", 1), (7, 13)),
        (row(1, "é", 9), (7, 13)),
        (row(1, "a", "_"), (7, 13)),
        (row(1, "a", "x"), (7, 13)),
        (row(1, "a", 0) + row(3, "c", 1), (8, 1)),
        (row(1, "a", 0) + "2\tb\tb\n", (8, 6)),
        (row(1, "a", 0) + "nonsense\n", (8, 9)),
        (SEA.split("\n")[0] + "\n", (7, 1)),
    ],
)
def test_a_bad_line_loses_its_sentence_only(lines, place):
    bank = read_text(conllu, DOG + lines + "\n" + DOG.replace("= dog", "= 2"))
    assert problems(bank) == [(*place, 1)]
    assert [tree is None for tree in trees(bank)] == [False, True, False]


def test_a_failed_parse_keeps_its_id():
    bank = read_text(conllu, DOG + "# sent_id = lost\n\n# a mere remark\n\n")
    assert [(s.id, s.tree is None) for s in bank] == [("dog", False), ("lost", True)]
    assert survives(conllu, bank)


def test_constituents_cannot_be_written():
    with pytest.raises(TreelensError, match=r"sentence 1 .* dependencies are needed"):
        written(conllu, list(read_text(brackets, "(S (A a))")))


def test_it_is_recognised_by_its_ten_columns():
    assert detect(Source("x", DOG.encode())) is conllu
    assert detect(Source("x", SEA.replace("mar", "(mar)").encode())) is conllu
    assert conllu.detect(Source("x", b"# sent_id = 1\n(S (A a))\n")) == 0


@given(
    st.lists(
        dependencies().flatmap(
            lambda heads: st.tuples(
                st.just(heads), st.lists(WORDS | st.just("New York ("), min_size=len(heads), max_size=len(heads))
            )
        ),
        min_size=1,
        max_size=3,
    )
)
def test_writing_and_reading_changes_nothing(drawn):
    text = "".join(
        "".join(row(number, word, head) for number, (head, word) in enumerate(zip(*sentence, strict=True), 1)) + "\n"
        for sentence in drawn
    )
    bank = read_text(conllu, text)
    assert not bank.problems
    assert written(conllu, list(bank)) == text
    for sentence, (heads, words) in zip(bank, drawn, strict=True):
        assert sentence.words == tuple(words)
        assert len(sentence.tree.roots) == heads.count(0)


def test_a_long_chain_takes_no_recursion():
    size = 20_000
    bank = read_text(conllu, "".join(row(number, "w", number - 1) for number in range(1, size + 1)))
    assert len(bank[0].tree) == 3 * size


@pytest.mark.parametrize(
    ("name", "count", "discontinuous"),
    [
        ("demo/gold.conllu", 120, 2),
        ("demo/udpipe.conllu", 120, 0),
        ("data/gum/gold.conllu", 733, 26),
        ("data/gum/dep_systems/ud_from_linkgrammar.conllu", 733, 12),
        ("data/messy/12_tokens_with_paren_and_space.conllu", 1, 0),
        ("data/messy/15_conllu_multiword_empty_nodes.conllu", 1, 0),
        ("data/messy/15_conllu_two_roots_nonprojective.conllu", 1, 1),
    ],
)
def test_real_files(shared, name, count, discontinuous):
    bank = load(shared / name)
    assert (bank.format, len(bank), len(bank.gaps), bank.problems) == ("conllu", count, discontinuous, [])
    assert written(conllu, list(bank)) == (shared / name).read_text(encoding="utf-8")


def test_circles_and_missing_heads_in_a_real_file(shared):
    bank = load(shared / "data" / "messy" / "15_conllu_cycle_and_bad_head.conllu")
    assert problems(bank) == [(1, 13, 0), (4, 13, 1), (6, 13, 2)]
