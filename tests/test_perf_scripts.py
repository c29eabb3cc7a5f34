"""The scripts that measure still run: each with `--quick`, whose figures mean nothing."""

import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.commands import ended
from tests.support.places import ROOT

# These are imported by the others, or write a file and measure nothing.
SHARED_PARTS = {
    "children",
    "earlier_store",
    "fixed_entities",
    "gpu_attention",
    "gpu_plan",
    "gpu_tables",
    "invented_questions",
    "loopback",
    "other_ways",
    "primekg_sized",
    "prose",
    "random_model",
    "recording",
}
SCRIPTS = sorted({path.stem for path in (ROOT / "perf").glob("*.py")} - SHARED_PARTS)


def test_figures_of_every_script_are_found():
    """In a section of the script, or where the head of the file says."""
    head, *sections = (ROOT / "perf" / "RESULTS.md").read_text(encoding="utf-8").split("\n## ")
    recorded = {section.splitlines()[0] for section in sections}
    elsewhere = {line.split("`")[1]: line for line in head.splitlines() if line.startswith("| `")}
    assert set(SCRIPTS) - recorded == set(elsewhere)
    performance = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    for name, line in elsewhere.items():
        for place in re.findall(r'performance\.md, "(.+?)"', line):
            section = performance.split(f"\n## {place}\n")[1].split("\n## ")[0]
            assert f"perf/{name}.py" in section
        for told in re.findall(r'"([^"]+)"', line.partition("#against_earlier")[2]):
            assert told in next(part for part in sections if part.startswith("against_earlier\n"))


# They import torch, which this process has done for other tests.
OF_MODELS = ("forced_choice", "shared_beginnings", "token_tree")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # as where nobody looks for warnings
@pytest.mark.parametrize("name", OF_MODELS)
def test_a_script_that_measures_a_model_runs(name, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.syspath_prepend(ROOT / "perf")
    monkeypatch.setenv("RAYON_NUM_THREADS", "1")  # scripts set it: here it is taken back
    assert run_script(ROOT / "perf" / f"{name}.py") == 0
    assert len(capsys.readouterr().out.splitlines()) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(SCRIPTS) - set(OF_MODELS)))
async def test_a_script_that_measures_runs(name):
    status, out, said = await ended(run_script, ROOT / "perf" / f"{name}.py")
    assert status == 0, said
    assert len(out.splitlines()) >= 1


def run_script(path: Path) -> int:
    """A script with `--quick`."""
    sys.argv[:] = [str(path), "--quick"]
    sys.path.insert(0, str(path.parent))
    runpy.run_path(str(path), run_name="__main__")
    return 0


@pytest.mark.slow
@pytest.mark.parametrize("forking", [False, True])
async def test_programs_of_scripts_are_heard_and_ended_in_either_way(forking):
    status, out, said = await ended(start_programs, forking)
    assert (status, said) == (0, "")
    assert out.splitlines() == ["['-c', 'one']", "begun", "-c 1/0 ended with status 1"]


def start_programs(forking: bool) -> int:
    """One to its end, one that ends with the block, one that fails; each in a new process, or in a fork."""
    sys.path.insert(0, str(ROOT / "perf"))
    children = import_module("children")
    with children.forking(forking):
        sys.stdout.write(children.finish("-c", "import sys; print(sys.argv)", "one").out)
        with children.running("-c", "import time; print('begun', flush=True); time.sleep(3600)") as out:
            sys.stdout.write(out.readline())
        with pytest.raises(SystemExit) as failed:
            children.finish("-c", "1/0")
    first, *rest = str(failed.value).splitlines()
    sys.stdout.write(first.rstrip(":") + "\n")
    assert rest[-1] == "ZeroDivisionError: division by zero"
    return 0


def test_a_quick_measurement_is_not_recorded():
    command = [sys.executable, str(ROOT / "perf" / "startup.py"), "--quick", "--record"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "leave out one of --quick and --record" in done.stderr


def test_a_recorded_section_replaces_the_older_one_of_its_script(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "perf")
    put_section = runpy.run_path(str(ROOT / "perf" / "recording.py"))["put_section"]
    text = put_section("# Head\n", "b", "## b\n1\n")
    text = put_section(text, "a", "## a\n2\n")
    assert put_section(text, "b", "## b\n3\n") == "# Head\n\n## a\n2\n\n## b\n3\n"
