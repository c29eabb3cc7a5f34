"""Tables without a header, as MMLU's own files are: question, options, and the letter of the right one."""

from collections.abc import Mapping, Sequence

from benchmark.imports.columns import WAYS
from benchmark.imports.files.header import LOOK_AT, Header
from benchmark.item import LETTERS

ENOUGH = 0.8  # of the rows have to be such questions; others are named as bad lines


def without_header(rows: Sequence[Sequence[str]], mapping: Mapping[str, str]) -> Header | None:
    """Names for the columns of a table whose first row is a question already.

    Columns that the user names are looked for in a header.

    >>> without_header([["2 + 2?", "3", "4", "5", "B"], ["3 + 3?", "6", "7", "8", "A"]], {}).names
    ('question', 'A', 'B', 'C', 'gold')
    """
    looked = [row for row in rows[:LOOK_AT] if any(cell.strip() for cell in row)]
    if set(mapping) - {WAYS} or not rows or not _is_question(rows[0]):
        return None
    width = len(rows[0])
    fitting = sum(len(row) == width and _is_question(row) for row in looked)
    if fitting < ENOUGH * len(looked):
        return None
    return Header(("question", *LETTERS[: width - 2], "gold"), first=-1, last=-1)


def said_of(header: Header) -> str:
    """How such a table is understood."""
    return (
        f"There is no header: its {len(header.names)} columns are read as question, A to "
        f"{header.names[-2]} and gold, as in MMLU's files"
    )


def _is_question(row: Sequence[str]) -> bool:
    """A text, two options or more, and the letter of one; a header such as `Nr, Text, A, B, C` is none."""
    if len(row) < 4:
        return False
    question, *options, gold = (cell.strip() for cell in row)
    if not question or question.isdigit() or (options[-1] and f"{options[-1]}{gold}" in LETTERS):
        return False
    return len(gold) == 1 and gold.upper() in LETTERS[: len(options)]
