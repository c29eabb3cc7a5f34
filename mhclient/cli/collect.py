"""`mhclient collect`: fetch what batches have brought, whichever machine submitted them."""

import argparse
from functools import partial

from mhclient.cli.options import add_store
from mhclient.errors import INTERRUPTED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at the batches of runs, and store the replies of those that have ended. Needs the store and "
        "the key, not the benchmark. Status 1 while batches are open or items lack a reply."
    )
    parser.add_argument("runs", nargs="*", metavar="RUN", help="default: every run with an open batch")
    parser.add_argument("--wait", action="store_true", help="stay until the batches have ended")
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    import anyio

    return anyio.run(_collect, args)


async def _collect(args: argparse.Namespace) -> int:
    from cache.batches import batches_of
    from cache.runs import get_run
    from mhclient.batch.desk import BatchPace
    from mhclient.cli.batching import print_batch_summary, work_and_show
    from mhclient.cli.console import err
    from mhclient.errors import UsageError
    from mhclient.providers.batches import batching
    from mhclient.providers.registry import provider_at
    from mhclient.runner.storing import AsyncStore

    if not args.store.exists():
        raise UsageError(f"{args.store}: no store here. --store names another place.")
    status = 0
    async with AsyncStore(args.store) as store:
        waiting = [batch.run_id for batch in store.read(partial(batches_of, only_open=True))]
        names = args.runs or dict.fromkeys(waiting)
        runs = [store.read(partial(get_run, run_id=name)) for name in names]
        if not runs:
            err.print("No batch is open. 'mhclient batches' lists those that ended.")
        # What has ended is stored before anything is waited for.
        for pace in [BatchPace(), BatchPace(wait=True)] if args.wait else [BatchPace()]:
            for run in runs:
                if store.read(partial(batches_of, run_id=run.run_id, only_open=True)):
                    provider, _ = batching(provider_at(run.spec["provider"], run.spec["endpoint"]))
                    if (await work_and_show(store, run.run_id, None, provider, pace, err)).stopped:
                        return INTERRUPTED
        for run in runs:
            status = max(status, print_batch_summary(err, store, run.run_id))
    return status
