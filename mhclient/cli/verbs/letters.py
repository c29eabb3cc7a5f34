"""`mhclient letters` and `mhclient reread`: runs seen by another reading than the report's.

`letters` shows what the option letters' probabilities say, apart from what was written; `reread` reads stored
replies again, offline, and compares the reader with other rules.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from rich.table import Table

from cache import Store
from mhclient.audit.render import render_changes, render_rules, render_what_is_counted
from mhclient.cli.screen.console import err, out, plain, tell
from mhclient.cli.verbs.report_settings import items_of
from mhclient.errors import UsageError
from mhclient.judge.reread import Reread, reread
from mhclient.report import letters
from mhclient.report.blocks.published import (
    published_across,
    published_document,
    published_findings,
    published_table,
)
from mhclient.report.letters import LetterReport, as_csv, as_json, as_json_lines, summarise_letters
from mhclient.report.loading.item_choice import in_words
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.writers.terminal import render_table, shown
from mhclient.run.stored_items import refuse_answers
from mhclient.show.counts import counted
from mhclient.show.csv_cells import csv_cells
from mhclient.show.files import check_out, print_text, write_file

FIGURES_ALONE = " Without `items` there are figures alone."


def execute_letters(args: argparse.Namespace) -> int:
    if args.items:
        check_out(args.items)
    with Store.open(args.store, read_only=True) as store:
        report = summarise_letters(store, args.run, args.written, args.orders, items_of(args))
    if args.items:
        manifest, run_id = report.run.manifest, report.run.run_id
        refuse_answers(manifest, run_id, with_answers=args.with_answers, otherwise=FIGURES_ALONE)
        with csv_cells(args.csv_for, tell) as cells:
            as_lines = args.items.suffix == ".jsonl"
            run, writing = report.run, report.writing
            written = as_json_lines(run, writing) if as_lines else as_csv(run, writing, cells)
            write_file(args.items, written.encode())
    if args.format == "json":
        print_text(as_json(report))
    else:
        if args.where:
            out.print(shown(f"Only items with {in_words(items_of(args).where)}."))
        _print(report)
        for name, group in report.groups.items():
            out.print()
            out.print(shown(f"{args.by}: {name}, {counted(len(group.run.items), 'item')}", style="bold"))
            _print_figures(group)
    return 0


def _print(report: LetterReport) -> None:
    spec = report.run.spec
    out.print(shown(f"{spec.model} · {spec.variant.name} · {spec.ask}", style="bold"))
    out.print(shown(f"run {report.run.run_id}, {counted(len(report.run.items), 'item')}", style="dim"))
    if spec.epochs > 1:
        _print_notes([f"Each item was asked {spec.epochs} times: these are the first replies."])
    _print_figures(report)


def _print_figures(report: LetterReport) -> None:
    if report.choices is not None:
        out.print(_table(letters.RULE_HEAD, letters.rule_rows(report.choices)))
        _print_notes(letters.choice_notes(report.choices))
    if report.top is not None:
        _print_notes(letters.top_notes(report.top))
    if unanswered := report.run.unanswered():
        _print_notes([f"Without a reply: {', '.join(f'{n} {why}' for why, n in unanswered.items())}."])
    if report.debiased is not None:
        out.print()
        out.print(shown("Without the preference for letters", style="bold"))
        _print_notes(letters.debiased_notes(report.debiased))
    if report.written is not None:
        out.print()
        out.print(shown(f"Chosen and written ({report.written_run})", style="bold"))
        out.print(_table(letters.WRITTEN_HEAD, letters.written_rows(report.written)))
        _print_notes(letters.written_notes(report.written))
        if report.other_model is not None:
            _print_notes([f"The written answers are of another model, {report.other_model}."])


def _print_notes(notes: Iterable[str]) -> None:
    for note in notes:
        out.print(shown(f"* {note}"))


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    first, *others = head
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*(shown(cell) for cell in row))
    return table


def execute_reread(args: argparse.Namespace) -> int:
    if args.published:
        return _published(args)
    with Store.open(args.store) as store:
        found = reread(store, args.runs, args.against, tell=err.print)
    if args.json:
        print_text(json.dumps(found.to_json(), ensure_ascii=False, indent=2) + "\n")
    else:
        _print_reread(found)
    return 0


def _published(args: argparse.Namespace) -> int:
    """The way from the tools' scores to what the replies say."""
    with Store.open(args.store, read_only=True) as store:
        summaries = summarise_all(load_runs(store, args.runs))
    table = published_across(summaries)
    if table is None:
        raise UsageError(
            f"{args.store}: none of these runs was adopted from a log that says what its tool read."
        )
    if args.json:
        document = {summary.run_id: published_document(summary).get("published") for summary in summaries}
        print_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
        return 0
    if len(summaries) == 1:
        table = published_table(summaries[0]) or table
    out.print(render_table(table))
    for summary in summaries:
        for finding in published_findings(summary):
            out.print(plain(f"{summary.run_id}: {finding.text}"), soft_wrap=True)
    return 0


def _print_reread(found: Reread) -> None:
    collected = found.collected
    out.print(
        f"{counted(len(collected.cases), 'reply')}, {collected.newly_read:,} of them new to reader "
        f"{collected.reader}.",
        soft_wrap=True,
    )
    for line in render_what_is_counted(collected):
        out.print(line)
    if found.before is None:
        out.print("No other reader has read them before: nothing to compare with.")
    else:
        out.print(render_changes(found.changed, found.before, collected.reader, found.n_shared))
    out.print()
    out.print(render_rules(found.rules))
