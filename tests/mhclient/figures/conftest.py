"""What tests of figures share."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def nothing_old_to_search() -> Iterator[None]:
    """Statsmodels searches all memory for cycles at each call: half a second where torch is imported."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
