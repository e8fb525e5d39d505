"""What is fuzzed: every reader of files and every language that users write, each as a function of bytes.

A target may refuse its input, as the program does, with an error of the TreelensError family. Anything else that
escapes is a crash, and so is a check of its own that fails. Targets that need a file write it into a folder that goes
with the process; what they compare with is read once.
"""

from __future__ import annotations

import atexit
import contextlib
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from treelens.engine import formats
from treelens.engine.errors.kinds import style
from treelens.engine.expressions import compile_expression
from treelens.engine.filters import Context, parse
from treelens.engine.formats.derivations import read_derivation
from treelens.engine.formats.lines import SentenceError
from treelens.engine.heads import head_rules
from treelens.engine.heads.find import find_heads
from treelens.engine.interface import compare
from treelens.engine.metrics import METRICS, choose
from treelens.engine.phenomena.editing import read_draft
from treelens.engine.phenomena.recognisers import recogniser_from
from treelens.engine.phenomena.recognising import recognising_trees
from treelens.engine.phenomena.suites import read_suite, suite_text
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.prepare.prm import read_prm
from treelens.engine.problems import TreelensError
from treelens.engine.scoring import compare as compare_banks
from treelens.engine.semantics.meanings import meaning_of
from treelens.engine.source import Source, decode, open_source
from treelens.engine.study import Study
from treelens.engine.sweep.kinds import kind_of_table
from treelens.engine.sweep.listing import read_systems
from treelens.engine.sweep.reading import read_table
from treelens.engine.sweep.standings import of_table
from treelens.engine.tgrep import compile_tgrep, forests
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree
from treelens.gui.session import Journal, Session
from treelens.gui.session.files import load as load_session
from treelens.gui.session.files import save as save_session
from treelens.gui.session.notes import Note
from treelens.gui.session.suites import SuiteDraft

__all__ = ["TARGETS", "run"]

Target = Callable[[bytes], Any]

_APART = b"\x1e"  #: between the files of an input that is several
_TREES = (
    "(S (NP (DT the) (N dog)) (VP (V saw) (NP (NP (N cats)) (PP (P of) (NP (N mine))))))\n"
    "(S (NP-SBJ-1 (-NONE- *)) (VP (MD can) (VP (VB go))) (. .))\n"
    "(TOP (FRAG (NP (NN aaaaaaaaaaaaaaaaaaaaaaaaaaaa)) (CC and) (NP (NN b))))\n"
)


def run(name: str, data: bytes) -> None:
    """Give an input to a target; being refused is fine, a warning of Python's is not."""
    with contextlib.suppress(TreelensError), warnings.catch_warnings():
        warnings.simplefilter("error")
        TARGETS[name](data)


