"""Penn brackets: layouts, failed parses, bad trees, and reading back what was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.formats import brackets, detect, load, scanning
from treelens.engine.problems import InputError
from treelens.engine.source import Source
from treelens.engine.treebank import Sentence, Treebank
from treelens.engine.trees import Node, tree_of

TREE = "(S (NP (DT the) (NN cat)) (VP (VBD sat)))"


def read(text: str) -> Treebank:
    return Treebank.joined(brackets.read(Source("f", text.encode())))


def shown(bank: Treebank) -> list[str]:
    return [str(sentence.tree) if sentence.tree else "" for sentence in bank]


@pytest.mark.parametrize(
    ("text", "trees"),
    [
        ("(A a)\n(B b)\n", ["(A a)", "(B b)"]),
        ("(A a)\n(B b)", ["(A a)", "(B b)"]),
        ("(A a)\r\n(B b)\r\n", ["(A a)", "(B b)"]),
        ("( (S\n  (A a)\n  (B b)))\n\n( (S (A a)))\n", ["( (S (A a) (B b)))", "( (S (A a)))"]),
        ("  (  A   a  )  ", ["(A a)"]),
        ("(A(B b)(C c))", ["(A (B b) (C c))"]),
        ("(S the (N man))", ["(S the (N man))"]),
        ("(A a)\n(())\n(B b)", ["(A a)", "", "(B b)"]),
        ("(A a)\n\n(B b)\n(C c)", ["(A a)", "", "(B b)", "(C c)"]),
        ("(A a)\n\n(B b)\n\n(C c)\n\n", ["(A a)", "(B b)", "(C c)"]),
        ("(A a)\n\n\n(B b)\n\n\n(C c)", ["(A a)", "(B b)", "(C c)"]),
        ("# one\n(A a)\n% two\n; three\n<S ID=2>\n(B b)\n</S>\n", ["(A a)", "(B b)"]),
        ("(S (A a)) (S (B b))\n(S (C c))\n", ["(S (A a))", "(S (B b))", "(S (C c))"]),
        ("(NP (A a)) (VP (B b))\n(S (C c))\n", ["(NP (A a)) (VP (B b))", "(S (C c))"]),
        ("(A a) (A b)\n(S (C c))\n", ["(A a) (A b)", "(S (C c))"]),
        ("(S\n(A a)\n(B b)\n)\n(S (C c))", ["(S (A a) (B b))", "(S (C c))"]),
    ],
)
def test_layouts(text, trees):
    assert shown(read(text)) == trees


@pytest.mark.parametrize(
    ("text", "trees", "line", "column", "message"),
    [
        (f"{TREE}\n(S (A a)\n{TREE}\n", [TREE, "", TREE], 2, 1, "not closed"),
        (f"{TREE}\n(S (A a)))\n{TREE}\n", [TREE, "", TREE], 2, 10, "unexpected ')'"),
        (f"{TREE}\nno tree\n{TREE}\n", [TREE, "", TREE], 2, 1, "expected '('"),
        (f"{TREE}\n(S (A a)) x\n{TREE}\n", [TREE, "", TREE], 2, 11, "expected '(' or the end"),
        (f"{TREE}\n(S (A a", [TREE, ""], 2, 1, "not closed"),
        (
            "(S\n (A a)\n (B b)\n(S\n (A a))\n(S\n (A b))\n",
            ["", "(S (A a))", "(S (A b))"],
            1,
            1,
            "not closed",
        ),
        ("(S\n (A a)))\n(S\n (A b))\n", ["(S (A a))", "(S (A b))"], 2, 8, "unexpected ')'"),
        ("(S\n (A a))\nwhat?\n(S\n (A b))\n", ["(S (A a))", "(S (A b))"], 3, 1, "expected '('"),
    ],
)
def test_bad_trees_have_an_address_and_lose_nothing_else(text, trees, line, column, message):
    bank = read(text)
    assert shown(bank) == trees
    (problem,) = bank.problems
    assert (problem.line, problem.column) == (line, column)
    assert message in problem.message
    lost = problem.sentence
    assert lost is None or bank[lost].problem == problem


def test_names_in_front_of_trees():
    bank = read("w1\t(A a)\nw2: (B b)\n(C c)\n")
    assert [sentence.id for sentence in bank] == ["w1", "w2", None]
    assert shown(bank) == ["(A a)", "(B b)", "(C c)"]


def test_a_repeated_name_gathers_analyses():
    bank = read("s1 (A a)\ns2 (B b)\ns1 (A c)\n")
    assert len(bank) == 2
    assert [str(analysis.tree) for analysis in bank[0].analyses] == ["(A a)", "(A c)"]


def test_brackets_without_words_are_noted():
    assert "2 brackets without a word" in read("(S (A a) (.) (X))").notes[0]


def test_two_leaves_are_word_and_lemma():
    bank = read("(S (A los el) (B gatos gato) (C duermen dormir))\n" * 4 + "(S (A x x) y)")
    assert bank[0].words == ("los", "gatos", "duermen")
    assert bank[0].analyses[0].tokens == {"lemma": ("el", "gato", "dormir")}
    assert bank[4].words == ("x", "y")
    assert "lemma" in bank.notes[0]
    assert read("(S (NP the man) (VP sees dogs))").notes == []


def test_several_trees_on_a_line_are_noted():
    assert read("(S (A a)) (S (B b))\n(S (C c))").notes == [
        "lines with several trees, read as sentences of their own: 1 (first: line 1)"
    ]


def test_many_different_words_fill_the_table_of_symbols():
    text = "".join(f"(S (N{i} w{i}))\n" for i in range(9000))
    bank = read(text)
    assert len(bank) == 9000
    assert "".join(brackets.write(bank)) == text


def test_a_sentence_larger_than_a_batch(monkeypatch):
    monkeypatch.setattr(scanning, "_BATCH_NODES", 16)
    text = "(S (A a))\n(S " + "(B b)" * 40 + ")\n(S (C c))\n"
    parts = list(brackets.read(Source("f", text.encode())))
    assert len(parts) > 1
    bank = Treebank.joined(parts)
    assert [len(sentence.words) for sentence in bank] == [1, 40, 1]
    assert [sentence.line for sentence in bank] == [1, 2, 3]


def test_problems_keep_their_place_over_batches(monkeypatch):
    monkeypatch.setattr(scanning, "_BATCH_NODES", 16)
    bank = read("(S (A a))\n" * 20 + "(S\n" + "(S (A a))\n" * 3)
    (problem,) = bank.problems
    assert (problem.line, problem.sentence) == (21, 20)


def test_files_without_a_sentence(tmp_path):
    path = tmp_path / "x.mrg"
    for data in (b"", b"\n\n", b"\xef\xbb\xbf", b"# only a comment\n"):
        path.write_bytes(data)
        with pytest.raises(InputError, match=r"holds no sentence|cannot be read"):
            load(path)


def test_detected_last():
    assert detect(Source("f", b"(A a)")) is brackets
    with pytest.raises(InputError, match="any format"):
        detect(Source("f", b"no tree at all"))


def test_what_would_break_a_bracket_is_escaped():
    assert str(tree_of([Node("A(", -1), Node("x y)", 0, 0)])) == "(A-LRB- x_y-RRB-)"


labels = st.text(st.characters(exclude_characters="()\0#%;<", exclude_categories=["Z", "C"]), min_size=1, max_size=4)


@st.composite
def trees(draw):
    """A random tree: a tag over each word, or words without tags, and empty brackets."""
    nodes = [Node("TOP", -1)]
    words = 0
    for _ in range(draw(st.integers(1, 25))):
        phrases = [i for i, node in enumerate(nodes) if node.position < 0]
        above = phrases[-draw(st.integers(1, min(3, len(phrases))))]
        while nodes[-1].position >= 0 and above not in _ancestors(nodes, len(nodes) - 1):
            above = nodes[above].parent
        if nodes[-1].position < 0 and above not in (len(nodes) - 1, *_ancestors(nodes, len(nodes) - 1)):
            above = 0
        if draw(st.booleans()):
            nodes.append(Node(draw(labels), above))
        else:
            nodes.append(Node(draw(labels), above, words))
            words += 1
    nodes.append(Node("end", 0, words))
    return tree_of(nodes)


def _ancestors(nodes, node):
    found = []
    while nodes[node].parent >= 0:
        node = nodes[node].parent
        found.append(node)
    return found


@given(st.lists(trees(), min_size=1, max_size=5))
def test_what_is_written_is_read_back(many):
    from treelens.engine.treebank import Analysis

    sentences = [Sentence((Analysis(tree),)) for tree in many] + [Sentence()]
    text = "".join(brackets.write([*sentences, sentences[0]]))
    assert [sentence.tree for sentence in read(text)] == [*many, None, many[0]]


@given(st.text(st.sampled_from("(()) \n\tSa#"), max_size=60))
def test_no_text_whatever_is_fatal(text):
    for batch in brackets.read(Source("f", text.encode())):
        for sentence in batch:
            assert sentence.problem or sentence.tree is None or len(sentence.tree)
    for batch in brackets.read_lines(Source("f", text.encode(), raw=True)):
        assert len(batch) == text.count("\n") + (not text.endswith("\n"))
