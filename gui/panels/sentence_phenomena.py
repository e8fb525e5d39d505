"""The phenomena of the sentence that is looked at, as chips: recognised, missing, made in error, gained."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from treelens.engine.phenomena.outcomes import Outcome

from ..models.outcomes import SIGNS
from ..plain import as_it_is
from ..theme import Theme
from ..views.flow import Flow
from ..widgets import label

__all__ = ["SentencePhenomena"]

_KINDS = ("missing", "made", "beyond", "right")  #: what is wrong comes first


class SentencePhenomena(QWidget):
    """Chips below a heading; each lights up the nodes by which its phenomenon is recognised."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[QPushButton] = []
        self.heading = label(self.tr("Phenomena"), "heading")
        self.message = label("", "muted", wrap=True)
        self.flow = Flow()
        self.flow.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        layout.addWidget(self.message)
        layout.addLayout(self.flow)
        self.setAccessibleName(self.tr("Phenomena of this sentence"))
        self.set_theme(theme)
        self.show_row(None, None, of_suite=False)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        colours, tree = theme.interface, theme.tree
        rules = [
            "QPushButton { border-radius: 9px; padding: 1px 8px; min-height: 16px; font-weight: 400;"
            f" background: transparent; border: 1px solid {colours.border.name()}; color: {colours.text.name()}; }}",
            f"QPushButton:hover {{ background: {colours.hover.name()}; }}",
            f"QPushButton:focus {{ border-color: {colours.accent.name()}; }}",
            f"QPushButton[kind=right] {{ color: {colours.good.name()}; }}",
            f"QPushButton[kind=missing] {{ color: {colours.bad.name()}; border-style: dashed; }}",
            f"QPushButton[kind=made] {{ color: {colours.bad.name()}; border-color: {colours.bad.name()}; }}",
            "QPushButton[core=true] { font-weight: 700; }",
            f"QPushButton:checked {{ background: {tree.lit_fill.name()}; border: 1px solid {tree.lit.name()}; }}",
        ]
        self.setStyleSheet("".join(rules))

    def show_row(self, outcome: Outcome | None, row: int | None, of_suite: bool) -> None:
        """Show the phenomena in a row of an outcome; none where there is no row."""
        for chip in self.chips:
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        if outcome is not None and row is not None:
            core = outcome.names_in(outcome.core, row)
            for kind in _KINDS:
                for name in outcome.names_in(getattr(outcome, kind), row):
                    self.chips.append(self._chip(kind, name, name in core, of_suite))
        for chip in self.chips:
            self.flow.addWidget(chip)
        text = self.tr("this sentence is not in the suite") if of_suite and row is None else self.tr("none recognised")
        self.message.setText(text)
        self.message.setVisible(not self.chips)
        self.setVisible(outcome is not None)

    def show_lit(self, names: Sequence[str]) -> None:
        """Mark the chips whose nodes are lit up."""
        for chip in self.chips:
            chip.setChecked(chip.property("phenomenon") in names)

    def _chip(self, kind: str, name: str, core: bool, of_suite: bool) -> QPushButton:
        sign = SIGNS[kind]
        chip = QPushButton(f"{sign} {name}", self)
        said = self._said(kind, of_suite)
        if core:
            said = self.tr("{}; the sentence is about it").format(said)
        chip.setCheckable(True)
        chip.setToolTip(as_it_is(self.tr("{}. A click lights up its nodes.").format(said)))
        chip.setAccessibleName(f"{name}: {said}")
        for key, value in (("kind", kind), ("core", core), ("phenomenon", name)):
            chip.setProperty(key, value)
        chip.clicked.connect(lambda: self.chosen.emit(name))
        chip.show()
        return chip

    def _said(self, kind: str, of_suite: bool) -> str:
        return {
            "right": self.tr("In gold, and recognised in the system's tree"),
            "missing": self.tr("In gold, and not recognised in the system's tree"),
            "made": self.tr("A likely error, and it was made"),
            "beyond": self.tr("Recognised in the system's tree, and not in the suite")
            if of_suite
            else self.tr("Recognised in the system's tree, and not in gold's"),
        }[kind]
