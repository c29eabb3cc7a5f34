"""Samples in the store: the one drawn before with the same numbers, or a new one."""

import sqlite3
from collections.abc import Sequence

from cache.audit import SampleCaseRow, SampleRow, add_sample, readings_of, sample_cases, samples_of
from cache.connection import transaction
from mhclient.audit.case import Case
from mhclient.audit.collect import Collected, case_end
from mhclient.audit.sampling import draw


def find_or_draw(
    connection: sqlite3.Connection, collected: Collected, n: int, seed: int
) -> tuple[SampleRow, Sequence[SampleCaseRow]]:
    """A run's sample of that size and seed from the present reader's readings; drawn if there is none."""
    (run_id,) = collected.without_reply
    found = _find(connection, run_id, collected.reader, n, seed)
    if found is None:
        drawn = draw(collected.cases, n, seed)
        with transaction(connection):
            add_sample(connection, run_id=run_id, reader=collected.reader, seed=seed, n=n, cases=drawn)
        found = _find(connection, run_id, collected.reader, n, seed)
        assert found is not None
    return found, sample_cases(connection, found.sample_id)


def as_drawn(connection: sqlite3.Connection, collected: Collected, sample: SampleRow) -> list[Case]:
    """The run's cases, each with the reading that the sample was drawn from."""
    kept = readings_of(connection, {case.key for case in collected.cases}, sample.reader)
    return [case._replace(reading=kept.get(case_end(case), case.reading)) for case in collected.cases]


def _find(connection: sqlite3.Connection, run_id: str, reader: str, n: int, seed: int) -> SampleRow | None:
    wanted = (reader, n, seed)
    return next(
        (
            sample
            for sample in samples_of(connection, run_id)
            if (sample.reader, sample.n, sample.seed) == wanted
        ),
        None,
    )
