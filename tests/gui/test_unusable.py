"""Meanings that cannot be compared are listed among the problems, and lead to their sentences."""

from meaning_profiles import SEE, meaning_profiles
from small_profiles import Item, Result, lexical, phrase, write_profile

from treelens.engine.metrics import METRICS
from treelens.gui.document import open_document
from treelens.gui.unusable import problems_with_meanings

RAINS = phrase("r_c", 0, 1, lexical("rain_v1", "rains", 0))


def test_listed_once_they_are_compared(tmp_path):
    gold, system = meaning_profiles(tmp_path)
    document = open_document([gold, system])
    assert problems_with_meanings(document) == []
    document.study.comparison(0).tally(METRICS["led"])
    found = problems_with_meanings(document)
    assert [problem.message for problem in found] == [
        "the meaning of sentence 2 cannot be read",
        "the meaning of sentence 3 is missing",
        "the meaning of sentence 3 is missing",
    ]
    assert [document.place_of(problem) for problem in found] == [(None, 1), (None, 2), (0, 2)]
    assert [(problem.path, problem.line) for problem in found[:2]] == [(f"{gold}/result", 2), (f"{gold}/result", 3)]


def test_a_file_without_any_is_one_note(tmp_path):
    paths = [
        write_profile(tmp_path / side, [Item(at, "rains", [Result(RAINS, mrs)]) for at in (1, 2)])
        for side, mrs in (("gold", SEE), ("system", ""))
    ]
    (note,) = problems_with_meanings(open_document(paths))
    assert (note.path, note.line) == (paths[1], 0)


def test_a_derivation_that_cannot_be_read_leads_to_its_sentence(tmp_path):
    whole = [Item(at, "rains", [Result(RAINS)]) for at in (1, 2)]
    gold = write_profile(tmp_path / "gold", whole)
    system = write_profile(tmp_path / "system", [whole[0], Item(2, "rains", [Result(RAINS[:-4])])])
    document = open_document([gold, system])
    assert document.place_of(document.problems[0]) == (0, 1)


def test_how_sentences_were_paired_is_told(tmp_path):
    texts = ("a", "b", "c")
    paths = [
        write_profile(tmp_path / side, [Item(at, text, [Result(RAINS)]) for at, text in enumerate(texts, first)])
        for side, first in (("gold", 1), ("system", 11))
    ]
    assert [note.message for note in open_document(paths).mismatches()] == [
        "ids stand for other sentences than in gold: paired by text"
    ]


def test_the_window_lists_them_and_offers_what_fits(window, tmp_path, qtbot):
    window.open_files(meaning_profiles(tmp_path), goto=1)
    assert window.wait_until_filled(), window.last_error
    qtbot.waitUntil(lambda: window.problems.count == 3, timeout=20_000)
    shown = {name for name in ("meaning", "analyses", "profiles") if not window.docks[name].isHidden()}
    assert shown == {"meaning", "profiles"}
    assert window.docks["plots"].visibleRegion()  # they are offered behind it
    show = next(action for action in window.docks.actions() if action.text() == "Meaning")
    assert not show.isChecked()
    show.trigger()  # what is behind comes forward, and only what is in front is hidden
    assert show.isChecked()
    assert window.meaning.is_seen
    show.trigger()
    assert window.docks["meaning"].isHidden()
    window.open_files(meaning_profiles(tmp_path / "again"), goto=1)
    assert window.wait_until_filled(), window.last_error
    assert window.docks["meaning"].isHidden()  # who closes one means it
