"""What must hold of any drawing: nothing overlaps, no line goes through a text, all is on the page."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from treelens.engine.trees import Tree
from treelens.gui.drawing import Drawing, Drawn, Label, Options, Part, Stroke, place_row
from treelens.gui.drawing.model import pieces

NEAR = 1e-6
BOTTOM = ("word", "fold")
USUAL = Options()
ROLES = ["plain", "match", "deletion", "insertion", "swap", "disagree"]

options = st.builds(
    Options,
    words=st.booleans(),
    tags=st.booleans(),
    functions=st.booleans(),
    folded=st.frozensets(st.integers(0, 30), max_size=3),
    word_gap=st.sampled_from([6.0, 14.0]),
    row_gap=st.sampled_from([10.0, 30.0]),
)
roles = st.dictionaries(st.integers(0, 30), st.sampled_from(ROLES), max_size=12)
wide_words = st.one_of(st.text("abc", min_size=1, max_size=5), st.just("Donaudampfschifffahrtsgesellschaft"))


def measure(text: str, kind: str) -> tuple[float, float]:
    """Seven pixels a character, in lines of fourteen."""
    return 7.0 * len(text), 14.0


def pair_of(
    gold: Tree,
    system: Tree,
    roles: tuple[Mapping[int, str], Mapping[int, str]] = ({}, {}),
    badges: tuple[Mapping[int, str], Mapping[int, str]] = ({}, {}),
    folded: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset()),
) -> tuple[Part, Part]:
    """Return two trees, drawn as they are."""
    one = Part(Drawn.of(gold), "gold", roles[0], badges[0], folded[0])
    return one, Part(Drawn.of(system), "system", roles[1], badges[1], folded[1])


def place_tree(
    tree: Tree,
    roles: Mapping[int, str],
    options: Options,
    badges: Mapping[int, str] | None = None,
    *,
    mirrored: bool = False,
) -> Drawing:
    """Draw one tree as it is, as gold."""
    part = Part(Drawn.of(tree), "gold", roles, badges or {}, options.folded)
    (drawing,) = place_row([part], measure, options, mirrored=mirrored)
    return drawing


def check(drawing: Drawing, options: Options = USUAL) -> None:
    """Check what holds of every drawing."""
    check_page(drawing)
    check_labels(drawing, options)
    check_strokes(drawing)


def boxes(drawing: Drawing) -> np.ndarray:
    return np.array([label.box for label in drawing.labels]).reshape(-1, 4)


def check_page(drawing: Drawing) -> None:
    points = [point for stroke in drawing.strokes for point in stroke.points]
    edges = boxes(drawing)
    xs = [x for x, _ in points] + edges[:, [0, 2]].ravel().tolist()
    ys = [y for _, y in points] + edges[:, [1, 3]].ravel().tolist()
    assert np.isfinite(xs).all()
    assert np.isfinite(ys).all()
    assert min(xs, default=0) >= -NEAR
    assert min(ys, default=0) >= -NEAR
    assert max(xs, default=0) <= drawing.width + NEAR
    assert max(ys, default=0) <= drawing.height + NEAR


def check_labels(drawing: Drawing, options: Options) -> None:
    """Labels on different rows do not touch, those on a row keep their distance."""
    rows: dict[float, list[Label]] = {}
    for label in drawing.labels:
        assert label.width > 0 or not label.shown
        assert measure(label.shown, label.kind)[0] <= label.width + NEAR
        rows.setdefault(round(label.y, 3), []).append(label)
    heights = sorted((y, max(label.height for label in row)) for y, row in rows.items())
    for (above, high), (below, other) in pairwise(heights):
        assert above + high / 2 < below - other / 2
    for row in rows.values():
        row.sort(key=lambda label: label.x)
        for one, other in pairwise(row):
            gap = options.word_gap if one.kind in BOTTOM and other.kind in BOTTOM else 0.6 * options.word_gap
            assert other.box[0] - one.box[2] >= gap - NEAR, (one, other)


def check_strokes(drawing: Drawing) -> None:
    """No line goes through a label; at its ends it may touch one."""
    segments = []
    for stroke in drawing.strokes:
        if stroke.kind == "link":
            continue
        closed = stroke.kind in ("triangle", "arrow")
        points = [*stroke.points, stroke.points[0]] if closed else flattened(stroke)
        assert len(points) > 1
        segments += [(*a, *b) for a, b in pairwise(points)]
    edges = boxes(drawing) + np.array([0.01, 0.01, -0.01, -0.01])
    edges = edges[(edges[:, 0] < edges[:, 2])]
    lines = np.array(segments).reshape(-1, 4)
    for first in range(0, len(lines), 500):
        hit = meets(lines[first : first + 500], edges)
        assert not hit.any(), np.argwhere(hit)[:3]


def check_arcs(drawing: Drawing) -> None:
    """Check that no two labels overlap, that no line goes through one, and that all is on the page."""
    check_page(drawing)
    check_strokes(drawing)
    found = sorted(boxes(drawing).tolist())
    for number, (_, top, right, bottom) in enumerate(found):
        for left, other_top, _, other_bottom in found[number + 1 :]:
            if left >= right - 1e-6:
                break
            assert other_top >= bottom - 1e-6 or other_bottom <= top + 1e-6
    for stroke in drawing.strokes:
        if stroke.kind == "arc" and len(stroke.points) == 6:  # from the words to the level, never back
            foot, first, *_, last, edge = stroke.points
            assert abs(first[1] - edge[1]) <= abs(foot[1] - edge[1])
            assert (edge[0] - last[0]) * (last[0] - foot[0]) >= -1e-6


def flattened(stroke: Stroke) -> list[tuple[float, float]]:
    """Return the points of a stroke, those of a curve close together."""
    made = [stroke.points[0]]
    for piece in pieces(stroke.points, curved=stroke.curved):
        if len(piece) == 1:
            made.append(piece[0])
            continue
        ends = np.array([made[-1], *piece])
        for t in np.linspace(0, 1, 12)[1:]:
            weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]
            made.append(tuple((np.array(weights) @ ends).tolist()))
    return made


def meets(lines: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Say for each line and each box whether they have a point in common (Liang & Barsky)."""
    start, way = lines[:, None, :2], lines[:, None, 2:] - lines[:, None, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        one = (edges[None, :, :2] - start) / way
        other = (edges[None, :, 2:] - start) / way
    inside = (edges[None, :, :2] <= start) & (start <= edges[None, :, 2:])
    enter, leave = np.minimum(one, other), np.maximum(one, other)
    enter = np.where(way == 0, np.where(inside, -np.inf, np.inf), enter)
    leave = np.where(way == 0, np.where(inside, np.inf, -np.inf), leave)
    return np.maximum(enter.max(axis=2), 0) <= np.minimum(leave.min(axis=2), 1)


def check_tree(drawing: Drawing, tree: Tree, options: Options, side: str = "gold") -> None:
    """Check that a drawing shows a tree: parents above children, words in order, each line from end to end."""
    labels = {label.node: label for label in drawing.labels if label.kind != "fold" and label.side in (side, "both")}
    shown = visible(tree, options)
    assert set(labels) == shown.keys()
    strokes = {(stroke.node, stroke.kind): stroke for stroke in drawing.strokes if stroke.side in (side, "both")}
    for node, parent in shown.items():
        assert (labels[node].kind == "word") == tree.is_word(node)
        if parent >= 0:
            one, other = labels[parent], labels[node]
            points = strokes[node, "branch"].points if (node, "branch") in strokes else ()
            if tree.is_word(node) and (node, "drop") in strokes:
                points += strokes[node, "drop"].points
                assert (one.kind == "phrase") == ((node, "branch") in strokes)
            assert near(points[0], (one.x, one.box[3]))
            assert near(points[-1], (other.x, other.box[1]))
            assert one.box[3] < other.box[1]
    words = [labels[leaf].x for leaf in tree.leaves if leaf in labels]
    assert words == sorted(words)
    assert len({round(labels[leaf].y, 3) for leaf in tree.leaves if leaf in labels}) <= 1


def check_centred(drawing: Drawing, tree: Tree, options: Options) -> None:
    """Check of a continuous tree that each node is in the middle above its children."""
    x = {label.node: label.x for label in drawing.labels if label.kind != "fold"}
    below: dict[int, list[float]] = {}
    for node, parent in visible(tree, options).items():
        below.setdefault(parent, []).append(x[node])
    for node, children in below.items():
        assert node < 0 or abs(x[node] - (min(children) + max(children)) / 2) < NEAR


def visible(tree: Tree, options: Options) -> dict[int, int]:
    """Return the nodes that are shown, each with the one that it hangs on (-1: none)."""
    shown: dict[int, int] = {}
    above: list[int] = []
    for node, parent in enumerate(tree.parent):
        upper = above[parent] if parent >= 0 else -1
        gone = upper == -2 or (parent >= 0 and parent in options.folded and parent in shown and upper == parent)
        skipped = not options.words if tree.is_word(node) else not options.tags and tree.is_preterminal(node)
        if gone:
            above.append(-2)
        elif skipped and (upper >= 0 or tree.is_word(node)):
            above.append(upper)
        else:
            shown[node] = upper
            above.append(node)
    return shown


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < NEAR and abs(one[1] - other[1]) < NEAR
