"""Entry point of the `mhclient` command: find the verb, run it, turn errors into one line and an exit status.

A verb is two modules of one name: `arguments/NAME.py` with `add_arguments(parser)`, which is light, and
`verbs/NAME.py` with `execute(args) -> int`, which is imported once the arguments have been read. So
`mhclient --help` stays as quick as Python itself.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from mhclient import __version__
from mhclient.cli.screen.output import leave_output_unwritten
from mhclient.cli.screen.without_keys import hide_keys_on_stderr
from mhclient.errors import INTERRUPTED

# verb → what it does; the order is the order of the help.
VERBS: dict[str, str] = {
    "demo": "see the whole road on simulated models, in half a minute",
    "build": "make a benchmark from a knowledge graph",
    "import": "make a benchmark of MentalBench or of your own questions",
    "verify": "hold a benchmark against the graph it was made from",
    "describe": "show a benchmark in numbers",
    "export": "write the items for another tool",
    "run": "ask a model the items of a benchmark, or what is missing of them",
    "collect": "fetch the replies of batches that have ended",
    "report": "show the figures of one run or several",
    "compare": "hold runs against each other on the items they share",
    "power": "say how small a difference a planned run could show",
    "parse": "read stored completions, and show why each is read as it is",
    "letters": "show what the option letters' probabilities say",
    "audit": "see what could not be read and why, and settle it",
    "serve": "the same in a web browser, for several raters at once",
    "reask": "ask again where a reply was cut or empty, as a run of its own",
    "reread": "read stored replies again, and compare the reader with other rules",
    "runs": "list the runs in the store and the state each is in",
    "batches": "list the batches in the store and the state each is in",
    "cache": "look into the store, check it, export it, tidy it up",
    "simulate": "serve simulated models on this machine",
}
# For products of matrices as small as a report's, threads cost more CPU: fifteen runs of 14,288 items took
# 18 s of CPU with OpenBLAS's usual threads, 15 s with one.
SMALL_MATRICES = ("report", "compare")


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
        leave_output_unwritten()
        return 1
    except Exception as error:  # noqa: BLE001 - the outermost edge: no traceback reaches a user
        from mhclient.cli.screen.failure import tell  # here: only who fails pays for it

        return tell(error)


def command() -> int:
    """The installed command: as `main`, showing no key, and deaf to Ctrl-C once it only tidies up."""
    hide_keys_on_stderr()
    status = main()
    import signal  # here: before the help it would cost a millisecond

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


def _run(arguments: list[str]) -> int:
    verb = _verb_in(arguments)
    args = _parser(verb).parse_args(arguments)
    if args.verb is None:
        _parser(None).print_help()
        return 2
    if args.verb in SMALL_MATRICES:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported
    return int(verb_module("verbs", args.verb).execute(args))


def verb_module(part: str, verb: str) -> ModuleType:
    """A verb's module among `arguments` or `verbs`; "import" is no name for one."""
    return import_module(f"mhclient.cli.{part}.{'import_' if verb == 'import' else verb}")


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
    parser.set_defaults(verb=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", parser_class=VerbParser)
    for name, summary in VERBS.items():
        # Of the others only a line is shown: they need no options, not even --help.
        added = verbs.add_parser(name, help=summary, description=summary, add_help=name == verb)
        if name == verb:
            verb_module("arguments", name).add_arguments(added)
            added.set_defaults(verb=name)
    return parser
