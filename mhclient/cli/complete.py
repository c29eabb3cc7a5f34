"""What may stand where the cursor is: verbs, options, their choices, prompt variants, runs; one per line.

The shells' scripts (`mhclient completion SHELL`) ask for it with every press of the tab key. Nothing is said
where a file may stand: the shell knows those.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cache import CacheError, Store
from mhclient.cli.arguments.options import default_store
from mhclient.cli.main import VERBS, verb_parser
from mhclient.cli.selecting import NAMING_RUNS
from mhclient.run.prompts.variant_files import built_in_variants
from mhclient.run.selectors import LAST, STUDY


def candidates(words: Sequence[str]) -> list[str]:
    """What the last word may become, after the words before it.

    >>> candidates(["rep"])
    ['report']
    """
    *before, word = words or [""]
    verb = next((each for each in before if each in VERBS), None)
    found = list(VERBS) if verb is None else list(_of_verb(verb, before, word))
    return [each for each in dict.fromkeys(found) if each.startswith(word)]


def _of_verb(verb: str, before: Sequence[str], word: str) -> Iterator[str]:
    parser = _innermost(verb_parser(verb), before[before.index(verb) + 1 :])
    options = {text: action for action in parser._actions for text in action.option_strings}
    waiting = options.get(before[-1]) if before else None
    if waiting is not None and waiting.nargs != 0:
        yield from _values(waiting, before)
    elif word.startswith("-"):
        yield from options
    else:
        for action in parser._actions:
            if not action.option_strings:
                yield from _values(action, before)


def _innermost(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of an action of a verb, where one has been typed."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            chosen = next((word for word in words if word in action.choices), None)
            return parser if chosen is None else action.choices[chosen]
    return parser


def _values(action: argparse.Action, before: Sequence[str]) -> Iterator[str]:
    """What an option or a place may hold."""
    if action.choices is not None:
        yield from map(str, action.choices)
    elif action.dest == "variant":
        yield from built_in_variants()
    elif action.dest in NAMING_RUNS:
        yield from _runs(before)


def _runs(before: Sequence[str]) -> Iterator[str]:
    """The runs of the store that is named, the newest first."""
    named = before[before.index("--store") + 1 :][:1] if "--store" in before else []
    path = Path(named[0]) if named else default_store()
    if not path.is_file():
        return
    try:
        with Store.open(path, read_only=True) as store:
            yield LAST
            yield from (f"{STUDY}={study}" for study in store.starts.get_studies())
            yield from reversed([run.run_id for run in store.runs.get_all()])
    except CacheError:
        return


def execute(words: Sequence[str]) -> int:
    """Print them."""
    sys.stdout.write("".join(f"{each}\n" for each in candidates(words)))
    return 0
