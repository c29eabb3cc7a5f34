"""The command line's parser: errors that say what to do, and options given twice refused."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence

from mhclient.errors import UsageError
from mhclient.loading import later

TYPE_CHECKING = False  # the module of that name takes as long as three of ours
if TYPE_CHECKING:
    from typing import TYPE_CHECKING, Any, NoReturn

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
