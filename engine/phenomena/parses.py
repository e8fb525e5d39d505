"""What a system returned, as it is: trees where a reader knows the format, and always the raw text.

Files that no reader knows are cut into one parse a line, or into blocks between blank lines if some block has several
lines. A block may begin with comments like those of CoNLL-U, ``# sent_id = 12`` and ``# text = …``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..formats import delphin, open_input, read
from ..formats import detect as detect_format
from ..prepare.settings import TRACE
from ..problems import InputError
from ..source import Source
from ..treebank import Treebank

__all__ = ["TEXTS", "Parses", "load_parses", "parses_of"]

TEXTS = ("lines", "blocks")  #: how files that no reader knows are cut

_COMMENT = re.compile(r"^#\s*(?P<key>sent_id|id|text)\s*=\s*(?P<value>.*)$", re.MULTILINE)
_NOTHING = re.compile(r"[\s()]*")  #: what a failed parse is written as: nothing, or ``(())``
_BLANK_LINES = re.compile(r"\n[ \t\r]*\n")


@dataclass(frozen=True)
class Parses:
    """The parses of one system, sentence by sentence: trees in a treebank, or texts."""

    path: str
    bank: Treebank | None = None
    texts: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.texts) if self.bank is None else len(self.bank)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each sentence's tree, -1 where there is none."""
        if self.bank is None:
            return np.full(len(self), -1, dtype=np.int64)
        best = self.bank.best()
        empty = np.diff(self.bank.first) == 0
        return np.where((best >= 0) & ~empty[best], best, -1)

    @cached_property
    def parsed(self) -> NDArray[np.bool_]:
        """Which sentences have a parse."""
        if self.bank is not None:
            return np.asarray(self.numbers >= 0)
        return np.array([not _NOTHING.fullmatch(_without_comments(text)) for text in self.texts], dtype=np.bool_)

    def id(self, position: int) -> str | None:
        """Return the file's own id of a sentence."""
        if self.bank is not None:
            return self.bank.sentence_id(position)
        return _comment(self.texts[position], "sent_id", "id")

    def words(self, position: int) -> str | None:
        """Return the sentence that was parsed, or its words with blanks between; None where that is not known."""
        if self.bank is None:
            return _comment(self.texts[position], "text")
        if text := self.bank.sentence_text(position):
            return text
        tree = self.bank[position].tree
        if tree is None:
            return None
        return " ".join(tree.text(leaf) for leaf in tree.leaves if tree.text(max(tree.parent[leaf], 0)) != TRACE)

    def raw(self, position: int) -> str | None:
        """Return a parse as the file writes it, None where there is none."""
        if not self.parsed[position]:
            return None
        return self.texts[position] if self.bank is None else self.raw_tree(int(self.numbers[position]))

    def raw_tree(self, number: int) -> str:
        """Return a tree, by its number in the treebank, as the file writes it."""
        assert self.bank is not None
        source, line = self.bank.source, int(self.bank.lines[number])
        if source is None or line < 1:
            return str(self.bank.tree(number))
        if isinstance(source, delphin.Profile):
            return source.tables["result"].line(line)
        begin, following = self._lines(number)
        if following == line:  # several trees on one line
            return str(self.bank.tree(number))
        text = source.text(begin, source.line_start(following) if following else len(source.data))
        return _BLANK_LINES.split(text.strip("\n"), maxsplit=1)[0] if self.bank.format == "conllu" else text.strip()

    def _lines(self, number: int) -> tuple[int, int]:
        """Return where the line of a tree begins, and the number of the next tree's line, 0 behind the last tree."""
        assert self.bank is not None
        assert self.bank.source is not None
        lines = self.bank.lines
        following = int(lines[number + 1]) if number + 1 < len(lines) else 0
        return self.bank.source.line_start(int(lines[number])), following


def parses_of(bank: Treebank) -> Parses:
    """Take the trees of a treebank that was read already."""
    return Parses(bank.path, bank)


def load_parses(path: str | Path, format: str | None = None) -> Parses:
    """Read what a system returned; *format* is one of the known ones, ``lines`` or ``blocks``."""
    source = open_input(path)
    if format is None and not isinstance(source, delphin.Profile) and not _is_known(source):
        return Parses(source.path, None, _cut(source, None))
    if format in TEXTS:
        return Parses(source.path, None, _cut(source, format))
    return Parses(source.path, read(source, format))


def _is_known(source: Source) -> bool:
    try:
        detect_format(source)
    except InputError:
        if not source.data.strip():
            raise
        return False
    return True


def _cut(source: Source, how: str | None) -> list[str]:
    text = source.text(0, len(source.data)).replace("\r\n", "\n")
    blocks = [block.strip("\n") for block in _BLANK_LINES.split(text.strip("\n"))]
    if how == "blocks" or (how is None and len(blocks) > 1 and any("\n" in block for block in blocks)):
        return [block for block in blocks if block.strip()]
    return text.removesuffix("\n").split("\n")


def _without_comments(text: str) -> str:
    return re.sub(r"^#.*$", "", text, flags=re.MULTILINE)


def _comment(text: str, *keys: str) -> str | None:
    return next((match["value"].strip() for match in _COMMENT.finditer(text) if match["key"] in keys), None)
