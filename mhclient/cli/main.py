"""Entry point of the `mhclient` command: find the verb, run it, turn errors into a line and an exit code."""

import gc
import os
import sys
from collections.abc import Callable, Sequence

from mhclient.cli.parser import VERBS, parser_for, refuse_broken_text, work_of
from mhclient.cli.screen.streams import fill_closed_streams, hide_keys_on_streams
from mhclient.errors import INTERRUPTED
from mhclient.loading import later

TYPE_CHECKING = False  # the module of that name takes as long as three of ours
if TYPE_CHECKING:
    from mhclient.cli import selecting
    from mhclient.cli.screen import failure
    from mhclient.cli.verbs import completion
    from mhclient.machine import process
else:  # --help waits for none of them
    completion = later("mhclient.cli.verbs.completion")
    selecting = later("mhclient.cli.selecting")
    failure = later("mhclient.cli.screen.failure")
    process = later("mhclient.machine.process")

COMPLETE = "__complete"  # what the shells' scripts call
# Verbs with arguments that name runs.
NAMES_RUNS = (
    *("report", "compare", "drift", "power", "letters", "audit", "reask"),
    *("reread", "runs", "batches", "collect", "cache"),
)
# For products of matrices as small as a report's, threads cost more CPU: fifteen runs of 14,288 items took
# 18 s of CPU with OpenBLAS's usual threads, 15 s with one.
# The last four fit labels.
SMALL_MATRICES = ("run", "reask", "report", "compare", "labels", "import", "build", "demo")


def _run(arguments: list[str]) -> int:
    if arguments[:1] == [COMPLETE]:
        return completion.execute(arguments[1:])
    refuse_broken_text(arguments)
    verb = next((argument for argument in arguments if argument in VERBS), None)
    args = parser_for(verb).parse_args(arguments)
    if args.verb is None:
        parser_for(None).print_help()
        return 2
    if args.verb in SMALL_MATRICES:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported
    process.refuse_low_limits()
    try:
        if args.verb in NAMES_RUNS:
            selecting.resolve(args)
        return work_of(args.verb)(args)
    except Exception as error:
        failure.blame_store(getattr(args, "store", None), error)
        raise


def main(argv: Sequence[str] | None = None, run: Callable[[list[str]], int] = _run) -> int:
    """Run one command line; returns the exit status.

    Args:
        run: what does the work; another one in tests of what becomes of its errors.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run_and_flush(run, arguments)
    except KeyboardInterrupt:
        sys.stderr.write("mhclient: interrupted.\n")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the outermost edge: no traceback reaches a user
        return failure.tell(error, arguments)


def command(run: Callable[[list[str]], int] = _run) -> int:
    """The installed command: as `main`, showing no key, and deaf to Ctrl-C once it only tidies up."""
    fill_closed_streams()
    hide_keys_on_streams()
    status = main(run=run)
    import signal  # here: before the help it would cost a millisecond

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what is left goes with the process: a last search for cycles took a fortieth of a run
    return status


def _run_and_flush(run: Callable[[list[str]], int], arguments: list[str]) -> int:
    """As `run`; all is written here, where an error can still be told."""
    try:
        status = run(arguments)
    except SystemExit:  # as argparse ends after a help
        _flush()
        raise
    _flush()
    return status


def _flush() -> None:
    if sys.stdout is not None:  # None where it was closed (`>&-`)
        sys.stdout.flush()
