"""What a file writes as gold: letters, the text of an option, its number, counted from 0 or from 1, a mark
for each option, 1 where it is right, or a column with the right option and others with wrong ones.

One value may be read in several ways ("2" is the third option, the second, or the one that says "2"). Which
is meant is decided for all rows together, by what fits them; where two ways fit alike and differ, or another
column names another option, the file is refused and the user says which.

The right option stands first in files that have it in a column by itself (GPQA, SciQ), so the order is
shuffled: by question and texts alone, so that the same file always gives the same items, and a row does not
move another's options.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from benchmark.build.graph import fold
from benchmark.build.ranking import Ranker
from benchmark.errors import ItemFormatError
from benchmark.fixed_places import names_letters, speaks_of_others
from benchmark.imports.columns import WAYS, Columns, as_dict, is_wrong_list, option_letter
from benchmark.imports.files.rows import cell_text
from benchmark.imports.options import Options, is_empty, parsed, read_list
from benchmark.item import LETTERS

_MARKS = re.compile(r"[,;&/\s]+|\b(?:and|und|et|y)\b")
_WHOLE = re.compile(r"(\d+)[.,]0+")
_MARK = {"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True}
# Words for yes and no: a truth value as gold names the option that says the same.
_TRUE = frozenset(
    (
        *("true", "yes", "y", "t", "correct", "right", "wahr", "ja", "richtig", "korrekt", "vrai", "oui"),
        *("verdadero", "sí", "si", "verdadeiro", "sim", "vero", "sì", "waar", "juist", "sant", "rätt"),
        *("prawda", "tak", "doğru", "evet", "да", "верно", "правда", "истина", "是", "对", "正确", "はい"),
    )
)
_FALSE = frozenset(
    (
        *("false", "no", "n", "f", "incorrect", "wrong", "falsch", "nein", "faux", "non", "falso", "não"),
        *("onwaar", "nee", "onjuist", "falskt", "nej", "fel", "fałsz", "nie", "yanlış", "hayır", "нет"),
        *("неверно", "ложь", "неправда", "否", "不是", "错", "错误", "いいえ"),
    )
)
_LEADING = re.compile(r"\(?([A-Za-z])(?:[).:]|\s-)\s*(\S.*)", re.DOTALL)


class UndecidedGold(ItemFormatError):
    """Nothing in the file tells how its golds are to be read; `where` and `why` are of the line that asks."""

    def __init__(self, place: str, where: str, why: str) -> None:
        self.where, self.why = where, why
        super().__init__(f"{place}, {where}: {why}")


class GoldWay(StrEnum):
    """How golds are written; the value is what `--map gold_is=…` takes."""

    phrase: str

    LETTER = "letter", "a letter"
    TEXT = "text", "the text of an option"
    INDEX0 = "index0", "a number counted from 0"
    INDEX1 = "index1", "a number counted from 1"
    ONE_HOT = "onehot", "a mark for each option, 1 where it is right"

    def __new__(cls, name: str, phrase: str) -> "GoldWay":
        way = str.__new__(cls, name)
        way._value_, way.phrase = name, phrase
        return way


Letters = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The way that golds are read, and the sentence that says so."""

    way: GoldWay
    said: str


def letters_of(value: Any, options: Options, way: GoldWay) -> Letters | None:
    """The letters a gold names when read this way; None where it cannot be.

    >>> options = Options({"A": "one", "B": "two"}, {})
    >>> letters_of("b", options, GoldWay.LETTER), letters_of(1, options, GoldWay.INDEX0)
    (('B',), ('B',))
    """
    if way is GoldWay.TEXT:
        return _by_text(value, options)
    if way is GoldWay.LETTER:
        return _by_letter(value, options)
    if way is GoldWay.ONE_HOT:
        marks = _marks(value, options)
        right = zip(options.texts, marks or (), strict=False)
        return None if marks is None else tuple(letter for letter, mark in right if mark)
    return _by_index(value, options, 0 if way is GoldWay.INDEX0 else 1)


