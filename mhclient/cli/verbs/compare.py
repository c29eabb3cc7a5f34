"""`mhclient compare`, `drift` and `power`: what several runs say together, and what a planned one could.

First comparisons on shared items; then `--by parent`, for hardened benchmarks; panels in the order of time;
and how small a difference a run could show before it is paid for.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from benchmark import Item, read_benchmark, read_items
from benchmark.kinds import task_name
from cache import Store
from mhclient.cli.arguments.options import form_of
from mhclient.cli.arguments.reports import COMPARE_ENDINGS, POWER_DEFAULTS
from mhclient.cli.arguments.reports import DRIFT_ENDINGS as DriftENDINGS
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import out, plain, print_table, tell
from mhclient.cli.verbs.report_settings import items_of, settings_of
from mhclient.errors import UsageError
from mhclient.figures.item_analysis import LEAST_MODELS, LEAST_RUNS
from mhclient.machine.process import keep_to_the_end
from mhclient.report.by_parent import ByParent, Cue, Discrimination, compare_by_parent
from mhclient.report.compare.comparing import compare, settings_for
from mhclient.report.compare.contrast import Comparison
from mhclient.report.drift_panels import PanelSeries, document, find_series, head, note, rows, verdict
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.marks import mark_all
from mhclient.report.page.drift import to_page
from mhclient.report.power import (
    SIMULATING,
    Assumed,
    Plan,
    about_assumed,
    about_pilot,
    design_table,
    plan_assumed,
    plan_comparison,
    plan_design,
    power_table,
)
from mhclient.report.settings import Settings
from mhclient.report.table import Table
from mhclient.report.wording.names import run_name
from mhclient.report.wording.shapes import intervals_document
from mhclient.report.writers.paper import comparison_as_latex
from mhclient.report.writers.terminal import render_comparison, render_table
from mhclient.report.writers.text import comparison_as_markdown, comparison_document
from mhclient.report.writers.tidy import comparison_as_csv
from mhclient.run.stored_runs import readable_runs
from mhclient.show.cells import interval
from mhclient.show.csv_cells import csv_cells
from mhclient.show.files import check_out, print_bytes, print_text, write_file

WITHOUT_PARENT = {"latex": "LaTeX", "csv": "CSV"}
PARENT = "parent"  # as --by: no column, but the item that a hardened one was made from


def execute_compare(args: argparse.Namespace) -> int:
    args.format = form_of(args.format, args.out, COMPARE_ENDINGS)
    if args.out:
        check_out(args.out)
    by_parent, args.by = args.by == PARENT, None if args.by == PARENT else args.by
    with Store.open(args.store, read_only=True) as store:
        readable = readable_runs(store, args.runs, tell)
        runs = mark_all(list(items_of(args).apply(load_runs(store, readable))))
        keep_to_the_end()
    if by_parent and (form := WITHOUT_PARENT.get(args.format)):
        raise UsageError(f"--by parent has no {form}: choose --format terminal, json or markdown.")
    if by_parent:
        written = write_by_parent(compare_by_parent(runs), args.format)
    else:
        found = compare(runs, settings_of(args), every_pair=args.all_pairs, first_only=args.first_only)
        written = _written(found, args)
    _put(args, args.format, written)
    return 1 if set(args.runs).difference(readable) else 0


def _written(comparison: Comparison, args: argparse.Namespace) -> str:
    if args.format == "json":
        return _as_json(comparison_document(comparison))
    if args.format == "markdown":
        return comparison_as_markdown(comparison)
    if args.format == "latex":
        return comparison_as_latex(comparison, args.label_prefix)
    if args.format == "csv":
        with csv_cells(args.csv_for, tell) as cells:
            return comparison_as_csv(comparison, cells)
    with out.capture() as captured:
        out.print(render_comparison(comparison))
    return captured.get()


def _as_json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _put(args: argparse.Namespace, form: str, written: str) -> None:
    """Into the file that `--out` names, else to standard output."""
    if args.out:
        write_file(args.out, written.encode())
        tell(f"Written: {args.out}")
    elif form == "terminal":
        print_bytes(written.encode())
    else:
        print_text(written)


WRITER_NOTE = "* the model has written these options itself"
CAUTION = (
    "A drop says that models answer fewer items as the key says. Whether options are more tempting or items "
    "have become ambiguous, it does not say; options that more than half choose are to be looked at first."
)
HEADINGS = (
    "Model",
    "Arm",
    "Items",
    "n",
    "Before",
    "After",
    "Drop",
    "95 %",
    "Lost",
    "Won",
    "p",
    "p Holm",
    "Unread",
)


def write_by_parent(found: ByParent, form: str) -> str:
    """The comparison in one of the forms of `compare`."""
    if form == "json":
        return _as_json(_parents_document(found))
    if form == "markdown":
        return _parents_markdown(found)
    return _parents_terminal(found)


def _parents_document(found: ByParent) -> dict[str, object]:
    drops = [asdict(each) | {"drop": asdict(each.drop) | {"drop": each.drop.drop}} for each in found.drops]
    return {
        "by": "parent",
        "drops": drops,
        "distractors": [
            asdict(sheet) | {"origins": [asdict(each) | {"share": each.share} for each in sheet.origins]}
            for sheet in found.sheets
        ],
        "panels": {
            arm: jury and asdict(jury) | {"by_ambiguity": jury.by_ambiguity}
            for arm, jury in found.juries.items()
        },
        "cues": {arm: [asdict(each) for each in of_arm] for arm, of_arm in found.cues.items()},
        "discrimination": {arm: asdict(each) for arm, each in found.tells_apart.items()},
    }


def _rows(found: ByParent) -> list[list[str]]:
    rows = []
    for each in found.drops:
        drop = each.drop
        mark = " *" if each.wrote_it else ""
        rows.append(
            [
                *(each.model + mark, each.arm, each.items, f"{drop.n:,}"),
                *map(_points, (drop.before, drop.after, drop.drop)),
                *(interval(drop.ci95), f"{drop.lost:,}", f"{drop.won:,}"),
                *(_p(drop.p), _p(each.p_holm), _points(drop.read_drop)),
            ]
        )
    return rows


def _points(share: float) -> str:
    return f"{100 * share:.1f}"


def _p(p: float | None) -> str:
    return "–" if p is None else f"{p:.4f}"


def _notes(found: ByParent) -> list[str]:
    notes = [WRITER_NOTE] if any(each.wrote_it for each in found.drops) else []
    for sheet in found.sheets:
        share = f"{sheet.functioning:,} of {sheet.n:,}"
        notes.append(f"Arm {sheet.arm}: {share} new options are chosen in at least 5 % of readings.")
        origins = ", ".join(
            f"{each.origin} {_points(each.share)} ({each.n_shown:,} shown)" for each in sheet.origins
        )
        notes.append(f"Arm {sheet.arm}, of 100 times that an option was shown it was chosen: {origins}.")
        notes += [
            f"Suspect: “{text}” of {item} takes {100 * share:.0f} % of the readings."
            for item, text, share in sheet.suspects[:10]
        ]
        if sheet.unverified:
            notes.append(f"Arm {sheet.arm}: no graph has checked {sheet.unverified:,} options.")
        notes += [*_jury_notes(sheet.arm, found), _apart_note(sheet.arm, found.tells_apart[sheet.arm])]
        notes += _cue_notes(sheet.arm, found.cues[sheet.arm])
    return [*notes, CAUTION]


def _jury_notes(arm: str, found: ByParent) -> list[str]:
    """What a jury calls into question, and what that contributes to its drop."""
    jury = found.juries[arm]
    if jury is None:
        return [
            f"Arm {arm}: no jury. It takes {LEAST_MODELS} models, neither writer nor judge, asked "
            "before and after, each in two orders of the options."
        ]
    notes = [
        f"Arm {arm}, jury of {len(jury.models)} models: accuracy falls by {_points(jury.drop.drop)} "
        f"points ({interval(jury.drop.ci95)}). Of {jury.drop.n:,} items {jury.suspect_before:,} "
        f"were suspect before and {jury.suspect_after:,} are now."
    ]
    if jury.drop_sound is not None and jury.by_ambiguity is not None:
        notes.append(
            f"Arm {arm}, on the {jury.drop_sound.n:,} items that are not suspect it falls by "
            f"{_points(jury.drop_sound.drop)} points: suspect items contribute "
            f"{_points(jury.by_ambiguity)}."
        )
    return [*notes, *(f"Suspect by the jury: {item}: “{why}”." for item, why in jury.suspects[:10])]


def _cue_notes(arm: str, found: Sequence[Cue]) -> list[str]:
    """The best way of guessing, and each that has more than five points above chance."""
    told = [each for each in found if each.gives_away]
    notes = []
    for each in sorted(told, key=lambda each: -(each.after or 0)):
        before = "–" if each.before is None else _points(each.before)
        notes.append(
            f"Arm {arm}: “{each.shortcut}” has {_points(each.after or 0)} % right ({before} before; "
            f"{_points(each.chance)} by chance): the options give the key away."
        )
    none = f"Arm {arm}: none of {len(found)} ways of guessing has more than 5 points above chance."
    return notes or ([none] if found else [])


def _apart_note(arm: str, found: Discrimination) -> str:
    """Item–total correlations and the order of the models, or why there are none."""
    tau = "too few models" if found.tau is None else f"{found.tau:.2f}"
    if found.before is None or found.after is None:
        old, new = found.n_runs
        total = f"too few runs ({old:,} and {new:,}; it takes {LEAST_RUNS})"
    else:
        total = f"median {found.before:.2f} before, {found.after:.2f} after"
    return (
        f"Arm {arm}: item–total correlation: {total}. Order of the models before and after "
        f"(Kendall's tau): {tau}."
    )


def _parents_terminal(found: ByParent) -> str:
    with out.capture() as captured:
        print_table(HEADINGS, _rows(found), range(3, len(HEADINGS)))
        for note in _notes(found):
            out.print(plain(note), soft_wrap=True)
    return captured.get()


def _parents_markdown(found: ByParent) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    rule = line(["---"] * 3 + ["---:"] * (len(HEADINGS) - 3))
    table = [line(HEADINGS), rule, *map(line, _rows(found))]
    return "\n".join([*table, "", *(f"- {note}" for note in _notes(found))]) + "\n"


NUMBERS = ("replies", "right, %", "evidence")


def execute_drift(args: argparse.Namespace) -> int:
    """Show the panels; exit status 1 where a change is shown, so that a schedule can act on it."""
    form = form_of(args.format, args.out, DriftENDINGS)
    if form == "html" and args.out is None:
        raise UsageError("--format html needs --out FILE.")
    if args.out:
        check_out(args.out)
    with Store.open(args.store, read_only=True) as store:
        found = find_series(store, args.runs, since=args.since)
    if form == "json":
        written = _as_json(document(found))
    else:
        written = to_page(found) if form == "html" else _drift_terminal(found)
    _put(args, form, written)
    return int(any(series.shown_at is not None for series in found))


def _drift_terminal(found: list[PanelSeries]) -> str:
    with out.capture() as captured:
        for series in found:
            out.print(plain(series.title), style="bold")
            out.print(plain(verdict(series)))
            right = [n for n, name in enumerate(head()) if name in ("replies", "right", "evidence")]
            print_table(head(), rows(series), right)
            out.print(plain(note(series)), style="dim")
            out.print()
    return captured.get()


def execute_power(args: argparse.Namespace) -> int:
    _check_power(args)
    table, document = (
        _by_design(args) if args.design else _by_pilot(args) if args.pilot else _by_assumptions(args)
    )
    if args.format == "json":
        print_text(_as_json({"schema": "mhclient-power/2", **document}))
    else:
        out.print(render_table(replace(table, own_note=as_options(table.own_note))))
    return 0


def _check_power(args: argparse.Namespace) -> None:
    """Refuse what would be passed over in silence.

    Raises:
        UsageError: nothing says what is planned, or options contradict each other.
    """
    if not (args.pilot or args.benchmark or args.n):
        raise UsageError("power needs --benchmark DIR, --n N or --pilot RUN RUN.")
    if args.n is not None and (args.tasks or args.pilot):
        other = "--tasks" if args.tasks else "--pilot"
        raise UsageError(f"{other} needs the items of a benchmark: --n is a number of items of any kind.")
    if args.n is not None and settings_of(args) != Settings():
        raise UsageError("--entities and --cluster need the items of a benchmark: --n is a number of items.")
    for name, default in POWER_DEFAULTS.items():
        if args.pilot and getattr(args, name) != default:
            raise UsageError(f"--{name.replace('_', '-')} does nothing with --pilot, which says what it is.")


def _by_pilot(args: argparse.Namespace) -> tuple[Table, Mapping[str, Any]]:
    wanted = Plan(args.pairs, args.alpha, args.power)
    with Store.open(args.store, read_only=True) as store:
        first, second = load_runs(store, args.pilot)
    settings = settings_for([first, second], settings_of(args))
    planned = list(first.benchmark.items.values()) if args.benchmark is None else _items(args)
    rows = plan_comparison([first, second], _of_tasks(planned, args), wanted, settings, tell)
    names = run_name(first, [first, second]), run_name(second, [first, second])
    document = {
        "pilot": list(args.pilot),
        "epochs": first.spec.epochs,
        "intervals": intervals_document(settings),
        "plan": asdict(wanted),
        "rows": [asdict(row) for row in rows],
    }
    return power_table(rows, wanted, about_pilot(names, settings, first.spec.epochs)), document


def _by_design(args: argparse.Namespace) -> tuple[Table, Mapping[str, Any]]:
    if args.benchmark is None or args.pilot:
        raise UsageError("--design needs --benchmark DIR, a paired design that 'build mentat' made.")
    benchmark = read_benchmark(args.benchmark)
    design = benchmark.manifest.get("design")
    varies = design.get("varies", ()) if isinstance(design, dict) and design.get("paired") else ()
    if args.design not in varies:
        there = f"its design varies {', '.join(varies)}" if varies else "it has no paired design"
        raise UsageError(f"--design {args.design}: {args.benchmark}: {there}.")
    found = plan_design(_of_tasks(_items(args), args), args.design, args.discordant, args.alpha, args.power)
    document = {
        "attribute": args.design,
        "discordant": args.discordant,
        "alpha": args.alpha,
        "power": args.power,
        "rows": [{"category": category, **asdict(row)} for category, row in found.items()],
    }
    return design_table(found, args.design, args.discordant, args.power), document


def _by_assumptions(args: argparse.Namespace) -> tuple[Table, Mapping[str, Any]]:
    assumed = Assumed(args.accuracy, args.discordant)
    if assumed.discordant > assumed.most_discordant:
        raise UsageError(
            f"--discordant {assumed.discordant:g} cannot be: of two runs with --accuracy "
            f"{assumed.accuracy:g} each, at most {assumed.most_discordant:.4g} of the items are right in "
            "exactly one."
        )
    wanted, settings = Plan(args.pairs, args.alpha, args.power), None
    items: Sequence[Item] | int = args.n
    if not args.n:
        items = _of_tasks(_items(args), args)
        settings = replace(settings_of(args), has_entities=any(item.entities for item in items))
        tell(SIMULATING)
    rows = plan_assumed(items, assumed, wanted, settings)
    document = {"assumed": asdict(assumed), "plan": asdict(wanted), "rows": [asdict(row) for row in rows]}
    if settings is not None:
        document["intervals"] = intervals_document(settings)
    return power_table(rows, wanted, about_assumed(assumed, settings)), document


def _items(args: argparse.Namespace) -> list[Item]:
    benchmark = read_benchmark(args.benchmark)
    items = read_items(benchmark.items_path)
    return [replace(item, task=task_name(benchmark.manifest, item.task)) for item in items]


def _of_tasks(items: Sequence[Item], args: argparse.Namespace) -> list[Item]:
    """The items of the tasks that are wanted.

    Raises:
        UsageError: there is no such task.
    """
    tasks = dict.fromkeys(item.task for item in items)
    if unknown := [task for task in args.tasks or () if task not in tasks]:
        where = args.benchmark or "the benchmark"
        raise UsageError(f"--tasks: {where} has no task '{unknown[0]}', but {', '.join(tasks)}.")
    return [item for item in items if not args.tasks or item.task in args.tasks]
