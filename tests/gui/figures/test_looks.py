"""Themes and the table of looks: readable, told apart without colour, and the window can load the new themes."""

from itertools import combinations

import pytest

from treelens.gui.figures.looks import THEMES, load_looks, mixed
from treelens.gui.theme import load_theme

ROLES = ("deletion", "insertion", "swap", "move", "disagree")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_can_be_read(theme):
    looks = load_looks(theme, 9)
    for kind in ("phrase", "tag", "word", "fold", "title", "legend", "caption", "tick"):
        assert contrast(looks.text(kind, "plain").colour, looks.page) >= 4.5
    # the window's own themes promise this on the page only
    for role in ROLES if theme in ("okabe-ito", "print") else ():
        fill = looks.fill("phrase", role)
        assert fill is not None
        assert contrast(looks.text("phrase", role).colour, fill) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_roles_differ_without_colour(theme):
    looks = load_looks(theme, 9)
    for one, other in combinations(ROLES, 2):
        first, second = looks.pen("box", one), looks.pen("box", other)
        assert (first.width, first.dash) != (second.width, second.dash)
        assert looks.badge(one) != looks.badge(other)


def test_print_has_only_greys():
    looks = load_looks("print", 9)
    colours = [*looks.colours.values(), *looks.table["series"]["print"]]
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


@pytest.mark.parametrize("theme", THEMES)
def test_the_window_loads_every_theme(theme):
    assert load_theme(theme).tree.deletion.name() == load_looks(theme, 9).colours["deletion"].lower()
    assert load_theme(theme).interface.window.isValid()


def test_lines_grow_with_type_and_never_vanish():
    assert (
        load_looks("light", 20).pen("branch", "insertion").width
        == 2 * load_looks("light", 10).pen("box", "insertion").width
    )
    assert load_looks("light", 5).pen("drop", "plain").width == 0.35


def test_unknown_names_look_plain():
    looks = load_looks("light", 10)
    assert looks.pen("branch", "unheard") == looks.pen("branch", "plain")
    assert looks.text("unheard", "unheard") == looks.text("phrase", "plain")
    assert not looks.boxed("phrase", "match")
    with pytest.raises(ValueError, match="no theme"):
        load_looks("neon", 9)


def test_systems_have_lines_of_their_own():
    for theme in THEMES:
        looks = load_looks(theme, 8)
        pens = [looks.pen("curve", f"system {number}") for number in range(8)]
        assert len(set(pens)) == 8


def test_mixed():
    assert mixed("#123456", "#ffffff", 0) == "#123456"
    assert mixed("#000000", "#ffffff", 1) == "#ffffff"
