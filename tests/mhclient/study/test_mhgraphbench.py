"""`mhclient run mhgraphbench`: from one's own kg.csv to the ranked table."""

import shutil

import pytest

from benchmark import read_benchmark, sample_paths
from cache import Store
from mhclient.cli.main import main
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import serving
from tests.support.places import SHARED

FILES = ("kg.csv", "disease_features.tab", "drug_features.tab")
LIMIT = 27
N_MODELS = 2


def sample_folder():
    return sample_paths().kg.parent


def real_folder():
    folder = SHARED / "primekg_slice"
    if not folder.is_dir():
        pytest.skip("no real PrimeKG rows beside the checkout")
    return folder


@pytest.fixture(params=[sample_folder, pytest.param(real_folder, marks=pytest.mark.slow)])
def graph(request, tmp_path, monkeypatch):
    """A folder with a graph as it is downloaded, where the command is typed."""
    monkeypatch.chdir(tmp_path)
    for name in FILES:
        shutil.copyfile(request.param() / name, tmp_path / name)
    return tmp_path


def run(simulator, source: str) -> int:
    models = ("--model", "compatible:sim-tidy", "--model", "compatible:sim-verbose")
    return main(["run", source, *models, "--base-url", simulator.openai_base_url, "--limit", str(LIMIT)])


@pytest.mark.slow
def test_from_a_graph_to_the_ranked_table_and_again_without_asking(graph, capsys):
    with serving(Simulator(AnswerKey())) as simulator:
        assert run(simulator, "mhgraphbench") == 0
        shown, said = capsys.readouterr()
        assert run(simulator, "mhgraphbench:kg.csv") == 0
        assert capsys.readouterr().out == shown
        assert simulator.asked.total() == N_MODELS * LIMIT
    assert sum("letter-only" in line and "–" in line for line in shown.splitlines()) >= N_MODELS
    assert "questions, kept in mhclient-benchmarks/kg-" in said
    assert "diseases of psychiatric-42" in said
    assert "have no edges in this graph and are left out" in said
    (folder,) = (graph / "mhclient-benchmarks").iterdir()
    assert {"ET", "EC", "FC", "RT", "RP", "R1", "R2"} <= set(read_benchmark(folder).manifest["tasks"])
    with Store.open(graph / "mhclient.sqlite3", read_only=True) as store:
        tasks = [set(store.results.count_tasks(row.run_id)) for row in store.runs.get_all()]
    assert len(tasks) == N_MODELS
    assert all(len(asked) >= 7 for asked in tasks)


def test_a_graph_that_is_not_there_is_said_before_what_the_model_lacks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["run", "mhgraphbench", "--model", "compatible:m"]) == 2
    assert "there is no kg.csv here" in capsys.readouterr().err
