"""The dialog that makes a figure: settings, a preview that is the figure itself, and ways to take it along."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFontDatabase, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ..figures import FigureSpec, MeaningSpec, Page, PlotFigure, Spec, TreeFigure, Wanted, clipboard_data, command_line
from ..theme import Theme
from ..views.elided import Elided
from ..widgets import button, label
from .fields import Number
from .habits import Habits
from .making import Made, Making
from .preview import Preview
from .remedies import Remedies
from .saving import Saving
from .settings import MeaningSettings, PlotSettings, Settings, TreeSettings
from .style import dialog_style

__all__ = ["FigureDialog"]

_LEFT = 372  # the width of the settings


class FigureDialog(QDialog):
    """Settings on the left, the figure on the right. Everything is told by :attr:`said`, too."""

    said = Signal(str)

    def __init__(self, wanted: Wanted, spec: Spec, habits: Habits, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wanted, self.habits, self._window_theme = wanted, habits, theme.name
        self.result_: Made | None = None
        self.setWindowTitle(self.tr("Export figure"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(1180, 740)
        self.settings = _settings(wanted, spec)
        self.preview = Preview(self.tr("Preview"), dark=theme.dark)
        self.remedies = Remedies()
        self.making = Making(wanted, self)
        self.saving = Saving(wanted.inputs, habits, self)
        self.setStyleSheet(dialog_style(theme))
        self._build()
        self._connect()
        self.settings.changed.emit()

    # --- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        columns = QHBoxLayout()
        columns.setSpacing(0)
        columns.addWidget(self._left())
        columns.addLayout(self._right(), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(columns, 1)
        layout.addWidget(self._foot())
        self.settings.setFocus()

    def _left(self) -> QWidget:
        area = QScrollArea()
        area.setWidget(self.settings)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(_LEFT)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _right(self) -> QVBoxLayout:
        self.about = Elided("", "heading")
        self.size_label = label("", "muted")
        self.fit_button = self._zoom_button(self.tr("Fit"), self.tr("Show all of it (Ctrl+0)"))
        self.true_button = self._zoom_button(self.tr("100 %"), self.tr("Show it as large as it will be (Ctrl+1)"))
        self.fit_button.setChecked(True)
        self.zooms = QButtonGroup(self)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.setContentsMargins(16, 10, 16, 10)
        head.addWidget(self.about, 1)
        head.addWidget(self.size_label)
        head.addSpacing(8)
        for each in (self.fit_button, self.true_button):
            self.zooms.addButton(each)
            head.addWidget(each)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(head)
        right.addWidget(self.preview, 1)
        right.addWidget(self.remedies)
        return right

    def _zoom_button(self, text: str, tip: str) -> QPushButton:
        made = button(text, "zoom", tip)
        made.setCheckable(True)
        return made

    def _foot(self) -> QWidget:
        self.dpi = Number(self.tr("Dots per inch of PNG and of copies"), 36, 2400, 50, 0, "dpi")
        self.dpi.setValue(self.habits.dpi)
        self.transparent = QCheckBox(self.tr("Tra&nsparent"))
        self.transparent.setToolTip(self.tr("PNG without a background"))
        self.transparent.setChecked(self.habits.transparent)
        self.body = QCheckBox(self.tr("TikZ for \\input"))
        self.body.setToolTip(self.tr("Without a preamble of its own"))
        self.body.setChecked(self.habits.body)
        self.command = QLineEdit()
        self.command.setReadOnly(True)
        self.command.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.command.setAccessibleName(self.tr("The same on the command line"))
        self.command.setToolTip(self.tr("The same on the command line; click to select all of it"))
        self.command.installEventFilter(self)
        self.copy_button = button(self.tr("&Copy"), "", self.tr("Put it on the clipboard, as a picture and as SVG"))
        self.save_button = button(self.tr("&Save…"), "primary", self.tr("Write a file (Ctrl+S)"))
        self.close_button = button(self.tr("Close"))
        self.save_button.setDefault(True)
        foot = QFrame()
        foot.setObjectName("legend")
        rows = QVBoxLayout(foot)
        rows.setContentsMargins(16, 10, 16, 12)
        rows.setSpacing(8)
        rows.addWidget(self.command)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label(self.tr("PNG"), "muted"))
        row.addWidget(self.dpi)
        row.addWidget(self.transparent)
        row.addSpacing(12)
        row.addWidget(self.body)
        self.note = Elided("", "muted")
        row.addWidget(self.note, 1)
        for each in (self.copy_button, self.save_button, self.close_button):
            row.addWidget(each)
        rows.addLayout(row)
        return foot

    def _connect(self) -> None:
        self.settings.changed.connect(self._changed)
        self.making.made.connect(self._show)
        self.making.busy.connect(lambda: self.size_label.setText(self.tr("drawing…")))
        self.remedies.chosen.connect(self.settings.set_spec)
        self.preview.zoomed.connect(self._show_size)
        self.fit_button.clicked.connect(lambda: self.preview.zoom(fits=True))
        self.true_button.clicked.connect(lambda: self.preview.zoom(fits=False))
        self.dpi.changed.connect(self._show_command)
        for box in (self.transparent, self.body):
            box.toggled.connect(lambda _: self._show_command())
        self.copy_button.clicked.connect(self.copy)
        self.save_button.clicked.connect(self.save)
        self.close_button.clicked.connect(self.close)
        for keys, slot in (
            ("Ctrl+S", self.save),
            ("Ctrl+0", self.fit_button.click),
            ("Ctrl+1", self.true_button.click),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    # --- showing --------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self.note.setText("")
        self._show_command()
        self.making.want(self.settings.spec())

    def _show(self, made: Made) -> None:
        """Show a new page; where there is none, why, over the last one."""
        self.result_ = made
        page = made.page if made.page is not None else self.preview.page
        self.preview.show_page(page, fresh=made.page is not None)
        self.remedies.show_problem(made.problem)
        if made.page is not None:
            self.about.setText(made.page.title)
        for each in (self.save_button, self.copy_button):
            each.setEnabled(made.page is not None)

    def _show_size(self, scale: float) -> None:
        fits = self.preview.fits
        self.fit_button.setChecked(fits)
        self.true_button.setChecked(not fits)
        page = self.preview.page
        if page is not None and self.preview.sheet.fresh:
            self.size_label.setText(f"{page.size_in_words()} · {self.tr('shown at {} %').format(f'{100 * scale:.0f}')}")
        else:
            self.size_label.setText("")

    def _show_command(self) -> None:
        target = self.wanted.name + self.habits.ending
        self.command.setText(command_line(self.wanted, self.settings.spec(), target, self._more()))
        self.command.setCursorPosition(0)

    def _more(self) -> list[str]:
        """Return the options that only some formats have."""
        ending = self.habits.ending
        made: list[str] = []
        if ending == ".png":
            made += ["--dpi", f"{self.dpi.value():g}"] if self.dpi.value() != 300 else []
            made += ["--transparent"] if self.transparent.isChecked() else []
        elif ending in (".tex", ".tikz") and self.body.isChecked():
            made += ["--body"]
        return made

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
        """Select the whole command at a click, for it is there to be copied."""
        released = event.type() == QEvent.Type.MouseButtonRelease
        if watched is self.command and released and not self.command.hasSelectedText():
            self.command.selectAll()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Let Return finish a field; it presses a button only where one has the focus."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    # --- taking it along ------------------------------------------------------------------------------------------

    def current(self) -> Page | None:
        """Return the page as it is chosen now, be it drawn already or not."""
        spec = self.settings.spec()
        if self.result_ is None or self.result_.spec != spec:
            self._show(self.making.now(spec))
        assert self.result_ is not None
        return self.result_.page

    def copy(self) -> None:
        """Put the figure on the clipboard, as a picture and as SVG."""
        page = self.current()
        if page is None:
            return
        try:
            QApplication.clipboard().setMimeData(clipboard_data(page, dpi=self.dpi.value()))
        except ValueError as error:  # more dots than a picture can have
            self._say(str(error))
        else:
            self._say(self.tr("copied as a picture and as SVG"))

    def save(self) -> None:
        """Ask for a file and write it."""
        page = self.current()
        if page is not None:
            self._keep()
            path = self.saving.ask(page, self.wanted.name)
            if path is not None:
                self._show_command()
                self._say(self.tr("saved {}").format(path.name))

    def _say(self, text: str) -> None:
        self.note.setText(text)
        self.said.emit(text)

    def _keep(self) -> None:
        """Remember for the next figure how this one is."""
        self.habits.dpi = self.dpi.value()
        self.habits.transparent, self.habits.body = self.transparent.isChecked(), self.body.isChecked()
        self.habits.remember(self.settings.spec(), self._window_theme)

    def done(self, result: int) -> None:
        """End the dialog, by whatever key or button."""
        self._keep()
        self.making.stop()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Stop drawing."""
        self.making.stop()
        super().closeEvent(event)


def _settings(wanted: Wanted, spec: Spec) -> Settings:
    """Return the settings that there are for a figure."""
    if isinstance(spec, FigureSpec):
        return TreeSettings(spec, three=isinstance(wanted, TreeFigure) and wanted.second is not None)
    if isinstance(spec, MeaningSpec):
        return MeaningSettings(spec)
    return PlotSettings(spec, legend=not isinstance(wanted, PlotFigure) or wanted.which != "scatter")
