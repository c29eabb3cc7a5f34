"""What stands before a question: the vignette, passage or case that a file has in a column by itself.

A column of a usual name that holds texts is asked before each question. One of another name that holds long
texts beside short questions may be such a passage or a remark: only the user knows, and is asked. What gives
the answer away (an explanation, a hint) is never asked unless the user joins it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from benchmark.errors import ItemFormatError
from benchmark.imports.columns import Columns, as_dict, folded
from benchmark.imports.files import Rows
from benchmark.imports.files.rows import cell_text
from benchmark.imports.header_names import BESIDE, CONTEXTS, GIVES_AWAY

LONG = 30  # characters: fewer are a word or two, such as a topic
MORE = 1.5  # times as long as the question
WORDS = 3  # fewer are a name or a number, as in "Fall 12"
# Scripts without spaces between words: two of their signs are about a word.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]{2}|[^\W\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]+"
)

_CONTEXTS = frozenset(map(folded, CONTEXTS))
_BESIDE = frozenset(map(folded, BESIDE))
_GIVES_AWAY = tuple(map(folded, GIVES_AWAY))


def with_contexts(place: str, rows: Rows, columns: Columns, mapping: Mapping[str, str]) -> Columns:
    """The columns with those that are asked before the question; as they are where the user names it.

    Raises:
        ItemFormatError: another column may be such a one; says how to ask it and how to leave it out.
    """
    if "question" in mapping:
        return columns
    texts = {
        name: held
        for name in rows.columns
        if name not in (*columns.used, *columns.others) and (held := _texts(rows, name))
    }
    found = tuple(name for name in texts if is_context(name) and _is_prose(texts[name]))
    asked = replace(columns, contexts=found)
    for name, held in texts.items():
        if name not in found and not is_beside(name) and _is_long(held, _texts(rows, columns.question)):
            join = as_dict({"question": "+".join((*found, name, columns.question))})
            leave = as_dict({"question": "+".join((*found, columns.question))})
            raise ItemFormatError(
                f"{place}: {name!r} holds long texts beside short questions ({held[0].strip()[:60]!r}), "
                f"which may be part of what is asked. Say it: `columns={join}` asks it before each question, "
                f"`columns={leave}` leaves it out."
            )
    return asked


def is_context(name: str) -> bool:
    """Whether a column of this name is usually read before the question.

    >>> is_context("Clinical Vignette"), is_context("passage_2"), is_context("context_condition")
    (True, True, False)
    """
    return folded(name) in _CONTEXTS or folded(name).rstrip("0123456789") in _CONTEXTS


def is_beside(name: str) -> bool:
    """Whether a column of this name is never part of a question: it gives the answer away, or is a remark."""
    plain = folded(name)
    return plain.rstrip("0123456789") in _BESIDE or any(part in plain for part in _GIVES_AWAY)


def _texts(rows: Rows, name: str) -> list[str]:
    """The texts of a column; nothing where it holds something else."""
    filled = [value for row in rows.rows if (value := row.cells.get(name)) not in (None, "", [], {})]
    texts = [_joined(value) for value in filled]
    return [text for text in texts if text is not None] if None not in texts else []


def _is_prose(texts: Sequence[str]) -> bool:
    return median(len(_WORD.findall(text)) for text in texts) >= WORDS


def _is_long(texts: Sequence[str], questions: Sequence[str]) -> bool:
    length = median(map(_width, texts))
    short = not questions or length >= MORE * median(map(_width, questions))
    return length >= LONG and short and _is_prose(texts)


def _width(text: str) -> int:
    """Its length, where a sign for a word counts as much as two letters."""
    return len(text) + sum(char > "\u2fff" for char in text)


def asked(cells: Mapping[str, Any], columns: Columns, question: str) -> str:
    """The question with what is asked before it.

    Raises:
        ValueError: that is no text; names the column.
    """
    return "\n\n".join([*_before(cells, columns), question])


def _before(cells: Mapping[str, Any], columns: Columns) -> Iterator[str]:
    for name in columns.contexts:
        text = _joined(cells.get(name))
        if text is None:
            raise ValueError(f"{name!r} must be a text or a list of texts, found {cells[name]!r:.40}")
        if text.strip():
            yield text.strip()


def _joined(value: Any) -> str | None:
    """A text; of a list its parts, each in a paragraph; of an object its texts (PubMedQA's `contexts`)."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    if isinstance(value, dict):
        inside = [part for name, part in value.items() if is_context(name)]
        return _joined(inside[0]) if len(inside) == 1 else None
    return cell_text(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def contexts_said(rows: Rows, columns: Columns) -> Iterator[str]:
    """What is asked before each question, how many have none, and what would be if the user did not say."""
    if columns.contexts:
        n = sum(
            not any(cell_text(row.cells.get(name)).strip() for name in columns.contexts) for row in rows.rows
        )
        without = f" ({n:,} of {len(rows.rows):,} have none)" if n else ""
        yield f"Asked before each question: {', '.join(columns.contexts)}{without}."
    names = [name for name in rows.columns if name not in columns.used and is_context(name)]
    left = [name for name in names if (held := _texts(rows, name)) and _is_prose(held)]
    if left:
        yield f"Not asked, as `columns` names what is: {', '.join(left)}."
