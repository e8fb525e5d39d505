import pytest
from hypothesis import given
from reading import problems, read_text, survives, trees, written
from strategies import IDS, sentences
from strategies import trees as random_trees

from treelens.engine.formats import detect, export, load
from treelens.engine.source import Source

FOUR = """#FORMAT 4
#BOS a/1
Ter	te	vz	--	hd	500
zake	zaak	n	ev	obj1	500
.	.	let	--	--	0
#500	--	PP	--	--	0
#EOS a/1
"""
THREE = """#FORMAT 3
#BOT ORIGIN
0	x	nothing
#EOT ORIGIN
%% a comment
#BOS 1 2 876 0
Das\t\tART\t--\tNK\t501
ist\t\tV\t--\tHD\t500\tSB\t501
gut\t\tADJ\t--\tNK\t501 %% why?
#500\t\tS\t--\t--\t0
#501\t\tNP\t--\tSB\t500
#EOS 1
"""


def test_version_4():
    bank = read_text(export, FOUR)
    sentence = bank[0]
    assert str(sentence.tree) == "(VROOT (PP (vz Ter) (n zake)) (let .))"
    assert sentence.tree.functions == ("--", "--", "hd", "", "obj1", "", "--", "")
    assert sentence.analyses[0].tokens == {"lemma": ("te", "zaak", "."), "morph": ("--", "ev", "--")}
    assert (sentence.id, sentence.line) == ("a/1", 2)
    assert sentence.tree.location(3) == ("x", 3, 1)
    assert written(export, list(bank)) == FOUR


def test_version_3_with_tables_comments_and_secondary_edges():
    bank = read_text(export, THREE)
    assert trees(bank) == ["(S (NP (ART Das) (ADJ gut)) (V ist))"]
    assert bank[0].tree.gaps == {1: (0, 2)}
    assert bank[0].analyses[0].tokens is None
    assert bank.notes == ["secondary edges are not kept"]
    assert not bank.problems


def test_the_number_of_columns_tells_the_version():
    for text in (FOUR, THREE):
        assert trees(read_text(export, text.split("\n", 1)[1])) == trees(read_text(export, text))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("obj1	500", "obj1	777", (8, 21)),
        ("zake	zaak	n	ev	obj1	500", "zake	zaak	n", (8, 12)),
        ("hd	500", "hd	five", (7, 17)),
        ("PP	--	--	0", "PP	--	--	500", (10, 18)),
        (
            "#500	--	PP	--	--	0",
            "#500	--	PP	--	--	0\n#500	--	PP	--	--	0",
            (11, 1),
        ),
    ],
)
def test_a_bad_line_loses_its_sentence_only(old, new, place):
    bad = FOUR.removeprefix("#FORMAT 4\n").replace("a/1", "bad").replace(old, new)
    bank = read_text(export, "#FORMAT 4\n#BOS 0\na	a	b	--	--	0\n#EOS 0\n\n" + bad + FOUR)
    assert problems(bank) == [(*place, 1)]
    assert [tree is None for tree in trees(bank)] == [False, True, False]


def test_sentences_without_end_and_lines_outside_of_sentences_are_problems():
    bank = read_text(export, "stray\n#BOS 1\na	--	b	--	--	0\n" + FOUR)
    assert problems(bank) == [(2, 1, 0), (1, 1, None)]


def test_it_is_recognised_by_its_marks():
    for text in (FOUR, THREE, "%% word tag\n#BOS 1\n"):
        assert detect(Source("x", text.encode())) is export


@given(sentences(random_trees(discontinuous=True), IDS.filter(bool)))
def test_writing_and_reading_changes_nothing(drawn):
    assert [s.analyses for s in read_text(export, written(export, drawn))] == [s.analyses for s in drawn]


def test_a_deep_tree_takes_no_recursion():
    rows = "".join(f"#{n}\t--\tX\t--\t--\t{n + 1}\n" for n in range(500, 20_000))
    bank = read_text(export, f"#BOS 1\na\t--\tA\t--\t--\t500\n{rows}#20000\t--\tX\t--\t--\t0\n#EOS 1\n")
    assert len(bank[0].tree) == 19_503
    assert survives(export, bank)


def test_real_files(shared):
    folder = shared / "data" / "native_formats"
    german, dutch = load(folder / "smultron_de.export"), load(folder / "alpinosample.export")
    assert (german.format, len(german), len(german.gaps), german.problems) == ("export", 86, 56, [])
    assert (dutch.format, len(dutch), len(dutch.gaps), dutch.problems) == ("export", 3, 3, [])
    assert dutch[0].id == "RSTCode_EE01/4"
    assert dutch[0].analyses[0].tokens["lemma"][:2] == ("te", "vergelijking")
    assert survives(export, german)
    assert survives(export, dutch)
