"""What is to be drawn, as a value that can draw itself: the trees of a sentence, its meanings, or a plot.

The dialog, the command and the clipboard all ask the same of it: a page for a spec.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from treelens.engine.prepare import preset_names, usual_preparation
from treelens.engine.scoring import system_names

from ..document import Document
from ..views.meanings import Meanings
from ..views.told import told
from .fitting import make_page
from .meanings import meaning_page
from .page import Page
from .plots import PlotSpec, plot_page
from .spec import FigureSpec, MeaningSpec, Subject, subject_of

__all__ = ["MeaningFigure", "PlotFigure", "Spec", "TreeFigure", "Wanted"]

Spec = FigureSpec | MeaningSpec | PlotSpec


class Wanted(Protocol):
    """A figure that somebody wants, whatever it may look like."""

    @property
    def inputs(self) -> Sequence[str]:
        """The files that it is made of."""

    @property
    def name(self) -> str:
        """What its file may be called, without an ending."""

    def page(self, spec: Spec) -> Page:
        """Draw it."""

    def arguments(self, spec: Spec) -> list[str]:
        """Return how the command line asks for it: files, and what of them."""


@dataclass(frozen=True)
class TreeFigure:
    """A sentence, counted from 0, as a system has it beside gold, or two; *analysis* is another than is compared."""

    document: Document
    sentence: int
    system: int
    second: int | None = None
    analysis: int | None = None

    @property
    def inputs(self) -> Sequence[str]:
        """Gold and all systems."""
        return self.document.paths

    @property
    def name(self) -> str:
        """Number and system."""
        return f"{_plain(self.document.names[self.system])}-{self.sentence + 1}"

    @cached_property
    def subject(self) -> Subject:
        """The trees, and the scores that are known when it is first asked for."""
        return subject_of(self.document, self.sentence, self.system, self.second, analysis=self.analysis)

    def page(self, spec: Spec) -> Page:
        """Draw the trees; raises :class:`.DoesNotFit` if they are too wide, ValueError if one is missing."""
        assert isinstance(spec, FigureSpec)
        return make_page(self.subject, spec)

    def arguments(self, spec: Spec) -> list[str]:
        """Return files and sentence; the second system only where it is drawn."""
        systems = [self.system]
        if isinstance(spec, FigureSpec) and spec.layout == "three" and self.second is not None:
            systems.append(self.second)
        if isinstance(spec, FigureSpec) and spec.found:  # all of them are asked
            systems += [system for system in range(len(self.document.systems)) if system not in systems]
        return [*_files(self.document, systems), *_rank(self.analysis), "--sentence", str(self.sentence + 1)]


@dataclass(frozen=True)
class MeaningFigure:
    """The meanings of a sentence, counted from 0, as ``arcs`` or as a ``graph``; *analysis* as in trees."""

    document: Document
    sentence: int
    system: int
    draw: str
    analysis: int | None = None

    @property
    def inputs(self) -> Sequence[str]:
        """Gold and all systems."""
        return self.document.paths

    @property
    def name(self) -> str:
        """Number, system, and how it is drawn."""
        return f"{_plain(self.document.names[self.system])}-{self.sentence + 1}-{self.draw}"

    @cached_property
    def meanings(self) -> Meanings:
        """The meanings, read when they are first asked for."""
        return Meanings(told(self.document.shown(self.sentence, self.system, self.analysis)))

    def page(self, spec: Spec) -> Page:
        """Draw the meanings; raises :class:`.DoesNotFit` if they are too wide, ValueError if one cannot be drawn."""
        assert isinstance(spec, MeaningSpec)
        return meaning_page(self.meanings, self.document.names[self.system], self.draw, spec)

    def arguments(self, spec: Spec) -> list[str]:
        """Return files, sentence, and how it is drawn."""
        files = [*_files(self.document, [self.system]), *_rank(self.analysis)]
        return [*files, "--sentence", str(self.sentence + 1), "--draw", self.draw]


@dataclass(frozen=True)
class PlotFigure:
    """A plot by its name, as it is at this moment."""

    document: Document
    which: str
    system: int

    @property
    def inputs(self) -> Sequence[str]:
        """Gold and all systems."""
        return self.document.paths

    @property
    def name(self) -> str:
        """The plot, and the system that it is of."""
        return f"{_plain(self.document.names[self.system])}-{self.which}"

    def page(self, spec: Spec) -> Page:
        """Draw the plot."""
        assert isinstance(spec, PlotSpec)
        return plot_page(self.which, self.document, self.system, spec)

    def arguments(self, spec: Spec) -> list[str]:
        """Return files and plot; curves are of all systems."""
        systems = [self.system] if self.which == "scatter" else []
        made = [*_files(self.document, systems), "--plot", self.which]
        return [*made, "--system", self.document.names[self.system]] if self.system and not systems else made


def _rank(analysis: int | None) -> list[str]:
    """Return how another analysis than the usual one is asked for."""
    return [] if analysis is None else ["--set", f"rank={analysis + 1}"]


def _files(document: Document, systems: Sequence[int]) -> list[str]:
    """Return gold and those systems (all if none are named), and what they are compared by if that is not the usual.

    A system whose file would be called otherwise without the others needs them beside it. A file of settings is told
    by its name only: where it is, nobody remembers.
    """
    gold, *paths = document.paths
    chosen = [paths[system] for system in systems]
    alike = system_names(chosen) == [document.names[system] for system in systems] if systems else False
    made = [gold, *(chosen if alike else _rotated(paths, systems))]
    preparation = document.preparation
    if replace(preparation, heads="", system_heads="") != usual_preparation(document.gold):
        name = preparation.name
        if name.lower().endswith(".prm"):
            made += ["--prm", name]
        else:
            made += ["--preset", name if name in preset_names() else f"{name}.toml"]
    rules = {"--heads": preparation.heads, "--system-heads": preparation.system_heads}
    return [*made, *(part for option, name in rules.items() if name for part in (option, name))]


def _rotated(paths: list[str], first: Sequence[int]) -> list[str]:
    """Return all paths, those of the systems that are wanted first."""
    return [*(paths[place] for place in first), *(path for place, path in enumerate(paths) if place not in first)]


def _plain(name: str) -> str:
    """Return a name that can be that of a file anywhere."""
    return re.sub(r"[^\w.+-]+", "_", name).strip("._") or "figure"
