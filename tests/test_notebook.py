"""Calls from Python in a real Jupyter kernel: mistakes are one line, and to interrupt drains."""

import asyncio
import csv
import os
import sys
import time
from pathlib import Path

import pytest

from cache import Store
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import serving
from tests.support.places import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # what the kernel's packages warn of


@pytest.fixture
def exam(tmp_path):
    with (tmp_path / "exam.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "A", "B", "C", "gold"])
        rows.writerows([f"What is {n} + {n}?", n, 2 * n, 2 * n + 1, "B"] for n in range(1, 21))


def executed(folder: Path, cells, *, allow_errors=False):
    """The outputs of each cell, as the saved notebook has them."""
    if sys.platform == "win32":
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        allow_errors=allow_errors,
    )
    client.execute()
    nbformat.write(notebook, folder / "saved.ipynb")
    saved = nbformat.read(folder / "saved.ipynb", as_version=4)
    return [cell.outputs for cell in saved.cells]


MISTAKES = {
    "mhclient.evaluate('exma.csv', 'openai:gpt-5')": "there is no such file or folder. Did you mean exam.csv",
    "mhclient.evaluate('exam.csv', 'opnai:gpt-5')": "no provider 'opnai'. Did you mean openai:gpt-5?",
    "mhclient.evaluate('bad.csv', 'openai:gpt-5')": "no column for gold among",
    "mhclient.load('@last')": "no store here. 'mhclient run' makes one",
    "await mhclient.aevaluate('exam.csv', 'compatible:m', base_url='http://127.0.0.1:1/v1', limit=2)": (
        "nothing listens at 127.0.0.1:1; start the server there"
    ),
}


def test_an_error_of_ours_is_one_line_in_a_notebook(exam, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    (tmp_path / "bad.csv").write_text("question,A,B\nx,y,z\n")
    cells = ["import mhclient", *MISTAKES, "1 / 0"]
    _, *shown, other = executed(tmp_path, cells, allow_errors=True)
    for call, said, outputs in zip(MISTAKES, MISTAKES.values(), shown, strict=True):
        (error,) = (output for output in outputs if output.output_type == "error")
        where, line = error.traceback
        assert where == f"line 1: {call}"
        assert line.startswith(f"{error.ename}: ")
        assert said in line
    assert any("ZeroDivisionError" in line for line in other[0].traceback)
    assert len(other[0].traceback) > 2  # what is not ours is shown as ever


def reply_to(client, sent: str):
    """What the kernel replies to a request, others' replies passed over."""
    while True:
        message = client.get_shell_msg(timeout=60)
        if message["parent_header"]["msg_id"] == sent:
            return message["content"]


@pytest.mark.parametrize("call", ["mhclient.evaluate", "await mhclient.aevaluate"])
def test_to_interrupt_the_kernel_drains(exam, tmp_path, monkeypatch, call):
    manager = pytest.importorskip("jupyter_client.manager")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with serving(Simulator(AnswerKey(), latency_s=0.2)) as simulator:
        kernel, client = manager.start_new_kernel(kernel_name="python3", cwd=str(tmp_path))
        try:
            sent = client.execute(
                f"import mhclient\n{call}('exam.csv', 'compatible:sim-tidy', concurrency=2, "
                f"base_url={simulator.openai_base_url!r})"
            )
            while simulator.asked.total() < 6:
                time.sleep(0.05)
            kernel.interrupt_kernel()
            reply = reply_to(client, sent)
        finally:
            client.stop_channels()
            kernel.shutdown_kernel(now=True)
        asked = simulator.asked.total()
    assert (reply["status"], 6 <= asked < 20) == ("error", True)
    assert reply["ename"] in ("KeyboardInterrupt", "CancelledError")
    assert len(reply["traceback"]) == 2
    assert "asks the rest" in reply["traceback"][-1]
    with Store.open(tmp_path / "mhclient.sqlite3", read_only=True) as store:
        (run,) = store.runs.get_all()
        assert sum(task.answered for task in store.results.count_tasks(run.run_id).values()) == asked
