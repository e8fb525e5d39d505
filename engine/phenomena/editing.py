"""Recognisers as they are edited: phenomena change, come and go; whatever else stands in the file stays as it is.

A file is cut into *pieces*: one for each ``[[phenomenon]]``, with the comments above it, and what stands between and
around them. Only the piece of a phenomenon that was edited is written anew, so that comments, macros and the order of
a file survive.

>>> draft = read_draft('name = "mine"\\n\\n# of few\\n[[phenomenon]]\\nname = "passive"\\ntgrep = "VP"\\n')
>>> draft.rows[0].kind, draft.rows[0].text
('tgrep', 'VP')
>>> print(draft.changed(0, Row("passive", "tgrep", "VP < VBN")).text, end="")
name = "mine"
<BLANKLINE>
# of few
[[phenomenon]]
name = "passive"
tgrep = "VP < VBN"
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from ..problems import InputError
from ..source import decode
from ..toml import TomlError, parse_toml
from .recognisers import Recogniser, recogniser_from
from .suites import toml_value
from .tables import TomlFile

__all__ = ["KINDS", "Draft", "Row", "Trouble", "new_draft", "read_draft"]

KINDS = ("tgrep", "regex", "all", "any", "not")
_HEAD = re.compile(r"^[ \t]*\[\[\s*phenomenon\s*\]\][^\n]*\n?", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)
_PLAIN = re.compile(r"[^\s,\[\]{}\"'][^,\[\]{}\"'\n]*")  #: a name that needs no quotes in a list


class Row(NamedTuple):
    """A phenomenon as it is edited: the text of its rule is a pattern, or names with commas between."""

    name: str
    kind: str = "tgrep"
    text: str = ""
    auxiliary: bool = False
    description: str = ""


class Trouble(NamedTuple):
    """What is wrong: the message, the phenomenon that it is about (-1: none), and where in its rule's text (-1)."""

    message: str
    row: int = -1
    position: int = -1


@dataclass(frozen=True)
class _Piece:
    text: str
    row: Row | None = None  #: the phenomenon that it defines


@dataclass(frozen=True)
class Draft:
    """A recogniser's file in pieces; never changed, always made anew."""

    pieces: tuple[_Piece, ...]
    path: str = ""

    @cached_property
    def text(self) -> str:
        """The file."""
        return "".join(piece.text for piece in self.pieces)

    @cached_property
    def rows(self) -> list[Row]:
        """The phenomena."""
        return [piece.row for piece in self.pieces if piece.row is not None]

    def changed(self, number: int, row: Row) -> Draft:
        """Return the draft with another phenomenon in the place of one."""
        place = self._place(number)
        before = self.pieces[place]
        comments = before.text[: _begin(before.text)]
        blank = re.search(r"\s*\Z", before.text)
        tail = blank[0] if blank and "\n" in blank[0] else "\n"
        made = _Piece(comments + _text_of(row).rstrip("\n") + tail, row)
        return replace(self, pieces=(*self.pieces[:place], made, *self.pieces[place + 1 :]))

    def added(self, row: Row, after: int = -1) -> Draft:
        """Return the draft with one more phenomenon, behind another or behind all."""
        place = self._place(after) + 1 if 0 <= after < len(self.rows) else self._end()
        pieces = list(self.pieces)
        if place and not pieces[place - 1].text.endswith("\n\n"):
            last = pieces[place - 1]
            pieces[place - 1] = replace(last, text=last.text.rstrip("\n") + "\n\n" if last.text.strip() else last.text)
        end = "\n" if place < len(pieces) else ""
        return replace(self, pieces=(*pieces[:place], _Piece(_text_of(row) + end, row), *pieces[place:]))

    def without(self, number: int) -> Draft:
        """Return the draft without a phenomenon."""
        place = self._place(number)
        return replace(self, pieces=self.pieces[:place] + self.pieces[place + 1 :])

    def _place(self, number: int) -> int:
        return [place for place, piece in enumerate(self.pieces) if piece.row is not None][number]

    def _end(self) -> int:
        return self._place(len(self.rows) - 1) + 1 if self.rows else len(self.pieces)

    # what it means

    def recogniser(self) -> Recogniser | Trouble:
        """Return the recogniser that the draft is, or what is wrong with it."""
        try:
            return recogniser_from(self.text, self.path or "rules")
        except InputError as error:
            return self._trouble(error)

    def _trouble(self, error: InputError) -> Trouble:
        """Find the phenomenon that an error is about, and the place in the text of its rule."""
        if error.line < 1:
            return Trouble(error.message)
        line, number = 1, -1
        for piece in self.pieces:
            number += piece.row is not None
            lines = piece.text.count("\n")
            if line <= error.line < line + max(lines, 1) and piece.row is not None:
                return Trouble(error.message, number, self._position(piece, error.line - line, error.column))
            line += lines
        return Trouble(error.message)

    def _position(self, piece: _Piece, line: int, column: int) -> int:
        """Return where in the text of a rule a place in its file is; -1 if it is not in there."""
        assert piece.row is not None
        said = piece.text.split("\n")[line][: column - 1]
        match = re.match(rf'[ \t]*{piece.row.kind}[ \t]*=[ \t]*"', said)
        if match is None or piece.row.kind not in ("tgrep", "regex"):
            return -1
        try:
            return len(json.loads(f'"{said[match.end() :]}"'))
        except ValueError:
            return min(len(said) - match.end(), len(piece.row.text))


