"""Two of the scripts that measure still run with `--quick`; `make check` checks the types of all."""

import subprocess
import sys

import pytest

from tests.support.places import ROOT

PERF = ROOT / "perf"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rate_limit", "report_pairs"])
def test_a_script_that_measures_runs(name):
    command = [sys.executable, f"{PERF}/{name}.py", "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr
