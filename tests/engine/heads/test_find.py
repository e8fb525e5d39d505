"""Heads of trees: each rule on a tree worked by hand, marks, reassignments, and a slow reading of the rules."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_heads import plain_heads
from reading import read_text
from tree_pairs import prepared, tree_over

from treelens.engine import formats
from treelens.engine.formats import brackets, conllu
from treelens.engine.heads import Reassignment, find_heads, head_rules, heads_of, rules_names, rules_of
from treelens.engine.heads.marks import is_marked, marks_of
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.trees import Tree

RAW = Preparation("raw")


def tree(text: str) -> Tree:
    found = read_text(brackets, text)[0].tree
    assert found is not None
    return found


def head_of(text: str, rules: str) -> str:
    """Return the head word of a tree."""
    one = tree(text)
    found = find_heads(one, head_rules(rules))
    return one.words[found.word[0]]


COLLINS = {
    "(ADJP (RB very) (JJ tall) (NNS feet))": "feet",
    "(ADJP (RB so) (PP (IN in) (NN vogue)))": "so",
    "(ADVP (RB far) (RB away) (NP (NN today)))": "away",
    "(CONJP (RB as) (RB well) (IN as))": "well",
    "(FRAG (NP (NN yes)) (ADVP (RB please)))": "please",
    "(INTJ (UH oh) (UH no))": "oh",
    "(LST (LS 1) (: -))": "1",
    "(NAC (NNP New) (NNP York) (, ,) (NNP NY))": "New",
    "(NP (NP (NNP Bo) (POS 's)) (NN car))": "car",
    "(NP (NNP Bo) (POS 's))": "'s",
    "(NP (NP (DT the) (NN cat)) (PP (IN on) (NP (NN mat))))": "cat",
    "(NP (DT the) (ADJP (JJ rich)) (RB only))": "rich",
    "(NP (QP (IN about) (CD ten)) (CD two))": "two",
    "(NP (DT the) (JJS best))": "best",
    "(NP (DT this) (DT that))": "that",
    "(NX (NN tea) (CC and) (NN milk))": "tea",
    "(PP (RB right) (IN over) (NP (NN there)))": "over",
    "(PP (VBG including) (NP (NN tax)))": "including",
    "(PRN (, ,) (S (VP (VBZ is))) (, ,))": "is",
    "(PRT (RB right) (RP off))": "off",
    "(QP (RBR more) (IN than) (CD 20))": "than",
    "(RRC (ADVP (RB now)) (NP (NN head)))": "head",
    "(S (NP (NN rain)) (VP (VBZ falls)) (. .))": "falls",
    "(S (NP (PRP him)) (ADJP (JJ happy)))": "happy",
    "(SBAR (IN that) (S (VP (VBZ is))))": "that",
    "(SBAR (WHNP (WP who)) (S (VP (VBZ is))))": "who",
    "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (PRP it))) (. ?))": "is",
    "(SINV (ADVP (RB here)) (VP (VBZ comes)) (NP (NN Bo)))": "comes",
    "(SQ (MD can) (NP (PRP you)) (VP (VB go)))": "can",
    "(UCP (NP (NN fish)) (CC or) (ADJP (JJ green)))": "fish",
    "(VP (MD may) (VP (VB go)))": "may",
    "(VP (TO to) (VP (VB go)))": "to",
    "(WHADJP (WRB how) (JJ tall))": "how",
    "(WHADVP (WRB when) (RB exactly))": "when",
    "(WHNP (WDT which) (NN cat))": "which",
    "(WHPP (IN of) (WHNP (WDT which)))": "of",
    "(X (SYM *) (NN x))": "x",
    "(TOP (S (VP (VB go))) (NP (NN x)))": "go",
    "(ROOT (S (VP (VB go))) (NP (NN x)))": "go",
    "(S1 (S (VP (VB go))) (NP (NN x)))": "go",
}
CHARNIAK = {
    "(ADJP (RB very) (JJ tall) (PP (IN for) (NP (NN age))))": "tall",
    "(ADVP (RB far) (NP (NN today)))": "far",
    "(CONJP (RB not) (CC but))": "but",
    "(FRAG (ADVP (RB no)) (NP (NN tea)))": "no",
    "(INTJ (RB well) (UH oh))": "oh",
    "(LST (LS 1) (: -))": "1",
    "(NAC (NNP New) (NNP York))": "York",
    "(NP (NP (NNP Bo) (POS 's)) (NN car))": "car",
    "(NP (NNP Bo) (POS 's))": "Bo",
    "(NP (NP (NN cat)) (PP (IN on) (NP (NN mat))))": "cat",
    "(NX (NN tea) (CC and) (NN milk))": "milk",
    "(PP (RB right) (IN over) (NP (NN there)))": "over",
    "(PRN (, ,) (S (VP (VBZ is))) (, ,))": "is",
    "(PRT (RP off) (RB right))": "off",
    "(QP (RBR more) (IN than) (CD 20))": "20",
    "(RRC (ADVP (RB now)) (VP (VBN gone)))": "gone",
    "(S (VP (VBZ is)) (NP (NN rain)))": "is",
    "(SBAR (IN that) (S (VP (VBZ is))))": "that",
    "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (PRP it))))": "is",
    "(SINV (VBZ is) (VP (VBN gone)) (NP (NN Bo)))": "gone",
    "(SQ (MD can) (NP (PRP you)) (VP (VB go)))": "can",
    "(UCP (NP (NN fish)) (CC or) (ADJP (JJ green)))": "fish",
    "(VP (ADVP (RB now)) (VBD went) (PRT (RP off)))": "went",
    "(WHADJP (WRB how) (JJ tall))": "tall",
    "(WHADVP (RB exactly) (WRB when))": "when",
    "(WHNP (WDT which) (NN cat))": "which",
    "(WHPP (IN of) (WHNP (WDT which)))": "of",
    "(X (SYM *) (NN x))": "x",
    "(TOP (S (VP (VB go))) (NP (NN x)))": "go",
    "(ROOT (S (VP (VB go))) (NP (NN x)))": "go",
    "(S1 (S (VP (VB go))) (NP (NN x)))": "go",
}
ONTONOTES = {
    "(NML (NN health) (HYPH -) (NN care))": "care",
    "(NP (NML (NN health) (NN care)) (HYPH -) (AFX ex))": "care",
    "(NP (DT the) (ADD www.x.org))": "www.x.org",
    "(NX (NML (NN ice)) (, ,))": "ice",
    "(JJP (RB very) (JJ old))": "old",
    "(EDITED (NP (NN a)) (NP (NN b)))": "a",
    "(META (NN a) (NN b))": "b",
    "(CAPTION (NN a) (NN b))": "a",
    "(HEADING (NN a) (NN b))": "a",
    "(TITLE (NN a) (NN b))": "a",
}
NEGRA = {
    "(AA (ADV am) (ADJD besten))": "besten",
    "(AP (ADV sehr) (ADJA alte))": "alte",
    "(AVP (ADV sehr) (ADV gern))": "gern",
    "(CAC (APPR mit) (KON und) (APPR ohne))": "mit",
    "(CAP (ADJA alte) (KON und) (ADJA neue))": "alte",
    "(CAVP (ADV hier) (KON und) (ADV da))": "hier",
    "(CCP (KOUS ob) (KON und) (KOUS wann))": "ob",
    "(CH (FM New) (FM Deal))": "Deal",
    "(CNP (NN Brot) (KON und) (NN Wein))": "Brot",
    "(CO (NP (NN Brot)) (KON und) (S (VVFIN geht)))": "Brot",
    "(CPP (PP (APPR in)) (KON und) (PP (APPR an)))": "in",
    "(CS (S (VVFIN kam)) (KON und) (S (VVFIN ging)))": "kam",
    "(CVP (VP (VVINF kommen)) (KON und) (VP (VVINF gehen)))": "kommen",
    "(CVZ (VZ (PTKZU zu) (VVINF essen)) (KON und) (VZ (PTKZU zu) (VVINF ruhen)))": "essen",
    "(DL (NP (NN Er)) (S (VVFIN sagt)))": "Er",
    "(ISU (NN a) (NN b))": "a",
    "(MPN (NE Bo) (NE Li))": "Li",
    "(MTA (ADJA Bad) (ADJA Homburger))": "Homburger",
    "(NM (CARD zwei) (NN Millionen))": "Millionen",
    "(NP (ART der) (ADJA alte) (NN Mann) (PP (APPR in) (NE Rom)))": "Mann",
    "(NP (PPER er) (ADV selbst))": "er",
    "(PN (NE Bo) (NE Li))": "Li",
    "(PP (ADV kurz) (APPR vor) (ART der) (NN Stadt))": "vor",
    "(QL (NN a) (NN b))": "a",
    "(S (NP (NN Bo)) (VMFIN will) (VP (VVINF gehen)))": "will",
    "(VP (NP (NN Brot)) (VVPP gegessen))": "gegessen",
    "(VROOT (NP (NN Bo)) (S (VVFIN geht)) ($. .))": "geht",
    "(VZ (PTKZU zu) (VVINF gehen))": "gehen",
}
CONTENT = {
    "(PP (IN on) (NP (NNP Friday)))": "Friday",
    "(WHPP (IN of) (WHNP (WDT which)))": "which",
    "(VP (MD may) (VP (VB have) (VP (VBN gone))))": "gone",
    "(SQ (VBZ is) (NP (PRP it)) (VP (VBG raining)))": "raining",
    "(SBAR (IN that) (S (VP (VBZ rains))))": "rains",
    "(NP (NNP Bo) (NNP Li) (POS 's))": "Li",
    "(QP (RBR more) (IN than) (CD 20))": "20",
    "(WHADJP (WRB how) (JJ tall))": "tall",
    "(WHNP (WDT which) (NN cat))": "cat",
}
UPOS = (
    "ADJ",
    "ADP",
    "ADV",
    "AUX",
    "CCONJ",
    "DET",
    "INTJ",
    "NOUN",
    "NUM",
    "PART",
    "PRON",
    "PROPN",
    "SCONJ",
    "SYM",
    "VERB",
)
UNIVERSAL = {f"({tag}P (X w) ({tag} x) (NOUNP (NOUN y) (NOUN z)))": "x" for tag in UPOS} | {
    "(XP (X w) (NOUN x))": "w",
    "(TOP (VERBP (VERB w)) (NOUN x))": "w",
    "(ROOT (VERBP (VERB w)) (NOUN x))": "w",
}
CASES = [
    (rules, text, head)
    for rules, cases in (
        ("collins", COLLINS),
        ("charniak", CHARNIAK),
        ("ontonotes", ONTONOTES),
        ("negra", NEGRA),
        ("content", CONTENT),
        ("universal", UNIVERSAL),
    )
    for text, head in cases.items()
]


@pytest.mark.parametrize(("rules", "text", "head"), CASES)
def test_each_rule_by_hand(rules, text, head):
    assert head_of(text, rules) == head


@pytest.mark.parametrize("name", ["collins", "charniak", "negra", "universal"])
def test_no_rule_is_without_a_case(name):
    tried = {text[1:].split(" ", 1)[0] for rules, text, _ in CASES if rules == name}
    assert set(head_rules(name).rules) == tried


def test_coordination_is_headed_by_the_conjunct_before():
    assert head_of("(NP (NN tea) (CC and) (NN milk))", "collins") == "tea"
    assert head_of("(NP (NN tea) (, ,) (NN milk) (CC and) (NN rum))", "collins") == "milk"
    assert head_of("(NP (CC both) (NN tea))", "collins") == "tea"


def test_punctuation_heads_only_where_there_is_nothing_else():
    assert head_of("(S (, ,) (. .))", "collins") == ","
    assert head_of("(PRN (-LRB- -LRB-) (NP (: --)) (FW x) (-RRB- -RRB-))", "collins") == "x"


def test_words_without_tags_have_heads_too():
    assert head_of("(S (VP w1 (NP w2)) w3)", "collins") == "w2"  # the only child with a label that a rule names
    found = find_heads(tree("(Q a b)"), head_rules("collins"))
    assert found.governor == (-1, 0)
    assert found.why(0) == "no rule for this label: left"


def test_functions_of_labels_do_not_matter():
    text = "(S-TPC (NP-SBJ-1 (NN rain) (NN=2 drop)) (VP=2 (VBZ falls) (NP-TMP (NN now))))"
    assert head_of(text, "collins") == "falls"
    found = find_heads(tree(text), head_rules("collins"))
    assert [found.why(node) for node in (0, 1)] == ["rule S: left VP", "rule NP: right any NN NNP NNPS NNS NX POS JJR"]


def test_empty_nodes_have_none():
    one = tree("(S (NP) (VP (VB go)))")
    found = find_heads(one, head_rules("collins"))
    assert (found.word[0], found.word[1], found.child[1], found.why(1)) == (0, -1, -1, "")


def test_the_reason_is_told():
    one = tree("(S (NP (NN a)) (VP (MD may) (VP (VB go))))")
    rules = replace(head_rules("collins"), reassign=(Reassignment(("VP",), ("MD",), ("VP",)),))
    found = find_heads(one, rules)
    assert [found.why(node) for node in (0, 1, 4)] == [
        "rule S: left VP",
        "the only child that could be",
        "reassigned: in VP from MD to VP",
    ]
    assert one.words[found.word[0]] == "go"
    coordinated = find_heads(tree("(NP (NN tea) (CC and) (NN milk))"), head_rules("collins"))
    assert coordinated.why(0) == "the conjunct before a coordinator"


def test_reassignments_come_one_after_the_other():
    steps = (
        Reassignment(("VP",), ("MD",), ("VP",)),
        Reassignment(("VP",), ("VP",), ("NP",), pick="right"),
    )
    one = tree("(VP (MD may) (VP (VB go)) (NP (NN a)) (NP (NN b)))")
    found = find_heads(one, replace(head_rules("collins"), reassign=steps))
    assert one.words[found.word[0]] == "b"


def test_labels_that_mark_heads():
    text = "(S (NP* (NN a)) (VP (VB go)) (NP-H (NN b)))"
    bank = prepared([tree(text)], preset("collins"))
    found = heads_of(bank, "gold").tree(0)
    assert bank.bank.tree(0).words[found.word[0]] == "a"
    assert found.why(0) == "marked in the file"
    assert str(bank.bank.tree(0)) == "(S (NP (NN a)) (VP (VB go)) (NP (NN b)))"  # the mark is no part of the label


def test_marks_are_kept_from_reassignments():
    rules = replace(head_rules("collins"), reassign=(Reassignment(("S",), ("NP",), ("VP",)),))
    one = tree("(S (NP* (NN a)) (VP (VB go)))")
    assert find_heads(one, rules, [is_marked(one.text(node)) for node in range(len(one))]).word[0] == 0


def test_edges_mark_heads(shared):
    bank = prepare(formats.load(str(shared / "data/native_formats/smultron_de.export")), preset("raw"))
    assert rules_of(bank, "gold").name == "negra"
    marks = marks_of(bank)
    number, functions = next((n, f) for n, f in bank.bank.functions.items() if "HD" in f)
    first = int(bank.bank.first[number])
    assert [bool(mark) for mark in marks[first : first + len(functions)]] == [name == "HD" for name in functions]
    found = heads_of(bank, "gold")
    assert found.fallbacks < 0.05 * found.chosen


def test_dependencies_say_their_heads_themselves():
    rows = [("1", "a", "DET", "2", "det"), ("2", "b", "PUNCT", "0", "root"), ("3", "c", "X", "2", "dep")]
    text = "\n".join("\t".join([i, w, "_", tag, "_", "_", head, rel, "_", "_"]) for i, w, tag, head, rel in rows)
    bank = prepare(read_text(conllu, text + "\n\n"), RAW)
    assert rules_of(bank, "gold").name == "dependencies"
    found = heads_of(bank, "gold").tree(0)
    assert found.governor == (1, -1, 1)  # also where the head is punctuation


def random_rules(draw: st.DrawFn):
    rules = head_rules(draw(st.sampled_from(["collins", "negra", "dependencies", "charniak"])))
    labels = st.sampled_from([("S",), ("NP", "NX"), ("N",), ("<tag>",), ("A*",), (",",)])
    made = st.builds(Reassignment, labels, labels, labels, st.just("both"), st.sampled_from(["left", "right"]))
    return replace(
        rules,
        reassign=tuple(draw(st.lists(made, max_size=2))),
        coordinators=draw(st.sampled_from([(), ("N",), ("NX", ",")])),
    )


@given(data=st.data())
def test_the_kernel_reads_rules_as_they_are_written(data):
    words = data.draw(st.lists(st.sampled_from(["a", "b"]), min_size=1, max_size=7))
    one = data.draw(tree_over(words, discontinuous=data.draw(st.booleans())))
    rules = random_rules(data.draw)
    marked = [data.draw(st.booleans()) if data.draw(st.integers(0, 4)) == 0 else False for _ in range(len(one))]
    found = find_heads(one, rules, marked)
    child, word = plain_heads(one, rules, marked)
    assert list(found.child) == child
    assert list(found.word) == word
    for node in range(len(one)):
        if word[node] >= 0 and one.parent[node] >= 0 and word[one.parent[node]] != word[node]:
            assert found.governor[word[node]] == word[one.parent[node]]
    roots = sorted(word[root] for root in one.roots if word[root] >= 0)
    assert [at for at, governor in enumerate(found.governor) if governor < 0] == roots


def test_heads_of_a_whole_treebank_are_those_of_its_trees(shared):
    bank = prepare(formats.load(str(shared / "data/wsj/gold.ptb")), preset("collins"))
    whole = heads_of(bank, "gold")
    for number in range(0, len(bank.bank), 7):
        assert whole.tree(number) == find_heads(bank.bank.tree(number), whole.rules)
    assert whole.fallbacks == 0


def test_all_shipped_rules_find_a_head_of_everything(shared):
    bank = prepare(formats.load(str(shared / "data/gum/gold.ptb")), preset("raw"))
    for name in rules_names():
        found = heads_of(bank, "gold", head_rules(name))
        assert np.all(found.word >= 0)
