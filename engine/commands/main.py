"""The program ``treelens``: finds the command and sees that every error reaches the user as a message.

A command is imported when it is called, all of them only to be listed: what nobody asked for need not be waited for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from typer.exceptions import TyperException

from ..problems import TreelensError
from .output import say

__all__ = ["COMMANDS", "app", "run"]

_INTERRUPTED = 130  #: the exit code of what was stopped with Ctrl+C

app = typer.Typer(
    name="treelens",
    help="Gold and system trees aligned, measured and explained.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
#: Commands in the order of the help, each with the module that has a function of its name.
COMMANDS = {
    "score": "treelens.engine.commands.score",
    "rank": "treelens.engine.commands.rank",
    "compare": "treelens.engine.commands.compare",
    "breakdown": "treelens.engine.commands.breakdown",
    "agree": "treelens.engine.commands.agree",
    "diff": "treelens.engine.commands.diff",
    "errors": "treelens.engine.commands.errors",
    "heads": "treelens.engine.commands.heads",
    "phenomena": "treelens.engine.commands.phenomena",
    "profiles": "treelens.engine.commands.profiles",
    "convert": "treelens.engine.commands.convert",
    "metrics": "treelens.engine.commands.listings",
    "formats": "treelens.engine.commands.listings",
}


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


def _import(wanted: str) -> None:
    """Import the command that is wanted; all of them if there is none of that name."""
    known = {command.name for command in app.registered_commands}
    for name in [wanted] if wanted in COMMANDS else [] if wanted in known else COMMANDS:
        if name not in known:
            app.command(name)(getattr(import_module(COMMANDS[name]), name.replace("-", "_")))
    places = {name: place for place, name in enumerate(COMMANDS)}
    app.registered_commands.sort(key=lambda command: places.get(str(command.name), len(places)))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code: 0 success, 1 strict and incomplete, 2 unusable input or arguments."""
    try:
        _import(arguments[0] if arguments else "")
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
