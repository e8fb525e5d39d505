"""The examples in docstrings of the window's modules are true."""

import pytest
from doctests import modules_with_examples, run_examples


@pytest.mark.parametrize("name", modules_with_examples("gui"))
def test_examples(name):
    run_examples(name)