def new_draft(name: str = "rules") -> Draft:
    """Return the beginning of a recogniser."""
    return Draft((_Piece(f"name = {json.dumps(name, ensure_ascii=False)}\n\n"),))


def read_draft(text: str, path: str = "") -> Draft:
    """Cut a file into pieces; raise :class:`InputError` where it is no sound recogniser."""
    text = text.replace("\r\n", "\n")
    text = text if text.endswith("\n") or not text else f"{text}\n"
    recogniser_from(text, path or "rules")
    file = TomlFile(decode(path or "rules", text.encode("utf-8", "replace")))
    bare = file.bare
    values: Sequence[dict[str, Any]] = file.values.get("phenomenon", [])
    cuts: list[tuple[int, int | None]] = [(0, None)]
    for number, head in enumerate(_HEAD.finditer(bare)):
        comments = _COMMENTS.search(text[: head.start()])
        cuts.append((comments.start() if comments else head.start(), number))
        following = _TABLE.search(bare, head.end())
        if following is not None and not _HEAD.match(bare, following.start()):
            comments = _COMMENTS.search(text[: following.start()])
            cuts.append((comments.start() if comments else following.start(), None))
    ends = [begin for begin, _ in cuts[1:]] + [len(text)]
    pieces = tuple(
        _Piece(text[begin:end], None if number is None else _row(values[number]))
        for (begin, number), end in zip(cuts, ends, strict=True)
        if begin < end
    )
    return Draft(pieces, path)


def _row(values: dict[str, Any]) -> Row:
    kind = next(key for key in KINDS if key in values)
    return Row(
        values["name"],
        kind,
        values[kind] if kind in ("tgrep", "regex") else _listed(values[kind]),
        values.get("auxiliary", False),
        str(values.get("description", "")),
    )


def _listed(value: Any) -> str:
    """Return a list of rules as it is edited: names with commas between, or TOML where there are rules within rules."""
    values = value if isinstance(value, list) else [value]
    if all(isinstance(one, str) and _PLAIN.fullmatch(one) for one in values):
        return ", ".join(values)
    return toml_value(value)


def _begin(text: str) -> int:
    """Return where the table begins, behind the comments of a piece."""
    head = _HEAD.search(text)
    return head.start() if head else 0


def _text_of(row: Row) -> str:
    """Write a phenomenon as TOML."""
    lines = ["[[phenomenon]]", f"name = {toml_value(row.name)}"]
    if row.description:
        lines.append(f"description = {toml_value(row.description)}")
    if row.auxiliary:
        lines.append("auxiliary = true")
    said = toml_value(row.text) if row.kind in ("tgrep", "regex") else _toml_list(row.text)
    return "\n".join([*lines, f"{row.kind} = {said}"]) + "\n"


def _toml_list(text: str) -> str:
    """Return what was written for all, any or not as TOML; what is no TOML are names."""
    written = " ".join(text.split("\n")).strip()
    if written[:1] in ("[", "{", '"', "'"):
        try:
            parse_toml(f"x = {written}")
        except TomlError:
            pass
        else:
            return written
    return toml_value([name.strip() for name in re.split(r"[,\n]", text) if name.strip()])
