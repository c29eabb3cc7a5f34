"""`mhclient demo`: the whole road on simulated models, over real HTTP, with nothing but the package."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path

from rich.markup import escape

from benchmark import SAMPLE_SIZES, Benchmark, BuildSettings, build_benchmark, sample_paths
from benchmark.kinds import BenchmarkKind
from cache.async_store import AsyncStore
from mhclient.cli.screen.asked_model import ask_model
from mhclient.cli.screen.console import err, out
from mhclient.cli.verbs.demo_mentat import demo_mentat
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.report.loading.load import keep_what_was_read, load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.wording.names import caveat_of
from mhclient.report.writers.terminal import render_overview
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator

MODELS = ("sim-tidy", "sim-verbose", "sim-a-biased", "sim-reasoning")


def execute(args: argparse.Namespace) -> int:
    ways = {"mentat": (demo_mentat, "mhclient-demo-mentat")}
    way, name = ways.get(args.what, (_demo, "mhclient-demo"))
    folder = args.out or Path(name)
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"`out` {folder} is not a folder. Name another.")
    return run_async(way, folder)


async def _demo(folder: Path) -> int:
    benchmark = _sample_benchmark(folder / "benchmark")
    n_items = benchmark.manifest["items"]["count"]
    err.print(f"1. Built the sample benchmark: {n_items} items in nine tasks, an illustration, not PrimeKG.")
    key = AnswerKey.from_file(str(benchmark.items_path))
    store_path = folder / "mhclient.sqlite3"
    async with Simulator(key) as simulator, AsyncStore(store_path) as store:
        err.print(f"2. Asking {len(MODELS)} simulated models on {simulator.url}, as one asks a provider:")
        run_ids = [await ask_model(store, benchmark, simulator.openai_base_url, model) for model in MODELS]
        runs = store.read(partial(load_runs, run_ids=run_ids))
        await store.write(partial(keep_what_was_read, runs=runs))
    err.print("3. What they know, and how they write it:\n")
    out.print(render_overview(summarise_all(runs)))
    _explain(folder, run_ids)
    return 0


def _sample_benchmark(folder: Path) -> Benchmark:
    return build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), folder, force=True)


def _explain(folder: Path, run_ids: list[str]) -> None:
    measured = caveat_of([BenchmarkKind.MHGRAPHBENCH])
    runs = " ".join(run_ids)
    out.print(
        "sim-tidy and sim-verbose know the same share of the answers: compare 'all items', where an unread "
        "reply counts as wrong, with 'among read'. The difference is format, not knowledge.\n"
    )
    store = escape(str(folder / "mhclient.sqlite3"))
    page = escape(str(folder / "report.html"))
    out.print(f"Everything lies in {escape(str(folder))}/ (benchmark/, mhclient.sqlite3). Look closer with")
    out.print(f"  mhclient report {runs} --store {store}", soft_wrap=True)
    out.print("or in a browser, down to every reply, with")
    out.print(f"  mhclient report {runs} --store {store} --format html --out {page}", soft_wrap=True)
    out.print("With a key of your own:")
    out.print("  export OPENAI_API_KEY=...")
    command = f"mhclient run --provider openai --model MODEL --benchmark {folder / 'benchmark'} --limit 20"
    out.print(f"  {escape(command)}", soft_wrap=True)
    out.print(f"\n[italic]{measured}[/italic]")
