"""Annotating: what the sentence that is looked at has, what it is about, and what a parser may make of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QFrame, QHBoxLayout, QPushButton, QScrollArea, QWidget

from treelens.engine.phenomena import Item

from ..theme import Theme
from ..views.flow import Flow
from ..views.tag_fields import TagBox, TagChip, chip_style
from ..widgets import label

__all__ = ["AnnotatePanel", "NamesField"]


class NamesField(QWidget):
    """Names as chips, and a line for one more; known names are offered.

    Enter adds a name, Backspace in an empty line takes the last one away, Down shows what is offered.
    """

    changed = Signal(list)  #: all names as they are to be

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: list[str] = []
        self.chips: list[TagChip] = []
        self.flow = Flow()
        self.box = TagBox()
        self.box.setAccessibleName(name)
        self.box.setPlaceholderText(self.tr("name, then Enter"))
        self.box.given.connect(self.add)
        self.box.installEventFilter(self)
        self.flow.addWidget(self.box)
        self.setLayout(self.flow)
        self.setFocusProxy(self.box)

    def show_names(self, names: Sequence[str]) -> None:
        """Show these names."""
        if list(names) == self.names and len(self.chips) == len(self.names):
            return
        self.names = list(names)
        for chip in self.chips:
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [TagChip(name, self.tr("Take {} away").format(name), self) for name in self.names]
        for place, chip in enumerate(self.chips):
            self.flow.insert(place, chip)
            chip.remove_wanted.connect(self.remove)
            chip.show()
        self.updateGeometry()

    def add(self, name: str) -> None:
        """Add a name."""
        name = " ".join(name.split())
        if name and name not in self.names:
            self.changed.emit([*self.names, name])

    def remove(self, name: str) -> None:
        """Take a name away; the keyboard stays in the line."""
        self.changed.emit([other for other in self.names if other != name])
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take Backspace in an empty line."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if key == Qt.Key.Key_Backspace and self.names and not self.box.text():
            self.remove(self.names[-1])
            return True
        return super().eventFilter(watched, event)


class AnnotatePanel(QScrollArea):
    """Three lists of names and a weight; what is recognised in gold's tree is proposed."""

    changed = Signal(str, object)  #: which part of what the suite says (a field of :class:`Item`), and its value

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(320)
        self.title = label("", "muted")
        self.fields = {
            "phenomena": NamesField(self.tr("Phenomena of the sentence")),
            "core": NamesField(self.tr("Core: what the sentence is about")),
            "errors": NamesField(self.tr("Likely errors")),
        }
        self.weight = QDoubleSpinBox()
        self.proposals = Flow()
        self.proposed: list[QPushButton] = []
        self.trouble = label("", "muted", wrap=True)
        self._proposal_row = QWidget()
        self._build()
        self.set_theme(theme)

    def _build(self) -> None:
        self.weight.setAccessibleName(self.tr("Weight of the sentence"))
        self.weight.setRange(0, 1000)
        self.weight.setSingleStep(0.5)
        self.weight.setDecimals(2)
        self.weight.setFixedWidth(90)
        self.weight.setKeyboardTracking(False)
        self._proposal_row.setLayout(self.proposals)
        self.proposals.setSpacing(4)
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(10, 6, 10, 6)
        form.setVerticalSpacing(6)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.title)
        form.addRow(self.tr("Co&re"), self.fields["core"])
        form.addRow(self.tr("Li&kely errors"), self.fields["errors"])
        form.addRow(self.tr("Pheno&mena"), self.fields["phenomena"])
        form.addRow(self.tr("In gold"), self._proposal_row)
        line = QHBoxLayout()
        line.addWidget(self.weight)
        line.addStretch(1)
        weight = label(self.tr("Wei&ght"))
        weight.setBuddy(self.weight)
        form.addRow(weight, line)
        form.addRow(self.trouble)
        self.setWidget(body)
        self.setAccessibleName(self.tr("What the suite says of this sentence"))
        for name, field in self.fields.items():
            field.changed.connect(lambda names, name=name: self.changed.emit(name, tuple(names)))
        self.weight.valueChanged.connect(lambda value: self.changed.emit("weight", value))

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.setStyleSheet(
            chip_style(theme) + "QPushButton#proposal { border-radius: 9px; padding: 1px 8px; min-height: 16px; }"
        )

    def show_item(self, number: int, item: Item, *, known: Sequence[str], proposals: Sequence[str]) -> None:
        """Show what the suite says of a sentence; *known* names are offered, *proposals* stand ready."""
        self.title.setText(self.tr("Sentence {}").format(number))
        for name, field in self.fields.items():
            field.show_names(getattr(item, name) or ())
            field.box.offer([other for other in known if other not in field.names])
        with QSignalBlocker(self.weight):
            self.weight.setValue(item.weight)
        self._propose([name for name in proposals if name not in (item.phenomena or ())])

    def show_trouble(self, text: str) -> None:
        """Say what could not be kept."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def _propose(self, names: Sequence[str]) -> None:
        for old in self.proposed:
            self.proposals.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.proposed = []
        texts = [(f"+ {name}", [name]) for name in names]
        if len(names) > 1:
            texts.append((self.tr("+ all {}").format(len(names)), list(names)))
        for text, added in texts:
            made = QPushButton(text, self._proposal_row)
            made.setObjectName("proposal")
            made.setAccessibleName(self.tr("Add {} to the phenomena").format(", ".join(added)))
            made.clicked.connect(lambda _=False, added=added: self._add(added))
            self.proposals.addWidget(made)
            made.show()
            self.proposed.append(made)
        self._proposal_row.updateGeometry()

    def _add(self, names: Sequence[str]) -> None:
        there = self.fields["phenomena"].names
        self.changed.emit("phenomena", (*there, *(name for name in names if name not in there)))
