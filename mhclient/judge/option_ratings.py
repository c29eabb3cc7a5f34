"""Options of hardened items, rated by people who see question and options without the key.

A sheet has a line per option, all options of an item together in the order of their letters; raters fill in
who they are, how plausible the option is (1 to 5), and whether it would have to be accepted as correct.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from benchmark import Item
from mhclient.errors import UsageError
from mhclient.judge.ratings import SCALE, CaseRating, read_sheet
from mhclient.show.csv_cells import Cells, csv_of

PLAUSIBLE, CORRECT = "plausible", "correct"
DIMENSIONS = (PLAUSIBLE, CORRECT)
SHOWN = ("item_id", "letter", "question", "option")
COLUMNS = (*SHOWN, "rater", *DIMENSIONS)
# Ends of the scale, so that two raters who part agree in nothing.
YES, NO = max(SCALE), min(SCALE)
_ANSWERS = {"yes": YES, "no": NO}


def rating_sheet(items: Iterable[Item], cells: Cells) -> str:
    """The lines to be filled in, as CSV; nothing in them tells which option is right."""
    return csv_of(
        COLUMNS,
        (
            dict(zip(SHOWN, (item.id, letter, item.question, option), strict=True))
            for item in items
            for letter, option in item.options.items()
        ),
        cells,
    )


def unit_of(item_id: str, letter: str) -> str:
    """What is rated: one option of one item."""
    return f"{item_id} {letter}"


def read_option_ratings(path: Path, items: Mapping[str, Item]) -> list[CaseRating]:
    """The ratings of a sheet that was filled in; an empty cell is no rating.

    Raises:
        UsageError: the columns are others, or a line has an unknown option, another value, no rater, or
            stands there twice.
    """
    return read_sheet(path, COLUMNS, lambda rows: _checked(path, rows, items))


def _checked(path: Path, rows: "csv.DictReader[str]", items: Mapping[str, Item]) -> Iterator[CaseRating]:
    seen = set()
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        item_id, letter, rater = ((row[name] or "").strip() for name in ("item_id", "letter", "rater"))
        if item_id not in items or letter not in items[item_id].options:
            raise UsageError(f"{where}: there is no option {letter!r} of an item {item_id!r}.")
        values = {name: (row[name] or "").strip().lower() for name in DIMENSIONS}
        if not any(values.values()):
            continue  # not rated yet
        if not rater:
            raise UsageError(f"{where}: nobody is named as rater.")
        unit = unit_of(item_id, letter)
        if (unit, rater) in seen:
            raise UsageError(f"{where}: {rater} has already rated {letter} of {item_id}.")
        seen.add((unit, rater))
        for dimension, text in values.items():
            if text:
                yield CaseRating(unit, rater, dimension, _value(where, dimension, text))


def _value(where: str, dimension: str, text: str) -> int:
    known = _ANSWERS if dimension == CORRECT else {str(value): value for value in SCALE}
    if text not in known:
        raise UsageError(
            f"{where}: {dimension} is {text!r}, not {'yes or no' if known is _ANSWERS else '1 to 5'}."
        )
    return known[text]
