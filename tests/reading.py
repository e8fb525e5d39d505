"""Reading and writing texts in memory, the way the format tests need it."""

from types import ModuleType

from treelens.engine.source import Source
from treelens.engine.treebank import Sentence, Treebank


def read_text(module: ModuleType, text: str) -> Treebank:
    """Read a text as a file called ``x``."""
    return Treebank.joined(module.read(Source("x", text.encode("utf-8", "surrogateescape"))))


def written(module: ModuleType, sentences: list[Sentence]) -> str:
    """Return sentences as text."""
    return "".join(module.write(sentences))


def trees(bank: Treebank) -> list[str | None]:
    """Return the best trees in brackets."""
    return [str(sentence.tree) if sentence.tree is not None else None for sentence in bank]


def problems(bank: Treebank) -> list[tuple[int, int, int | None]]:
    """Return line, column and sentence of each problem."""
    return [(problem.line, problem.column, problem.sentence) for problem in bank.problems]


def content(sentences: Treebank | list[Sentence]) -> list[object]:
    """Return what must survive writing and reading: ids, trees, scores and columns."""
    return [(sentence.id, sentence.analyses) for sentence in sentences]


def survives(module: ModuleType, sentences: Treebank | list[Sentence]) -> bool:
    """Say whether sentences are the same after being written and read."""
    return content(read_text(module, written(module, list(sentences)))) == content(sentences)
