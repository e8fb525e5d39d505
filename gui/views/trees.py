"""The centre of the window: the trees of one sentence, their legend, and the walk through their differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from treelens.engine.prepare import Preparation
from treelens.engine.trees import Tree

from ..drawing import Drawing, Options
from ..drawing.links import links
from ..drawing.mirror import place_mirror
from ..drawing.overlay import place_overlay
from ..drawing.roles import renamed_of
from ..drawing.side import place_side
from ..drawing.tidy import place_tree
from ..theme import Fonts, Theme
from ..widgets import button, frame, label
from .comparison import Comparison
from .tree_pane import TreePane

__all__ = ["TreesView"]

_NAMES = {
    "deletion": ("deletion", "deletions"),
    "insertion": ("insertion", "insertions"),
    "swap": ("swap", "swaps"),
    "match": ("match", "matches"),
    "disagree": ("node judged differently by E and T", "nodes judged differently by E and T"),
}
_LINES = {"deletion": Qt.PenStyle.DashLine, "swap": Qt.PenStyle.DashDotLine, "disagree": Qt.PenStyle.DashDotDotLine}


class _Titled(QFrame):
    """A pane with a title to its left and a note to its right."""

    def __init__(self, pane: TreePane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane = pane
        self.title = label("", "paneTitle")
        self.note = label("", "paneNote")
        self.message = label("", "muted")
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.note)
        self.stack = QStackedWidget()
        self.stack.addWidget(pane)
        self.stack.addWidget(self.message)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)

    def say(self, text: str) -> None:
        """Show a message in place of a tree, or the tree again if it is empty."""
        self.message.setText(text)
        self.stack.setCurrentIndex(1 if text else 0)


class TreesView(QFrame):
    """Gold and system side by side, mirrored or laid over each other."""

    explained = Signal(str)  #: a line of words on what is pointed at
    ran_out = Signal(int)  #: there is no further difference in this direction (1 or -1)

    def __init__(self, theme: Theme, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.theme = theme
        self.fonts = fonts
        self.comparison: Comparison | None = None
        self.alignment = "e"
        self.layout_name = "side"
        self.options = Options()
        self.show_links = False
        self.fold = False
        self._difference = -1
        self._selected: tuple[str, int] | None = None
        self.gold_pane, self.system_pane = TreePane(theme, fonts), TreePane(theme, fonts)
        self.gold_side, self.system_side = _Titled(self.gold_pane), _Titled(self.system_pane)
        self.gold_pane.setAccessibleName(self.tr("Gold tree"))
        self.system_pane.setAccessibleName(self.tr("System tree"))
        self._build()
        for pane, other in ((self.gold_pane, self.system_pane), (self.system_pane, self.gold_pane)):
            pane.hovered.connect(self._hover)
            pane.chosen.connect(self.select)
            pane.moved.connect(lambda pane=pane, other=other: self._follow(pane, other))
        self._following = False
        self._resized = QTimer(self)
        self._resized.setSingleShot(True)
        self._resized.setInterval(0)
        self._resized.timeout.connect(self.redraw)

    def _build(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.gold_side)
        self.splitter.addWidget(self.system_side)
        self.splitter.setHandleWidth(1)
        self.legend = frame("legend")
        row = QHBoxLayout(self.legend)
        row.setContentsMargins(14, 8, 8, 8)
        self.legend_labels = {name: self._legend_entry(row, name) for name in _NAMES}
        self.cost = QLabel()
        self.cost.setStyleSheet("font-weight: 600; padding-left: 10px;")
        row.addWidget(self.cost)
        self.setting = label("", "muted")
        self.setting.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self.setting, 1)
        self.back = button("◀", "link", self.tr("Previous difference (Shift+N)"), name=self.tr("Previous difference"))
        self.place = label("", "muted")
        self.forth = button("▶", "link", self.tr("Next difference (N)"), name=self.tr("Next difference"))
        self.back.clicked.connect(lambda: self.step(-1))
        self.forth.clicked.connect(lambda: self.step(1))
        for widget in (self.back, self.place, self.forth):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.legend)

    def _legend_entry(self, row: QHBoxLayout, name: str) -> tuple[QLabel, QLabel]:
        icon, text = QLabel(), QLabel()
        row.addWidget(icon)
        row.addWidget(text)
        row.addSpacing(12)
        return icon, text

    def show_pair(
        self,
        gold: Tree | None,
        system: Tree | None,
        preparation: Preparation,
        titles: tuple[str, str],
        reason: str = "",
    ) -> None:
        """Show a sentence; where a tree is missing, the *reason* takes its place."""
        self.gold_side.title.setText(titles[0])
        self.system_side.title.setText(titles[1])
        self.gold_side.say("" if gold is not None else reason or self.tr("no gold tree"))
        self.system_side.say("" if system is not None else reason or self.tr("no parse"))
        self._difference, self._selected = -1, None
        if gold is not None and system is not None:
            self.comparison = Comparison(gold, system, preparation, self.alignment)
        else:
            self.comparison = None
            for tree, side, pane in ((gold, "gold", self.gold_pane), (system, "system", self.system_pane)):
                drawing = (
                    place_tree(tree, {}, self.fonts.measure, self.options, side) if tree is not None else Drawing(0, 0)
                )
                pane.show_drawing(drawing)
            self.system_side.setVisible(True)
        self.redraw()

    def set_alignment(self, name: str) -> None:
        """Align in another way."""
        self.alignment = name
        if self.comparison is not None:
            now = self.comparison
            self.comparison = Comparison(now.gold, now.system, now.preparation, name)
            self._difference = -1
        self.redraw()

    def set_layout(self, name: str) -> None:
        """Lay the trees out in another way."""
        self.layout_name = name
        self.redraw()

    def set_options(self, options: Options, *, show_links: bool, fold: bool) -> None:
        """Show and hide things."""
        self.options, self.show_links, self.fold = options, show_links, fold
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        for pane in (self.gold_pane, self.system_pane):
            pane.set_theme(theme)
        self.redraw()

    def fit(self) -> None:
        """Show all of both trees at one scale, as far as they stay readable."""
        panes = [self.gold_pane, self.system_pane] if self.layout_name == "side" else [self.gold_pane]
        scale = min(pane.fitting_scale() for pane in panes)
        self._following = True
        for pane in panes:
            pane.fit(scale)
        self._following = False

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Lay the trees out anew for the room there is, once the panes have theirs."""
        super().resizeEvent(event)
        self._resized.start()

    def redraw(self) -> None:
        """Draw what is to be seen now."""
        self._show_legend()
        if self.comparison is None:
            return
        self.system_side.setVisible(self.layout_name == "side")
        if self.layout_name == "side":
            self._draw_side(self.comparison)
        else:
            self._draw_together(self.comparison)
        if self.gold_pane.fitted:
            self.fit()
        self._light_up()

    def _draw_side(self, shown: Comparison) -> None:
        gold, system = self._roomy(self.gold_pane, shown, self._placed_side)
        self.gold_pane.show_drawing(gold)
        self.system_pane.show_drawing(system)
        kind = self.tr("brackets") if shown.alignment == "e" else self.tr("nodes")
        self.gold_side.note.setText(f"{len(shown.mapping.gold_nodes)} {kind}")
        self.system_side.note.setText(f"{len(shown.mapping.system_nodes)} {kind}")

    def _placed_side(self, shown: Comparison, options: Options) -> tuple[Drawing, Drawing]:
        folded = shown.matched_tops() if self.fold else (frozenset[int](), frozenset[int]())
        return place_side(
            shown.gold,
            shown.system,
            *shown.roles,
            self.fonts.measure,
            replace(options, folded=folded[0]),
            system_folded=folded[1],
            renamed=renamed_of(shown.mapping),
            mirrored=shown.right_to_left,
        )

    def _draw_together(self, shown: Comparison) -> None:
        drawing, *_ = self._roomy(self.gold_pane, shown, self._placed_together)
        extra = links(shown.mapping, drawing, drawing, (0.0, 0.0)) if self.show_links else []
        self.gold_pane.show_drawing(drawing, extra)
        self.gold_side.note.setText(self.system_side.title.text())

    def _placed_together(self, shown: Comparison, options: Options) -> tuple[Drawing, ...]:
        if self.layout_name == "overlay":
            return (place_overlay(shown.mapping, self.fonts.measure, options, mirrored=shown.right_to_left),)
        drawing = place_mirror(
            shown.gold,
            shown.system,
            *shown.roles,
            self.fonts.measure,
            options,
            renamed=renamed_of(shown.mapping),
            mirrored=shown.right_to_left,
        )
        return (drawing,)

    def _roomy(
        self, pane: TreePane, shown: Comparison, place: Callable[[Comparison, Options], tuple[Drawing, ...]]
    ) -> tuple[Drawing, ...]:
        """Place the trees twice: to see how wide they are, then with rows as far apart as the pane has room for."""
        drawings = place(shown, self.options)
        view = pane.viewport().size()
        scale = pane.scale_for(drawings[0].width)
        rows = max(_depth(tree) for tree in (shown.gold, shown.system)) * (2 if self.layout_name == "mirror" else 1)
        more = (view.height() / scale - drawings[0].height) / max(rows, 1)
        gap = max(0.7 * self.options.row_gap, min(2.0 * self.options.row_gap, self.options.row_gap + more))
        return drawings if abs(more) < 1 else place(shown, replace(self.options, row_gap=gap))

    def _show_legend(self) -> None:
        counts = self.comparison.counts if self.comparison else {}
        for name, (icon, text) in self.legend_labels.items():
            shown = name in counts
            icon.setVisible(shown)
            text.setVisible(shown)
            if shown:
                icon.setPixmap(self._sample(name).pixmap(QSize(26, 18)))
                text.setText(f"{counts[name]} {self.tr(_NAMES[name][counts[name] != 1])}")
        if self.comparison is None:
            self.cost.setText("")
            self.place.setText("")
            self.setting.setText("")
            return
        mapping = self.comparison.mapping
        self.cost.setText(
            self.tr("cost {}").format(f"{mapping.cost:g}") if self.comparison.alignment != "disagree" else ""
        )
        notes = [self.comparison.preparation.describe()]
        if mapping.unique is False:
            notes.append(self.tr("other mappings cost as little"))
        if mapping.words_aligned:
            notes.append(self.tr("words differ: aligned first"))
        self.setting.setText(" · ".join(notes))
        self._show_place()

    def _show_place(self) -> None:
        total = len(self.comparison.differences) if self.comparison else 0
        if not total:
            self.place.setText(self.tr("no difference"))
        elif self._difference < 0:
            self.place.setText(self.tr("{} differences").format(total))
        else:
            self.place.setText(self.tr("difference {} of {}").format(self._difference + 1, total))

    def _sample(self, role: str) -> QIcon:
        """Paint a small box in the look of a role."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(QSize(26, 18) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour: QColor = self.theme.tree.get(role, "phrase")
        painter.setPen(QPen(colour, 2.2 if role == "insertion" else 1.6, _LINES.get(role, Qt.PenStyle.SolidLine)))
        if role != "match":
            painter.setBrush(self.theme.tree.get(f"{role}_fill", "phrase"))
        painter.drawRoundedRect(3, 2, 20, 13, 4, 4)
        painter.end()
        return QIcon(pixmap)

    def _follow(self, pane: TreePane, other: TreePane) -> None:
        """Let the other pane show the same part."""
        if self._following or self.layout_name != "side" or self.comparison is None:
            return
        self._following = True
        other.setTransform(pane.transform())
        other.horizontalScrollBar().setValue(pane.horizontalScrollBar().value())
        other.verticalScrollBar().setValue(pane.verticalScrollBar().value())
        self._following = False

    def _keys(self, side: str, node: int) -> list[tuple[str, int]]:
        """Return the labels to light up for a node: itself and its partner, in whatever layout."""
        assert self.comparison is not None
        keys = [(side, node)]
        if partner := self.comparison.partner(side, node):
            keys.append(partner)
        return [*keys, *(("both", node) for name, node in keys if name == "gold")]

    def _hover(self, side: str, node: int) -> None:
        if self.comparison is None:
            return
        keys = self._keys(side, node) if node >= 0 else []
        for pane in (self.gold_pane, self.system_pane):
            pane.light_up("hover", keys)
        if node >= 0:
            self.explained.emit(self.comparison.explain(side, node))
        elif self._selected:
            self.explained.emit(self.comparison.explain(*self._selected))
        else:
            self.explained.emit("")

    def select(self, side: str, node: int) -> None:
        """Select a node and its partner."""
        self._selected = (side, node) if node >= 0 else None
        self._light_up()
        if self.comparison is not None:
            self.explained.emit(self.comparison.explain(side, node) if node >= 0 else "")

    def _light_up(self) -> None:
        keys = self._keys(*self._selected) if self._selected and self.comparison else []
        for pane in (self.gold_pane, self.system_pane):
            pane.light_up("selected", keys)

    def step(self, by: int) -> None:
        """Go to the next or previous difference; tell when there is none left in this sentence."""
        differences = self.comparison.differences if self.comparison else []
        place = self._difference + by if self._difference >= 0 or by > 0 else len(differences) - 1
        if not 0 <= place < len(differences):
            self.ran_out.emit(by)
            return
        self._go_to(place)

    def enter(self, by: int) -> None:
        """Come to this sentence from another while walking through differences."""
        differences = self.comparison.differences if self.comparison else []
        if differences:
            self._go_to(0 if by > 0 else len(differences) - 1)

    def _go_to(self, place: int) -> None:
        assert self.comparison is not None
        self._difference = place
        key = self.comparison.differences[place]
        self.select(*key)
        for pane in (self.gold_pane, self.system_pane):
            for shown in self._keys(*key):
                pane.reveal(shown)
        self._show_place()


def _depth(tree: Tree) -> int:
    """Return the number of nodes on the longest way from a root to a word."""
    depths: list[int] = []
    for parent in tree.parent:
        depths.append(depths[parent] + 1 if parent >= 0 else 1)
    return max(depths, default=0)
