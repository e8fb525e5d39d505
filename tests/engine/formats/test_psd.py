from hypothesis import given
from hypothesis import strategies as st
from reading import content, problems, read_text, survives, trees, written
from strategies import sentences
from strategies import trees as random_trees

from treelens.engine.formats import brackets, detect, load, psd
from treelens.engine.source import Source
from treelens.engine.treebank import Analysis, Sentence

TEXT = """( (METADATA (AUTHOR Jón)) (ID x,.0))

( (IP-MAT (NP-SBJ *con*)
          (CODE <P_1>)
          (VBDI sagði-segja)
          (N-A a-b-a-b)
          (CP (WNP-1 0) (C 0) (NP-OB1 *T*-1))
          (. .-.)) (ID x,.1))

( (ID x,.2))
"""


def test_ids_remarks_and_lemmas_are_taken_out_of_the_tree():
    bank = read_text(psd, TEXT)
    sentence = bank[0]
    assert str(sentence.tree) == (
        "(IP-MAT (NP-SBJ (-NONE- *con*)) (VBDI sagði) (N-A a-b) "
        "(CP (WNP-1 (-NONE- 0)) (C (-NONE- 0)) (NP-OB1 (-NONE- *T*-1))) (. .))"
    )
    assert (sentence.id, sentence.line) == ("x,.1", 3)
    assert sentence.analyses[0].tokens == {"lemma": ("", "segja", "a-b", "", "", "", ".")}
    assert [(s.id, s.tree is None) for s in bank] == [("x,.1", False), ("x,.2", True)]


def test_the_format_is_restored():
    bank = read_text(psd, TEXT)
    assert written(psd, [bank[0]]) == (
        "( (IP-MAT (NP-SBJ *con*) (VBDI sagði-segja) (N-A a-b-a-b) (CP (WNP-1 0) (C 0) (NP-OB1 *T*-1)) (. .-.))"
        " (ID x,.1))\n\n"
    )
    assert survives(psd, bank)


def test_words_with_hyphens_stay_whole_in_a_file_without_lemmas():
    bank = read_text(psd, "( (IP (N half-way) (D the) (NUM 0)) (ID a))")
    assert bank[0].words == ("half-way", "the", "0")
    assert bank[0].analyses[0].tokens is None
    assert str(bank[0].tree) == "(IP (N half-way) (D the) (NUM 0))"


def test_a_bad_bracket_loses_only_itself():
    bank = read_text(psd, "( (A a)\n   (ID 1))\n( (B b) (C\n( (C c)\n  (ID 3))\nnotes\n")
    assert trees(bank) == ["(A a)", None, "(C c)"]
    assert problems(bank) == [(3, 1, 1), (6, 1, None)]


def test_it_is_recognised_by_ids_and_remarks():
    assert detect(Source("x", TEXT.encode())) is psd
    assert detect(Source("x", b"( (S (NP (NN ID)) (VP (VB CODE))))")) is brackets
    assert detect(Source("x", b"( (CODE (SYM SpeakerA1) (. .)))")) is brackets


@given(sentences(random_trees(words=st.sampled_from(["og", "é", ".", "("]))), st.booleans())
def test_writing_and_reading_changes_nothing(drawn, lemmas):
    drawn = [s for s in drawn if "(" not in s.words]
    if lemmas:
        drawn = [
            Sentence(tuple(Analysis(a.tree, tokens={"lemma": ("x",) * len(s.words)}) for a in s.analyses), s.id)
            for s in drawn
        ]
    assert not drawn or survives(psd, drawn)


def test_a_deep_tree_takes_no_recursion():
    bank = read_text(psd, "( " + "(X " * 100_000 + "a" + ")" * 100_000 + " (ID deep))")
    assert len(bank[0].tree) == 100_001
    assert survives(psd, bank)


def test_real_files(shared):
    for path, count in [
        (shared / "data" / "native_formats" / "icepahc_1883.voggur.nar-fic.psd", 130),
        (shared / "data" / "messy" / "04_icepahc_ids_lemmas_code.psd", 88),
    ]:
        bank = load(path)
        assert (bank.format, len(bank), bank.problems) == ("psd", count, [])
        assert bank[2].words == ("Hann", "gekk", "raulandi", "upp", "allt", "stræt$", "$ið", ".")
        assert bank[2].analyses[0].tokens["lemma"][:3] == ("hann", "ganga", "raula")
        assert content(bank)[2][0] == "1883.VOGGUR.NAR-FIC,.3"
        assert survives(psd, bank)
