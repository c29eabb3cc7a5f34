"""A report as a JSON-ready document: the schema that programs may rely on, described in the README.

Figures keep their full precision; rounding is for people. The document holds no time, no path and no host, so
that the same store and program version give the same bytes.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from mhclient.report.summary import CAVEAT, Summary
from mhclient.scoring.metrics import TaskFigures

SCHEMA = "mhclient-report/1"


def document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """One run's figures stand at the top level; those of several runs in a list under `reports`."""
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "caveat": CAVEAT,
        "program_version": summaries[0].program_version,
        "parser_version": summaries[0].parser_version,
        "runs": [_run(summary) for summary in summaries],
    }
    if len(summaries) == 1:
        return head | _figures(summaries[0])
    return head | {"reports": [_figures(summary) for summary in summaries]}


def _run(summary: Summary) -> dict[str, Any]:
    return {
        "run": summary.run.run_id,
        "benchmark": summary.run.benchmark,
        **summary.spec.to_json(),
        "served_models": list(summary.served),
        "n_planned": summary.overall.n_planned,
        "n": summary.overall.n,
        "from_cache": summary.from_cache,
        "partial": summary.partial,
    }


def _figures(summary: Summary) -> dict[str, Any]:
    return {
        "run": summary.run.run_id,
        "tasks": {task: task_document(figures) for task, figures in summary.tasks.items()},
        "overall": task_document(summary.overall),
        "averages": summary.averages,
    }


def task_document(figures: TaskFigures) -> dict[str, Any]:
    """One task's figures; those of A/B tasks are null elsewhere."""
    fields = asdict(figures)
    binary = fields.pop("binary") or {
        "prediction_a_rate": None,
        "gold_a_rate": None,
        "balanced_accuracy": None,
    }
    return {name: _plain(value) for name, value in (fields | binary).items()}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
