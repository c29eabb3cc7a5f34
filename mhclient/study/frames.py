"""Runs as polars frames: one row per run, and one per item and run with all that is known of its reply.

Loaded where a frame is made, and polars with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from cache import Store
from mhclient.errors import MissingPackage
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.writers.rows import of_one_kind, own_columns
from mhclient.study.table import RankedRun, Ranking


def summary_frame(rankings: Sequence[Ranking]) -> pl.DataFrame:
    """One row per run, best first within a benchmark; shares from 0 to 1, null where not known."""
    rows = [_summary(ranking, row) for ranking in rankings for row in ranking.rows]
    return ResultFrame(rows, infer_schema_length=None)


def _summary(ranking: Ranking, row: RankedRun) -> dict[str, Any]:
    spec, interval = row.run.spec, row.accuracy.ci95 or (None, None)
    return {
        "run": row.run.run.run_id,
        "benchmark": ranking.benchmark,
        "provider": spec.provider,
        "model": spec.model,
        "variant": spec.variant.name,
        "epochs": spec.epochs,
        "rank_first": row.ranks and row.ranks[0],
        "rank_last": row.ranks and row.ranks[1],
        "accuracy": row.accuracy.value,
        "ci95_low": interval[0],
        "ci95_high": interval[1],
        "n_effective": row.accuracy.n_effective,
        "n": row.n,
        "n_planned": row.n_planned,
        "unread": row.unread.total(),
        "prompt_tokens": row.spent.prompt_tokens,
        "completion_tokens": row.spent.completion_tokens,
        "cost_usd": row.spent.cost_usd,
    }


def items_frame(store: Store, runs: Sequence[LoadedRun]) -> pl.DataFrame:
    """One row per item and run, in the runs' order; columns of the questions' own file come last."""
    with store.view():
        rows = [row for run in runs for row in _items(store, run)]
    ours = tuple(rows[0][0]) if rows else ()
    columns = {name: [row[name] for row, _ in rows] for name in ours}
    for shown, name in own_columns(name for _, details in rows for name in details).items():
        columns[shown] = of_one_kind([details.get(name) for _, details in rows])
    return ResultFrame(columns, infer_schema_length=None, strict=False)


def _items(store: Store, run: LoadedRun) -> Iterator[tuple[dict[str, Any], Mapping[str, Any]]]:
    texts = store.results.read_texts(run.response_ids)
    attempts = store.results.read_attempts(run.response_ids)
    seen = Counter[str]()
    for scored, text, attempt in zip(run.scored, texts, attempts, strict=True):
        item, prediction = scored.item, scored.prediction
        seen[item.id] += 1
        row = {
            "run": run.run.run_id,
            "model": run.spec.model,
            "variant": run.spec.variant.name,
            "benchmark": run.benchmark.name,
            "task": scored.task,
            "item_id": item.id,
            "epoch": seen[item.id],
            "question": item.question,
            "options": [f"{letter}. {option}" for letter, option in item.options.items()],
            "gold": "&".join(sorted(item.gold)),
            "completion": text.completion,
            "ending": scored.ending.value,
            "prediction": None if prediction is None else "&".join(sorted(prediction)),
            "correct": scored.correct if scored.asked else None,
            "grade": None if scored.grade is None else scored.grade.value,
            "kept_format": scored.kept_format,
            "rule": scored.rule,
            "error": run.failures.get(item.id),
            "prompt_tokens": text.prompt_tokens,
            "completion_tokens": text.completion_tokens,
            "reasoning_tokens": text.reasoning_tokens,
            "cost_usd": attempt.cost_usd,
            "latency_s": attempt.duration_s,
        }
        yield row, item.details


class ResultFrame(pl.DataFrame):
    """A polars frame. What is made of it (`select`, `filter`, …) is polars' own class."""

    def to_pandas(self, **options: Any) -> Any:
        """As polars' own.

        Raises:
            MissingPackage: pandas or pyarrow is not installed.
        """
        try:
            return super().to_pandas(**options)
        except ModuleNotFoundError as error:
            raise MissingPackage(
                f"to_pandas() needs pandas and pyarrow; there is no {error.name}: pip install pandas pyarrow"
            ) from None