def _by_letter(value: Any, options: Options) -> Letters | None:
    if isinstance(value, bool) or value is None:
        return None
    if not isinstance(value, list):
        text = cell_text(value).strip()
        if fold(text) in options.labels:
            return (options.labels[fold(text)],)
        if (match := _LEADING.fullmatch(text)) and fold(match[2]) == fold(
            options.texts.get(match[1].upper(), "")
        ):
            return (match[1].upper(),)
        parts: list[Any] = [text] if option_letter(text) else [part for part in _MARKS.split(text) if part]
        if (
            len(parts) == 1
            and len(parts[0]) > 1
            and parts[0].isupper()
            and set(parts[0]) <= set(options.texts)
        ):
            parts = list(parts[0])
    else:
        parts = value
    found = [_letter(part, options) for part in parts]
    return tuple(letter for letter in found if letter) if found and all(found) else None


def _letter(part: Any, options: Options) -> str | None:
    if not isinstance(part, str):
        return None
    plain = part.strip().strip("().:")
    if fold(plain) in options.labels:
        return options.labels[fold(plain)]
    letter = (option_letter(plain) or plain).upper()
    return letter if letter in options.texts else None


def _by_text(value: Any, options: Options) -> Letters | None:
    letters = {fold(text): letter for letter, text in options.texts.items()}
    parts = value if isinstance(value, list) else [value]
    if any(isinstance(part, dict | list) for part in parts):
        return None
    texts = [fold(cell_text(part)) for part in parts]
    found = [letters.get(text) or _of_like_truth(text, letters) for text in texts]
    return tuple(letter for letter in found if letter) if found and all(found) else None


def _of_like_truth(text: str, letters: Mapping[str, str]) -> str | None:
    """The only option that says yes, or no, in other words: `true` of the options Yes, No, Maybe."""
    words = next((words for words in (_TRUE, _FALSE) if text in words), frozenset[str]())
    like = [letter for option, letter in letters.items() if option in words]
    others = any(option in _TRUE | _FALSE and option not in words for option in letters)
    return like[0] if len(like) == 1 and others else None


def _marks(value: Any, options: Options) -> tuple[bool, ...] | None:
    """A mark for each option, as `[0, 1]`, "0;1", "01", `{"A": false, "B": true}`; None where it is none.

    Options that only fill the list up may have a mark as well, which is that of a wrong one.
    """
    value = parsed(value)
    parts: list[Any]
    n, padded = len(options.texts), len(options.texts) + len(options.padding)
    if isinstance(value, dict):
        texts = {fold(text): letter for letter, text in options.texts.items()}
        named = {_letter(key, options) or texts.get(fold(key)): mark for key, mark in value.items()}
        # A name that is no option's may be that of one left empty, and is the last mark.
        parts = [*(named.get(letter) for letter in options.texts), *([named[None]] if None in named else [])]
        n, padded = len(options.texts), len(options.texts) + (None in named)
    elif isinstance(value, list):
        parts = value
    else:
        parts = [part for part in _MARKS.split(cell_text(value).strip("() ")) if part]
        parts = list(parts[0]) if len(parts) == 1 and isinstance(value, str) else parts
    marks = [_MARK.get(cell_text(part).strip().casefold()) for part in parts if not is_empty(part)]
    if None in marks or len(marks) not in (n, padded) or any(marks[n:]):
        return None
    return tuple(map(bool, marks[:n]))


def _by_index(value: Any, options: Options, first: int) -> Letters | None:
    parts = value if isinstance(value, list) else _numbers(value)
    letters = list(options.texts)
    numbers = [_number(part) for part in parts]
    places = [number - first for number in numbers if number is not None]
    if not places or len(places) != len(parts) or not all(0 <= place < len(letters) for place in places):
        return None
    if len(set(places)) < len(places):
        return None
    return tuple(letters[place] for place in places)


def _numbers(value: Any) -> list[Any]:
    text = cell_text(value).strip()
    if match := _WHOLE.fullmatch(text):  # "2,0" is how a table with decimal commas writes 2
        return [match[1]]
    return [part for part in _MARKS.split(text) if part] if not isinstance(value, bool) else []


def _number(part: Any) -> int | None:
    text = cell_text(part).strip() if not isinstance(part, bool) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


@dataclass(frozen=True, slots=True)
class Gold:
    """A row's gold as the file has it, with the options it is about."""

    where: str
    value: Any
    options: Options


