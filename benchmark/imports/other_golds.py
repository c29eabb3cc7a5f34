"""Other columns that may be the gold: where one names another option, only the user knows which is right."""

import json
from collections.abc import Iterator, Mapping, Sequence

from benchmark.errors import ItemFormatError
from benchmark.imports.files.values import cell_text
from benchmark.imports.golds import Gold, GoldWay, Letters, letters_of

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
                f"Say which is the gold: {_said(column)} or {_said(other)}",
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
                f"the gold: {_said(name)}."
            )


def _by_name(held: Gold) -> list[Letters]:
    """What it names by letter and by text: a running number is no index."""
    ways = (GoldWay.LETTER, GoldWay.TEXT)
    return [letters for way in ways if (letters := letters_of(held.value, held.options, way))]


def _said(column: str) -> str:
    return f"`columns={json.dumps({'gold': column}, ensure_ascii=False)}`"


def _readings(others: Sequence[Gold], golds: Sequence[Letters]) -> _Readings:
    """In the way that reads most cells, and of equal ones agrees most.

    Numbers are an index, or marks, only where all of them are: a running number is none.
    """
    named = [_named(held, gold) for held, gold in zip(others, golds, strict=True)]
    counted = ([letters_of(held.value, held.options, way) for held in others] for way in _FOR_ALL)
    return max((named, *(found for found in counted if all(found))), key=lambda found: _fit(found, golds))


_FOR_ALL = (GoldWay.ONE_HOT, GoldWay.INDEX0, GoldWay.INDEX1)


def _named(held: Gold, gold: Letters) -> Letters | None:
    """By letter or by text; where both can be, by the one that agrees."""
    found = _by_name(held)
    return gold if gold in found else next(iter(found), None)


def _fit(found: _Readings, golds: Sequence[Letters]) -> tuple[int, int]:
    pairs = zip(found, golds, strict=True)
    return sum(letters is not None for letters in found), sum(letters == gold for letters, gold in pairs)
