"""Filters on the command line: the language of the window's filter box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from ..errors import Errors
from ..filters import Context, FilterError, parse
from ..problems import TreelensError
from ..scoring import Comparison
from ..study import Study

__all__ = ["Where", "matching"]

Where = Annotated[
    str | None,
    typer.Option("--where", metavar="FILTER", help="Only sentences like these, as in the window: len:>20 wrong:all …"),
]


def matching(text: str | None, compared: Sequence[Comparison]) -> NDArray[np.bool_]:
    """Return which sentences a filter lets through; without one, all of them."""
    study = Study.of(compared)
    try:
        asked = parse(text or "")
        job = study.fill(asked.metrics)
        job.wait()
        if job.error is not None:
            raise job.error
        return asked.matches(Context(study, errors=Errors(study.comparison)))
    except FilterError as error:
        raise TreelensError(f"--where: {error.report(text or '')}") from None
