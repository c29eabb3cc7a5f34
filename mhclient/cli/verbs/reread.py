"""`mhclient reread`: read stored replies again, offline, and compare the reader with other rules."""

from __future__ import annotations

import argparse
import json

from cache import Store
from mhclient.audit.render import render_changes, render_rules, render_what_is_counted
from mhclient.cli.screen.console import err, out, plain
from mhclient.errors import UsageError
from mhclient.judge.reread import Reread, reread
from mhclient.report.blocks.published import (
    published_across,
    published_document,
    published_findings,
    published_table,
)
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.writers.terminal import render_table
from mhclient.show.counts import counted
from mhclient.show.files import print_text


def execute(args: argparse.Namespace) -> int:
    if args.published:
        return _published(args)
    with Store.open(args.store) as store:
        found = reread(store, args.runs, args.against, tell=err.print)
    if args.json:
        print_text(json.dumps(found.to_json(), ensure_ascii=False, indent=2) + "\n")
    else:
        _print(found)
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


def _print(found: Reread) -> None:
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
