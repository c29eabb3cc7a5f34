"""Which column of a file is the question, which are the options, which is the gold; and what to say where
the header does not name them.

A name is compared without case, spaces, marks and accents: `Correct_Answer` is "correctanswer". The names
that this program has always read (`question`, `A`, `B`, `options`, `gold`, `id`, `task`, `mode`) win over
all others, which are in `header_names.py`. Of two columns of equal standing none is taken: the user says
which.
"""

import json
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from benchmark.errors import ItemFormatError
from benchmark.imports.header_names import (
    CLOSED_ANSWERS,
    CYRILLIC,
    GOLDS,
    OPTION_LISTS,
    OPTION_WORDS,
    QUESTIONS,
    WRONG_LISTS,
    WRONG_WORDS,
)
from benchmark.item import LETTERS
from benchmark.nearest import near_names

IDS = ("id", "qid", "questionid", "itemid")
FIELDS = ("question", "options", "gold", "id", "task", "mode")
WAYS = "gold_is"


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of each field.

    Attributes:
        options: one column per option in order, or the one that holds all of them. Where the gold is one of
            them, it holds the right option of every row, and the others wrong ones.
        others: columns that would have been the gold, had there not been a better one.
        known: whether all stand under the names that this program has always read.
        contexts: columns whose texts are asked before the question, in this order.
        answers: the options of every question, where no column holds any.
    """

    question: str
    options: tuple[str, ...]
    gold: str
    others: tuple[str, ...] = ()
    id: str | None = None
    task: str | None = None
    mode: str | None = None
    known: bool = True
    contexts: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def used(self) -> frozenset[str]:
        """Every column that is part of the question; the rest is kept as it is."""
        fields = (*self.contexts, self.question, *self.options, self.gold, self.id, self.task, self.mode)
        return frozenset(name for name in fields if name is not None)

    @property
    def wrong(self) -> tuple[str, ...]:
        """The columns of wrong options, where the right ones have a column by themselves; else none."""
        return tuple(name for name in self.options if name != self.gold) if self.gold in self.options else ()


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
USUAL = {
    "question": _folded_tiers(QUESTIONS),
    "options": _folded_tiers(OPTION_LISTS),
    "gold": _folded_tiers(GOLDS),
}
# Longer words first, so that "op" is not taken for the whole of "option".
_WORDS = "|".join(sorted(map(folded, OPTION_WORDS), key=len, reverse=True))
_OPTION = re.compile(rf"(?:{_WORDS})?([a-z{CYRILLIC}]|\d{{1,2}})")
_WRONG = re.compile(rf"(?:{'|'.join(map(folded, WRONG_WORDS))})([a-j]|\d{{1,2}})?")
_WRONG_LISTS = tuple(map(folded, WRONG_LISTS))


def find_columns(names: Sequence[str], mapping: Mapping[str, str] | None = None) -> Columns | None:
    """The columns among these names; None where question, options or gold is missing."""
    found = Names(names, mapping or {})
    question, options = found.one("question"), found.options()
    golds = [name for name in found.all("gold") if name != question]
    if right := found.right(golds, options):
        options = (right, *(name for name in options or found.wrong() if name != right))
        golds = [right]
    golds = [name for name in golds if right or name not in options]
    if question is None or len(options) < 1 + bool(right) or not golds:
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
        contexts=tuple(found.said("question")[:-1]),
    )


def closed_columns(
    names: Sequence[str], golds: Mapping[str, Sequence[str]], mapping: Mapping[str, str]
) -> Columns | None:
    """The columns of a file without options whose answers are yes and no, or the like; else None.

    Args:
        golds: each column's values as text.
    """
    found = Names(names, mapping)
    question, gold = found.one("question"), next(iter(found.all("gold")), None)
    if question is None or gold in (None, question) or found.options() or found.wrong():
        return None
    there = set(map(folded, golds.get(gold, ())))
    for words in map(str.split, CLOSED_ANSWERS):
        if "options" not in mapping and there and there <= set(map(folded, words)):
            third = words[2:] if folded(gold) in _WITH_MAYBE or folded(words[-1]) in there else []
            contexts = tuple(found.said("question")[:-1])
            answers = (*words[:2], *third)
            return Columns(
                question, (), gold, id=found.first("id", IDS), known=False, contexts=contexts, answers=answers
            )
    return None


_WITH_MAYBE = ("finaldecision",)  # PubMedQA's, where a part of the file may lack the third answer


def is_wrong_list(name: str) -> bool:
    """Whether a column of this name holds several wrong options.

    >>> is_wrong_list("incorrect_answers"), is_wrong_list("Incorrect Answer 1")
    (True, False)
    """
    return folded(name) in _WRONG_LISTS


def _all_wrong(options: Sequence[str]) -> bool:
    return all(_WRONG.fullmatch(folded(name)) or is_wrong_list(name) for name in options)


def listed(text: str, names: Collection[str]) -> tuple[str, ...]:
    """The columns that a text joins by "+", which may be part of a name as well.

    >>> listed("a+b+c", ["a", "b+c"]), listed("a+x", ["a"])
    (('a', 'b+c'), ('a', 'x'))
    """
    parts, found = text.split("+"), list[str]()
    while parts:
        ends = range(len(parts), 0, -1)
        end = next((end for end in ends if "+".join(parts[:end]) in names), 1)
        found.append("+".join(parts[:end]))
        parts = parts[end:]
    return tuple(found)


def check_no_gap(place: str, names: Sequence[str], columns: Columns) -> None:
    """Refuse a header in which an option is missing: what stands under those after it would be lost.

    Raises:
        ItemFormatError: names the column.
    """
    word = _option_word(columns.options[0])
    more = [name for name in names if word and name not in columns.used and _option_word(name) == word]
    if len(columns.options) > 1 and more:
        raise ItemFormatError(
            f"{place}: {more[0]!r} is named as an option is, but does not follow {columns.options[-1]!r}. "
            f"Name the column between them, or say which are options: `columns="
            f"{as_dict({'options': '+'.join((*columns.options, *more))})}`."
        )


def option_letter(text: str) -> str | None:
    """The letter of an option that is named with a word.

    >>> option_letter("Antwort c"), option_letter("C"), option_letter("Opa")
    ('c', None, None)
    """
    word, _, sign = text.strip().replace("_", " ").rpartition(" ")
    match = _OPTION.fullmatch(folded(word + sign)) if word and len(sign) == 1 and sign.isalpha() else None
    return match and match[1]


def _option_word(name: str) -> str:
    """What stands before the letter or the number: "option" of `Option A`."""
    match = _OPTION.fullmatch(folded(name))
    return folded(name)[: match.start(1)] if match else ""


def check_mapping(mapping: Mapping[str, str]) -> None:
    """Refuse a field that does not exist.

    Raises:
        ItemFormatError: names the nearest one.
    """
    for field in mapping:
        if field not in (*FIELDS, WAYS):
            near = near_names(field, (*FIELDS, WAYS), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ItemFormatError(
                f"`columns={as_dict({field: mapping[field]})}`: {field!r} is no field.{hint} "
                f"There are {', '.join(FIELDS)}."
            )


def as_dict(mapping: Mapping[str, str]) -> str:
    """As Python writes it; the command line writes it its own way."""
    return json.dumps(dict(mapping), ensure_ascii=False)


class Names:
    """The names of a header, and which fields the user has said."""

    def __init__(self, names: Sequence[str], mapping: Mapping[str, str]) -> None:
        self.names, self._mapping = [name for name in names if name], mapping
        self._folded: dict[str, str] = {}
        for name in self.names:
            self._folded.setdefault(folded(name), name)

    def all(self, field: str) -> list[str]:
        """Columns that may be this field, the best first; none where two are equally good."""
        if field in self._mapping:
            return self.said(field)[-1:]
        tiers = self._tiers(field)
        rest = [name for tier in tiers for name in tier if name != field]
        if field in self.names:
            return [field, *rest]
        return [] if tiers and len(tiers[0]) > 1 else rest

    def one(self, field: str) -> str | None:
        return next(iter(self.all(field)), None)

    def said(self, field: str) -> list[str]:
        """The columns that the user names for a field; several only for a question, which stands last."""
        wanted = listed(self._mapping.get(field, ""), self.names)
        several = len(wanted) > 1 and field != "question"
        return [*wanted] if set(wanted) <= set(self.names) and not several else []

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
            for tier in USUAL[field]
        ]
        return [tier for tier in there if tier]

    def options(self) -> tuple[str, ...]:
        if "options" in self._mapping:
            wanted = listed(self._mapping["options"], self.names)
            return wanted if set(wanted) <= set(self.names) else ()
        if {"A", "B"} <= set(self.names):
            return tuple(letter for letter in LETTERS if letter in self.names)
        if "options" in self.names:
            return ("options",)
        return self._lettered() or tuple(self.all("options")[:1])

    def right(self, golds: Sequence[str], options: Sequence[str]) -> str | None:
        """The gold's column where it holds the right option itself, and others wrong ones."""
        if not options and "options" in self._mapping:
            return None
        if not options or _all_wrong(options):
            return next((name for name in golds if name not in options), None) if self.wrong() else None
        said = "gold" in self._mapping or ("options" in self._mapping and set(golds) <= set(options))
        return golds[0] if said and golds and golds[0] in options else None

    def wrong(self) -> tuple[str, ...]:
        """Columns such as `Falsch 1`, `distractor2`; else the one that holds a list of them."""
        single = tuple(name for name in self.names if _WRONG.fullmatch(folded(name)))
        return single or tuple(name for name in self.names if is_wrong_list(name))[:1]

    def _lettered(self) -> tuple[str, ...]:
        """Columns such as `Option A`, `Antwort 1`, `opb`: as many as follow each other from the first."""
        signs: dict[str, str] = {}
        for name in self.names:
            if match := _OPTION.fullmatch(folded(name)):
                signs.setdefault(match[1], name)
        for series in (
            LETTERS.lower(),
            CYRILLIC,
            *(tuple(map(str, range(first, 100))) for first in (0, 1)),
        ):
            columns = []
            for sign in series:
                if sign not in signs:
                    break
                columns.append(signs[sign])
            if len(columns) >= 2:
                return tuple(columns)
        return ()


