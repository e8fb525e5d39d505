"""Markup from plain values: what is not markup already is escaped, so that nothing in a file can become markup.

>>> print(element("p", "a < b, ", element("b", "bold"), class_="note", hidden=True))
<p class="note" hidden>a &lt; b, <b>bold</b></p>
"""

from __future__ import annotations

from html import escape

from ..visible import visible

__all__ = ["Html", "element", "joined", "text"]

Attribute = str | int | float | bool | None


class Html(str):
    """Markup: it is not escaped again."""

    __slots__ = ()


def text(content: str) -> Html:
    """Return plain text as markup; characters that could not be seen, or that would turn others round, are signs."""
    return content if isinstance(content, Html) else Html(escape(visible(content)))


def joined(*parts: str) -> Html:
    """Put parts behind each other; those that are plain text are escaped."""
    return Html("".join(map(text, parts)))


def element(name: str, *content: str, **attributes: Attribute) -> Html:
    """Return an element.

    Underscores in the names of attributes are hyphens, and one at the end is dropped (``class_``). An attribute that is
    True stands without a value, one that is None or False does not stand at all.
    """
    given = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    return Html(f"<{name}{given}>{joined(*content)}</{name}>")


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'
