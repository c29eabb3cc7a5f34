"""`mhclient cache`: look into the store, check it, take replies out of it, merge stores, tidy it up."""

import argparse
import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rich.markup import escape

from cache import Merged, Store, differing_fields
from mhclient.cli.arguments.options import check_json_lines
from mhclient.cli.screen.console import out, plain, print_table, tell
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.redaction.secrets import results_redactor
from mhclient.run.prices import at_most_usd
from mhclient.run.spec import stored_in_full
from mhclient.run.stored_items import refuse_solved_examples
from mhclient.run.stored_runs import readable_runs
from mhclient.show.counts import counted
from mhclient.show.files import check_out, print_text, writing
from mhclient.show.visible import one_line

if TYPE_CHECKING:
    from mhclient.providers import stored_bodies
    from mhclient.report.loading import load
else:  # they bring the formats of all providers, and the reader with all that scores
    load = later("mhclient.report.loading.load")
    stored_bodies = later("mhclient.providers.stored_bodies")


def _stats(args: argparse.Namespace) -> int:
    with Store.open(args.store, read_only=True) as store:
        found = store.upkeep.count_all()
    rows = []
    for name, value in found.items():
        shown = (
            ", ".join(f"{key} {count:,}" for key, count in value.items()) or "none"
            if isinstance(value, dict)
            else "not known"
            if value is None
            else at_most_usd(value)  # the cost, in which what is under way counts at its bound
            if isinstance(value, float)
            else f"{value:,}"
        )
        rows.append((name.replace("_", " "), shown))
    print_table(("", ""), rows, head=False)
    return 0


def _verify(args: argparse.Namespace) -> int:
    n_found, keyless = 0, results_redactor()
    with Store.open(args.store, read_only=True) as store:
        for violation in stored_bodies.find_violations(store):
            n_found += 1
            out.print(escape(one_line(keyless.hide_in(violation), LONGEST_VIOLATION)), soft_wrap=True)
        n_requests, n_responses = store.check.count()
    checked = f"{counted(n_requests, 'request')} and {counted(n_responses, 'reply')} checked"
    out.print(f"{checked}: {n_found or 'nothing'} wrong.")
    return 1 if n_found else 0


def _explain(args: argparse.Namespace) -> int:
    with Store.open(args.store, read_only=True) as store:
        one, other = (store.requests.get_by_prefix(key) for key in args.keys)
    differences = differing_fields(_address(one), _address(other))
    if not differences:
        out.print("Both keys are of the same request.")
    for path, here, there in differences:
        out.print(f"{escape(path)}:", soft_wrap=True)
        for key, value in zip(args.keys, (here, there), strict=True):
            out.print(
                f"  {escape(key[:12])}: {escape(json.dumps(value, ensure_ascii=False))}", soft_wrap=True
            )
    return 0


def _address(request: dict[str, object]) -> dict[str, object]:
    fields = {
        name: request[name] for name in ("method", "endpoint", "api_version", "key_version", "repetition")
    }
    return fields | {"body": json.loads(str(request["body"]))}


def _export(args: argparse.Namespace) -> int:
    check_json_lines(args.out)
    if args.out:
        check_out(args.out)
    with Store.open(args.store, read_only=True) as store:
        if args.run is not None:
            store.runs.get(args.run)
        refuse_solved_examples(store, args.run, with_answers=args.with_answers)
        with writing(args.out) if args.out else nullcontext() as file:
            write = print_text if file is None else file.write  # a terminal gets what it can show
            for row in store.upkeep.export(args.run):
                write(json.dumps(row, ensure_ascii=False) + "\n")
    return 0


def _prune(args: argparse.Namespace) -> int:
    with Store.open(args.store) as store:
        found = store.upkeep.preview_prune(args.run)
        out.print(
            f"{counted(len(args.run), 'run')}, {counted(found.responses, 'reply')}, "
            f"{counted(found.requests, 'request')} and {counted(found.benchmarks, 'benchmark')} "
            f"{'deleted' if args.yes else 'would be deleted'}."
        )
        if not args.yes:
            out.print("Replies were paid for. --yes deletes them for good.")
            return 0
        with store.transaction():
            store.upkeep.prune(args.run)
        store.upkeep.compact()
    return 0


def _merge(args: argparse.Namespace) -> int:
    for other in args.others:
        if args.store.exists() and other.exists() and args.store.samefile(other):
            raise UsageError(
                f"{other}: this is the store that is to take over the others; leave it out of them."
            )
        with Store.open(other, read_only=True):  # each is a store: seen before anything is changed
            pass
    runs: dict[str, None] = {}
    with Store.open(args.store, create=True) as store:
        for path in args.others:
            with Store.open(path, read_only=True) as other:
                merged = store.take_over(other, stored_in_full, stored_bodies.find_violations)
            out.print(escape(_taken_over(merged)), soft_wrap=True)
            runs |= dict.fromkeys(merged.runs)
        for run_id in runs:
            counts = store.results.count_tasks(run_id).values()
            n_replies, total = sum(task.answered for task in counts), sum(task.total for task in counts)
            out.print(
                escape(f"{run_id}: {n_replies:,} of {counted(total, 'reply')} in {args.store}."),
                soft_wrap=True,
            )
    return 0


def _taken_over(merged: Merged) -> str:
    parts = [counted(merged.requests, "request"), counted(merged.replies, "reply")]
    if merged.judgements:
        parts.append(counted(merged.judgements, "judgement"))
    renamed = "".join(f" Its sample {old} is number {new} now." for old, new in merged.samples.items())
    return f"{merged.path}: {', '.join(parts)} taken over.{renamed}"


LONGEST_VIOLATION = 400  # characters: it quotes replies


ACTIONS = {
    "stats": _stats,
    "verify": _verify,
    "explain": _explain,
    "export": _export,
    "read": lambda args: _read_replies(args),
    "merge": _merge,
    "prune": _prune,
}


def execute_cache(args: argparse.Namespace) -> int:
    return ACTIONS[args.action](args)


def _read_replies(args: argparse.Namespace) -> int:
    """Read the runs named, or all of them."""
    with Store.open(args.store) as store:
        wanted = args.runs or [run.run_id for run in store.runs.get_all()]
        readable = readable_runs(store, wanted, tell) if wanted else []
        runs = load.load_runs(store, readable) if readable else []
        with store.transaction():
            load.keep_what_was_read(store, runs)
    read = counted(len(runs), "run")
    out.print(plain(f"{read} read: see the views results and read_replies in {args.store}."))
    return 1 if set(wanted).difference(readable) else 0
