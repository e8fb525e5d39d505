"""Systems scored in stretches get the results, to the last bit and word, that they get when all is held."""

import gzip
from pathlib import Path

import pytest

from treelens.engine.formats import opened, opened_long, stretches
from treelens.engine.formats.stretches import LongText
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.sweep import Recipe
from treelens.engine.sweep.stretches import Side
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
MEASURES = choose(["evalb", "emms", "freval", "leaf-ancestor", "leaf-ancestor-unit"])
GOLD, SYSTEM = (DEMO / name for name in ("gold.mrg", "linkgrammar.mrg"))


@pytest.fixture(params=[300, 4000])
def short(request, monkeypatch):
    monkeypatch.setattr(stretches, "LONG", 1)
    monkeypatch.setattr(stretches, "STRETCH", request.param)


def both(gold, system, measures=MEASURES, **how):
    """Return the results of the two ways, and whether the second went in stretches."""
    recipes = [
        Recipe(text(str(gold)), preset("collins"), tuple(one.name for one in measures), cached=False, **how)
        for text in (opened, opened_long)
    ]
    assert isinstance(recipes[1].gold, LongText)
    watched = []

    def watch(steps, total):
        watched.append(total)
        return steps

    whole = recipes[0].result("system", opened(str(system)))
    parts = recipes[1].result("system", opened_long(str(system)), watch=watch)
    return whole, parts, watched


def changed(path, lines, **where):
    """Write lines of the demo with others at some places, counted from 0."""
    for place, line in where.items():
        lines[int(place[1:])] = line
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def gold_lines():
    return GOLD.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def system_lines():
    return SYSTEM.read_text(encoding="utf-8").splitlines()


@pytest.mark.usefixtures("short")
def test_the_demo(same):
    whole, parts, watched = both(GOLD, SYSTEM)
    same(whole, parts)
    assert watched[0] > 3  # many stretches, one after the other


@pytest.mark.usefixtures("short")
def test_bad_trees_failed_parses_and_other_words(tmp_path, same, gold_lines, system_lines):
    bad = {f"_{place}": "(S (NP x)" for place in range(3, 118, 4)}
    gold = changed(tmp_path / "gold.mrg", gold_lines, _7="(S (NP", _20="", _21="(())", _40="(S (NP) (VP x))")
    system = changed(tmp_path / "system.mrg", system_lines, **bad, _50="", _52="(S (X other) (Y words))")
    whole, parts, _ = both(gold, system)
    same(whole, parts)
    assert sum("not closed" in line for line in parts.said) == 20
    assert any("and 9 more problems" in line for line in parts.said)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("size", [1, 50, 119, 121, 150])
def test_files_of_unequal_length_in_order(tmp_path, same, system_lines, size):
    system = changed(tmp_path / "system.mrg", (system_lines * 2)[:size])
    whole, parts, _ = both(GOLD, system, pairing="order")
    same(whole, parts)
    assert any("sentences against 120 in gold" in line for line in parts.said)


@pytest.mark.usefixtures("short")
def test_files_of_unequal_length_are_held_to_be_paired_by_words(tmp_path, same, system_lines):
    system = changed(tmp_path / "system.mrg", system_lines[:90])
    whole, parts, _ = both(GOLD, system, choose(["f1"]))
    notes = [line for line in parts.said if "held in memory" in line]
    assert len(notes) == 1
    assert "90 sentences against 120 in gold are paired by their words" in notes[0]
    assert [line for line in parts.said if line not in notes] == list(whole.said)
    assert parts.tallies == whole.tallies


@pytest.mark.usefixtures("short")
def test_trees_over_several_lines_against_packed_ones_by_line(tmp_path, same, gold_lines):
    gold = tmp_path / "gold.mrg"
    gold.write_text("\n\n".join(line.replace(" (", "\n  (", 3) for line in gold_lines) + "\n\n")
    system = tmp_path / "system.mrg.gz"
    system.write_bytes(gzip.compress(SYSTEM.read_bytes()))
    same(*both(gold, system)[:2])


@pytest.mark.usefixtures("short")
def test_one_side_that_is_not_long(tmp_path, same, monkeypatch):
    system = tmp_path / "system.mrg"
    system.write_text(SYSTEM.read_text() + "\n" * 99_999)
    monkeypatch.setattr(stretches, "LONG", 90_000)
    whole = Recipe(opened(str(GOLD)), preset("collins"), ("f1", "t-dice"), cached=False)
    text = opened_long(str(system))
    assert isinstance(text, LongText)
    assert not isinstance(opened_long(str(GOLD)), LongText)
    same(whole.result("system", opened(str(system))), whole.result("system", text))


@pytest.mark.usefixtures("short")
def test_measures_that_look_at_the_whole_file_do(same):
    whole, parts, _ = both(GOLD, SYSTEM, choose(["f1", "mph-f1"]))
    assert parts.tallies == whole.tallies
    assert any("held in memory: mph-recall depends on more" in line for line in parts.said)


@pytest.mark.usefixtures("short")
def test_without_scores_of_sentences():
    whole, parts, _ = both(GOLD, SYSTEM, by_sentence=False)
    assert whole.tallies == parts.tallies
    assert not whole.scores
    assert not parts.scores


@pytest.mark.usefixtures("short")
def test_what_is_left_of_gold():
    text = opened_long(str(GOLD))
    outline = Side(text).outline()
    assert (len(outline), len(outline.columns.label), outline.path) == (120, 0, str(GOLD))
