"""`mhclient generate mentalkg`: new cases from a diagnosis graph.

Profiles and patients are drawn; with `--writer`, models write the cases, and each is checked. `--check` shows
the graph in figures and everything wrong with it, `--show` one patient, what is offered, and why the rest is
wrong.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmark.mentalkg.cases import WrittenCase, refusals
from benchmark.mentalkg.census import census, implications, set_counts
from benchmark.mentalkg.criteria import RuleNeed
from benchmark.mentalkg.design import CaseDesign, check_design_folder
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.prompts import CheckerErrors, writing_prompt
from benchmark.mentalkg.read import examine, faults_in, read_diagnosis_graph
from benchmark.mentalkg.texts import is_warning
from cache.async_store import AsyncStore
from mhclient.cli.screen.console import err, out, plain, print_table, tell
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
    prepare_cases,
    rules_without_model,
    write_with_models,
)
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.run.jobs import ComposeJob
from mhclient.show.counts import counted


def execute_generate(args: argparse.Namespace) -> int:
    """Check the graph, show a patient, or draw profiles and patients."""
    if args.check:
        return check_graph(args.kg)
    if args.out is None and not args.show:
        raise UsageError("Where to? Name a folder with --out, or look at the graph with --check.")
    graph = read_diagnosis_graph(args.kg)
    rules = _rules(args, graph)
    settings = ProfileSettings(args.seed, args.types, args.disorders)
    prepared = prepare_cases(args.kg, graph, settings, rules)
    if args.show:
        return show_patient(prepared.design, args.show)
    if not args.writer and not args.profiles_only:
        raise UsageError("Who writes? Name models with --writer, or draw profiles with --profiles-only.")
    if args.dry_run and not args.profiles_only:
        check_design_folder(args.out, prepared.described)
    else:
        prepared.write(args.out)
        _show_counts(prepared.design, settings)
        _show_repeats(prepared.design.graph, prepared.design.repeats)
        profiles, patients = len(prepared.design.profiles), len(prepared.design.patients)
        made = f"{counted(profiles, 'profile')} and {counted(patients, 'patient')} in {args.out}"
        out.print(plain(made))
    if args.profiles_only:
        return 0
    return run_async(write_and_show, args, prepared)


def _rules(args: argparse.Namespace, graph: DiagnosisGraph) -> list[RuleNeed]:
    """What each rule claims: from a table, from a checker, or from its words.

    Raises:
        UsageError: a checker is to say it, and there is none, or there is a table.
    """
    if not args.classify_rules:
        return rules_without_model(graph, args.rules)
    if args.rules:
        raise UsageError("--rules has what the rules claim: leave out --classify-rules.")
    if not args.checker:
        raise UsageError("--classify-rules asks a checker: name it with --checker PROVIDER:NAME.")
    return run_async(classify_and_show, args, graph)


_TYPES = {"type1": "charts", "type2": "self-reports", "type3": "ambiguous cases", "type4": "clear cases"}


def _show_counts(design: CaseDesign, settings: ProfileSettings) -> None:
    profiles = Counter(profile.type for profile in design.profiles)
    patients = Counter(patient.profile.type for patient in design.patients)
    rows = [
        (kind.removeprefix("type"), _TYPES[kind], f"{profiles[kind]:,}", f"{patients[kind]:,}")
        for kind in settings.types
    ]
    print_table(("Type", "", "Profiles", "Patients"), rows, (2, 3))


def _show_repeats(graph: DiagnosisGraph, repeats: dict[str, int]) -> None:
    """Where a disorder has too few distinct profiles, only what its patients show differs."""
    for key, count in repeats.items():
        disorder, kind = key.split()
        name, number = graph.disorders[disorder].name, kind.removeprefix("type")
        said = f"{name}: {counted(count, 'profile')} of type {number} repeated, since no other is possible."
        out.print(plain(said), soft_wrap=True)


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
    rows = []
    for writer, counts in refusals(cases).items():
        mine = [case for case in cases if case.writer == writer]
        lost = sum(case.text is None for case in mine)
        said = ", ".join(f"{noted} {times:,}" for noted, times in counts.items() if not is_warning(noted))
        rows.append((writer, f"{len(mine) - lost:,}", f"{lost:,}", said or "nothing"))
    print_table(("Writer", "Cases", "Given up", "Refused for (attempts)"), rows)
    if errors is not None:
        missed = f"missed {errors.n_missed:,} of {errors.n_told:,} symptoms that are told"
        alarms = f"found {errors.n_false_alarms:,} of {errors.n_not_told:,} that are not"
        out.print(plain(f"The checker {missed}, and {alarms}."), soft_wrap=True)


def check_graph(folder: Path) -> int:
    """Print figures, or faults and status 2: nothing can be made from a graph with a fault."""
    graph, malformed = examine(folder)
    faults = [*malformed, *faults_in(graph)]
    for fault in faults:
        out.print(plain(str(fault)), soft_wrap=True)
    if faults:
        said = f"{folder} has {counted(len(faults), 'fault')}, the first in {faults[0].file}, {faults[0].key}"
        err.print(plain(f"mhclient: {said}; nothing is made from it until they are mended."), soft_wrap=True)
        return 2
    figures = ((f"{figure.count:,}", figure.what) for figure in census(graph))
    print_table(("", ""), figures, (0,), head=False)
    out.print()
    # Full sets meet the criteria; partial ones have a core of every group, and one group unmet.
    sets = (
        (key, graph.disorders[key].name, f"{full:,}", f"{partial:,}")
        for key, (full, partial) in set_counts(graph).items()
    )
    print_table(("", "Disorder", "Full symptom sets", "Partial sets"), sets, (2, 3))
    if pairs := implications(graph):
        shown = ", ".join(f"{x} ⇒ {y}" for x, y in pairs)
        out.print()
        out.print(plain(f"Whose symptom criteria imply another's: {shown}."), soft_wrap=True)
    out.print(plain(f"No fault in {folder}."), soft_wrap=True)
    return 0


def show_patient(design: CaseDesign, patient_id: str) -> int:
    """Print one patient of a design."""
    patient = next((each for each in design.patients if each.id == patient_id), None)
    if patient is None:
        examples = ", ".join(each.id for each in design.patients[:1])
        raise UsageError(f"There is no patient {patient_id!r} in this design; the first is {examples}.")
    who, kind = patient.demographics, patient.profile.type.removeprefix("type")
    person = f"{patient.id}: type {kind}, {who.age} years, {who.sex}, {who.occupation}, {who.marital_status}"
    options = (
        f"{letter}. {design.graph.disorders[key].name} ({_standing(patient, letter, key)})"
        for letter, key in patient.options.items()
    )
    for line in (person, "", *_stated(patient, design.graph), "", *options):
        out.print(plain(line), soft_wrap=True)
    return 0


def _stated(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    statement = patient.profile.parts[patient.part]
    lines = []
    for group, symptoms in (*statement.groups.items(), ("added", statement.added)):
        span = statement.group_spans.get(group)
        mild = ", no marked impairment" if statement.group_impairment.get(group) is False else ""
        lines += [f"{group}{f', {span.text}' if span else ''}{mild}:"] if symptoms else []
        lines += [f"  {symptom} {_shown(patient, symptom, graph)}" for symptom in symptoms]
    said = {
        "Duration in all": statement.total.text if statement.total else None,
        "Impairment": {True: "yes", False: "none that is marked", None: None}[statement.impairment],
        "Stressor": " – ".join(statement.stressor) if statement.stressor else None,
        "Requirements": "; ".join(statement.requirements) or None,
        "Withheld": "duration and impairment" if statement.partial_by else None,
    }
    return [*lines, *(f"{name}: {text}" for name, text in said.items() if text)]


def _shown(patient: Patient, symptom: str, graph: DiagnosisGraph) -> str:
    entry = graph.symptoms[symptom]
    manifestation = entry.manifestations[patient.manifestations[symptom]]
    return f"{entry.name.replace('_', ' ')}: {manifestation.name or manifestation.text}"


def _standing(patient: Patient, letter: str, key: str) -> str:
    if letter in patient.gold:
        return "gold"
    if key in patient.separated_by:
        by, fact = patient.separated_by[key]
        return f"{patient.classes[key]}; symptoms met, wrong by {by}: {fact}"
    return patient.classes.get(key, "the other side of the differential")
