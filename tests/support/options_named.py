"""In all tests: a message that a verb ends with names only options that this verb has.

The library names a parameter, and the same code serves several verbs and Python; so only where a message is
printed can be seen whether who reads it can do what it says.
"""

import argparse
import functools
import re
from collections.abc import Sequence

from mhclient.cli.as_options import as_options
from mhclient.cli.parser import VERBS, verb_parser
from mhclient.cli.screen import failure

OPTION = re.compile(r"(?<![\w'-])--[a-z][a-z-]*")
COMMAND = re.compile(r"'mhclient [^']*'|a run with --\S+")  # another command, written out, or named


@functools.cache
def options_of(verb: str) -> frozenset[str]:
    """All options of a verb, those of its actions with them."""
    found: set[str] = set()
    parsers = [verb_parser(verb)]
    for parser in parsers:
        for action in parser._actions:
            found.update(action.option_strings)
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
    return frozenset(found)


def lacking(message: str, arguments: Sequence[str]) -> set[str]:
    """The options that a message names and the verb lacks, but for those that were typed."""
    verb = next((argument for argument in arguments if argument in VERBS), None)
    typed = {argument.partition("=")[0] for argument in arguments}
    named = set(OPTION.findall(COMMAND.sub("", as_options(message)))) - typed
    return named - options_of(verb) if verb else set()


def check_options_named() -> None:
    """From now on a message that names an option which the verb lacks fails the test that prints it."""
    tell = failure.tell

    def checked(error: Exception, arguments: Sequence[str] = ()) -> int:
        lacks = lacking(str(error), arguments)
        assert not lacks, f"{arguments} ends with a message that names {sorted(lacks)}: {error}"
        return tell(error, arguments)

    failure.tell = checked