def decide(place: str, column: str, golds: Sequence[Gold], counted_from_0: bool, said: str | None) -> Decided:
    """The way that fits most rows; a count of options only where at least half of the golds are numbers.

    Args:
        counted_from_0: the file's own description says so.
        said: what the user says, or None.

    Raises:
        UndecidedGold: two ways fit alike and differ.
        ItemFormatError: there is no such way.
    """
    if said is not None:
        return Decided(_named(said), f"The gold is {_named(said).phrase}, as `columns` says.")
    marked = [_marks(gold.value, gold.options) is not None for gold in golds]
    ways = tuple(GoldWay) if _mostly_numbers(golds) or any(marked) else (GoldWay.LETTER, GoldWay.TEXT)
    read = {way: [letters_of(gold.value, gold.options, way) for gold in golds] for way in ways}
    fits = {way: sum(letters is not None for letters in found) for way, found in read.items()}
    if any(marked) and (found := _decided_by_marks(place, column, golds, marked, read)):
        return found
    if counted_from_0 and fits.get(GoldWay.INDEX0) == max(fits.values()):
        return Decided(GoldWay.INDEX0, f"{column!r} is counted from 0, as the file's description says.")
    best = [way for way in ways if fits[way] == max(fits.values())]
    if GoldWay.LETTER in best or not any(fits.values()):
        for gold, letter, text in zip(golds, read[GoldWay.LETTER], read[GoldWay.TEXT], strict=True):
            if GoldWay.TEXT in best and letter and text and letter != text:  # as where "B" stands under A
                raise UndecidedGold(
                    place, gold.where, _ambiguous(column, gold, (GoldWay.LETTER, GoldWay.TEXT))
                )
        numbers = any(fits.values()) and all(_numbers_only(gold.value) for gold in golds)
        kind = "the number that the option bears," if numbers else "a letter"
        said = f"The gold is {kind} in {column!r}{_otherwise(golds, read, GoldWay.LETTER)}."
        return Decided(GoldWay.LETTER, said + _several(golds, read[GoldWay.LETTER]))
    different = _difference(golds, {way: read[way] for way in best})
    if different is not None:
        raise UndecidedGold(place, different.where, _ambiguous(column, different, best))
    return Decided(best[0], _evidence(column, best[0], golds, read) + _several(golds, read[best[0]]))


def _decided_by_marks(
    place: str,
    column: str,
    golds: Sequence[Gold],
    marked: Sequence[bool],
    read: Mapping[GoldWay, Sequence[Letters | None]],
) -> Decided | None:
    """Whether golds are a 0 or 1 for each option: where all are, or most and none is anything else.

    `[1, 0]` of two options may be two numbers as well, which would make every option right: where the column
    has other golds too, it is asked for.

    Raises:
        UndecidedGold: some are such marks, some are not, and one may be either.
    """
    ways = (GoldWay.LETTER, GoldWay.TEXT, GoldWay.INDEX0, GoldWay.INDEX1)
    otherwise = [next((way for way in ways if read[way][n]), None) for n in range(len(golds))]
    if any(way and not mark for way, mark in zip(otherwise, marked, strict=True)):
        for gold, way, mark in zip(golds, otherwise, marked, strict=True):
            if mark and way:
                raise UndecidedGold(place, gold.where, _ambiguous(column, gold, (way, GoldWay.ONE_HOT)))
        if 2 * sum(marked) < len(golds):
            return None
    said = f"The gold is {GoldWay.ONE_HOT.phrase}, in {column!r}."
    return Decided(GoldWay.ONE_HOT, said + _several(golds, read[GoldWay.ONE_HOT]))


def _otherwise(golds: Sequence[Gold], read: Mapping[GoldWay, Sequence[Letters | None]], way: GoldWay) -> str:
    """How many golds are written in the other of the two ways that stand for each other."""
    other = GoldWay.TEXT if way is GoldWay.LETTER else GoldWay.LETTER
    where = [
        gold.where
        for gold, mine, theirs in zip(golds, read[way], read[other], strict=True)
        if mine is None and theirs
    ]
    if not where:
        return ""
    n = sum(letters is not None for letters in read[way])
    some = "1 question" if n == 1 else f"{n:,} questions"
    return f" in {some}, and {other.phrase} in {len(where):,}, first in {where[0]}"


