"""Recognisers that are edited: opens their editor, saves what is made there, and uses it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox

from treelens.engine.phenomena import Recogniser, library_names
from treelens.engine.phenomena.editing import read_draft
from treelens.engine.problems import TreelensError
from treelens.engine.replacing import replacing
from treelens.engine.source import open_source
from treelens.resources import is_shipped, resource

from .looking import Looking
from .recognising import Recognising
from .rule_search import Corpus

if TYPE_CHECKING:
    from .dialogs.rules import RulesDialog
    from .main_window import MainWindow

__all__ = ["RuleEditing"]


class RuleEditing(QObject):
    """Shows the editor for recognisers beside the window; it follows what is open."""

    failed = Signal(object)
    said = Signal(str)

    def __init__(self, looking: Looking, recognising: Recognising, window: MainWindow) -> None:
        super().__init__(looking)
        self.looking = looking
        self.recognising = recognising
        self._window = window
        self.dialog: RulesDialog | None = None
        looking.system_changed.connect(self._follow)

    def show(self) -> None:
        """Edit the recogniser of the system that is looked at."""
        from .dialogs.rules import RulesDialog

        if self.dialog is None:
            self.dialog = RulesDialog(self._window.theme, self._window)
            self.dialog.hit_wanted.connect(self._go_to)
            self.dialog.save_wanted.connect(self.save)
            self.dialog.save_as_wanted.connect(self.save_as)
            self.dialog.close_wanted.connect(self.may_close)
        if not self.dialog.isVisible() and not self._begin(self.dialog):
            return
        self.dialog.show()
        self.dialog.activateWindow()
        self._follow()

    def _begin(self, dialog: RulesDialog) -> bool:
        name = self.recognising.current_name() or "penn"
        path = str(resource("phenomena", f"{name}-rules.toml")) if name in library_names() else name
        try:
            source = open_source(path)
            draft = read_draft(source.text(0, len(source.data)), path)
        except TreelensError as error:
            self.failed.emit(error)
            return False
        dialog.set_theme(self._window.theme)
        dialog.show_draft(draft, saved=True)
        return True

    def _follow(self) -> None:
        """Search what is open now."""
        document = self.looking.document
        if self.dialog is not None and self.dialog.isVisible() and document is not None:
            current = document.current
            order = [current, *(each for each in range(len(document.systems)) if each != current)]
            systems = [(document.names[system], Corpus(document, system)) for system in order]
            self.dialog.show_corpora([(self.tr("gold"), Corpus(document)), *systems])

    def _go_to(self, sentence: int, rules: Recogniser, name: str) -> None:
        self.looking.parts.sentences.show_sentence(sentence)
        self.recognising.light((name,), rules)

    # --- saving ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save where the rules are from, or ask where; say whether that was done."""
        dialog = self.dialog
        if dialog is None or not dialog.draft.path or is_shipped(dialog.draft.path):
            return self.save_as()
        return self.save_to(dialog.draft.path)

    def save_as(self) -> bool:
        """Ask where to save the rules."""
        if self.dialog is None:
            return False
        own = self.dialog.draft.path
        beside = own if own and not is_shipped(own) else "rules.toml"
        kind = self.tr("Recognisers (*.toml)")
        path, _ = QFileDialog.getSaveFileName(self.dialog, self.tr("Save the rules"), beside, kind)
        return bool(path) and self.save_to(path if Path(path).suffix else f"{path}.toml")

    def save_to(self, path: str) -> bool:
        """Write the rules, whole or not at all, and use them; say whether that went well."""
        from .figures import refuse_inputs

        dialog, document = self.dialog, self.looking.document
        assert dialog is not None
        try:
            if is_shipped(path):
                raise TreelensError(f"{path}: came with the program and is not written; choose another name")
            refuse_inputs(path, document.paths if document is not None else ())
            with replacing(Path(path)) as file:
                file.write(dialog.draft.text.encode("utf-8"))
        except TreelensError as error:
            self.failed.emit(error)
            return False
        except OSError as error:
            self.failed.emit(TreelensError(f"{path}: cannot be written: {error.strerror}"))
            return False
        dialog.saved_as(path)
        self.said.emit(self.tr("saved {}").format(Path(path).name))
        if isinstance(dialog.draft.recogniser(), Recogniser):
            self.recognising.choose_recogniser(path)
        return True

    def may_close(self) -> bool:
        """Close the editor, and ask about unsaved changes before; say whether it is closed."""
        dialog = self.dialog
        if dialog is None or not dialog.isVisible():
            return True
        if dialog.unsaved:
            box = QMessageBox.StandardButton
            text = self.tr("The rules have changes that are not saved.")
            answer = QMessageBox.question(dialog, "Treelens", text, box.Save | box.Discard | box.Cancel, box.Save)
            if answer == box.Cancel or (answer == box.Save and not self.save()):
                return False
        dialog.stop()
        dialog.hide()
        self.recognising.light(())
        return True

    def stop(self) -> None:
        """Let go of all work beside the window."""
        if self.dialog is not None:
            self.dialog.stop()
