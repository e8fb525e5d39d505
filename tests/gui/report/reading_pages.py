"""Reading a page as a browser would: which elements there are, what stands in them, and whether all are closed."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link"}


@dataclass
class Element:
    """An element with its attributes, its text (also that of elements inside) and the elements right inside it."""

    name: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def all(self, *names: str) -> list[Element]:
        """Return all elements below of these names, or all, in their order."""
        found = []
        for child in self.inside:
            found += [child] * (not names or child.name in names)
            found += child.all(*names)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag, attributes):
        assert len(dict(attributes)) == len(attributes), f"an attribute of <{tag}> is there twice"
        self.open[-1].inside.append(Element(tag, dict(attributes)))
        if tag not in _VOID:
            self.open.append(self.open[-1].inside[-1])

    def handle_startendtag(self, tag, attributes):
        self.open[-1].inside.append(Element(tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open[-1].name == tag, f"</{tag}> where <{self.open[-1].name}> is open"
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element.text += data


def read_page(text: str) -> Element:
    """Return the page; all its elements must be closed in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert [element.name for element in reader.open] == [""]
    return reader.open[0]
