"""The dialog for figures: worked by clicks and keys; what it shows, says, saves and copies."""

import shlex
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QMessageBox, QScrollArea, QWidget
from shiboken6 import isValid

from treelens.engine.commands.main import run
from treelens.gui.dialogs.figure import FigureDialog
from treelens.gui.dialogs.habits import Habits
from treelens.gui.figures import LAYOUTS, FigureSpec, PlotSpec, TreeFigure, make_page, subject_of, svg
from treelens.gui.figures.looks import THEMES
from treelens.gui.session import Place
from treelens.gui.theme import apply_theme, load_theme

SHOW = ("words", "tags", "punctuation")
PLACE = Place(sentence=68, system=0, show=SHOW)  # a short one


@pytest.fixture
def dialog(qtbot, exports, document, light):
    """The dialog for a short sentence."""
    made = exports.export_trees(document, PLACE, light)
    settle(qtbot, made)
    yield made
    if isValid(made):
        made.close()


def settle(qtbot, dialog):
    """Wait until what is chosen is shown."""
    qtbot.waitUntil(lambda: dialog.making.is_idle and dialog.result_ is not None, timeout=10000)
    assert dialog.result_.spec == dialog.settings.spec()


def choose(qtbot, choice, value):
    """Choose from a list by keys, as one does."""
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Home)
    while choice.currentData() != value:
        before = choice.currentIndex()
        qtbot.keyClick(choice, Qt.Key.Key_Down)
        assert choice.currentIndex() != before, f"{value} is not there"


