"""The options of a row, in each of the shapes that data sets have them, with the labels they bear there.

MMLU: `choices`, a list. MedQA: `options`, letters and texts, or a list of `key` and `value`. ARC: `choices`,
an object with `text` and `label`. Tables: a column per option, or one with a list written as text, or with
`A) x B) y`, or a line each.
"""

import ast
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.build.graph import fold
from benchmark.checks import check_options
from benchmark.imports.files.values import cell_text
from benchmark.imports.header_names import CYRILLIC
from benchmark.item import LETTERS

_SIGN = re.compile(rf"[0-9]+$|\b[{CYRILLIC}]$")

FILLERS = frozenset(("n/a", "na", "<na>", "nan", "null", "none", "nil", "-", "--", "–", "—", "."))
_FIRST_LABEL = re.compile(r"\s*(\(?)([Aa])([).:])(?=\s)")


@dataclass(frozen=True, slots=True)
class Options:
    """Letter → text, and the letter that each label of the file stands for.

    Attributes:
        padding: what stood after the last option and is none: nothing, or "N/A" twice or more.
    """

    texts: dict[str, str]
    labels: Mapping[str, str]
    padding: tuple[str, ...] = ()


def read_options(cells: Mapping[str, Any], columns: Sequence[str]) -> Options:
    """The options of a row.

    Raises:
        ValueError: there are fewer than two, one is empty, or two read the same.
    """
    if len(columns) > 1:
        options = _options([cell_text(cells.get(name)) for name in columns])
        return Options(options.texts, _names(columns, options.texts), options.padding)
    if columns[0] not in cells:
        raise ValueError(f"field {columns[0]!r} is missing")
    return _options(parsed(cells[columns[0]]))


def read_list(texts: Sequence[str]) -> Options:
    """Texts lettered in this order.

    Raises:
        ValueError: see `read_options`.
    """
    return _options(list(texts))


def _names(columns: Sequence[str], texts: Mapping[str, str]) -> dict[str, str]:
    """A gold may be the name of the column, or the sign that ends it: 2 of `Antwort 2`, Б of `Вариант Б`."""
    labels = {fold(name): letter for name, letter in zip(columns, texts, strict=False)}
    signs = {
        fold(match[0]): letter
        for name, letter in zip(columns, texts, strict=False)
        if (match := _SIGN.search(name.strip().casefold()))
    }
    return {**signs, **labels}


def _without_padding(values: Sequence[Any]) -> tuple[list[Any], tuple[str, ...]]:
    """Options without what only fills the list up, and that.

    >>> _without_padding(["x", "y", "N/A", "N/A"]), _without_padding(["x", "N/A", None])
    ((['x', 'y'], ('N/A', 'N/A')), (['x', 'N/A'], ('',)))
    """
    end = len(values)
    while end and is_empty(values[end - 1]):
        end -= 1
    last = values[end - 1] if end else None
    start = end
    while start and isinstance(last, str) and fold(last) in FILLERS and values[start - 1] == last:
        start -= 1
    end = start if end - start > 1 else end
    return list(values[:end]), tuple("" if is_empty(value) else str(value) for value in values[end:])


def is_empty(value: Any) -> bool:
    """Whether nothing stands there: null, no text, or the number that stands for none."""
    return value is None or value != value or (isinstance(value, str) and not value.strip())


