"""The batches of a store as they stood when last looked at."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from cache import BatchRow, Store
from mhclient.errors import UsageError
from mhclient.run.given import names_of


@dataclass(frozen=True, slots=True)
class ListedBatch:
    """One batch.

    Attributes:
        row: as the store has it.
        outcomes: what became of its lines → how many.
        cost_usd: of what it brought; None where the price is not known.
    """

    row: BatchRow
    outcomes: Mapping[str, int]
    cost_usd: float | None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        row = self.row
        return {
            "batch": row.tag,
            "run": row.run_id,
            "model": row.model,
            "remote_id": row.remote_id,
            "state": row.state,
            "remote_status": row.remote_status,
            "lines": row.n_lines,
            "bytes": row.n_bytes,
            "outcomes": dict(self.outcomes),
            "done_at_provider": row.n_done,
            "failed_at_provider": row.n_failed,
            "lines_doubled": row.n_doubled,
            "lines_unknown": row.n_unknown,
            "cost_usd": self.cost_usd,
            "created_at": row.created_at,
            "looked_at": row.looked_at,
            "closed_at": row.closed_at,
            "expires_at": row.expires_at,
            "problem": row.problem,
        }


def list_batches(
    store: Store, runs: str | Collection[str] = (), *, only_open: bool = False
) -> list[ListedBatch]:
    """The batches of a store, as they stood when last looked at; nobody is asked.

    Args:
        store: an open store.
        runs: of these runs; of all where none are named.
        only_open: those that have not been collected.

    Raises:
        UnknownRun: there is no such run.

    Example:
        >>> list_batches(store)
        []
    """
    named = names_of(runs)
    for run_id in named:
        store.runs.get(run_id)
    found = [each for each in store.batches.get_all(only_open=only_open) if not named or each.run_id in named]
    return [
        ListedBatch(row, store.batch_lines.count_states(row.id), store.batch_lines.add_up_cost(row.id))
        for row in found
    ]


def batches_named(batches: Collection[BatchRow], names: Collection[str]) -> list[BatchRow]:
    """The batches of these names: ours, or the provider's.

    Raises:
        UsageError: there is no batch of a name.
    """
    by_name = {name: batch for batch in batches for name in (batch.tag, batch.remote_id) if name}
    if unknown := [name for name in names if name not in by_name]:
        raise UsageError(f"{unknown[0]}: no such batch. 'mhclient batches' lists those there are.")
    return [by_name[name] for name in dict.fromkeys(names)]
