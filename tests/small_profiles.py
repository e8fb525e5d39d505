"""Small profiles written by the tests themselves: a few items, their derivations and meanings, plain or compressed."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["RAIN", "Item", "Result", "lexical", "meaning", "phrase", "write_profile"]

_RELATIONS = """\
item:
  i-id :integer :key
  i-input :string
  i-wf :integer

parse:
  parse-id :integer :key
  i-id :integer :key
  readings :integer

result:
  parse-id :integer :key
  result-id :integer
  derivation :string
  mrs :string
  flags :string

preference:
  parse-id :integer :key
  t-version :integer
  result-id :integer
"""


@dataclass(frozen=True)
class Result:
    """One result: derivation, meaning, and flags as they stand in the table."""

    derivation: str
    mrs: str = ""
    flags: str = ""


@dataclass(frozen=True)
class Item:
    """A sentence with its results; none is a failed parse."""

    id: int
    text: str
    results: Sequence[Result] = ()
    readings: int | None = None


def lexical(entry: str, word: str, start: int, end: int | None = None, letters: tuple[int, int] | None = None) -> str:
    """Write a lexical entry over a word, from one position of the chart to another."""
    token = ""
    if letters is not None:
        token = f' 7 "token [ +FORM \\"{word}\\" +FROM \\"{letters[0]}\\" +TO \\"{letters[1]}\\" ]"'
    return f'(1 {entry} 0 {start} {start + 1 if end is None else end} ("{word}"{token}))'


def phrase(rule: str, start: int, end: int, *daughters: str, score: str = "0") -> str:
    """Write a rule over its daughters."""
    return f"(2 {rule} {score} {start} {end} {' '.join(daughters)})"


def meaning(*predications: tuple[str, int, int], first: int = 1) -> str:
    """Write a meaning in which each predication is an event of its own; variables are numbered from *first*."""
    parts = [
        f"[ {name}<{begin}:{end}> LBL: h{first} ARG0: e{first + 10 + number} ]"
        for number, (name, begin, end) in enumerate(predications)
    ]
    return f"[ LTOP: h0 INDEX: e{first + 10} [ e ] RELS: < {' '.join(parts)} > HCONS: < h0 qeq h{first} > ]"


RAIN = meaning(("_rain_v_1", 3, 9))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("@", "\\s").replace("\n", "\\n")


def write_profile(folder: Path, items: Sequence[Item], *, compressed: Sequence[str] = ()) -> str:
    """Write a profile, the tables named in *compressed* with gzip, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "relations").write_text(_RELATIONS, encoding="utf-8")
    tables = {
        "item": [[str(item.id), item.text, "1"] for item in items],
        "parse": [[str(item.id + 1000), str(item.id), str(_readings(item))] for item in items],
        "result": [
            [str(item.id + 1000), str(rank), result.derivation, result.mrs, result.flags]
            for item in items
            for rank, result in enumerate(item.results)
        ],
    }
    for name, rows in tables.items():
        data = "".join("@".join(map(_escaped, row)) + "\n" for row in rows).encode()
        if name in compressed:
            (folder / f"{name}.gz").write_bytes(gzip.compress(data))
        else:
            (folder / name).write_bytes(data)
    return str(folder)


def _readings(item: Item) -> int:
    return len(item.results) if item.readings is None else item.readings
