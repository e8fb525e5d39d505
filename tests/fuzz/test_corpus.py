"""Every input that is kept for fuzzing, and every one that once crashed, does no harm; ``make fuzz`` looks for more."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # for targets

from targets import TARGETS, run  # noqa: E402

FILES = sorted(HERE.glob("corpus/*/*"))


def test_every_target_has_a_beginning():
    assert {file.parent.name for file in FILES} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_corpus(name):
    for file in FILES:
        if file.parent.name == name:
            run(name, file.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_and_what_has_no_meaning(name):
    for data in (b"", b"\0", b"\xff\xfe\xff", b"\n" * 50, bytes(range(256)), b"(" * 5000, b"[" * 5000, b"{" * 5000):
        run(name, data)
