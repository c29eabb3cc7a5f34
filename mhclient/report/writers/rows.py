"""One row per item and run, for people who go on in pandas, R or a spreadsheet: CSV and Parquet.

Columns that people's own files of questions have become columns of these rows.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from benchmark.csv_text import csv_text
from benchmark.parquet import polars
from mhclient.figures.coverage import CoverageItems, assignment
from mhclient.figures.text_scores import ROUGE_L, TextMetric
from mhclient.read.scored import Scored
from mhclient.redaction.secrets import results_redactor
from mhclient.report.blocks.free import row_scores
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.relabelled import option_said
from mhclient.show.csv_cells import Cells, csv_of
from mhclient.show.files import keyless_rows

MOST_OWN_COLUMNS = 100  # in files
PREFIX = "own_"  # before a column that is called as one of ours
# Ours in rows per item and in rows per run, of any form: so a name means the same in each of them, and in
# tables that people join. Columns of designs are not here: they show what the questions' own columns hold.
OURS = frozenset({
    *("run", "provider", "model", "variant", "effort", "temperature", "max_tokens", "benchmark", "task"),
    *("item_id", "relation", "question", "options", "gold", "repetition", "epoch", "epochs", "marks"),
    *("ending", "prediction", "correct", "grade", "kept_format", "rule", "gold_shown", "said_shown"),
    *("completion", "finish_reason", "failure", "error", "latency_s", "cost_usd"),
    *("prompt_tokens", "completion_tokens", "reasoning_tokens"),
    *("rank_first", "rank_last", "accuracy", "accuracy_among_read", "ci95_low", "ci95_high"),
    "n_effective",
    *("n", "n_planned", "n_correct", "n_unread", "unread"),
})  # fmt: skip


def own_columns(
    names: Iterable[str], taken: Iterable[str] = (), at_most: int | None = None
) -> dict[str, str]:
    """Columns of imported questions: the name in a table → the name in the item's details.

    Every program can hold them: none is empty, or called as another or as one of ours but for its case. None
    holds a key.

    >>> own_columns(["Year", "Model", "own_model", " "])
    {'Year': 'Year', 'own_Model': 'Model', 'own_own_model': 'own_model'}

    Args:
        taken: columns that this table has besides `OURS`.
        at_most: how many a form holds; None for all of them.
    """
    used = OURS | {name.casefold() for name in taken}
    own: dict[str, str] = {}
    hide_in = results_redactor().hide_in
    for name in filter(str.strip, dict.fromkeys(names)):
        shown = hide_in(name)
        while shown.casefold() in used:
            shown = PREFIX + shown
        own[shown] = name
        used |= {shown.casefold()}
    return dict(islice(own.items(), at_most))


def plain_value(value: Any) -> Any:
    """A value that a cell can hold."""
    if value is None or isinstance(value, str | float | bool):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    return json.dumps(value, ensure_ascii=False)


def of_one_kind(values: Sequence[Any]) -> list[Any]:
    """The values as they are where all are texts, all numbers or all truth values; else as texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {str} or kinds <= {int, float} or kinds <= {bool}:
        return list(values)
    return [
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in values
    ]


# Where items have designs; empty for those that have none.
DESIGN_COLUMNS = ("question", "vignette", "gender", "nationality", "age", "option_said")
COLUMNS = (
    "run",
    "model",
    "variant",
    "benchmark",
    "task",
    "item_id",
    "relation",
    "gold",
    "ending",
    "prediction",
    "correct",
    "grade",
    "kept_format",
    "rule",
    "gold_shown",
    "said_shown",
    "marks",
    "repetition",
)

OWN = "own"  # the kind of a benchmark made from a file of questions


def columns_of(runs: Sequence[LoadedRun]) -> tuple[str, ...]:
    """The columns of a row, those of designs only where there is one."""
    designed = any("vignette" in scored.item.details for run in runs for scored in run.scored)
    return (*COLUMNS, *DESIGN_COLUMNS) if designed else COLUMNS


