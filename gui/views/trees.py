"""The centre of the window: the trees of one sentence, their legend, and the walk through their differences."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from treelens.engine.align.registry import BY_HEADS
from treelens.engine.errors import Explanation, Repair

from ..drawing import Drawing, Options, Room
from ..theme import Fonts, Theme
from ..widgets import waiting
from .across import LinksAcross
from .arrange import arrange, links_in, panes_of
from .compared import LETTERS, SIDES, Compared, Link, Shown
from .comparison import Comparison, Key, Step
from .legend import Legend
from .lighting import Finder, Lighting
from .linking import Linking
from .pointing import Pointing
from .staged import Stage
from .titled import Titled, show_frames, side_by_side
from .tree_pane import TreePane

__all__ = ["TreesView"]

_NOTHING = Drawing(0, 0)
_LARGE = 3000  #: nodes of all trees from which on laying them out takes long enough to be noticed


class TreesView(QFrame):
    """Gold and a system, or two: side by side, mirrored or laid over each other."""

    explained = Signal(str)  #: a line of words on what is pointed at
    ran_out = Signal(int)  #: there is no further difference in this direction (1 or -1)
    released = Signal()  #: a repair is pointed out no more, and that was not asked for: something else was selected
    painted = Signal()  #: trees have been painted, or a part of them
    selected = Signal(str, int)  #: side and node that were selected here, by mouse or keys; ("", -1): none any more

    def __init__(self, theme: Theme, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.theme = theme
        self.fonts = fonts
        self.alignment = "e"
        self.layout_name = "side"
        self.options = Options(functions=False)
        self.show_links = False
        self.fold = False
        self.compared: Compared | None = None  #: what is shown
        self._unrepaired: Compared | None = None  # the same without repairs
        self._shown: tuple[Shown, Shown | None] | None = None
        self._done: int | None = None  # how many operations of the edit script are shown; None: it is not shown
        self._stage: Stage | None = None  # how many repairs are done in what is shown
        self._difference = -1
        self._selected: Key | None = None
        self._drawn: Compared | None = None  # what the panes show; another while they are being drawn
        self._room_taken: Room | None = None  # that the panes were drawn for
        self._others: Sequence[Key] = ()  # what is lit up beside it
        names = self.tr("Gold tree"), self.tr("System tree"), self.tr("Second system's tree")
        self.panes = {side: TreePane(theme, fonts) for side in SIDES}
        self.sides = {side: Titled(pane) for side, pane in self.panes.items()}
        self.gold_pane, self.system_pane, self.second_pane = self.panes.values()
        self.gold_side, self.system_side, self.second_side = self.sides.values()
        for pane, name in zip(self.panes.values(), names, strict=True):
            pane.setAccessibleName(name)
            pane.overview.setAccessibleName(self.tr("Overview: {}").format(name))
            pane.hovered.connect(self._hover)
            pane.chosen.connect(self._choose)
            pane.walked.connect(self._walk)
            pane.painted.connect(self.painted)
        self.linking = Linking(list(self.panes.values()), self)
        self.legend = Legend(theme)
        self.legend.stepped.connect(self.step)
        self.place, self.legend_labels = self.legend.place, self.legend.entries
        self._build()
        self._resized = QTimer(self, singleShot=True, interval=0)
        self._resized.timeout.connect(self._redraw_for_room)
        for pane in self.panes.values():
            pane.resized.connect(self._resized.start)

    def _build(self) -> None:
        self.splitter = side_by_side(self.sides.values(), self)
        self.second_side.hide()
        self.across = LinksAcross(self.panes, self.splitter, self.theme)
        self.pointing = Pointing(self.panes, self.across)
        self.lighting = Lighting(self.panes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.legend)

    def show_above(self, widget: QWidget) -> None:
        """Put something above the trees."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, widget)

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def comparison(self) -> Comparison | None:
        """Gold and the (first) system, if both have a tree; repaired or not."""
        return self._unrepaired.one if self._unrepaired else None

    @property
    def selection(self) -> Key | None:
        """The node that is selected."""
        return self._selected

    def show_sentence(self, first: Shown, second: Shown | None = None) -> None:
        """Show a sentence as a system has it, and, where three panes are shown, another system as well."""
        self._shown = first, second
        self._selected, self._stage = None, None
        self._release()
        self._compare()
        self._say_what_is_missing(first, second)
        self.redraw()
        self.explained.emit("")
        for pane in self.panes.values():
            if not pane.fitted:
                pane.to_start()

    def _compare(self) -> None:
        """Align the trees of the sentence anew."""
        self._difference, self._done = -1, None
        if self._shown is not None:
            first, second = self._shown
            self._unrepaired = Compared(first, second if self.layout_name == "three" else None, self.alignment)
            self._show_stage()

    def _show_stage(self) -> None:
        """Compare gold with the system's tree as it is, or after some repairs."""
        self.compared, stage = self._unrepaired, self._stage
        if self.compared is not None and stage is not None:
            first = stage.shown(self.compared.first)
            self.compared = replace(self.compared, first=first, marked=stage.marked)

    def _say_what_is_missing(self, first: Shown, second: Shown | None) -> None:
        no_parse, three = self.tr("no parse"), self.layout_name == "three"
        self.gold_side.say("" if first.gold else first.reason or self.tr("no gold tree"))
        self.system_side.say("" if first.system else first.reason or no_parse)
        if second is None:
            self.second_side.say(self.tr("Choose or open a second system to see it here."))
        else:
            self.second_side.say("" if second.system else second.reason or no_parse)
        titles = [shown.title if shown else "" for shown in (first, second)]
        self.gold_side.set_title(self.tr("Gold"))
        for side, letter, title in zip(SIDES[1:], LETTERS, titles, strict=True):
            self.sides[side].set_title(f"{letter} · {title}" if three and title else title)

    def set_alignment(self, name: str) -> None:
        """Align in another way."""
        self.alignment = name
        self._compare()
        self.redraw()
        self.explained.emit(self._words_on(self._selected))

    def set_layout(self, name: str) -> None:
        """Lay the trees out in another way."""
        before, self.layout_name = self.layout_name, name
        if "three" in (before, name) and before != name:
            self._compare()
        if self._shown is not None:
            self._say_what_is_missing(*self._shown)
        if self._selected and self._selected[0] == "second" and name != "three":
            self._choose("", -1)
        self.redraw()
        if self._selected is not None:
            self._reveal(self._selected)

    def set_options(self, options: Options, *, show_links: bool, fold: bool) -> None:
        """Show and hide things."""
        self.options, self.show_links, self.fold = options, show_links, fold
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.legend.set_theme(theme)
        self.across.set_theme(theme)
        for pane in self.panes.values():
            pane.set_theme(theme)
        self.redraw()

    def show_step(self, done: int | None) -> None:
        """Show in gold's pane the tree after so many operations of the edit script; None: gold as it is."""
        self._done = done if self.comparison is not None else None
        if done is not None and self._stage is not None:
            self._stage = None
            self._show_stage()
        self._release()
        self.redraw()
        self._explain_step()
        if done and self.comparison is not None and self.comparison.script:
            step = self.comparison.script[min(done, len(self.comparison.script)) - 1]
            for key in self._step_keys(step):
                self.gold_pane.reveal(key)

    def _step_keys(self, step: Step) -> list[Key]:
        """Return the labels of what an operation was done to; of a deleted node, what was below it."""
        assert self.comparison is not None
        nodes = [step.node]
        if step.kind == "deletion":
            nodes = [step.node, *self.comparison.gold.children(step.node), self.comparison.gold.parent[step.node]]
        return [key for node in nodes if node >= 0 for key in self._keys((step.side, node))]

    def _explain_step(self) -> None:
        if self._stage is not None:
            text = self._stage.text or self.tr("the system's tree as it is")
            self.explained.emit(self.tr("Repair {} of {}: {}").format(self._stage.done, self._stage.total, text))
            return
        if self._done is None or self.comparison is None:
            self.explained.emit(self._words_on(self._selected))
            return
        script = self.comparison.script
        done = max(0, min(self._done, len(script)))
        text = script[done - 1].text if done else self.tr("gold as it is")
        self.explained.emit(self.tr("Step {} of {}: {}").format(done, len(script), text))

    # --- drawing --------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw what is to be seen now."""
        self._show_legend()
        compared = self.compared
        if compared is None:
            return
        self._drawn = None
        panes = panes_of(compared, self.layout_name, self._done)
        show_frames(self.splitter, self.sides, panes)
        drawings = self._arranged(compared, panes)
        with self.linking.apart():
            for side in panes:
                drawing = drawings.get(side, _NOTHING)
                extra = links_in(compared, self.layout_name, drawing) if self.show_links and len(panes) == 1 else ()
                self.panes[side].show_drawing(drawing, extra, from_right=compared.right_to_left)
        self._show_notes(compared, panes)
        if self.panes[panes[0]].fitted:
            self.fit()
        self.across.show_links(self._links(compared) if self.show_links and len(panes) > 1 else ())
        self._drawn = compared
        self._light_up("hover")
        self._light_up("selected", self._selected)
        self._show_pointed()
        self.lighting.show(compared)

    def _room(self, compared: Compared, panes: tuple[str, ...]) -> Room:
        """Return the room of the smallest pane that has a tree."""
        rooms = [self.panes[side].room() for side in panes if side in compared.parses] or [self.panes[panes[0]].room()]
        return replace(rooms[0], width=min(r.width for r in rooms), height=min(r.height for r in rooms))

    def _redraw_for_room(self) -> None:
        """Draw anew if there is more or less room than was drawn for: that takes long for large trees."""
        if self.compared is not None:
            panes = panes_of(self.compared, self.layout_name, self._done)
            if self._drawn is not self.compared or self._room(self.compared, panes) != self._room_taken:
                self.redraw()

    def _links(self, compared: Compared) -> list[Link]:
        """Return the links that are worth a curve: of words, only those at other positions."""
        gold = compared.parses["gold"].tree if compared.links else None
        return [link for link in compared.links if gold and not (link.same_words and gold.is_word(link.gold[1]))]

    def _arranged(self, compared: Compared, panes: tuple[str, ...]) -> dict[str, Drawing]:
        """Arrange the trees for the room that they have."""
        self._room_taken = self._room(compared, panes)
        options = replace(self.options, room=self._room_taken)
        large = sum(len(parse.tree) for parse in compared.parses.values()) > _LARGE
        with waiting() if large else nullcontext():
            return arrange(compared, self.layout_name, self.fonts.measure, options, fold=self.fold, done=self._done)

    def _show_notes(self, compared: Compared, panes: tuple[str, ...]) -> None:
        """Say beside each title how many nodes of the tree take part."""
        one = compared.one
        if len(panes) == 1:
            title = self.system_side.title.text()
            self.gold_side.set_note(f"{title} · {self._repairs_done()}" if self._stage else title)
            return
        kind, one_of_them = self._units(compared.alignment)
        numbers = {side: len(each.mapping.system_nodes) for side, each in compared.comparisons.items()}
        for comparison in list(compared.comparisons.values())[:1]:
            numbers["gold"] = len(comparison.mapping.gold_nodes)
        for side, frame in self.sides.items():
            number = numbers.get(side, 0)
            frame.set_note(f"{number} {kind if number != 1 else one_of_them}" if side in numbers else "")
        if self._done is not None and one is not None:
            self.gold_side.set_note(self.tr("after {} of {} steps").format(self._done, len(one.script)))
        if self._stage is not None:
            self.system_side.set_note(self._repairs_done())

    def _units(self, alignment: str) -> tuple[str, str]:
        """Say what is compared: several, and one of them."""
        return {
            "e": (self.tr("brackets"), self.tr("bracket")),
            "heads": (self.tr("brackets of heads"), self.tr("bracket of a head")),
            "dependencies": (self.tr("arcs"), self.tr("arc")),
        }.get(alignment, (self.tr("nodes"), self.tr("node")))

    def _repairs_done(self) -> str:
        stage = self._stage
        return self.tr("after {} of {} repairs").format(stage.done, stage.total) if stage else ""

    def fit(self) -> None:
        """Show all of the trees at one scale, as far as they stay readable."""
        panes = [pane for side, pane in self.panes.items() if not self.sides[side].isHidden()]
        drawn = [pane for pane in panes if not pane.sceneRect().isEmpty()]
        scale = min((pane.fitting_scale() for pane in drawn), default=1.0)
        with self.linking.apart():
            for pane in panes:
                pane.fit(scale)

    def fit_all(self) -> None:
        """Show all of the trees at one scale, however small that is."""
        panes = [pane for side, pane in self.panes.items() if not self.sides[side].isHidden()]
        scale = min((pane.whole_scale() for pane in panes if not pane.sceneRect().isEmpty()), default=1.0)
        with self.linking.apart():
            for pane in panes:
                pane.fit(scale)

    def zoom(self, factor: float) -> None:
        """Zoom the pane that was used last, and with it those that are linked to it."""
        pane = self.linking.last
        (pane if pane.isVisible() else self.gold_pane).zoom(factor)

    def set_linked(self, linked: bool) -> None:
        """Let panes be moved and zoomed together (then all follow the one used last), or each alone."""
        self.linking.set_linked(linked)

    # --- legend ---------------------------------------------------------------------------------------------------

    def _show_legend(self) -> None:
        comparisons = list(self.compared.comparisons.values()) if self.compared else []
        letters = LETTERS if len(comparisons) > 1 else ("",)
        counts = [(letter, each.counts) for letter, each in zip(letters, comparisons, strict=False)]
        if self.options.found and self.compared and self.compared.finders:
            counts, comparisons = [("", self.compared.found_counts)], comparisons[:1]
        costs = [f"{each.mapping.cost:g}" for each in comparisons if each.alignment != "disagree"]
        notes: list[str] = []
        if comparisons:
            if self.alignment in BY_HEADS:
                notes.append(self._units(self.alignment)[0])
            notes += [self.tr("{}: aligned by spans").format(each.refused) for each in comparisons if each.refused][:1]
            notes.append(comparisons[0].preparation.describe())
            if any(each.mapping.unique is False for each in comparisons):
                notes.append(self.tr("other mappings cost as little"))
            if any(each.mapping.words_aligned for each in comparisons):
                lost = "; ".join(each.left_out for each in comparisons if each.left_out)
                notes.append(self.tr("words differ: {}").format(lost or self.tr("aligned first")))
        self.legend.show_counts(counts, costs, " · ".join(notes), self._difference, len(self._differences()))

    def _show_place(self) -> None:
        self.legend.show_place(self._difference, len(self._differences()))

    # --- pointing and selecting -----------------------------------------------------------------------------------

    def _keys(self, key: Key) -> list[Key]:
        """Return the labels to light up for a node: itself and its partners, in whatever layout."""
        assert self.compared is not None
        keys = self.compared.keys(*key)
        return [*keys, *(("both", node) for side, node in keys if side == "gold")]

    def _light_up(self, kind: str = "selected", key: Key | None = None) -> None:
        """Put rings around a node and its partners, and curves between them; around nothing else."""
        compared = self.compared if key is not None else None
        keys = self._keys(key) if compared and key else []
        if kind == "selected" and compared:
            keys += [each for other in self._others for each in self._keys(other)]
        for pane in self.panes.values():
            pane.light_up(kind, keys)
        self.across.point_out(kind, compared.links_of(*key) if compared and key else [])

    def _words_on(self, key: Key | None) -> str:
        if not key or not self.compared:
            return ""
        found = self.compared.explain_found(*key) if self.options.found else ""
        return "  ".join(filter(None, (found, self.compared.explain(*key))))

    def _hover(self, side: str, node: int) -> None:
        if self.compared is None or self.compared is not self._drawn:  # a label of the sentence before
            return
        key = (_own(side), node) if side else None
        self._light_up("hover", key)
        if key is None and (self._done is not None or self._stage is not None):
            self._explain_step()
        elif key is None and self.pointing.repair is not None:
            self.explained.emit(self.pointing.repair.sentence)
        else:
            self.explained.emit(self._words_on(key or self._selected))

    def select(self, side: str, node: int, others: Sequence[Key] = ()) -> None:
        """Select a node of gold or of a system, and its partners; what was pointed out is so no more.

        *others* are lit up beside it.
        """
        key = (_own(side), node) if node >= 0 else None
        self._select(self._stage.here(key) if self._stage and key else key, others)

    def _select(self, key: Key | None, others: Sequence[Key] = ()) -> None:
        self._release()
        self._selected, self._others = key, others
        self._light_up("selected", key)
        self.explained.emit(self._words_on(key))

    def _choose(self, side: str, node: int) -> None:
        """Select what was clicked or walked to, and tell."""
        before = self._selected
        self._select((_own(side), node) if node >= 0 else None)
        if self._selected is not None:
            told = self._stage.there(self._selected) if self._stage else self._selected
            self.selected.emit(*(told or ("", -1)))
        elif before is not None:
            self.selected.emit("", -1)

    def _walk(self, way: str) -> None:
        """Go from the selected node to the next one in its tree."""
        if self.compared is None or self._selected is None:
            return
        side, node = self._selected
        if self.compared.right_to_left:
            way = {"left": "right", "right": "left"}.get(way, way)
        if side not in self.compared.parses:
            return
        found = self.compared.next_to(side, node, way, lambda node: self._shows((side, node)))
        if found is not None:
            self._choose(side, found)
            self._reveal((side, found))

    def _shows(self, key: Key) -> bool:
        keys = self._keys(key) if key[0] != "gold" else [key, ("both", key[1])]
        wanted = [other for other in keys if other == key or other[0] == "both"]
        return any(pane.shows(other) for pane in self.panes.values() for other in wanted)

    def _reveal(self, key: Key) -> None:
        for pane in self.panes.values():
            for shown in self._keys(key):
                pane.reveal(shown)

    def light(self, find: Finder | None) -> None:
        """Light up what is found in trees as they are in their files, here and in what is shown next; None: nothing."""
        self.lighting.find = find
        self.lighting.show(self.compared)
        self.lighting.reveal()

    # --- repairs --------------------------------------------------------------------------------------------------

    def point_out(self, repair: Repair | None) -> None:
        """Light up what a repair is about and both places, with an arrow to where it belongs; None: nothing."""
        if self._stage is not None:
            self.show_repairs_done(None)
        self.pointing.repair = None  # so that nobody is told that it is released
        self._select(None)
        self.pointing.repair = repair if self.comparison is not None else None
        self._show_pointed()
        self.pointing.reveal()
        self.explained.emit(repair.sentence if repair is not None else "")

    def _show_pointed(self) -> None:
        self.pointing.show(self.compared, with_arrow=self.layout_name != "overlay")

    def _release(self) -> None:
        """Point out nothing any more, and tell."""
        if self.pointing.repair is not None:
            self.pointing.repair = None
            self._show_pointed()
            self.released.emit()

    def show_repairs_done(self, done: int | None, explanation: Explanation | None = None) -> None:
        """Show the system's tree after so many repairs of an explanation; None: as it is.

        Both trees are compared as they are then, so that one sees what is still wrong; what was repaired last stands
        out. An explanation of other trees is none.
        """
        stage = None
        if done is not None and explanation is not None and self._unrepaired is not None:
            stage = Stage(explanation, max(0, min(done, len(explanation.repairs))))
            stage = stage if stage.fits(self._unrepaired.first) else None
        if stage is None and self._stage is None:
            return
        self._release()
        self._selected, self._difference = None, -1
        self._stage, self._done = stage, None if stage else self._done
        self._show_stage()
        self.redraw()
        self._explain_step()
        if stage is not None and self.compared is not None:
            for key in stage.changed:
                self.system_pane.reveal(key)
                self.gold_pane.reveal(key)

    # --- walking through differences ------------------------------------------------------------------------------

    def _differences(self) -> list[Key]:
        return self.compared.differences if self.compared else []

    def step(self, by: int) -> None:
        """Go to the next or previous difference; tell when there is none left in this sentence."""
        differences = self._differences()
        place = self._difference + by if self._difference >= 0 or by > 0 else len(differences) - 1
        if not 0 <= place < len(differences):
            self.ran_out.emit(by)
            return
        self._go_to(place)

    def enter(self, by: int) -> None:
        """Come to this sentence from another while walking through differences."""
        if differences := self._differences():
            self._go_to(0 if by > 0 else len(differences) - 1)

    def _go_to(self, place: int) -> None:
        self._difference = place
        key = self._differences()[place]
        self._choose(*key)
        self._reveal(key)
        self._show_place()


def _own(side: str) -> str:
    """Return the side whose ids a label has: what stands for both trees has gold's."""
    return "gold" if side == "both" else side
