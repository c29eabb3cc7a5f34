"""Judgements: what a person says a completion says. They are added, never edited, and never shown to others.

A rater who thinks again adds another judgement, and the last one counts. Undoing adds a row too, which
names the one it takes back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from cache import JudgementRow, NewJudgement, Store
from mhclient.errors import UsageError
from mhclient.read.case import ANSWER, Case, joined, letters_in

LONGEST_NOTE = 2_000  # characters
LONGEST_RATER = 60


class JudgementError(UsageError):
    """A judgement that cannot be."""


class RaterVerdict(StrEnum):
    """A rater's verdict on a completion."""

    ANSWER = "answer"
    NONE = "none"  # no answer in it
    REFUSAL = "refusal"
    AMBIGUOUS = "ambiguous"
    OUT_OF_RANGE = "out_of_range"  # an answer that is not on the list
    SKIP = "skip"  # the rater does not decide
    NOTE = "note"  # a remark alone: the reply is still to be judged
    WITHDRAWN = "withdrawn"  # takes an earlier one back


# What becomes of a reply judged so, in the outcomes of the reader.
OUTCOME_OF = {
    RaterVerdict.ANSWER: ANSWER,
    RaterVerdict.NONE: "no_answer",
    RaterVerdict.REFUSAL: "refusal",
    RaterVerdict.AMBIGUOUS: "ambiguous",
    RaterVerdict.OUT_OF_RANGE: "out_of_range",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, with the labels of an answer as shown, and what the rater noted."""

    verdict: RaterVerdict
    letters: frozenset[str] = frozenset()
    note: str = ""

    @property
    def label(self) -> str:
        """The judgement in a word, as agreement compares it: the letters of an answer, else the verdict."""
        if self == NO_NOTE:
            return ""
        return joined(self.letters) if self.verdict is RaterVerdict.ANSWER else self.verdict.value

    @property
    def decides(self) -> bool:
        """Whether it says what the completion says."""
        return self.verdict in OUTCOME_OF

    @property
    def is_verdict(self) -> bool:
        """Whether the rater is done with the reply: has decided, or will not."""
        return self.verdict is not RaterVerdict.NOTE


NO_NOTE = Judgement(RaterVerdict.NOTE)  # nothing is said; also what is left of a note that is emptied


def check_judgement(judgement: Judgement, options: Iterable[str], mode: str) -> None:
    """Raise a `JudgementError` for a judgement that the item does not allow."""
    outside = sorted(judgement.letters - set(options))
    if outside:
        raise JudgementError(f"'{outside[0][:5]}' is no option of this item.")
    if (judgement.verdict is RaterVerdict.ANSWER) != bool(judgement.letters):
        raise JudgementError("an answer needs its letters, and only an answer has any.")
    if mode == "single" and len(judgement.letters) > 1:
        raise JudgementError("this item asks for one letter.")
    _check_note(judgement.note)


def _check_note(note: str) -> None:
    if len(note) > LONGEST_NOTE:
        raise JudgementError(f"the note has {len(note):,} characters, {LONGEST_NOTE:,} are allowed.")
    if any("\ud800" <= char <= "\udfff" for char in note):  # half of a pair: no file can hold it
        raise JudgementError("the note has half a character in it (a lone surrogate): write it again.")


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
        store: of the thread that calls.
        reader: the reader whose readings the rater sees, or would see.
        blind: the readings are hidden. Only judgements made so are seen then, and they are on record as such.
    """

    def __init__(self, store: Store, rater: str, reader: str, *, blind: bool = False) -> None:
        self.rater = rater_named(rater)
        self.blind = blind
        self._store = store
        self._reader = reader

    def mine(self, case_keys: Iterable[str]) -> dict[str, Judgement]:
        """The rater's judgements that count, and notes without one, by case."""
        return {row.case_key: judgement_in(row) for row in self._counting(case_keys)}

    def judge(self, case: Case, judgement: Judgement) -> None:
        """Add a judgement; it is on disk when this returns.

        Raises:
            JudgementError: the item does not allow it.
            CacheError: it could not be written; nothing of it is kept.
        """
        check_judgement(judgement, case.options, case.mode)
        with self._store.transaction():
            self._add(case, judgement)

    def note(self, case: Case, text: str) -> Judgement:
        """Put a note to what the rater says of a case; where nothing is said yet it stands alone.

        The note that is there already adds nothing.

        Raises:
            JudgementError: no store can hold the note.
            CacheError: it could not be written.
        """
        _check_note(text)
        with self._store.transaction():
            before = self.mine([case.key]).get(case.key, NO_NOTE)
            noted = replace(before, note=text.strip())
            if noted != before:
                self._add(case, noted)
        return noted

    def undo(self, case: Case) -> Judgement | None:
        """Take the rater's last judgement of a case back: what counted before it counts again.

        Returns:
            what counts now, None if nothing does.
        """
        with self._store.transaction():
            for last in self._counting([case.key]):
                self._add(case, Judgement(RaterVerdict.WITHDRAWN), undoes=last.id)
        return self.mine([case.key]).get(case.key)

    def _counting(self, case_keys: Iterable[str]) -> list[JudgementRow]:
        rows = self._store.judgements.find(case_keys)
        return counting([row for row in rows if row.rater == self.rater], blind=self.blind)

    def _add(self, case: Case, judgement: Judgement, undoes: int | None = None) -> None:
        row = NewJudgement(
            case_key=case.key,
            rater=self.rater,
            verdict=judgement.verdict.value,
            letters=joined(judgement.letters),
            note=judgement.note,
            undoes=undoes,
            reader=self._reader,
            reader_said=case.said,
            blind=self.blind,
        )
        self._store.judgements.add(row)


def has_judged(mine: Mapping[str, Judgement], case: Case) -> bool:
    """Whether the rater has judged a case; a note alone does not count."""
    judgement = mine.get(case.key)
    return judgement is not None and judgement.is_verdict


def judgement_in(row: JudgementRow) -> Judgement:
    """The judgement of a stored row."""
    return Judgement(RaterVerdict(row.verdict), letters_in(row.letters), row.note)


def counting(rows: Sequence[JudgementRow], *, blind: bool = False) -> list[JudgementRow]:
    """Those rows that count: of every rater and case the last one that has not been taken back.

    Args:
        blind: of those made without sight of the reading.
    """
    undone = {row.undoes for row in rows}
    left = [row for row in rows if row.undoes is None and row.id not in undone and (row.blind or not blind)]
    return list({(row.case_key, row.rater): row for row in left}.values())


def standing(rows: Iterable[JudgementRow]) -> dict[str, dict[str, Judgement]]:
    """Case → rater → what the rows say, for those who evaluate them."""
    found: dict[str, dict[str, Judgement]] = {}
    for row in rows:
        found.setdefault(row.case_key, {})[row.rater] = judgement_in(row)
    return found


def all_standing(store: Store, case_keys: Iterable[str]) -> dict[str, dict[str, Judgement]]:
    """Case → rater → the judgement that counts, readings in sight or not."""
    return standing(counting(store.judgements.find(case_keys)))


def check_has_judged(option: str, rater: str, judged: Mapping[str, Mapping[str, Judgement]]) -> None:
    """Refuse a rater who has judged none of these cases: most likely a slip of the hand.

    Raises:
        UsageError: who has judged is named.
    """
    raters = sorted({name for said in judged.values() for name in said})
    if rater not in raters:
        raise UsageError(
            f"{option}: '{rater}' has judged none of these replies. Who has: {', '.join(raters) or 'nobody'}."
        )
