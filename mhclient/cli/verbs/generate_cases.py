"""`mhclient generate mentalkg KG --writer …`: models write the cases, and each is checked."""

import argparse
from collections.abc import Sequence

from rich.table import Table

from benchmark.mentalkg.cases import WrittenCase, refusals
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.needs import RuleNeed
from benchmark.mentalkg.prompts import CheckerErrors, writing_prompt
from benchmark.mentalkg.texts import is_warning
from cache.async_store import AsyncStore
from mhclient.cli.screen.console import out, plain, tell
from mhclient.cli.verbs.composing import asking, composer_of
from mhclient.compose.composition import Composition, Stage, estimate_stage
from mhclient.compose.generate import (
    CHECKER_TEMPERATURE,
    WRITE,
    WRITER_MAX_TOKENS,
    WRITER_TEMPERATURE,
    CaseModels,
    PreparedCases,
    check_who,
    classify_rules,
    fair_sample,
    write_with_models,
)
from mhclient.run.jobs import ComposeJob
from mhclient.show.counts import counted


async def write_and_show(args: argparse.Namespace, prepared: PreparedCases) -> int:
    """Have every case written and checked, write the folder, and say what was given up."""
    models = models_of(args)
    if args.dry_run:
        return _dry_run(args, models, prepared)
    async with AsyncStore(args.store) as store:
        done = await write_with_models(store, prepared, models, args.out, args.limit, asking(args))
    _show(done.cases, done.errors)
    out.print(plain(f"{counted(sum(case.text is not None for case in done.cases), 'case')} in {args.out}"))
    return 0


def models_of(args: argparse.Namespace) -> CaseModels:
    """Who writes and who checks.

    Raises:
        UsageError: a writer is named twice, or checks what it wrote, or a model cannot be asked so.
    """
    writers = [composer_of(args, "writer", name, temperature=WRITER_TEMPERATURE) for name in args.writer]
    checker = (
        composer_of(args, "checker", args.checker, temperature=CHECKER_TEMPERATURE) if args.checker else None
    )
    return check_who(CaseModels(writers, checker))


async def classify_and_show(args: argparse.Namespace, graph: DiagnosisGraph) -> list[RuleNeed]:
    """What the checker says that each rule claims; says of which nothing could be read."""
    async with AsyncStore(args.store) as store:
        composition = Composition(store, f"rules of {args.kg.name}", asking(args))
        checker = composer_of(args, "checker", args.checker, temperature=CHECKER_TEMPERATURE)
        found = await classify_rules(composition, graph, checker)
    if found.unread:
        unread = ", ".join(found.unread)
        tell(f"Warning: nothing could be read of what {unread} claim; they count as claiming nothing.")
    return found.needs


def _dry_run(args: argparse.Namespace, models: CaseModels, prepared: PreparedCases) -> int:
    """What the first round would ask; later rounds and checks depend on what comes back."""
    graph = prepared.design.graph
    jobs = [
        ComposeJob(
            f"{WRITE}-1-{patient.id}", WRITE, 1, patient.id, writing_prompt(patient, graph),
            expects="text", max_tokens=WRITER_MAX_TOKENS,
        )
        for patient in fair_sample(prepared.design.patients, args.limit)
    ]  # fmt: skip
    for writer in models.writers:
        for found in estimate_stage(Stage(WRITE, 1, jobs, writer, str), args.store):
            cost = "unknown cost" if found.cost_usd is None else f"at most {found.cost_usd:.2f} USD"
            tokens = f"{found.prompt_tokens + (found.completion_tokens or 0):,} tokens"
            said = f"{writer.name}: {counted(found.n_requests, 'request')}, at most {tokens}, {cost}."
            out.print(plain(said), soft_wrap=True)
    tell("That is the first round. Refused texts are written again twice, and a checker reads each twice.")
    return 0


def _show(cases: Sequence[WrittenCase], errors: CheckerErrors | None) -> None:
    table = Table("Writer", "Cases", "Given up", "Refused for (attempts)", box=None, pad_edge=False)
    for writer, counts in refusals(cases).items():
        mine = [case for case in cases if case.writer == writer]
        lost = sum(case.text is None for case in mine)
        said = ", ".join(f"{noted} {times:,}" for noted, times in counts.items() if not is_warning(noted))
        table.add_row(plain(writer), f"{len(mine) - lost:,}", f"{lost:,}", plain(said or "nothing"))
    out.print(table)
    if errors is not None:
        missed = f"missed {errors.n_missed:,} of {errors.n_told:,} symptoms that are told"
        alarms = f"found {errors.n_false_alarms:,} of {errors.n_not_told:,} that are not"
        out.print(plain(f"The checker {missed}, and {alarms}."), soft_wrap=True)
