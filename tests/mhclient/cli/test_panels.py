"""`run --panel N` and `mhclient drift`: asked past the store, under the caps, and no part of the run."""

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import anyio
import pytest

from cache import Store
from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.run.spec import Panel, RunSpec, series_of, spec_of
from mhclient.study.panels import EPOCHS, PanelPlace, panel_spec
from tests.support.asking import run, serving, simulator_for
from tests.support.items import make_items


@pytest.fixture
def asking(make_benchmark, store_path, monkeypatch):
    """A benchmark of 30 items, a simulator, and a command that asks it."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
    benchmark = make_benchmark(make_items(30))
    with serving(simulator_for(benchmark)) as simulator:

        def ask(*more: str, model: str = "sim-tidy") -> int:
            words = ["run", str(benchmark.directory), "--model", f"openai:{model}"]
            where = ["--base-url", simulator.openai_base_url, "--store", str(store_path)]
            return main([*words, *where, *more])

        yield ask, simulator


def runs_in(store_path) -> dict[str, RunSpec]:
    with Store.open(store_path, read_only=True) as store:
        return {run.run_id: spec_of(run) for run in store.runs.get_all()}


def test_panels_are_asked_at_start_and_end_past_the_store(asking, store_path):
    ask, simulator = asking
    assert ask() == 0
    assert simulator.asked.total() == 30
    assert ask("--panel", "10") == 0
    assert simulator.asked.total() == 30 + 2 * 20
    places = [spec.panel.place for spec in runs_in(store_path).values() if spec.panel]
    assert places == ["start", "end"]
    keys = (
        open_connection(store_path)
        .execute("SELECT count(*), count(DISTINCT request_key) FROM run_items")
        .fetchone()
    )
    assert tuple(keys) == (70, 70)


def test_a_panel_is_no_part_of_the_run(asking, store_path, capsys):
    ask, _ = asking
    assert ask("--panel", "10") == 0
    (main_run,) = [run_id for run_id, spec in runs_in(store_path).items() if spec.panel is None]
    with Store.open(store_path, read_only=True) as store:
        assert sum(count.total for count in store.results.count_tasks(main_run).values()) == 30
    capsys.readouterr()
    assert main(["report", "@last", "--store", str(store_path), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [run["run"] for run in document["runs"]] == [main_run]
    assert document["runs"][0]["marks"] == []
    assert main(["runs", "--store", str(store_path)]) == 0
    assert "2 panels" in capsys.readouterr().out
    assert main(["runs", "--json", "--store", str(store_path)]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each.get("panel", False) for each in listed] == [True, False, True]
    panel = next(each["run"] for each in listed if each.get("panel"))
    assert main(["report", panel, "--store", str(store_path), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["marks"] == ["panel"]


@pytest.mark.slow
def test_a_panel_that_was_cut_off_is_finished_and_a_finished_one_is_not_paid_twice(asking, store_path):
    ask, simulator = asking
    assert ask("--panel", "10", "--max-requests", "13") in (1, 3)
    assert simulator.asked.total() == 13
    assert ask("--panel", "10", "--max-requests", "25") in (1, 3)
    assert simulator.asked.total() == 25
    assert ask("--panel", "10") == 0
    assert simulator.asked.total() == 20 + 30 + 20
    assert sum(spec.panel is not None for spec in runs_in(store_path).values()) == 2


def test_a_cap_holds_over_run_and_panels(asking, store_path):
    ask, simulator = asking
    assert ask("--panel", "10", "--max-requests", "40") in (1, 3)
    assert simulator.asked.total() == 40


def test_a_panel_alone_every_day(asking, store_path, capsys):
    ask, simulator = asking
    for _ in range(3):
        assert ask("--panel", "10", "--panel-only") == 0
    assert simulator.asked.total() == 60
    assert {spec.panel.place for spec in runs_in(store_path).values() if spec.panel} == {"alone"}
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path)]) == 0
    assert "No change shown in 3 panels" in capsys.readouterr().out


@pytest.fixture
def panels_of(make_benchmark, store_path):
    """Asks panels of 25 items whose moments are fixed: from these follows how ties are broken.

    With moments of the clock a change would be shown a panel early in one of some hundred runs of a test.
    """
    benchmark = make_benchmark(make_items(30))

    async def ask(model: str, n: int) -> None:
        async with simulator_for(benchmark) as simulator:
            for number in range(n):
                await run(
                    benchmark,
                    simulator,
                    store_path,
                    model=model,
                    endpoint_name="lab",
                    limit=25,
                    epochs=EPOCHS,
                    panel=Panel(PanelPlace.ALONE, 1_790_000_000_000 + number),
                )

    return lambda model, n: anyio.run(ask, model, n)


@pytest.mark.slow
def test_a_service_that_changed_is_found_with_what_changed_beside_it(
    panels_of, store_path, tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
    panels_of("sim-tidy:accuracy=1.0,changes_after=200,accuracy_after=0.4", 6)
    assert main(["drift", "--store", str(store_path), "--format", "json"]) == 1
    (series,) = json.loads(capsys.readouterr().out)["series"]
    assert series["changed"]["began"] == 5
    assert series["changed"]["shown_at"] == 5
    assert series["changed"]["difference"] < -0.1
    assert "fingerprint fp_simulated → fp_simulated_2" in series["verdict"]
    assert [len(panel["fingerprints"]) for panel in series["panels"]] == [1] * 6
    page = tmp_path / "drift.html"
    for out in (page, page, tmp_path / "drift.txt", tmp_path / "drift.txt"):
        assert main(["drift", "--store", str(store_path), "--out", str(out)]) == 1
    text = page.read_text(encoding="utf-8")
    assert text.count('<circle class="dot"') == 6 + 5
    assert "<script" not in text


@pytest.mark.slow
def test_a_change_that_is_accepted_ends_with_since(panels_of, store_path, capsys, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
    panels_of("sim-tidy:accuracy=1.0,changes_after=100,accuracy_after=0.5", 5)
    assert main(["drift", "--store", str(store_path)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    (since,) = re.findall(r"'mhclient drift --since ([\dT:.-]+)'", told)
    assert main(["drift", "--store", str(store_path), "--since", since, "--format", "json"]) == 0
    (series,) = json.loads(capsys.readouterr().out)["series"]
    assert series["changed"] is None
    assert len(series["panels"]) == 3
    assert min(panel["at"] for panel in series["panels"]) >= since


def test_since_when_there_is_no_panel_is_said(asking, store_path, capsys):
    ask, _ = asking
    assert ask("--panel", "5", "--panel-only") == 0
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path), "--since", "2100-01-01"]) == 2
    assert "no panel was begun since 2100-01-01 00:00 UTC; the newest is of 20" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["drift", "--store", str(store_path), "--since", "yesterday"])
    assert "'yesterday' is no time: write 2026-11-20" in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--since", "2026-01-01"]])
def test_a_panel_that_was_begun_at_no_time_is_named(asking, store_path, capsys, more):
    ask, _ = asking
    assert ask("--panel", "5", "--panel-only") == 0
    with closing(sqlite3.connect(store_path)) as connection, connection:
        connection.execute("UPDATE runs SET created_at = 'x'")
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path), *more]) == 2
    assert re.search(r"run '\S+': 'x' is no time at which it was begun", capsys.readouterr().err)


def test_a_panel_that_was_cut_off_is_no_look(asking, store_path, tmp_path, capsys):
    ask, _ = asking
    assert ask("--panel", "10", "--panel-only", "--max-requests", "7") in (1, 3)
    page = tmp_path / "drift.html"
    assert main(["drift", "--store", str(store_path), "--out", str(page)]) == 0
    assert "No finished panel so far" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path), "--format", "json"]) == 0
    (series,) = json.loads(capsys.readouterr().out)["series"]
    assert (series["panels"], len(series["cut_off"])) == ([], 1)
    assert ask("--panel", "10", "--panel-only") == 0
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path), "--format", "json"]) == 0
    (series,) = json.loads(capsys.readouterr().out)["series"]
    assert ([panel["n"] for panel in series["panels"]], series["cut_off"]) == ([20], [])


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--panel-only"], "--panel-only needs --panel"),
        (["--panel", "5", "--batch"], "leave out --batch and any shard"),
        (["--panel", "5", "--shard", "1/2"], "leave out --batch and any shard"),
    ],
)
def test_what_does_not_go_together_is_refused(asking, capsys, more, told):
    ask, simulator = asking
    assert ask(*more) == 2
    assert told in capsys.readouterr().err
    assert not simulator.asked


def test_without_panels_drift_says_how_to_get_one(asking, store_path, capsys):
    ask, _ = asking
    assert ask() == 0
    assert main(["drift", "--store", str(store_path)]) == 2
    assert "holds no panels: a run with --panel 50 asks them." in capsys.readouterr().err


def test_a_panels_specification_is_stored_sparsely_and_read_back(asking, store_path):
    ask, _ = asking
    assert ask() == 0
    (spec,) = runs_in(store_path).values()
    panel = panel_spec(spec, 10, PanelPlace.START, 1_790_000_000_000)
    assert RunSpec.from_json(spec.benchmark, panel.to_store()) == panel
    assert "panel" not in spec.to_store()
    assert series_of(panel) == series_of(spec)
    assert panel.key_number(2) == 1_790_000_000_000_002
    broken: list[dict[str, Any]] = [{"place": "start"}, {"place": "start", "begun_at": -1}, {"moon": 1}]
    for wrong in broken:
        with pytest.raises(UsageError):
            RunSpec.from_json(spec.benchmark, panel.to_store() | {"panel": wrong})


@pytest.mark.slow
def test_series_that_are_asked_otherwise_have_other_titles(asking, store_path, capsys):
    ask, _ = asking
    for more in ([], ["--max-tokens", "50"], ["--tasks", "RP"]):
        assert ask("--panel", "3", "--panel-only", *more) == 0
    capsys.readouterr()
    assert main(["drift", "--store", str(store_path), "--format", "json"]) == 0
    titles = [series["title"] for series in json.loads(capsys.readouterr().out)["series"]]
    whom = "openai:sim-tidy · letter-only"
    assert titles == [whom, f"{whom} · max tokens 50", f"{whom} · tasks RP"]
