"""One row per run and task, or per pair and task, for pandas, R or a spreadsheet; and all of it as SQLite."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cache import Store
from cache.extract import write_tables
from mhclient.report.blocks.loop import columns_across
from mhclient.report.blocks.loop import columns_of as block_columns
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.tables import accuracy_document
from mhclient.report.loading.loaded import LoadedRun, Spent
from mhclient.report.summary import Figures, Summary
from mhclient.report.wording.shapes import ALL
from mhclient.report.writers.rows import (
    DESIGN_COLUMNS,
    MOST_OWN_COLUMNS,
    columns_of,
    item_rows,
    own_columns,
    plain_value,
)
from mhclient.show.csv_cells import Cells, csv_of
from mhclient.show.files import keyless_rows

# Of a row per item, besides what CSV has.
ASKED_AND_SAID = (
    *("question", "options", "completion", "finish_reason", "failure"),
    *("prompt_tokens", "completion_tokens", "cost_usd", "latency_s"),
)
COLUMNS = (
    *("run", "model", "provider", "variant", "effort", "temperature", "max_tokens", "benchmark", "task"),
    *("n_planned", "n", "n_correct", "accuracy", "ci95_low", "ci95_high", "n_effective", "n_unread"),
    *("accuracy_among_read", "kept_format", "prompt_tokens", "completion_tokens", "cost_usd", "marks"),
)


def summary_rows(summaries: Sequence[Summary]) -> Iterator[dict[str, Any]]:
    """Each run's tasks, then all of its items together; shares from 0 to 1, what is not known None.

    Behind `COLUMNS` stand those that blocks add, where they apply to the row.
    """
    across = columns_across(summaries)
    for summary in summaries:
        added = block_columns(summary)
        for task, figures in (*summary.tasks.items(), (ALL, summary.overall)):
            items = [item.item.id for item in summary.run.scored if task in (ALL, item.task)]
            yield {
                **_of_run(summary.run),
                "task": task,
                **_of_figures(figures),
                **_spent(summary.run, items),
                **(across.get(summary.run_id, {}) if task == ALL else {}),
                **added.get(task, {}),
            }


class SummaryTable(NamedTuple):
    """The rows of `summary_rows`, and all of their columns in order."""

    columns: tuple[str, ...]
    rows: list[dict[str, Any]]


def summary_table(summaries: Sequence[Summary]) -> SummaryTable:
    """The rows, each with every column: `COLUMNS`, then those of rows over all items, then those of tasks."""
    rows = list(summary_rows(summaries))
    ordered = sorted(rows, key=lambda row: row["task"] != ALL)
    columns = tuple(dict.fromkeys((*COLUMNS, *(name for row in ordered for name in row))))
    return SummaryTable(columns, [{name: row.get(name) for name in columns} for row in rows])


def _of_run(run: LoadedRun) -> dict[str, Any]:
    asked = run.spec.parameters
    return {
        "run": run.run.run_id,
        "model": run.spec.model,
        "provider": run.spec.provider,
        "variant": run.spec.variant.name,
        "effort": asked.effort if asked.thinking is None else f"thinking {asked.thinking}",
        "temperature": asked.temperature,
        "max_tokens": asked.max_tokens,
        "benchmark": run.benchmark.name,
        "marks": "; ".join(run.marks) or None,
    }


def _of_figures(figures: Figures) -> dict[str, Any]:
    accuracy = figures.accuracy
    low, high = figures.estimate.ci95 or (None, None)
    return {
        "n_planned": accuracy.n_planned,
        "n": accuracy.n,
        "n_correct": accuracy.correct.count,
        "accuracy": accuracy.accuracy,
        "ci95_low": low,
        "ci95_high": high,
        "n_effective": figures.estimate.n_effective,
        "n_unread": accuracy.n_unread,
        "accuracy_among_read": accuracy.answered.value,
        "kept_format": accuracy.kept_format.value,
    }


def _spent(run: LoadedRun, items: Sequence[str]) -> dict[str, Any]:
    spent: Spent = run.spent_on(dict.fromkeys(items))
    return {
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cost_usd": spent.cost_usd,
    }


def as_summary_csv(summaries: Sequence[Summary], cells: Cells | None = None) -> str:
    """The rows as CSV; what is not known is empty, and the row over all tasks has none."""
    return csv_of(*summary_table(summaries), cells)


def write_sqlite(store: Store, summaries: Sequence[Summary], path: Path) -> None:
    """Write tables `runs` (one row per run and task) and `results` (one per item: asked, said, read, right).

    Columns of imported questions stand in `results` under their own names.

    Raises:
        StoreUnusable: the file cannot be written.
    """
    runs = [summary.run for summary in summaries]
    columns = result_columns(runs)
    of_runs = summary_table(summaries)
    tables = {
        "runs": (of_runs.columns, keyless_rows(of_runs.rows)),
        "results": (columns.names, keyless_rows(result_rows(store, runs, columns))),
    }
    write_tables(path, tables)


class ResultColumns(NamedTuple):
    """Columns of a row per item: those of `item_rows`, and those of imported questions.

    Attributes:
        own: the name of such a column here → its name in the item's details.
    """

    of_items: tuple[str, ...]
    own: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in order.

        `question` is its text here; the number that a design has for it is the column `q_id` of its own.
        """
        return (*(name for name in self.of_items if name not in ASKED_AND_SAID), *ASKED_AND_SAID, *self.own)


