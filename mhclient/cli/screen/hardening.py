"""What `mhclient harden` prints: one item, what was made, and what to type next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from benchmark import Benchmark
from benchmark.harden.harden import ItemOutcome
from benchmark.harden.mapping import Mapped, MappingStage
from benchmark.harden.study import Tools
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict
from benchmark.harden.walk import text_of
from mhclient.cli.screen.console import err, out, plain
from mhclient.compose.composition import Composition
from mhclient.compose.harden import StageEstimate
from mhclient.compose.hardening import Hardening
from mhclient.run.prices import at_most_usd
from mhclient.show.counts import counted

PATHS_SHOWN = 20
STEPS = (-0.15, -0.1, -0.05, 0.0, 0.05, 0.1)  # around a threshold, to show what it decides


def print_made(written: Benchmark, outcomes: Sequence[ItemOutcome]) -> None:
    """Items by task, candidates by verdict, and what no graph has checked."""
    counts = written.manifest["counts"]
    stages = ", ".join(f"{stage} {counts['mapped'].get(stage, 0):,}" for stage in MappingStage)
    threshold = written.manifest["guide"]["threshold"]
    out.print(plain(f"Mentions by how they were mapped (threshold {threshold:g}): {stages}."))
    _print_thresholds(outcomes, threshold)
    table = Table(box=None, pad_edge=False)
    for heading in ("Task", "Items", "Hardened", "Partly", "Left alone"):
        table.add_column(heading, justify="left" if heading == "Task" else "right")
    for task, of in written.manifest["tasks"].items():
        table.add_row(
            plain(task), *(f"{of[name]:,}" for name in ("items", "hardened", "partly", "left alone"))
        )
    out.print(table)
    for why, n in counts["left_alone_because"].items():
        out.print(plain(f"Left alone: {counted(n, 'item')}, because {why}."), soft_wrap=True)
    if counts["left_out"]:
        out.print(f"Left out: {counted(counts['left_out'], 'item')} with too few new options (--short drop).")
    _print_verdicts(counts["candidates"])
    if counts["unverified_options"]:
        n = counted(counts["unverified_options"], "option")
        out.print(plain(f"Not checked by the graph: {n} in the items (--unverified flag)."))
    n_items = counted(written.manifest["items"]["count"], "item")
    out.print(plain(f"{n_items} in {written.directory}; provenance.jsonl says where each option comes from."))


def _print_thresholds(outcomes: Sequence[ItemOutcome], threshold: float) -> None:
    """How many mentions without an equal name would map from other thresholds on."""
    scores = [
        each.score
        for one in outcomes
        for each in (*one.studied.in_question, *one.studied.in_key)
        if each.stage in (MappingStage.NEAREST, MappingStage.NONE)
    ]
    if not scores:
        return
    tried = sorted({round(threshold + step, 2) for step in STEPS if 0 < threshold + step < 1})
    shares = ", ".join(f"{at:g}: {sum(score >= at for score in scores):,}" for at in tried)
    out.print(
        plain(f"Of {counted(len(scores), 'mention')} without an equal name map from --threshold {shares}."),
        soft_wrap=True,
    )


def _print_verdicts(counts: dict[str, int]) -> None:
    table = Table("Candidates", "", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    for verdict in OptionVerdict:
        if counts.get(verdict.value):
            table.add_row(verdict.value.replace("_", " "), f"{counts[verdict.value]:,}")
    out.print(table)


def print_asked(composition: Composition) -> None:
    """What each stage asked and cost."""
    table = Table("Stage", "Round", "Model", "Jobs", "Stored", "USD", box=None, pad_edge=False)
    for column in table.columns[3:]:
        column.justify = "right"
    for asked in composition.asked:
        cost = "–" if asked.spend.cost_usd is None else at_most_usd(asked.spend.cost_usd)
        row = (plain(asked.name), str(asked.round), plain(asked.composer))
        table.add_row(*row, f"{asked.n_jobs:,}", f"{asked.n_stored:,}", cost)
    out.print(table)
    total = composition.spend
    cost = "no price is known" if total.cost_usd is None else f"{at_most_usd(total.cost_usd)} USD"
    out.print(f"In all {counted(total.requests, 'request')}, {total.tokens:,} tokens, {cost}.")


def print_controls(hardening: Hardening) -> None:
    """How often the judge erred where the answer was known."""
    if hardening.models.judge is not None:
        errs = hardening.controls
        n_keys, n_wrong = errs.key_yes + errs.key_no, errs.wrong_yes + errs.wrong_no
        out.print(
            f"The judge called {errs.key_no:,} of {counted(n_keys, 'right answer')} wrong, and "
            f"{errs.wrong_yes:,} of {counted(n_wrong, 'old wrong option')} right; "
            f"it could not tell for {errs.unclear:,}.",
            soft_wrap=True,
        )


def print_estimate(stages: Sequence[StageEstimate]) -> None:
    """What would be asked at the most; later stages depend on replies, so they are bounds."""
    table = Table(
        "Stage", "Model", "Requests", "Prompt tokens", "Reply tokens", "USD", box=None, pad_edge=False
    )
    for column in table.columns[2:]:
        column.justify = "right"
    for each in stages:
        cost = "–" if each.cost_usd is None else at_most_usd(each.cost_usd)
        figures = (f"{each.n_requests:,}", f"{each.prompt_tokens:,}", f"{each.completion_tokens:,}", cost)
        table.add_row(plain(each.name), plain(each.composer), *figures)
    out.print(table)
    costs = [each.cost_usd for each in stages]
    total = sum(cost for cost in costs if cost is not None)
    known = (
        f"{at_most_usd(total)} USD"
        if None not in costs
        else "not known, since a model has no price (--price)"
    )
    out.print(f"Highest cost: {known}. Nothing was sent.")
    out.print(
        "Stages after the first depend on replies: these are bounds. --max-cost holds over all of them.",
        soft_wrap=True,
    )


def print_what_next(made: Path, graph: Sequence[str], parent: Path, store: Path | None) -> None:
    """The command that checks what was made; `graph` is how it names the graph."""
    words = ["mhclient", "verify", str(made), *graph, "--parent", str(parent)]
    words += ["--store", str(store)] if store is not None else []
    err.print(plain(f"Next: {shlex.join(words)}"), soft_wrap=True)


def print_item(outcome: ItemOutcome, tools: Tools) -> None:
    """One item: what it maps to, the paths, and what is said of each candidate."""
    studied = outcome.studied
    out.print(plain(studied.item.question), style="bold", soft_wrap=True)
    out.print(
        plain(f"Key: {studied.key}. Wrong options: {', '.join(studied.wrong_options.values())}."),
        soft_wrap=True,
    )
    for title, found in (("Question", studied.in_question), ("Key", studied.in_key)):
        for mapped in found:
            out.print(plain(f"{title}: {_mapping(mapped, tools)}"), soft_wrap=True)
    if studied.alone is not None:
        out.print(plain(f"Left alone: {studied.alone}."), soft_wrap=True)
        return
    out.print(f"{counted(len(studied.paths), 'path')}, the first {min(len(studied.paths), PATHS_SHOWN)}:")
    for path in studied.paths[:PATHS_SHOWN]:
        scores = ", ".join(f"{score:.3f}" for score in path.scores)
        out.print(plain(f"  {text_of(tools.graph, path)}  ({scores})"), soft_wrap=True)
    _print_candidates(outcome)


def _mapping(mapped: Mapped, tools: Tools) -> str:
    if mapped.stage is MappingStage.NONE:
        return f"“{mapped.mention.words}” maps to no node (nearest {mapped.score:.3f})"
    names = ", ".join(f"{tools.graph.name(node)} ({tools.graph.type(node)})" for node in mapped.nodes)
    return f"“{mapped.mention.words}” → {names}, {mapped.stage}, {mapped.score:.3f}"


def _print_candidates(outcome: ItemOutcome) -> None:
    table = Table("Candidate", "Score", "Verdict", "Why", box=None, pad_edge=False)
    for each in outcome.candidates:
        table.add_row(plain(each.text), f"{each.score:.3f}", _verdict(each, outcome), plain(each.detail))
    out.print(table)


def _verdict(candidate: OptionCandidate, outcome: ItemOutcome) -> str:
    said = "" if candidate.verdict is None else candidate.verdict.value.replace("_", " ")
    return f"[bold]{said}, taken[/bold]" if candidate in outcome.chosen else said
