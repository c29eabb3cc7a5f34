"""Panels of studies and of `evaluate`: the same as the command line's, and no part of the result."""

import pytest

import mhclient
from mhclient.cli.main import main
from mhclient.errors import UsageError
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items

STUDY = """
benchmarks = ["{benchmark}"]
panel = 5

[limits]
max_requests = {cap}

[[models]]
name = "compatible:sim-tidy"
base_url = "{url}"

[[models]]
name = "compatible:sim-verbose"
base_url = "{url}"
"""


@pytest.fixture
def served(make_benchmark):
    benchmark = make_benchmark(make_items(12))
    with serving(simulator_for(benchmark)) as simulator:
        yield benchmark, simulator


@pytest.mark.slow
def test_a_study_has_panels_of_each_model_under_its_cap(served, tmp_path, store_path, capsys):
    benchmark, simulator = served
    study = tmp_path / "study.toml"
    places = {"benchmark": benchmark.directory, "url": simulator.openai_base_url}
    study.write_text(STUDY.format(cap=40, **places))
    assert main(["run", str(study), "--store", str(store_path)]) == 1
    assert simulator.asked.total() == 40
    study.write_text(STUDY.format(cap=64, **places))
    assert main(["run", str(study), "--store", str(store_path)]) == 0
    assert simulator.asked.total() == 2 * (5 * 2 + 12 + 5 * 2)
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path)]) == 0
    assert capsys.readouterr().out.count("No change shown in 2 panels") == 2


def test_evaluate_asks_panels_which_are_no_part_of_the_result(served, store_path):
    benchmark, simulator = served
    where = {"base_url": simulator.openai_base_url, "store": store_path, "progress": False}
    result = mhclient.evaluate(benchmark, "compatible:sim-tidy", panel=5, **where)
    assert simulator.asked.total() == 10 + 12 + 10
    assert result.summary["n"].to_list() == [12]
    alone = mhclient.evaluate(benchmark, "compatible:sim-tidy", panel=5, panel_only=True, **where)
    assert alone.summary["n"].to_list() == [10]
    with mhclient.open_store(store_path) as store:
        (series,) = mhclient.more.find_drift(store, result.run_ids)
    assert [panel.place for panel in series.panels] == ["start", "end", "alone"]


@pytest.mark.parametrize("panel", [0, -3, 2.5, "many", True])
def test_a_panel_of_no_items_is_refused(panel, served, store_path):
    benchmark, simulator = served
    with pytest.raises(UsageError, match=r"`panel` is .*: give a whole number from 1"):
        mhclient.evaluate(
            benchmark,
            "compatible:sim-tidy",
            base_url=simulator.openai_base_url,
            store=store_path,
            panel=panel,
        )
    assert simulator.asked.total() == 0


def test_panel_only_needs_a_panel(served, store_path):
    benchmark, _ = served
    with pytest.raises(UsageError, match="`panel_only` needs `panel`"):
        mhclient.evaluate(
            benchmark,
            "compatible:sim-tidy",
            base_url="http://127.0.0.1:9/v1",
            store=store_path,
            panel_only=True,
        )
