"""What the dialogs for figures remember while the program runs: where files went, and what figures were like."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ..figures import FigureSpec, MeaningSpec, PlotSpec, Spec
from ..session import Place

__all__ = ["Habits"]

# What is decided by the paper that a figure is for, not by what the window shows.
_KEPT = {
    FigureSpec: ("width", "font", "size", "titles", "legend", "scores"),
    MeaningSpec: ("width", "font", "size", "titles", "legend"),
    PlotSpec: ("width", "font", "size"),
}


@dataclass
class Habits:
    """The last choices; those that the window shows are not among them, but for colours that were chosen on purpose."""

    folder: Path = field(default_factory=Path)
    ending: str = ".pdf"
    dpi: float = 300
    transparent: bool = False
    body: bool = False
    theme: str = ""  #: another one than the window's, if one was chosen
    kept: dict[type, dict[str, object]] = field(default_factory=dict)

    def remember(self, spec: Spec, theme: str) -> None:
        """Remember how a figure was; *theme* is the window's."""
        self.kept[type(spec)] = {name: getattr(spec, name) for name in _KEPT[type(spec)]}
        self.theme = spec.theme if spec.theme != theme else ""

    def trees(self, place: Place, theme: str, *, three: bool) -> FigureSpec:
        """Return how trees look in the window now; *three* says whether there is a second system."""
        spec = FigureSpec(layout=place.layout, alignment=place.alignment, theme=self.theme or theme)
        shown = ("links", "fold", "words", "tags", "functions", "traces", "punctuation", "removed", "heads", "found")
        spec = replace(spec, **{name: name in place.show for name in shown})  # type: ignore[arg-type]
        if spec.layout == "three" and not three:
            spec = replace(spec, layout="side")
        return replace(spec, **self.kept.get(FigureSpec, {}))  # type: ignore[arg-type]

    def meaning(self, theme: str) -> MeaningSpec:
        """Return how meanings look in the window's colours."""
        return replace(MeaningSpec(theme=self.theme or theme), **self.kept.get(MeaningSpec, {}))  # type: ignore[arg-type]

    def plot(self, theme: str) -> PlotSpec:
        """Return how a plot looks in the window's colours."""
        return replace(PlotSpec(theme=self.theme or theme), **self.kept.get(PlotSpec, {}))  # type: ignore[arg-type]
