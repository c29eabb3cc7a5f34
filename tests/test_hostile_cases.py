"""`scripts/hostile_inputs.py` has a case for each verb, each action, and each option that names a file."""

import argparse
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from mhclient.cli.verb_parsers import VERBS, verb_parser
from tests.support.places import ROOT

sys.path.append(str(ROOT / "scripts"))
pytest.importorskip("polars")

KINDS, PREPARED = import_module("hostile_kinds"), import_module("hostile_prepared")

WITHOUT_FILES = {"completion"}
# The usual store lies under its usual name, in the working folder.
LEFT_OUT = {"--store", "--bertscore"}
FILES = re.compile(r"FILE|DIR|FOLDER|PATH(?!=)")


def commands() -> list[list[str]]:
    return [
        command.split() for kind in KINDS.kinds(PREPARED.Prepared(Path("made"))) for command in kind.commands
    ]


def parsers(verb: str) -> Iterator[tuple[list[str], argparse.ArgumentParser]]:
    """A verb's parser and those of its actions, with the words that lead to each."""
    parser = verb_parser(verb)
    yield [verb], parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield [verb, name], inner


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in WITHOUT_FILES])
def test_every_verb_action_and_option_that_names_a_file_is_given_hostile_ones(verb):
    given = commands()
    missing = []
    for words, parser in parsers(verb):
        begun = [command for command in given if command[: len(words)] == words]
        missing += [" ".join(words)] * (not begun)
        missing += [
            f"{' '.join(words)} {option}"
            for option, action in options(parser)
            if FILES.match(str(action.metavar))
            and not any(text in command for command in begun for text in action.option_strings)
        ]
    assert missing == []


def options(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:
        if action.option_strings and action.nargs != 0 and action.option_strings[-1] not in LEFT_OUT:
            yield action.option_strings[-1], action
