"""Every figure of reports and comparisons as plain values, for scripts and notebooks."""

from collections.abc import Iterable
from typing import Any

from mhclient.errors import UsageError
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.document import comparison_document
from mhclient.report.document import document
from mhclient.report.summary import Summary
from mhclient.report.writers.compared_rows import comparison_rows
from mhclient.report.writers.tidy import summary_table


def report_figures(summaries: Summary | Iterable[Summary]) -> dict[str, Any]:
    """Every figure of a report under its name in JSON: `docs/report.md` lists them.

    Args:
        summaries: what `summarise` gives, or one of them.

    Raises:
        UsageError: something else is given, or nothing.

    Example:
        >>> figures = report_figures(summaries)["reports"][0]
        >>> sorted(figures["labels"]["FC"])[:4], figures["shortcuts"]["FC"]["n_not_guessed"] > 0
        (['answers', 'balanced_accuracy', 'best_constant', 'ci95_balanced_accuracy'], True)
    """
    return document(_listed(summaries))


def report_rows(summaries: Summary | Iterable[Summary]) -> list[dict[str, Any]]:
    """A row per run and task, and one of an empty task over all items: as `report --format summary-csv`.

    Args:
        summaries: what `summarise` gives, or one of them.

    Raises:
        UsageError: something else is given, or nothing.

    Example:
        >>> rows = report_rows(summaries)
        >>> rows[0]["task"], rows[0]["n"], "kappa" in rows[0], rows[-1]["verdict"] is not None
        ('ET', 3, True, True)
    """
    return summary_table(_listed(summaries)).rows


def comparison_figures(comparison: Comparison) -> dict[str, Any]:
    """Every figure of a comparison under its name in JSON.

    Args:
        comparison: what `compare` gives.

    Example:
        >>> comparison_figures(compare(runs))["pairs"][0]["overall"]["right"]["n"]
        20
    """
    return comparison_document(comparison)


def compared_rows(comparison: Comparison) -> list[dict[str, Any]]:
    """A row per pair and task, and one of an empty task over all items: as `compare --format csv`.

    Args:
        comparison: what `compare` gives.

    Example:
        >>> compared_rows(compare(runs))[-1]["right_n"]
        20
    """
    return list(comparison_rows(comparison))


def _listed(summaries: Summary | Iterable[Summary]) -> list[Summary]:
    listed = [summaries] if isinstance(summaries, Summary) else list(summaries)
    if not listed or not all(isinstance(summary, Summary) for summary in listed):
        raise UsageError(f"summaries is {summaries!r}: give one summary or more, as summarise returns them.")
    return listed
