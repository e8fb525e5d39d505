"""One hand-worked pair for each kind of error, and the styles of labels."""

from pathlib import Path

import pytest
from error_pairs import check, explain

from treelens.engine.errors import KINDS, kinds_named, style, style_names, style_of
from treelens.engine.formats import load
from treelens.engine.prepare import prepare, preset
from treelens.engine.problems import TreelensError
from treelens.resources import resource

SUBJECT = "(NP (DT The) (NN board))"
BUDGET = "(NP (DT the) (NN budget))"
LAPTOPS = "(NP (JJ new) (NNS laptops))"

#: By kind: gold, system, how many bracket errors, what is said.
CASES = {
    "PP attachment": (
        f"(S {SUBJECT} (VP (VBD saw) {LAPTOPS} (PP (IN on) (NP (NNP Friday)))))",
        f"(S {SUBJECT} (VP (VBD saw) (NP {LAPTOPS} (PP (IN on) (NP (NNP Friday))))))",
        1,
        "“on Friday” hangs under NP “new laptops”; in gold it hangs under VP “saw new laptops”.",
    ),
    "NP attachment": (
        f"(S {SUBJECT} (VP (VBD saw) (PP (IN for) {LAPTOPS}) (NP (DT this) (NN week))))",
        f"(S {SUBJECT} (VP (VBD saw) (PP (IN for) {LAPTOPS} (NP (DT this) (NN week)))))",
        2,
        "“this week” hangs under PP “for new laptops”; in gold it hangs under VP “saw for new laptops”.",
    ),
    "VP attachment": (
        "(S (NP (NP (DT a) (NN man)) (PP (IN of) (NP (NN war)) ) (VP (VBN called) (NP (NNP Bob)))) (VP (VBD ran)))",
        "(S (NP (NP (DT a) (NN man)) (PP (IN of) (NP (NP (NN war)) (VP (VBN called) (NP (NNP Bob)))))) (VP (VBD ran)))",
        3,
        "“called Bob” hangs under NP “war”; in gold it hangs under NP “a man of war”.",
    ),
    "clause attachment": (
        f"(S {SUBJECT} (VP (VBD cut) {BUDGET} (SBAR (IN because) (S (NP (PRP it)) (VP (VBD grew))))))",
        f"(S {SUBJECT} (VP (VBD cut) (NP {BUDGET} (SBAR (IN because) (S (NP (PRP it)) (VP (VBD grew)))))))",
        1,
        "“because it grew” hangs under NP “the budget”; in gold it hangs under VP “cut the budget”.",
    ),
    "modifier attachment": (
        f"(S {SUBJECT} (VP (VBD cut) {BUDGET}) (ADVP (RB yesterday)))",
        f"(S {SUBJECT} (VP (VBD cut) {BUDGET} (ADVP (RB yesterday))))",
        2,
        "“yesterday” hangs under VP “cut the budget”; in gold it hangs under S “The board cut the budget”.",
    ),
    "coordination": (
        "(NP (NP (NNS men)) (PP (IN of) (NP (NN war))) (CC and) (NP (NNS wives)))",
        "(NP (NP (NNS men)) (PP (IN of) (NP (NP (NN war)) (CC and) (NP (NNS wives)))))",
        3,
        "“and wives” hangs under NP “war”; in gold it hangs under NP “men of war”.",
    ),
    "NP-internal structure": (
        "(NP (DT the) (NML (NN ad) (NN rate)) (NNS increases))",
        "(NP (DT the) (NN ad) (NML (NN rate) (NNS increases)))",
        2,
        "",
    ),
    "unary": (
        f"(S {SUBJECT} (VP (VBD agreed) (S (VP (TO to) (VB go)))))",
        f"(S {SUBJECT} (VP (VBD agreed) (VP (TO to) (VB go))))",
        1,
        "“to go” is no S; in gold it is one, under VP “agreed”.",
    ),
    "X-over-X unary": (
        f"(S {SUBJECT} (VP (VBD left)))",
        f"(S (NP {SUBJECT}) (VP (VBD left)))",
        1,
        "“The board” is an NP under S “left”; gold has no such phrase.",
    ),
    "single-word phrase": (
        f"(S {SUBJECT} (ADVP (RB soon)) (VP (VBD left)))",
        f"(S {SUBJECT} (RB soon) (VP (VBD left)))",
        1,
        "“soon” is no ADVP; in gold it is one, under S “The board left”.",
    ),
    "different label": (
        f"(S {SUBJECT} (VP (VBD felt) (ADJP (RB very) (JJ good))))",
        f"(S {SUBJECT} (VP (VBD felt) (ADVP (RB very) (JJ good))))",
        2,
        "“very good” is an ADVP; in gold it is an ADJP.",
    ),
    "other": (
        f"(S (ADVP (RB soon)) {SUBJECT} (VP (VBD left)))",
        f"(S (ADVP (RB soon)) (X {SUBJECT} (VP (VBD left))))",
        1,
        "“The board left” is an X under S “soon”; gold has no such phrase.",
    ),
}