_GOLDS = frozenset(chain.from_iterable(USUAL["gold"]))
NEAR = 0.8  # how much of a name is a usual one's: "Questions", and not "Option" for "solution"


def missing_fields(names: Sequence[str], mapping: Mapping[str, str]) -> str:
    """What a header lacks, in words, and how to say which column it is."""
    for field, column in mapping.items():
        if field != WAYS and (unknown := [name for name in listed(column, names) if name not in names]):
            near = near_names(unknown[0], list(names), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            no_column = f"`columns={as_dict({field: column})}`: there is no column {unknown[0]!r}."
            return f"{no_column}{hint} There are {_list(names)}"
    found = Names(names, mapping)
    doubtful = {field: found.equal(field) for field in ("question", "gold")}
    said = [f"{_both(columns)} may each be the {field}" for field, columns in doubtful.items() if columns]
    lacks = [
        name
        for name, there in (
            ("question", found.one("question") or doubtful["question"]),
            ("options (A, B, …)", found.options() or found.wrong()),
            ("gold", found.all("gold") or doubtful["gold"]),
        )
        if not there
    ]
    if lacks:
        said.append(f"no column for {' and '.join(lacks)} among {_list(names)}")
    return "; ".join(said) or "question, options and gold are not each a column by itself"


def how_to_say(
    names: Sequence[str], mapping: Mapping[str, str], texts: Mapping[str, Sequence[str]] | None = None
) -> str:
    """How to say which column is what that was not found: by a column whose name is near, if there is one.

    Args:
        texts: what columns hold, where it is known.

    >>> how_to_say(["Was", "A", "B", "richtig"], {})
    'or say which it is: `columns={"question": "COLUMN"}`'
    >>> how_to_say(["Frage", "A", "B", "Lösung", "Musterlösung"], {})
    'or say which it is: `columns={"gold": "Lösung"}` or `columns={"gold": "Musterlösung"}`'
    >>> how_to_say(["Questions", "A", "B", "Lösung"], {"gold": "Loesung"})
    'or say which is which: `columns={"question": "Questions", "gold": "Lösung"}`'
    >>> how_to_say(["Frage", "A", "B", "A richtig?", "B richtig?"], {})
    "with the right letters in one column, 'gold': 'A richtig?' and 'B richtig?' seem to mark an option each"
    """
    found = Names([*dict.fromkeys(names)], mapping)
    there = {
        "question": found.all("question")[:1],
        "options": found.options() or found.wrong(),
        "gold": found.all("gold")[:1],
    }
    taken = {column for columns in there.values() for column in columns}
    free = [name for name in found.names if name not in taken]
    said = {field: _near(field, free, mapping) for field, columns in there.items() if not columns}
    series = there["options"] or _series(free)
    if {"question", "gold"} <= set(said) and len(series) > 1:  # of a language that is not known
        first, last = found.names.index(series[0]), found.names.index(series[-1])
        for field, beside in (("question", found.names[:first]), ("gold", found.names[last + 1 :])):
            said[field] = beside[0] if said[field] == "COLUMN" and len(beside) == 1 else said[field]
    if len(said) == 1 and (equal := found.equal(field := next(iter(said)))):
        return "or say which it is: " + " or ".join(f"`columns={as_dict({field: name})}`" for name in equal)
    if list(said) == ["gold"] and len(marks := [name for name in free if _marks_one(name)]) > 1:
        return f"with the right letters in one column, 'gold': {_both(marks)} seem to mark an option each"
    if list(said) == ["options"] and not free:
        return f"or, where all answers are yes and no, write these into {there['gold'][0]!r}"
    asked = [name for name in free if closed_columns(names, texts or {}, {**mapping, "question": name})]
    if "question" in said and asked:
        which = as_dict({"question": asked[0] if len(asked) == 1 else "COLUMN"})
        return (
            f"or say what is asked, as all answers in {there['gold'][0]!r} are yes and no: `columns={which}`"
        )
    return f"or say which {'it is' if len(said) == 1 else 'is which'}: `columns={as_dict(said)}`"


def _near(field: str, free: Sequence[str], mapping: Mapping[str, str]) -> str:
    """The column whose name comes near to what the user said, or to a usual one; else a word for it."""
    if field == "options":
        return "+".join(_series(free)) or "COLUMN+COLUMN"
    if field in mapping:
        return next(iter(near_names(mapping[field], free, 1)), "COLUMN")
    usual = list(chain.from_iterable(USUAL[field]))
    near = [name for name in free if near_names(folded(name), usual, 1, NEAR)]
    if field == "gold":
        near = near or [name for name in free if _GOLDS.issuperset(_words(name))]
    return near[0] if len(near) == 1 else "COLUMN"


def _series(names: Sequence[str]) -> tuple[str, ...]:
    """Columns in a row whose names differ by A, B, C or 1, 2, 3 alone: options in any language."""
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for name in names:
        for at, sign in enumerate(words := _words(name)):
            if len(sign) == 1 or sign.isdecimal():
                found.setdefault((*words[:at], "", *words[at + 1 :]), []).append((sign, name))
    for columns in found.values():
        signs = "".join(sign for sign, _ in columns)
        if len(columns) > 1 and (LETTERS.lower().startswith(signs) or "123456789".startswith(signs)):
            return tuple(name for _, name in columns)
    return ()


def _words(name: str) -> list[str]:
    return [folded(word) for word in re.findall(r"\d+|[^\W\d_]+", name)]


def _marks_one(name: str) -> bool:
    """Whether a column says of one option whether it is right: "Richtig A?", "correct_2"."""
    signs = [word for word in _words(name) if word not in (*_GOLDS, "is")]
    return len(signs) == 1 and (len(signs[0]) == 1 or signs[0].isdigit()) and len(_words(name)) > 1


def _both(columns: Sequence[str]) -> str:
    return " and ".join(map(repr, columns))


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:12] if name)
    return (shown or "no names at all") + (", …" if len(names) > 12 else "")
