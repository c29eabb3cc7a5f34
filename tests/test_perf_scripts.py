"""Three of the scripts that measure still run with `--quick`; `make check` checks the types of all."""

import runpy
import subprocess
import sys

import pytest

from tests.support.places import ROOT

PERF = ROOT / "perf"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["interval_coverage", "rate_limit", "report_pairs"])
def test_a_script_that_measures_runs(name):
    command = [sys.executable, f"{PERF}/{name}.py", "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr


def test_a_quick_measurement_is_not_recorded():
    command = [sys.executable, f"{PERF}/interval_coverage.py", "--quick", "--record"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "leave out one of --quick and --record" in done.stderr


def test_a_recorded_section_replaces_the_older_one_of_its_script():
    put_section = runpy.run_path(str(PERF / "recording.py"))["put_section"]
    text = put_section("# Head\n", "b", "## b\n1\n")
    text = put_section(text, "a", "## a\n2\n")
    assert put_section(text, "b", "## b\n3\n") == "# Head\n\n## a\n2\n\n## b\n3\n"
