import pytest
from hypothesis import given
from reading import problems, read_text, survives, trees, written
from strategies import IDS, WORDS, sentences
from strategies import trees as random_trees

from treelens.engine.formats import detect, load, tigerxml
from treelens.engine.problems import InputError
from treelens.engine.source import Source, decode

SENTENCE = """<s id="s1"><graph root="s1_501">
<terminals>
<t id="s1_1" word="Das" pos="ART" lemma="der"/>
<t id="s1_2" word="ist &lt;hier&gt;" pos="V"/>
<t id="s1_3" word="gut" pos="ADJ"/>
</terminals>
<nonterminals>
<nt id="s1_500" cat="NP"><edge idref="s1_1" label="NK"/><edge idref="s1_3" label="NK"/></nt>
<nt id="s1_501" cat="S"><edge idref="s1_500" label="SB"/><edge idref="s1_2" label="HD"/></nt>
</nonterminals></graph></s>
"""


def document(*parts: str) -> str:
    return '<?xml version="1.0" encoding="ISO-8859-1"?>\n<corpus id="x"><body>\n' + "".join(parts) + "</body></corpus>"


def test_a_sentence():
    bank = read_text(tigerxml, document(SENTENCE))
    sentence = bank[0]
    assert sentence.words == ("Das", "ist <hier>", "gut")
    assert sentence.tree.gaps == {1: (0, 2)}
    assert [sentence.tree.text(node) for node in sentence.tree.children(0)] == ["NP", "V"]
    assert sentence.tree.functions == ("--", "SB", "NK", "", "NK", "", "HD", "")
    assert sentence.analyses[0].tokens == {"lemma": ("der", "", "")}
    assert (sentence.id, sentence.line) == ("s1", 3)
    assert sentence.tree.location(1) == ("x", 10, 1)
    assert survives(tigerxml, bank)


def test_what_is_apart_hangs_under_a_root():
    bank = read_text(tigerxml, document(SENTENCE.replace('<edge idref="s1_2" label="HD"/>', "")))
    assert [bank[0].tree.text(node) for node in bank[0].tree.children(0)] == ["S", "V"]
    assert bank[0].tree.text(0) == "VROOT"


def test_the_text_is_utf_8_whatever_the_document_says():
    data = document(SENTENCE.replace("gut", "schön"))
    assert read_text(tigerxml, data)[0].words[2] == "schön"
    latin = decode("x", data.encode("latin-1"))
    assert next(tigerxml.read(latin))[0].words[2] == "schön"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('<edge idref="s1_3"', '<edge idref="s1_9"', (20, 57)),
        ('<edge idref="s1_2"', '<edge idref="s1_3"', (21, 58)),
        ('<edge idref="s1_2"', '<edge idref="s1_501"', (21, 58)),
        (' word="gut"', "", (17, 1)),
        ('id="s1_3" word', 'id="s1_2" word', (17, 1)),
        ('root="s1_501"', 'root="s1_777"', (13, 12)),
    ],
)
def test_a_bad_sentence_is_a_problem(old, new, place):
    bank = read_text(tigerxml, document(SENTENCE.replace("s1", "s0"), SENTENCE.replace(old, new)))
    assert problems(bank) == [(*place, 1)]
    assert [tree is None for tree in trees(bank)] == [False, True]


BOMB = """<?xml version="1.0"?>
<!DOCTYPE corpus [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<corpus><body><s id="&b;"><graph><terminals/></graph></s></body></corpus>"""


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (BOMB, "x:2:30: declares or calls an entity"),
        (document(SENTENCE)[:300], "x:10:26: is not well-formed XML: unclosed token"),
        (document(SENTENCE, "<b>"), "x:13:6: is not well-formed XML: mismatched tag"),
        ("", "x:1:1: is not well-formed XML: no element found"),
    ],
)
def test_bad_xml_ends_the_reading_with_an_address(text, address):
    with pytest.raises(InputError) as caught:
        list(tigerxml.read(Source("x", text.encode())))
    assert str(caught.value).startswith(address)


def test_it_is_recognised_by_its_elements():
    assert detect(Source("x", document(SENTENCE).encode())) is tigerxml
    assert tigerxml.detect(Source("x", b"<alpino_ds><node/></alpino_ds>")) == 0


@given(sentences(random_trees(discontinuous=True, words=WORDS | WORDS.map(lambda word: f' "<{word}>&\t')), IDS))
def test_writing_and_reading_changes_nothing(drawn):
    assert [s.analyses for s in read_text(tigerxml, written(tigerxml, drawn))] == [s.analyses for s in drawn]


def test_characters_that_xml_cannot_hold_are_replaced():
    bank = read_text(tigerxml, document(SENTENCE))
    text = written(tigerxml, list(bank)).replace("Das", "D\ufffds")
    assert read_text(tigerxml, text)[0].words[0] == "D\ufffds"


def test_german_is_the_same_in_both_formats(shared):
    folder = shared / "data" / "native_formats"
    xml, export = load(folder / "smultron_de_banana.xml"), load(folder / "smultron_de.export")
    assert (xml.format, len(xml), len(xml.gaps), xml.problems) == ("tigerxml", 86, 56, [])
    assert [sentence.tree for sentence in xml] == [sentence.tree for sentence in export]
    assert (xml[0].id, xml[0].line) == ("s228", 170)
    assert survives(tigerxml, xml)


def test_english(shared):
    bank = load(shared / "data" / "native_formats" / "smultron_en_banana.xml")
    assert (bank.format, len(bank), len(bank.gaps), bank.problems) == ("tigerxml", 79, 1, [])
    assert survives(tigerxml, bank)


def test_other_xml_is_no_known_format(shared):
    with pytest.raises(InputError, match="cannot be read as any format"):
        load(shared / "data" / "native_formats" / "alpino_xml_sample.xml")
