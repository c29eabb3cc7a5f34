"""What README shows is what happens."""

import re
import subprocess
import sys

import pytest

from benchmark import read_benchmark
from mhclient.cli.main import main
from mhclient.providers.registry import provider_named
from mhclient.run.prompts import load_variant
from mhclient.run.spec import RunSpec
from tests.support.places import ROOT

README = ROOT / "README.md"


def test_the_first_session_names_the_run_that_it_makes(tmp_path):
    shown = set(re.findall(r"sim-verbose-letter-only-[0-9a-f]{8}", README.read_text(encoding="utf-8")))
    assert main(["build", "--sample", "--out", str(tmp_path / "bench")]) == 0
    benchmark = read_benchmark(tmp_path / "bench")
    provider = provider_named("openai", "http://127.0.0.1:8765/v1")
    spec = RunSpec(
        provider.name,
        "sim-verbose",
        provider.endpoint,
        benchmark.items_sha256,
        load_variant("letter-only"),
    )
    assert shown == {spec.run_id()}


@pytest.mark.slow
def test_the_script_under_from_python_runs(tmp_path):
    """As it stands there, in a folder where the benchmark has been made."""
    (script,) = re.findall(
        r"^## From Python.*?```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S | re.M
    )
    assert main(["build", "--sample", "--out", str(tmp_path / "bench")]) == 0
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, timeout=120)
    assert (tmp_path / "report.html").stat().st_size > 100_000
