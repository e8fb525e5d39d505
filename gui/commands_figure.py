"""``treelens figure``: figures of sentences, or a plot, without a window.

Qt is imported only when the command runs: see :mod:`.program`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treelens.engine.commands.inputs import tell_problems
from treelens.engine.commands.options import ManySystems, SweepFile, check_choice
from treelens.engine.commands.output import say
from treelens.engine.commands.progress import progress
from treelens.engine.commands.settings import Settings, takes_settings
from treelens.engine.problems import TreelensError, no_such_system

from .appearance import theme_named, theme_names
from .commands_systems import SYSTEMS_PLOTS, UNDER, SystemsWish, systems_figure

if TYPE_CHECKING:
    from .document import Document
    from .figures import Page, Spec
    from .systems.figure import SystemsFigure

__all__ = ["DRAWINGS", "FORMATS", "PLOTS", "figure", "system_named"]

FORMATS = ("svg", "pdf", "png", "tikz", "csv")
DRAWINGS = ("trees", "arcs", "graph")
PLOTS = ("scatter", "curves", "errors", "errors-repairs", "errors-sentences", *SYSTEMS_PLOTS)
_NEEDED = {"scatter": ("e-dice", "t-dice"), "curves": ("freval",)}
_SHOWN = ("words", "tags", "functions", "traces", "punctuation", "removed", "heads")
_ONLY_TREES = ("layout", "alignment", "links", "fold", "scores", *_SHOWN)


def _choice(option: str, choices: str, words: str) -> Any:
    return typer.Option(option, metavar=choices, help=words, show_default=False)


def _switch(name: str, words: str) -> Any:
    return typer.Option(f"--{name}/--no-{name}", help=words, show_default=False)


_Text = str | None
_Switch = bool | None


@takes_settings("from_", "pair", "jobs", "align_words", "missing")
def figure(
    gold: Annotated[str | None, typer.Argument(metavar="GOLD", help="The gold trees.", show_default=False)] = None,
    systems: ManySystems = None,
    *,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FILE", help="fig.pdf (of several fig-15.pdf …), or a folder."),
    ],
    sentence: Annotated[
        _Text,
        typer.Option("-s", "--id", "--sentence", metavar="15,17-20|all", help="Places from 1, or the file's own ids."),
    ] = None,
    filter: Annotated[_Text, typer.Option("--filter", metavar="FILTER", help="Only those, as in the window.")] = None,
    plot: Annotated[_Text, _choice("--plot", "|".join(PLOTS), "A plot instead of trees.")] = None,
    sweep: SweepFile = None,
    table: Annotated[_Text, _choice("--table", "FILE", "Plots of systems: a table of scores, not trees.")] = None,
    metrics: Annotated[_Text, _choice("--metrics", "NAMES", "Plots of systems: measures and groups.")] = None,
    metric: Annotated[_Text, _choice("--metric", "NAME", "Plots of systems: the measure that is drawn.")] = None,
    against: Annotated[_Text, _choice("--against", "NAME", "With --plot against: the other measure.")] = None,
    under: Annotated[_Text, _choice("--under", "|".join(UNDER), "With --plot ranks: what is set side by side.")] = None,
    baseline: Annotated[_Text, _choice("--baseline", "NAME", "With --plot difference: the system.")] = None,
    sizes: Annotated[_Text, _choice("--sizes", "1-25", "Of fragments: the range that is drawn.")] = None,
    average: Annotated[_Text, _choice("--average", "macro|micro", "Plots of systems: how scores are averaged.")] = None,
    draw: Annotated[
        _Text, _choice("--draw", "|".join(DRAWINGS), "Trees, or meanings (MRS) as arcs or as a graph.")
    ] = None,
    system: Annotated[_Text, _choice("--system", "NAME", "Whose trees; those of the first file if not given.")] = None,
    second: Annotated[_Text, _choice("--second", "NAME", "With --layout three: the other system.")] = None,
    layout: Annotated[
        _Text, _choice("--layout", "side|stacked|mirror|overlay|gold|system|three", "How trees stand.")
    ] = None,
    align: Annotated[
        _Text, _choice("--align", "e|t|fragments|heads|dependencies|disagree", "How trees are aligned.")
    ] = None,
    width: Annotated[
        _Text, _choice("--width", "column|page|natural|8.5cm", "The trees are laid out for this width.")
    ] = None,
    font: Annotated[_Text, _choice("--font", "serif|sans|FAMILY", "The type.")] = None,
    size: Annotated[float | None, typer.Option("--size", metavar="PT", help="Its size.", show_default=False)] = None,
    theme: Annotated[_Text, _choice("--theme", "|".join((*theme_names(), "grey")), "The colours.")] = None,
    links: Annotated[_Switch, _switch("links", "Curves between partners.")] = None,
    fold: Annotated[_Switch, _switch("fold", "Matched subtrees as triangles.")] = None,
    legend: Annotated[_Switch, _switch("legend", "What colours and lines mean.")] = None,
    titles: Annotated[_Switch, _switch("titles", "What trees are called; a plot's title.")] = None,
    words: Annotated[_Switch, _switch("words", "Words.")] = None,
    tags: Annotated[_Switch, _switch("tags", "Parts of speech.")] = None,
    functions: Annotated[_Switch, _switch("functions", "Functions, as in NP-SBJ.")] = None,
    traces: Annotated[_Switch, _switch("traces", "Empty elements.")] = None,
    punctuation: Annotated[_Switch, _switch("punctuation", "Words that are not compared.")] = None,
    removed: Annotated[_Switch, _switch("removed", "Phrases that are not compared.")] = None,
    show_heads: Annotated[_Switch, _switch("show-heads", "Thick lines to heads.")] = None,
    found: Annotated[_Switch, _switch("found", "How many of all systems found each bracket of gold.")] = None,
    caption: Annotated[_Text, typer.Option("--caption", metavar="TEXT", help="A line below.")] = None,
    scores: Annotated[_Switch, _switch("scores", "Scores behind the caption.")] = None,
    format: Annotated[_Text, _choice("--format", "|".join(FORMATS), "If the file's ending does not say.")] = None,
    dpi: Annotated[float, typer.Option("--dpi", metavar="N", min=1, help="Of PNG.")] = 300,
    transparent: Annotated[bool, typer.Option("--transparent", help="PNG without a background.")] = False,
    body: Annotated[bool, typer.Option("--body", help="TikZ for \\input, not a document of its own.")] = False,
    settings: Settings,
) -> int:
    r"""Draw sentences, or a plot, as SVG, PDF, PNG or TikZ; without a window."""
    theme = theme_named(theme) if theme else None
    looks = {"width": width, "font": font, "size": size, "theme": theme, "legend": legend, "caption": caption}
    shown = {"words": words, "tags": tags, "functions": functions, "traces": traces, "punctuation": punctuation}
    trees = {"layout": layout, "alignment": align, "links": links, "fold": fold, "removed": removed, "scores": scores}
    trees |= {"heads": show_heads, "found": found}
    given = {name: value for name, value in (looks | shown | trees).items() if value is not None}
    if titles is not None:
        given["title" if plot else "titles"] = titles
    for option, value, choices in (("--plot", plot, PLOTS), ("--draw", draw, DRAWINGS), ("--format", format, FORMATS)):
        if value is not None:
            check_choice(option, value, choices)
    writing = {"dpi": dpi, "transparent": transparent, "standalone": not body}
    if plot is not None and (sentence is not None or filter is not None or draw is not None):
        raise TreelensError("a plot is of all sentences: leave --id, --filter and --draw out")
    wish = SystemsWish(metrics, metric, against, under, baseline, sizes, average, system)
    if plot in SYSTEMS_PLOTS:
        named = [gold, *(systems or [])] if gold is not None else []
        job = _Job([*named, *[path for path in (sweep, table) if path]], settings, output, format, writing)
        return job.draw(systems_figure(plot, named, sweep, table, wish, settings), given)
    if gold is None or table is not None or wish != SystemsWish(system=system):
        _refuse_systems(table, wish, plot)
        raise TreelensError("name GOLD and a system")
    if not systems and sweep is None:
        raise TreelensError("name a system: files, folders or patterns, or a table with --sweep")
    files = [gold, *(systems or []), *([sweep] if sweep else [])]
    job = _Job(files, settings, output, format, writing)
    if plot is not None:
        return job.plot(plot, system, given)
    if sentence is None and filter is None:
        raise TreelensError("which sentence? say --id 15 (or 15,17-20, or all), or --filter")
    return job.sentences(sentence or "all", filter, (system, second), draw or "trees", given)


class _Job:
    """Files to read and a place to write to."""

    def __init__(
        self,
        files: Sequence[str],
        settings: Settings,
        output: str,
        format: str | None,
        writing: dict[str, Any],
    ) -> None:
        self.paths, self.settings = list(files), settings
        self.output, self.format, self.writing = output, format, writing
        from .headless import fonts

        self.fonts = fonts()  # kept for as long as there is something to draw

    def document(self) -> Document:
        """Read the files and say what is wrong with them."""
        from .document import open_document

        made = open_document(self.paths, self.settings.wanted())
        for bank in (made.gold, *made.systems):
            tell_problems(bank)
        return made

    def sentences(
        self,
        chosen: str,
        filter: str | None,
        names: tuple[str | None, str | None],
        draw: str,
        given: dict[str, Any],
    ) -> int:
        """Draw sentences, as trees or as their meanings; 1 if one could not be drawn."""
        from treelens.engine.metrics import choose

        from .figures import FigureSpec, MeaningFigure, MeaningSpec, TreeFigure, Wanted, batch

        if draw != "trees":
            _refuse_trees(given, "meanings")
        spec = _spec(FigureSpec if draw == "trees" else MeaningSpec, given)
        document = self.document()
        system = system_named(document, names[0], 0)
        second = None
        if spec.layout == "three":
            second = system_named(document, names[1], (system + 1) % len(document.names))
            if second == system:
                raise TreelensError("--layout three needs two systems")
        elif names[1] is not None:
            raise TreelensError("--second goes with --layout three")
        document.current = system
        sentences = batch.sentences(chosen, document.gold)
        if filter is not None:
            sentences = batch.filtered(filter, document, sentences)
        if not sentences:
            raise TreelensError("no sentence is left to draw")
        targets = batch.targets(self.output, [_names(document, each, system) for each in sentences], self.format)
        self._check(targets)
        if given.get("scores"):
            batch.count(document, choose(("e-dice", "t-dice")))
        figures: dict[int, Wanted] = {
            each: TreeFigure(document, each, system, second)
            if draw == "trees"
            else MeaningFigure(document, each, system, draw)
            for each in sentences
        }
        drawn = progress(batch.draw(figures, spec), len(sentences), "drawing")
        return self._write(drawn, targets, spec)

    def plot(self, which: str, name: str | None, given: dict[str, Any]) -> int:
        """Draw a plot."""
        from treelens.engine.metrics import choose

        from .figures import batch
        from .figures.plots import PlotSpec, plot_page

        _refuse_trees(given, "plots")
        spec = _spec(PlotSpec, given)
        document = self.document()
        system = system_named(document, name, 0)
        values: dict[str, object] = {"n": which, "system": document.names[system]}
        (target,) = batch.targets(self.output, [values], self.format)
        self._check([target])
        if which in _NEEDED:
            batch.count(document, choose(_NEEDED[which]))
        self._save(_made(lambda: plot_page(which, document, system, spec)), target)
        return 0

    def draw(self, wanted: SystemsFigure, given: dict[str, Any]) -> int:
        """Draw a plot of systems."""
        from .figures import batch
        from .figures.plots import PlotSpec

        _refuse_trees(given, "plots")
        spec = _spec(PlotSpec, given)
        (target,) = batch.targets(self.output, [{"n": wanted.which, "system": "systems"}], self.format)
        self._check([target])
        self._save(_made(lambda: wanted.page(spec)), target)
        return 0

    def _check(self, targets: Sequence[Path]) -> None:
        """Refuse to write over what was read, before anything is drawn."""
        from .figures import refuse_inputs

        for target in targets:
            refuse_inputs(target, [*self.paths, *self.settings.files])

    def _write(self, drawn: Iterator[Any], targets: Sequence[Path], spec: Spec) -> int:
        failed = 0
        for each, target in zip(drawn, targets, strict=True):
            if each.page is None:
                failed = 1
                say(f"sentence {each.sentence + 1}: {_in_words(each.problem, spec)}")
            else:
                self._save(each.page, target)
        return failed

    def _save(self, page: Page, target: Path) -> None:
        """Write a figure and say so."""
        from .figures import export

        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            _made(lambda: export(page, target, self.format, **self.writing))
        except OSError as error:
            raise TreelensError(f"{target}: cannot be written: {error.strerror or error}") from None
        rows = (self.format or target.suffix[1:].lower()) == "csv"
        say(f"{target}: " + (f"{len(page.data) - 1} rows" if rows else page.size_in_words()))


def _refuse_systems(table: str | None, wish: SystemsWish, plot: str | None) -> None:
    """Refuse options that say something of plots of systems only."""
    given = {"table": table, **vars(wish)} | {"system": None}
    wrong = next((name for name, value in given.items() if value is not None), None)
    if wrong is not None:
        raise TreelensError(f"--{wrong} is for plots of systems: {', '.join(SYSTEMS_PLOTS)}")


def _refuse_trees(given: dict[str, Any], what: str) -> None:
    """Refuse options that say something of trees only."""
    wrong = [field for field in _ONLY_TREES if field in given]
    if wrong:
        option = {"alignment": "align", "heads": "show-heads"}.get(wrong[0], wrong[0])
        raise TreelensError(f"--{option} is for trees, not for {what}")


def _made(work: Any) -> Any:
    """Do something whose mistakes are those of who asked for it."""
    try:
        return work()
    except ValueError as error:
        raise TreelensError(str(error)) from None


def _spec(kind: Any, given: dict[str, Any]) -> Any:
    from .figures.typeface import resolved

    if given.get("width") == "natural":
        given = given | {"width": None}
    spec = _made(lambda: kind(**given))
    _made(lambda: resolved(spec.font))
    return spec


def system_named(document: Document, name: str | None, otherwise: int) -> int:
    """Return the system of that name, or another if none is named."""
    if name is None:
        return otherwise
    if name not in document.names:
        raise no_such_system(name, document.names)
    return document.names.index(name)


def _names(document: Document, sentence: int, system: int) -> dict[str, object]:
    """Return what can stand between braces in the name of a file."""
    own = document.gold.sentence_id(sentence) or str(sentence + 1)
    return {"n": sentence + 1, "id": own.replace("/", "_"), "system": document.names[system]}


def _in_words(problem: ValueError, spec: Spec) -> str:
    """Say why there is no figure, and with which options there would be one."""
    from .figures import DoesNotFit
    from .figures.wording import options

    if not isinstance(problem, DoesNotFit):
        return str(problem)
    fitting = [remedy for remedy in problem.remedies if remedy.fits]
    said = "it fits with" if fitting else "nothing fits, but narrower is"
    ways = [f"{' '.join(options(each.spec, spec))} ({each.width / 72:.2f} in)" for each in fitting or problem.remedies]
    return "\n".join([f"{problem.in_short}; {said}", *(f"  {way}" for way in ways)])
