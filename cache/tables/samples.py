"""Samples of a run's replies, drawn to find out how good the reader is."""

from collections.abc import Sequence

from cache.judging_rows import NewSample, SampleCaseRow, SampleRow
from cache.rows import now
from cache.tables.table import TableGroup


class Samples(TableGroup):
    """Samples of replies, drawn to be judged."""

    def add(self, sample: NewSample, cases: Sequence[SampleCaseRow]) -> int:
        """Keep a sample; returns its number."""
        sample_id = self._connection.execute(
            "INSERT INTO samples (run_id, reader, seed, n, drawn_at) VALUES (?, ?, ?, ?, ?)", (*sample, now())
        ).lastrowid
        assert sample_id is not None
        self._connection.executemany(
            "INSERT INTO sample_cases VALUES (?, ?, ?, ?, ?, ?, ?)", ((sample_id, *case) for case in cases)
        )
        return sample_id

    def get_all(self, run_id: str) -> list[SampleRow]:
        """The samples drawn from a run, the first one first."""
        rows = self._connection.execute(
            "SELECT * FROM samples WHERE run_id = ? ORDER BY sample_id", (run_id,)
        )
        return [SampleRow(*row) for row in rows]

    def read_cases(self, sample_id: int) -> list[SampleCaseRow]:
        """The replies of a sample, in the order of judging."""
        rows = self._connection.execute(
            "SELECT position, item_id, case_key, stratum, stratum_size, reader_said "
            "FROM sample_cases WHERE sample_id = ? ORDER BY position",
            (sample_id,),
        )
        return [SampleCaseRow(*row) for row in rows]
