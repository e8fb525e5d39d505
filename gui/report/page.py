"""The whole report: one page that needs nothing beside itself.

Its frame, its style and the script that sorts its tables are files in ``resources/report``. A content security policy
forbids the page everything but this style and this script, by their hashes: nothing in it can be run or fetched.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from string import Template

from treelens.resources import resource

from . import agreement, breakdowns, errors, fragments, measures, sentences, settings, significance, summary
from .colours import colours_for
from .findings import Findings
from .html import Html, element, joined, text
from .pictures import Pictures

__all__ = ["SECTIONS", "report"]

#: What a report consists of, each with ``ID``, ``TITLE`` and a ``section`` that yields its parts, if it has any.
SECTIONS = (
    summary,
    measures,
    fragments,
    agreement,
    significance,
    breakdowns,
    errors,
    sentences,
    settings,
)

Watch = Callable[[Iterable[Html], int], Iterable[Html]]


def report(findings: Findings, theme: str = "system", watch: Watch = lambda parts, total: parts) -> str:
    """Return the page in a theme; *watch* sees each section when it is made."""
    colours = colours_for(theme)
    made = list(watch(_sections(findings, Pictures(colours)), len(SECTIONS)))
    style, script = f"{colours.sheet()}\n{_file('report.css')}", _file("sort.js")
    return Template(_file("page.html")).substitute(
        policy=f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'",
        style=style,
        script=script,
        title=text(title_of(findings)),
        about=text(_about(findings)),
        date=element("p", findings.wish.date, class_="date") if findings.wish.date else "",
        contents=joined(
            *(_entry(module.ID, module.TITLE) for module, part in zip(SECTIONS, made, strict=True) if part)
        ),
        sections="\n".join(filter(None, made)),
        program=text(f"Treelens {version('treelens')}"),
    )


def _sections(findings: Findings, pictures: Pictures) -> Iterable[Html]:
    """Yield the sections; one that has nothing to tell is empty."""
    for module in SECTIONS:
        parts = list(module.section(findings, pictures))
        heading = element("h2", module.TITLE, id=f"{module.ID}-title")
        named = {"id": module.ID, "aria_labelledby": f"{module.ID}-title"}
        yield element("section", heading, "\n", *parts, **named) if parts else Html()


def _entry(place: str, title: str) -> Html:
    return element("li", element("a", title, href=f"#{place}"))


def title_of(findings: Findings) -> str:
    """Return the title that was asked for, or one that says what is compared."""
    names = findings.names
    systems = names[0] if len(names) == 1 else f"{len(names)} systems"
    return findings.wish.title or f"{systems} on {Path(findings.document.gold.path).name}"


def _about(findings: Findings) -> str:
    return f"{len(findings.document.gold)} sentences · {findings.document.preparation.describe()}"


def _file(name: str) -> str:
    return resource("report", name).read_text(encoding="utf-8")


def _hash(part: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(part.encode()).digest()).decode()
