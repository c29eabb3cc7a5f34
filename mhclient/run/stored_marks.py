"""A run's marks out of the store, without its items being read: for lists of runs, and for audits."""

import sqlite3

from cache.benchmarks import benchmark_tasks
from cache.results import progress, served_as
from cache.rows import RunRow
from mhclient.run.marks import Facts, Mark, own_marks
from mhclient.run.spec import RunSpec


def stored_marks(connection: sqlite3.Connection, run: RunRow) -> tuple[Mark, ...]:
    """The marks that a run has by itself, as in reports."""
    counts = progress(connection, run.run_id).values()
    n_models, n_fingerprints = served_as(connection, run.run_id)
    n_items, n_errors = sum(count.total for count in counts), sum(count.errors for count in counts)
    facts = Facts(
        spec=RunSpec.from_json(run.benchmark, run.spec),
        n_items=n_items,
        n_in_benchmark=sum(benchmark_tasks(connection, run.benchmark).values()),
        n_missing=n_items - n_errors - sum(count.answered for count in counts),
        n_errors=n_errors,
        n_models=n_models,
        n_fingerprints=n_fingerprints,
    )
    return tuple(own_marks(facts))
