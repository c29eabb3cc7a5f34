"""A run's marks out of the store, without its items being read: for lists of runs, and for audits."""

from cache import RunRow, Store
from mhclient.run.marks import Mark, RunFacts, own_marks
from mhclient.run.spec import spec_of


def stored_marks(store: Store, run: RunRow) -> tuple[Mark, ...]:
    """The marks that a run has by itself, as in reports."""
    counts = store.results.count_tasks(run.run_id).values()
    n_models, n_fingerprints, n_routes = store.results.count_models(run.run_id)
    n_items, n_errors = sum(count.total for count in counts), sum(count.errors for count in counts)
    spec = spec_of(run)
    facts = RunFacts(
        spec=spec,
        n_items=n_items // spec.epochs,
        n_in_benchmark=sum(store.benchmarks.count_items(run.benchmark).values()),
        n_missing=n_items - n_errors - sum(count.answered for count in counts),
        n_errors=n_errors,
        n_models=n_models,
        n_fingerprints=n_fingerprints,
        n_routes=n_routes,
    )
    return tuple(own_marks(facts))
