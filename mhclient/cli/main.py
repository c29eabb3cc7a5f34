"""Entry point of the `mhclient` command: find the verb, run it, turn errors into one line and an exit status.

A verb is a module with `add_arguments(parser)` and `execute(args) -> int`. Only the chosen verb's module is
imported, so `mhclient --help` stays as quick as Python itself.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from mhclient import __version__
from mhclient.cli.screen.without_keys import hide_keys_on_stderr
from mhclient.errors import INTERRUPTED

# verb → (module, what it does); the order is the order of the help.
VERBS: dict[str, tuple[str, str]] = {
    "demo": ("mhclient.cli.verbs.demo", "see the whole road on simulated models, in half a minute"),
    "build": ("mhclient.cli.verbs.build", "make a benchmark from a knowledge graph"),
    "import": ("mhclient.cli.verbs.import_", "make a benchmark of MentalBench or of your own questions"),
    "verify": ("mhclient.cli.verbs.verify", "hold a benchmark against the graph it was made from"),
    "describe": ("mhclient.cli.verbs.describe", "show a benchmark in numbers"),
    "export": ("mhclient.cli.verbs.export", "write the items for another tool"),
    "run": ("mhclient.cli.verbs.run", "ask a model the items of a benchmark, or what is missing of them"),
    "collect": ("mhclient.cli.verbs.collect", "fetch the replies of batches that have ended"),
    "report": ("mhclient.cli.verbs.report", "show the figures of one run or several"),
    "compare": ("mhclient.cli.verbs.compare", "hold runs against each other on the items they share"),
    "power": ("mhclient.cli.verbs.power", "say how small a difference a planned run could show"),
    "parse": ("mhclient.cli.verbs.parse", "read stored completions, and show why each is read as it is"),
    "letters": ("mhclient.cli.verbs.letters", "show what the option letters' probabilities say"),
    "audit": ("mhclient.cli.verbs.audit", "see what could not be read and why, and settle it"),
    "serve": ("mhclient.cli.verbs.serve", "the same in a web browser, for several raters at once"),
    "reask": ("mhclient.cli.verbs.reask", "ask again where a reply was cut or empty, as a run of its own"),
    "reread": (
        "mhclient.cli.verbs.reread",
        "read stored replies again, and compare the reader with other rules",
    ),
    "runs": ("mhclient.cli.verbs.runs", "list the runs in the store and the state each is in"),
    "batches": ("mhclient.cli.verbs.batches", "list the batches in the store and the state each is in"),
    "cache": ("mhclient.cli.verbs.cache", "look into the store, check it, export it, tidy it up"),
    "simulate": ("mhclient.cli.verbs.simulate", "serve simulated models on this machine"),
}


class VerbParser(argparse.ArgumentParser):
    """A verb's parser, for which names of runs and files may stand before, between and after options.

    argparse alone takes all of them at their first place, so that the last word of `letters RUN --store FILE
    WRITTEN` is one too many. Its way for mixed ones knows no verbs: each verb's own parser has to go it.
    """

    _mixing = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """As argparse's, which its own way for mixed arguments calls again."""
        if self._mixing or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit status."""
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:  # None where it was closed (`>&-`)
            sys.stdout.flush()  # here, where an error can still be told
        return status
    except KeyboardInterrupt:
        sys.stderr.write("mhclient: interrupted.\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): nothing to say.
        _leave_output_unwritten()
        return 1
    except Exception as error:  # noqa: BLE001 - the outermost edge: no traceback reaches a user
        return _fail(error)


def command() -> int:
    """The installed command: as `main`, showing no key, and deaf to Ctrl-C once it only tidies up."""
    hide_keys_on_stderr()
    status = main()
    import signal  # here: it costs the help a millisecond

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


def _run(arguments: list[str]) -> int:
    args = _parser(_verb_in(arguments)).parse_args(arguments)
    if args.execute is None:
        _parser(None).print_help()
        return 2
    return int(args.execute(args))


def _verb_in(arguments: Sequence[str]) -> str | None:
    return next((argument for argument in arguments if argument in VERBS), None)


def _parser(verb: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mhclient",
        description="Ask language models multiple-choice questions and report what they know "
        "apart from how they format it.",
        epilog="'mhclient VERB --help' explains one verb. Start with 'mhclient demo'.",
    )
    parser.add_argument("--version", action="version", version=f"mhclient {__version__}")
    parser.set_defaults(execute=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", parser_class=VerbParser)
    for name, (module, summary) in VERBS.items():
        # Of the others only a line is shown: they need no options, not even --help.
        added = verbs.add_parser(name, help=summary, description=summary, add_help=name == verb)
        if name == verb:
            code = import_module(module)
            code.add_arguments(added)
            added.set_defaults(execute=code.execute)
    return parser


def _fail(error: Exception) -> int:
    """Print an expected error as one line; an unexpected one as one that says it is ours; no keys."""
    import errno
    import sqlite3
    import traceback

    from benchmark.errors import BenchmarkError
    from cache.errors import CacheError
    from mhclient.errors import MhclientError
    from mhclient.providers.credentials import hide_keys
    from mhclient.show.visible import visible
    from parsers.errors import ParsersError

    if os.environ.get("MHCLIENT_TRACEBACK"):
        sys.stderr.write(hide_keys("".join(traceback.format_exception(error))))
    error = _single(error)
    if isinstance(error, sqlite3.Error):
        error = CacheError(f"the store cannot be used: {error}. What was committed is safe.")
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO) and error.filename is None:
        sys.stderr.write(f"mhclient: the output cannot be written: {error.strerror}.\n")
        _leave_output_unwritten()
        return 2
    if isinstance(error, MhclientError | BenchmarkError | CacheError | ParsersError):
        sys.stderr.write(f"mhclient: {visible(hide_keys(str(error)))}\n")
        return int(getattr(error, "exit_status", 2))
    sys.stderr.write(
        f"mhclient: internal error: {type(error).__name__}: {visible(hide_keys(str(error)))}. "
        "This is a fault of mhclient; set MHCLIENT_TRACEBACK=1 to see where, and report it.\n"
    )
    return 70  # EX_SOFTWARE of sysexits.h


def _leave_output_unwritten() -> None:
    """What Python would flush at shutdown goes nowhere, and makes no second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _single(error: Exception) -> Exception:
    """The first error of a group: tasks that run side by side fail in groups."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
