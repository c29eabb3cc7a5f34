"""Readings that are kept, and people's judgements: rows of their own beside the replies.

Plain values only: what an outcome or a verdict means is not known here. Every function takes a connection and
runs inside the caller's transaction; none commits.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cache.rows import now


class ReadingRow(NamedTuple):
    """What a reader made of one completion; `letters` as shown, joined by `&`."""

    outcome: str
    letters: str
    grade: str | None
    rule: str
    span_start: int | None
    span_end: int | None


# A completion of an item as shown, and how it ended: what a reading depends on.
CaseEnd = tuple[str, str]


class NewJudgement(NamedTuple):
    """What one rater says one completion says.

    Attributes:
        letters: as shown, joined by `&`.
        undoes: the row that this one takes back.
        reader_said: what the reader made of it; `blind` if the rater did not see that.
    """

    case_key: str
    rater: str
    verdict: str
    letters: str
    note: str
    undoes: int | None
    reader: str
    reader_said: str
    blind: bool


@dataclass(frozen=True, slots=True)
class JudgementRow:
    """A judgement in the store.

    `id` grows with time: of a rater's rows for one case the last one counts that no other
    row undoes.
    """

    id: int
    case_key: str
    rater: str
    judged_at: str
    verdict: str
    letters: str
    note: str
    undoes: int | None
    reader: str
    reader_said: str
    blind: int


class NewSample(NamedTuple):
    """A sample of a run's replies, drawn to find out how good the reader is; `n` as asked for."""

    run_id: str
    reader: str
    seed: int
    n: int


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A sample in the store."""

    sample_id: int
    run_id: str
    drawn_at: str
    reader: str
    seed: int
    n: int


class SampleCaseRow(NamedTuple):
    """One reply of a sample: which stratum it stands for, and what the reader said when it was drawn."""

    position: int
    item_id: str
    case_key: str
    stratum: str
    stratum_size: int
    reader_said: str


def readings_of(
    connection: sqlite3.Connection, case_keys: Iterable[str], reader: str
) -> dict[CaseEnd, ReadingRow]:
    """What one reader has read in these completions, as far as it is kept."""
    rows = connection.execute(
        "SELECT case_key, finish_reason, outcome, letters, grade, rule, span_start, span_end "
        "FROM json_each(?) CROSS JOIN readings ON case_key = value WHERE reader = ?",
        (json.dumps(list(case_keys)), reader),
    )
    return {(row[0], row[1]): ReadingRow(*tuple(row)[2:]) for row in rows}


def keep_readings(
    connection: sqlite3.Connection, readings: Iterable[tuple[CaseEnd, ReadingRow]], reader: str
) -> None:
    """Keep what a reader has read; what it read before stays."""
    at = now()
    connection.executemany(
        "INSERT OR IGNORE INTO readings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((*case_end, reader, *reading, at) for case_end, reading in readings),
    )


def readers_of(connection: sqlite3.Connection, case_keys: Iterable[str]) -> list[str]:
    """The readers that have read any of these completions, the one that read last coming last."""
    rows = connection.execute(
        "SELECT reader FROM json_each(?) CROSS JOIN readings ON case_key = value "
        "GROUP BY reader ORDER BY max(read_at), reader",
        (json.dumps(list(case_keys)),),
    )
    return [reader for (reader,) in rows]


def add_judgement(connection: sqlite3.Connection, judgement: NewJudgement) -> None:
    """Add what a rater says, as of now."""
    connection.execute(
        "INSERT INTO judgements (case_key, rater, verdict, letters, note, undoes, reader, reader_said, "
        "blind, judged_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*judgement, now()),
    )


def judgements_of(connection: sqlite3.Connection, case_keys: Iterable[str]) -> list[JudgementRow]:
    """Every judgement of these completions, in the order in which they were made."""
    rows = connection.execute(
        "SELECT judgements.* FROM json_each(?) CROSS JOIN judgements ON case_key = value "
        "ORDER BY judgements.id",
        (json.dumps(list(case_keys)),),
    )
    return [JudgementRow(*row) for row in rows]


def add_sample(connection: sqlite3.Connection, sample: NewSample, cases: Sequence[SampleCaseRow]) -> int:
    """Keep a sample; returns its number."""
    sample_id = connection.execute(
        "INSERT INTO samples (run_id, reader, seed, n, drawn_at) VALUES (?, ?, ?, ?, ?)", (*sample, now())
    ).lastrowid
    assert sample_id is not None
    connection.executemany(
        "INSERT INTO sample_cases VALUES (?, ?, ?, ?, ?, ?, ?)", ((sample_id, *case) for case in cases)
    )
    return sample_id


def samples_of(connection: sqlite3.Connection, run_id: str) -> list[SampleRow]:
    """The samples drawn from a run, the first one first."""
    rows = connection.execute("SELECT * FROM samples WHERE run_id = ? ORDER BY sample_id", (run_id,))
    return [SampleRow(*row) for row in rows]


def sample_cases(connection: sqlite3.Connection, sample_id: int) -> list[SampleCaseRow]:
    """The replies of a sample, in the order of judging."""
    rows = connection.execute(
        "SELECT position, item_id, case_key, stratum, stratum_size, reader_said "
        "FROM sample_cases WHERE sample_id = ? ORDER BY position",
        (sample_id,),
    )
    return [SampleCaseRow(*row) for row in rows]
