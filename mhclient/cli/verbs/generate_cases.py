"""`mhclient generate mentalkg KG --writer …`: models write the cases, and each is checked."""

import argparse
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from benchmark.imports.mentalkg import read_mentalkg
from benchmark.mentalkg.cases import WrittenCase, refusals, write_cases
from benchmark.mentalkg.controls import CheckerErrors
from benchmark.mentalkg.design import CaseDesign
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.needs import RuleNeed
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.prompts import writing_prompt
from cache.async_store import AsyncStore
from mhclient.cli.screen.console import out, plain, tell
from mhclient.cli.verbs.composing import asking, composer_of
from mhclient.compose.cases import WRITE, WRITER_MAX_TOKENS, CaseWriting
from mhclient.compose.composer import Composer
from mhclient.compose.composition import Composition, Stage
from mhclient.compose.estimate import estimate_stage
from mhclient.compose.rules import classify_rules
from mhclient.errors import UsageError
from mhclient.run.jobs import ComposeJob
from mhclient.show.counts import counted


async def write_and_show(args: argparse.Namespace, design: CaseDesign, described: Mapping[str, Any]) -> int:
    """Have every case written and checked, write the folder, and say what was given up."""
    writers, checker = _writers(args)
    patients = limited(design.patients, args.limit)
    if args.dry_run:
        return _dry_run(args, writers, patients, design)
    async with AsyncStore(args.store) as store:
        composition = Composition(store, str(args.out), asking(args))
        writing = CaseWriting(composition, design.graph, writers, checker)
        cases = await writing.write(patients)
        errors = await writing.measure_checker(patients, args.seed)
    made = {**described, "limit": args.limit, **_who(writers, checker, cases, errors)}
    write_cases(args.out, design, cases, made, read_mentalkg(args.kg))
    _show(cases, errors)
    out.print(plain(f"{counted(sum(case.text is not None for case in cases), 'case')} in {args.out}"))
    return 0


def _writers(args: argparse.Namespace) -> tuple[list[Composer], Composer | None]:
    """The writers and the checker.

    Raises:
        UsageError: a writer is named twice, or checks what it wrote.
    """
    named = args.writer
    for twice in (name for name, times in Counter(named).items() if times > 1):
        raise UsageError(f"--writer {twice} is given twice: a writer writes one case per patient.")
    if args.checker in named:
        raise UsageError(f"--checker {args.checker} is a writer: nobody checks what they wrote.")
    checker = composer_of(args, args.checker, temperature=0.0) if args.checker else None
    return [composer_of(args, name, temperature=0.7) for name in named], checker


async def classify_and_show(args: argparse.Namespace, graph: DiagnosisGraph) -> list[RuleNeed]:
    """What the checker says that each rule claims; says of which nothing could be read."""
    async with AsyncStore(args.store) as store:
        composition = Composition(store, f"rules of {args.kg.name}", asking(args))
        found = await classify_rules(composition, graph, composer_of(args, args.checker, temperature=0.0))
    if found.unread:
        unread = ", ".join(found.unread)
        tell(f"Warning: nothing could be read of what {unread} claim; they count as claiming nothing.")
    return found.needs


def limited(patients: Sequence[Patient], most: int | None) -> list[Patient]:
    """So many patients of each type, a fair sample by hash; all of them without a limit."""
    if most is None:
        return list(patients)
    seen: Counter[str] = Counter()
    kept = set()
    for patient in sorted(patients, key=lambda each: hashlib.sha256(each.id.encode()).digest()):
        seen[patient.profile.type] += 1
        if seen[patient.profile.type] <= most:
            kept.add(patient.id)
    return [patient for patient in patients if patient.id in kept]


def _dry_run(
    args: argparse.Namespace, writers: Sequence[Composer], patients: Sequence[Patient], design: CaseDesign
) -> int:
    """What the first round would ask; later rounds and checks depend on what comes back."""
    jobs = [
        ComposeJob(
            f"{WRITE}-1-{patient.id}", WRITE, 1, patient.id, writing_prompt(patient, design.graph),
            expects="text", max_tokens=WRITER_MAX_TOKENS,
        )
        for patient in patients
    ]  # fmt: skip
    for writer in writers:
        for found in estimate_stage(Stage(WRITE, 1, jobs, writer, str), args.store):
            cost = "unknown cost" if found.cost_usd is None else f"at most {found.cost_usd:.2f} USD"
            tokens = f"{found.prompt_tokens + (found.completion_tokens or 0):,} tokens"
            said = f"{writer.name}: {counted(found.n_requests, 'request')}, at most {tokens}, {cost}."
            out.print(plain(said), soft_wrap=True)
    tell("That is the first round. Refused texts are written again twice, and a checker reads each twice.")
    return 0


def _who(
    writers: Sequence[Composer],
    checker: Composer | None,
    cases: Sequence[WrittenCase],
    errors: CheckerErrors | None,
) -> dict[str, Any]:
    served: dict[str, set[str]] = {writer.name: set() for writer in writers}
    for case in cases:
        served[case.writer] |= {case.served_model} - {None}  # type: ignore[arg-type]
    return {
        "writers": {name: {"served": sorted(models)} for name, models in served.items()},
        "checker": None
        if checker is None
        else {"model": checker.name, "errors": errors and errors.to_json()},
    }


def _show(cases: Sequence[WrittenCase], errors: CheckerErrors | None) -> None:
    table = Table("Writer", "Cases", "Given up", "Refused for (attempts)", box=None, pad_edge=False)
    for writer, counts in refusals(cases).items():
        mine = [case for case in cases if case.writer == writer]
        lost = sum(case.text is None for case in mine)
        said = ", ".join(
            f"{kind} {times:,}" for kind, times in counts.items() if not kind.startswith("warning")
        )
        table.add_row(plain(writer), f"{len(mine) - lost:,}", f"{lost:,}", plain(said or "nothing"))
    out.print(table)
    if errors is not None:
        missed = f"missed {errors.n_missed:,} of {errors.n_told:,} symptoms that are told"
        alarms = f"found {errors.n_false_alarms:,} of {errors.n_not_told:,} that are not"
        out.print(plain(f"The checker {missed}, and {alarms}."), soft_wrap=True)
