"""The dialog "Head rules": by which rules heads are found on both sides, and proposals where they differ."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHeaderView,
    QMessageBox,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.heads import heads_of, rules_names, rules_of
from treelens.engine.problems import TreelensError
from treelens.engine.proposals import Outcome, Proposal, outcome, proposals, rules_file
from treelens.engine.scoring import Comparison, tree_pairs

from ..document import Document
from ..figures import refuse_inputs
from ..figures.codec import sink
from ..models.proposals import ProposalModel
from ..plain import as_it_is
from ..tasks import Task
from ..widgets import label

__all__ = ["HeadRulesDialog"]

_MOST = 20  #: proposals that are looked for
_OWN = ("dependencies", "derivations")  # trees that these are for have no others
_FILE = "\0file"  # stands for a file that is still to be chosen


class HeadRulesDialog(QDialog):
    """Chooses head rules, and shows what would make a system's heads agree with gold's; stays beside the window."""

    rules_wanted = Signal(str, str)  #: gold's and the system's, by name or file; empty: those that fit
    sentence_wanted = Signal(int)  #: counted from 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Head rules"))
        self.resize(880, 560)
        self._comparison: Comparison | None = None
        self._inputs: list[str] = []
        self._task: Task | None = None
        self._ending: list[Task] = []
        self.gold = self._chooser(self.tr("Head rules of gold"))
        self.system = self._chooser(self.tr("Head rules of the system"))
        self.found = label("", "muted")
        self.state = label("", "muted", wrap=True)
        self.model = ProposalModel(self)
        self.model.accepted_changed.connect(self._count_accepted)
        self._build_table()
        self._build()

    def _chooser(self, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.activated.connect(lambda _: self._chosen(box))
        return box

    def _build_table(self) -> None:
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Proposals"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        self.table.activated.connect(self._show_sentence)

    def _build(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&Gold"), self.gold)
        form.addRow(self.tr("&System"), self.system)
        form.addRow("", self.found)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save = QPushButton(self.tr("Sa&ve accepted as rules…"))
        self.buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ActionRole)
        self.save.clicked.connect(self._save)
        self.buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addWidget(label(self.tr("Where heads differ over the same words"), "heading"))
        layout.addWidget(self.state)
        layout.addWidget(self.table, 1)
        hint = self.tr("Tick what you accept. Enter, or a double click, shows a sentence that has the conflict.")
        layout.addWidget(label(hint, "muted", wrap=True))
        layout.addWidget(self.buttons)
        self._count_accepted()

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_document(self, document: Document, system: int) -> None:
        """Show the rules of what is open, and look for conflicts with a system."""
        comparison = document.study.comparison(system)
        if comparison is self._comparison:
            return
        self._comparison = comparison
        preparation = comparison.gold.preparation
        self._inputs = [*document.paths, *(name for name in (preparation.heads, preparation.system_heads) if name)]
        fitting = self.tr("as fits: {}").format(Path(rules_of(comparison.gold, "gold").name).stem)
        self._fill(self.gold, preparation.heads, fitting if not preparation.heads else self.tr("as fits the labels"))
        relations = comparison.system.format == "conllu"
        own = self.tr("as the file says: dependencies") if relations else self.tr("as gold's")
        self._fill(self.system, preparation.system_heads, own)
        self.system.setDisabled(relations)
        self.gold.setDisabled(comparison.gold.original.format == "conllu")
        self._show_in_use()
        self.setWindowTitle(self.tr("Head rules: gold and {}").format(document.names[system]))
        self.found.clear()
        self.model.clear()
        self.state.setText(self.tr("Looking for conflicts…"))
        self._start(lambda tell: _looked_for(comparison, tell))

    def _fill(self, box: QComboBox, name: str, by_itself: str) -> None:
        box.clear()
        box.addItem(by_itself, "")
        for each in rules_names():
            if each not in _OWN:
                box.addItem(each, each)
        if name.endswith(".toml"):
            box.addItem(Path(name).name, name)
            box.setItemData(box.count() - 1, as_it_is(name), Qt.ItemDataRole.ToolTipRole)
        box.addItem(self.tr("A file…"), _FILE)

    def _start(self, work: Callable[..., object]) -> None:
        self._cancel()
        self._task = Task(work, self, telling=True)
        self._task.progress.connect(self._tell)
        self._task.finished.connect(self._show)
        self._task.failed.connect(lambda error: self.state.setText(str(error)))
        self._task.start()

    def _cancel(self) -> None:
        """Stop looking; the thread ends after the proposal under way."""
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None

    def stop(self) -> None:
        """Stop, and wait for the end."""
        self._cancel()
        for task in self._ending:
            task.wait()

    def _tell(self, done: int, total: int) -> None:
        self.state.setText(self.tr("Trying what would settle the conflicts: {} of {}").format(done, total))

    def _show(self, result: tuple[list[Proposal], Outcome, str]) -> None:
        made, before, found = result
        self.found.setText(found)
        self.model.show_proposals(made)
        f1 = "" if before.f1 is None else self.tr(", F1 {}").format(f"{100 * before.f1:.1f}")
        text = self.tr("Brackets of heads: {} in gold, {} in the system{}.").format(
            f"{before.gold:,}", f"{before.system:,}", f1
        )
        none = self.tr("No conflict: where both have a phrase over the same words, heads agree.")
        self.state.setText(text if made else f"{text} {none}")
        if made:
            self.table.selectRow(0)

    def _count_accepted(self) -> None:
        self.save.setEnabled(bool(self.model.accepted))

    # --- what is done ---------------------------------------------------------------------------------------------

    def _chosen(self, box: QComboBox) -> None:
        """Use what was chosen; a file is asked for, and shown once it is in use."""
        wanted = {box: box.currentData() or "" for box in (self.gold, self.system)}
        if wanted[box] == _FILE:
            self._show_in_use()
            kind = self.tr("Head rules (*.toml)")
            wanted[box], _ = QFileDialog.getOpenFileName(self, self.tr("Open head rules"), "", kind)
            if not wanted[box]:
                return
        self.rules_wanted.emit(wanted[self.gold], wanted[self.system])

    def _show_in_use(self) -> None:
        """Show the rules that are in use."""
        if self._comparison is not None:
            preparation = self._comparison.gold.preparation
            for box, name in ((self.gold, preparation.heads), (self.system, preparation.system_heads)):
                box.setCurrentIndex(max(0, box.findData(name)))

    def _show_sentence(self, index: QModelIndex) -> None:
        sentences = self.model.proposals[index.row()].sentences
        if sentences:
            self.sentence_wanted.emit(sentences[0])

    def _save(self) -> None:
        """Write the accepted proposals to a file of rules, and use it."""
        if self._comparison is None:
            return
        accepted = self.model.accepted
        try:
            text = rules_file(self._comparison, accepted)
            kind = self.tr("Head rules (*.toml)")
            chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Save head rules"), "heads.toml", kind)
            if not chosen:
                return
            path = Path(chosen) if chosen.endswith(".toml") else Path(f"{chosen}.toml")
            refuse_inputs(path, self._inputs)
            with sink(path) as file:
                file.write(text.encode())
        except TreelensError as error:
            QMessageBox.warning(self, "Treelens", as_it_is(str(error)))
            return
        except OSError as error:
            said = self.tr("The rules cannot be written: {}").format(error.strerror or error)
            QMessageBox.warning(self, "Treelens", as_it_is(said))
            return
        of_system = all(one.reassign.side == "system" for one in accepted) and self.system.currentData()
        gold, system = self.gold.currentData() or "", self.system.currentData() or ""
        self.rules_wanted.emit(gold if of_system else str(path), str(path) if of_system else system)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Look for nothing any more."""
        self._cancel()
        self._comparison = None
        super().closeEvent(event)


def _looked_for(comparison: Comparison, tell: Callable[[int, int], bool]) -> tuple[list[Proposal], Outcome, str]:
    """Find proposals, as long as somebody wants them; with the brackets as they are, and how heads were found."""
    _, pairs = tree_pairs(comparison.gold, comparison.test, comparison.pairing)
    made: list[Proposal] = []
    for proposal in proposals(comparison, _MOST):
        made.append(proposal)
        if not tell(len(made), _MOST):
            break
    found = [
        f"{name}: {rules.rules.title}; {rules.chosen:,} phrases with a choice, {rules.fallbacks:,} without a rule"
        for name, rules in (
            ("gold", heads_of(comparison.gold, "gold")),
            ("system", heads_of(comparison.test, "system")),
        )
    ]
    return made, outcome(comparison.gold, comparison.test, pairs, ()), "\n".join(found)
