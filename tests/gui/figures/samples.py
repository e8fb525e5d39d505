"""Small trees, hostile labels, and a typeface whose letters are all half as wide as high, the same on any machine."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from reading import read_text

from treelens.engine.formats import brackets
from treelens.engine.prepare import Preparation
from treelens.engine.trees import Tree
from treelens.gui.figures import FigureSpec, Page, Subject
from treelens.gui.figures.looks import load_looks
from treelens.gui.figures.placing import Placing
from treelens.gui.figures.sheet import arranged, finished
from treelens.gui.figures.typeface import Typeface
from treelens.gui.views.compared import Parse, Shown

GOLDEN = Path(__file__).parent / "golden"
RAW = Preparation("raw")

GOLD = "(S (NP (DT the) (NN cat)) (VP (VBD saw) (NP (DT a) (NN dog)) (NP (NN today))))"
SYSTEM = "(S (NP (DT the) (NN cat)) (VP (VBD saw) (NP (NP (DT a) (NN dog)) (ADVP (NN today)))))"
OTHER = "(S (NP (DT the) (NN cat) (VBD saw)) (VP (NP (DT a) (NN dog)) (NP (NN today))))"
HOSTILE = r"(S (X_1 <script>) (VP (Y&Z %$#&_{}~^\) (Q ``) (Q ]]>) (Q a--b) (R '') (R [x,y=z]) (R ?`)))"
HOSTILE_SYSTEM = r"(S (NP (X_1 <script>) (Y&Z %$#&_{}~^\)) (Q ``) (Q ]]>) (W a--b) (R '') (R [x,y=z]) (R ?`))"
ARABIC = "(S (NP (N القط)) (VP (V جلس) (PP (P على) (N الحصيرة))))"
CHINESE = "(S (NP (N 猫)) (VP (V 坐在) (NP (N 垫子))))"


def tree(text: str) -> Tree:
    return read_text(brackets, text).tree(0)


def subject(gold: str = GOLD, system: str = SYSTEM, second: str = "", title: str = "parser") -> Subject:
    first = Shown(Parse(tree(gold)), Parse(tree(system)), RAW, title)
    other = replace(first, system=Parse(tree(second)), title="other") if second else None
    return Subject(first, other, scores=(("E dice", 50.0), ("T dice", 66.666)))


class Fixed(Typeface):
    """A typeface that does not ask the machine."""

    def __init__(self, looks) -> None:
        super().__init__("serif", looks)
        self.family, self.stand_ins, self.alike = "Times", ("serif",), True

    def width(self, text: str, kind: str) -> float:
        return 0.5 * len(text) * self.looks.text(kind, "plain").size

    def drop(self, kind: str) -> float:
        return 0.35 * self.looks.text(kind, "plain").size


def fixed_page(shown: Subject, spec: FigureSpec) -> Page:
    """Lay a figure out as wide as it gets, in letters of one width."""
    placing = Placing(shown, spec, Fixed(load_looks(spec.theme, spec.size)))
    return finished(arranged(placing, 0.9, spec.layout == "stacked"), placing, None)


def compare_golden(name: str, text: str) -> None:
    """Compare a text with the file of that name, which is made if it is missing and must then be looked at."""
    path = GOLDEN / name
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        pytest.fail(f"{name} was made: look at it, then run again")
    assert text == path.read_bytes().decode(), f"{name} differs: delete it and run again if that is as it should be"


def tool(name: str) -> str:
    """Return a program's path; skip a test without it."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"needs {name}, which is not installed")
    return found


def run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout
