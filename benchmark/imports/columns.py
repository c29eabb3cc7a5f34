"""Which column of a file is the question, which are the options, which is the gold.

A name is compared without case, spaces, marks and accents: `Correct_Answer` is "correctanswer". The names
that this program has always read (`question`, `A`, `B`, `options`, `gold`, `id`, `task`, `mode`) win over all
others, which are in `header_names.py`. Of two columns of equal standing none is taken: the user says which.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain

from benchmark.errors import ItemFormatError
from benchmark.imports.header_names import CYRILLIC, GOLDS, OPTION_LISTS, OPTION_WORDS, QUESTIONS
from benchmark.item import LETTERS

IDS = ("id", "qid", "questionid", "itemid")
FIELDS = ("question", "options", "gold", "id", "task", "mode")
WAYS = "gold_is"
NEAR = 0.8  # how much of a name is a usual one's: "Questions", and not "Option" for "solution"


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of each field.

    Attributes:
        options: one column per option in order, or the one that holds all of them.
        others: columns that would have been the gold, had there not been a better one.
        known: whether all stand under the names that this program has always read.
    """

    question: str
    options: tuple[str, ...]
    gold: str
    others: tuple[str, ...] = ()
    id: str | None = None
    task: str | None = None
    mode: str | None = None
    known: bool = True

    @property
    def used(self) -> frozenset[str]:
        """Every column that is part of the question; the rest is kept as it is."""
        fields = (self.question, *self.options, self.gold, self.id, self.task, self.mode)
        return frozenset(name for name in fields if name is not None)


