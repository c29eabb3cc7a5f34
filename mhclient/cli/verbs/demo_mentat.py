"""`mhclient demo mentat`: labels, a paired design and fairness, with invented questions and models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Group
from rich.markup import escape

from benchmark import Benchmark
from benchmark.kinds import BenchmarkKind
from benchmark.labels.agreement import agreement_by_order, supported
from benchmark.labels.annotations import read_annotations
from benchmark.mentat.build import write_paired
from benchmark.mentat.design import DesignName, DesignSettings, QuestionPart
from benchmark.mentat.invented import write_invented_release
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release
from cache.async_store import AsyncStore
from mhclient.cli.screen.asked_model import ask_model
from mhclient.cli.screen.console import err, out
from mhclient.report.blocks.fairness import fairness_across, fairness_table
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.report.wording.names import caveat_of
from mhclient.report.writers.terminal import render_table
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator

MODELS = ("sim-even", "sim-turning", "sim-ordered")
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
    benchmark = _design(release, folder / "gender")
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
        run_ids = [await ask(model) for model in MODELS]
        runs = store.read(partial(load_runs, run_ids=run_ids))
    err.print("5. Does a patient's gender change the answer?\n")
    _show(summarise_all(runs))
    _explain(folder, run_ids)
    return 0


def _show(summaries: Sequence[Summary]) -> None:
    """All three models, and one of them by category."""
    first = f"{summaries[0].run.spec.model}, by category"
    tables = {"": fairness_across(summaries), first: fairness_table(summaries[0])}
    for heading, table in tables.items():
        assert table is not None, "the design is paired"
        out.print(Group(render_table(replace(table, title=heading or table.title)), ""))


def _design(release: Path, folder: Path) -> Benchmark:
    labels = labels_for(release, n_draws=N_DRAWS)
    settings = DesignSettings(DesignName.GENDER, part=QuestionPart.ALL, n_null=1)
    return write_paired(Release(release, _no_password), folder, labels, settings, force=True)


def _no_password() -> str:
    raise AssertionError("nothing invented is encrypted")


def _explain(folder: Path, run_ids: list[str]) -> None:
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
    out.print(f"\n[italic]Questions, ratings and models were invented. Of MENTAT: {_measured()}[/italic]")


def _measured() -> str:
    said = caveat_of([BenchmarkKind.MENTAT])
    return said[0].lower() + said[1:]
