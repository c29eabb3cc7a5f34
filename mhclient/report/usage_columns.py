"""The figures of use as columns of a row per run and task."""

from typing import Any

from mhclient.report.summary import Summary
from mhclient.report.usage import UsageShare, usage_figures
from mhclient.report.wording.shapes import ALL, Columns, column_name, estimate_columns


def usage_columns(summary: Summary) -> Columns:
    """How often each usage is right, of all items and by task, and how often errors go each way."""
    found = summary.get(usage_figures)
    if found is None:
        return {}
    columns: dict[str, dict[str, Any]] = {ALL: {}}
    for name, share in found.right.items():
        columns[ALL] |= _columns(f"usage right {name}", share)
        for task, of_task in found.by_task.get(name, {}).items():
            columns.setdefault(task, {}).update(_columns(f"usage right {name}", of_task))
    for key, share in found.wrong.items():
        columns[ALL] |= _columns(f"usage wrong {key}", share)
    return columns


def _columns(words: str, share: UsageShare) -> dict[str, float | None]:
    return estimate_columns(column_name(words), share.estimate)
