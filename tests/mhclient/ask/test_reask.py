"""Asking again: a run of its own, linked to the earlier one, whose replies and figures stay."""

import json
import re
import sqlite3

import anyio
import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Reask
from tests.support.asking import report_of, run, simulator_for
from tests.support.commands import typed
from tests.support.items import make_items
from tests.support.stored import CUT, rows_of, store_run

pytestmark = pytest.mark.storm


@pytest.fixture
def benchmark(make_benchmark):
    return make_benchmark(make_items(40))


def truncated(store, run_id: str) -> set[str]:
    found = Store.open(store).results.read_records(run_id)
    return {record.item_id for record in found if record.finish_reason == "length"}


def again(store, *arguments: str) -> int:
    return main(["reask", *arguments, "--no-preflight", "--store", str(store)])


async def command(store, *arguments: str) -> None:
    """The same as a user types it, beside the simulator."""
    line = ["reask", *arguments, "--no-preflight", "--store", str(store)]
    assert (await typed(line)).status == 0


def test_only_cut_replies_are_asked_again_in_a_linked_run(benchmark, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    store = tmp_path / "s.sqlite3"

    async def asked() -> None:
        async with simulator_for(benchmark) as simulator:
            first, _ = await run(benchmark, simulator, store, model="sim-verbose")
            before = report_of(store, first)
            cut = truncated(store, first)
            assert cut
            n_before = simulator.asked.total()
            arguments = (first, "--outcome", "truncated", "--max-tokens", "400")
            url = ("--base-url", simulator.openai_base_url)
            await command(store, *arguments, *url)
            assert simulator.asked.total() - n_before == len(cut)
            (linked,) = [row for row in Store.open(store).runs.get_all() if row.run_id != first]
            assert linked.spec["reask"]["run"] == first
            assert set(linked.spec["reask"]["items"]) == cut
            assert {record.item_id for record in Store.open(store).results.read_records(linked.run_id)} == cut
            assert report_of(store, first) == before
            read = "SELECT count(*) FROM read_items WHERE run_id = ?"
            assert rows_of(store, read, linked.run_id) == [(len(cut),)]
            codes = [finding["code"] for finding in json.loads(report_of(store, linked.run_id))["findings"]]
            assert "reasked" in codes
            # The same command again: nothing is missing, nothing is asked.
            n_after = simulator.asked.total()
            await command(store, *arguments, *url)
            assert simulator.asked.total() == n_after
            assert len(Store.open(store).runs.get_all()) == 2

    anyio.run(asked)


def test_a_request_that_would_be_the_same_is_refused(benchmark, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    store = tmp_path / "s.sqlite3"

    async def asked() -> str:
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(benchmark, simulator, store, model="sim-verbose")
            return run_id

    run_id = anyio.run(asked)
    assert again(store, run_id, "--outcome", "truncated") == 2
    assert "change the cap on tokens" in capsys.readouterr().err
    assert again(store, run_id, "--outcome", "filtered", "--max-tokens", "400") == 2
    assert "no reply that was filtered" in capsys.readouterr().err
    assert again(store, run_id, "--outcome", "truncated", "--max-tokens", "400") == 2
    assert "--base-url" in capsys.readouterr().err
    assert again(store, run_id, "--outcome", "truncated", "--max-tokens", "400", "--dry-run") == 0
    assert len(Store.open(store).runs.get_all()) == 1


@pytest.fixture
def cut(make_benchmark, tmp_path):
    """Ten items, three of which were cut: store, run id."""
    items = make_items(10)
    replies = {item.id: ("We first", CUT) if number < 3 else "A" for number, item in enumerate(items)}
    store = tmp_path / "s.sqlite3"
    return store, store_run(store, make_benchmark(items), replies, parameters=Parameters(max_tokens=20))


def test_an_earlier_run_and_its_reasked_items_are_never_mixed_in_silence(cut, make_benchmark, capsys):
    store, first = cut
    items = make_items(10)
    reask = Reask(first, ("truncated",), tuple(item.id for item in items[:3]))
    replies = dict.fromkeys(reask.items, "A")
    second = store_run(store, make_benchmark(items), replies, reask=reask)
    said = f"ASKED AGAIN: {second} has only the 3 items of run {first} whose replies were truncated"
    shown = []
    for command in (["audit", first, second, "--plain"], ["reread", first, second]):
        assert main([*command, "--store", str(store)]) == 0
        shown.append(capsys.readouterr().out)
        assert f"{said}, which is counted here too." in " ".join(shown[-1].split())
    # A table of its own per run: 10 replies of the one, 3 of the other.
    of_run = re.split(rf"^(?:{first}|{second} \(asked again\))$", shown[0], flags=re.MULTILINE)[1:]
    counts = [sum(map(int, re.findall(r"^[A-Z]+ +(\d+)", text, flags=re.MULTILINE))) for text in of_run]
    assert counts == [10, 3]
    assert main(["reread", second, "--json", "--store", str(store)]) == 0
    assert json.loads(capsys.readouterr().out)["asked_again"] == {second: first}


def test_a_dry_run_shows_how_many_and_the_bound_and_stores_nothing(cut, capsys):
    store, run_id = cut
    arguments = ["--outcome", "truncated", "--max-tokens", "100", "--dry-run", "--price", "1,10"]
    assert again(store, run_id, *arguments) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "3 items, 0 of them with a reply in the store; 3 requests to send." in printed
    assert "completions at most 300 tokens" in printed
    assert re.search(r"Cost: at most 0\.00\d\d USD", printed)
    assert len(Store.open(store).runs.get_all()) == 1


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ("generate", "its model ran on this machine"),
        ("forced-choice", "no reply was cut"),
        ("logprobs", "which another cap on tokens does not change"),
    ],
)
def test_a_run_that_cannot_be_asked_again_is_refused_with_the_reason(cut, capsys, ask, why):
    store, run_id = cut
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE runs SET spec = json_set(spec, '$.ask', ?)", (ask,))
    assert again(store, run_id, "--outcome", "truncated", "--max-tokens", "100", "--dry-run") == 2
    told = capsys.readouterr().err
    assert f"(asked by {ask}) cannot be asked again" in told
    assert why in told


@pytest.mark.parametrize("value", ["answer", "nonsense", ""])
def test_an_outcome_that_is_none_is_refused(value, tmp_path):
    with pytest.raises(SystemExit):
        main(["reask", "run", "--outcome", value, "--store", str(tmp_path / "s.sqlite3")])
