"""What a line of JSON must be to become an `Item`: the one place where items from outside are checked.

Raises `ValueError` with what is wrong and what was found; the reader (`folder.py`) adds file and line.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from sys import intern
from typing import Any

from benchmark.item import LETTERS, Entity, Item, Mode, TripleRef
from benchmark.untrusted import check_utf8, may_hold_halves, no_repeated_key

REQUIRED = ("id", "task", "question", "options", "gold", "mode")
NEEDED = frozenset(REQUIRED)
KNOWN = {*REQUIRED, "entities", "relation", "triples", "details"}
ENTITY_NEEDS = frozenset({"role", "type", "name"})
ENTITY_ORDER = ("role", "type", "name", "id", "source", "index")  # as `Item.to_line` writes them
ENTITY_FIELDS = frozenset(ENTITY_ORDER)
ENTITY_VALUES = itemgetter(*ENTITY_ORDER)
IN_ORDER = frozenset(tuple(LETTERS[:n]) for n in range(2, len(LETTERS) + 1))  # letters of options
ALONE = {letter: (letter,) for letter in LETTERS}
MODES = {mode.value: mode for mode in Mode}
PARTS = 30_000  # entities, triples and sets of them that items share: a million items name few
NO_DETAILS: dict[str, Any] = {}  # of a million items


def parse_object(line: str) -> dict[str, Any]:
    """One JSON object; refuses repeated keys, NaN, and characters that UTF-8 cannot carry."""
    try:
        value = _decoded(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON ({error.msg} at character {error.pos + 1})") from error
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError(f"expected a JSON object, found {_kind(value)}")
    if may_hold_halves(line):
        check_utf8(value)
    return value


def _decoded(line: str) -> Any:
    """As `_DECODER.decode`, which looks for blanks around the value with two regular expressions."""
    try:
        value, end = _DECODER.raw_decode(line)
    except json.JSONDecodeError:
        end = -1
    return value if end == len(line) else _DECODER.decode(line)


def item_from_line(line: object, seen: dict[Any, Any] | None = None) -> Item:
    """The item of a line that has been stored; who stored it is not known, so it is checked whole.

    Args:
        seen: texts and sets of options of earlier items, which items that name the same share, and add to.

    Raises:
        ValueError: it is no item; says why.
    """
    if not isinstance(line, str):
        raise ValueError(f"not text but {type(line).__name__}")
    return item_from_json(parse_object(line), seen)


def item_from_json(value: Mapping[str, Any], seen: dict[Any, Any] | None = None) -> Item:
    """The item a JSON object describes, or a `ValueError` that names the field; `seen` as above."""
    if not _are_fields(tuple(value)):
        _refuse_fields(value)
    options = check_options(value["options"])
    if seen is not None:
        texts = tuple([seen.setdefault(text, text) for text in options.values()])
        options = seen.get(texts) or seen.setdefault(texts, dict(zip(options, texts, strict=True)))
    mode = check_mode(value["mode"])
    return Item(
        id=_text(value, "id"),
        task=intern(_text(value, "task")),
        question=_text(value, "question"),
        options=options,
        gold=check_gold(value["gold"], options, mode),
        mode=mode,
        entities=_entities(_list(value, "entities")),
        relation=_relation(value),
        triples=_triples(_list(value, "triples")),
        details=_mapping(value, "details") or NO_DETAILS,
    )


@lru_cache(maxsize=100)
def _are_fields(names: tuple[str, ...]) -> bool:
    """Whether an item has these fields: those it needs, and none that is not known."""
    return NEEDED <= set(names) <= KNOWN


def _refuse_fields(value: Mapping[str, Any]) -> None:
    missing = [name for name in REQUIRED if name not in value]
    if missing:
        raise ValueError(f"field {missing[0]!r} is missing")
    unknown = sorted(set(value) - KNOWN)
    raise ValueError(f"unknown field {unknown[0]!r}; further fields belong in 'details'")


def check_options(value: object) -> dict[str, str]:
    """At least two options, lettered A, B, C … without a gap, each with some text."""
    if not isinstance(value, dict | Mapping):  # nearly all are dicts, of which it is seen sooner
        raise ValueError(f"'options' must map letters to texts, found {_kind(value)}")
    if len(value) < 2:
        raise ValueError(f"'options' must hold at least two options, found {len(value)}")
    if tuple(value) not in IN_ORDER:
        expected = LETTERS[: len(value)]
        raise ValueError(
            f"'options' must be lettered {'-'.join((expected[0], expected[-1]))} in order, "
            f"found {', '.join(map(str, value))[:60]}"
        )
    for letter, text in value.items():
        if not isinstance(text, str) or _is_blank(text):
            raise ValueError(f"option {letter} must be a non-empty text, found {_kind(text)}")
    return dict(value)


def check_mode(value: object) -> Mode:
    """`single` or `multi`."""
    try:
        return MODES[value]  # type: ignore[index]
    except (KeyError, TypeError):
        raise ValueError(f"'mode' must be single or multi, found {value!r}") from None


def check_gold(value: object, options: Mapping[str, str], mode: Mode) -> tuple[str, ...]:
    """Letters of the options, each once; exactly one when the mode is single. Returned in option order."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0] in options:
        return ALONE.get(value[0]) or (value[0],)  # nearly all
    if not isinstance(value, list) or not _are_texts(value):
        raise ValueError(f"'gold' must be a list of letters, found {_kind(value)}")
    outside = [letter for letter in value if letter not in options]
    if outside:
        raise ValueError(f"gold {outside[0]!r} is not among the options {', '.join(options)}")
    if len(set(value)) != len(value):
        raise ValueError(f"'gold' names a letter twice: {', '.join(value)}")
    if not value:
        raise ValueError("'gold' is empty")
    if mode is Mode.SINGLE and len(value) > 1:
        raise ValueError(f"mode is single but gold has {len(value)} letters: {', '.join(value)}")
    return tuple(sorted(value))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=no_repeated_key, parse_constant=_no_constant)


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value[name]
    if not isinstance(text, str) or _is_blank(text):
        raise ValueError(f"{name!r} must be a non-empty text, found {_kind(text)}")
    return text


