"""Selectors of runs on the command line become names before a verb begins to work."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from benchmark.nearest import near_names
from cache import CacheError, Store
from mhclient.cli.mistakes import RUN_MISSING
from mhclient.errors import UsageError
from mhclient.run.stored_runs import is_near_a_run, select_run, select_runs

# Arguments that name runs, by the verb: several of them, or exactly one.
SEVERAL = {
    **dict.fromkeys(("report", "compare", "drift", "reread", "collect"), ("runs",)),
    **dict.fromkeys(("batches", "audit", "cache", "runs"), ("runs",)),
    "letters": ("orders",),
}
PAIRS = {"power": ("pilot",)}  # a run beside itself stays two
ONE = {"letters": ("run", "written"), "reask": ("run",), "cache": ("run",)}
NAMING_RUNS = ("runs", "run", "written", "orders", "pilot")  # the arguments
# Words before the runs, of verbs that have such.
ACTIONS = {"audit": ("sample", "agreement", "decisions"), "runs": ("rm",)}
RATINGS = "ratings"  # of the cases in a folder: no run is named
# Other names of the words.
MEANT = {"runs": dict.fromkeys(("delete", "del", "remove", "drop"), "rm")}
NEAR_WORD = 0.5  # "mr" is that near to "rm"


def resolve(args: argparse.Namespace) -> None:
    """Replace selectors by the names of runs; words that name what is to be done stay.

    Raises:
        UsageError: a selector names no run, or one too many.
    """
    path: Path = args.store
    if not path.is_file():
        return  # the verb itself says that there is no store
    words = _words(args)
    if not any(words.values()):
        return
    try:
        store = Store.open(path, read_only=True)
    except CacheError:
        return  # likewise
    with store:
        for name, (first, given) in words.items():
            value = getattr(args, name)
            if name in PAIRS.get(args.verb, ()):
                setattr(args, name, [select_run(store, word) for word in given])
            elif isinstance(value, str):
                setattr(args, name, select_run(store, value))
            elif given:
                setattr(args, name, type(value)([*first, *_select(store, args.verb, given)]))


def _select(store: Store, verb: str, given: Sequence[str]) -> list[str]:
    """The runs; where the first word names none, it may be a word for what to do, misspelt."""
    try:
        return select_runs(store, given)
    except UsageError:
        if given[0] in _words_of(verb):
            raise UsageError(f"{RUN_MISSING}. Write 'mhclient {verb} {given[0]} RUN'.") from None
        meant = MEANT.get(verb, {}).get(given[0])
        near = [meant] if meant else near_names(given[0], _words_of(verb), 1, NEAR_WORD)
        if not near or is_near_a_run(store, given[0]):
            raise
        raise UsageError(
            f"'{given[0]}' is no run and nothing that '{verb}' does. "
            f"Did you mean 'mhclient {verb} {near[0]}'?"
        ) from None


def _words_of(verb: str) -> tuple[str, ...]:
    return (*ACTIONS.get(verb, ()), RATINGS) if verb == "audit" else ACTIONS.get(verb, ())


def _words(args: argparse.Namespace) -> dict[str, tuple[list[str], list[str]]]:
    """Argument → words that are no runs, and those that are."""
    found = {}
    for name in (name for kind in (SEVERAL, ONE, PAIRS) for name in kind.get(args.verb, ())):
        value = getattr(args, name, None)
        if value and not (args.verb == "audit" and value[0] == RATINGS):
            given = [value] if isinstance(value, str) else list(value)
            n_first = int(given[0] in ACTIONS.get(args.verb, ()) and (len(given) > 1 or args.verb == "runs"))
            found[name] = given[:n_first], given[n_first:]
    return found