def click(qtbot, widget):
    """Click on the sign or the text of a button."""
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(10, widget.height() // 2))


def answers(monkeypatch, path, kind=""):
    """Let the file dialog answer; return what it was asked."""
    asked = []

    def answer(parent, title, name, kinds, first, *_):
        asked.append((name, kinds, first))
        return str(path), kind or first

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    return asked


def test_it_starts_from_what_the_window_shows(qtbot, exports, document, light):
    place = Place(sentence=16, system=1, alignment="t", layout="mirror", show=("words", "fold", "links"), second=2)
    dialog = exports.export_trees(document, place, light)
    assert dialog.settings.spec() == FigureSpec(
        "mirror", "t", links=True, fold=True, tags=False, functions=False, punctuation=False
    )
    assert dialog.wanted == TreeFigure(document, 16, 1, 2)
    settle(qtbot, dialog)
    assert dialog.preview.page.title.startswith("Gold / stanford: ")
    assert dialog.about.text() == dialog.preview.page.title
    dialog.close()


def test_three_trees_use_the_second_system(qtbot, exports, document, light):
    place = Place(sentence=68, system=1, layout="three", show=SHOW, second=1)  # as if both were the same
    dialog = exports.export_trees(document, place, light)
    settle(qtbot, dialog)
    assert [text.text for text in dialog.preview.page.texts("title")] == ["Gold", "A: stanford", "B: bllip"]
    dialog.close()


def test_every_choice_changes_the_figure(qtbot, dialog):
    before = dialog.preview.page
    settings = dialog.settings
    for layout in LAYOUTS:
        choose(qtbot, settings.layout_choice, layout)
        settle(qtbot, dialog)
        assert dialog.result_.page is not None
    for theme in THEMES:
        choose(qtbot, settings.theme, theme)
        settle(qtbot, dialog)
        assert dialog.preview.page.looks.theme == theme
    choose(qtbot, settings.layout_choice, "side")
    choose(qtbot, settings.theme, "light")
    choose(qtbot, settings.font_choice, "sans")
    settings.size_number.setFocus()
    qtbot.keyClick(settings.size_number, Qt.Key.Key_Up)
    settle(qtbot, dialog)
    page = dialog.preview.page
    assert page.typeface.name == "sans"
    assert page.looks.size == before.looks.size + 0.5


def test_boxes_and_caption(qtbot, dialog):
    for name, box in dialog.settings.boxes.items():
        before = getattr(dialog.settings.spec(), name)
        click(qtbot, box)
        assert getattr(dialog.settings.spec(), name) is not before
        click(qtbot, box)
        assert getattr(dialog.settings.spec(), name) is before
    click(qtbot, dialog.settings.boxes["scores"])
    click(qtbot, dialog.settings.boxes["tags"])
    qtbot.keyClicks(dialog.settings.caption, "Low attachment.")
    settle(qtbot, dialog)
    caption = " ".join(text.text for text in dialog.preview.page.texts("caption"))
    assert caption.startswith("Low attachment. E Dice ")
    assert not list(dialog.preview.page.texts("tag"))


def test_widths(qtbot, dialog):
    field = dialog.settings.width_field
    assert not field.number.isVisible()
    for width, inches in (("column", 3.03), ("page", 6.30)):
        choose(qtbot, field.which, width)
        settle(qtbot, dialog)
        assert dialog.preview.page.width == pytest.approx(72 * inches, abs=0.01)
        assert f"{inches:.2f} × " in dialog.size_label.text()
    choose(qtbot, field.which, "own")
    assert field.number.isVisible()
    assert field.value() == "16cm"  # as wide as it was
    dialog.activateWindow()
    field.number.setFocus()
    field.number.selectAll()
    qtbot.keyClicks(field.number, "9.5")
    qtbot.keyClick(field.number, Qt.Key.Key_Return)  # takes the number, and opens no file dialog
    settle(qtbot, dialog)
    assert dialog.settings.spec().width == "9.5cm"
    assert dialog.preview.page.width == pytest.approx(72 * 9.5 / 2.54, abs=0.01)
    choose(qtbot, field.unit, "in")
    assert field.value() == "3.74in"


def test_only_the_last_of_many_changes_is_drawn(qtbot, exports, document, light, monkeypatch):
    drawn = []
    real = TreeFigure.page
    monkeypatch.setattr(TreeFigure, "page", lambda self, spec: drawn.append(spec) or real(self, spec))
    dialog = exports.export_trees(document, PLACE, light)
    for letters in ("a", "b", "c", "d", "e"):
        qtbot.keyClicks(dialog.settings.caption, letters)
    settle(qtbot, dialog)
    assert drawn[-1].caption == "abcde"
    assert len(drawn) <= 2
    dialog.close()


def test_what_does_not_fit_can_be_made_to_fit(qtbot, exports, document, light):
    dialog = exports.export_trees(document, Place(sentence=14, show=SHOW), light)
    settle(qtbot, dialog)
    assert not dialog.remedies.isVisible()
    choose(qtbot, dialog.settings.width_field.which, "column")
    settle(qtbot, dialog)
    assert dialog.result_.page is None
    assert "and 3.03 in is the width" in dialog.remedies.message.text()
    assert not dialog.save_button.isEnabled()
    assert not dialog.copy_button.isEnabled()
    assert not dialog.preview.sheet.fresh
    problem = dialog.result_.problem
    for remedy, button in zip(problem.remedies, dialog.remedies.buttons, strict=False):
        assert f"→ {remedy.width / 72:.2f} in" in button.text()
        assert button.text().lower().startswith(remedy.words.lower())
        assert button.text().endswith("…") is not remedy.fits
    across = next(each for each in dialog.remedies.buttons if each.text().startswith("Across"))
    click(qtbot, across)
    settle(qtbot, dialog)
    assert dialog.settings.spec().width == "page"
    assert dialog.preview.page.width == pytest.approx(6.3 * 72, abs=0.01)
    assert not dialog.remedies.isVisible()
    assert dialog.save_button.isEnabled()
    dialog.close()


def test_a_missing_tree_is_told(qtbot, exports, light, tmp_path):
    from treelens.gui.document import open_document

    (tmp_path / "gold.mrg").write_text("(S (NP (N a)) (VP (V b)))\n", encoding="utf-8")
    (tmp_path / "sys.mrg").write_text("(())\n", encoding="utf-8")
    opened = open_document([str(tmp_path / "gold.mrg"), str(tmp_path / "sys.mrg")])
    dialog = exports.export_trees(opened, Place(sentence=0, show=SHOW), light)
    settle(qtbot, dialog)
    assert "cannot be drawn" in dialog.remedies.message.text()
    assert dialog.preview.page is None
    choose(qtbot, dialog.settings.layout_choice, "gold")
    settle(qtbot, dialog)
    assert dialog.preview.page is not None
    dialog.close()


# --- the preview ------------------------------------------------------------------------------------------------------


def test_zoom(qtbot, dialog):
    fitted = dialog.preview.scale
    assert dialog.fit_button.isChecked()
    qtbot.keyClick(dialog, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert dialog.true_button.isChecked()
    assert "100 %" in dialog.size_label.text()
    assert dialog.preview.scale == pytest.approx(dialog.logicalDpiX() / 72)
    click(qtbot, dialog.fit_button)
    assert dialog.preview.scale == fitted
    assert dialog.preview.sheet.size().width() <= dialog.preview.width()


def test_the_preview_is_the_figure(qtbot, dialog):
    """The page is painted on a desk, in its colours."""
    picture = dialog.preview.sheet.grab().toImage()
    page, scale = dialog.preview.page, dialog.preview.scale
    left = (dialog.preview.sheet.width() - page.width * scale) / 2
    top = (dialog.preview.sheet.height() - page.height * scale) / 2
    ratio = picture.devicePixelRatio()
    assert picture.pixelColor(3, 3).name() == "#dde1e6"
    assert picture.pixelColor(int((left + 3) * ratio), int((top + 3) * ratio)).name() == "#ffffff"
    seen = {
        picture.pixelColor(x, y).name() for x in range(int(left * ratio), picture.width(), 2) for y in range(0, 400, 2)
    }
    assert page.looks.colours["deletion_fill"] in seen


# --- taking it along --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png", ".tex"])
def test_saving(qtbot, dialog, said, monkeypatch, tmp_path, ending):
    asked = answers(monkeypatch, tmp_path / f"mine{ending}")
    click(qtbot, dialog.save_button)
    assert asked[0][0].endswith("berkeley-69.pdf")
    assert asked[0][1] == "SVG (*.svg);;PDF (*.pdf);;PNG (*.png);;TikZ (*.tex *.tikz)"
    assert (tmp_path / f"mine{ending}").stat().st_size > 500
    assert said[-1] == f"saved mine{ending}"
    assert dialog.note.text() == said[-1]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".mine")] == []


