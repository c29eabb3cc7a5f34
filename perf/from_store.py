"""A run that finds every reply in the store: planned, taken, read and scored, with no request sent.

    python perf/from_store.py [--items 14288] [--quick] [--record]

The baseline reads the same replies from the same file with sqlite3 and json alone, without reading letters or
working out a figure. Both are timed in processes of their own, imports left out.
"""

import argparse
import json
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from loopback import measured, server
from recording import make_parser, recording

SCRIPT = Path(__file__)
BAR_S = 1.5


async def run(folder: Path, store_path: Path, base_url: str, run_id: str) -> float:
    """Ask what the store lacks, then work out the figures; returns the seconds it took."""
    from benchmark import read_benchmark
    from cache import Store
    from cache.async_store import AsyncStore
    from mhclient.ask.order import Controls, Pace, RunOrder
    from mhclient.ask.run import finish_run, open_run
    from mhclient.providers.registry import provider_named
    from mhclient.report.loading.load import load_runs
    from mhclient.report.summarise import summarise_all
    from mhclient.run.spec import RunSpec
    from mhclient.run.variant import load_variant

    began = time.perf_counter()
    benchmark = read_benchmark(folder)
    provider = provider_named("compatible", base_url)
    spec = RunSpec(provider.name, "m", provider.endpoint, benchmark.items_sha256, load_variant("letter-only"))
    async with AsyncStore(store_path) as store:
        order = RunOrder(benchmark, spec, provider, run_id, Pace(concurrency=256))
        sent, counts = await open_run(store, order)
        await finish_run(store, order, sent, counts, Controls())
    with Store.open(store_path, read_only=True) as store:
        (summary,) = summarise_all(load_runs(store, [run_id]))
    assert summary.overall.accuracy.n == counts.total
    return time.perf_counter() - began


def bare(store_path: Path) -> float:
    """Every item and its reply as Python values, nothing more."""
    began = time.perf_counter()
    with closing(sqlite3.connect(store_path)) as connection:
        rows = connection.execute(
            "SELECT items.body, completion FROM run_items JOIN runs USING (run_id) "
            "JOIN items ON items.benchmark = runs.benchmark AND items.item_id = run_items.item_id "
            "JOIN responses ON responses.id = response_id WHERE run_id = 'first'"
        )
        values = [(json.loads(body), completion) for body, completion in rows]
    assert values
    return time.perf_counter() - began


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--items", type=int, default=14_288)
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        what, *arguments = args.child
        if what == "bare":
            took = bare(Path(arguments[0]))
        else:
            folder, store_path, base_url, run_id = arguments
            from mhclient.machine.event_loop import run_async

            took = run_async(run, Path(folder), Path(store_path), base_url, run_id)
        print(json.dumps({"wall_s": took}))
        return
    with recording(__file__, args):
        measure(300 if args.quick else args.items)


def measure(n_items: int) -> None:
    """Fill a store once, then time the runs that find everything there."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, store_path = Path(scratch) / "benchmark", Path(scratch) / "s.sqlite3"
        measured(SCRIPT.with_name("request_cost.py"), "--child", "prepare", folder, n_items)
        with server() as url:
            measured(SCRIPT, "--child", "run", folder, store_path, url, "first")
        # The server is gone: a request would fail.
        seconds = {
            name: measured(SCRIPT, "--child", "run", folder, store_path, url, run_id)["wall_s"]
            for name, run_id in (("the same run again", "first"), ("another run, planned anew", "second"))
        }
        baseline = measured(SCRIPT, "--child", "bare", store_path)["wall_s"]
    for name, took in seconds.items():
        verdict = "kept" if took <= BAR_S else "MISSED"
        ratio = f"{took / baseline:.1f} × rows and JSON alone ({baseline:.2f} s)"
        print(f"{n_items:,} items, {name:27} {took:.2f} s (bar {BAR_S} s: {verdict}), {ratio}")


if __name__ == "__main__":
    main()
