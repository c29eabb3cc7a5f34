"""Ratings by people, from 1 to 5, of cases and of options, and how far raters agree: percent, kappa, AC2.

Where nearly all say 5, kappa is near 0 or below it while nearly all agree: that is the paradox which Gwet's
coefficient answers, and why both stand there. Source: K. L. Gwet, "Handbook of Inter-Rater Reliability", 4th
edition, 2014, chapters 2 and 3.

Options of hardened items are rated by people who see question and options without the key. A sheet has a line
per option, all options of an item together in the order of their letters; raters fill in who they are, how
plausible the option is (1 to 5), and whether it would have to be accepted as correct.
"""

import csv
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from benchmark import Item
from benchmark.untrusted import open_regular_file
from mhclient.errors import UsageError
from mhclient.figures.numerics import middle_95
from mhclient.show.csv_cells import Cells, csv_of

DIMENSIONS = ("naturalness", "validity", "realism")
COLUMNS = ("item_id", "rater", *DIMENSIONS)
SCALE = (1, 2, 3, 4, 5)
_N_DRAWS, _SEED = 1_000, 20_260_212

# Rater → rating, of one case.
Rated: TypeAlias = Mapping[str, int]


class CaseRating(NamedTuple):
    """One rating: who rates which case how, in one dimension."""

    item_id: str
    rater: str
    dimension: str
    value: int


class Estimated(NamedTuple):
    """A coefficient with its interval: 2.5 to 97.5 % of bootstrap samples of cases. None where undefined."""

    value: float | None
    low: float | None
    high: float | None


class RatingAgreement(NamedTuple):
    """Of one dimension: ratings, their mean, cases rated twice or more, and how far raters agree on these."""

    n: int
    mean: float
    n_shared: int
    percent: Estimated
    kappa: Estimated
    ac2: Estimated


def read_ratings(path: Path, known: Collection[str]) -> list[CaseRating]:
    """The ratings of a file; an empty cell is no rating.

    Raises:
        UsageError: the columns are others, or a line has an unknown case, another value, or stands
            there twice.
    """
    return read_sheet(path, COLUMNS, lambda rows: _checked(path, rows, known))


def read_sheet(
    path: Path, columns: tuple[str, ...], check: Callable[["csv.DictReader[str]"], Iterable[CaseRating]]
) -> list[CaseRating]:
    """The ratings of a sheet with these columns, as `check` finds them in its rows.

    Raises:
        UsageError: it cannot be read, or the columns are others; and what `check` raises.
    """
    try:
        with open_regular_file(path, encoding="utf-8-sig") as file:
            rows = csv.DictReader(file)
            if tuple(rows.fieldnames or ()) != columns:
                raise UsageError(f"{path}: the first line must be {','.join(columns)}.")
            return list(check(rows))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read as ratings: {error}.") from error


def _checked(path: Path, rows: "csv.DictReader[str]", known: Collection[str]) -> Iterator[CaseRating]:
    seen = set()
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        item_id, rater = row["item_id"] or "", (row["rater"] or "").strip()
        if item_id not in known:
            raise UsageError(f"{where}: there is no case {item_id!r}.")
        if not rater:
            raise UsageError(f"{where}: nobody is named as rater.")
        if (item_id, rater) in seen:
            raise UsageError(f"{where}: {rater} has already rated {item_id}.")
        seen.add((item_id, rater))
        for dimension in DIMENSIONS:
            if text := (row[dimension] or "").strip():
                if text not in map(str, SCALE):
                    raise UsageError(f"{where}: {dimension} is {text!r}, not 1 to 5.")
                yield CaseRating(item_id, rater, dimension, int(text))


def rating_agreement(
    ratings: Sequence[CaseRating], dimensions: Sequence[str] = DIMENSIONS
) -> dict[str, RatingAgreement]:
    """Each dimension that was rated."""
    found = {}
    for dimension in dimensions:
        values = [rating for rating in ratings if rating.dimension == dimension]
        if values:
            found[dimension] = _agreement(values)
    return found


def _agreement(ratings: Sequence[CaseRating]) -> RatingAgreement:
    of_case: dict[str, dict[str, int]] = defaultdict(dict)
    for rating in ratings:
        of_case[rating.item_id][rating.rater] = rating.value
    cases = list(of_case.values())
    shared = [case for case in cases if len(case) > 1]
    return RatingAgreement(
        n=len(ratings),
        mean=sum(rating.value for rating in ratings) / len(ratings),
        n_shared=len(shared),
        percent=_estimated(percent_agreement, shared),
        kappa=_estimated(quadratic_kappa, shared),
        ac2=_estimated(gwet_ac2, cases),
    )


def percent_agreement(cases: Sequence[Rated]) -> float | None:
    """The share of pairs of raters of one case that say the same; None without a pair."""
    pairs = [pair for case in cases for pair in combinations(case.values(), 2)]
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else None


