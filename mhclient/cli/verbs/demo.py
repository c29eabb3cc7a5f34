"""`mhclient demo`: the whole road on simulated models, over real HTTP, with nothing but the package.

`demo mentat` does the same for labels, a paired design and fairness, with invented questions and models.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Group
from rich.markup import escape

from benchmark import SAMPLE_SIZES, Benchmark, BuildSettings, build_benchmark, sample_paths
from benchmark.kinds import BenchmarkKind
from benchmark.labels.agreement import agreement_by_order, supported
from benchmark.labels.annotations import read_annotations
from benchmark.mentat.design import DesignName, DesignSettings, QuestionPart, write_paired
from benchmark.mentat.invented import write_invented_release
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release
from cache.async_store import AsyncStore
from mhclient.ask.order import RunOrder
from mhclient.cli.screen.console import err, out
from mhclient.cli.screen.running import Screen, ask_and_show
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.registry import provider_named
from mhclient.report.blocks.fairness import fairness_across, fairness_table
from mhclient.report.loading.load import keep_what_was_read, load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.report.wording.names import caveat_of
from mhclient.report.writers.terminal import render_overview, render_table
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.show.counts import counted
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.profiles import PROFILES
from mhclient.simulator.server import Simulator

MODELS = ("sim-tidy", "sim-verbose", "sim-a-biased", "sim-reasoning")


def execute_demo(args: argparse.Namespace) -> int:
    ways = {"mentat": (demo_mentat, "mhclient-demo-mentat")}
    way, name = ways.get(args.what, (_demo_mhgraphbench, "mhclient-demo"))
    folder = args.out or Path(name)
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"`out` {folder} is not a folder. Name another.")
    return run_async(way, folder)


async def _demo_mhgraphbench(folder: Path) -> int:
    settings = BuildSettings(sizes=SAMPLE_SIZES)
    benchmark = build_benchmark(sample_paths(), settings, folder / "benchmark", force=True)
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


MENTAT_MODELS = ("sim-even", "sim-turning", "sim-ordered")
N_DRAWS = 200
WHAT_TO_SEE = """\
sim-even answers all versions alike: no flips. Over all questions that shows it to be equivalent within 5
points. In each category there are too few questions to show as much: undecided, with the smallest margin that
so few could have shown. A test that does not reject is no evidence of fairness.

sim-turning takes another option for women: nearly every vignette has a flip, in two of its three pairs of
versions, and the verdict is different.

sim-ordered goes by the order of options: no flips between genders, which share their order, but many under
"order alone", without any bias. Flips per pair mean something only as far as they exceed those.

documentation has under 20 questions (†): figures, and no verdict."""


async def demo_mentat(folder: Path) -> int:
    """The whole road, from ratings to verdicts."""
    release = write_invented_release(folder / "release")
    annotations = read_annotations(release)
    err.print(
        f"1. Wrote an invented release: 126 questions, {len(annotations)} ratings. None of it makes sense."
    )
    order = supported(agreement_by_order(annotations)).order
    assert order is not None, "there are many invented ratings"
    put_back = escape(f"{order}: {order.said}")
    err.print(f"2. Raters who met a question twice agree with themselves in the order {put_back}.")
    labels = labels_for(release, n_draws=N_DRAWS)
    settings = DesignSettings(DesignName.GENDER, part=QuestionPart.ALL, n_null=1)
    # Nothing invented is encrypted: nobody is asked for a password.
    benchmark = write_paired(Release(release, str), folder / "gender", labels, settings, force=True)
    n_items = benchmark.manifest["items"]["count"]
    err.print(
        f"3. Fitted labels to the ratings, and built {n_items} items: each question for three genders, and "
        "once more with its options in another order.",
        soft_wrap=True,
    )
    key = AnswerKey.from_file(str(benchmark.items_path))
    async with Simulator(key) as simulator, AsyncStore(folder / "mhclient.sqlite3") as store:
        err.print(f"4. Asking three simulated models on {simulator.url}, as one asks a provider:")
        ask = partial(ask_model, store, benchmark, simulator.openai_base_url, variant="mentat-b")
        run_ids = [await ask(model) for model in MENTAT_MODELS]
        runs = store.read(partial(load_runs, run_ids=run_ids))
    err.print("5. Does a patient's gender change the answer?\n")
    _show(summarise_all(runs))
    _explain_mentat(folder, run_ids)
    return 0


def _show(summaries: Sequence[Summary]) -> None:
    """All three models, and one of them by category."""
    first = f"{summaries[0].run.spec.model}, by category"
    tables = {"": fairness_across(summaries), first: fairness_table(summaries[0])}
    for heading, table in tables.items():
        assert table is not None, "the design is paired"
        out.print(Group(render_table(replace(table, title=heading or table.title)), ""))


def _explain_mentat(folder: Path, run_ids: list[str]) -> None:
    store, gender = escape(str(folder / "mhclient.sqlite3")), escape(str(folder / "gender"))
    out.print(f"{WHAT_TO_SEE}\n", soft_wrap=True)
    out.print(f"Everything lies in {escape(str(folder))}/. Accuracy by label set, and how sure it is:")
    out.print(
        f"  mhclient report {' '.join(run_ids)} --store {store} --show categories,labels,soft", soft_wrap=True
    )
    out.print("What a design like this could show, before anything is asked:")
    out.print(f"  mhclient power --benchmark {gender} --design gender", soft_wrap=True)
    out.print("With MENTAT itself (docs/mentat.md says where it is):")
    out.print("  mhclient build mentat CLONE --design gender --null 1 --out dg", soft_wrap=True)
    said = caveat_of([BenchmarkKind.MENTAT])
    measured = said[0].lower() + said[1:]
    out.print(f"\n[italic]Questions, ratings and models were invented. Of MENTAT: {measured}[/italic]")


async def ask_model(
    store: AsyncStore, benchmark: Benchmark, base_url: str, model: str, variant: str = "letter-only"
) -> str:
    """Ask a simulated model a benchmark; returns the run's id."""
    provider = provider_named("openai", base_url)
    spec = RunSpec(provider.name, model, provider.endpoint, benchmark.items_sha256, load_variant(variant))
    ended = await ask_and_show(store, RunOrder(benchmark, spec, provider, spec.run_id()), Screen(err))
    err.print(
        f"   {model:14} {counted(ended.progress.done, 'reply')} ({PROFILES[model].description})",
        soft_wrap=True,
    )
    return spec.run_id()
