"""What to say where a header does not name question, options and gold: what is missing, how to name it."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from benchmark.imports.columns import USUAL, WAYS, Names, as_dict, closed_columns, folded, listed
from benchmark.item import LETTERS
from benchmark.nearest import near_names

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