def folded(name: str) -> str:
    """A column's name without case, spaces, marks and accents; a dot that JSON needs stays.

    >>> folded("Bonne réponse :"), folded("question.stem")
    ('bonnereponse', 'question.stem')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in plain if char.isalnum() or char == ".").strip(".")


def _folded_tiers(tiers: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(folded, names)) for names in tiers)


# Field → names, folded; those of one tuple are of equal standing.
_USUAL = {
    "question": _folded_tiers(QUESTIONS),
    "options": _folded_tiers(OPTION_LISTS),
    "gold": _folded_tiers(GOLDS),
}
# Longer words first, so that "op" is not taken for the whole of "option".
_WORDS = "|".join(sorted(map(folded, OPTION_WORDS), key=len, reverse=True))
_OPTION = re.compile(rf"(?:{_WORDS})?([a-z{CYRILLIC}]|\d{{1,2}})")


def find_columns(names: Sequence[str], mapping: Mapping[str, str] | None = None) -> Columns | None:
    """The columns among these names; None where question, options or gold is missing."""
    found = _Names(names, mapping or {})
    question, options = found.one("question"), found.options()
    golds = found.all("gold")
    golds = [name for name in golds if name not in options and name != question]
    if question is None or not options or not golds:
        return None
    known = question == "question" and golds[0] == "gold" and (options[0] in ("A", "options"))
    return Columns(
        question,
        options,
        golds[0],
        tuple(golds[1:]),
        id=found.first("id", ("id",) if known else IDS),
        task=found.first("task", ("task",)),
        mode=found.first("mode", ("mode",)),
        known=known,
    )


def check_mapping(mapping: Mapping[str, str]) -> None:
    """Refuse a field that does not exist.

    Raises:
        ItemFormatError: names the nearest one.
    """
    for field in mapping:
        if field not in (*FIELDS, WAYS):
            near = get_close_matches(field, (*FIELDS, WAYS), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ItemFormatError(
                f"`columns={_as_dict({field: mapping[field]})}`: {field!r} is no field.{hint} "
                f"There are {', '.join(FIELDS)}."
            )


def missing_fields(names: Sequence[str], mapping: Mapping[str, str]) -> str:
    """What a header lacks, in words, and how to say which column it is."""
    for field, column in mapping.items():
        if field != WAYS and (unknown := [name for name in column.split("+") if name not in names]):
            near = get_close_matches(unknown[0], list(names), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            no_column = f"`columns={_as_dict({field: column})}`: there is no column {unknown[0]!r}."
            return f"{no_column}{hint} There are {_list(names)}"
    found = _Names(names, mapping)
    doubtful = {field: found.equal(field) for field in ("question", "gold")}
    said = [f"{_both(columns)} may each be the {field}" for field, columns in doubtful.items() if columns]
    lacks = [
        name
        for name, there in (
            ("question", found.one("question") or doubtful["question"]),
            ("options (A, B, …)", found.options()),
            ("gold", found.all("gold") or doubtful["gold"]),
        )
        if not there
    ]
    if lacks:
        said.append(f"no column for {' and '.join(lacks)} among {_list(names)}")
    return "; ".join(said)


def how_to_say(names: Sequence[str], mapping: Mapping[str, str]) -> str:
    """How to say which column is what that was not found: by a column whose name is near, if there is one.

    >>> how_to_say(["Was", "A", "B", "richtig"], {})
    'or say which it is: `columns={"question": "COLUMN"}`'
    >>> how_to_say(["Questions", "A", "B", "Lösung"], {"gold": "Loesung"})
    'or say which is which: `columns={"question": "Questions", "gold": "Lösung"}`'
    """
    found = _Names([*dict.fromkeys(names)], mapping)
    there = {
        "question": found.all("question")[:1],
        "options": found.options(),
        "gold": found.all("gold")[:1],
    }
    taken = {column for columns in there.values() for column in columns}
    free = [name for name in found.names if name not in taken]
    said = {field: _near(field, free, mapping) for field, columns in there.items() if not columns}
    return f"or say which {'it is' if len(said) == 1 else 'is which'}: `columns={_as_dict(said)}`"


def _near(field: str, free: Sequence[str], mapping: Mapping[str, str]) -> str:
    """The column whose name comes near to what the user said, or to a usual one; else a word for it."""
    if field == "options":
        return "COLUMN+COLUMN"
    if field in mapping:
        return next(iter(get_close_matches(mapping[field], free, 1)), "COLUMN")
    usual = list(chain.from_iterable(_USUAL[field]))
    return next((name for name in free if get_close_matches(folded(name), usual, 1, NEAR)), "COLUMN")


def _both(columns: Sequence[str]) -> str:
    return " and ".join(map(repr, columns))


def _as_dict(mapping: Mapping[str, str]) -> str:
    """As Python writes it; the command line writes it its own way."""
    return json.dumps(dict(mapping), ensure_ascii=False)


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:12] if name)
    return (shown or "no names at all") + (", …" if len(names) > 12 else "")


class _Names:
    """The names of a header, and which fields the user has said."""

    def __init__(self, names: Sequence[str], mapping: Mapping[str, str]) -> None:
        self.names, self._mapping = [name for name in names if name], mapping
        self._folded: dict[str, str] = {}
        for name in self.names:
            self._folded.setdefault(folded(name), name)

    def all(self, field: str) -> list[str]:
        """Columns that may be this field, the best first; none where two are equally good."""
        if field in self._mapping:
            return [name for name in [self._mapping[field]] if name in self.names]
        tiers = self._tiers(field)
        rest = [name for tier in tiers for name in tier if name != field]
        if field in self.names:
            return [field, *rest]
        return [] if tiers and len(tiers[0]) > 1 else rest

    def one(self, field: str) -> str | None:
        return next(iter(self.all(field)), None)

    def first(self, field: str, usual: Sequence[str]) -> str | None:
        """The first of these names that is there; the one that the user says is it."""
        if field in self._mapping:
            return self._mapping[field] if self._mapping[field] in self.names else None
        return next((self._folded[name] for name in usual if name in self._folded), None)

    def equal(self, field: str) -> list[str]:
        """Columns of equal standing, of which nothing says which is the field."""
        tiers = self._tiers(field)
        settled = field in self._mapping or field in self.names
        return tiers[0] if tiers and len(tiers[0]) > 1 and not settled else []

    def _tiers(self, field: str) -> list[list[str]]:
        """The columns under usual names, those of equal standing together, the best first."""
        there = [
            [self._folded[name] for name in dict.fromkeys(tier) if name in self._folded]
            for tier in _USUAL[field]
        ]
        return [tier for tier in there if tier]

    def options(self) -> tuple[str, ...]:
        if "options" in self._mapping:
            wanted = tuple(self._mapping["options"].split("+"))
            return wanted if set(wanted) <= set(self.names) else ()
        if {"A", "B"} <= set(self.names):
            return tuple(letter for letter in LETTERS if letter in self.names)
        if "options" in self.names:
            return ("options",)
        return self._lettered() or tuple(self.all("options")[:1])

    def _lettered(self) -> tuple[str, ...]:
        """Columns such as `Option A`, `Antwort 1`, `opb`: as many as follow each other from the first."""
        signs: dict[str, str] = {}
        for name in self.names:
            if match := _OPTION.fullmatch(folded(name)):
                signs.setdefault(match[1], name)
        for series in (
            LETTERS.lower(),
            CYRILLIC,
            *(tuple(map(str, range(first, first + 26))) for first in (1, 0)),
        ):
            columns = []
            for sign in series:
                if sign not in signs:
                    break
                columns.append(signs[sign])
            if len(columns) >= 2:
                return tuple(columns)
        return ()
