"""`mhclient cache`: look into the store, check it, take replies out of it, tidy it up."""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from mhclient.cli.arguments.options import add_store
from mhclient.show.counts import counted
from mhclient.show.files import refuse_a_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    _action(actions, "stats", _stats, "count what is in the store")
    _action(
        actions, "verify", _verify, "work out every key and read every reply again; status 1 if any is wrong"
    )
    explain = _action(actions, "explain", _explain, "show which fields make two requests differ")
    explain.add_argument("keys", nargs=2, metavar="KEY", help="the key of a request, or its first digits")
    export = _action(actions, "export", _export, "write replies and their requests as JSON lines")
    export.add_argument("--run", metavar="RUN", help="only the replies a run rests on")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    prune = _action(actions, "prune", _prune, "delete what no run refers to")
    prune.add_argument("--run", action="append", default=[], metavar="RUN", help="delete this run first")
    prune.add_argument("--yes", action="store_true", help="do it; without this only say what would go")


def execute(args: argparse.Namespace) -> int:
    return int(args.action(args))


def _action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    action: Callable[[argparse.Namespace], int],
    summary: str,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=summary, description=summary)
    parser.set_defaults(action=action)
    add_store(parser)
    return parser


def _stats(args: argparse.Namespace) -> int:
    from rich.markup import escape
    from rich.table import Table

    from cache import open_connection
    from cache.inspect import stats
    from mhclient.cli.screen.console import out
    from mhclient.run.prices import at_most_usd

    with closing(open_connection(args.store, read_only=True)) as connection:
        found = stats(connection)
    table = Table(box=None, show_header=False, pad_edge=False)
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
        table.add_row(escape(name.replace("_", " ")), escape(shown))
    out.print(table)
    return 0


def _verify(args: argparse.Namespace) -> int:
    from rich.markup import escape

    from cache import open_connection
    from mhclient.audit.store_check import violations
    from mhclient.cli.screen.console import out

    n_found = 0
    with closing(open_connection(args.store, read_only=True)) as connection:
        for violation in violations(connection):
            n_found += 1
            out.print(escape(violation), soft_wrap=True)
        (n_requests,) = connection.execute("SELECT count(*) FROM requests").fetchone()
        (n_responses,) = connection.execute("SELECT count(*) FROM responses").fetchone()
    checked = f"{counted(n_requests, 'request')} and {counted(n_responses, 'reply')} checked"
    out.print(f"{checked}: {n_found or 'nothing'} wrong.")
    return 1 if n_found else 0


def _explain(args: argparse.Namespace) -> int:
    from rich.markup import escape

    from cache import differing_fields, open_connection
    from cache.inspect import request_by_prefix
    from mhclient.cli.screen.console import out

    with closing(open_connection(args.store, read_only=True)) as connection:
        one, other = (request_by_prefix(connection, key) for key in args.keys)
    differences = differing_fields(_address(one), _address(other))
    if not differences:
        out.print("The two are one request.")
    for path, here, there in differences:
        out.print(f"{escape(path)}:", soft_wrap=True)
        for key, value in zip(args.keys, (here, there), strict=True):
            out.print(
                f"  {escape(key[:12])}: {escape(json.dumps(value, ensure_ascii=False))}", soft_wrap=True
            )
    return 0


def _address(request: dict[str, object]) -> dict[str, object]:
    fields = {name: request[name] for name in ("method", "endpoint", "api_version", "key_version")}
    return fields | {"body": json.loads(str(request["body"]))}


def _export(args: argparse.Namespace) -> int:
    from cache import open_connection
    from cache.inspect import exported
    from cache.runs import get_run
    from mhclient.errors import UsageError

    with closing(open_connection(args.store, read_only=True)) as connection:
        if args.run is not None:
            get_run(connection, args.run)
        if args.out:
            refuse_a_store(args.out)
        try:
            target = args.out.open("w", encoding="utf-8") if args.out else sys.stdout
        except OSError as error:
            raise UsageError(f"--out {args.out}: {error.strerror or error}.") from error
        try:
            for row in exported(connection, args.run):
                target.write(json.dumps(row, ensure_ascii=False) + "\n")
        finally:
            if args.out:
                target.close()
    return 0


def _prune(args: argparse.Namespace) -> int:
    from cache import open_connection
    from cache.connection import transaction
    from cache.inspect import delete_run, delete_unused, refuse_at_work, unused
    from cache.runs import get_run
    from mhclient.cli.screen.console import out

    with closing(open_connection(args.store)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        refuse_at_work(connection)
        for run_id in args.run:
            get_run(connection, run_id)
            delete_run(connection, run_id)
        found = unused(connection)
        connection.execute("ROLLBACK")
        out.print(
            f"{counted(len(args.run), 'run')}, {counted(found.responses, 'reply')}, "
            f"{counted(found.requests, 'request')} and {counted(found.benchmarks, 'benchmark')} "
            f"{'deleted' if args.yes else 'would be deleted'}."
        )
        if not args.yes:
            out.print("Replies were paid for. --yes deletes them for good.")
            return 0
        with transaction(connection):
            for run_id in args.run:
                delete_run(connection, run_id)
            delete_unused(connection)
        connection.execute("VACUUM")
    return 0
