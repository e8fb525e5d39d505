"""The command palette and the shortcut sheet, by keys as a person uses them."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QLabel, QMainWindow

from treelens.gui.palette import CommandPalette, ShortcutSheet, closeness, plain_text, shortcut_text

Key = Qt.Key


@pytest.fixture
def host(qtbot):
    """A window with some commands in menus, and what was run of them."""
    made = QMainWindow()
    made.ran = []
    made.commands = []
    qtbot.addWidget(made)
    for menu, rows in {
        "&File": [("&Open…", "Ctrl+O"), ("&Quit", "Ctrl+Q")],
        "&View": [("&Mirror", "Ctrl+2"), ("&Fit to window", "Ctrl+0"), ("Find && &show", "")],
        "&Go": [("Next &difference", "N"), ("Open the &demo", "")],
    }.items():
        bar = made.menuBar().addMenu(menu)
        for text, key in rows:
            action = QAction(text, made)
            action.setShortcut(key)
            action.triggered.connect(lambda _=False, text=text: made.ran.append(plain_text(text)))
            bar.addAction(action)
            made.commands.append(action)
    made.resize(800, 600)
    made.show()
    return made


@pytest.fixture
def palette(host):
    return CommandPalette(host.commands, host)


def listed(palette):
    return [palette.list.topLevelItem(row).text(0) for row in range(palette.list.topLevelItemCount())]


def use(qtbot, palette, *presses):
    """Run the palette and press keys in it: texts are typed."""

    def press():
        for what in presses:
            if isinstance(what, str):
                qtbot.keyClicks(palette.edit, what)
            else:
                qtbot.keyClick(palette.edit, what)

    QTimer.singleShot(0, press)
    guard = QTimer(palette, singleShot=True)
    guard.timeout.connect(palette.reject)  # a key that does not close it must not hang the test
    guard.start(500)
    palette.run()
    guard.stop()


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("nd", "Next difference", "Find"),
        ("open", "Open…", "Open the demo"),
        ("demo", "Open the demo", "Decimal moves"),
        ("fit", "Fit to window", "First item"),
        ("MIR", "Mirror", "Move it right"),
        ("n d", "Next difference", "Find"),
    ],
)
def test_the_closer_is_first(typed, better, worse):
    assert closeness(typed, better) > closeness(typed, worse)


def test_letters_must_occur_in_their_order():
    assert closeness("rm", "Mirror") is None
    assert closeness("mm", "Mirror") is None
    assert closeness("a", "") is None
    assert closeness("", "anything") is not None


def test_all_commands_are_listed_with_menus_and_shortcuts(palette):
    palette.narrow("")
    assert listed(palette) == [
        "Open…", "Quit", "Mirror", "Fit to window", "Find & show", "Next difference", "Open the demo"
    ]  # fmt: skip
    item = palette.list.topLevelItem(2)
    assert (item.text(1), item.text(2)) == ("View", "Ctrl+2")
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole) == "Mirror, View, Ctrl+2"


def test_typing_and_return_run_the_best(qtbot, host, palette):
    use(qtbot, palette, "nxd", Key.Key_Return)
    assert host.ran == ["Next difference"]
    use(qtbot, palette, "open", Key.Key_Down, Key.Key_Enter)
    assert host.ran[1:] == ["Open the demo"]


def test_the_palette_is_gone_when_the_command_runs(qtbot, host, palette):
    seen = []
    host.commands[0].triggered.connect(lambda: seen.append(palette.isVisible()))
    use(qtbot, palette, Key.Key_Return)
    assert seen == [False]


def test_arrows_come_round(qtbot, host, palette):
    use(qtbot, palette, Key.Key_Up, Key.Key_Return)
    use(qtbot, palette, Key.Key_Up, Key.Key_Down, Key.Key_Return)
    use(qtbot, palette, Key.Key_PageDown, Key.Key_Return)
    assert host.ran == ["Open the demo", "Open…", "Open the demo"]


def test_escape_runs_nothing(qtbot, host, palette):
    use(qtbot, palette, "quit", Key.Key_Escape)
    assert host.ran == []
    assert palette.result() == QDialog.DialogCode.Rejected
    use(qtbot, palette, Key.Key_Escape)
    assert palette.edit.text() == ""


def test_what_is_disabled_is_grey_and_does_not_run(qtbot, host, palette):
    host.commands[4].setEnabled(False)
    use(qtbot, palette, "find", Key.Key_Return)
    use(qtbot, palette, "fi", Key.Key_Return)  # nor another in its place, unless it is chosen
    assert host.ran == []
    use(qtbot, palette, "fi", Key.Key_Down, Key.Key_Return)
    assert host.ran == ["Fit to window"]
    palette.narrow("find")
    item = palette.list.topLevelItem(0)
    assert item.isDisabled()
    assert palette.current is None
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole).endswith("not possible now")
    palette.narrow("")
    host.commands[0].setEnabled(False)
    use(qtbot, palette, Key.Key_Return)
    assert host.ran == ["Fit to window", "Quit"]


def test_menus_can_be_typed_too(palette):
    palette.narrow("view mir")
    assert listed(palette) == ["Mirror"]
    palette.narrow("file")
    assert listed(palette) == ["Open…", "Quit"]


def test_nothing_found(qtbot, host, palette):
    use(qtbot, palette, "zzz", Key.Key_Down, Key.Key_Return)
    assert host.ran == []
    assert not palette.nothing.isHidden()
    assert palette.list.isHidden()


def test_a_click_runs(qtbot, host, palette):
    def click():
        place = palette.list.visualItemRect(palette.list.topLevelItem(1)).center()
        qtbot.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=place)

    QTimer.singleShot(50, click)
    palette.run()
    assert host.ran == ["Quit"]


def test_what_is_switched_on_has_a_mark(host, palette):
    host.commands[2].setCheckable(True)
    host.commands[2].setChecked(True)
    palette.narrow("mirror")
    assert listed(palette) == ["Mirror  ✓"]


def test_the_sheet_has_every_shortcut(qtbot, host):
    menus = {top.text(): top.menu().actions() for top in host.menuBar().actions()}
    sheet = ShortcutSheet(menus, host)
    qtbot.addWidget(sheet)
    sheet.show()
    shown = {part.text() for part in sheet.findChildren(QLabel)}
    assert {"File", "View", "Go", "Open…", "Ctrl+O", "Next difference", "N"} <= shown
    assert "Open the demo" not in shown  # has no shortcut
    assert sheet.text().splitlines()[:2] == ["File", "Open…: Ctrl+O"]
    qtbot.keyClick(sheet, Key.Key_Escape)
    assert not sheet.isVisible()


def test_the_windows_own_actions(qtbot, window):
    palette = CommandPalette(list(window.actions_.by_id.values()), window)
    palette.narrow("mir")
    assert listed(palette)[0] == "Mirror"
    use(qtbot, palette, "mirror", Key.Key_Return)
    assert window.actions_["layout-mirror"].isChecked()
    sheet = ShortcutSheet({name: menu.actions() for name, menu in window.actions_.menus.items()}, window)
    qtbot.addWidget(sheet)
    assert shortcut_text(window.actions_["next-difference"]) == "N  Alt+Down"
    assert "Next difference: N  Alt+Down" in sheet.text()
