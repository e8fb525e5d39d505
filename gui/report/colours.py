"""The colours of a report: one theme on paper, and where it is dark another one on screen.

Figures are drawn once, in the colours of the theme for paper. For the dark, a style sheet says of each of these colours
what it becomes: so figures are plain SVG, and can be taken out of the page as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..appearance import theme_values

__all__ = ["Colours", "colours_for"]

_PAINT = re.compile(r'\b(fill|stroke)="(#[0-9a-f]{6})"')


@dataclass
class Colours:
    """Which theme a page has, which other one in the dark, and when it is dark, as a media query."""

    theme: str
    dark: str | None = None
    when: str = ""
    turned: dict[str, str] = field(default_factory=dict)  #: colours of figures, and what they are in the dark

    def turn(self, drawn: str, drawn_dark: str) -> None:
        """Learn from the same figure, drawn in both themes, which colour becomes which."""
        pairs = zip(_PAINT.findall(drawn), _PAINT.findall(drawn_dark), strict=True)
        self.turned |= {colour: dark for (_, colour), (_, dark) in pairs}

    def sheet(self) -> str:
        """Return the style sheet."""
        parts = [f":root {{ color-scheme: light; {_variables(self.theme)} }}"]
        if self.dark is not None:
            rules = [f":root {{ color-scheme: dark; {_variables(self.dark)} }}"]
            for colour, dark in sorted(self.turned.items()):
                rules += [f'svg [{paint}="{colour}"] {{ {paint}: {dark} }}' for paint in ("fill", "stroke")]
            parts.append("\n".join([f"@media {self.when} {{", *rules, "}"]))
        return "\n".join(parts)


def colours_for(theme: str) -> Colours:
    """Return the colours of a report in a theme, or as the reader's system is; on paper a dark one is light."""
    if theme == "system":
        return Colours("light", "dark", "screen and (prefers-color-scheme: dark)")
    if theme_values(theme)["dark"]:
        return Colours("light", theme, "screen")
    return Colours(theme)


def _variables(theme: str) -> str:
    """Return the colours of the interface as variables of a style sheet."""
    return " ".join(
        f"--{name.replace('_', '-')}: {colour};" for name, colour in theme_values(theme)["interface"].items()
    )