def item_rows(runs: Sequence[LoadedRun], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every item of every run, in the runs' order; letters of a set are joined by &.

    Args:
        columns: as `columns_of` gives them, of these runs or of more.
    """
    designed = DESIGN_COLUMNS[-1] in columns
    for run in runs:
        for item, repetition in zip(run.scored, run.repetitions, strict=True):
            row = _row(run, item) | {"repetition": repetition}
            yield row | _of_design(item) if designed else row


def _row(run: LoadedRun, scored: Scored) -> dict[str, Any]:
    return {
        "run": run.run.run_id,
        "model": run.spec.model,
        "variant": run.spec.variant.name,
        "benchmark": run.benchmark.digest,
        "task": scored.task,
        "item_id": scored.item.id,
        "relation": scored.item.relation,
        "gold": _joined(frozenset(scored.item.gold)),
        "ending": scored.ending.value,
        "prediction": _joined(scored.prediction),
        "correct": scored.correct if scored.asked else None,
        "grade": None if scored.grade is None else scored.grade.value,
        "kept_format": scored.kept_format,
        "rule": scored.rule,
        "gold_shown": _joined(scored.gold),
        "said_shown": _joined(scored.said),
        "marks": "; ".join(run.marks) or None,
    }


def _of_design(scored: Scored) -> dict[str, Any]:
    """What the item's details say of its design, and the original option that was said, from 0."""
    details = scored.item.details
    if "vignette" not in details:
        return dict.fromkeys(DESIGN_COLUMNS)
    values = (details.get("q_id"), *(details.get(name) for name in DESIGN_COLUMNS[1:-1]), option_said(scored))
    return {n: None if v is None else str(v) for n, v in zip(DESIGN_COLUMNS, values, strict=True)}


def _columns_from_files(runs: Sequence[LoadedRun], columns: Sequence[str]) -> dict[str, str]:
    """Columns that people's own files of questions have."""
    benchmarks = {run.benchmark.digest: run.benchmark for run in runs}.values()
    items = (item for of in benchmarks if of.manifest.get("kind") == OWN for item in of.items.values())
    return own_columns((name for item in items for name in item.details), columns, MOST_OWN_COLUMNS)


def _free_columns(runs: Sequence[LoadedRun], metrics: Sequence[TextMetric]) -> tuple[str, ...]:
    """Inconsistency by each measure, where any run has free answers."""
    has_free = any(run.spec.variant.free for run in runs)
    return tuple(f"inconsistency_{metric.key}" for metric in metrics) if has_free else ()


def _free_cells(
    runs: Sequence[LoadedRun], metrics: Sequence[TextMetric]
) -> Iterator[dict[str, float | None]]:
    """These columns of each row of `item_rows`."""
    columns = _free_columns(runs, metrics)
    for run in runs:
        if columns and run.spec.variant.free:
            yield from (dict(zip(columns, row.values(), strict=True)) for row in row_scores(run, metrics))
        else:
            yield from (dict.fromkeys(columns) for _ in run.scored)


def _own_cells(runs: Sequence[LoadedRun], own: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """These columns of each row of `item_rows`."""
    for run in runs:
        for scored in run.scored:
            yield {shown: plain_value(scored.item.details.get(name)) for shown, name in own.items()}


def _joined(letters: frozenset[str] | None) -> str | None:
    return None if letters is None else "&".join(sorted(letters))


def as_csv(
    runs: Sequence[LoadedRun], cells: Cells | None = None, metrics: Sequence[TextMetric] = (ROUGE_L,)
) -> str:
    """The rows as CSV; what is not known is empty, truth values are true and false.

    Args:
        metrics: by which free answers are compared with the right option's text.
    """
    columns = columns_of(runs)
    free = _free_columns(runs, metrics)
    own = _columns_from_files(runs, (*columns, *free))
    parts = (item_rows(runs, columns), _free_cells(runs, metrics), _own_cells(runs, own))
    rows = (
        {
            name: str(cell).lower() if isinstance(cell, bool) else cell
            for name, cell in (row | scores | more).items()
        }
        for row, scores, more in zip(*parts, strict=True)
    )
    return csv_of((*columns, *free, *own), rows, cells)


def assignment_csv(
    runs: Sequence[LoadedRun], cells: Cells | None = None, which: CoverageItems = CoverageItems.ALL
) -> str:
    """Which item counts for which entity and relation in coverage: the counting rule, to be checked."""
    cells = cells or Cells()
    head = ("benchmark", "item_id", "task", "counts_for", "key")
    benchmarks = {run.benchmark.digest: run.benchmark for run in runs}
    rows = (
        (digest, *map(cells.write, row))
        for digest, benchmark in benchmarks.items()
        for row in assignment(benchmark.items.values(), which)
    )
    return csv_text([head, *rows])


def as_parquet(runs: Sequence[LoadedRun], metrics: Sequence[TextMetric] = (ROUGE_L,)) -> bytes:
    """The rows as Parquet."""
    pl = polars()
    truth = ("correct", "kept_format")
    kinds = dict.fromkeys(truth, pl.Boolean) | {"repetition": pl.Int64}
    columns = columns_of(runs)
    free = _free_columns(runs, metrics)
    own = _columns_from_files(runs, (*columns, *free))
    schema = {name: kinds.get(name, pl.String) for name in columns}
    written = io.BytesIO()
    frame = pl.DataFrame(list(keyless_rows(item_rows(runs, columns))), schema=schema)
    scores = list(_free_cells(runs, metrics))
    for name in free:
        frame = frame.with_columns(pl.Series(name, [row[name] for row in scores], dtype=pl.Float64))
    if own:
        cells = list(keyless_rows(_own_cells(runs, own)))
        for name in own:
            values = of_one_kind([row[name] for row in cells])
            frame = frame.with_columns(pl.Series(name, values, strict=False))
    frame.write_parquet(written, statistics=False)
    return written.getvalue()
