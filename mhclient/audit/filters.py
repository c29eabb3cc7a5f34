"""Choosing cases with one line of text: `outcome:refusal,empty task:FC judged:no words in the reply`.

The same line works in the browser, on the page and after `--filter`.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mhclient.audit.case import Case
from mhclient.audit.judging import Judgement

# Field → what a case has there.
FIELDS: Mapping[str, Callable[[Case], str]] = {
    "outcome": lambda case: case.reading.outcome,
    "grade": lambda case: case.reading.grade or "none",
    "rule": lambda case: case.reading.rule,
    "task": lambda case: case.task,
    "relation": lambda case: case.relation or "none",
    "model": lambda case: case.model,
    "run": lambda case: case.run_id,
    "said": lambda case: case.said,
}
JUDGED = "judged"
JUDGED_VALUES = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Filter:
    """What is wanted: per field any of its values, and every word."""

    fields: Mapping[str, frozenset[str]]
    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Filter":
        """Read a line; a word with a colon that is no field is a word.

        >>> Filter.parse('task:FC "not sure"').words
        ('not sure',)
        """
        fields: dict[str, frozenset[str]] = {}
        words = []
        for part in _parts(text):
            name, colon, values = part.partition(":")
            if colon and name.casefold() in (*FIELDS, JUDGED):
                wanted = frozenset(value.strip().casefold() for value in values.split(",")) - {""}
                fields[name.casefold()] = wanted
            else:
                words.append(part.casefold())
        return cls(fields, tuple(words))

    def chosen(self, cases: Sequence[Case], mine: Mapping[str, Judgement]) -> list[int]:
        """The places of the cases wanted.

        Args:
            mine: the rater's own judgements, for `judged:`.
        """
        tests = [(FIELDS[name], wanted) for name, wanted in self.fields.items() if name != JUDGED and wanted]
        judged = self.fields.get(JUDGED, frozenset())
        return [
            place
            for place, case in enumerate(cases)
            if all(value(case).casefold() in wanted for value, wanted in tests)
            and (not judged or ("yes" if case.key in mine else "no") in judged)
            and self._has_words(case)
        ]

    def _has_words(self, case: Case) -> bool:
        if not self.words:
            return True
        text = f"{case.completion}\n{case.item_id}\n{case.question}".casefold()
        return all(word in text for word in self.words)


def values_of(cases: Iterable[Case]) -> dict[str, list[str]]:
    """Field → the values there are, for suggestions."""
    every = list(cases)
    found = {name: sorted({value(case) for case in every}) for name, value in FIELDS.items()}
    return found | {JUDGED: list(JUDGED_VALUES)}


def _parts(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quotation mark that is not closed yet: somebody is typing
        return text.split()