def test_the_kind_that_was_chosen_gives_the_ending(qtbot, dialog, monkeypatch, tmp_path):
    answers(monkeypatch, tmp_path / "fig.v2", "SVG (*.svg)")
    qtbot.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    page = make_page(subject_of(dialog.wanted.document, 68, 0), dialog.settings.spec())
    assert (tmp_path / "fig.v2.svg").read_text(encoding="utf-8") == svg.document(page)
    asked = answers(monkeypatch, "")
    click(qtbot, dialog.save_button)
    assert asked == [(str(tmp_path / "berkeley-69.svg"), asked[0][1], "SVG (*.svg)")]  # folder and kind are remembered


def test_overwriting_asks(qtbot, dialog, monkeypatch, tmp_path):
    target = tmp_path / "there.svg"
    target.write_text("mine", encoding="utf-8")
    answers(monkeypatch, target)
    asked = []
    for answer in (QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes):
        monkeypatch.setattr(QMessageBox, "question", lambda _p, _t, text, answer=answer: asked.append(text) or answer)
        click(qtbot, dialog.save_button)
        assert (target.read_text(encoding="utf-8") == "mine") is (answer == QMessageBox.StandardButton.No)
    assert asked == ["there.svg is there already. Write over it?"] * 2


def test_nothing_is_written_over_trees_or_into_nowhere(qtbot, exports, light, monkeypatch, tmp_path):
    from treelens.gui.document import open_document

    paths = [tmp_path / name for name in ("gold.svg", "sys.mrg")]  # a file of trees may be called anything
    for path in paths:
        path.write_text("(S (NP (N a)) (VP (V b)))\n", encoding="utf-8")
    dialog = exports.export_trees(open_document([str(path) for path in paths]), Place(show=SHOW), light)
    settle(qtbot, dialog)
    warned = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _p, _t, text: warned.append(text))
    answers(monkeypatch, paths[0])
    click(qtbot, dialog.save_button)
    answers(monkeypatch, tmp_path / "nowhere" / "a.pdf")
    click(qtbot, dialog.save_button)
    assert "will not be overwritten" in warned[0]
    assert "cannot be written" in warned[1]
    assert paths[0].read_text(encoding="utf-8").startswith("(S")
    assert dialog.note.text() == ""
    dialog.close()


def test_copying(qtbot, dialog, said):
    choose(qtbot, dialog.settings.theme, "print")  # not drawn yet: the copy must be of what is chosen
    click(qtbot, dialog.copy_button)
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    text = bytes(data.data("image/svg+xml").data()).decode()
    assert text == svg.document(make_page(subject_of(dialog.wanted.document, 68, 0), dialog.settings.spec()))
    assert said == ["copied as a picture and as SVG"]


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png", ".tex"])
def test_the_command_writes_the_same_bytes(qtbot, dialog, monkeypatch, tmp_path, ending):
    choose(qtbot, dialog.settings.layout_choice, "three")
    choose(qtbot, dialog.settings.alignment, "t")
    choose(qtbot, dialog.settings.width_field.which, "page")
    for name in ("links", "fold", "scores", "legend"):
        click(qtbot, dialog.settings.boxes[name])
    dialog.settings.caption.insert("It's “low”; so $x$.")
    dialog.dpi.setValue(150)
    click(qtbot, dialog.transparent)
    click(qtbot, dialog.body)
    settle(qtbot, dialog)
    answers(monkeypatch, tmp_path / f"window{ending}")
    click(qtbot, dialog.save_button)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(dialog.command.text())
    assert words[0] == "treelens"
    assert run(words[1:]) == 0
    assert Path(f"berkeley-69{ending}").read_bytes() == Path(f"window{ending}").read_bytes()


