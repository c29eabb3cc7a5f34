"""Runs by less than their whole name: `@last`, the beginning of a name, a pattern, `model=…`, `variant=…`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from cache import RunRow, Store
from mhclient.errors import UsageError
from mhclient.run.spec import RunSpec, spec_of

LAST = "@last"
SAID = "a run's name or how it begins, a pattern such as 'gpt-5*', model=…, variant=…, or @last"
_LISTED = 8

# What `NAME=PATTERN` compares, of a run's specification.
FACTS: Mapping[str, Callable[[RunSpec], str]] = {
    "model": lambda spec: spec.model,
    "variant": lambda spec: spec.variant.name,
    "provider": lambda spec: spec.provider,
    "effort": lambda spec: spec.parameters.effort or "",
    "ask": lambda spec: spec.ask.value,
}


def select_runs(store: Store, selectors: Sequence[str]) -> list[str]:
    """The runs that these name, each once; those of one selector in the order in which they were made.

    Raises:
        UsageError: a selector names no run, or the beginning of several; says which there are.
    """
    runs = store.runs.get_all()
    names = {run.run_id for run in runs}
    found: dict[str, None] = {}
    for given in selectors:
        selector = given.encode("utf-8", "replace").decode()
        found |= dict.fromkeys([selector] if selector in names else _selected(store, runs, selector))
    return list(found)


def select_run(store: Store, selector: str) -> str:
    """The one run that a selector names.

    Raises:
        UsageError: it names none, or several.
    """
    found = select_runs(store, [selector])
    if len(found) > 1:
        raise UsageError(f"'{selector}' names {len(found)} runs, but one is needed: {_listed(found)}.")
    return found[0]


def _selected(store: Store, runs: Sequence[RunRow], selector: str) -> list[str]:
    if selector.startswith("@"):
        return _last(store, selector)
    if "=" in selector:
        return _by_facts(runs, selector)
    names = [run.run_id for run in runs]
    if set(selector) & set("*?["):
        matching = [name for name in names if fnmatchcase(name, selector)]
        if not matching:
            raise UsageError(f"no run '{selector}' in this store. {_known(names, selector)}")
        return matching
    beginning = [name for name in names if selector and name.startswith(selector)]
    if len(beginning) > 1:
        raise UsageError(
            f"'{selector}' begins the names of {len(beginning)} runs: {_listed(beginning)}. Give more of it, "
            f"or '{selector}*' for all of them."
        )
    if not beginning:
        raise UsageError(f"no run '{selector}' in this store. {_known(names, selector)}")
    return beginning


def _last(store: Store, selector: str) -> list[str]:
    if selector != LAST:
        raise UsageError(f"'{selector}' selects nothing. Did you mean '{LAST}'?")
    last = store.sessions.find_last_runs()
    if not last:
        raise UsageError(f"'{LAST}': no run has been asked anything yet.")
    return last


def _by_facts(runs: Sequence[RunRow], selector: str) -> list[str]:
    """`model=gpt*,variant=json`: all of it holds."""
    wanted = [part.partition("=")[::2] for part in selector.split(",")]
    for name, _ in wanted:
        if name not in FACTS:
            near = get_close_matches(name, FACTS, 1)
            hint = f"Did you mean '{near[0]}='?" if near else f"There are {', '.join(FACTS)}."
            raise UsageError(f"'{selector}': runs are not selected by '{name}'. {hint}")
    known = list(_readable(runs))
    found = [
        run
        for run, spec in known
        if all(fnmatchcase(FACTS[name](spec).casefold(), value.casefold()) for name, value in wanted)
    ]
    if not found:
        values = {name: list(dict.fromkeys(FACTS[name](spec) for _, spec in known)) for name, _ in wanted}
        there = "; ".join(f"{name}: {_listed(held)}" for name, held in values.items())
        raise UsageError(f"no run has {selector}. There are: {there}.")
    return found


def _readable(runs: Sequence[RunRow]) -> Iterator[tuple[str, RunSpec]]:
    for run in runs:
        try:
            yield run.run_id, spec_of(run)
        except UsageError:  # said where the run itself is named
            continue


def _known(names: Sequence[str], wanted: str) -> str:
    if not names:
        return "It has no runs yet."
    near = get_close_matches(wanted, names, 1, 0.5)
    hint = f"Did you mean '{near[0]}'? " if near else ""
    return f"{hint}Runs: {_listed(list(reversed(names)))}."


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more ('mhclient runs' lists all)" if more > 0 else "")
