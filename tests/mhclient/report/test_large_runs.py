"""A run of very many items is read in blocks: the same report, to the byte, in less memory."""

import tracemalloc
from dataclasses import replace

import pytest

from benchmark import Entity
from cache import Store
from mhclient.cli.main import main
from mhclient.report import load
from mhclient.report.load import load_runs
from tests.support.items import make_binary_items
from tests.support.stored import CUT, FAILED, store_run


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
    monkeypatch.setattr(load, "LARGE", 100)
    monkeypatch.setattr(load, "BLOCK", 64)


@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
def test_blocks_change_no_byte_of_a_report(runs, monkeypatch, capsys, form):
    def report():
        assert main(["report", *runs, "--format", form]) == 0
        return capsys.readouterr().out

    whole = report()
    in_blocks(monkeypatch)
    assert report() == whole
    assert len(whole) > 1_000


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


def test_items_of_a_benchmark_share_what_they_have_in_common(runs, store):
    with Store.open(store, read_only=True) as opened:
        (run,) = load_runs(opened, runs[0])
    items = list(run.benchmark.items.values())
    assert len({id(item.entities[0]) for item in items}) == 20
    assert len({id(item.gold) for item in items}) == 2
    assert len({id(one.gold) for one in run.scored}) == 2
