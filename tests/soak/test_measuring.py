"""The soak's verdict: what grows is named, what only goes up and down is not."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from measuring import Measure, verdict

REST = [Measure(minute, 100 * minute, 300 + minute % 3, 950, 2500, 150_000, 6, 12) for minute in range(16)]


def test_what_goes_up_and_down_is_no_leak():
    assert verdict(REST) == []


def test_what_grows_only_at_first_is_no_leak():
    assert verdict([replace(one, memory=one.memory - max(0, 4 - one.minute) * 30) for one in REST]) == []


@pytest.mark.parametrize(
    ("what", "by"), [("memory", 3), ("widgets", 9), ("wrappers", 120), ("threads", 1), ("files", 1)]
)
def test_what_grows_and_grows_is_named(what, by):
    found = verdict([replace(one, **{what: getattr(one, what) + by * one.minute}) for one in REST])
    assert len(found) == 1
    assert found[0].startswith(f"{what} grew")


def test_too_little_is_not_judged():
    assert verdict(REST[:3]) == ["too few measures to say whether memory grows: let it run for longer"]
