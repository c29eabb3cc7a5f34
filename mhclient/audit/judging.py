"""Judgements: what a person says a completion says. They are added, never edited, and never shown to others.

A rater who thinks again adds another judgement, and the last one counts. Undoing adds a row too, which
names the one it takes back.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cache.audit import JudgementRow, add_judgement, judgements_of
from cache.connection import sqlite_errors, transaction
from mhclient.audit.case import ANSWER, Case, joined, letters_in
from mhclient.errors import UsageError

LONGEST_NOTE = 2_000  # characters
LONGEST_RATER = 60


class JudgementError(UsageError):
    """A judgement that cannot be."""


class Verdict(StrEnum):
    """What a rater says of a completion."""

    ANSWER = "answer"
    NONE = "none"  # no answer in it
    REFUSAL = "refusal"
    AMBIGUOUS = "ambiguous"
    SKIP = "skip"  # the rater does not decide
    WITHDRAWN = "withdrawn"  # takes an earlier one back


# What becomes of a reply judged so, in the outcomes of the reader.
OUTCOME_OF = {
    Verdict.ANSWER: ANSWER,
    Verdict.NONE: "no_answer",
    Verdict.REFUSAL: "refusal",
    Verdict.AMBIGUOUS: "ambiguous",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, with the labels of an answer as shown, and what the rater noted."""

    verdict: Verdict
    letters: frozenset[str] = frozenset()
    note: str = ""

    @property
    def label(self) -> str:
        """The judgement in a word, as agreement compares it: the letters of an answer, else the verdict."""
        return joined(self.letters) if self.verdict is Verdict.ANSWER else self.verdict.value

    @property
    def decides(self) -> bool:
        """Whether it says what the completion says."""
        return self.verdict in OUTCOME_OF


def check_judgement(judgement: Judgement, options: Iterable[str], mode: str) -> None:
    """Raise a `JudgementError` for a judgement that the item does not allow."""
    outside = sorted(judgement.letters - set(options))
    if outside:
        raise JudgementError(f"'{outside[0][:5]}' is no option of this item.")
    if (judgement.verdict is Verdict.ANSWER) != bool(judgement.letters):
        raise JudgementError("an answer needs its letters, and only an answer has any.")
    if mode == "single" and len(judgement.letters) > 1:
        raise JudgementError("this item asks for one letter.")
    if len(judgement.note) > LONGEST_NOTE:
        raise JudgementError(
            f"the note has {len(judgement.note):,} characters, {LONGEST_NOTE:,} are allowed."
        )


def rater_named(name: str) -> str:
    """A rater's name, checked.

    Raises:
        UsageError: it is empty, too long, or not printable.
    """
    name = name.strip()
    if not name or len(name) > LONGEST_RATER or not name.isprintable():
        raise UsageError(f"a rater's name has 1 to {LONGEST_RATER} printable characters.")
    return name


class Judging:
    """One rater's judgements, in the store. Reads of others' judgements are not possible from here.

    Args:
        connection: of the thread that calls.
        reader: the reader whose readings the rater sees.
    """

    def __init__(self, connection: sqlite3.Connection, rater: str, reader: str) -> None:
        self.rater = rater_named(rater)
        self._connection = connection
        self._path = Path(connection.execute("PRAGMA database_list").fetchone()["file"])
        self._reader = reader

    def mine(self, case_keys: Iterable[str]) -> dict[str, Judgement]:
        """The rater's judgements that count, by case."""
        rows = [row for row in judgements_of(self._connection, case_keys) if row.rater == self.rater]
        return {row.case_key: judgement_in(row) for row in counting(rows)}

    def judge(self, case: Case, judgement: Judgement) -> None:
        """Add a judgement; it is on disk when this returns.

        Raises:
            JudgementError: the item does not allow it.
            CacheError: it could not be written; nothing of it is kept.
        """
        check_judgement(judgement, case.options, case.mode)
        with sqlite_errors(self._path), transaction(self._connection):
            self._add(case, judgement)

    def undo(self, case: Case) -> Judgement | None:
        """Take the rater's last judgement of a case back: what counted before it counts again.

        Returns:
            what counts now, None if nothing does.
        """
        with sqlite_errors(self._path), transaction(self._connection):
            rows = [row for row in judgements_of(self._connection, [case.key]) if row.rater == self.rater]
            for last in counting(rows):
                self._add(case, Judgement(Verdict.WITHDRAWN), undoes=last.id)
        return self.mine([case.key]).get(case.key)

    def _add(self, case: Case, judgement: Judgement, undoes: int | None = None) -> None:
        add_judgement(
            self._connection,
            case_key=case.key,
            rater=self.rater,
            verdict=judgement.verdict.value,
            letters=joined(judgement.letters),
            note=judgement.note,
            undoes=undoes,
            reader=self._reader,
            reader_said=case.said,
        )


def judgement_in(row: JudgementRow) -> Judgement:
    """The judgement of a stored row."""
    return Judgement(Verdict(row.verdict), letters_in(row.letters), row.note)


def counting(rows: Iterable[JudgementRow]) -> list[JudgementRow]:
    """Those rows that count: of every rater and case the last one that has not been taken back."""
    rows = list(rows)
    undone = {row.undoes for row in rows}
    left = [row for row in rows if row.undoes is None and row.id not in undone]
    return list({(row.case_key, row.rater): row for row in left}.values())


def standing(connection: sqlite3.Connection, case_keys: Iterable[str]) -> dict[str, dict[str, Judgement]]:
    """Case → rater → the judgement that counts, for those who evaluate them."""
    found: dict[str, dict[str, Judgement]] = {}
    for row in counting(judgements_of(connection, case_keys)):
        found.setdefault(row.case_key, {})[row.rater] = judgement_in(row)
    return found