def test_every_kind_has_a_case() -> None:
    assert set(CASES) == set(KINDS)


@pytest.mark.parametrize("kind", CASES)
def test_case(kind: str) -> None:
    gold, system, brackets, sentence = CASES[kind]
    one = explain(gold, system)
    check(one)
    assert [repair.kind for repair in one.repairs] == [kind] * len(one.repairs)
    assert one.brackets == brackets
    if sentence:
        assert [repair.sentence for repair in one.repairs] == [sentence]


def test_sites_are_nodes_of_both_trees() -> None:
    gold, system, *_ = CASES["PP attachment"]
    one = explain(gold, system)
    (repair,) = one.repairs
    assert one.system.text(repair.before.node) == "NP"
    assert one.system.words[slice(*one.system.span(repair.before.node))] == ("new", "laptops", "on", "Friday")
    assert one.gold.text(repair.after.node) == "VP"
    assert (repair.words, repair.labels, repair.distance) == ((5, 6), ("PP",), 1)


def test_kinds_by_other_labels() -> None:
    gold = "(S (NP (ART die) (NN Frau)) (VVFIN sah) (NP (ART den) (NN Mann)) (PP (APPR mit) (NN Fernrohr)))"
    system = "(S (NP (ART die) (NN Frau)) (VVFIN sah) (NP (ART den) (NN Mann) (PP (APPR mit) (NN Fernrohr))))"
    assert [repair.kind for repair in explain(gold, system, name="negra").repairs] == ["PP attachment"]
    gold = "(SENT (NP (D le) (N chat) (AP (A noir))) (VN (V dort)) (COORD (CC et) (VN (V mange))))"
    system = "(SENT (NP (D le) (N chat) (AP (A noir))) (VN (V dort) (COORD (CC et) (VN (V mange)))))"
    assert [repair.kind for repair in explain(gold, system, name="french").repairs] == ["coordination"]


def test_style_is_found_by_labels(shared: Path) -> None:
    found = {
        folder: style_of(prepare(load(str(shared / "data" / folder / "gold.ptb")), preset("collins")).bank).name
        for folder in ("wsj", "gum", "multi/es_cess", "multi/pt_floresta")
    }
    assert found == {"wsj": "penn", "gum": "penn", "multi/es_cess": "iberian", "multi/pt_floresta": "iberian"}
    german = load(str(shared / "data" / "native_formats" / "smultron_de.export"))
    assert style_of(german).name == "negra"


def test_demo_is_penn() -> None:
    assert style_of(load(str(resource("demo", "gold.mrg")))).name == "penn"


def test_a_style_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\n[attachment]\nPP = ["ADVP"]\n', encoding="utf-8")
    assert style(str(file)).attachment_of("ADVP") == "PP attachment"
    file = tmp_path / "wrong.toml"
    file.write_text('[attachment]\nPP = "ADVP"\n', encoding="utf-8")
    with pytest.raises(TreelensError, match="takes a list of labels"):
        style(str(file))
    file = tmp_path / "unknown.toml"
    file.write_text('[attachment]\nQP = ["ADVP"]\n', encoding="utf-8")
    with pytest.raises(TreelensError, match="no kind of attachment: QP"):
        style(str(file))
    with pytest.raises(TreelensError, match="no style is called 'german'"):
        style("german")


def test_names_of_kinds() -> None:
    assert style_names() == ["french", "iberian", "negra", "penn"]
    assert all(kinds_named(kind) == [kind] for kind in KINDS)
    assert all(kinds_named(kind.upper()) == [kind] for kind in KINDS)
    assert kinds_named("nonsense") == []
