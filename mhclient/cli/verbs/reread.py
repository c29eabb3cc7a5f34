"""`mhclient reread`: read stored replies again, offline, and compare the reader with other rules."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cache import Store
from mhclient.audit.render import render_changes, render_rules, render_what_is_counted
from mhclient.cli.screen.console import err, out
from mhclient.errors import UsageError
from mhclient.judge.reread import Change, RuleAgreement, changes, rule_agreements
from mhclient.read.collect import Collected, collect
from mhclient.show.counts import counted
from mhclient.show.files import print_text


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
        print_text(json.dumps(_to_json(found), ensure_ascii=False, indent=2) + "\n")
    else:
        _print(found)
    return 0


def _reread(args: argparse.Namespace) -> Reread:
    with Store.open(args.store) as store:
        collected = collect(store, args.runs, tell=err.print)
        keys = {case.key for case in collected.cases}
        others = [reader for reader in store.readings.find_readers(keys) if reader != collected.reader]
        before = _against(args.against, others)
        earlier = store.readings.find(keys, before) if before else {}
    cases = collected.cases
    return Reread(collected, before, len(earlier), changes(cases, earlier), rule_agreements(cases))


def _against(wanted: str | None, others: Sequence[str]) -> str | None:
    if wanted is None:
        return others[-1] if others else None
    if wanted not in others:
        known = ", ".join(others) or "none"
        raise UsageError(f"--against: no other reader '{wanted}' has read these replies. Others: {known}.")
    return wanted


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
