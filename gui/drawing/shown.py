"""What of a tree is shown: a plan of its visible nodes, each on the row of its depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treelens.engine.prepare.tables import without_function
from treelens.engine.trees import Tree

from .drawn import Part
from .model import Options
from .plan import HEAD, Item, Line, Plan
from .roles import BADGED, badge_of

__all__ = ["badge_of", "elided", "fold_text", "label_text", "plan_of", "runs"]

_LONGEST = 40
_LEAST = 3  # letters for which it is worth to begin
_WORD = 12  # letters of a single word that are shown at least


def label_text(tree: Tree, node: int, functions: bool) -> str:
    """Return a label with its function, or without."""
    text = tree.text(node)
    if tree.is_word(node):
        return text
    if not functions:
        return without_function(text)
    function = tree.functions[node] if tree.functions else ""
    return f"{text}-{function}" if function and function != "--" else text


def elided(text: str, longest: int = _LONGEST) -> str:
    """Leave out the middle of a long text.

    >>> elided("a very long text indeed", 11)
    'a ver…ndeed'
    """
    if len(text) <= longest:
        return text
    kept = (longest - 1) // 2
    return f"{text[:kept].rstrip()}…{text[-kept:].lstrip()}"


def fold_text(words: Sequence[str], longest: int) -> str:
    """Return the words of a folded subtree; of many, as many of the first and the last ones as there is room for.

    The first one is there in any case, or most of it; unless there is room for hardly more than a sign.

    >>> words = "the committee along the river".split()
    >>> fold_text(words, 22), fold_text(words, 12), fold_text(words, 1)
    ('the committee … river', 'the … river', '…')
    """
    if sum(map(len, words)) + len(words) - 1 <= longest or len(words) == 1:
        return elided(" ".join(words), max(longest, _WORD))
    if longest < _LEAST:
        return "…"
    shown = f"{elided(words[0], max(longest, _WORD))} …"
    first, last = 0, len(words)
    while first < last - 1:
        first, last = (first + 1, last) if first <= len(words) - last else (first, last - 1)
        longer = " ".join([*words[:first], "…", *words[last:]])
        if len(longer) > longest:
            break
        shown = longer
    return shown


def runs(positions: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut ascending positions into half-open runs without holes.

    >>> list(runs([0, 1, 4]))
    [(0, 2), (4, 5)]
    """
    start = 0
    for at in range(1, len(positions) + 1):
        if at == len(positions) or positions[at] != positions[at - 1] + 1:
            yield positions[start], positions[at - 1] + 1
            start = at


def plan_of(part: Part, options: Options) -> Plan:
    """Plan the drawing of a tree."""
    return _Planner(part, options).plan()


class _Planner:
    """Goes through a tree in preorder and decides what becomes of each node."""

    def __init__(self, part: Part, options: Options) -> None:
        self.part, self.options = part, options
        self.tree, self.ids, self.side = part.drawn.tree, part.drawn.ids, part.side
        self.made = Plan()
        self.words = self.tree.words if part.folded else ()

    def plan(self) -> Plan:
        """Make an item of each node that is shown."""
        tree = self.tree
        above: list[Item | None] = []  # for each node: the item that its children hang on
        hidden: list[bool] = []  # whether a node's children are out of sight
        for node, parent in enumerate(tree.parent):
            upper = above[parent] if parent >= 0 else None
            if parent >= 0 and hidden[parent]:
                above.append(upper)
                hidden.append(True)
                continue
            kind = "word" if tree.is_word(node) else "tag" if tree.is_preterminal(node) else "phrase"
            if self._skipped(kind, upper):
                above.append(upper)
                hidden.append(False)
            else:
                folded = kind != "word" and self.ids[node] in self.part.folded
                above.append(self._show(node, upper, kind, folded))
                hidden.append(folded)
        return self.made

    def _skipped(self, kind: str, upper: Item | None) -> bool:
        """Say whether a node is left out: words or tags, if they are not wanted."""
        if kind == "word":
            return not self.options.words
        return kind == "tag" and not self.options.tags and upper is not None

    def _show(self, node: int, upper: Item | None, kind: str, folded: bool) -> Item:
        item = self._item(node, kind)
        item.span = self.tree.span(node)
        item.row = -1 if kind == "word" else upper.row + 1 if upper else 0
        self.made.add(item)
        if upper is not None:
            role = self.part.lines.get(item.node, item.role)
            self.made.join(Line(upper, item, role, self.side, item.node, weight=self._weight(node)))
        if folded:
            item.folded = True
            self._fold(item, node)
        return item

    def _item(self, node: int, kind: str) -> Item:
        own = self.ids[node]
        role = self.part.roles.get(own, "plain" if kind == "word" else self.part.otherwise)
        text = label_text(self.tree, node, self.options.functions)
        given = self.part.badges.get(own) if role in BADGED else None
        badge = given or badge_of(role, text, "", self.side)
        return Item(text, kind, role, self.side, own, order=node, badge=badge)

    def _weight(self, node: int) -> float:
        """Return how much thicker the line above a node is: to a head, or to its word where tags are not shown."""
        parent = self.tree.parent[node]
        if self.tree.is_word(node) and parent >= 0 and self.tree.is_preterminal(parent):
            node = parent
        return HEAD if self.ids[node] in self.part.heads else 0.0

    def _spoken(self, start: int, end: int) -> Sequence[str]:
        """Return some words without traces, if there are others."""
        empty = self.part.drawn.empty
        return [self.words[at] for at in range(start, end) if at not in empty] or self.words[start:end]

    def _fold(self, item: Item, node: int) -> None:
        """Put the words of a folded node on the bottom row, one text for each run of them."""
        if not self.options.words:
            return
        for start, end in runs(self.tree.positions(node)):
            text = fold_text(self._spoken(start, end), self.options.longest_fold)
            fold = Item(text, "fold", "plain", self.side, item.node, span=(start, end))
            self.made.add(fold)
            self.made.join(Line(item, fold, item.role, self.side, item.node))
