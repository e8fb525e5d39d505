"""Explaining errors: sentences a second of processor time, beside a classic greedy analyser's."""

from __future__ import annotations

import time

from trees import DATA, made_up

from treelens.engine.errors import Errors
from treelens.engine.formats import brackets, load
from treelens.engine.prepare import prepare, preset
from treelens.engine.scoring import Comparison, compare
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank

CLASSIC = 70  #: sentences per CPU-second of the classic analyser on the same newspaper sentences
SYSTEMS = ("berkeley_sm4", "bllip", "stanford_pcfg")
REFERENCE = DATA.parent / "reference" / "bpa"


def comparisons() -> dict[str, Comparison]:
    """Return what is explained: real parsers on newspaper text, or made-up trees."""
    collins = preset("collins")
    if not (DATA / "wsj").is_dir():
        pairs = made_up(300, 12)
        sides = [
            Treebank.joined(brackets.read(Source("bench", "\n".join(side).encode())))
            for side in zip(*pairs, strict=True)
        ]
        return {"made up": compare(prepare(sides[0], collins), sides[1], collins)}
    gold = prepare(load(str(DATA / "wsj" / "gold.ptb")), collins)
    return {name: compare(gold, load(str(DATA / "wsj" / "systems" / f"{name}.ptb")), collins) for name in SYSTEMS}


def bench_errors() -> None:
    """Explain all sentences of each system, repairs, kinds and sites included."""
    for name, comparison in comparisons().items():
        seconds = []
        for _ in range(3):
            errors = Errors(lambda _, comparison=comparison: comparison)
            begun = time.process_time()
            errors.fill(0)
            seconds.append(time.process_time() - begun)
        total = errors.totals(0)
        speed = total.explained / min(seconds)
        print(
            f"errors of {name}: {speed:,.0f} sentences per CPU-second, {speed / CLASSIC:.0f} times a classic analyser's"
            f" {CLASSIC} (wanted: 20); {total.repairs:,} repairs (greedy: {total.greedy:,}) explain"
            f" {total.brackets:,} bracket errors, {100 * total.exact / total.explained:.1f} % exact"
        )


def side_by_side() -> None:
    """Print our counts by kind beside the classic analyser's, where its results are at hand."""
    for name, comparison in comparisons().items():
        path = REFERENCE / f"wsj.{name}.tsv"
        if not path.is_file():
            continue
        theirs: dict[str, list[int]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            repairs, errors, kind = line.split(None, 2)
            key = NAMES.get(kind, kind.lower())
            known = theirs.setdefault(key, [0, 0])
            theirs[key] = [known[0] + int(repairs), known[1] + int(errors)]
        total = Errors(lambda _, comparison=comparison: comparison).totals(0)
        print(f"\n{name:24} repairs brackets   classic: repairs brackets")
        for kind in dict.fromkeys([*theirs, *total.kinds]):
            count, other = total.kinds.get(kind), theirs.get(kind, [0, 0])
            mine = (count.repairs, count.brackets) if count else (0, 0)
            print(f"{kind:24} {mine[0]:7} {mine[1]:8}            {other[0]:7} {other[1]:8}")
        sums = [sum(pair[place] for pair in theirs.values()) for place in (0, 1)]
        print(f"{'all':24} {total.repairs:7} {total.brackets:8}            {sums[0]:7} {sums[1]:8}")


#: The classic analyser's names for our kinds, where they are others.
NAMES = {
    "PP Attachment": "PP attachment",
    "NP Attachment": "NP attachment",
    "VP Attachment": "VP attachment",
    "NP Internal Structure": "NP-internal structure",
    "Co-ordination": "coordination",
    "Single Word Phrase": "single-word phrase",
    "UNSET add": "other",
    "UNSET remove": "other",
    "UNSET move": "other",
    "XoverX Unary": "X-over-X unary",
}


if __name__ == "__main__":
    bench_errors()
    side_by_side()
