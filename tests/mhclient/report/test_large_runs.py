"""A run of very many items is read in blocks: the same report, to the byte, in less memory."""

import tracemalloc
from dataclasses import replace

import pytest

from benchmark import Entity
from cache import Store
from mhclient.cli.main import main
from mhclient.figures import clustering
from mhclient.report.loading import basis, load
from mhclient.report.loading.load import load_runs
from mhclient.report.page import runs as too_many
from tests.support.items import make_binary_items
from tests.support.stored import CUT, FAILED, store_run

pytestmark = pytest.mark.slow


@pytest.fixture
def runs(make_benchmark, store):
    """Two runs of 400 items about 20 drugs: letters, sentences, cut replies, errors, some not asked."""
    items = [
        replace(item, entities=(Entity("drug", "drug", f"drug {place % 20}"),))
        for place, item in enumerate(make_binary_items(400))
    ]
    benchmark = make_benchmark(items)
    kinds = ("A", "The answer is B.", f"{'I think that A is recorded. ' * 9}Answer: A", ("Well", CUT), FAILED)
    whole = {item.id: kinds[place % 5] for place, item in enumerate(items)}
    part = {item.id: kinds[place % 3] for place, item in enumerate(items[:370])}
    return [store_run(store, benchmark, said, model=name) for name, said in (("a", whole), ("b", part))]


def in_blocks(monkeypatch) -> None:
    monkeypatch.setattr(load, "BLOCK", 64)
    monkeypatch.setattr(load, "MOST_KNOWN", 100)
    monkeypatch.setattr(basis, "MOST_KEPT", 100)
    monkeypatch.setattr(clustering, "MOST_KEPT", 100)


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex", "summary-csv"])
def test_blocks_change_no_byte_of_a_report(runs, monkeypatch, capsys, form):
    def report():
        assert main(["report", *runs, "--format", form]) == 0
        return capsys.readouterr().out

    whole = report()
    in_blocks(monkeypatch)
    assert report() == whole
    assert len(whole) > 800


def test_blocks_take_less_memory(runs, store, monkeypatch):
    def peak() -> int:
        tracemalloc.start()
        with Store.open(store, read_only=True) as opened:
            load_runs(opened, runs[0])
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak()  # what is loaded once
    whole = peak()
    in_blocks(monkeypatch)
    assert peak() < 0.9 * whole


def test_long_replies_are_read_in_blocks_too(runs, monkeypatch, capsys):
    def report():
        assert main(["report", *runs, "--format", "json"]) == 0
        return capsys.readouterr().out

    whole = report()
    for name in ("LONG_BLOCK", "AHEAD", "MOST_CHARACTERS"):
        monkeypatch.setattr(load, name, 1_000)
    assert report() == whole


def test_items_of_a_benchmark_share_what_they_have_in_common(runs, store):
    with Store.open(store, read_only=True) as opened:
        (run,) = load_runs(opened, runs[0])
    items = list(run.benchmark.items.values())
    assert len({id(item.entities[0]) for item in items}) == 20
    assert len({id(item.gold) for item in items}) == 2
    assert len({id(one.gold) for one in run.scored}) == 2
    assert len({id(text) for item in items for text in item.options.values()}) == 2


def test_kinds_and_names_of_replies_are_worked_out_once_for_a_run_and_anew_for_other_readings(runs, store):
    with Store.open(store, read_only=True) as opened:
        (run,) = load_runs(opened, runs[0])
    marked, cut = replace(run, marks=()), replace(run, scored=run.scored[:7], repetitions=run.repetitions[:7])
    assert marked.tally is run.tally
    assert marked.names is run.names
    assert (len(cut.names), len(cut.tally.asked)) == (7, 7)
    assert (len(run.names), len(run.tally.asked)) == (400, 400)


def test_runs_read_in_blocks_hold_what_others_do(runs, store, monkeypatch):
    def loaded():
        with Store.open(store, read_only=True) as opened:
            return load_runs(opened, runs)

    whole = loaded()
    in_blocks(monkeypatch)
    for one, other in zip(whole, loaded(), strict=True):
        assert other.scored == one.scored
        for name in ("response_ids", "repetitions", "spent", "spent_in_all"):
            assert getattr(other, name) == getattr(one, name)


def test_a_page_of_very_many_items_has_no_pages_of_items_and_says_so(runs, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(too_many, "MOST_ITEMS", 300)
    assert main(["report", runs[0], "--format", "html", "--out", "r.html"]) == 0
    said = "Pages of items hold at most 300 replies of a run; one has 400 here."
    assert said in " ".join(capsys.readouterr().err.split())
    assert said in (tmp_path / "r.html").read_text()
    assert not (tmp_path / "r-items").exists()
