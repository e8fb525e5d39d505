"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from ..problems import TreelensError

__all__ = [
    "AlignWords",
    "Cluster",
    "Confidence",
    "Format",
    "From",
    "Gold",
    "HeadsFile",
    "Jobs",
    "ManySystems",
    "Missing",
    "Output",
    "Pair",
    "Preset",
    "Prm",
    "Samples",
    "Seed",
    "Set",
    "Strict",
    "SweepFile",
    "SystemHeadsFile",
    "Systems",
    "check_choice",
    "jobs_or_all",
]

Gold = Annotated[
    str, typer.Argument(metavar="GOLD", help="The file (or profile) with the gold trees.", show_default=False)
]
Systems = Annotated[
    list[str],
    typer.Argument(metavar="SYS", help="One or more files with a system's trees.", show_default=False),
]
ManySystems = Annotated[
    list[str] | None,
    typer.Argument(metavar="SYS", help="Systems: files, folders or patterns such as 'runs/*.mrg'.", show_default=False),
]
SweepFile = Annotated[
    str | None,
    typer.Option("--sweep", metavar="FILE", help="A table of systems (CSV, TSV, TOML): path, name, family, parameter."),
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://HOST:PORT", help="Work on a Dask cluster, by its scheduler.")
]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset", metavar="raw|collins|new", help="What is compared (collins if not given); or a TOML file."
    ),
]
Prm = Annotated[str | None, typer.Option("--prm", metavar="FILE", help="An EVALB parameter file instead of a preset.")]
From = Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The files' format, if not to be detected.")]
Format = Annotated[str, typer.Option("--format", metavar="table|json|csv", help="How to print.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here, whole or not at all.")]
Pair = Annotated[
    str | None,
    typer.Option("--pair", metavar="order|id|text", help="How sentences find each other, if not by itself."),
]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, help="Cores to use: all if not given.")]
AlignWords = Annotated[
    bool, typer.Option("--align-words", help="E measures also where words differ, after aligning them.")
]
HeadsFile = Annotated[
    str | None,
    typer.Option("--heads", metavar="NAME|FILE", help="Head rules, if not those that fit; or a TOML or .hds file."),
]
SystemHeadsFile = Annotated[
    str | None, typer.Option("--system-heads", metavar="NAME|FILE", help="The system's, if they are others.")
]
Missing = Annotated[
    str | None,
    typer.Option("--missing", metavar="skip|zero", help="Whether sentences without a parse count 0 (the fourteen)."),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any setting of the preparation: rank=2, ties=first, led=names …"),
]
Samples = Annotated[
    int, typer.Option("--samples", metavar="N", min=1, help="How often sentences are drawn for intervals and tests.")
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", min=0, help="Where random numbers begin: one seed, one result.")
]
Confidence = Annotated[
    float,
    typer.Option("--confidence", metavar="SHARE", min=0.5, max=0.9999, help="What share of the draws intervals hold."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 if some sentences could not be compared.")]


def check_choice(option: str, value: Any, choices: tuple[str, ...]) -> None:
    """Refuse a value that is none of the choices."""
    if value not in choices:
        raise TreelensError(f"{option} takes {', '.join(choices)}, not {value!r}")


def jobs_or_all(jobs: int | None) -> int:
    """Return the number of threads to use."""
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
