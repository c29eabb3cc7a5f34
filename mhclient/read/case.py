"""A case: one completion of one item as it was shown, and what the reader made of it.

Equal completions of equal items are one case wherever they occur: in two runs, of two models, or twice in
one store. Judgements belong to cases, so one judgement serves them all. How a completion ended (stop,
length) is no part of the case: what a text says does not depend on it.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from cache import ReadingRow
from mhclient.read.reading import ShownCompletion
from mhclient.read.scored import Scored
from mhclient.run.stored_items import reply_name

ANSWER = "answer"


def case_key(completion: str, question: str, options: Mapping[str, str], mode: str) -> str:
    """SHA-256 of a completion and of the item as shown.

    Args:
        options: label → text as shown, in the order of the lines.
    """
    text = json.dumps([completion, question, list(options.items()), mode], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def key_of_scored(scored: Scored, completion: str | None) -> str:
    """The key of the case that an item of a run is, with the completion it brought."""
    item = scored.item
    return case_key(completion or "", item.question, scored.shown.options(item.options), item.mode.value)


class Case(NamedTuple):
    """One reply of a run, with all an auditor needs to see. A tuple, since thousands are made at once.

    Attributes:
        options: label → text as shown, in the order of the lines.
        names: what the item is about: its entities and its option texts.
        gold: the right labels as shown. For figures alone: no rater is ever shown it.
        answer_format: what the variant asked for.
        reading: what the reader made of it.
        repetition: the how-manieth time the run asked the item, from 1.
        why_empty: what became of the text of a reply that has none; "" where there is one, or was withheld.
    """

    key: str
    run_id: str
    model: str
    item_id: str
    task: str
    relation: str | None
    question: str
    options: Mapping[str, str]
    mode: str
    names: tuple[str, ...]
    gold: frozenset[str]
    completion: str
    finish_reason: str | None
    answer_format: str
    reading: ReadingRow
    repetition: int = 1
    why_empty: str = ""

    @property
    def shown(self) -> str:
        """The completion, or why there is none."""
        if self.completion.strip():
            return self.completion
        return f"(nothing: {self.why_empty})" if self.why_empty else "(nothing)"

    @property
    def name(self) -> str:
        """The reply's name within its run."""
        return reply_name(self.item_id, self.repetition)

    @property
    def read(self) -> bool:
        """Whether the reader found an answer."""
        return self.reading.outcome == ANSWER

    @property
    def letters(self) -> frozenset[str]:
        """The labels read; empty without an answer."""
        return letters_in(self.reading.letters)

    @property
    def said(self) -> str:
        """The reading in a word: the letters of an answer, else the outcome."""
        return said(self.reading)

    @property
    def stratum(self) -> str:
        """What a sample is stratified by: the outcome, and for an answer its grade."""
        return f"{ANSWER}, {self.reading.grade}" if self.read else self.reading.outcome


def said(reading: ReadingRow) -> str:
    """A reading in a word."""
    return reading.letters if reading.outcome == ANSWER else reading.outcome


def shown_completion(case: Case) -> ShownCompletion:
    """The case as the reader wants it."""
    return ShownCompletion(
        case.completion,
        tuple(sorted(case.options.items())),
        case.finish_reason,
        case.mode,
        case.answer_format,
    )


def letters_in(joined: str) -> frozenset[str]:
    """Labels from their stored form.

    >>> sorted(letters_in("A&C")), letters_in("")
    (['A', 'C'], frozenset())
    """
    return frozenset(joined.split("&")) - {""}


def joined(letters: frozenset[str] | set[str]) -> str:
    """Labels as they are stored and shown."""
    return "&".join(sorted(letters))
