"""The command line's parser: the verbs, errors that say what to do, and options given twice refused.

A verb is two functions: `add_NAME_arguments(parser)` in a light module of `arguments/`, and
`execute_NAME(args)` in a module of `verbs/`, which is imported once the arguments have been read. So
`mhclient --help` stays as quick as Python itself: it makes the parser of no verb, and shows a line of each.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.version import __version__

TYPE_CHECKING = False  # the module of that name takes as long as three of ours
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, NoReturn

    from mhclient.cli import mistakes
else:  # only who makes a mistake waits for it
    mistakes = later("mhclient.cli.mistakes")

_REPEATABLE = (argparse._AppendAction, argparse._CountAction)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that says what to do."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where help is; exit status 2."""
        if self._subparsers is not None and message.startswith("unrecognized"):  # said by the whole command's
            choices = next(
                each.choices for each in self._actions if isinstance(each, argparse._SubParsersAction)
            )
            if len(made := [parser for parser in choices.values() if parser is not None]) == 1:
                made[0].error(message)
        options = [text for action in self._actions for text in action.option_strings]
        said = mistakes.in_words(message, options)
        help_ = f"'{self.prog} --help' explains it." if " " in self.prog else "'mhclient --help' lists all."
        sys.stderr.write(f"mhclient: {said} {help_}\n")
        raise SystemExit(2)


class VerbParser(Parser):
    """A verb's parser, for which names of runs and files may stand before, between and after options.

    argparse alone takes all of them at their first place, so that the last word of `letters RUN --store FILE
    WRITTEN` is one too many. Its way for mixed ones knows no verbs: each verb's own parser has to go it.
    """

    _mixing = False
    usual: frozenset[str] | None = None  # what --help shows, where --help-all shows the rest

    def show_first(self, usual: Collection[str]) -> None:
        """Have `--help` show these options alone, and `--help-all` all there are."""
        self.usual = frozenset(usual) | {"help", "help_all"}
        self.add_argument("--help-all", action=_HelpAll, nargs=0, help="show every option, and exit")

    def print_help(self, file: Any = None) -> None:
        """For `--help`, after which the command ends; `format_help` has all options."""
        if self.usual is not None:
            options = [action for action in self._actions if action.option_strings]
            for action in options:
                if action.dest not in self.usual:
                    action.help = argparse.SUPPRESS
            names = (f"[{action.metavar} ...]" for action in self._actions if not action.option_strings)
            self.usage = " ".join([self.prog, "[OPTION ...]", *names])
            self.epilog = f"These are the usual options: '{self.prog} --help-all' shows all {len(options)}."
        super().print_help(file)

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """As argparse's, which its own way for mixed arguments calls again."""
        if self._mixing or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._refuse_unknown(args)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False

    def _refuse_unknown(self, words: Sequence[str]) -> None:
        """A misspelt option is said before what is missing because of it."""
        known = [text for action in self._actions for text in action.option_strings]
        for word in itertools.takewhile(lambda word: word != "--", words):
            name = word.partition("=")[0]
            if name.startswith("--") and not any(text.startswith(name) for text in known):
                self.error(f"unrecognized arguments: {word}")


class _HelpAll(argparse.Action):
    """`--help-all`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        sys.stdout.write(parser.format_help())
        parser.exit()


class _Once:
    """For an option that holds one value: a second one would silently replace the first."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        seen = namespace.__dict__.setdefault("_given", set())
        name = getattr(self, "dest", "")
        if option_string is not None and name in seen:
            raise argparse.ArgumentError(
                None, f"{option_string} is given twice, but holds one value: leave one out"
            )
        seen.add(name)
        super().__call__(parser, namespace, values, option_string)  # type: ignore[misc]


def refuse_broken_text(words: Sequence[str]) -> None:
    """Refuse names whose bytes are no UTF-8: neither a page nor a store, nor polars, could hold them.

    Raises:
        UsageError: a word of the command line is one.
    """
    for word in words:
        shown = word.encode("utf-8", "backslashreplace").decode()
        if shown != word:  # half a character stands for each such byte (PEP 383)
            raise UsageError(f"'{shown}' is no UTF-8: give the file or folder another name.")


def refuse_twice(parser: argparse.ArgumentParser) -> None:
    """Have every option of a parser that holds one value refuse a second one."""
    for action in _value_options(parser):
        kind = type(action)
        action.__class__ = type(kind.__name__, (_Once, kind), {})


