"""All verbs of the command: what each does, its modules, and a parser that knows the arguments of one.

A verb is two modules of one name: `arguments/NAME.py` with `add_arguments(parser)`, which is light, and
`verbs/NAME.py` with `execute(args) -> int`, which is imported once the arguments have been read. So
`mhclient --help` stays as quick as Python itself.
"""

import argparse
from importlib import import_module
from types import ModuleType

from mhclient.cli.parser import Parser, VerbParser, refuse_twice
from mhclient.version import __version__

TYPE_CHECKING = False  # the module of that name takes as long as three of ours
if TYPE_CHECKING:
    from typing import Any

# verb → what it does; the order is the order of the help.
VERBS: dict[str, str] = {
    "demo": "try everything on simulated models, in half a minute; no key, no cost",
    "build": "make a benchmark from a knowledge graph",
    "generate": "make new psychiatric cases from a diagnosis graph, each one checked",
    "import": "make a benchmark from MentalBench or from your own questions",
    "adopt": "take over the replies that another tool has kept, as runs",
    "labels": "check clinicians' ratings, fit labels to them, compare sets of labels",
    "harden": "replace wrong options by ones that lie nearer to the right one in a knowledge graph",
    "verify": "check every item of a benchmark against the graph it was made from",
    "describe": "show how many items a benchmark has, of which kinds, and how balanced they are",
    "export": "write a benchmark's items, or a run, in the format of another evaluation tool",
    "run": "ask a model the questions of a benchmark, or those it has not been asked yet",
    "study": "write a study file: models, questions and ways of asking, for 'mhclient run FILE'",
    "collect": "fetch the replies of batches that have ended",
    "report": "show accuracy, unread replies and letter bias of one run or several",
    "compare": "compare runs on the items they share, with intervals and tests",
    "drift": "tell a service that moved from its own noise, by panels asked again and again",
    "power": "calculate how small a difference a planned comparison could detect",
    "parse": "read model answers from a file, and show how each was read",
    "letters": "show which option the probabilities of the letters favour",
    "audit": "look at replies, see what could not be read and why, and judge it",
    "serve": "judge replies in a web browser, also with several raters at once",
    "reask": "ask items again whose replies were cut or empty, as a new run",
    "reread": "read stored replies again and compare the result with other rules",
    "runs": "list the runs in the store, how far each has come and what it cost; delete some",
    "batches": "list the batches in the store, and how far each has come",
    "cache": "count, check, export or delete what is in the store",
    "completion": "print a script with which a shell completes verbs, options and runs",
    "simulate": "run a server with simulated models on this machine, for trying and testing",
}


def verb_module(part: str, verb: str) -> ModuleType:
    """A verb's module among `arguments` or `verbs`; "import" is no name for one."""
    return import_module(f"mhclient.cli.{part}.{'import_' if verb == 'import' else verb}")


def verb_parser(verb: str) -> argparse.ArgumentParser:
    """A verb's own parser."""
    verbs = next(each for each in parser_for(verb)._actions if isinstance(each, argparse._SubParsersAction))
    chosen: argparse.ArgumentParser = verbs.choices[verb]
    return chosen


def _only(verb: str | None) -> type[VerbParser]:
    """What makes this verb's parser, and none of the others, of which only a line is shown.

    Thirty parsers take as long as all else that the help does.
    """

    def parser(*, prog: str, **given: "Any") -> VerbParser | None:
        return VerbParser(prog=prog, **given) if prog == f"mhclient {verb}" else None

    return parser  # type: ignore[return-value]


def parser_for(verb: str | None) -> argparse.ArgumentParser:
    """The whole command's parser; the other verbs have no arguments in it."""
    parser = Parser(
        prog="mhclient",
        description="Ask language models multiple-choice questions and report what they know "
        "apart from how they format it.",
        epilog="'mhclient VERB --help' explains one verb. Start with 'mhclient demo'.",
    )
    parser.add_argument("--version", action="version", version=f"mhclient {__version__}")
    parser.set_defaults(verb=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", parser_class=_only(verb))
    for name, summary in VERBS.items():
        added = verbs.add_parser(name, help=summary, description=summary)
        if name == verb:
            verb_module("arguments", name).add_arguments(added)
            added.set_defaults(verb=name)
            refuse_twice(added)
    return parser
