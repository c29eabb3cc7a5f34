"""`mhclient glossary`: what our words mean."""

import argparse

from benchmark.nearest import near_names
from mhclient.cli.screen.console import out
from mhclient.errors import UsageError
from mhclient.show.glossary import GLOSSARY, TASK_NAMES, explain


def execute(args: argparse.Namespace) -> int:
    """Print the meaning of each word asked for, or of all."""
    for word in args.words or [*TASK_NAMES, *GLOSSARY]:
        out.print(f"{word}: {_meaning(word)}", soft_wrap=True, markup=False, highlight=False)
    return 0


def _meaning(word: str) -> str:
    """What a word means.

    Raises:
        UsageError: the glossary does not have it; the nearest word is named.
    """
    meaning = explain(word)
    if meaning is None:
        near = near_names(word, [*TASK_NAMES, *GLOSSARY], 1)
        hint = f"did you mean '{near[0]}'?" if near else "'mhclient glossary' lists all words."
        raise UsageError(f"the glossary has no '{word[:60]}': {hint}")
    return meaning
