"""Trees as bracketings for TeX's ``forest``, with titles, legend and caption around them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from .page import Box, Page, Text
from .svg import number
from .tex import TexFonts
from .tikz_styles import PLAIN

__all__ = ["forests"]

_LABELS = ("phrase", "tag", "word", "fold")


def forests(page: Page, fonts: TexFonts) -> Iterator[str]:
    """Return all trees of a page, beside or above each other as on the page, and what is around them, as one box."""
    size = page.looks.size
    yield r"\vbox{\treelensfont\parindent=0pt"
    yield rf"\def\treelensGap{{\kern{number(size)}bp}}%"
    yield rf"\def\treelensBeside{{\kern{number(1.8 * size)}bp}}%"
    rows = groupby(range(len(page.panels)), key=lambda panel: round(page.panels[panel].top, 1))
    for number_of_row, (_, panels) in enumerate(rows):
        if number_of_row:
            yield r"\treelensGap"
        yield r"\hbox{%"
        for place, panel in enumerate(panels):
            if place:
                yield r"\treelensBeside"
            yield from _tree(page, panel, fonts)
        yield "}%"
    yield from _legend(page, fonts)
    for at, text in enumerate(page.texts("caption")):
        if not at:
            yield r"\treelensGap"
        yield rf"\hbox{{{_set(text, fonts)}}}%"
    yield r"}%"


def _set(text: Text, fonts: TexFonts) -> str:
    """Return a text outside of trees, in its own style."""
    return rf"\tikz[baseline=(n.base)]\node[treelens {text.kind}, inner sep=0pt] (n) {{{fonts.tex(text.text)}}};"


def _tree(page: Page, panel: int, fonts: TexFonts) -> Iterator[str]:
    size = page.looks.size
    yield r"\vtop{%"
    place = page.panels[panel]
    for title in page.texts("title"):
        if place.left - 0.01 <= title.x < place.left + place.width and place.top <= title.y < place.top + place.height:
            yield rf"\hbox{{{_set(title, fonts)}}}\kern{number(0.5 * size)}bp"
    yield r"\hbox{\begin{forest}"
    yield r"  for tree={treelens figure, parent anchor=south, child anchor=north, inner xsep=2.5bp, inner ysep=1.5bp,"
    yield (
        f"    text height={number(0.72 * size)}bp, text depth={number(0.22 * size)}bp, "
        f"l sep={number(size)}bp, l=0pt, s sep={number(0.35 * size)}bp}},"
    )
    yield from _brackets([text for text in page.texts() if text.panel == panel and text.kind in _LABELS], page, fonts)
    yield r"\end{forest}}}%"


def _brackets(texts: list[Text], page: Page, fonts: TexFonts) -> Iterator[str]:
    """Write labels as brackets, each below the one that it hangs on, from left to right."""
    below: dict[int, list[Text]] = {}
    for each in sorted(texts, key=lambda text: (text.x, text.number)):
        below.setdefault(each.parent, []).append(each)
    roots = below.get(-1, [])
    several = len(roots) != 1
    if several:
        yield "  [, phantom, baseline"
    waiting: list[tuple[Text | None, int]] = [(root, 1 + several) for root in reversed(roots)]
    while waiting:
        text, depth = waiting.pop()
        if text is None:
            yield "  " * depth + "]"
            continue
        children = below.get(text.number, []) if text.kind not in ("word", "fold") else []
        options = ", ".join(_options(text, page, root=depth == 1))
        if text.kind == "word" and depth > 1 and not _on_tag(text, page):
            # Straight down from the next row on, as on screen: a slanting line would run through labels.
            bracket = f"[{{{fonts.tex(text.text)}}}, {options}]"
            yield "  " * depth + f"[, coordinate, edge={{{_line(text)}}} {bracket}]"
            continue
        yield "  " * depth + f"[{{{fonts.tex(text.text)}}}, {options}" + ("" if children else "]")
        if children:
            waiting.append((None, depth))
            waiting += [(child, depth + 1) for child in reversed(children)]
    if several:
        yield "  ]"


def _options(text: Text, page: Page, *, root: bool) -> Iterator[str]:
    yield f"treelens {text.kind}"
    role = text.role
    if page.looks.boxed(text.kind, role):
        yield f"treelens {role}"
    if role not in PLAIN:
        yield f"treelens {role} text"
    if root:
        yield "baseline"
    elif text.kind == "fold":
        yield "tier=word"
        yield from _roof(text, page)
    elif text.kind == "word":
        yield "tier=word"
        yield "edge={treelens drop}"
    else:
        yield f"edge={{{_line(text)}}}"


def _line(text: Text) -> str:
    """Return the style of the line that a label hangs on."""
    return f"treelens {text.role}{' head' if text.weight else ''} line"


def _on_tag(text: Text, page: Page) -> bool:
    """Say whether a word hangs on its tag, or, if that is not shown, on a phrase."""
    return any(each.number == text.parent and each.kind == "tag" for each in page.texts() if each.panel == text.panel)


def _roof(text: Text, page: Page) -> Iterator[str]:
    """Draw the triangle of a fold."""
    above = [each.role for each in page.texts() if each.panel == text.panel and each.number == text.parent]
    role = above[0] if above else "plain"
    yield f"edge={{treelens {role} line}}"
    way = r"(!u.parent anchor) -- (.north east) -- (.north west) -- cycle"
    yield rf"edge path={{\noexpand\path[\forestoption{{edge}}] {way};}}"


def _legend(page: Page, fonts: TexFonts) -> Iterator[str]:
    """Set the legend: samples with their badges, then names, in the lines that they have on the page."""
    swatches = [mark for mark in page.marks if isinstance(mark, Box) and mark.kind == "swatch"]
    texts = list(page.texts("legend"))
    entries = zip(swatches, texts[::2], texts[1::2], strict=True)
    for at, (_, row) in enumerate(groupby(entries, key=lambda entry: round(entry[2].y, 1))):
        yield r"\treelensGap" if not at else rf"\kern{number(0.3 * page.looks.size)}bp"
        made = []
        for swatch, badge, name in row:
            look = f"treelens legend, treelens {swatch.role}, treelens {swatch.role} text, inner sep=1.5bp"
            wide = f"minimum width={number(swatch.width)}bp, minimum height={number(swatch.height)}bp"
            sample = rf"\tikz[baseline=(n.base)]\node[{look}, {wide}] (n) {{{fonts.tex(badge.text)}}};"
            made.append(rf"{sample}\kern{number(0.5 * page.looks.size)}bp{_set(name, fonts)}")
        between = r"\treelensBeside "
        yield rf"\hbox{{{between.join(made)}}}%"
