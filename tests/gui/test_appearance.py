"""Themes and looks are said once, in data, and everything that names them agrees with it."""

from PySide6.QtCore import Qt

from treelens.gui.actions import action_table
from treelens.gui.appearance import looks_table, theme_named, theme_names, theme_values
from treelens.gui.figures.looks import load_looks
from treelens.gui.theme import load_theme
from treelens.gui.views.looks import BOXED, line_of
from treelens.resources import resource


def test_every_file_of_a_theme_is_a_theme_of_that_name():
    files = {file.name for file in resource("themes").iterdir()}
    assert {f"{name}.toml" for name in theme_names()} == {name for name in files if name.endswith(".toml")}
    assert [load_theme(name).name for name in theme_names()] == list(theme_names())


def test_every_theme_has_an_action():
    actions = {row["id"] for row in action_table() if row["id"].startswith("theme-")}
    assert actions == {f"theme-{name}" for name in ("system", *theme_names())}


def test_no_two_themes_share_a_name():
    others = [other for name in theme_names() for other in theme_values(name).get("other_names", ())]
    assert len({*others, *theme_names()}) == len(others) + len(theme_names())
    assert [theme_named(other) for other in others] == ["print"]


def test_screen_and_paper_draw_the_same_kind_of_line():
    figures = load_looks("light", 10.0)
    dashes = {Qt.PenStyle.SolidLine: 0, Qt.PenStyle.DotLine: 2, Qt.PenStyle.DashLine: 2}
    dashes |= {Qt.PenStyle.DashDotLine: 4, Qt.PenStyle.DashDotDotLine: 6}
    for role in looks_table()["roles"]:
        style, width = line_of(role)
        assert dashes[style] == len(figures.pen("branch", role).dash)
        assert width > figures.pen("branch", role).width
        assert (role in BOXED) == figures.boxed("phrase", role)


def test_what_has_no_look_of_its_own_is_plain():
    assert line_of("quiet") == line_of("plain") == (Qt.PenStyle.SolidLine, 1.2)