def _several(golds: Sequence[Gold], read: Sequence[Collection[str] | None]) -> str:
    """How many questions have more than one right letter, which a slip in a cell makes so unseen."""
    where = [gold.where for gold, letters in zip(golds, read, strict=True) if letters and len(letters) > 1]
    if not where:
        return ""
    n = f"{len(where):,} question{' has' if len(where) == 1 else 's have'}"
    asked = "all questions of that group are asked for one or more"
    return f" {n} several right letters, first in {where[0]}: {asked}."


def unreadable(golds: Sequence[Gold]) -> list[tuple[str, str]]:
    """The lines whose gold names no option in any way, with what is wrong."""
    return [
        (gold.where, _complaint(gold, GoldWay.LETTER))
        for gold in golds
        if not any(letters_of(gold.value, gold.options, way) for way in GoldWay)
    ]


def _mostly_numbers(golds: Sequence[Gold]) -> bool:
    """Whether numbers are golds of the file, and not one slip among texts."""
    filled = [gold for gold in golds if cell_text(gold.value).strip()]
    return 2 * sum(_numbers_only(gold.value) for gold in filled) >= len(filled)


def _named(said: str) -> GoldWay:
    try:
        return next(way for way in GoldWay if way == said)
    except StopIteration:
        raise ItemFormatError(f"{_gold_way_option(said)}: expected {', '.join(GoldWay)}.") from None


def _gold_way_option(way: str) -> str:
    return f'`columns={{"gold_is": "{way}"}}`'


def _difference(golds: Sequence[Gold], read: Mapping[GoldWay, Sequence[Letters | None]]) -> Gold | None:
    """The first gold that the ways read differently."""
    return next(
        (gold for gold, *found in zip(golds, *read.values(), strict=True) if len(set(found)) > 1),
        None,
    )


def _ambiguous(column: str, gold: Gold, ways: Sequence[GoldWay]) -> str:
    readings = " or ".join(
        f"{', '.join(letters_of(gold.value, gold.options, way) or ('nothing',))} ({way.phrase})"
        for way in ways
    )
    choices = " or ".join(_gold_way_option(way.value) for way in ways)
    return (
        f"{column!r} is {cell_text(gold.value)!r}, which may be {readings}; no line of the file tells which. "
        f"Say it: {choices}."
    )


def _evidence(
    column: str, way: GoldWay, golds: Sequence[Gold], read: Mapping[GoldWay, Sequence[Letters | None]]
) -> str:
    """What speaks for this way: of an index, the first line that the other count cannot read."""
    if way is GoldWay.TEXT:
        texts = ({fold(text) for text in gold.options.texts.values()} for gold in golds)
        alike = any(
            not isinstance(gold.value, list) and letters and fold(cell_text(gold.value)) not in held
            for gold, letters, held in zip(golds, read[way], texts, strict=True)
        )
        words = ", or yes or no in other words," if alike else ","
        return f"The gold is the text of an option{words} in {column!r}{_otherwise(golds, read, way)}."
    other = GoldWay.INDEX1 if way is GoldWay.INDEX0 else GoldWay.INDEX0
    told = next(
        gold
        for gold, mine, theirs in zip(golds, read[way], read[other], strict=True)
        if mine is not None and theirs is None
    )
    said = [*told.options.texts.values()]
    yes_first = len(said) == 2 and fold(said[0]) in _TRUE and fold(said[1]) in _FALSE
    so = f" So {way[-1]} is {said[0]!r}, and {int(way[-1]) + 1} is {said[1]!r}." if yes_first else ""
    return (
        f"The gold is {way.phrase}, in {column!r}: {told.where} has {cell_text(told.value)} of "
        f"{len(told.options.texts)} options.{so}"
    )


def read_gold(gold: Gold, way: GoldWay) -> Letters:
    """The letters of one row's gold.

    Raises:
        ValueError: it names no option.
    """
    letters = letters_of(gold.value, gold.options, way)
    if letters is None and cell_text(gold.value).strip() and not _numbers_only(gold.value):
        others = [letters_of(gold.value, gold.options, other) for other in (GoldWay.LETTER, GoldWay.TEXT)]
        letters = next((found for found in others if found), None)
    if letters is None:
        raise ValueError(_complaint(gold, way))
    if not letters:
        raise ValueError(f"gold {cell_text(gold.value)[:40]!r} marks no option as right")
    return letters


