"""``treelens report``: a page of HTML about systems, to be read by others.

Qt, which draws its figures, is imported only when the command runs: see :mod:`.program`.
"""

from __future__ import annotations

from datetime import date as day
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from treelens.engine import remarks
from treelens.engine.agreement.significance import USUAL, Resampling
from treelens.engine.commands.inputs import exit_code, load_all, tell_problems
from treelens.engine.commands.options import (
    Confidence,
    Gold,
    ManySystems,
    Samples,
    Seed,
    Strict,
    SweepFile,
    check_choice,
)
from treelens.engine.commands.output import check_output, emit, say
from treelens.engine.commands.progress import progress
from treelens.engine.commands.settings import Settings, takes_settings
from treelens.engine.commands.sweeping import Sweep, systems_named
from treelens.engine.metrics import Metric, choose
from treelens.engine.problems import TreelensError
from treelens.engine.sweep import System
from treelens.engine.sweep.writing import score_of_tally

from .appearance import theme_named, theme_names
from .commands_figure import system_named

if TYPE_CHECKING:
    from .document import Document

__all__ = ["report"]

_MOST = 48  #: systems that a report is about: as many as are open at once in the window

_THEMES = ("system", *theme_names())
_MEASURES = "f1,t-dice,leaf-ancestor,freval-15,exact,tagging"
_NEEDED = ("e-dice", "t-dice", "freval")  #: what plots and telling sentences are made of
_NAME = "report.html"  #: what the page is called in a folder


@takes_settings()
def report(
    gold: Gold,
    output: Annotated[str, typer.Option("-o", "--output", metavar="DIR|FILE.html", help="Where the page goes.")],
    systems: ManySystems = None,
    sweep: SweepFile = None,
    metrics: Annotated[
        str, typer.Option("--metrics", metavar="NAMES", help="Measures and groups; the first says who is best.")
    ] = _MEASURES,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="SYS", help="Compare the others with this one, not the best.")
    ] = None,
    top: Annotated[int, typer.Option("--top", metavar="N", min=0, help="Telling sentences of each sort.")] = 3,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The page's title.", show_default=False)] = "",
    date: Annotated[
        str, typer.Option("--date", metavar="TEXT", help="A date to print; today for that.", show_default=False)
    ] = "",
    theme: Annotated[
        str, typer.Option("--theme", metavar="|".join(_THEMES), help="Colours; system: the reader's, light or dark.")
    ] = "system",
    samples: Samples = USUAL.samples,
    seed: Seed = USUAL.seed,
    confidence: Confidence = USUAL.confidence,
    *,
    settings: Settings,
    strict: Strict = False,
) -> int:
    """Write a report on systems: one page of HTML with tables, plots and the most telling sentences.

    The page needs no network and no other file, and the same input makes the same page. Of more than 48 systems, it is
    about the 48 best under the first measure, which it says.
    """
    theme = theme_named(theme)
    check_choice("--theme", theme, _THEMES)
    chosen = choose([name.strip() for name in metrics.split(",") if name.strip()])
    points = systems_named(gold, systems, sweep)
    target = _target(output)
    inputs = [gold, *(point.path for point in points), *settings.files, *([sweep] if sweep else [])]
    check_output(target, inputs)
    among = len(points) if len(points) > _MOST else 0
    if among:
        points = _best(gold, points, settings, chosen[0], baseline)
    paths, names = [gold, *(point.path for point in points)], [point.name for point in points]

    from . import report as reports
    from .headless import fonts

    application = fonts()
    assert application is not None  # it is there for as long as there is something to draw
    document = _document(paths, names, settings)
    against = None if baseline is None else system_named(document, baseline, 0)
    how = Resampling(samples, seed, confidence, settings.cores)
    said = day.today().isoformat() if date == "today" else date
    findings = reports.Findings(document, reports.Wish(tuple(chosen), how, against, top, title, said, among))
    for name, one in zip(names, findings.compared, strict=True):
        say(*remarks.on_comparison(name, one, chosen))
    findings.count(choose(_NEEDED, groups=False))
    page = reports.report(findings, theme, lambda parts, total: progress(parts, total, "writing the report"))
    _make_folder(target.parent)
    emit(page, target, inputs)
    say(f"{target}: {target.stat().st_size:,} bytes")
    return exit_code(findings.compared, chosen, strict)


def _best(gold: str, points: list[System], settings: Settings, metric: Metric, baseline: str | None) -> list[System]:
    """Return as many systems as a report can be about, the best under a measure, in their order; and the baseline."""
    work = Sweep.of(gold, points, settings, [metric], by_sentence=False)
    average = "micro" if metric.is_share else "macro"
    scores = [score_of_tally(result.tallies[metric.name], metric, average) for result in work.results()]
    known = np.array([np.nan if score is None else score for score in scores])
    order = np.argsort(-known if metric.larger_is_better else known, kind="stable").tolist()  # without a score: last
    named = [place for place in order if baseline in (points[place].name, points[place].path)]
    kept = sorted([*named, *(place for place in order if place not in named)][:_MOST])
    say(f"of {len(points):,} systems, the report is about the {_MOST} best under {metric.name}; others are left out")
    return [points[place] for place in kept]


def _target(output: str) -> Path:
    """Return the file that is meant: one of HTML by its name, or one in a folder.

    >>> _target("x.html").as_posix(), _target("results").as_posix()
    ('x.html', 'results/report.html')
    """
    path = Path(output)
    return path if path.suffix.lower() in (".html", ".htm") and not path.is_dir() else path / _NAME


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreelensError(f"{folder}: cannot be written: {error.strerror}") from None


def _document(paths: list[str], names: list[str], settings: Settings) -> Document:
    """Read the files, say what is wrong with them, and compare them."""
    from treelens.engine.cache import user_cache
    from treelens.engine.filters import Context
    from treelens.engine.study import Study

    from .document import Document

    gold, *systems = banks = load_all(paths, settings, by_line=settings.prm is not None)
    for bank in banks:
        tell_problems(bank)
    preparation = settings.preparation(gold)
    study = Study(gold, systems, preparation, pairing=settings.pair, jobs=settings.cores, cache=user_cache())
    return Document(paths, paths, gold, systems, names, study, Context(study))
