"""The program ``treelens``: finds the command and sees that every error reaches the user as a message."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from ..problems import TreelensError
from .agree import agree
from .breakdown import breakdown
from .compare import compare
from .convert import convert
from .diff import diff
from .errors import errors
from .heads import heads
from .listings import formats, metrics
from .output import say
from .phenomena import phenomena
from .profiles import profiles
from .rank import rank
from .score import score

__all__ = ["app", "run"]

_INTERRUPTED = 130  #: the exit code of what was stopped with Ctrl+C

app = typer.Typer(
    name="treelens",
    help="Gold and system trees aligned, measured and explained.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    score,
    rank,
    compare,
    breakdown,
    agree,
    diff,
    errors,
    heads,
    phenomena,
    profiles,
    convert,
    metrics,
    formats,
):
    app.command()(command)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        from ..kernels import compiled

        print(f"treelens {version('treelens')} ({'compiled' if compiled() else 'uncompiled, slow'} kernels)")
        raise typer.Exit


@app.callback()
def _program(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code: 0 success, 1 strict and incomplete, 2 unusable input or arguments."""
    try:
        result = app(list(arguments), standalone_mode=False)
        if result == _INTERRUPTED:  # typer makes an exit code of Ctrl+C
            say("treelens: interrupted")
        return result if isinstance(result, int) else 0
    except TreelensError as error:
        say(str(error))
        return 2
    except TyperException as error:
        say(f"treelens: {error.format_message()}")
        return 2
    except (typer.Abort, KeyboardInterrupt):
        say("treelens: interrupted")
        return _INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone: nothing to tell it
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        return 0
    except MemoryError:
        say("treelens: out of memory")
        return 2
    except Exception as error:
        if os.environ.get("TREELENS_DEBUG"):
            raise
        say(f"treelens: internal error: {type(error).__name__}: {error}", "set TREELENS_DEBUG=1 to see where")
        return 70