def _numbers_only(value: Any) -> bool:
    parts = value if isinstance(value, list) else _numbers(value)
    return bool(parts) and all(_number(part) is not None for part in parts)


def _complaint(gold: Gold, way: GoldWay) -> str:
    shown = cell_text(gold.value).strip()
    if not shown or gold.value == []:
        return "'gold' is empty"
    n = len(gold.options.texts)
    unused = (*LETTERS[n : n + len(gold.options.padding)], *gold.options.padding)
    if (option_letter(shown) or shown).upper() in unused or shown in unused:
        return f"gold {shown[:40]!r} is an option that is left empty"
    among = ", ".join(gold.options.texts)
    if way not in (GoldWay.LETTER, GoldWay.TEXT):
        return f"gold {shown[:40]!r} is not {way.phrase} among {len(gold.options.texts)} options"
    parts = gold.value if isinstance(gold.value, list) else [part for part in _MARKS.split(shown) if part]
    outside = [part for part in parts if _letter(part, gold.options) is None]
    named = outside[0] if way is GoldWay.LETTER and outside and len(str(outside[0])) == 1 else shown[:40]
    return f"gold {named!r} is not among the options {among}, nor the text of one"


_Readings = list[Letters | None]


def disagreements(
    column: str, other: str, others: Sequence[Gold], golds: Sequence[Letters]
) -> Iterator[tuple[str, str]]:
    """The lines where `other` names an option that is not the gold.

    Args:
        column: the gold's, for the message.
        others: what stands in `other`, of the rows where something stands.
        golds: the gold of the same rows.
    """
    for held, gold, found in zip(others, golds, _readings(others, golds), strict=True):
        if found is not None and found != gold:
            yield (
                held.where,
                f"{column!r} says {', '.join(gold)}, but {other!r} says {', '.join(found)} "
                f"({cell_text(held.value).strip()[:40]!r}). "
                f"Say which is the gold: {_gold_column_option(column)} or {_gold_column_option(other)}",
            )


def check_names_options(
    place: str, column: str, golds: Sequence[Gold], others: Mapping[str, Sequence[Gold]]
) -> None:
    """Refuse a gold's column that names no option on any line, where another names one on each.

    Raises:
        ItemFormatError: says that it may be the other.
    """
    if any(letters_of(held.value, held.options, way) for held in golds for way in GoldWay):
        return
    for name, found in others.items():
        if golds and len(found) == len(golds) and all(_by_name(held) for held in found):
            raise ItemFormatError(
                f"{place}: {column!r} names no option on any line, but {name!r} does on each. Say that it is "
                f"the gold: {_gold_column_option(name)}."
            )


def _by_name(held: Gold) -> list[Letters]:
    """What it names by letter and by text: a running number is no index."""
    ways = (GoldWay.LETTER, GoldWay.TEXT)
    return [letters for way in ways if (letters := letters_of(held.value, held.options, way))]


def _gold_column_option(column: str) -> str:
    return f"`columns={json.dumps({'gold': column}, ensure_ascii=False)}`"


def _readings(others: Sequence[Gold], golds: Sequence[Letters]) -> _Readings:
    """In the way that reads most cells, and of equal ones agrees most.

    Numbers are an index, or marks, only where all of them are: a running number is none.
    """
    named = [_named_by(held, gold) for held, gold in zip(others, golds, strict=True)]
    counted = ([letters_of(held.value, held.options, way) for held in others] for way in _FOR_ALL)
    return max((named, *(found for found in counted if all(found))), key=lambda found: _fit(found, golds))


_FOR_ALL = (GoldWay.ONE_HOT, GoldWay.INDEX0, GoldWay.INDEX1)


def _named_by(held: Gold, gold: Letters) -> Letters | None:
    """By letter or by text; where both can be, by the one that agrees."""
    found = _by_name(held)
    return gold if gold in found else next(iter(found), None)


