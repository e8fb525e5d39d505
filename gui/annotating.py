"""Writing a suite: what is said of the sentence that is looked at becomes an edit of the suite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from .looking import Looking
from .panels.annotate import AnnotatePanel
from .panels.phenomena import PhenomenaPanel
from .recognising import Recognising
from .suites import Suites

__all__ = ["Annotating"]


class Annotating(QObject):
    """Keeps the fields beside the tables of phenomena up to date, and passes on what is said in them."""

    def __init__(
        self, looking: Looking, suites: Suites, recognising: Recognising, panel: PhenomenaPanel, fields: AnnotatePanel
    ) -> None:
        super().__init__(looking)
        self.looking = looking
        self.suites = suites
        self.recognising = recognising
        self.panel = panel
        self.fields = fields
        panel.set_annotating(fields)
        panel.annotating.connect(self._switched)
        looking.shown.connect(self.follow)
        suites.changed.connect(self.follow)
        recognising.looked.connect(self.follow)
        fields.changed.connect(self._change)

    def _switched(self, on: bool) -> None:
        if on:
            if self.suites.store is None:
                self.suites.begin()
            self.follow()
            self.fields.fields["core"].setFocus()

    def follow(self) -> None:
        """Show what the suite says of the sentence that is looked at, if anybody sees it."""
        sentence = self.looking.sentence
        if not self.panel.annotate.isChecked() or sentence < 0 or self.looking.document is None:
            return
        store = self.suites.store
        names, one = self.recognising.rules.phenomena(), self.recognising.one
        own = store.suite.names() if store is not None else []
        self.fields.show_item(
            sentence + 1,
            self.suites.item_for(sentence),
            known=sorted(dict.fromkeys([*own, *names]), key=str.casefold),
            proposals=one.in_gold if one is not None and one.sentence == sentence else (),
        )
        self.fields.show_trouble(store.trouble if store is not None else "")

    def _change(self, part: str, value: Any) -> None:
        sentence = self.looking.sentence
        if sentence < 0 or self.looking.document is None:
            return
        item = self.suites.item_for(sentence)
        if part in ("phenomena", "core"):
            value = value or None
        titles = {
            "phenomena": self.tr("Change the phenomena"),
            "core": self.tr("Change the core"),
            "errors": self.tr("Change the likely errors"),
            "weight": self.tr("Change the weight"),
        }
        self.suites.change(sentence, replace(item, **{part: value}), titles[part])
