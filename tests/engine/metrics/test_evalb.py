"""EVALB's report, byte for byte, where its own output is at hand; and what it does at its limits."""

import gzip

import pytest

from treelens.engine.formats import brackets, load
from treelens.engine.metrics.evalb import evalb_report
from treelens.engine.prepare import Preparation, read_prm
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank


def report(gold, test, prm, strict=False):
    preparation, _ = read_prm(prm)
    made = evalb_report(load(gold, by_line=True), load(test, by_line=True), preparation, strict=strict)
    return ("".join(parts).encode("utf-8", "surrogateescape") for parts in (made.out, made.errors))


def expected(path):
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


@pytest.mark.parametrize("prm", ["COLLINS", "new", "unlabeled"])
def test_edge_cases(shared, prm):
    folder = shared / "reference" / "evalb_edge"
    out, errors = report(folder / "gold", folder / "test", folder / f"{prm}.prm")
    assert out == expected(folder / f"{prm}.out")
    assert errors == expected(folder / f"{prm}.err")


def test_sample(shared):
    folder = shared / "reference" / "evalb_sample"
    out, errors = report(folder / "sample.gld", folder / "sample.tst", folder / "sample.prm")
    assert out == expected(folder / "built.rsl")
    assert errors == expected(folder / "built.err")


@pytest.mark.parametrize("prm", ["COLLINS", "new"])
def test_quotes(shared, prm):
    folder = shared / "reference" / "evalb_bug"
    out, _ = report(folder / "bug.gld", folder / "bug.tst", folder.parent / "evalb_sample" / f"{prm}.prm")
    assert out == expected(folder / f"built.{prm}")


@pytest.mark.slow
def test_real_systems(shared):
    folder = shared / "reference" / "evalb_open"
    files = sorted(folder.glob("*.out.gz"))
    assert files
    for file in files:
        corpus, system, prm = file.name.removesuffix(".out.gz").split(".")
        data = shared / "data" / corpus
        out, errors = report(data / "gold.ptb", data / "systems" / f"{system}.ptb", folder / f"{prm}.prm")
        assert out == expected(file), file.name
        assert errors == expected(folder / file.name.replace(".out.gz", ".err")), file.name


def lines(text: str) -> Treebank:
    return Treebank.joined(brackets.read_lines(Source("test", text.encode(), raw=True)))


RAW = Preparation("raw", evalb_labels=True, drop_empty=True, max_error=2)


def test_a_strict_report_stops_at_error_number_max_plus_two():
    gold, test = lines("(S (A a))\n" * 9), lines("(S (A b))\n" * 9)
    stopped = evalb_report(gold, test, RAW, strict=True)
    assert stopped.stopped
    assert stopped.errors == [f"{n} : Words unmatch (a|b)\n" for n in (1, 2, 3, 4)]
    assert len(stopped.out) == 2 + 3
    whole = evalb_report(gold, test, RAW)
    assert whole.stopped
    assert len(whole.errors) == 9
    assert "Number of Error sentence  =      9\n" in whole.out


def test_a_line_that_evalb_cannot_read():
    gold = lines("(S (A a))\n(S (A a))\n")
    test = lines("(S (A a b))\n(S (A a))\n")
    whole = evalb_report(gold, test, RAW)
    assert whole.errors == ["1 : More than two elements in a bracket\n", "1 : Reading sentence\n"]
    assert whole.out[2].split()[:3] == ["1", "1", "1"]
    assert whole.out[3].split()[:3] == ["2", "1", "0"]
    stopped = evalb_report(gold, test, RAW, strict=True)
    assert stopped.errors == ["1 : More than two elements in a bracket\n"] + ["1 : Reading sentence\n"] * 3


@pytest.mark.parametrize(
    ("gold", "test", "message"),
    [
        ("(A a)\n(A a)\n", "(A a)\n", "2 : Number of lines unmatch (too many lines in gold file)\n"),
        ("(A a)\n", "(A a)\n(A a)\n", "2 : Number of lines unmatch (too many lines in test file)\n"),
        ("(S (A a))\n", "(S (A a)))\n", "1 : Bracketing is unbalanced (too many open bracket)\n"),
        ("(S (A a))\n", "(S (A a)\n", "1 : Bracketing is unbalanced (too many open bracket)\n"),
    ],
)
def test_complaints(gold, test, message):
    assert evalb_report(lines(gold), lines(test), RAW).errors == [message]
