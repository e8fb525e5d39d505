"""Everything that is needed to make the same report again: files, settings, measures, versions."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path

from treelens.engine import remarks
from treelens.engine.kernels import compiled
from treelens.engine.prepare import Preparation
from treelens.engine.treebank import Treebank

from .findings import Findings
from .html import Html, element
from .pictures import Pictures
from .table import Cell, Column, table
from .wording import called

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "settings", "Files, settings and versions"

_PACKAGES = ("numpy", "scipy", "networkx", "PySide6_Essentials")


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return what was compared, how, under which measures, and by what."""
    yield _files(findings)
    yield from _notes(findings)
    yield element("h3", "Settings")
    yield element("dl", *_settings(findings), class_="settings")
    yield element("h3", "Measures")
    yield _measures(findings)
    yield element("h3", "Versions")
    yield element("p", _versions())


def _files(findings: Findings) -> Html:
    document = findings.document
    columns = [
        Column("Trees", numbers=False),
        Column("File", numbers=False),
        Column("Format", numbers=False),
        Column("Sentences"),
        Column("Bytes"),
        Column("SHA-256", numbers=False),
    ]
    rows = [
        _file(name, bank)
        for name, bank in [("Gold", document.gold), *zip(findings.names, document.systems, strict=True)]
    ]
    return table("The files.", columns, rows)


def _file(name: str, bank: Treebank) -> list[Cell]:
    """Tell name, size and hash of a file; of a profile, which is a folder, those of what was read of it."""
    path = Path(bank.path)
    data = path.read_bytes() if path.is_file() else None
    size = len(data) if data is not None else len(bank.source.data) if bank.source else 0
    digest = hashlib.sha256(data).hexdigest() if data is not None else bank.digest
    return [
        Cell(name),
        Cell(path.name),
        Cell(bank.format),
        Cell(str(len(bank)), len(bank)),
        Cell(f"{size:,}", size),
        Cell(element("code", digest)),
    ]


def _notes(findings: Findings) -> Iterator[Html]:
    """Say what was noticed on reading and comparing."""
    document, metrics = findings.document, findings.wish.metrics
    said = [
        _without_folder(line, bank) for bank in (document.gold, *document.systems) for line in remarks.on_file(bank)
    ]
    for name, one in zip(findings.names, findings.compared, strict=True):
        said += [*remarks.on_comparison(name, one, metrics), *remarks.on_measures(name, one, metrics)]
    if said:
        yield element("h3", "Notes on the files")
        yield element("ul", *(element("li", line) for line in said))


def _without_folder(line: str, bank: Treebank) -> str:
    return line.replace(bank.path, Path(bank.path).name)


def _settings(findings: Findings) -> Iterator[Html]:
    preparation, how = findings.document.preparation, findings.wish.how
    told = {"Preparation": preparation.describe(), **dict(_changed(preparation))}
    told["Intervals and tests"] = f"{how.samples} draws, seed {how.seed}, {100 * how.confidence:g} % intervals"
    told["Digest of the preparation"] = preparation.digest()
    for name, value in told.items():
        yield element("dt", name)
        yield element("dd", value)


def _changed(preparation: Preparation) -> Iterator[tuple[str, str]]:
    """Return the settings that are not the simplest ones."""
    for item in fields(preparation):
        value = getattr(preparation, item.name)
        if item.name != "name" and value != item.default:
            yield item.name, _said(value)


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join("=".join(each) if isinstance(each, tuple) else str(each) for each in value)
    return "yes" if value is True else "no" if value is False else str(value)


def _measures(findings: Findings) -> Html:
    columns = [Column(name, numbers=False) for name in ("Measure", "Name", "Definition", "Average", "Reference")]
    rows = [
        [
            Cell(called(metric)),
            Cell(element("code", metric.name)),
            Cell(metric.definition),
            Cell(findings.average(metric)),
            Cell(metric.reference),
        ]
        for metric in findings.wish.metrics
    ]
    note = "micro: counts are added over the corpus, then divided; macro: the mean of the sentences’ scores."
    return table("The measures of this report.", columns, rows, note)


def _versions() -> str:
    kernels = "compiled" if compiled() else "uncompiled"
    packages = [f"{name} {version(name)}" for name in _PACKAGES]
    return ", ".join(
        [f"Treelens {version('treelens')} ({kernels} kernels)", f"Python {platform.python_version()}", *packages]
    )
