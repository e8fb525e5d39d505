"""How grammars of the DELPH-IN family name their rules and types; a file in ``resources/grammars`` says it."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from treelens.resources import resource

__all__ = ["Conventions", "conventions"]


class Conventions(NamedTuple):
    """Names of lexical rules as patterns, what the head is called in a rule's name, and parts of speech in types."""

    lexical_rules: tuple[str, ...]
    head: str
    types: re.Pattern[str]

    def is_lexical_rule(self, rule: str) -> bool:
        """Say whether a rule makes words of words, such as an inflection.

        >>> [conventions().is_lexical_rule(rule) for rule in ("n_pl_olr", "v_pas_odlr", "hd-cmp_u_c")]
        [True, True, False]
        """
        return any(fnmatchcase(rule, pattern) for pattern in self.lexical_rules)

    def head_in_name(self, rule: str) -> int | None:
        """Return which daughter of a rule is the head by its name: 0 the first, -1 the last, None if it says nothing.

        >>> rules = ("hd-cmp_u_c", "sb-hd_mc_c", "aj-hdn_norm_c", "np_frg_c", "v_3s-fin_olr")
        >>> [conventions().head_in_name(rule) for rule in rules]
        [0, -1, -1, None, None]
        """
        parts = rule.partition("_")[0].lower().split("-")
        found = [place for place, part in enumerate(parts) if part.startswith(self.head)]
        if not found:
            return None
        return 0 if found[0] == 0 else -1

    def part_of_speech(self, lexical_type: str) -> str:
        """Return the part of speech that a lexical type names, else the type as a whole.

        >>> conventions().part_of_speech("n_-_c-count_le"), conventions().part_of_speech("intransitive-verb")
        ('n', 'intransitive-verb')
        """
        found = self.types.fullmatch(lexical_type)
        return found[1] if found else lexical_type


@lru_cache(maxsize=1)
def conventions() -> Conventions:
    """Return the conventions that come with the program."""
    values = tomllib.loads(resource("grammars", "conventions.toml").read_text(encoding="utf-8"))
    return Conventions(tuple(values["lexical_rules"]), values["head"], re.compile(values["part_of_speech"]))
