"""What is remembered comes back; what anybody else wrote into the settings does no harm."""

import pytest
from PySide6.QtCore import QByteArray, QDateTime, QPoint, QSettings, QSize, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow, QSplitter

from treelens.gui.remembered import ARRANGEMENT, Recent, Remembered

GARBAGE = [
    None,
    "",
    "nonsense",
    "@Invalid()",
    3,
    -1.5,
    True,
    b"\x00\xff",
    QByteArray(b"\x01\xd9\xd0\xcb not really"),
    QByteArray(),
    [],
    [[]],
    [None, 3, [4], [None], [""], {"a": 1}],
    [[["deep"]]],
    {"gold": "x"},
    QPoint(3, 4),
    QSize(0, 0),
    QDateTime.currentDateTime(),
    "9" * 4000,
    "10 20 30 40 50",
    "-5 ²",
    object(),
]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "settings.ini"


@pytest.fixture
def remembered(file):
    return opened(file)


def opened(file):
    return Remembered(QSettings(str(file), QSettings.Format.IniFormat))


def again(remembered):
    """As after a restart: what is on the disk, through no memory."""
    remembered.settings.sync()
    file = remembered.settings.fileName()
    copy = f"{file}.copy.ini"
    with open(file, "rb") as there, open(copy, "wb") as new:  # noqa: PTH123
        new.write(there.read())
    return opened(copy)


@pytest.fixture
def window(qtbot):
    return made_window(qtbot)


def made_window(qtbot):
    """A window with two docks and two splitters, one of which has a name."""
    made = QMainWindow()
    qtbot.addWidget(made)
    for name, area in (("left", Qt.DockWidgetArea.LeftDockWidgetArea), ("low", Qt.DockWidgetArea.BottomDockWidgetArea)):
        dock = QDockWidget(name, made)
        dock.setObjectName(name)
        dock.setWidget(QLabel(name))
        made.addDockWidget(area, dock)
    outer, inner = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
    outer.setObjectName("panes")
    for part in (QLabel("gold"), QLabel("system"), inner):
        outer.addWidget(part)
    made.setCentralWidget(outer)
    made.resize(700, 500)
    made.show()
    QApplication.processEvents()
    return made


# --- what was open lately ---------------------------------------------------------------------------------------------


def test_nothing_yet(remembered):
    assert remembered.recent() == []
    assert remembered.theme() == "system"


def test_the_latest_comes_first_and_each_once(remembered):
    for name in ("a", "b", "a", "c"):
        remembered.remember(["gold", name])
    assert [recent.paths[1] for recent in again(remembered).recent()] == ["c", "a", "b"]


def test_only_ten_are_kept(remembered):
    for number in range(14):
        remembered.remember(["gold", str(number)])
    assert [recent.paths[1] for recent in again(remembered).recent()] == [str(number) for number in range(13, 3, -1)]


@pytest.mark.parametrize(
    "paths", [["one.treelens"], ["a, b", 'c"d'], ["gold – ü", "系统"], ["a;b", "c\\d", "@e", "%f"]]
)
def test_any_paths_come_back(remembered, paths):
    remembered.remember(paths)
    assert [list(recent.paths) for recent in again(remembered).recent()] == [paths]


def test_no_paths_are_nothing_to_remember(remembered):
    remembered.remember([])
    assert remembered.recent() == []


def test_what_is_forgotten_is_not_offered(remembered):
    remembered.remember(["gold", "a"])
    remembered.remember(["gold", "b"])
    remembered.forget(["gold", "a"])
    remembered.forget(["never", "there"])
    assert [recent.paths for recent in again(remembered).recent()] == [("gold", "b")]
    remembered.forget(["gold", "b"])
    assert again(remembered).recent() == []


def test_what_is_gone_is_kept_and_marked(remembered, tmp_path):
    gold, system = tmp_path / "gold", tmp_path / "system"
    gold.write_text("x")
    remembered.remember([str(gold), str(system)])
    (recent,) = remembered.recent()
    assert (recent.exists, recent.missing) == (False, (str(system),))
    system.write_text("x")
    assert (recent.exists, recent.missing) == (True, ())


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000])
def test_what_can_be_no_path_is_not_there(path):
    assert not Recent((path,)).exists


def test_the_list_of_an_older_program_is_read(remembered):
    remembered.settings.setValue("recent", [["gold", "a"], ["gold", "b"], ["gold", "a"]])
    assert [recent.paths for recent in again(remembered).recent()] == [("gold", "a"), ("gold", "b")]


def test_good_entries_among_bad_ones_are_found(remembered):
    remembered.settings.setValue("recent", [["gold", "a"], 3, None, ["gold", 4], [], ["gold", "b"], "alone.treelens"])
    assert [recent.paths for recent in remembered.recent()] == [("gold", "a"), ("gold", "b"), ("alone.treelens",)]


# --- the window -------------------------------------------------------------------------------------------------------