def _value_options(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _value_options(inner)
        elif action.option_strings and _holds_one(action):
            yield action


def _holds_one(action: argparse.Action) -> bool:
    """Whether a second value would replace the first."""
    return action.nargs is None and not isinstance(action, _REPEATABLE)


# verb → what it does; the order is the order of the help.
VERBS: dict[str, str] = {
    "demo": "try everything on simulated models, in half a minute; no key, no cost",
    "build": "make a benchmark from a knowledge graph",
    "generate": "generate psychiatric cases from a diagnosis graph, and check each one",
    "import": "make a benchmark from MentalBench or from your own questions",
    "adopt": "import the replies that another tool has stored, as runs",
    "labels": "check clinicians' ratings, fit labels to them, compare sets of labels",
    "harden": "replace wrong options with harder ones, closer to the right one in a knowledge graph",
    "verify": "check every item of a benchmark against the graph it was made from",
    "describe": "show how many items a benchmark has, of which kinds, and how balanced they are",
    "export": "write a benchmark's items, or a run, in the format of another evaluation tool",
    "run": "ask models the questions of a file or benchmark, or those not asked yet",
    "study": "write a study file: models, questions and ways of asking, for 'mhclient run FILE'",
    "collect": "fetch the replies of finished batches",
    "report": "show accuracy, unread replies and letter bias of one run or several",
    "compare": "compare runs on the items they share, with intervals and tests",
    "drift": "show whether a service has changed, from the items that 'run --panel' asked repeatedly",
    "power": "calculate how small a difference a planned comparison could detect",
    "parse": "read model answers from a file, and show how each was read",
    "letters": "show which option letters the model's probabilities favour",
    "audit": "inspect replies, see which could not be read and why, and judge them yourself",
    "serve": "judge replies in a web browser, also with several raters at once",
    "reask": "ask items with truncated or empty replies again, as a new run",
    "reread": "read stored replies again, and compare with earlier versions and with other rules",
    "runs": "list the runs in the store, how far each has come and what it cost; delete some",
    "batches": "list the batches in the store, and how far each has come",
    "cache": "count, check, export or delete what is in the store",
    "completion": "print a script with which a shell completes commands, options and runs",
    "simulate": "run a local server with simulated models, for trials and tests",
}


# verb → the module of its options, and the module of its work.
MODULES: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("run", "study", "reask"), ("runs", "run")),
    **dict.fromkeys(("collect", "batches"), ("runs", "batches")),
    **dict.fromkeys(("build", "verify"), ("benchmarks", "build")),
    **dict.fromkeys(("import", "describe", "export"), ("benchmarks", "imports")),
    **dict.fromkeys(("compare", "drift", "power"), ("reports", "compare")),
    **dict.fromkeys(("serve", "simulate"), ("replies", "servers")),
    **{verb: ("benchmarks", verb) for verb in ("generate", "harden", "labels")},
    **{verb: ("replies", verb) for verb in ("audit", "cache", "completion", "demo", "parse")},
    "adopt": ("replies", "imports"),
    "letters": ("reports", "letters"),
    "report": ("reports", "report"),
    "reread": ("replies", "letters"),
    "runs": ("runs", "runs"),
}


# Options that `--help` of a verb with many shows; `--help-all` shows all.
USUAL = {
    "run": (
        *("model", "provider", "base_url", "tasks", "limit", "variant", "epochs", "temperature", "effort"),
        *("max_tokens", "set", "concurrency", "dry_run", "max_cost", "price", "ask_again", "batch", "ask"),
        *("map", "store"),
    )
}


def add_arguments_of(verb: str) -> Callable[[argparse.ArgumentParser], None]:
    """What gives a verb's parser its arguments."""
    return _function(f"arguments.{MODULES[verb][0]}", f"add_{verb}_arguments")


def work_of(verb: str) -> Callable[[argparse.Namespace], int]:
    """What a verb does; returns the exit status."""
    return _function(f"verbs.{MODULES[verb][1]}", f"execute_{verb}")


def _function(module: str, name: str) -> Callable[..., Any]:
    return getattr(import_module(f"mhclient.cli.{module}"), name)  # type: ignore[no-any-return]


def verb_parser(verb: str) -> argparse.ArgumentParser:
    """A verb's own parser."""
    verbs = next(each for each in parser_for(verb)._actions if isinstance(each, argparse._SubParsersAction))
    chosen: argparse.ArgumentParser = verbs.choices[verb]
    return chosen


def _only(verb: str | None) -> type[VerbParser]:
    """What makes this verb's parser, and none of the others, of which only a line is shown.

    Thirty parsers take as long as all else that the help does.
    """

    def parser(*, prog: str, **given: Any) -> VerbParser | None:
        return VerbParser(prog=prog, **given) if prog == f"mhclient {verb}" else None

    return parser  # type: ignore[return-value]


def parser_for(verb: str | None) -> argparse.ArgumentParser:
    """The whole command's parser; the other verbs have no arguments in it."""
    parser = Parser(
        prog="mhclient",
        description="Ask language models multiple-choice questions and report what they know "
        "separately from how they format it.",
        epilog="'mhclient VERB --help' explains one verb. Start with 'mhclient demo'.",
    )
    parser.add_argument("--version", action="version", version=f"mhclient {__version__}")
    parser.set_defaults(verb=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", parser_class=_only(verb))
    for name, summary in VERBS.items():
        added = verbs.add_parser(name, help=summary, description=summary)
        if name == verb:
            add_arguments_of(name)(added)
            added.set_defaults(verb=name)
            if name in USUAL:
                added.show_first(USUAL[name])
            refuse_twice(added)
    return parser
