"""`mhclient reread`: read stored replies again, offline, and hold the reader against other rules."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mhclient.cli.arguments.options import add_store
from mhclient.show.counts import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mhclient.judge.reread import Change, RuleAgreement
    from mhclient.read.collect import Collected


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read the replies of runs with the reader of this program. Shows what it reads otherwise than an "
        "earlier reader did, whose readings stay in the store, and how far well-known public rules agree."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient runs' lists them")
    parser.add_argument(
        "--against", metavar="READER", help="the reader to compare with (default: the one before)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_store(parser)


@dataclass(frozen=True, slots=True)
class Reread:
    """What reading again found; `before` is the reader compared with, None where there is none."""

    collected: Collected
    before: str | None
    n_shared: int
    changed: Sequence[Change]
    rules: Sequence[RuleAgreement]


def execute(args: argparse.Namespace) -> int:
    found = _reread(args)
    if args.json:
        sys.stdout.write(json.dumps(_to_json(found), ensure_ascii=False, indent=2) + "\n")
    else:
        _print(found)
    return 0


def _reread(args: argparse.Namespace) -> Reread:
    from cache import open_connection
    from cache.audit import readers_of, readings_of
    from mhclient.cli.screen.console import err
    from mhclient.judge.reread import changes, rule_agreements
    from mhclient.read.collect import collect

    with closing(open_connection(args.store)) as connection:
        collected = collect(connection, args.runs, tell=err.print)
        keys = {case.key for case in collected.cases}
        others = [reader for reader in readers_of(connection, keys) if reader != collected.reader]
        before = _against(args.against, others)
        earlier = readings_of(connection, keys, before) if before else {}
    cases = collected.cases
    return Reread(collected, before, len(earlier), changes(cases, earlier), rule_agreements(cases))


def _against(wanted: str | None, others: Sequence[str]) -> str | None:
    from mhclient.errors import UsageError

    if wanted is None:
        return others[-1] if others else None
    if wanted not in others:
        known = ", ".join(others) or "none"
        raise UsageError(f"--against: no other reader '{wanted}' has read these replies. Others: {known}.")
    return wanted


def _print(found: Reread) -> None:
    from mhclient.audit.render import render_changes, render_rules, render_what_is_counted
    from mhclient.cli.screen.console import out

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


def _to_json(found: Reread) -> dict[str, Any]:
    return {
        "reader": found.collected.reader,
        "before": found.before,
        "asked_again": {run: again.run for run, again in found.collected.asked_again.items()},
        "n": len(found.collected.cases),
        "n_read_by_both": found.n_shared,
        "changes": [_change(change) for change in found.changed],
        "rules": [asdict(rule) for rule in found.rules],
    }


def _change(change: Change) -> dict[str, Any]:
    fields = ("outcome_before", "rule_before", "outcome_now", "rule_now", "n", "n_other_answer")
    shown = {name: getattr(change, name) for name in fields}
    return shown | {"example": {"item_id": change.example.item_id, "completion": change.example.completion}}
