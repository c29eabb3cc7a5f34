"""What tests of reports and pages share."""

from collections.abc import Iterator

import pytest

from tests.support.worked_example import write_worked_example


@pytest.fixture
def store(tmp_path):
    """Where a report's store is made."""
    return tmp_path / "mhclient.sqlite3"


@pytest.fixture
def worked(tmp_path):
    """The benchmark of the worked example."""
    return write_worked_example(tmp_path / "bench")


@pytest.fixture
def browser(tmp_path) -> Iterator[object]:
    """A headless Chromium; it is told to tests that are marked with `needs_chromium`."""
    from tests.support.chromium import start_chromium

    driver = start_chromium(tmp_path / "profile")
    yield driver
    driver.quit()