def test_the_command_can_be_taken_along(qtbot, dialog):
    assert dialog.command.isReadOnly()
    qtbot.mouseClick(dialog.command, Qt.MouseButton.LeftButton)
    qtbot.keyClick(dialog.command, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == dialog.command.text()
    assert dialog.command.text().endswith("--sentence 69 --no-functions -o berkeley-69.pdf")


# --- manners ----------------------------------------------------------------------------------------------------------


def test_habits_are_for_the_next_figure(qtbot, exports, dialog, document, light):
    choose(qtbot, dialog.settings.width_field.which, "page")
    choose(qtbot, dialog.settings.font_choice, "sans")
    choose(qtbot, dialog.settings.theme, "okabe-ito")
    choose(qtbot, dialog.settings.layout_choice, "overlay")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    again = exports.export_trees(document, PLACE, light)
    spec = again.settings.spec()
    assert (spec.width, spec.font, spec.theme, spec.layout) == ("page", "sans", "okabe-ito", "side")
    again.close()


def test_habits_follow_the_window(document):
    habits = Habits()
    assert habits.trees(Place(layout="three", show=()), "dark", three=False) == FigureSpec(
        theme="dark", tags=False, words=False, functions=False, punctuation=False
    )
    habits.remember(FigureSpec(theme="dark", width="column"), "dark")
    assert habits.trees(Place(), "light", three=True).theme == "light"
    assert habits.plot("light") == PlotSpec()
    habits.remember(PlotSpec(theme="print", width="page"), "light")
    assert habits.plot("light") == PlotSpec(theme="print", width="page")
    assert habits.trees(Place(), "light", three=True).width == "column"


def test_closing_while_drawing_leaves_nothing_behind(qtbot, exports, document, light):
    import threading

    dialog = exports.export_trees(document, Place(sentence=14, show=SHOW), light)
    choose(qtbot, dialog.settings.width_field.which, "column")
    qtbot.wait(80)
    dialog.close()
    assert not [each for each in threading.enumerate() if each.name == "treelens-task"]


def test_keys_reach_everything(qtbot, dialog):
    """Tab goes through all fields and buttons, each has a name, and no two share a mnemonic."""
    wanted = {each for each in dialog.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus}
    wanted = {each for each in wanted if each.isVisible() and each.isEnabled() and each.focusProxy() is None}
    dialog.activateWindow()
    dialog.settings.layout_choice.setFocus()
    reached = set()
    for _ in range(80):
        reached.add(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    missing = {each for each in wanted - reached if not isinstance(each.parentWidget(), type(dialog.dpi))}
    assert missing == {dialog.true_button}  # from one zoom to the other it is an arrow key
    dialog.fit_button.setFocus()
    qtbot.keyClick(dialog.fit_button, Qt.Key.Key_Right)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert not dialog.preview.fits
    for each in reached:
        assert each.accessibleName() or (isinstance(each, QAbstractButton) and each.text()), each
    texts = [each.text() for each in dialog.findChildren(QAbstractButton) + dialog.findChildren(QLabel)]
    letters = Counter(text[text.index("&") + 1].lower() for text in texts if "&" in text)
    assert letters
    assert max(letters.values()) == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_cut_off(qtbot, qapp, exports, document, theme):
    """At the size of a small screen all settings are there without scrolling aside, and all texts have room."""
    look = load_theme(theme)
    apply_theme(qapp, look)
    dialog = exports.export_trees(document, PLACE, look)
    dialog.resize(1180, 740)
    settle(qtbot, dialog)
    choose(qtbot, dialog.settings.width_field.which, "own")
    area = dialog.findChild(QScrollArea)
    assert dialog.settings.minimumSizeHint().width() <= area.viewport().width()
    assert dialog.minimumSizeHint().height() <= 740
    for each in dialog.findChildren(QAbstractButton):
        if each.isVisible() and each.text():
            assert each.width() >= each.minimumSizeHint().width(), each.text()
    dialog.close()


def test_plots(qtbot, exports, document, light, said, monkeypatch, tmp_path):
    exports.plot(document, "curves", "export", light)
    dialog = exports.parent().findChild(FigureDialog)
    settle(qtbot, dialog)
    assert sorted(text.text for text in dialog.preview.page.texts("legend")) == sorted(document.names)
    choose(qtbot, dialog.settings.width_field.which, "page")
    click(qtbot, dialog.settings.boxes["legend"])
    settle(qtbot, dialog)
    assert not list(dialog.preview.page.texts("legend"))
    asked = answers(monkeypatch, tmp_path / "plot.svg")
    click(qtbot, dialog.save_button)
    assert "CSV (*.csv)" in asked[0][1]
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(dialog.command.text())[1:]) == 0
    assert Path("berkeley-curves.svg").read_bytes() == Path("plot.svg").read_bytes()
    assert said == ["saved plot.svg"]
    dialog.close()