def test_a_window_comes_back_as_it_was(qtbot, remembered, window):
    window.resize(620, 440)
    window.findChild(QDockWidget, "low").hide()
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.findChild(QDockWidget, "left"))
    window.centralWidget().setSizes([50, 200, 100])
    QApplication.processEvents()
    remembered.save_window(window)
    sizes = window.centralWidget().sizes()
    other = made_window(qtbot)
    assert other.centralWidget().sizes() != sizes
    assert again(remembered).restore_window(other)
    QApplication.processEvents()
    assert other.size() == QSize(620, 440)
    assert other.findChild(QDockWidget, "low").isHidden()
    assert other.dockWidgetArea(other.findChild(QDockWidget, "left")) == Qt.DockWidgetArea.RightDockWidgetArea
    assert other.centralWidget().sizes() == sizes


def test_nothing_remembered_leaves_the_window(remembered, window):
    before = state(window)
    assert not remembered.restore_window(window)
    assert state(window) == before


def test_what_was_cut_short_anywhere_is_not_used(remembered, window):
    whole, arrangement = window.saveGeometry().data(), window.saveState(ARRANGEMENT).data()
    before = state(window)
    for cut in range(len(whole)):
        remembered.settings.setValue("geometry", QByteArray(whole[:cut]))
        assert not remembered.restore_window(window)
    for cut in range(0, len(arrangement), 3):
        remembered.settings.setValue("arrangement", QByteArray(arrangement[:cut]))
        remembered.restore_window(window)
    assert state(window) == before


def test_an_arrangement_of_another_version_is_not_used(remembered, window):
    remembered.settings.setValue("arrangement", window.saveState(ARRANGEMENT + 1))
    before = state(window)
    assert not remembered.restore_window(window)
    assert state(window) == before


@pytest.mark.parametrize("sizes", ["1 2", "0 0 0", "1 2 x", "1 2 -3", "1 2 999999", "1 2 3 4"])
def test_sizes_that_do_not_fit_are_not_used(remembered, window, sizes):
    before = window.centralWidget().sizes()
    remembered.settings.setValue("splitters/panes", sizes)
    remembered.restore_window(window)
    assert window.centralWidget().sizes() == before


def state(window):
    return window.size(), window.pos(), window.saveState(), window.centralWidget().sizes()


# --- the theme --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["system", "light", "dark"])
def test_a_theme_comes_back(remembered, name):
    remembered.set_theme(name)
    assert again(remembered).theme() == name


@pytest.mark.parametrize("name", ["pink", "window.qss", "../dark", "Dark"])
def test_a_theme_that_there_is_not_is_that_of_the_desktop(remembered, name):
    remembered.set_theme(name)
    assert remembered.theme() == "system"


# --- what anybody may have written ------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", GARBAGE, ids=lambda value: type(value).__name__)
def test_a_foreign_value_does_no_harm(remembered, window, value):
    for key in ("recent", "geometry", "arrangement", "splitters/panes", "theme"):
        remembered.settings.setValue(key, value)
    before = state(window)
    assert not remembered.restore_window(window)
    assert state(window) == before
    assert remembered.theme() == "system"
    assert all(recent.paths and all(recent.paths) for recent in remembered.recent())
    remembered.remember(["gold", "a"])
    assert remembered.recent()[0] == Recent(("gold", "a"))
    remembered.set_theme("dark")
    remembered.save_window(window)
    assert remembered.restore_window(window)


@pytest.mark.parametrize(
    "text",
    [
        "recent=@Variant(\\0\\0\\0\\t\\0\\0\\0\\x5)\n",
        "recent=@Variant(\\0\\0\\0\\x7f\\0\\0\\0\\x4zzz\\0)\n",
        "recent=@Variant(\\0\\0)\n",
        "recent=@ByteArray(\\0\\x1\\x2)\n",
        "recent=a, b, c\n",
        "recent\n=\n[[[\n%%%\n",
        "recent=@Rect(1 2)\n",
        "geometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\\0\\0)\narrangement=@ByteArray(\\0\\0\\0\\xff)\n",
    ],
)
def test_a_broken_file_does_no_harm(file, window, text, qtlog):
    file.write_text(f"[General]\n{text}theme=dark\n")
    with qtlog.disabled():  # what Qt has to say of such values is its own
        remembered = opened(file)
        before = state(window)
        remembered.restore_window(window)
        assert state(window) == before
        assert all(recent.paths and all(recent.paths) for recent in remembered.recent())
        assert remembered.theme() in ("dark", "system")
        remembered.remember(["gold", "a"])
    assert again(remembered).recent()[0] == Recent(("gold", "a"))


def test_a_file_of_mere_bytes_does_no_harm(file, window, qtlog):
    file.write_bytes(bytes(range(256)) * 50)
    with qtlog.disabled():
        remembered = opened(file)
        assert remembered.recent() == []
        assert not remembered.restore_window(window)
        assert remembered.theme() == "system"


def test_settings_that_fail_do_no_harm(window):
    class Failing(QSettings):
        def value(self, *_):
            raise ModuleNotFoundError("of another program")

    remembered = Remembered(Failing())
    assert (remembered.recent(), remembered.theme(), remembered.restore_window(window)) == ([], "system", False)


def test_the_settings_of_the_user_are_the_usual_ones(qapp):
    Remembered().set_theme("dark")
    assert QSettings().value("theme") == "dark"
