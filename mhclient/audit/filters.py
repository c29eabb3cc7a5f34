"""Choosing cases with one line of text: `outcome:refusal,empty task:FC judged:no words in the reply`.

The same line works on the terminal, on the page and after `--filter`. A name or a value that there is not is
an error: a line that quietly chose everything, or nothing, would be taken for a finding.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mhclient.errors import UsageError
from mhclient.judge.judgements import Judgement, has_judged
from mhclient.read.case import Case
from mhclient.read.collect import cases_at, in_brief
from mhclient.show.visible import visible
from parsers import Grade, Outcome

NONE = "none"
YES_NO = ("yes", "no")
# Field → what a case has there.
FIELDS: Mapping[str, Callable[[Any], str]] = {
    "outcome": lambda case: case.reading.outcome,
    "grade": lambda case: case.reading.grade or NONE,
    "rule": lambda case: case.reading.rule,
    "task": lambda case: case.task,
    "relation": lambda case: case.relation or NONE,
    "model": lambda case: case.model,
    "run": lambda case: case.run_id,
    "said": lambda case: case.said,
    "read": lambda case: YES_NO[not case.read],
}
OF_ITEMS = ("relation",)
JUDGED = "judged"
# What the terminal and the page open with: replies that people have to read.
NOT_READ = "read:no"
LOW_TRUST = "grade:text,in_text"
# Values that may be asked for where no case has them.
CLOSED: Mapping[str, Collection[str]] = {
    "outcome": [outcome.value for outcome in Outcome],
    "grade": [*(grade.value for grade in Grade), NONE],
    "said": [outcome.value for outcome in Outcome if outcome is not Outcome.ANSWER],
    "read": YES_NO,
    JUDGED: YES_NO,
}
# What a rater may choose by who is not to know the readings. The relation would give the gold away.
BLIND_FIELDS = ("task", JUDGED)
MOST_NAMED = 12  # values, in a message
LONGEST = 1_000  # characters; each word is looked for in every text

# A field with its values, a quotation, a word.
_PART = re.compile(r'([^\W\d][\w-]*):((?:"[^"]*"|\S)*)|"([^"]*)"|(\S+)')


class FilterError(UsageError):
    """A line that names a field or a value that there is not."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A parsed filter: per field any of its values, and every word."""

    fields: Mapping[str, frozenset[str]]
    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str, *, blind: bool = False) -> "Filter":
        """Read a line. What stands in quotation marks is a word, colons and spaces included.

        Args:
            blind: only by fields that do not tell what was read.

        Raises:
            FilterError: it names no field, or no value of one, a quotation does not end, or it is too long.

        >>> Filter.parse('task:FC "not sure"').words
        ('not sure',)
        """
        if len(text) > LONGEST:
            raise FilterError(f"a filter has at most {LONGEST:,} characters.")
        if text.count('"') % 2:
            raise FilterError('a quotation mark (") is never closed.')
        fields: dict[str, frozenset[str]] = {}
        words = []
        for name, values, quoted, word in _PART.findall(text):
            if name:
                field = _field(name, blind)
                fields[field] = fields.get(field, frozenset()) | _values(field, values)
            else:
                words.append((quoted or word).casefold())
        return cls(fields, tuple(word for word in words if word))

    @property
    def looks_at_texts(self) -> bool:
        """Whether choosing takes more than what was read; without a field all cases are wanted."""
        return bool(self.words) or not self.fields or not self.fields.keys().isdisjoint((*OF_ITEMS, JUDGED))

    def chosen(self, cases: Sequence[Case], mine: Mapping[str, Judgement]) -> list[int]:
        """The places of the cases wanted.

        Args:
            mine: the rater's own judgements, for `judged:`.

        Raises:
            FilterError: a value that no case has.
        """
        places: Sequence[int] = range(len(cases))
        for name, wanted in self.fields.items():
            values = _values_in(cases, name, mine)
            _check_values(name, wanted, set(values))
            places = [place for place in places if values[place].casefold() in wanted]
        if not self.words:
            return list(places)
        chosen = zip(places, cases_at(cases, places), strict=True)
        return [place for place, case in chosen if self._has_words(case)]

    def _has_words(self, case: Case) -> bool:
        text = f"{case.completion}\n{case.item_id}\n{case.question}".casefold()
        return all(word in text for word in self.words)


def _values_in(cases: Sequence[Case], name: str, mine: Mapping[str, Judgement]) -> list[str]:
    """What each case has in a field."""
    if name == JUDGED:
        return [YES_NO[not has_judged(mine, case)] for case in cases] if mine else [YES_NO[1]] * len(cases)
    return list(map(FIELDS[name], cases if name in OF_ITEMS else in_brief(cases)))


def values_of(cases: Sequence[Case], *, blind: bool = False) -> dict[str, list[str]]:
    """Field → the values there are, for suggestions; of cases in a store without those of their items."""
    brief = in_brief(cases)
    found = {
        name: sorted(set(map(value, brief)))
        for name, value in FIELDS.items()
        if (not blind or name in BLIND_FIELDS) and (brief is cases or name not in OF_ITEMS)
    }
    return found | {JUDGED: list(YES_NO)}


def _field(name: str, blind: bool) -> str:
    known = BLIND_FIELDS if blind else (*FIELDS, JUDGED)
    field = name.casefold()
    if field in known:
        return field
    if field in FIELDS:
        raise FilterError(
            f"a sample is judged blind, and '{field}' reveals readings or gold: choose by "
            f"{' or '.join(known)}, or by words."
        )
    raise FilterError(
        f"there is no field '{name[:40]}' to choose by, only {', '.join(known)}. "
        "Words with a colon go in quotation marks."
    )


def _values(field: str, text: str) -> frozenset[str]:
    wanted = (value.strip().casefold() for value in text.replace('"', "").split(","))
    found = frozenset(value for value in wanted if value)
    if not found:
        raise FilterError(f"'{field}:' has no value.{_known(list(CLOSED.get(field, ())))}")
    return found


def _check_values(field: str, wanted: frozenset[str], present: Collection[str]) -> None:
    """A value that might occur, and here does not, is no mistake: it chooses nothing."""
    known = {value.casefold(): value for value in (*CLOSED.get(field, ()), *sorted(present))}
    if unknown := sorted(wanted - set(known)):
        said = visible(unknown[0][:40])
        raise FilterError(f"there is no '{field}:{said}' here.{_known(list(known.values()))}")


def _known(values: Sequence[str]) -> str:
    if not values:
        return ""
    more = f" and {len(values) - MOST_NAMED:,} more" if len(values) > MOST_NAMED else ""
    return f" There are: {', '.join(map(visible, values[:MOST_NAMED]))}{more}."
