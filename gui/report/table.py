"""Tables that can be read out and sorted: a caption, headings with their scope, and the value behind each text.

Sorting is done by ``resources/report/sort.js``; without it the tables are what they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .html import Html, element

__all__ = ["Cell", "Column", "table"]


@dataclass(frozen=True)
class Column:
    """A column: its heading, what the heading stands for, and what its cells are."""

    heading: str
    meaning: str = ""
    numbers: bool = True
    larger_is_better: bool = True  #: which end comes first when it is sorted
    sorted: bool = False  #: whether the table comes sorted by it, the better end first


@dataclass(frozen=True)
class Cell:
    """What stands in a cell, the number it is sorted by (if not by its text), and marks: ``best``, ``flip`` …"""

    content: str
    value: float | None = None
    marks: str = ""


def table(caption: str, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], note: str = "") -> Html:
    """Return a table whose first column names its rows; *note* is told in the caption, less loudly."""
    head = element("thead", element("tr", *map(_heading, columns)))
    body = element("tbody", *(element("tr", *map(_cell, columns, row, range(len(row)))) for row in rows))
    said = element("span", caption, element("span", f" {note}", class_="note") if note else "")
    made = element("table", element("caption", said), head, body, class_="sortable")
    return element("div", made, class_="scroll", role="region", aria_label=caption, tabindex=0)


def _heading(column: Column) -> Html:
    order = ("descending" if column.larger_is_better else "ascending") if column.numbers else "ascending"
    return element(
        "th",
        column.heading,
        scope="col",
        title=column.meaning or None,
        class_="number" if column.numbers else None,
        data_first=order,
        aria_sort=order if column.sorted else None,
    )


def _cell(column: Column, cell: Cell, place: int) -> Html:
    classes = " ".join(filter(None, ("number" if column.numbers else "", cell.marks)))
    known = cell.value is not None and not math.isnan(cell.value)
    value = f"{cell.value:.12g}" if known else "" if column.numbers else None
    if place == 0:
        return element("th", cell.content, scope="row", class_=classes or None, data_value=value)
    return element("td", cell.content, class_=classes or None, data_value=value)
