"""`mhclient generate mentalkg`: new cases from a diagnosis graph."""

import argparse
from pathlib import Path

from rich.table import Table

from benchmark.mentalkg.design import CaseDesign, check_design_folder
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.needs import RuleNeed
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.read import read_diagnosis_graph
from mhclient.cli.screen.console import out, plain
from mhclient.cli.verbs.generate_cases import classify_and_show, write_and_show
from mhclient.cli.verbs.generate_check import check_graph
from mhclient.cli.verbs.generate_show import show_patient
from mhclient.compose.generate import prepare_cases, rules_without_model
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.show.counts import counted


def execute(args: argparse.Namespace) -> int:
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
        _show_drawn(args.out, prepared.design, settings)
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


def _show_drawn(folder: Path, design: CaseDesign, settings: ProfileSettings) -> None:
    _show_counts(design, settings)
    _show_repeats(design.graph, design.repeats)
    profiles, patients = len(design.profiles), len(design.patients)
    out.print(plain(f"{counted(profiles, 'profile')} and {counted(patients, 'patient')} in {folder}"))


_TYPES = {"type1": "charts", "type2": "self-reports", "type3": "ambiguous cases", "type4": "clear cases"}


def _show_counts(design: CaseDesign, settings: ProfileSettings) -> None:
    shown = Table("Type", "", "Profiles", "Patients", box=None, pad_edge=False)
    shown.columns[2].justify = shown.columns[3].justify = "right"
    for kind in settings.types:
        profiles = sum(profile.type == kind for profile in design.profiles)
        patients = sum(patient.profile.type == kind for patient in design.patients)
        shown.add_row(kind.removeprefix("type"), _TYPES[kind], f"{profiles:,}", f"{patients:,}")
    out.print(shown)


def _show_repeats(graph: DiagnosisGraph, repeats: dict[str, int]) -> None:
    """Where a disorder has too few distinct profiles, only what its patients show differs."""
    for key, count in repeats.items():
        disorder, kind = key.split()
        name, number = graph.disorders[disorder].name, kind.removeprefix("type")
        said = f"{name}: {counted(count, 'profile')} of type {number} repeated, since no other is possible."
        out.print(plain(said), soft_wrap=True)
