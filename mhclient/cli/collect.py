"""`mhclient collect`: fetch what batches have brought, whichever machine submitted them."""

import argparse
import itertools
from functools import partial

from mhclient.cli.options import add_store, existing_store
from mhclient.errors import INTERRUPTED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at the batches of runs, and store the replies of those that have ended. Needs the store and "
        "the key, not the benchmark. Status 1 while batches are open or items lack a reply."
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="look for its lines of unknown outcome again, too (default: every run that waits for a batch)",
    )
    parser.add_argument("--wait", action="store_true", help="stay until the batches have ended")
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    import anyio

    return anyio.run(_collect, args)


async def _collect(args: argparse.Namespace) -> int:
    from cache.batch_figures import runs_in_batches, runs_to_collect
    from cache.batches import reopen_batches
    from cache.runs import get_run
    from mhclient.batch.desk import BatchPace, BatchRun
    from mhclient.cli.batching import print_batch_summary, work_and_show
    from mhclient.cli.console import err
    from mhclient.cli.running import Screen
    from mhclient.providers.batches import batching
    from mhclient.providers.registry import provider_at
    from mhclient.runner.storing import AsyncStore

    async with AsyncStore(existing_store(args.store)) as store:
        for name in args.runs:
            store.read(partial(get_run, run_id=name))
            await store.write(partial(reopen_batches, run_id=name))
        names = list(dict.fromkeys(args.runs)) or store.read(runs_in_batches)
        if not names:
            err.print("No batch is open. 'mhclient batches' lists those that ended.")
        # What has ended is stored before anything is waited for.
        for pace in [BatchPace(), BatchPace(wait=True)] if args.wait else [BatchPace()]:
            owners = [store.read(partial(runs_to_collect, run_id=name)) for name in names]
            for owner in dict.fromkeys(itertools.chain(*owners)):
                run = store.read(partial(get_run, run_id=owner))
                provider, _ = batching(provider_at(run.spec["provider"], run.spec["endpoint"]))
                if (await work_and_show(store, BatchRun(owner, provider), pace, Screen(err))).stopped:
                    return INTERRUPTED
        return max((print_batch_summary(err, store, name) for name in names), default=0)
