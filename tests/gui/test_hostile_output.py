"""What is in files stays text in everything that is made of them: figures, reports, tables, and on terminals."""

import csv
import io
import json
import re
import sys

import pytest
from defusedxml.ElementTree import fromstring
from hostile_files import CONTROLS, MARK, TEXTS, hostile_pair

from treelens.gui.program import run

COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def pair(tmp_path):
    return hostile_pair(tmp_path)


def figure(pair, tmp_path, suffix: str, sentence: int) -> str:
    target = tmp_path / f"figure{suffix}"
    assert run(["figure", *pair, "--id", str(sentence), "--width", "40cm", "-o", str(target)]) == 0
    return target.read_text(encoding="utf-8")


@pytest.mark.parametrize("sentence", range(1, len(TEXTS) + len(CONTROLS) + 1))
def test_svg_is_sound_and_has_nothing_but_text_in_it(pair, tmp_path, sentence):
    text = figure(pair, tmp_path, ".svg", sentence)
    kinds = {element.tag.rpartition("}")[2] for element in fromstring(text).iter()}
    assert MARK in text
    assert kinds <= {"svg", "title", "text", "path", "rect", "circle"}
    assert not COMMANDS.search(text)


@pytest.mark.parametrize("sentence", [3, 4, 8, 11])
def test_tex_carries_nothing_out(pair, tmp_path, sentence):
    body = figure(pair, tmp_path, ".tex", sentence).partition(r"\begin{forest}")[2]
    said = [line for line in body.split("\n") if MARK in line]
    assert said
    for line in said:
        assert not re.search(r"\\(input|write|immediate|openin|catcode|def)\b|\^\^|(?<!\\)[%#]", line)
    assert not COMMANDS.search(body)


def test_report_has_no_markup_from_files(pair, tmp_path):
    target = tmp_path / "report.html"
    assert run(["report", *pair, "-o", str(target), "--samples", "50"]) == 0
    page = target.read_text(encoding="utf-8")
    assert MARK in page
    assert not re.search(rf"<(script|img|b)[^>]*>[^<]*{MARK}|<img|<(script|link|iframe)[^>]+src=", page)
    assert "default-src 'none'" in page
    assert not COMMANDS.search(page)


def test_terminals_get_text_only(pair, capfd):
    for command in (["score", *pair], ["rank", *pair], ["errors", *pair], ["diff", *pair, "--id", "9"]):
        run(command)
        for said in capfd.readouterr():
            assert not COMMANDS.search(said)


@pytest.mark.parametrize("command", [["convert", "--to", "discbracket"], ["rank", "--format", "json"]])
def test_what_goes_to_a_terminal_is_harmless_and_to_a_file_faithful(pair, capfdbinary, monkeypatch, command):
    name, *options = command
    arguments = [name, *(pair[:1] if name == "convert" else pair), *options]
    assert run(arguments) == 0
    faithful = capfdbinary.readouterr().out.decode("utf-8")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(arguments) == 0
    shown = capfdbinary.readouterr().out.decode("utf-8")
    assert COMMANDS.search(faithful)
    assert not COMMANDS.search(shown)


def test_csv_and_json_are_faithful(pair, capfdbinary):
    run(["rank", *pair, "--format", "csv"])
    rows = list(csv.reader(io.StringIO(capfdbinary.readouterr().out.decode("utf-8"), newline="")))
    assert any(TEXTS[-1] in cell for row in rows for cell in row)
    run(["rank", *pair, "--format", "json"])
    words = [one["words"] for one in json.loads(capfdbinary.readouterr().out)["sentences"]]
    assert f"w {CONTROLS[0]} x" in words


def test_errors_about_files_with_odd_names(tmp_path, capfd):
    assert run(["score", str(tmp_path / "\x1b]0;x\x07"), "y"]) == 2
    assert "␛]0;x␇: cannot be read" in capfd.readouterr().err
