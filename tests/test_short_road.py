"""The short road of README, both ways, as it stands there: in a fresh folder, with simulated models."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from mhclient.cli.main import main
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import serving
from tests.support.places import ROOT

pytestmark = pytest.mark.slow

# The models that README names are not on this machine.
SIMULATED = {"openai:gpt-5": "openai:sim-verbose", "anthropic:claude-sonnet-5": "anthropic:sim-reasoning"}


def blocks(kind: str) -> list[str]:
    """The code blocks of README's section, with simulated models."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## The short road\n(.*?)^## ", readme, re.S | re.M)
    for named, simulated in SIMULATED.items():
        section = section.replace(named, simulated)
    return re.findall(rf"```{kind}\n(.*?)```", section, re.S)


@pytest.fixture
def simulator(tmp_path, monkeypatch):
    """A fresh folder with an Excel file, and a simulator where both providers are asked."""
    shutil.copy(ROOT / "tests" / "fixtures" / "questions" / "libreoffice.xlsx", tmp_path / "exam.xlsx")
    with serving(Simulator(AnswerKey())) as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.openai_base_url)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", running.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-key-at-all")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-key-at-all")
        yield running


def test_the_commands_run(simulator, tmp_path, capsys):
    (console,) = blocks("console")
    run, report = [shlex.split(line.removeprefix("$ ")) for line in console.splitlines()]
    # A simulated model has no list price, and a cap in dollars needs one.
    assert main([*run[1:], "--price", "1,4"]) == 0
    shown, said = capsys.readouterr()
    table = shown.splitlines()
    assert len([line for line in table if " · " in line and not line.startswith("Unread")]) == 4
    assert table[0].split()[:2] == ["accuracy", "95"]
    assert f"Next: {shlex.join(report)}\n" in said
    assert main(report[1:]) == 0
    assert (tmp_path / "report.html").stat().st_size > 50_000


def test_the_script_runs(simulator, tmp_path):
    (script,) = blocks("python")
    priced = script.replace("max_cost_usd=10,", "max_cost_usd=10, price=mhclient.Price(1, 4, 'mine'),")
    done = subprocess.run(
        [sys.executable, "-c", priced], cwd=tmp_path, timeout=120, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "sim-verbose · reasoning" in done.stdout
    assert (tmp_path / "report.html").stat().st_size > 50_000
