"""The manual is true: examples in Python and on the command line print what the pages say, links lead somewhere."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from treelens.engine.metrics import METRICS
from treelens.resources import resource

MANUAL = Path(str(resource("manual")))
PAGES = sorted(page.name for page in MANUAL.glob("*.md"))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def text_of(page):
    return (MANUAL / page).read_text(encoding="utf-8")


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(page), re.DOTALL | re.MULTILINE)


def having(language):
    return [page for page in PAGES if blocks(page, language)]


@pytest.mark.parametrize("page", having("python"))
def test_examples_in_python(page):
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page, page, 0)
    found = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert found.attempted
    assert not found.failed


def commands(page):
    """Return the commands of a page, each with what it should print."""
    for block in blocks(page, "console"):
        yield from re.findall(r"^\$ treelens (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


@pytest.mark.parametrize("page", having("console"))
def test_examples_on_the_command_line(page, monkeypatch, capsys, tmp_path):
    from treelens.engine.commands.main import run
    from treelens.gui import program

    assert program.main
    for name in ("gold.mrg", "berkeley.mrg", "stanford.mrg", "bllip.mrg", "udpipe.conllu", "linkgrammar.mrg"):
        (tmp_path / name).write_bytes(resource("demo", name).read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    for command, printed in commands(page):
        assert run(shlex.split(command, comments=True)) == 0, command
        out = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(printed, out, FLAGS), f"$ treelens {command}\n{out}"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", text_of(page)):
        assert target.startswith("https://") or (MANUAL / target).is_file(), target


def test_every_page_can_be_found():
    named = set(re.findall(r"\]\(([\w-]+\.md)\)", text_of("index.md")))
    assert named == set(PAGES) - {"index.md"}


def test_every_measure_is_explained():
    named = set(re.findall(r"`([\w-]+)`", text_of("measures.md")))
    assert set(METRICS) <= named
