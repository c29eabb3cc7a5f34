"""The runs of a store: listed with their state, selected by name or pattern, and those that can be read.

A selector is a run's name, how one begins, a pattern, `@last`, `study=…`, `model=…`, `variant=…` and others.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from benchmark.nearest import near_names
from cache import NOT_SENT, CacheError, LastSession, RunRow, RunSpend, Store, StoreCorrupt, TaskCounts
from cache.cells import moment
from mhclient.errors import UsageError
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.given import names_of
from mhclient.run.spec import Ask, RunSpec, spec_of
from mhclient.show.counts import counted

BROKEN = "broken: what it asks cannot be read"
NO_TIME = "broken: when it was last active cannot be read"
NO_ITEMS = TaskCounts(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run as the store has it; what its specification says is None where that is broken.

    Attributes:
        run: its id.
        items, answered, errors: how many it asks, have a reply, and ended in an error; an item that is asked
            several times counts as often.
        in_batches: how many wait in batches.
        state: for people: "done", "not started", "partial: …".
        last_active: when, in UTC; of a run that has not started, when it was made.
        from_store: items whose reply was there before the run asked, paid for by another, deleted or not; 0
            of an adopted run, whose replies nobody here paid for.
        cost_usd: what its own requests cost, failed ones included; None where a price is not known.
        unknown: requests of its own of which nobody knows whether they were answered, and which count in
            `cost_usd` at the most they may cost, `unknown_usd`; None where there are none.
        composed: of a run that answers no questions, the output and stage that its texts are for.
        study: the last study that it was started in; None where it was always alone.
        panel: True of a panel; None of any other run.
        broken: why its specification, or when it was last active, cannot be read; None where they can.
    """

    run: str
    model: str | None
    provider: str | None
    variant: str | None
    items: int
    answered: int
    errors: int
    in_batches: int
    state: str
    last_active: str
    requests: int
    tokens: int
    cost_usd: float | None
    from_store: int = 0
    unknown: int | None = None
    unknown_usd: float | None = None
    composed: str | None = None
    study: str | None = None
    broken: str | None = None
    panel: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs; some only where there is something to say."""
        sparse = ("unknown", "unknown_usd", "composed", "study", "broken", "panel")
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in values.items() if name not in sparse or value is not None}


def list_runs(store: Store, only: str | Collection[str] = ()) -> list[ListedRun]:
    """The runs of a store, in the order in which they were made.

    Args:
        only: these runs; all where none are named.

    Raises:
        UnknownRun: there is no such run.

    Example:
        >>> {(run.state, run.answered) for run in list_runs(store)}
        {('done', 20)}
    """
    named = names_of(only)
    for run_id in named:
        store.runs.get(run_id)
    wanted = [run for run in store.runs.get_all() if not named or run.run_id in named]
    ids = [run.run_id for run in wanted]
    # Each table is gone through once for all runs: once for each run took minutes where there are 10,000.
    counts, in_batches = store.results.count_each(ids), store.results.count_each_in_batches(ids)
    sessions, spends = store.sessions.get_last(ids), store.ledger.add_up_each(ids)
    oldest_first = reversed(store.starts.get_studies())
    studies = {run_id: study for study in oldest_first for run_id in store.starts.find_study(study)}
    return [
        replace(
            _listed(
                store,
                run,
                counts.get(run.run_id, NO_ITEMS),
                in_batches.get(run.run_id, 0),
                sessions.get(run.run_id),
                spends.get(run.run_id, NOT_SENT),
            ),
            study=studies.get(run.run_id),
        )
        for run in wanted
    ]


def _listed(
    store: Store,
    run: RunRow,
    counts: TaskCounts,
    in_batches: int,
    session: LastSession | None,
    spend: RunSpend,
) -> ListedRun:
    try:
        spec, broken = spec_of(run), None
    except UsageError as error:
        spec, broken = None, str(error)
    last_active, no_time = _last_active(run, session)
    died = session is not None and session.end_cause is not None
    unknown = spend.unknown.plus(spend.under_way) if died else spend.unknown
    adopted = spec is not None and spec.provider == ADOPTED
    state = _state(counts, session, in_batches)
    if broken or no_time:
        state = BROKEN if broken else NO_TIME
    return ListedRun(
        run=run.run_id,
        model=None if spec is None else spec.model,
        provider=None if spec is None else spec.provider,
        variant=None if spec is None else spec.variant.name,
        items=counts.total,
        answered=counts.answered,
        errors=counts.errors,
        in_batches=in_batches,
        state=state,
        last_active=last_active,
        requests=spend.total.requests,
        tokens=spend.total.tokens,
        cost_usd=spend.total.cost_usd if spend.counted else None,
        from_store=0 if adopted else counts.from_cache,
        unknown=unknown.requests or None,
        unknown_usd=unknown.cost_usd if unknown.requests else None,
        composed=store.benchmarks.get(run.benchmark).name if spec and spec.ask is Ask.COMPOSE else None,
        broken=broken or no_time,
        panel=True if spec and spec.panel else None,
    )


def _last_active(run: RunRow, session: LastSession | None) -> tuple[str, str | None]:
    """When that was, and what is wrong with it; a store of others may hold anything there."""
    said = session.heartbeat_at if session else run.created_at
    try:
        moment(said)
    except StoreCorrupt as error:
        return "", f"when it was last active cannot be read: {error}"
    return said, None


def _state(counts: TaskCounts, session: LastSession | None, in_batches: int) -> str:
    if session is not None and session.end_cause is None:
        return f"running (process {session.pid} on {session.host})"
    if counts.answered == counts.total and counts.total:
        return "done"
    if counts.answered + counts.errors == counts.total and counts.total:
        return "done, with errors"
    if in_batches:
        return f"waiting for {counted(in_batches, 'reply')} in batches"
    if session is None:
        return "not started"
    return f"partial: {session.end_cause}"


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
        raise UsageError(f"'{selector}' names {len(found)} runs, but one is needed: {_some_of(found)}.")
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
            f"'{selector}' begins the names of {len(beginning)} runs: {_some_of(beginning)}. Give more "
            f"of it, or '{selector}*' for all of them."
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
        # A run without one, such as an effort, adds nothing to what there is to choose from.
        values = {name: dict.fromkeys(value for _, value in pairs if value) for name, pairs in held.items()}
        there = "; ".join(f"{name}: {_some_of([*of]) if of else 'none'}" for name, of in values.items())
        nearest = _nearest(held, wanted)
        raise UsageError(f"no run in {store.path} has {selector}. {nearest}There are: {there}.")
    return found


def _held(store: Store, runs: Sequence[RunRow], name: str) -> Iterator[tuple[str, str]]:
    """Every run with what it has of that name."""
    if name != STUDY:
        specs = ((run.run_id, spec_or_none(run)) for run in runs)
        yield from ((run, FACTS[name](spec)) for run, spec in specs if spec is not None)
        return
    for study in store.starts.get_studies():
        yield from ((run, study) for run in store.starts.find_study(study))


def _nearest(held: Mapping[str, Sequence[tuple[str, str]]], wanted: Sequence[Sequence[str]]) -> str:
    """A question such as "Did you mean 'model=gpt-5'?", for the first value that nothing has."""
    for name, pattern in wanted:
        values = {value.casefold(): value for _, value in held[name] if value}
        near = near_names(pattern.casefold(), values, 1)
        if pattern.casefold() not in values and near:
            return f"Did you mean '{name}={values[near[0]]}'? "
    return ""


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
    return f"{hint}Runs: {_some_of(list(reversed(names)))}."


def _some_of(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more ('mhclient runs' lists all)" if more > 0 else "")


def readable_runs(store: Store, run_ids: Sequence[str], tell: Callable[[str], None]) -> list[str]:
    """Those of the runs that can be read, each once; why another cannot is told.

    Raises:
        UnknownRun: there is no such run.
        UsageError: none of them can be read; says why of the first.
    """
    problems = {run_id: why_broken(store, run_id) for run_id in dict.fromkeys(run_ids)}
    found = [run_id for run_id, why in problems.items() if why is None]
    broken = [why for why in problems.values() if why is not None]
    if broken and not found:
        raise UsageError(broken[0])
    for why in broken:
        tell(f"Left out: {why}")
    return found


def stored_specs(path: Path) -> dict[str, RunSpec | None]:
    """Run id → what it asks; None where that cannot be read, which is said where the run itself is named.

    Nothing where there is no store, or where it cannot be opened, which is said by who opens it to ask.
    """
    if not path.is_file():
        return {}
    try:
        with Store.open(path, read_only=True) as store:
            return {run.run_id: spec_or_none(run) for run in store.runs.get_all()}
    except CacheError:
        return {}


def spec_or_none(run: RunRow) -> RunSpec | None:
    """What a stored run asks; None of one of a later version, or a broken one, which hinders no other."""
    try:
        return spec_of(run)
    except UsageError:
        return None


def why_broken(store: Store, run_id: str) -> str | None:
    """Why a run cannot be read: it is broken, or has no answers; None where it can.

    Raises:
        UnknownRun: there is no such run.
    """
    run = store.runs.get(run_id)
    try:
        refuse_composed(run_id, spec_of(run))
    except UsageError as error:
        return str(error)
    return None


def refuse_composed(run_id: str, spec: RunSpec) -> None:
    """Refuse a run in which a model wrote or judged, and answered no questions.

    Raises:
        UsageError: it is such a run.
    """
    if spec.ask is Ask.COMPOSE:
        raise UsageError(
            f"run '{run_id}' has no answers: in it {spec.model} composed ({spec.variant.name}) what a "
            "benchmark was made of. Name runs of that benchmark; 'mhclient runs' lists them."
        )


def begun_at(run: RunRow) -> datetime:
    """When a run was begun.

    Raises:
        UsageError: the store holds no time there.
    """
    try:
        return moment(run.created_at)
    except StoreCorrupt as error:
        raise UsageError(f"run '{run.run_id}': {error} at which it was begun.") from error
