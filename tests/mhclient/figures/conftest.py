"""What tests of figures share."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def nothing_old_to_search() -> None:
    """Statsmodels searches all memory for cycles at each call: half a second where torch is imported."""
    gc.freeze()