def _is_blank(text: str) -> bool:
    """As `not text.strip()`, which copies a long text that ends in a blank."""
    return not text or text.isspace()


def _relation(value: Mapping[str, Any]) -> str | None:
    return None if value.get("relation") is None else intern(_text(value, "relation"))


def _list(value: Mapping[str, Any], name: str) -> list[Any]:
    found = value.get(name, [])
    if not isinstance(found, list):
        raise ValueError(f"{name!r} must be a list, found {_kind(found)}")
    return found


def _mapping(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = value.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{name!r} must be an object, found {_kind(found)}")
    return found


def _entities(values: list[Any]) -> tuple[Entity, ...]:
    """An item's entities; items ask about few sets of them, each many times, so that these are kept."""
    try:
        known = [ENTITY_VALUES(value) for value in values if len(value) == len(ENTITY_ORDER)]
        if len(known) == len(values):
            return _known_entities(tuple(known))
    except (KeyError, TypeError):  # one is no object, lacks a field, or has a list or an object as one
        pass
    return tuple([_checked_entity(value) for value in values])


@lru_cache(maxsize=PARTS)
def _known_entities(fields: tuple[tuple[object, ...], ...]) -> tuple[Entity, ...]:
    return tuple([_known_entity(each) for each in fields])


@lru_cache(maxsize=PARTS)
def _known_entity(fields: tuple[object, ...]) -> Entity:
    return _checked_entity(dict(zip(ENTITY_ORDER, fields, strict=True)))


def _checked_entity(value: object) -> Entity:
    if not isinstance(value, dict) or not ENTITY_NEEDS <= value.keys() <= ENTITY_FIELDS:
        raise ValueError(
            f"an entity must have role, type and name, and at most id, source and index; found {_kind(value)}"
        )
    if not _are_texts(value.values()):
        raise ValueError("an entity's fields must be texts")
    return Entity(**value)


def _triples(values: list[Any]) -> tuple[TripleRef, ...]:
    """An item's triples, kept as its entities are."""
    try:
        known = [tuple(value) for value in values if type(value) is list]
        if len(known) == len(values):
            return _known_triples(tuple(known))
    except TypeError:  # a part of one is a list or an object
        pass
    return tuple([_triple(value) for value in values])


@lru_cache(maxsize=PARTS)
def _known_triples(values: tuple[tuple[object, ...], ...]) -> tuple[TripleRef, ...]:
    return tuple([_known_triple(value) for value in values])


@lru_cache(maxsize=PARTS)
def _known_triple(value: tuple[object, ...]) -> TripleRef:
    return _triple(list(value))


def _triple(value: object) -> TripleRef:
    if not isinstance(value, list) or len(value) != 3 or not _are_texts(value):
        raise ValueError(f"a triple must be a list of three texts, found {_kind(value)}")
    return TripleRef(*value)


def _are_texts(values: Iterable[object]) -> bool:
    # Every item is checked at each start of a run: a generator's steps would take a fifth of that.
    return set(map(type, values)) <= {str}


def _kind(value: object) -> str:
    """A short description of a wrong value for a message: what it is and how it begins."""
    if value is None:
        return "null"
    names = {dict: "an object", list: "a list", str: "text", bool: "a truth value"}
    text = json.dumps(value, ensure_ascii=True, default=str)
    return f"{names.get(type(value), 'a number')} {text[:40]}{'…' if len(text) > 40 else ''}"
