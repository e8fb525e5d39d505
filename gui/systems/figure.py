"""A plot of systems for a paper, as the dialog, the clipboard and the command line ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treelens.engine.sweep import Standings

from ..figures.page import Page
from ..figures.plot_sheet import PlotSpec
from ..figures.wanted import Spec
from .choice import Choice, chief
from .plots import PLOTS, drawn

__all__ = ["SystemsFigure"]


@dataclass(frozen=True)
class SystemsFigure:
    """A plot by its name, of systems as they are known, and what of them is chosen."""

    standings: Standings
    which: str
    choice: Choice
    files: tuple[str, ...] = ()  #: gold and systems, or a table of scores
    from_table: bool = False

    @property
    def inputs(self) -> Sequence[str]:
        """The files that it is made of."""
        return self.files

    @property
    def name(self) -> str:
        """What its file may be called."""
        return f"systems-{self.which}"

    def page(self, spec: Spec) -> Page:
        """Draw the plot."""
        assert isinstance(spec, PlotSpec)
        return drawn(self.which, self.standings, self.choice, spec)[1].page

    def arguments(self, spec: Spec) -> list[str]:
        """Return files, plot, and what of it is not as usual."""
        choice, minds, names = self.choice, PLOTS[self.which].minds, self.standings.names
        made = ["--table", *self.files] if self.from_table else [*self.files]
        made += ["--plot", self.which]
        if choice.metrics != chief(self.standings) or choice.only:
            made += ["--metrics", ",".join(choice.only or choice.metrics)]
        if "metric" in minds:
            made += ["--metric", choice.first]
        if "other" in minds:
            made += ["--against", choice.second]
        if "group" in minds and not choice.only:
            made += ["--under", choice.group]
        if "group" in minds and choice.only:
            made += ["--under", "all"]
        if "baseline" in minds and names:
            made += ["--baseline", names[choice.baseline]]
        if "sizes" in minds and choice.sizes != Choice(()).sizes:
            made += ["--sizes", "-".join(map(str, choice.sizes))]
        if choice.average != "macro":
            made += ["--average", choice.average]
        if 0 <= choice.current < len(names):
            made += ["--system", names[choice.current]]
        return made
