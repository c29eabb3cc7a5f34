"""What people and readers say of completions: judgements, which are added and never edited, samples of
replies, drawn to find out how good the reader is, and readings, kept so that a second look opens at once.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from cache.rows import (
    CaseEnd,
    JudgementRow,
    NewJudgement,
    NewSample,
    ReadingRow,
    ReadItemRow,
    ReadReplyRow,
    SampleCaseRow,
    SampleRow,
    now,
)
from cache.tables.table import TableGroup


class Judgements(TableGroup):
    """What raters say completions say."""

    def add(self, judgement: NewJudgement) -> None:
        """Add what a rater says, as of now."""
        self._connection.execute(
            "INSERT INTO judgements (case_key, rater, verdict, letters, note, undoes, reader, reader_said, "
            "blind, judged_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*judgement, now()),
        )

    def find(self, case_keys: Iterable[str]) -> list[JudgementRow]:
        """Every judgement of these completions, in the order in which they were made."""
        if not self.exist():  # no key is worked out in vain
            return []
        rows = self._connection.execute(
            "SELECT judgements.* FROM json_each(?) CROSS JOIN judgements ON case_key = value "
            "ORDER BY judgements.id",
            (json.dumps(list(case_keys)),),
        )
        return [JudgementRow(*row) for row in rows]

    def exist(self) -> bool:
        """Whether anybody has judged anything in this store."""
        return self._connection.execute("SELECT 1 FROM judgements LIMIT 1").fetchone() is not None


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


class Readings(TableGroup):
    """What readers made of completions."""

    def find(self, case_keys: Iterable[str], reader: str) -> dict[CaseEnd, ReadingRow]:
        """What one reader has read in these completions, as far as it is kept."""
        rows = self._connection.execute(
            "SELECT case_key, finish_reason, outcome, letters, grade, rule, span_start, span_end "
            "FROM json_each(?) CROSS JOIN readings ON case_key = value WHERE reader = ?",
            (json.dumps(list(case_keys)), reader),
        )
        alike: dict[ReadingRow, ReadingRow] = {}  # most replies are read as many others are
        found = ((row[0], row[1], ReadingRow(*row[2:])) for row in map(tuple, rows))
        return {(key, end): alike.setdefault(reading, reading) for key, end, reading in found}

    def keep(self, readings: Iterable[tuple[CaseEnd, ReadingRow]], reader: str) -> None:
        """Keep what a reader has read; what it read before stays."""
        at = now()
        self._connection.executemany(
            "INSERT OR IGNORE INTO readings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((*case_end, reader, *reading, at) for case_end, reading in readings),
        )

    def read_run(self, run_id: str, reader: str) -> Iterator[ReadReplyRow]:
        """The replies that a run rests on, in its order, with what is kept of one reader's readings."""
        rows = self._tuples(
            """
            SELECT position, repetition, task, run_items.response_id,
                   ending, letters, grade, rule, span_start, span_end
            FROM run_items
            LEFT JOIN read_items ON read_items.run_id = run_items.run_id
                AND read_items.item_id = run_items.item_id AND read_items.request_key = run_items.request_key
                AND read_items.response_id = run_items.response_id AND reader = ? AND rule IS NOT NULL
            WHERE run_items.run_id = ? AND run_items.response_id IS NOT NULL ORDER BY position, repetition
            """,
            (reader, run_id),
        )
        return map(ReadReplyRow._make, rows)

    def forget_items(self, run_id: str) -> None:
        """Forget what the items of a run came to."""
        self._connection.execute("DELETE FROM read_items WHERE run_id = ?", (run_id,))

    def keep_items(self, run_id: str, reader: str, items: Iterable[ReadItemRow]) -> None:
        """Keep what items of a run came to, for the views of it and for who looks at it next."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO read_items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((run_id, *item[:3], reader, *item[3:]) for item in items),
        )

    def find_readers(self, case_keys: Iterable[str]) -> list[str]:
        """The readers that have read any of these completions, the one that read last coming last."""
        rows = self._connection.execute(
            "SELECT reader FROM json_each(?) CROSS JOIN readings ON case_key = value "
            "GROUP BY reader ORDER BY max(read_at), reader",
            (json.dumps(list(case_keys)),),
        )
        return [reader for (reader,) in rows]
