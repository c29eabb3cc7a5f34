"""One row per run and task, for people who go on in pandas, R or a spreadsheet; and all of it as SQLite."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cache import Store
from cache.extract import write_tables
from mhclient.report.figures import Figures
from mhclient.report.loaded import LoadedRun, Spent
from mhclient.report.summary import Summary
from mhclient.report.writers.rows import columns_of, item_rows
from mhclient.show.csv_cells import Cells

ALL = ""  # the task of a row over all items
COLUMNS = (
    *("run", "model", "provider", "variant", "effort", "temperature", "max_tokens", "benchmark", "task"),
    *("n_planned", "n", "n_correct", "accuracy", "ci95_low", "ci95_high", "n_unread", "accuracy_among_read"),
    *("kept_format", "prompt_tokens", "completion_tokens", "cost_usd", "marks"),
)
MOST_OWN_COLUMNS = 100


def summary_rows(summaries: Sequence[Summary]) -> Iterator[dict[str, Any]]:
    """Each run's tasks, then all of its items together; shares from 0 to 1, what is not known None."""
    for summary in summaries:
        for task, figures in (*summary.tasks.items(), (ALL, summary.overall)):
            items = [item.item.id for item in summary.run.scored if task in (ALL, item.task)]
            yield {**_of_run(summary.run), "task": task, **_of_figures(figures), **_spent(summary.run, items)}


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
    cells = cells or Cells()
    written = io.StringIO()
    writer = csv.DictWriter(written, fieldnames=COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in summary_rows(summaries):
        writer.writerow({name: cells.write(cell) for name, cell in row.items()})
    return written.getvalue()


def write_sqlite(store: Store, summaries: Sequence[Summary], path: Path) -> None:
    """Write tables `runs` (one row per run and task) and `results` (one per item: asked, said, read, right).

    Columns of imported questions that every program can hold stand in `results` under their own names.

    Raises:
        StoreUnusable: the file cannot be written.
    """
    runs = [summary.run for summary in summaries]
    of_items = columns_of(runs)
    own = _own_columns(runs, of_items)
    # `question` is its text here; the number that a design has for it is the column `q_id` of its own.
    results = (*(name for name in of_items if name not in ASKED_AND_SAID), *ASKED_AND_SAID, *own)
    tables = {
        "runs": (COLUMNS, summary_rows(summaries)),
        "results": (results, _results(store, runs, of_items, own)),
    }
    write_tables(path, tables)


ASKED_AND_SAID = ("question", "options", "completion", "finish_reason", "failure", "cost_usd")


def _own_columns(runs: Sequence[LoadedRun], of_items: Sequence[str]) -> dict[str, str]:
    """Columns of imported questions: the name in the table → the name in the item's details."""
    taken = {name.casefold() for name in (*of_items, *ASKED_AND_SAID)}
    names = dict.fromkeys(name for run in runs for scored in run.scored for name in scored.item.details)
    own: dict[str, str] = {}
    for name in list(names)[:MOST_OWN_COLUMNS]:
        shown = name if name.casefold() not in taken else f"{name}_given"
        if shown.casefold() not in taken and name.strip():
            own[shown] = name
            taken.add(shown.casefold())
    return own


def _results(
    store: Store, runs: Sequence[LoadedRun], of_items: Sequence[str], own: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    for run in runs:
        texts = store.results.read_texts(run.response_ids)
        for row, scored, text in zip(item_rows([run], of_items), run.scored, texts, strict=True):
            item = scored.item
            spent = run.spent.get(item.id)
            yield {
                **row,
                "question": item.question,
                "options": json.dumps(dict(item.options), ensure_ascii=False),
                "completion": text.completion,
                "finish_reason": text.finish_reason,
                "failure": run.failures.get(item.id),
                "cost_usd": spent and spent.cost_usd,
                **{shown: _plain(item.details.get(name)) for shown, name in own.items()},
            }


def _plain(value: Any) -> Any:
    """A value that a cell can hold."""
    if value is None or isinstance(value, str | float | bool):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    return json.dumps(value, ensure_ascii=False)
