"""The one door to data files."""

from doctests import run_examples


def test_examples():
    run_examples("treelens.resources")