def parsed(value: Any) -> Any:
    """A list that a table holds as text, as JSON or as Python writes it."""
    if not isinstance(value, str) or value.strip()[:1] not in ("[", "{"):
        return value
    for parse in (json.loads, ast.literal_eval):
        try:
            return parse(value.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return value


def _options(value: Any) -> Options:
    labels, texts = _labelled(value)
    padding: tuple[str, ...] = ()
    if isinstance(texts, list):
        texts, padding = _without_padding(texts)
        _refuse_gap(texts)
    if len(texts) > len(LETTERS):
        raise ValueError(f"{len(texts)} options; at most {len(LETTERS)} can be lettered")
    if not isinstance(texts, list):
        check_options(texts)
    lettered = dict(zip(LETTERS, [_text(text) for text in texts], strict=False))
    options = _different(check_options(lettered))
    named = {fold(label): letter for label, letter in zip(labels, options, strict=False)}
    return Options(options, named, padding)


def _refuse_gap(texts: Sequence[Any]) -> None:
    """An option that is empty before others may be a slip, and moves the letters of all after it."""
    for letter, text in zip(LETTERS, texts, strict=False):
        if is_empty(text):
            raise ValueError(f"option {letter} must be a non-empty text: it is empty, and others follow it")


def _labelled(value: Any) -> tuple[list[str], Any]:
    """Labels and texts; without labels a list of texts, and what is no list as it is."""
    if isinstance(value, dict) and set(value) >= {"text", "label"} and isinstance(value["text"], list):
        return [cell_text(label) for label in value["label"]], list(value["text"])
    if isinstance(value, dict):
        return _mapping(value)
    objects = isinstance(value, list) and value and all(isinstance(each, dict) for each in value)
    if objects and (names := _label_and_text(value)):
        label, text = names
        return [cell_text(each[label]) for each in value], [each.get(text) for each in value]
    return [], value if isinstance(value, list) else _no_list(value)


def _label_and_text(value: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    """What labels and texts are called in a list of objects: as is usual, or by what they hold.

    >>> _label_and_text([{"letter": "A", "content": "x"}, {"letter": "B", "content": "y"}])
    ('letter', 'content')
    """
    names = [name for name in value[0] if all(name in each for each in value)]
    for label, text in (("key", "value"), ("label", "text"), ("id", "text")):
        if label in names and text in value[0]:  # Parquet has no field where its value is null
            return label, text
    labels = [name for name in names if _are_labels([cell_text(each[name]).strip() for each in value])]
    texts = [
        name for name in names if name not in labels and all(isinstance(each[name], str) for each in value)
    ]
    return (labels[0], texts[0]) if len(labels) == len(texts) == 1 else None


def _are_labels(signs: Sequence[str]) -> bool:
    return any([sign.upper() for sign in signs] == list(series[: len(signs)]) for series in _SERIES)


_SERIES = (LETTERS, "0123456789", "123456789")


def _mapping(value: Mapping[str, Any]) -> tuple[list[str], Any]:
    """Letters of either case in order become capital letters; else it is no set of options."""
    given = [str(label).strip() for label in value]
    if _are_labels(given):
        return given, list(value.values())
    check_options(value)
    return given, list(value.values())


def _no_list(value: Any) -> Any:
    if isinstance(value, str) and value.strip():
        return _in_one_text(value)
    check_options(value)
    return value


def _in_one_text(text: str) -> list[str]:
    """Options of one cell: `A) x B) y`, lettered in order, or a line each.

    >>> _in_one_text("a) 5 mg b) 10 mg (e. g.) c) none"), _in_one_text("yes\\nno")
    (['5 mg', '10 mg (e. g.)', 'none'], ['yes', 'no'])

    Raises:
        ValueError: it is neither.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = _lettered_parts(text) if _FIRST_LABEL.match(text) else lines if len(lines) > 1 else []
    if not found:
        raise ValueError(
            f"the options are one text, {text.strip()[:40]!r}: write A) x B) y, a line each, or a list such "
            'as ["x", "y"]'
        )
    return found


def _lettered_parts(text: str) -> list[str]:
    """What follows each of A), B), C), …; nothing where such letters stand elsewhere, too ("vitamin C.").

    Where lines begin with them, only these count.
    """
    if (first := _FIRST_LABEL.match(text)) is None:
        return []
    sign = "[A-Z]" if first[2].isupper() else "[a-z]"
    label = rf"{re.escape(first[1])}({sign}){re.escape(first[3])}(?=\s|$)"
    for before in ("^[ \t]*", r"(?:^|(?<=\s))"):
        found = list(re.finditer(before + label, text, re.MULTILINE))
        if len(found) > 1 and [match[1].upper() for match in found] == list(LETTERS[: len(found)]):
            ends = [*(match.start() for match in found[1:]), len(text)]
            return [text[match.end() : end].strip() for match, end in zip(found, ends, strict=True)]
    return []


def _text(value: Any) -> Any:
    """Numbers and truth values as text; anything else is for the check to refuse."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return cell_text(value) if isinstance(value, int | float) else value


def _different(options: dict[str, str]) -> dict[str, str]:
    """Of two options that read the same, both would be right or the gold could not be told."""
    seen: dict[str, str] = {}
    for letter, text in options.items():
        if (same := seen.setdefault(fold(text), letter)) != letter:
            raise ValueError(f"options {same} and {letter} read the same: {text[:40]!r}")
    return options
