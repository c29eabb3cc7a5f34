"""The shapes that figures have in JSON documents, in columns of rows, and in cells."""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.paired import Paired
from mhclient.figures.proportion_intervals import Interval, Share
from mhclient.report.settings import Settings
from mhclient.show.cells import NOT_KNOWN, ROUGH, is_rough, percent, points, rough_interval

# Task, or `ALL`, → the column's name → its value.
Columns: TypeAlias = Mapping[str, Mapping[str, Any]]
ALL = ""  # the task of a row over all items


def share_document(part: Share) -> dict[str, Any]:
    """A share with its counts and Wilson's interval."""
    return {"count": part.count, "n": part.n, "share": part.value, "ci95": bounds_document(part.ci95)}


def bounds_document(interval: Interval) -> list[float] | None:
    """An interval as JSON has it."""
    return None if interval is None else list(interval)


def estimate_columns(name: str, figure: Estimate) -> dict[str, float | None]:
    """A figure and its interval as columns of a row."""
    return {name: figure.value, **bounds_columns(name, figure.ci95)}


def estimates_columns(figures: Mapping[str, Estimate]) -> dict[str, float | None]:
    """Several of them, side by side."""
    columns = (estimate_columns(name, each) for name, each in figures.items())
    return {name: value for of_figure in columns for name, value in of_figure.items()}


def bounds_columns(name: str, interval: Interval) -> dict[str, float | None]:
    """An interval as columns of a row."""
    low, high = interval or (None, None)
    return {f"{name}_ci95_low": low, f"{name}_ci95_high": high}


def column_name(words: str) -> str:
    """Words as the name of a column.

    >>> column_name("usage right off-label use")
    'usage_right_off_label_use'
    """
    return "_".join(re.findall(r"\w+", words))


def intervals_document(settings: Settings) -> dict[str, Any]:
    """How intervals are worked out, and what they are about."""
    return {
        "level": 0.95,
        "entities": settings.entities.value,
        "cluster_by": settings.column or settings.cluster_by.value,
        "margin": settings.equivalence,
        "about": settings.estimand,
    }


def paired_document(pair: Paired) -> dict[str, Any]:
    """A comparison on the same items; `difference` is first minus second."""
    judged = pair.judged
    return {
        "n": pair.n,
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference.value,
        "ci95": bounds_document(pair.difference.ci95),
        "ci95_simultaneous": bounds_document(judged.simultaneous),
        "n_effective": pair.difference.n_effective,
        "both": pair.both,
        "first_only": pair.first_only,
        "second_only": pair.second_only,
        "neither": pair.neither,
        "p": judged.p,
        "p_holm": judged.p_holm,
        "p_equivalent": judged.p_equivalent,
        "p_not_inferior": judged.p_not_inferior,
        "p_mcnemar": pair.mcnemar,
        "verdict": judged.verdict.value,
    }


def difference(figure: Estimate) -> str:
    """A difference with its interval, in percentage points."""
    if figure.ci95 is None:
        return points(figure.value)
    rough = ROUGH if is_rough(figure.ci95, figure.n_effective) else ""
    return f"{points(figure.value)} ({points_interval(figure.ci95)}){rough}"


def points_interval(bounds: Interval) -> str:
    """An interval of a difference, in percentage points."""
    return NOT_KNOWN if bounds is None else f"{points(bounds[0])} to {points(bounds[1])}"


def interval_of(figure: Estimate) -> str:
    """An estimate's interval, in per cent."""
    return rough_interval(figure.ci95, figure.n_effective)


def share_of(part: Share) -> str:
    """A share with its counts."""
    return f"{percent(part.value)} ({part.count}/{part.n})"
