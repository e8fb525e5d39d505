"""What all tests share: the data beside the checkout where it is there, and settings of hypothesis."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))  # for strategies and the like

settings.register_profile("treelens", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("treelens")

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of treebanks and reference results beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared, which is not here")
    return SHARED
