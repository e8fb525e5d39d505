"""Two meanings as drawings: arcs over one row of words, or a graph in layers on each side."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ..bidi import mostly_from_right
from ..drawing import Drawing, Options
from ..drawing.layers import place_layers
from ..drawing.meaning_arcs import place_meaning_arcs
from ..theme import Fonts, Theme
from .comparison import Key
from .legend import Legend
from .meaning_words import explain
from .meanings import SIDES, Meanings
from .titled import Titled, show_frames, side_by_side
from .tree_pane import TreePane

__all__ = ["MeaningView"]

_NOTHING = Drawing(0, 0)


class MeaningView(QFrame):
    """Panes with the drawings of a sentence's meanings, and below them what colours mean."""

    explained = Signal(str)  #: a line of words on what is pointed at
    selected = Signal(str, int)  #: side and id that were selected here, by mouse or keys; ("", -1): none any more

    def __init__(self, theme: Theme, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measure = fonts.measure
        self.meanings: Meanings | None = None
        self.layout_name = "arcs"
        self._titles = ("", "")
        self._selected: list[Key] = []
        self._difference = -1
        self.panes = {side: TreePane(theme, fonts) for side in SIDES}
        self.sides = {side: Titled(pane) for side, pane in self.panes.items()}
        names = self.tr("Gold's meaning"), self.tr("System's meaning")
        for pane, name in zip(self.panes.values(), names, strict=True):
            pane.setAccessibleName(name)
            pane.overview.setAccessibleName(self.tr("Overview: {}").format(name))
            pane.hovered.connect(self._hover)
            pane.chosen.connect(self._choose)
            pane.walked.connect(self._walk)
        self.legend = Legend(theme)
        self.legend.stepped.connect(self.step)
        self._build()
        self._resized = QTimer(self, singleShot=True, interval=0)
        self._resized.timeout.connect(self.redraw)
        for pane in self.panes.values():
            pane.resized.connect(self._resized.start)

    def _build(self) -> None:
        self.splitter = side_by_side(self.sides.values(), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.legend)

    # --- what is shown ----------------------------------------------------------------------------------------------

    def show_meanings(self, meanings: Meanings | None, title: str) -> None:
        """Show the meanings of a sentence, as a system of that title has it; None: nothing."""
        self.meanings = meanings
        self._titles = self.tr("Gold"), title
        self._selected, self._difference = [], -1
        self.redraw()
        for pane in self.panes.values():
            if not pane.fitted:
                pane.to_start()

    def set_layout(self, name: str) -> None:
        """Draw ``arcs`` or a ``graph``."""
        self.layout_name = name
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.legend.set_theme(theme)
        for pane in self.panes.values():
            pane.set_theme(theme)
        self.redraw()

    def redraw(self) -> None:
        """Draw what is to be seen now."""
        arcs = self.layout_name == "arcs"
        show_frames(self.splitter, self.sides, ("gold",) if arcs else SIDES)
        self._show_titles()
        drawings = self._drawings() if self.meanings is not None else {}
        for side, pane in self.panes.items():
            pane.show_drawing(drawings.get(side, _NOTHING), from_right=self._from_right)
        shown = [pane for side, pane in self.panes.items() if side in drawings]
        scale = min((pane.fitting_scale() for pane in shown), default=1.0)
        for pane in shown:
            if pane.fitted:
                pane.fit(scale)
                self._show_words(pane)
        self._show_legend()
        self._light_up("selected", self._selected)

    @property
    def _from_right(self) -> bool:
        return self.meanings is not None and mostly_from_right(word.text for word in self.meanings.told.words)

    def _show_words(self, pane: TreePane) -> None:
        """Begin at the row of words, if there is one and not all of the drawing can be seen."""
        row = next((label.y for label in pane.drawing.labels if label.kind == "word"), None)
        if row is not None:
            pane.centerOn(pane.mapToScene(pane.viewport().rect().center()).x(), row)

    def _show_titles(self) -> None:
        gold, system = self._titles
        arcs = self.layout_name == "arcs"
        self.sides["gold"].set_title(self.tr("{} above, {} below").format(gold, system) if arcs else gold)
        self.sides["system"].set_title(system)

    def _drawings(self) -> dict[str, Drawing]:
        """Draw the meanings for the room of the panes."""
        assert self.meanings is not None
        parts = self.meanings.parts
        if self.layout_name == "arcs":
            words = [word.text for word in self.meanings.told.words]
            options = Options(room=self.panes["gold"].room())
            return {"gold": place_meaning_arcs(words, *parts, self._measure, options, mirrored=self._from_right)}
        rooms = [pane.room() for pane in self.panes.values()]
        room = replace(rooms[0], width=min(each.width for each in rooms))
        return {
            side: place_layers(part, self._measure, Options(room=room), mirrored=self._from_right)
            for side, part in zip(SIDES, parts, strict=True)
        }

    def _show_legend(self) -> None:
        meanings = self.meanings if self.meanings is not None and self.meanings.comparable else None
        counts = [("", meanings.counts)] if meanings is not None else []
        total = len(meanings.differences) if meanings is not None else 0
        what = self.tr("predicates, arguments, top") if meanings is not None else self.tr("not compared")
        self.legend.show_counts(counts, (), what, self._difference, total)

    # --- pointing and selecting -------------------------------------------------------------------------------------

    def _light_up(self, kind: str, keys: list[Key]) -> None:
        found = [each for key in keys for each in self.meanings.keys(key)] if self.meanings else []
        for pane in self.panes.values():
            pane.light_up(kind, found)

    def _hover(self, side: str, own: int) -> None:
        if self.meanings is None:
            return
        self._light_up("hover", [(side, own)] if side else [])
        pointed = [(side, own)] if side else self._selected[:1]
        self.explained.emit(explain(self.meanings, pointed[0]) if pointed else "")

    def light_letters(self, letters: tuple[int, int] | None) -> None:
        """Light up the predicates over nothing but these letters of the text; None: none. Nobody is told."""
        self._selected = self.meanings.within(letters) if self.meanings is not None and letters is not None else []
        self._light_up("selected", self._selected)
        for key in self._selected[:1]:
            self._reveal(key)

    def _choose(self, side: str, own: int) -> None:
        """Select what was clicked or walked to, and tell."""
        if self.meanings is None:
            return
        self._selected = [(side, own)] if side else []
        self._light_up("selected", self._selected)
        self.selected.emit(side, own)
        self.explained.emit(explain(self.meanings, (side, own)) if side else "")  # trees have had their say by now

    def _walk(self, way: str) -> None:
        """Go from what is selected to the next one."""
        if self.meanings is None or not self._selected:
            return
        if self._from_right:
            way = {"left": "right", "right": "left"}.get(way, way)
        found = self.meanings.next_to(self._selected[0], way)
        if found is not None:
            self._choose(*found)
            self._reveal(found)

    def step(self, by: int) -> None:
        """Go to the next or previous difference; from the last one to the first."""
        differences = self.meanings.differences if self.meanings is not None else []
        if differences:
            self._difference = (self._difference + by if self._difference >= 0 or by > 0 else -1) % len(differences)
            self._choose(*differences[self._difference])
            self._reveal(differences[self._difference])
            self.legend.show_place(self._difference, len(differences))

    def _reveal(self, key: Key) -> None:
        for pane in self.panes.values():
            pane.reveal(key)
