"""Runs by less than their whole name: `@last`, how a name begins, a pattern, `study=…`, `model=…`, …"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from benchmark.nearest import near_names
from cache import RunRow, Store
from mhclient.errors import UsageError
from mhclient.run.spec import RunSpec, spec_of

LAST = "@last"
STUDY = "study"
_LISTED = 8
_MEANING_LAST = ("last", "latest", "newest", "recent")

# What `NAME=PATTERN` compares, of a run's specification; `study` is none of its facts.
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
    plain = [run for run in runs if run.broken or run.spec.get("panel") is None]
    for given in selectors:
        selector = given.encode("utf-8", "replace").decode()
        found |= dict.fromkeys([selector] if selector in names else _selected(store, plain, selector))
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


def is_near_a_run(store: Store, word: str) -> bool:
    """Whether a word selects runs, or is so near to what would that the error asks whether it was meant."""
    try:
        return bool(select_runs(store, [word]))
    except UsageError:
        names = [run.run_id for run in store.runs.get_all()]
        return word.casefold() in _MEANING_LAST or bool(_near(names, word))


def _selected(store: Store, runs: Sequence[RunRow], selector: str) -> list[str]:
    if selector.startswith("@"):
        return _last(store, selector, {run.run_id for run in runs})
    if "=" in selector:
        return _by_facts(store, runs, selector)
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
        is_study = selector in store.starts.get_studies()
        hint = f"A study is called so: '{STUDY}={selector}' names its runs. " if is_study else ""
        if selector.casefold() in _MEANING_LAST:
            hint += f"Did you mean '{LAST}'? "
        raise UsageError(f"no run '{selector}' in this store. {hint}{_known(names, selector)}")
    return beginning


def last_runs(store: Store) -> list[str]:
    """The runs that `@last` names; none where no run has been asked anything yet."""
    names = [run.run_id for run in store.runs.get_all() if run.broken or run.spec.get("panel") is None]
    return _begun_last(store, set(names))


def _last(store: Store, selector: str, names: Collection[str]) -> list[str]:
    if selector != LAST:
        raise UsageError(f"'{selector}' selects nothing. Did you mean '{LAST}'?")
    last = _begun_last(store, names)
    if not last:
        raise UsageError(f"'{LAST}': no run in {store.path} has been asked anything yet.")
    return last


def _begun_last(store: Store, names: Collection[str]) -> list[str]:
    started_at, begun = store.starts.find_last()
    worked_on = store.sessions.find_last_runs(after=started_at)
    # What has no start on record was begun by a program of its own, after the last one that has.
    worked_on = [run for run in worked_on if run in names]
    return [run for run in (begun if set(worked_on) <= set(begun) else worked_on) if run in names]


def _by_facts(store: Store, runs: Sequence[RunRow], selector: str) -> list[str]:
    """`model=gpt*,variant=json`: all of it holds."""
    wanted = [part.partition("=")[::2] for part in selector.split(",")]
    names = (*FACTS, STUDY)
    for name, _ in wanted:
        if name not in names:
            near = near_names(name, names, 1)
            hint = f"Did you mean '{near[0]}='?" if near else f"There are {', '.join(names)}."
            raise UsageError(f"'{selector}': runs are not selected by '{name}'. {hint}")
    held = {name: list(_held(store, runs, name)) for name, _ in wanted}
    matching = [
        {run for run, value in held[name] if fnmatchcase(value.casefold(), pattern.casefold())}
        for name, pattern in wanted
    ]
    found = [run.run_id for run in runs if all(run.run_id in matches for matches in matching)]
    if not found:
        raise UsageError(f"no run in {store.path} has {selector}. {_nearest(held, wanted)}{_there(held)}")
    return found


def _held(store: Store, runs: Sequence[RunRow], name: str) -> Iterator[tuple[str, str]]:
    """Every run with what it has of that name."""
    if name != STUDY:
        yield from ((run, FACTS[name](spec)) for run, spec in _readable(runs))
        return
    for study in store.starts.get_studies():
        yield from ((run, study) for run in store.starts.find_study(study))


def _there(held: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """What there is to choose from; a run without one, such as an effort, adds nothing."""
    values = {name: list(dict.fromkeys(value for _, value in pairs if value)) for name, pairs in held.items()}
    listed = "; ".join(f"{name}: {_listed(there) if there else 'none'}" for name, there in values.items())
    return f"There are: {listed}."


def _nearest(held: Mapping[str, Sequence[tuple[str, str]]], wanted: Sequence[Sequence[str]]) -> str:
    """A question such as "Did you mean 'model=gpt-5'?", for the first value that nothing has."""
    for name, pattern in wanted:
        values = {value.casefold(): value for _, value in held[name] if value}
        near = near_names(pattern.casefold(), values, 1)
        if pattern.casefold() not in values and near:
            return f"Did you mean '{name}={values[near[0]]}'? "
    return ""


def _readable(runs: Sequence[RunRow]) -> Iterator[tuple[str, RunSpec]]:
    for run in runs:
        try:
            yield run.run_id, spec_of(run)
        except UsageError:  # said where the run itself is named
            continue


def _near(names: Sequence[str], wanted: str) -> list[str]:
    """The name that is most alike, if any. A name is often given by its beginning: as much of it counts."""
    beginnings = {name[: len(wanted)]: name for name in reversed(names)}
    return near_names(wanted, names, 1, 0.5) or [
        beginnings[beginning] for beginning in near_names(wanted, beginnings, 1, 0.8)
    ]


def _known(names: Sequence[str], wanted: str) -> str:
    if not names:
        return "It has no runs yet."
    near = _near(names, wanted)
    hint = f"Did you mean '{near[0]}'? " if near else ""
    return f"{hint}Runs: {_listed(list(reversed(names)))}."


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more ('mhclient runs' lists all)" if more > 0 else "")
