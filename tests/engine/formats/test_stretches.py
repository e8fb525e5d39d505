"""A file read in stretches, however short, has the trees, problems and notes that it has when it is read whole."""

import bz2
import gzip
import lzma
import random

import numpy as np
import pytest

from treelens.engine import formats
from treelens.engine.formats import stretches
from treelens.engine.formats.stretches import LongText, Whole
from treelens.engine.problems import InputError
from treelens.engine.treebank import Treebank

A, B, C = "(S (NP (PRP She)) (VP (VBZ sleeps)))", "(S (NP (PRP It)) (VP (VBZ rains)))", "(TOP (S (X (Y é) (Z x))))"
MULTI = "( (S\n    (NP (PRP She))\n    (VP (VBZ sleeps))))\n"

TEXTS = {
    "lines": f"{A}\n{B}\n{C}\n",
    "no newline at the end": f"{A}\n{B}",
    "failed parses": f"{A}\n\n\n{B}\n(())\n\n{C}\n\n\n",
    "separated": f"{A}\n\n{B}\n\n{C}\n\n",
    "separated by two": f"{A}\n\n\n{B}\n\n\n{C}\n",
    "a blank line first": f"\n\n{A}\n{B}\n",
    "one tree and blank lines": f"\n{A}\n\n\n",
    "comments": f"# one\n{A}\n% two (\n\n{B}\n  ; three\n{C}\n",
    "markup between": f"{A}\n<s (>\n{B}\n</s>\n",
    "unclosed line": f"{A}\n(S (NP x)\n{B}\n{C}\n",
    "unclosed line, many others": f"{A}\n" * 9 + "(S (NP x)\n" + f"{B}\n" * 9,
    "closed too often": f"{A}\n(S (NP x)))\n{B}\n",
    "no tree": f"{A}\nnothing here\n{B}\n{A} and more\n",
    "several lines": MULTI * 4,
    "several lines with comments": f"# one\n{MULTI}# two\n\n{MULTI}\n\n{MULTI}",
    "several lines, one unclosed": MULTI + "( (S\n    (NP x)\n" + MULTI * 3,
    "several lines, one closed too often": MULTI + "( (S\n (NP x))))\n" + MULTI * 3,
    "several lines, garbage between": f"{MULTI}what is this\n{MULTI})\n{MULTI}",
    "several trees on a line": f"{A} {B}\n{C}\n{A} {C}\n{A} {A} {B}\n",
    "brackets without words": f"{A}\n(S (NP) (VP x))\n{B}\n(S (NP) (PP) (VP x))\n",
    "windows": f"{A}\r\n\r\n{B}\r\n{C}\r\n",
    "white space only at the end": f"{A}\n{B}\n   \n\t\n",
    "a very long tree": "(S " + "(NP (N x)) " * 300 + f")\n{A}\n",
}


@pytest.fixture(params=[1, 30, 100, 1000])
def short(request, monkeypatch):
    monkeypatch.setattr(stretches, "LONG", 1)
    monkeypatch.setattr(stretches, "STRETCH", request.param)


def in_stretches(path, **how) -> Treebank:
    text = formats.opened_long(str(path), **how)
    assert isinstance(text, LongText)
    return Treebank.joined(text.banks())


def check(path, **how) -> None:
    whole, parts = formats.load(str(path), **how), in_stretches(path, **how)
    assert (whole.notes, whole.problems, whole.faults) == (parts.notes, parts.problems, parts.faults)
    assert whole.lines.tolist() == parts.lines.tolist()
    assert whole.first.tolist() == parts.first.tolist()
    assert all(np.array_equal(one, other) for one, other in zip(whole.columns[:4], parts.columns[:4], strict=True))


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("by_line", [False, True])
def test_the_same_trees_problems_and_notes(tmp_path, name, by_line):
    path = tmp_path / "x.mrg"
    path.write_bytes(TEXTS[name].encode())
    check(path, by_line=by_line)


@pytest.mark.usefixtures("short")
def test_texts_of_all_sorts_of_lines(tmp_path):
    lines = [A, B, C, "", "", "(())", "(S (NP x)", "(S x))", "# (", "text", "  (NP x)", ")", f"{A} {A}"]
    chance = random.Random(3)
    path = tmp_path / "x.mrg"
    for _ in range(60):
        path.write_text("\n".join(chance.choices(lines, k=chance.randrange(2, 30))) + "\n" + A)
        check(path)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_packed_files(tmp_path, pack):
    path = tmp_path / "x.mrg"
    path.write_bytes(pack(b"\xef\xbb\xbf" + (f"{A}\n\n{B}\n" * 5 + "(S (X \xe9))\n(S x\n").encode("latin-1")))
    check(path)
    assert in_stretches(path).notes == ["line 16: not valid UTF-8, read as latin-1"]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"1 {A}\n2 {B}\n", "names"),
        (f"{A}\n".encode("utf-16"), "UTF-8"),
        (f"{A}\r{B}\r", "line"),
        ("1\tx\n-2.5\n(S x)\n", "nbest"),
        ("1\tShe\tshe\tPRON\t_\t_\t0\troot\t_\t_\n", "conllu"),
        ("(S (A los el) (B gatos gato) (C duermen dormir))\n" * 4, "lemmas"),
    ],
)
def test_what_must_be_read_whole_says_so(tmp_path, text, why):
    path = tmp_path / "x"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    opened = formats.opened_long(str(path))
    assert "held in memory" in opened.notes[-1]
    assert why in opened.notes[-1]


@pytest.mark.usefixtures("short")
def test_names_that_come_late_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr(stretches, "_HEAD", 10)
    path = tmp_path / "x.mrg"
    path.write_text(f"{A}\n" * 100 + f"7 {B}\n")
    text = formats.opened_long(str(path))
    assert isinstance(text, LongText)
    with pytest.raises(Whole, match="names"):
        list(text.banks())


def test_a_file_that_changes_or_holds_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(stretches, "LONG", 1)
    path = tmp_path / "x.mrg"
    path.write_text(f"{A}\n")
    text = formats.opened_long(str(path))
    path.write_text(f"{A}\n{B}\n")
    with pytest.raises(InputError, match="was changed"):
        list(text.banks())
    path.write_text("# nothing\n")
    with pytest.raises(InputError, match="holds no sentence"):
        list(formats.opened_long(str(path), "brackets").banks())


def test_short_files_are_opened_as_ever(tmp_path):
    path = tmp_path / "x.mrg"
    path.write_text(A)
    assert not isinstance(formats.opened_long(str(path)), LongText)
    with pytest.raises(InputError, match="cannot be read"):
        formats.opened_long(str(tmp_path / "none"))
