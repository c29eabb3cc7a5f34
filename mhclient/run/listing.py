"""The runs of a store: how far each has come, and in which state it is."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from cache import LastSession, RunRow, Store, StoreCorrupt
from cache.cells import moment
from mhclient.errors import UsageError
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.given import names_of
from mhclient.run.spec import Ask, spec_of
from mhclient.show.counts import counted

BROKEN = "broken: what it asks cannot be read"
NO_TIME = "broken: when it was last active cannot be read"


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
        return {
            name: value for name, value in asdict(self).items() if name not in sparse or value is not None
        }


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
    studies, named = _studies(store), names_of(only)
    for run_id in named:
        store.runs.get(run_id)
    wanted = [run for run in store.runs.get_all() if not named or run.run_id in named]
    return [_listed(store, run, studies.get(run.run_id)) for run in wanted]


def _studies(store: Store) -> dict[str, str]:
    """Run id → the newest study that it belongs to."""
    oldest_first = reversed(store.starts.get_studies())
    return {run_id: study for study in oldest_first for run_id in store.starts.find_study(study)}


def _listed(store: Store, run: RunRow, study: str | None) -> ListedRun:
    try:
        spec, broken = spec_of(run), None
    except UsageError as error:
        spec, broken = None, str(error)
    counts = store.results.count_tasks(run.run_id).values()
    total, answered = sum(count.total for count in counts), sum(count.answered for count in counts)
    errors = sum(count.errors for count in counts)
    session = store.sessions.get_last(run.run_id)
    last_active, no_time = _last_active(run, session)
    spend = store.ledger.add_up(run.run_id)
    died = session is not None and session.end_cause is not None
    unknown = store.ledger.add_up_unknown(run.run_id, died=died)
    in_batches = store.results.count_in_batches(run.run_id)
    adopted = spec is not None and spec.provider == ADOPTED
    state = _state(total, answered, errors, session, in_batches)
    if broken or no_time:
        state = BROKEN if broken else NO_TIME
    return ListedRun(
        run=run.run_id,
        model=None if spec is None else spec.model,
        provider=None if spec is None else spec.provider,
        variant=None if spec is None else spec.variant.name,
        items=total,
        answered=answered,
        errors=errors,
        in_batches=in_batches,
        state=state,
        last_active=last_active,
        requests=spend.requests,
        tokens=spend.tokens,
        cost_usd=None if store.ledger.has_uncounted(run.run_id) else spend.cost_usd,
        from_store=0 if adopted else sum(count.from_cache for count in counts),
        unknown=unknown.requests or None,
        unknown_usd=unknown.cost_usd if unknown.requests else None,
        composed=_made_for(store, run) if spec is not None and spec.ask is Ask.COMPOSE else None,
        study=study,
        broken=broken or no_time,
        panel=True if spec is not None and spec.panel is not None else None,
    )


def _last_active(run: RunRow, session: LastSession | None) -> tuple[str, str | None]:
    """When that was, and what is wrong with it; a store of others may hold anything there."""
    said = session.heartbeat_at if session else run.created_at
    try:
        moment(said)
    except StoreCorrupt as error:
        return "", f"when it was last active cannot be read: {error}"
    return said, None


def _made_for(store: Store, run: RunRow) -> str:
    return store.benchmarks.get(run.benchmark).name


def _state(total: int, answered: int, errors: int, session: LastSession | None, in_batches: int) -> str:
    if session is not None and session.end_cause is None:
        return f"running (process {session.pid} on {session.host})"
    if answered == total and total:
        return "done"
    if answered + errors == total and total:
        return "done, with errors"
    if in_batches:
        return f"waiting for {counted(in_batches, 'reply')} in batches"
    if session is None:
        return "not started"
    return f"partial: {session.end_cause}"