@cache
def _folder() -> Path:
    made = tempfile.mkdtemp(prefix="treelens-fuzz-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _file(name: str, data: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


@cache
def _bank() -> Treebank:
    return formats.read(decode("trees", _TREES.encode()), "brackets")


@cache
def _context() -> Context:
    study = Study(_bank(), [_bank()], preset("collins"))
    study.fill(choose(["f1", "t-dice"])).wait(60)
    return Context(study, tags={0: ["mine"]})


# trees


def _read(module: ModuleType, source: Source) -> Treebank:
    bank = formats.read(source, module.NAME)
    for problem in bank.problems:
        assert problem.line >= 1
        assert 1 <= problem.column <= len(problem.excerpt) + 1
    return bank


def _reader(module: ModuleType) -> Target:
    """Read; then write and read again, which gives the same trees."""

    def read_write_read(data: bytes) -> None:
        first = _read(module, decode("x", data))
        written = "".join(module.write(list(first)))
        second = _read(module, Source("x", written.encode("utf-8", "surrogateescape")))
        if _kept(first) == _kept(second):
            assert [_words_in(one.tree) for one in second] == [_words_in(one.tree) for one in first]

    return read_write_read


def _kept(bank: Treebank) -> tuple[bool, set[bool]]:
    """Return what may change when a file is written: lemmas are guessed from most words, and some ids made up."""
    lemmas = any("lemma" in (analysis.tokens or ()) for sentence in bank for analysis in sentence.analyses)
    return lemmas, {sentence.id is None for sentence in bank}


def _words_in(tree: Tree | None) -> str:
    """Return a tree as text; nothing for what brackets cannot hold: one without words, or a word under no label."""
    text = str(tree) if tree is not None and tree.words else ""
    return "" if re.search(r"\( [^(]", text) else text


def _detected(data: bytes) -> None:
    """Read whatever it may be, packed or not, in whatever encoding, and once more as EVALB does."""
    path = _file("input", data)
    for by_line in (False, True):
        with contextlib.suppress(TreelensError):
            formats.load(path, by_line=by_line)


def _profile(data: bytes) -> None:
    parts = data.split(_APART)
    names = ("relations", "item", "parse", "result", "preference")
    folder = _folder() / "profile"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, part in zip(names, parts, strict=False):
        (folder / name).write_bytes(part)
    formats.load(folder)


def _derivation(data: bytes) -> None:
    with contextlib.suppress(SentenceError):
        read_derivation(data)


def _meaning(data: bytes) -> None:
    made = meaning_of(_text(data))
    if not made.state:
        assert made.predications or not made.mrs.rels
        assert made.triples
        assert made.bare_triples


def _scored(data: bytes) -> None:
    """Score trees against others under every measure, and explain what went wrong."""
    gold, _, system = data.partition(_APART)
    banks = [formats.read(decode("x", part), "brackets") for part in (gold, system or gold)]
    for preparation in (preset("collins"), preset("raw")):
        comparison = compare_banks(prepare(banks[0], preparation), banks[1], preparation)
        for metric in METRICS.values():
            comparison.tally(metric)
    found = compare(*banks)
    for sentence in range(len(found)):
        found.told(sentence)


# languages


def _filter(data: bytes) -> None:
    made = parse(_text(data))
    assert parse(str(made)) == made
    made.matches(_context())


def _tgrep(data: bytes) -> None:
    made = compile_tgrep(_text(data))
    for forest in forests(_bank(), _bank().best()):
        made.nodes(forest)


def _expression(data: bytes) -> None:
    made = compile_expression(_text(data))
    for text in ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", _TREES):
        made.search(text, 0.05)


# settings and rules


def _prm(data: bytes) -> None:
    preparation, _ = read_prm(_file("x.prm", data))
    prepare(_bank(), preparation)


def _preset(data: bytes) -> None:
    preparation = preset(str(_file("preset.toml", data)))
    assert Preparation.from_dict(preparation.to_dict() | {"name": preparation.name}) == preparation
    if not (preparation.heads or preparation.system_heads):
        prepare(_bank(), preparation)


def _heads(data: bytes) -> None:
    rules = head_rules(str(_file("heads.toml", data)))
    for number in range(3):
        find_heads(_bank().tree(number), rules)


def _hds(data: bytes) -> None:
    head_rules(str(_file("x.hds", data)))


def _style(data: bytes) -> None:
    style(str(_file("kinds.toml", data)))


def _recogniser(data: bytes) -> None:
    made = recogniser_from(decode("rules.toml", data))
    list(recognising_trees(made, _bank(), _bank().best(), made.names))
    assert read_draft(_text(data)).recogniser() is not None


def _suite(data: bytes) -> None:
    made = read_suite(_file("suite.toml", data))
    again = read_suite(_file("again.toml", suite_text(made).encode("utf-8", "surrogateescape")))
    assert again.items == made.items


# what is kept, and tables


def _session(data: bytes) -> None:
    made = load_session(_file("x.treelens", data))
    assert isinstance(made, Session)
    again = _folder() / "again.treelens"
    again.unlink(missing_ok=True)
    save_session(made, again)
    assert load_session(again) == made


def _journal(data: bytes) -> None:
    journal = Journal(_file("journal.jsonl", data))
    found = journal.replay()
    journal.record(Note(0, "a b", "mine"))
    journal.compact()
    assert len(journal.replay()) == len(found) + 1


def _draft(data: bytes) -> None:
    SuiteDraft(_file("draft.jsonl", data)).replay()


def _systems(data: bytes) -> None:
    for name in ("systems.csv", "systems.toml"):
        path = str(_file(name, data))
        with contextlib.suppress(TreelensError):
            read_systems(path)
        with contextlib.suppress(TreelensError):
            kind_of_table(path)


def _scores(data: bytes) -> None:
    of_table(read_table(_file("scores.csv", data)))


def _parquet(data: bytes) -> None:
    of_table(read_table(_file("scores.parquet", data)))


TARGETS: dict[str, Target] = {
    **{name: _reader(module) for name, module in formats.FORMATS.items() if name != "delphin"},
    "detected": _detected,
    "profile": _profile,
    "derivation": _derivation,
    "meaning": _meaning,
    "scored": _scored,
    "filter": _filter,
    "tgrep": _tgrep,
    "expression": _expression,
    "prm": _prm,
    "preset": _preset,
    "heads": _heads,
    "hds": _hds,
    "kinds": _style,
    "recogniser": _recogniser,
    "suite": _suite,
    "session": _session,
    "journal": _journal,
    "suite-draft": _draft,
    "systems": _systems,
    "scores": _scores,
    "parquet": _parquet,
    "packed": lambda data: open_source(_file("packed", data)),
}
