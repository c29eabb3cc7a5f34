"""What tests of pages share."""

from collections.abc import Iterator

import pytest


@pytest.fixture
def browser(tmp_path) -> Iterator[object]:
    """A headless Chromium; it is told to tests that are marked with `needs_chromium`."""
    from tests.mhclient.chromium import start_chromium

    driver = start_chromium(tmp_path / "profile")
    yield driver
    driver.quit()
