"""What went wrong, for all parts that tell it: explained beside the window, counted, and led from to sentences."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from .document import Document
from .error_counts import ErrorCounts
from .explaining import Explaining
from .looking import Looking
from .panels.confusions import ConfusionsPanel

__all__ = ["Erring"]


class Erring(QObject):
    """Has errors explained once scores are there, and shows them in the list, the plots and the attachments."""

    said = Signal(str)  #: something that need not be answered
    failed = Signal(object)

    def __init__(self, looking: Looking, confusions: ConfusionsPanel) -> None:
        super().__init__(looking)
        self.looking = looking
        self.confusions = confusions
        self.explaining = Explaining(self)
        self.counts = ErrorCounts(self)
        sentences, plots = looking.parts.sentences, looking.parts.plots
        self.explaining.arrived.connect(sentences.errors_arrived)
        self.explaining.arrived.connect(self.counts.arrived)
        self.explaining.arrived.connect(looking.errors_arrived)
        self.explaining.done.connect(lambda: plots.set_working(False))
        self.explaining.failed.connect(self.failed)
        self.counts.counted.connect(plots.set_errors)
        self.counts.counted.connect(lambda *_: self._show_confusions())
        self.counts.failed.connect(self.failed)
        plots.errors_wanted.connect(self.explaining.look_at)
        plots.kind_chosen.connect(self._filter_kind)
        confusions.sentences_chosen.connect(self._narrow_to)
        confusions.said.connect(self.said)
        looking.system_changed.connect(self._show_confusions)

    def set_document(self, document: Document) -> None:
        """Forget the errors of what was open before."""
        self.counts.set_document(document)

    def start(self) -> None:
        """Explain errors, now that all scores are there."""
        document = self.looking.document
        if document is not None:
            self.looking.parts.plots.set_working(True)
            self.explaining.start(document, document.current)

    def cancel(self) -> None:
        """Explain no more."""
        self.explaining.cancel()

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self.counts.stop()
        self.explaining.wait()

    def _show_confusions(self) -> None:
        """List what the system that is looked at attached wrongly, as far as it is known."""
        document = self.looking.document
        if document is not None:
            known = self.counts.totals.get(document.current)
            self.confusions.show_totals(document.names[document.current], known, document.paths)

    def _filter_kind(self, system: int, kind: str) -> None:
        """List the sentences in which a system has errors of a kind."""
        self.looking.choose_system(system)
        self.looking.parts.sentences.filter.setText(f'error:"{kind}"')

    def _narrow_to(self, sentences: list[int], why: str) -> None:
        """List only these sentences."""
        document = self.looking.document
        if document is not None:
            mask = np.zeros(len(document.gold), dtype=np.bool_)
            mask[sentences] = True
            self.looking.parts.sentences.set_brush(mask)
            self.said.emit(why)
