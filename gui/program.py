"""The program ``treelens``: the engine's commands, and the window.

Qt is imported only when the window is wanted, so that commands start as fast as they did without one.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from treelens.engine.commands.main import COMMANDS, app, run
from treelens.engine.commands.options import HeadsFile, Preset, Prm, Set, SweepFile, SystemHeadsFile, check_choice
from treelens.engine.commands.settings import Settings
from treelens.engine.files import is_there
from treelens.engine.problems import TreelensError
from treelens.resources import resource

from .appearance import theme_named, theme_names

__all__ = ["main"]

_ALIGNMENTS = ("e", "t", "fragments", "heads", "dependencies", "disagree")
_THEMES = ("system", *theme_names())
_LAYOUTS = ("side", "mirror", "overlay", "three")
_Goto = Annotated[int | None, typer.Option("--goto", metavar="N", min=1, help="Go to this sentence.")]
_Align = Annotated[str | None, typer.Option("--align", metavar="|".join(_ALIGNMENTS), help="How trees are aligned.")]
_Layout = Annotated[str | None, typer.Option("--layout", metavar="|".join(_LAYOUTS), help="How trees are laid out.")]
_Theme = Annotated[str, typer.Option("--theme", metavar="|".join(_THEMES), help="The window's colours.")]
_Screenshot = Annotated[
    Path | None, typer.Option("--screenshot", metavar="PNG", help="Draw the whole window to a file and exit.")
]
_Session = Annotated[
    str | None, typer.Option("--session", metavar="FILE", help="Open a saved session instead of files.")
]
_Size = Annotated[str, typer.Option("--size", metavar="WxH", help="The window's size.")]


COMMANDS |= {
    "figure": "treelens.gui.commands_figure",
    "report": "treelens.gui.commands_report",
    "self-test": "treelens.gui.commands_self_test",
}


@app.command(name="window")
def window(
    files: Annotated[list[str] | None, typer.Argument(metavar="GOLD SYS", show_default=False)] = None,
    sweep: SweepFile = None,
    session: _Session = None,
    preset: Preset = None,
    prm: Prm = None,
    heads: HeadsFile = None,
    system_heads: SystemHeadsFile = None,
    set: Set = None,
    goto: _Goto = None,
    align: _Align = None,
    layout: _Layout = None,
    theme: _Theme = "system",
    size: _Size = "",
    screenshot: _Screenshot = None,
) -> int:
    """Open the window; GOLD SYS…, a session, or a table of scores, without a command does the same."""
    theme = theme_named(theme)
    check_choice("--align", align or "e", _ALIGNMENTS)
    check_choice("--layout", layout or "side", _LAYOUTS)
    check_choice("--theme", theme, _THEMES)
    if session is not None and files:
        raise TreelensError("--session knows its files; name either a session or files")
    import_engine()
    from .app import Start, start

    wanted = [session] if session is not None else [*(files or []), *([sweep] if sweep else [])]
    settings = Settings(preset, prm, heads=heads, system_heads=system_heads, set=set)
    return start(Start(wanted, goto, settings.wanted(), align, layout, theme, size, screenshot))


@app.command(name="demo")
def demo(
    goto: _Goto = None,
    align: _Align = None,
    layout: _Layout = None,
    theme: _Theme = "system",
    size: _Size = "",
    screenshot: _Screenshot = None,
) -> int:
    """Open the window on the demo: 120 sentences, eight parsers."""
    return window(demo_files(), goto=goto, align=align, layout=layout, theme=theme, size=size, screenshot=screenshot)


def import_engine() -> None:
    """Import what the window uses of the engine before Qt: PySide reads the source of all that is imported after it.

    From then on the window collects garbage itself (:mod:`.collecting`); importing makes much to look through and none.
    """
    gc.disable()
    for part in ("filters", "errors", "phenomena.outcomes", "sweep", "breakdowns", "study"):
        import_module(f"treelens.engine.{part}")


def demo_files() -> list[str]:
    """Return the demo's gold file and its systems, the best one first."""
    systems = ("berkeley", "stanford", "bllip", "opennlp", "pcfg-parent", "neural", "pcfg-plain", "linkgrammar")
    return [str(resource("demo", f"{name}.mrg")) for name in ("gold", *systems)]


def main() -> None:
    """Run the program; files without a command open the window."""
    if getattr(sys, "frozen", False):  # a worker of a program in one file is that program, started again
        from multiprocessing import freeze_support

        freeze_support()
    if sys.stderr is None:  # on Windows, a program without a console has nowhere to print to
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.exit(run(_with_command(sys.argv[1:])))


def _with_command(arguments: list[str]) -> list[str]:
    """Put the command ``window`` in front where the arguments begin with a file or an option of the window.

    >>> _with_command(["gold.mrg"]), _with_command(["--self-test"])
    (['window', 'gold.mrg'], ['self-test'])
    """
    first = arguments[0] if arguments else ""
    if first == "--self-test":
        return ["self-test", *arguments[1:]]
    of_program = ("-h", "--help", "--version")
    is_file = is_there(first) or "/" in first or "." in first
    if not arguments or (first.startswith("-") and first not in of_program) or is_file:
        return ["window", *arguments]
    return arguments


if __name__ == "__main__":
    main()