def quadratic_kappa(cases: Sequence[Rated]) -> float | None:
    """Cohen's kappa with weights 1 − (i − j)²/16; of several raters the mean over their pairs.

    By hand, (5, 5, 5, 4) and (5, 5, 4, 5): observed 31/32 = 0.96875; by chance 0.976563; −0.333.

    >>> cases = [{"a": one, "b": other} for one, other in zip((5, 5, 5, 4), (5, 5, 4, 5))]
    >>> round(quadratic_kappa(cases), 3)
    -0.333
    """
    raters = sorted({rater for case in cases for rater in case})
    found = []
    for first, second in combinations(raters, 2):
        pairs = [(case[first], case[second]) for case in cases if first in case and second in case]
        if (kappa := _kappa(pairs)) is not None:
            found.append(kappa)
    return sum(found) / len(found) if found else None


def _kappa(pairs: Sequence[tuple[int, int]]) -> float | None:
    if not pairs:
        return None
    table = np.zeros((len(SCALE), len(SCALE)))
    for one, other in pairs:
        table[one - 1, other - 1] += 1 / len(pairs)
    observed = float((table * _WEIGHTS).sum())
    chance = float((np.outer(table.sum(axis=1), table.sum(axis=0)) * _WEIGHTS).sum())
    return None if chance > 1 - 1e-12 else (observed - chance) / (1 - chance)


def gwet_ac2(cases: Sequence[Rated]) -> float | None:
    """Gwet's AC2 with the same weights, for any number of raters, of whom some may lack cases.

    By hand, (5, 5, 5, 4) and (5, 5, 4, 5): the weights add up to 18.75; by chance
    18.75/20 × 0.375 = 0.351563.

    >>> cases = [{"a": one, "b": other} for one, other in zip((5, 5, 5, 4), (5, 5, 4, 5))]
    >>> round(gwet_ac2(cases), 4)
    0.9518
    """
    counts = np.array([[list(case.values()).count(value) for value in SCALE] for case in cases], dtype=float)
    if not len(counts) or not (counts.sum(axis=1) > 1).any():
        return None
    n_raters = counts.sum(axis=1, keepdims=True)  # (cases, 1)
    shares = (counts / n_raters).mean(axis=0)  # (5,)
    several = counts[n_raters[:, 0] > 1]
    raters = several.sum(axis=1)
    agreeing = (several * (several @ _WEIGHTS - 1)).sum(axis=1) / (raters * (raters - 1))
    chance = float(_WEIGHTS.sum() / (len(SCALE) * (len(SCALE) - 1)) * (shares * (1 - shares)).sum())
    return (float(agreeing.mean()) - chance) / (1 - chance)


def _estimated(coefficient: Callable[[Sequence[Rated]], float | None], cases: Sequence[Rated]) -> Estimated:
    value = coefficient(cases)
    if value is None:
        return Estimated(None, None, None)
    generator = np.random.default_rng(_SEED)
    draws = generator.integers(len(cases), size=(_N_DRAWS, len(cases)))
    drawn = [coefficient([cases[place] for place in places]) for places in draws]
    known = [each for each in drawn if each is not None]
    if not known:
        return Estimated(value, None, None)
    return Estimated(value, *middle_95(np.array(known)))


_WEIGHTS = 1 - np.subtract.outer(SCALE, SCALE) ** 2 / (len(SCALE) - 1) ** 2


PLAUSIBLE, CORRECT = "plausible", "correct"
OPTION_DIMENSIONS = (PLAUSIBLE, CORRECT)
SHOWN = ("item_id", "letter", "question", "option")
OPTION_COLUMNS = (*SHOWN, "rater", *OPTION_DIMENSIONS)
# Ends of the scale, so that two raters who part agree in nothing.
YES, NO = max(SCALE), min(SCALE)
_ANSWERS = {"yes": YES, "no": NO}


def rating_sheet(items: Iterable[Item], cells: Cells) -> str:
    """The lines to be filled in, as CSV; nothing in them tells which option is right."""
    rows = (
        dict(zip(SHOWN, (item.id, letter, item.question, option), strict=True))
        for item in items
        for letter, option in item.options.items()
    )
    return csv_of(OPTION_COLUMNS, rows, cells)


def unit_of(item_id: str, letter: str) -> str:
    """The unit of rating: one option of one item."""
    return f"{item_id} {letter}"


def read_option_ratings(path: Path, items: Mapping[str, Item]) -> list[CaseRating]:
    """The ratings of a sheet that was filled in; an empty cell is no rating.

    Raises:
        UsageError: the columns are others, or a line has an unknown option, another value, no rater, or
            stands there twice.
    """
    return read_sheet(path, OPTION_COLUMNS, lambda rows: _checked_options(path, rows, items))


def _checked_options(
    path: Path, rows: "csv.DictReader[str]", items: Mapping[str, Item]
) -> Iterator[CaseRating]:
    seen = set()
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        item_id, letter, rater = ((row[name] or "").strip() for name in ("item_id", "letter", "rater"))
        if item_id not in items or letter not in items[item_id].options:
            raise UsageError(f"{where}: there is no option {letter!r} of an item {item_id!r}.")
        values = {name: (row[name] or "").strip().lower() for name in OPTION_DIMENSIONS}
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
