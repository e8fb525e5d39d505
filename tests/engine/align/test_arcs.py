"""Dependencies of two trees: arcs, what became of them, and what is said of it."""

from hypothesis import given
from reading import read_text
from tree_pairs import both_prepared, tree_pairs

from treelens.engine.align.arcs import Arc, arc_mapping, arcs_of, compare_arcs
from treelens.engine.align.headed import Headed, headed, token_pieces
from treelens.engine.align.letters import Piece
from treelens.engine.formats import brackets, conllu
from treelens.engine.heads import find_heads, head_rules
from treelens.engine.prepare import Preparation, prepare
from treelens.engine.trees import Tree

RAW = Preparation("raw")
GOLD = "(S (NP (PRP She)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NN glasses)))))"
SYSTEM = "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NX (NN glasses))))))"


def tree(text: str) -> Tree:
    found = read_text(brackets, text)[0].tree
    assert found is not None
    return found


def with_heads(text: str) -> Headed:
    one = tree(text)
    return Headed(one, find_heads(one, head_rules("collins")))


def dependencies(text: str):
    """Read lines of form, tag, head and relation."""
    rows = [line.split() for line in text.strip().splitlines()]
    lines = [
        "\t".join([str(number), form, "_", tag, "_", "_", head, relation, "_", "_"])
        for number, (form, tag, head, relation) in enumerate(rows, 1)
    ]
    return prepare(read_text(conllu, "\n".join(lines) + "\n\n"), RAW)


def test_arcs_of_phrases():
    assert arcs_of(with_heads(GOLD)) == [
        Arc(0, 1, "S"),
        Arc(1, -1, "root"),
        Arc(2, 3, "NP"),
        Arc(3, 1, "VP"),
        Arc(4, 1, "VP"),
        Arc(5, 4, "PP"),
    ]


def test_arcs_of_relations():
    bank = dependencies("She PRON 2 nsubj\nsaw VERB 0 root\nhim PRON 2 obj")
    assert arcs_of(headed(bank, 0, "gold")) == [Arc(0, 1, "nsubj"), Arc(1, -1, "root"), Arc(2, 1, "obj")]


def test_a_wrong_attachment_is_one_arc():
    found = compare_arcs(with_heads(GOLD), with_heads(SYSTEM), RAW)
    assert [one for one, _ in found.attached] == [0, 1, 2, 3, 5]
    assert found.attached == found.labelled


def test_the_mapping_says_what_words_depend_on():
    mapping = arc_mapping(tree(GOLD), tree(SYSTEM), RAW)
    words = {mapping.gold.text(node): node for node in mapping.gold.leaves}
    assert [mapping.gold.text(node) for node in mapping.deletions] == ["with"]
    assert [mapping.system.text(node) for node in mapping.insertions] == ["with"]
    assert mapping.cost == 2
    assert mapping.explain(words["with"]) == ("“with” depends on “saw” (VP); in the system it depends on “man” (NP).")
    assert mapping.explain(mapping.insertions[0], in_gold=False) == (
        "“with” depends on “man” (NP); in gold it depends on “saw” (VP)."
    )
    assert mapping.explain(words["a"]) == "“a” depends on “man” (NP), on both sides."
    assert mapping.explain(words["saw"]) == "“saw” heads the sentence, on both sides."
    assert mapping.to_dict()["arcs"]["gold"][4] == {"word": 4, "governor": 1, "label": "VP"}


def test_another_label_is_a_swap():
    gold = dependencies("She PRON 2 nsubj\nsaw VERB 0 root\nhim PRON 2 obj")
    system = dependencies("She PRON 2 nsubj\nsaw VERB 0 root\nhim PRON 2 iobj")
    sides = headed(gold, 0, "gold"), headed(system, 0, "system")
    mapping = arc_mapping(sides[0].tree, sides[1].tree, RAW, sides)
    assert len(mapping.swaps) == 1
    assert mapping.cost == 1
    assert mapping.explain(mapping.swaps[0][0]) == "“him” depends on “saw” (obj); in the system as iobj."


def test_subtypes_of_relations_are_no_difference():
    gold = dependencies("She PRON 2 nsubj:pass\nsaw VERB 0 root\nhim PRON 2 obj")
    system = dependencies("She PRON 2 nsubj\nsaw VERB 0 root\nhim PRON 2 obj:x")
    found = compare_arcs(headed(gold, 0, "gold"), headed(system, 0, "system"), RAW)
    assert len(found.labelled) == 3


def test_relations_and_phrases_are_compared_without_labels():
    gold = with_heads("(S (NP (PRP She)) (VP (VBD saw) (NP (PRP him))))")
    system = headed(dependencies("She PRON 2 nsubj\nsaw VERB 0 root\nhim PRON 2 obj"), 0, "system")
    mapping = arc_mapping(gold.tree, system.tree, RAW, (gold, system))
    assert (len(mapping.matches), mapping.cost) == (3, 0)


def test_punctuation_that_the_other_side_lacks_takes_no_part():
    gold = with_heads("(S (NP (PRP She)) (VP (VBD saw)))")
    system = headed(dependencies("She PRON 2 nsubj\nsaw VERB 0 root\n! PUNCT 2 punct"), 0, "system")
    found = compare_arcs(gold, system, RAW)
    assert found.taking_part == ([0, 1], [0, 1])
    words = headed(dependencies("She PRON 2 nsubj\nsaw VERB 0 root\nhim PRON 2 obj"), 0, "system")
    assert compare_arcs(gold, words, RAW).taking_part == ([0, 1], [0, 1, 2])
    mapping = arc_mapping(gold.tree, words.tree, RAW, (gold, words))
    assert mapping.explain(words.tree.leaves[2], in_gold=False).endswith("the gold tree does not have this word.")


def test_tokens_of_several_words():
    tokens = {"above": ("# c\n1-2\tdu\t_", "", "", "4-5\tau\t_", "")}
    words = ["de", "le", "x", "à", "le"]
    assert token_pieces(tokens, words) == (Piece("du", 2), Piece("x"), Piece("au", 2))
    assert token_pieces({}, words) is None
    assert token_pieces({"above": ("", "", "", "4-6\tau\t_", "")}, words) is None  # it says more than there is


@given(pair=tree_pairs(discontinuous=True))
def test_what_holds_of_any_trees(pair):
    gold, system, _ = both_prepared([pair], RAW)
    sides = headed(gold, 0, "gold"), headed(system, 0, "system")
    found = compare_arcs(*sides, RAW)
    assert set(found.labelled) <= set(found.attached) <= set(found.alignment.pairs)
    same = compare_arcs(sides[0], sides[0], RAW)
    assert len(same.labelled) == len(sides[0].tree.words)
    mapping = arc_mapping(sides[0].tree, sides[1].tree, RAW, sides)
    for in_gold, one in ((True, sides[0].tree), (False, sides[1].tree)):
        for leaf in one.leaves:
            assert mapping.explain(leaf, in_gold=in_gold)