def _fit(found: _Readings, golds: Sequence[Letters]) -> tuple[int, int]:
    pairs = zip(found, golds, strict=True)
    return sum(letters is not None for letters in found), sum(letters == gold for letters, gold in pairs)


SEED = 0


def decide_by_right(columns: Columns, said: str | None) -> Decided:
    """The gold is the right option's text.

    Raises:
        ItemFormatError: the user says that it is written otherwise.
    """
    if said not in (None, GoldWay.TEXT.value):
        raise ItemFormatError(
            f"`columns={as_dict({WAYS: said or ''})}`: {columns.gold!r} is itself an option, so that the "
            f"gold is {GoldWay.TEXT.phrase}. Leave {WAYS} out, or name another gold."
        )
    return Decided(
        GoldWay.TEXT,
        f"The question is {columns.question!r}, the right option is in {columns.gold!r}, wrong ones are in "
        f"{_names(columns.wrong)}{f', the id is {columns.id!r}' if columns.id else ''}; options are put in "
        "an order shuffled with a fixed seed.",
    )


def check_lists(place: str, rows: Sequence[Mapping[str, Any]], columns: Columns) -> None:
    """Refuse once what is in every row: wrong options as one text, of which nothing says where each ends.

    Raises:
        ItemFormatError: names the column.
    """
    name = columns.wrong[0] if len(columns.wrong) == 1 else ""
    held = [row.get(name) for row in rows]
    if held and is_wrong_list(name) and all(isinstance(parsed(each), str) and each for each in held):
        said = as_dict({"gold": columns.gold, "options": f"{columns.gold}+COLUMN+COLUMN"})
        raise ItemFormatError(
            f'{place}: {name!r} must hold lists such as ["x", "y"], found {cell_text(held[0])[:60]!r}: '
            "nothing says where an option ends. Write lists, or a column for each wrong option: "
            f"`columns={said}`. Of TruthfulQA take mc_task.json, which is read as it is."
        )


def _names(names: tuple[str, ...]) -> str:
    return " and ".join(map(repr, names)) if len(names) < 3 else f"{names[0]!r} to {names[-1]!r}"


def read_right_and_wrong(cells: Mapping[str, Any], columns: Columns, question: str) -> tuple[Options, str]:
    """The options of a row in their order, and the text of the right one.

    Raises:
        ValueError: one is empty, or two read the same; names their columns.
    """
    right = _text(columns.gold, cells.get(columns.gold))
    named = [(columns.gold, right), *_wrong(columns, cells)]
    _check_different(named)
    shuffled = Ranker(SEED).shuffled([text for _, text in named], "options", question)
    return read_list(sorted(shuffled, key=_speaks)), right


def _speaks(text: str) -> bool:
    """Whether a text speaks of the other options, and stands after them: "None of the above"."""
    return speaks_of_others(text) or names_letters(text)


def _wrong(columns: Columns, cells: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The wrong options with their columns: each a text; a single column may hold a list of all of them."""
    alone = len(columns.wrong) == 1
    for name in columns.wrong:
        value = cells.get(name)
        listed = parsed(value) if alone else value
        if isinstance(listed, list) and listed:
            while listed and is_empty(listed[-1]):
                listed = listed[:-1]
            yield from ((name, _text(name, each)) for each in listed)
        elif is_wrong_list(name) and cell_text(value).strip():
            raise ValueError(f'{name!r} must be a list such as ["x", "y"], found {cell_text(value)!r:.40}')
        else:
            yield name, _text(name, value)


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is not None and not isinstance(value, str | int | float):
        raise ValueError(f"{name!r} must be a text, found {value!r:.40}")
    if not cell_text(value).strip():
        raise ValueError(f"{name!r} is empty")
    return cell_text(value).strip()  # in GPQA, white space at the end tells the right one from others


def _check_different(named: list[tuple[str, str]]) -> None:
    """Of two options that read the same, one would be right and wrong, or offered twice."""
    seen: dict[str, str] = {}
    for name, text in named:
        if (other := seen.get(fold(text))) is not None:
            both = f"two of {name!r}" if other == name else f"{other!r} and {name!r}"
            raise ValueError(f"{both} read the same: {text[:40]!r}")
        seen[fold(text)] = name
