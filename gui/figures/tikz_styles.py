"""The named styles, colours and fonts of TikZ figures: those of the table of looks, for what a page has on it."""

from __future__ import annotations

from collections.abc import Iterator

from .looks import Looks, Pen, Type
from .page import Box, Dot, Page, Path, Text
from .svg import number

__all__ = ["BRANCHES", "PLAIN", "styles"]

#: Roles without a look of their own.
PLAIN = ("plain", "match")
#: Lines that look as their role does.
BRANCHES = ("branch", "triangle", "arc")


def styles(page: Page) -> Iterator[str]:
    """Return definitions, each only where the paper has none of that name."""
    looks = page.looks
    yield r"\def\treelensStyle#1#2{\pgfkeysifdefined{/tikz/#1/.@cmd}{}{\tikzset{#1/.style={#2}}}}%"
    size = looks.size
    yield rf"\providecommand\treelensfont{{\fontsize{{{number(size)}}}{{{number(1.2 * size)}}}\selectfont}}%"
    yield r"\def\treelensSize{\dimexpr\csname f@size\endcsname pt\relax}%"
    yield r"\def\treelensScale#1{\fontsize{#1\treelensSize}{1.2\treelensSize}\selectfont}%"
    yield _style("treelens figure", "line cap=round, line join=round, every node/.append style={font=\\treelensfont}")
    if looks.dark:
        yield _colour("treelens-page", looks.page)
    made: dict[str, None] = {}
    for definition in (*_texts(page), *_lines(page), *_boxes(page)):
        made[definition] = None
    yield from made


def _style(name: str, what: str) -> str:
    return rf"\treelensStyle{{{name}}}{{{what}}}%"


def _colour(name: str, value: str) -> str:
    return rf"\providecolor{{{name}}}{{HTML}}{{{value[1:].upper()}}}%"


def _texts(page: Page) -> Iterator[str]:
    looks = page.looks
    for kind in dict.fromkeys(mark.kind for mark in page.marks if isinstance(mark, Text)):
        look = looks.text(kind, "plain")
        yield _colour(f"treelens-{kind}", look.colour)
        yield _style(f"treelens {kind}", f"text=treelens-{kind}, font={_font(look, looks)}")
    for role in dict.fromkeys(mark.role for mark in page.marks if isinstance(mark, Text) and mark.role not in PLAIN):
        yield _colour(f"treelens-{role}-text", looks.text("phrase", role).colour)
        yield _style(f"treelens {role} text", f"text=treelens-{role}-text")


def _font(look: Type, looks: Looks) -> str:
    """Return how a text is set: smaller ones by a part of the paper's own type, whatever that is."""
    size = rf"\treelensScale{{{number(look.size / looks.size)}}}" if look.size != looks.size else ""
    return rf"\treelensfont{size}" + r"\bfseries" * look.bold + r"\itshape" * look.italic


def _lines(page: Page) -> Iterator[str]:
    looks = page.looks
    paths = dict.fromkeys((mark.kind, mark.role, mark.weight) for mark in page.marks if isinstance(mark, Path))
    for kind, role, weight in paths:
        if kind in BRANCHES:
            colour, name = "branch" if role in PLAIN else role, f"{role}{' head' if weight else ''} line"
            yield from _line(name, colour, looks.pen(kind, role, weight))
            continue
        yield from _line(kind, kind, looks.pen(kind, "plain"))
        if kind != "drop" and role not in PLAIN:
            yield from _line(f"{role} {kind}", f"{role}-{kind}".replace(" ", "-"), looks.pen(kind, role))


def _line(style: str, colour: str, pen: Pen) -> Iterator[str]:
    yield _colour(f"treelens-{colour}", pen.colour)
    fill = f"fill=treelens-{colour}, " if style.endswith("arrow") else ""
    yield _style(f"treelens {style}", f"draw=treelens-{colour}, {fill}{_strokes(pen)}")


def _strokes(pen: Pen) -> str:
    """Return the width of a pen, and its dashes."""
    dash = "solid"
    if pen.dash:
        parts = [f"{'on' if at % 2 == 0 else 'off'} {number(length)}bp" for at, length in enumerate(pen.dash)]
        dash = f"dash pattern={' '.join(parts)}"
    return f"line width={number(pen.width)}bp, {dash}, line cap=round"


def _boxes(page: Page) -> Iterator[str]:
    looks = page.looks
    for box in {mark.role: mark for mark in page.marks if isinstance(mark, Box)}.values():
        pen, fill, role = looks.pen("box", box.role), looks.fill("swatch", box.role), box.role
        yield _colour(f"treelens-{role}", pen.colour)
        yield _colour(f"treelens-{role}-fill", fill or looks.page)
        what = (
            f"draw=treelens-{role}, fill=treelens-{role}-fill, {_strokes(pen)}, rounded corners={number(box.radius)}bp"
        )
        yield _style(f"treelens {role}", what)
    if any(isinstance(mark, Dot) for mark in page.marks):
        yield _colour("treelens-dot", looks.fill("dot", "plain") or "#000000")
        yield _style("treelens dot", "fill=treelens-dot")
    for role in dict.fromkeys(mark.role for mark in page.marks if isinstance(mark, Dot) and mark.role not in PLAIN):
        yield _colour(f"treelens-{role}-dot".replace(" ", "-"), looks.fill("dot", role) or "#000000")
        yield _style(f"treelens {role} dot", f"fill=treelens-{role.replace(' ', '-')}-dot")
