"""PDF: embedded fonts, texts in reading order, the true size of the page, the same bytes each time."""

import hashlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase
from samples import ARABIC, CHINESE, HOSTILE, HOSTILE_SYSTEM, OTHER, run, subject, tool, tree

from treelens.gui.figures import FigureSpec, make_page, pdf, png, svg, tikz
from treelens.gui.figures.looks import THEMES

WRITE_ALL = """
import hashlib, io, os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path[:0] = sys.argv[1:]
from PySide6.QtWidgets import QApplication
application = QApplication([])
from samples import subject
from treelens.gui.figures import FigureSpec, make_page, pdf, png, svg, tikz
page = make_page(subject(), FigureSpec(caption="words", links=True))
for codec in (svg, pdf, png, tikz):
    target = io.BytesIO()
    codec.write(page, target)
    print(hashlib.sha256(target.getvalue()).hexdigest())
"""


def written(page, **options):
    target = io.BytesIO()
    pdf.write(page, target, **options)
    return target.getvalue()


def saved(page, folder):
    path = folder / "figure.pdf"
    path.write_bytes(written(page))
    return str(path)


@pytest.mark.parametrize("width", [None, "column", "page", "123.45pt"])
def test_the_page_is_as_large_as_the_drawing(width):
    page = make_page(subject(), FigureSpec(layout="gold", width=width))
    found = re.search(rb"/MediaBox \[0 (\S+) (\S+) (\S+)\]", written(page))
    bottom, right, top = map(float, found.groups())
    assert right == pytest.approx(page.width, abs=1e-3)
    assert top - bottom == pytest.approx(page.height, abs=1e-3)


def test_poppler_reads_the_size(tmp_path):
    page = make_page(subject(), FigureSpec(width="column"))
    size = re.search(r"Page size:\s+(\S+) x (\S+) pts", run(tool("pdfinfo"), saved(page, tmp_path)))
    assert float(size[1]) == pytest.approx(218.16, abs=0.01)
    assert float(size[2]) == pytest.approx(page.height, abs=0.01)


def test_no_dates_no_random_numbers():
    made = written(make_page(subject(), FigureSpec()))
    assert not re.search(rb"Date|/ID|uuid|<xmp", made)
    assert made.startswith(b"%PDF-1.")
    assert made.endswith(b"%%EOF\n")


def test_the_table_of_objects_is_right():
    """Each entry points at the object of its number."""
    made = written(make_page(subject(), FigureSpec()))
    start = int(made.split(b"startxref\n")[-1].split()[0])
    lines = made[start:].split(b"\n")
    assert lines[0] == b"xref"
    size = int(lines[1].split()[1])
    for number, line in enumerate(lines[2 : 2 + size]):
        if line.endswith(b"n "):
            assert made[int(line[:10]) :].startswith(b"%d 0 obj" % number)


def test_fonts_are_embedded(tmp_path):
    lines = run(tool("pdffonts"), saved(make_page(subject(), FigureSpec(fold=True)), tmp_path)).splitlines()[2:]
    assert len(lines) >= 2
    for line in lines:
        embedded, _, to_unicode = line.split()[-5:-2]
        assert (embedded, to_unicode) == ("yes", "yes")
        assert "Type 3" not in line


def test_texts_in_reading_order(tmp_path):
    path = saved(make_page(subject(), FigureSpec(caption="A final caption.")), tmp_path)
    raw = run(tool("pdftotext"), "-raw", path, "-").split()
    text = " ".join(raw)
    places = [
        text.index(part) for part in ("Gold", "the cat saw a dog today", "parser", "1 deletion", "A final caption.")
    ]
    assert places == sorted(places)
    assert text.count("the cat saw a dog today") == 2
    assert "the cat saw a dog today" in " ".join(run(tool("pdftotext"), path, "-").split())


def test_ligatures_do_not_hide_letters(tmp_path):
    office = "(S (NP (NN office) (NNS fish)) (VP (VBP flow)))"
    path = saved(make_page(subject(office, office), FigureSpec("gold")), tmp_path)
    assert "office fish flow" in " ".join(run(tool("pdftotext"), path, "-").split())


@pytest.mark.parametrize("pair", [(HOSTILE, HOSTILE_SYSTEM), (CHINESE, CHINESE)])
def test_special_characters_survive(qapp, tmp_path, pair):
    if pair[0] == CHINESE and not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        pytest.skip("needs a font with Chinese characters, which is not installed")
    path = saved(make_page(subject(*pair), FigureSpec("gold")), tmp_path)
    text = run(tool("pdftotext"), "-raw", path, "-")
    assert all(word in text for word in tree(pair[0]).words)


def test_right_to_left_is_drawn(tmp_path):
    path = saved(make_page(subject(ARABIC, ARABIC), FigureSpec()), tmp_path)
    assert "yes" in run(tool("pdffonts"), path)


@pytest.mark.parametrize("theme", THEMES)
def test_no_pictures_in_it(theme):
    made = written(make_page(subject(second=OTHER), FigureSpec("three", theme=theme, links=True)))
    assert b"/Subtype /Image" not in made


def test_the_same_bytes_twice_and_in_another_process():
    digests = []
    for _ in range(2):
        page = make_page(subject(), FigureSpec(caption="words", links=True))
        for codec in (svg, pdf, png, tikz):
            target = io.BytesIO()
            codec.write(page, target)
            digests.append(hashlib.sha256(target.getvalue()).hexdigest())
    assert digests[:4] == digests[4:]
    here = Path(__file__).parent
    command = [sys.executable, "-c", WRITE_ALL, str(here), str(here.parents[1])]
    other = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.split()
    assert other == digests[:4]