def result_columns(runs: Sequence[LoadedRun]) -> ResultColumns:
    """The columns of `result_rows`."""
    of_items = columns_of(runs)
    names = dict.fromkeys(name for run in runs for scored in run.scored for name in scored.item.details)
    kept = [name for name in names if name not in of_items or name not in DESIGN_COLUMNS]  # not shown twice
    return ResultColumns(of_items, own_columns(kept, of_items, MOST_OWN_COLUMNS))


def result_rows(store: Store, runs: Sequence[LoadedRun], columns: ResultColumns) -> Iterator[dict[str, Any]]:
    """Every item of every run: what was asked and said besides what `item_rows` gives."""
    for run in runs:
        texts = store.results.read_texts(run.response_ids)
        attempts = store.results.read_attempts(run.response_ids)
        rows = zip(item_rows([run], columns.of_items), run.scored, texts, attempts, strict=True)
        for row, scored, text, attempt in rows:
            item = scored.item
            yield {
                **row,
                "question": item.question,
                "options": json.dumps(dict(item.options), ensure_ascii=False),
                "completion": text.completion,
                "finish_reason": text.finish_reason,
                "failure": run.failures.get(item.id),
                "prompt_tokens": text.prompt_tokens,
                "completion_tokens": text.completion_tokens,
                "cost_usd": attempt.cost_usd,
                "latency_s": attempt.duration_s,
                **{shown: plain_value(item.details.get(name)) for shown, name in columns.own.items()},
            }


def comparison_as_csv(comparison: Comparison, cells: Cells | None = None) -> str:
    """The rows as CSV; what is not known is empty, and the row over all items has no task."""
    rows = list(comparison_rows(comparison))
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    return csv_of(columns, rows, cells)


def comparison_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """Each pair's tasks, then all of the items that both have asked; figures are called as in JSON."""
    return (row for pair in comparison.pairs for row in _rows(pair))


def _rows(pair: Pair) -> Iterator[dict[str, Any]]:
    found = accuracy_document(pair)
    for task, contrast in (*found["tasks"].items(), (ALL, found["overall"])):
        yield {
            "first": pair.first.run.run_id,
            "second": pair.second.run.run_id,
            "task": task,
            "circular": pair.circular,
            "left_out": pair.left_out if task == ALL else None,
            **flat(contrast),
        }


def flat(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Figures in figures as columns side by side; an interval has two, also where it is not known.

    >>> flat({"right": {"n": 4, "ci95": [0.1, 0.5]}, "bounds": None})
    {'right_n': 4, 'right_ci95_low': 0.1, 'right_ci95_high': 0.5, 'bounds_low': None, 'bounds_high': None}
    """
    columns: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, Mapping):
            columns |= {f"{name}_{inner}": each for inner, each in flat(value).items()}
        elif name.startswith(("ci95", "bounds")):
            low, high = value or (None, None)
            columns |= {f"{name}_low": low, f"{name}_high": high}
        else:
            columns[name] = value
    return columns
