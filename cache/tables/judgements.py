"""What people say completions say: rows of their own beside the replies, added and never edited."""

import json
from collections.abc import Iterable

from cache.judging_rows import JudgementRow, NewJudgement
from cache.rows import now
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
        rows = self._connection.execute(
            "SELECT judgements.* FROM json_each(?) CROSS JOIN judgements ON case_key = value "
            "ORDER BY judgements.id",
            (json.dumps(list(case_keys)),),
        )
        return [JudgementRow(*row) for row in rows]

    def exist(self) -> bool:
        """Whether anybody has judged anything in this store."""
        return self._connection.execute("SELECT 1 FROM judgements LIMIT 1").fetchone() is not None
