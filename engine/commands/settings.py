"""What commands can be told about reading, preparing and pairing: options, and one value that holds them all."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple, get_type_hints

from ..files import is_there
from ..heads import head_rules
from ..prepare import Preparation, preset, read_prm, usual_preparation
from ..problems import TreelensError
from ..treebank import Treebank
from .options import (
    AlignWords,
    From,
    HeadsFile,
    Jobs,
    Missing,
    Pair,
    Preset,
    Prm,
    Set,
    SystemHeadsFile,
    jobs_or_all,
)
from .output import say

__all__ = ["Settings", "takes_settings"]


class Settings(NamedTuple):
    """What was asked for on the command line about reading, preparing and pairing; each field is an option."""

    preset: Preset = None
    prm: Prm = None
    from_: From = None
    pair: Pair = None
    jobs: Jobs = None
    align_words: AlignWords = False
    heads: HeadsFile = None
    system_heads: SystemHeadsFile = None
    missing: Missing = None
    set: Set = None

    @property
    def cores(self) -> int:
        """The number of cores to use."""
        return jobs_or_all(self.jobs)

    @property
    def files(self) -> list[str]:
        """The files that say what is compared: never to be written to."""
        named = (self.prm, self.preset, self.heads, self.system_heads)
        return [name for name in named if name and is_there(name)]

    def chosen(self) -> Preparation | None:
        """Return the preparation that was asked for by name, or None."""
        if self.prm is None:
            return None if self.preset is None else preset(self.preset)
        if self.preset is not None:
            raise TreelensError("--preset and --prm exclude each other")
        made, warnings = read_prm(self.prm)
        say(*warnings)
        return made

    def wanted(self) -> Preparation | Callable[[Treebank], Preparation] | None:
        """Return what was asked for: a preparation, one that depends on gold, or None."""
        for name in filter(None, (self.heads, self.system_heads)):
            head_rules(name)  # says what is wrong with it
        made = self.chosen()
        if not (self.heads or self.system_heads or self.set or self.missing):
            return made
        return self._changed(made) if made is not None else lambda gold: self._changed(usual_preparation(gold))

    def _changed(self, made: Preparation) -> Preparation:
        """Return a preparation with what was asked for besides."""
        made = made.changed([*(self.set or ()), *([f"missing={self.missing}"] if self.missing is not None else [])])
        heads, system_heads = self.heads or made.heads, self.system_heads or made.system_heads
        return replace(made, heads=heads, system_heads=system_heads)

    def preparation(self, gold: Treebank) -> Preparation:
        """Return the preparation; dependencies are compared as they are unless something else was asked for."""
        wanted = self.wanted()
        made = wanted(gold) if callable(wanted) else wanted or usual_preparation(gold)
        return replace(made, align_words=self.align_words or made.align_words)


def takes_settings(*without: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Let a command take the options of :class:`Settings`, but for some, as its one parameter ``settings``.

    The options stand where that parameter does, so ``--help`` lists them there.
    """
    names = [name for name in Settings._fields if name not in without]

    def with_options(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def run(**given: Any) -> int:
            return command(settings=Settings(**{name: given.pop(name) for name in names}), **given)

        hints = get_type_hints(command, include_extras=True)
        options = get_type_hints(Settings, include_extras=True)
        parameters = []
        for name, parameter in inspect.signature(command).parameters.items():
            if name == "settings":
                parameters += [(one, options[one], Settings._field_defaults[one]) for one in names]
            else:
                parameters.append((name, hints[name], parameter.default))
        kind = inspect.Parameter.KEYWORD_ONLY
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, kind, annotation=hint, default=usual) for name, hint, usual in parameters]
        )
        run.__annotations__ = {name: hint for name, hint, _ in parameters}
        return run

    return with_options
