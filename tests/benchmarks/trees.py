"""The trees that benchmarks run on: real ones from ``../shared/data`` where they are at hand, else made up."""

from __future__ import annotations

import random
from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"


def made_up(size: int, longest: int = 40) -> list[tuple[str, str]]:
    """Return pairs of random trees over the same words."""
    rng = random.Random(1)

    def tree(words: list[str]) -> str:
        tags = rng.choices(["NN", "VB", "DT"], k=len(words))
        parts = [f"({tag} {word})" for tag, word in zip(tags, words, strict=True)]
        while len(parts) > 1:
            begin = rng.randrange(len(parts) - 1)
            end = min(len(parts), begin + rng.randint(2, 4))
            parts[begin:end] = [f"({rng.choice(['S', 'NP', 'VP', 'PP'])} {' '.join(parts[begin:end])})"]
        return f"(TOP (S {parts[0]}))"

    sentences = [[f"w{rng.randrange(5000)}" for _ in range(rng.randint(3, longest))] for _ in range(size)]
    return [(tree(words), tree(words)) for words in sentences]


def lines(path: Path) -> list[str]:
    """Return the trees of a file, one a line."""
    return path.read_text(encoding="utf-8").splitlines()


def pairs(size: int) -> list[tuple[str, str]]:
    """Return pairs of lines that every program can compare: no failed parses."""
    large = DATA / "large"
    if not large.is_dir():
        return made_up(size)
    gold, system = lines(large / "gold.ptb"), lines(large / "pcfg_h1v1.ptb")
    sound = [pair for pair in zip(gold, system, strict=True) if pair[1] != "(())"]
    return (sound * (size // len(sound) + 1))[:size]


def several(size: int, systems: int) -> list[tuple[str, ...]]:
    """Return the demo's sentences over and over: a gold tree each, and those of some systems."""
    demo = Path(__file__).parents[2] / "resources" / "demo"
    names = ("gold", "berkeley", "bllip", "neural", "opennlp", "stanford")[: systems + 1]
    sentences = list(zip(*(lines(demo / f"{name}.mrg") for name in names), strict=True))
    return (sentences * (size // len(sentences) + 1))[:size]


def newspaper_pairs(size: int) -> list[tuple[str, str]]:
    """Return pairs of the length of newspaper sentences, from several systems."""
    corpus = DATA / "wsj"
    if not corpus.is_dir():
        return made_up(size)
    found: list[tuple[str, str]] = []
    gold = lines(corpus / "gold.ptb")
    for system in ("bllip", "berkeley_sm4", "stanford_pcfg", "opennlp", "pcfg_h2v1", "berkeley_sm2"):
        both = zip(gold, lines(corpus / "systems" / f"{system}.ptb"), strict=True)
        found += [pair for pair in both if pair[1].strip() not in ("", "(())")]
    return (found * (size // len(found) + 1))[:size]
