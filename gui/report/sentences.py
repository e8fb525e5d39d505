"""The most telling sentences: their trees side by side, and what went wrong in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from treelens.engine.errors import Explanation
from treelens.engine.formats.brackets import bracketed
from treelens.engine.metrics import METRICS
from treelens.engine.telling import Telling

from ..figures import DoesNotFit, FigureSpec, Page, TreeFigure
from ..figures.plots import scatter_page
from ..plot_data import points
from .findings import Findings
from .html import Html, element, joined
from .pictures import FONT, SIZE, Pictures
from .wording import called, number, score

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "sentences", "Telling sentences"

_WIDTH = 640  # points that trees may be wide before they come above each other, closer together, or are folded
_GROUPS = {
    "disagreement": (
        "Where E and T disagree most",
        "E matches brackets by label and span, T by the cheapest edits of the tree. A sentence far apart in the two "
        "rankings is one that the measures see differently.",
    ),
    "hardest": ("Hardest for all systems", "Even the best system, whose tree is shown, has a low E Dice."),
    "contrast": ("Where systems differ most", "The best and the worst system on the sentence by E Dice."),
}
_SHOWN = ("e-dice", "t-dice")


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return the sentences in groups, after a plot of all sentences of the best system."""
    if not findings.telling:
        return
    best = findings.order[0]
    caption = f"All sentences of {findings.names[best]}: E Dice against T Dice."
    values = points(findings.document.study, best)
    yield pictures.plot(lambda spec: scatter_page(values, spec, caption), caption, "300pt")
    for reason, (title, meaning) in _GROUPS.items():
        group = [one for one in findings.telling if one.reason == reason]
        if group:
            yield element("h3", title)
            yield element("p", meaning)
            yield from (_sentence(findings, pictures, one) for one in group)


def _sentence(findings: Findings, pictures: Pictures, one: Telling) -> Html:
    document, heading = findings.document, f"sentence-{one.sentence + 1}"
    shown = [one.system, *([one.second] if one.second is not None else [])]
    own = document.gold.sentence_id(one.sentence)
    name = f"Sentence {one.sentence + 1}" + (f" ({own})" if own and own != str(one.sentence + 1) else "")
    names = " and ".join(findings.names[system] for system in shown)
    return element(
        "article",
        element("h4", f"{name}: {names}", id=heading),
        element("p", " ".join(document.gold[one.sentence].words), class_="words", lang="", dir="auto"),
        element("p", _why(findings, one), class_="why"),
        pictures.figure(lambda theme: _trees(findings, one, theme), _caption(one, names)),
        *(_wrong(findings, one.sentence, system) for system in shown),
        _as_text(findings, one.sentence, shown),
        aria_labelledby=heading,
    )


def _why(findings: Findings, one: Telling) -> str:
    """Say what makes a sentence stand out, in its scores."""
    if one.reason == "hardest":
        return f"No system is better than {_scores(findings, one.sentence, one.system)}."
    if one.second is not None:
        both = "; ".join(_scores(findings, one.sentence, system) for system in (one.system, one.second))
        return f"{both}."
    kinder = "T" if one.size > 0 else "E"
    gap = number(f"{abs(one.size):g}")
    return f"{_scores(findings, one.sentence, one.system)}; {kinder} ranks it {gap} places better than the other does."


def _scores(findings: Findings, sentence: int, system: int) -> str:
    standings = [findings.document.study.standing(system, METRICS[name], sentence) for name in _SHOWN]
    told = [f"{called(one.metric)} {score(one.value, one.metric)} (rank {one.rank:g} of {one.of})" for one in standings]
    return f"{findings.names[system]}: {', '.join(told)}"


def _trees(findings: Findings, one: Telling, theme: str) -> Page:
    """Draw the trees no wider than they are; folded if they do not fit, and as wide as they get if nothing helps."""
    figure = TreeFigure(findings.document, one.sentence, one.system, one.second)
    layouts = ("side", "stacked") if one.second is None else ("three",)
    alignment = "disagree" if one.reason == "disagreement" else "e"
    spec = FigureSpec(layouts[0], alignment, font=FONT, size=SIZE, theme=theme)
    for layout in layouts:
        page = figure.page(replace(spec, layout=layout))
        if page.width <= _WIDTH:
            return page
    for fold in (False, True):
        try:
            return figure.page(replace(spec, fold=fold, width=f"{_WIDTH}pt"))
        except DoesNotFit:
            continue
    return figure.page(replace(spec, fold=True))


def _caption(one: Telling, names: str) -> str:
    if one.reason == "disagreement":
        return f"Gold and {names}: what E and T judge differently, and what both find wrong."
    missing = "" if one.second is None else "; −A and −B: missing in A, in B"
    return f"Gold and {names}, aligned by label and span{missing}."


def _wrong(findings: Findings, sentence: int, system: int) -> Html:
    """Tell the errors of a system in words, each with its kind; wrong tags last, for brackets know nothing of them."""
    name, explained = findings.names[system], findings.document.errors.of(system, sentence)
    if explained is None:
        return element("p", f"{name}: its errors cannot be told, as its words are others than gold’s.")
    told = [(repair.kind, repair.sentence) for repair in explained.repairs]
    told += [("tag", line) for line in _tags(explained)]
    errors = "1 bracket error" if explained.brackets == 1 else f"{explained.brackets or 'no'} bracket errors"
    items = (element("li", element("span", kind, class_="kind"), " ", line, dir="auto") for kind, line in told)
    heading = element("h5", f"What went wrong in {name}: {errors}")
    return joined(heading, element("ol", *items, class_="repairs")) if told else heading


def _tags(explained: Explanation) -> Iterator[str]:
    """Say which words are tagged otherwise than in gold."""
    gold, system = explained.gold, explained.system
    if gold.words == system.words:
        for word, right, wrong in zip(gold.words, gold.tags, system.tags, strict=True):
            if right != wrong:
                yield f"“{word}” is tagged {wrong}; in gold it is {right}."


def _as_text(findings: Findings, sentence: int, systems: list[int]) -> Html:
    """Return the trees as brackets, for who cannot see them or wants to copy them."""
    parts = []
    for title, side in [("Gold", None), *((findings.names[system], system) for system in systems)]:
        shown = findings.document.shown(sentence, systems[0] if side is None else side)
        parse = shown.gold if side is None else shown.system
        if parse is not None:
            parts += [
                element("dt", title),
                element("dd", element("code", bracketed(parse.original or parse.tree)), lang="", dir="auto"),
            ]
    return element("details", element("summary", "The trees as brackets"), element("dl", *parts, class_="brackets"))
