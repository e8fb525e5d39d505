"""A person who does anything: clicks, keys, commands, notes, files; each deed is known by its number and the seed."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

from material import Material
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMainWindow, QMenu, QPushButton, QToolTip, QWidget

from treelens.gui.main_window import MainWindow

__all__ = ["Person"]

_LEFT_OUT = {"quit"}
_FILTERS = (
    "", "the", "label:NP", "len:>10", "f1:<50", "tag:mine", "error:PP", "wrong:all", "lost:passive", "/NP < PP/",
    "label:NP and not len:<8", "status:error", "nonsense:", "(", "changed:better", "better:berkeley>stanford",
)  # fmt: skip
_RANKINGS = ("gap e-dice t-dice", "score f1", "score t-dice", "file", "score freval", "score leaf-ancestor", "nothing")
_COLUMNS = ("f1", "e-dice", "t-dice", "freval", "leaf-ancestor", "stanford.f1", "crossing", "mph-f1")
_KEYS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Escape,
    Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Delete,
    Qt.Key.Key_N, Qt.Key.Key_R, Qt.Key.Key_Period, Qt.Key.Key_A, Qt.Key.Key_BracketRight, Qt.Key.Key_F, Qt.Key.Key_G,
    Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5, Qt.Key.Key_0,
)  # fmt: skip
_MINDED = 60  #: milliseconds between looks at dialogs that wait for an answer
_WAIT = 12  #: seconds in which files are opened and scored; what takes longer goes on beside what is done next
_QUIET, _LONGEST = 0.6, 60  #: seconds without work beside the window after which there is none, and that are waited
_PATIENCE = 6  #: deeds in one dialog before it is closed


class Person:
    """Does things to a window; *log* is told of each before it is done."""

    def __init__(self, window: MainWindow, material: Material, seed: int, log: Callable[[str], None]) -> None:
        self.window = window
        self.material = material
        self.seed = seed
        self.done = 0
        self._log = log
        self._chance = random.Random(seed)
        self._at: QWidget | None = None  # the dialog or menu that is open, and how much was done in it
        self._patience = 0
        self._deeds: list[tuple[int, Callable[[], str | None]]] = [
            (24, self._command),
            (20, self._click),
            (14, self._key),
            (8, self._sentence),
            (6, self._point),
            (5, self._dock),
            (5, self._note),
            (4, self._tag),
            (4, self._filter),
            (3, self._list),
            (3, self._wheel),
            (3, self._damage),
            (2, self._open),
            (2, self._session),
            (2, self._suite),
            (1, self._resize),
            (3, self._close_windows),
        ]
        self._give_paths()
        QTimer.singleShot(_MINDED, self._mind)

    def act(self) -> None:
        """Do the next thing. What it is depends on the seed and its number alone."""
        self.done += 1
        self._chance = random.Random(f"{self.seed}:{self.done}")
        weights, deeds = zip(*self._deeds, strict=True)
        deed = self._chance.choices(deeds, weights)[0]
        said = deed()
        self._say(deed.__name__.strip("_") + (f" {said}" if said else ""))

    def look_at_everything(self) -> None:
        """Open all there is once: pages, dialogs and libraries that come when they are first wanted stay."""
        for paths in self.material.choices():
            self.window.open_files(paths)
            self.window.wait_until_filled(_WAIT)
        self.window.open_files(self.material.demo)
        self.window.wait_until_filled(_WAIT)
        for action in (*self.window.actions_.by_id.values(), *self.window.docks.actions()):
            if action.objectName() not in _LEFT_OUT and action.isEnabled():
                self._say(f"first {action.objectName() or action.text()}")
                action.trigger()
                _let_pass(0.3)
                self._close_windows()

    def rest(self) -> None:
        """Bring the window to where it is measured: the demo, nothing else open, everything as at first."""
        self._say("rest")
        self._close_windows()
        self.material.mend()
        window = self.window
        window.resize(1400, 880)
        for name in ("align-e", "layout-side", "theme-light", "reset-layout"):
            window.actions_[name].trigger()
        if window.surveying.shown:
            window.actions_["systems"].trigger()
        if window.suites.store is not None:
            window.suites.store.discard()
            window.suites._take(None)
        window.open_files(self.material.demo)
        window.wait_until_filled(_WAIT)
        window.sentences.filter.clear()
        window.sentences.set_ranking_text("file")
        window.sentences.show_sentence(14)
        _let_all_be_done()

    def _say(self, what: str) -> None:
        self._log(f"{self.done}\t{what}")

    # --- deeds ----------------------------------------------------------------------------------------------------

    def _command(self) -> str:
        actions = [action for name, action in self.window.actions_.by_id.items() if name not in _LEFT_OUT]
        action = self._chance.choice([action for action in actions if action.isEnabled()])
        self._say(f"trigger {action.objectName()}")
        action.trigger()
        return action.objectName()

    def _click(self) -> str:
        widget, place = self._somewhere()
        how = self._chance.choices(("left", "double", "right", "control", "drag"), (14, 3, 3, 2, 3))[0]
        self._say(f"click {how} {_named(widget)} {place.x()},{place.y()}")
        self._press(widget, place, how)
        return how

    def _press(self, widget: QWidget, place: QPoint, how: str) -> None:
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        if how == "double":
            QTest.mouseDClick(widget, left, plain, place)
        elif how == "right":
            QTest.mouseClick(widget, Qt.MouseButton.RightButton, plain, place)
        elif how == "drag":
            QTest.mousePress(widget, left, plain, place)
            QTest.mouseMove(widget, place + QPoint(self._chance.randrange(-80, 80), self._chance.randrange(-80, 80)))
            QTest.mouseRelease(widget, left, plain, place)
        else:
            QTest.mouseClick(widget, left, Qt.KeyboardModifier.ControlModifier if how == "control" else plain, place)

    def _key(self) -> str:
        key = self._chance.choice(_KEYS)
        shift = self._chance.random() < 0.2
        target = QApplication.focusWidget() or self.window
        self._say(f"key {key.name} {_named(target)}")
        QTest.keyClick(target, key, Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier)
        return key.name

    def _point(self) -> str:
        widget, place = self._somewhere()
        QTest.mouseMove(widget, place)
        return _named(widget)

    def _wheel(self) -> str:
        widget, place = self._somewhere()
        turn = QPoint(0, self._chance.choice((-120, 120)))
        control = self._chance.random() < 0.5
        keys = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
        at = QPointF(place)
        event = QWheelEvent(
            at, QPointF(widget.mapToGlobal(place)), QPoint(), turn, Qt.MouseButton.NoButton, keys,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
        return _named(widget)

    def _sentence(self) -> str:
        if self.window.document is None:
            return "nothing open"
        sentence = self._chance.randrange(len(self.window.document.gold))
        self.window.sentences.show_sentence(sentence)
        return str(sentence + 1)

    def _dock(self) -> str:
        action = self._chance.choice(self.window.docks.actions())
        action.trigger()
        return action.text()

    def _note(self) -> None:
        box = self.window.notes_panel.box
        if box.isEnabled():
            self.window.docks.reveal("sentence")
            box.setFocus()
            QTest.keyClicks(box, self._chance.choice(("look at this. ", "why? ", "PP attachment, again; ")))

    def _tag(self) -> None:
        panel = self.window.notes_panel
        if panel.store is not None and panel.sentence >= 0:
            tag = self._chance.choice(("mine", "figure 3", "odd", "ask"))
            (panel.remove_tag if self._chance.random() < 0.5 else panel.add_tag)(tag)

    def _filter(self) -> str:
        text = self._chance.choice(_FILTERS)
        self.window.sentences.filter.setText(text)
        return text

    def _list(self) -> None:
        if self.window.document is not None:
            self.window.sentences.set_columns(self._chance.sample(_COLUMNS, self._chance.randrange(1, 5)))
            self.window.sentences.set_ranking_text(self._chance.choice(_RANKINGS))

    def _damage(self) -> str:
        return self.material.damage(self._chance)

    def _open(self) -> str:
        paths = self._chance.choice(self.material.choices())
        self._say(f"open {' '.join(Path(path).name for path in paths[:3])}")
        self.window.open_files(paths)
        if self._chance.random() < 0.7:  # else something else is done meanwhile
            self.window.wait_until_filled(_WAIT)
        return ""

    def _session(self) -> str:
        path = self._chance.choice(self.material.sessions)
        if self._chance.random() < 0.5 or not path.exists():
            return f"save {self.window.document is not None and self.window.save_session(str(path))}"
        self.window.open_files([str(path)])
        self.window.wait_until_filled(_WAIT)
        return f"open {path.name}"

    def _suite(self) -> str:
        what = self._chance.choice(("open", "close", "rules", "edit"))
        window = self.window
        if window.document is None:
            return "nothing open"
        if what == "open":
            window.suites.open(self._chance.choice(self.material.suites()))
        elif what == "rules":
            rules = ("penn", str(self.material.folder / "demo-rules.toml"))
            window.recognising.choose_recogniser(self._chance.choice(rules))
        else:
            window.suites.do("close" if what == "close" else "new")
        return what

    def _resize(self) -> str:
        size = self._chance.choice(((1400, 880), (900, 600), (1900, 1000), (640, 480)))
        self.window.resize(*size)
        return f"{size[0]}x{size[1]}"

    def _close_windows(self) -> None:
        """Close dialogs and menus that are open beside the window."""
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and isinstance(widget, QDialog | QMenu | QMainWindow) and widget is not self.window:
                widget.close()
        QToolTip.hideText()

    # --- where ----------------------------------------------------------------------------------------------------

    def _somewhere(self, window: QWidget | None = None) -> tuple[QWidget, QPoint]:
        """Return a place that can be seen, and the widget that is there."""
        kinds = (QMainWindow, QDialog)
        shown = [one for one in QApplication.topLevelWidgets() if one.isVisible() and isinstance(one, kinds)]
        window = window or self._chance.choice([self.window, *shown])
        place = QPoint(self._chance.randrange(max(1, window.width())), self._chance.randrange(max(1, window.height())))
        widget = window.childAt(place) or window
        return widget, widget.mapFrom(window, place)

    # --- what asks ------------------------------------------------------------------------------------------------

    def _mind(self) -> None:
        """Answer dialogs and menus, which keep whoever opened them waiting."""
        QTimer.singleShot(_MINDED, self._mind)  # another timer: this one waits, too, if an answer opens a question
        asking = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if asking is None:
            self._at = None
            return
        if asking is not self._at:
            self._at, self._patience = asking, self._chance.randrange(_PATIENCE)
        self._patience -= 1
        if self._patience < 0:
            self._say(f"close {_named(asking)}")
            asking.close()
            if asking.isVisible() and isinstance(asking, QDialog):
                asking.reject()
            return
        buttons = [one for one in asking.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
        if isinstance(asking, QDialog) and buttons and self._chance.random() < 0.4:
            button = self._chance.choice(buttons)
            self._say(f"button {button.text()} of {_named(asking)}")
            button.click()
        else:
            widget, place = self._somewhere(asking)
            self._say(f"click in {_named(asking)}: {_named(widget)}")
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def _give_paths(self) -> None:
        """Let those who ask for files be answered at once: the desktop's own dialogs cannot be driven."""
        folder = self.material.folder
        there = ("gold.mrg", "berkeley.mrg", "stanford.mrg", "phenomena.tsv", "demo-rules.toml", "one.treelens", "x")

        def one(*_: object, **__: object) -> tuple[str, str]:
            return self._chance.choice(("", *(str(folder / name) for name in there))), ""

        def some(*_: object, **__: object) -> tuple[list[str], str]:
            return [str(self.material.mrg(name)) for name in self._chance.sample(("bllip", "neural", "opennlp"), 2)], ""

        def new(_parent: QWidget, _title: str, beside: str = "", *_: object, **__: object) -> tuple[str, str]:
            name = Path(beside).name or "saved.svg"
            return self._chance.choice(("", str(folder / "saved" / name), str(folder / name))), ""

        (folder / "saved").mkdir(exist_ok=True)
        for name, function in (("getOpenFileName", one), ("getOpenFileNames", some), ("getSaveFileName", new)):
            setattr(QFileDialog, name, staticmethod(function))


def _named(widget: QWidget) -> str:
    """Return what a widget is, for the log."""
    return f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()}".strip()


def _let_all_be_done() -> None:
    """Wait until all that is found out beside the window is there: how much that is depends on the machine."""
    until, quiet_since = time.monotonic() + _LONGEST, time.monotonic()
    while time.monotonic() < until and time.monotonic() - quiet_since < _QUIET:
        _let_pass(0.05)
        if any(thread.name.startswith("treelens-") for thread in threading.enumerate()):
            quiet_since = time.monotonic()


def _let_pass(seconds: float) -> None:
    QTest.qWait(round(seconds * 1000))
