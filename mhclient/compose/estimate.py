"""What a stage would ask and cost at the most; nothing is sent, and nothing is stored."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cache import BenchmarkItem
from mhclient.ask.plan import RunEstimate, estimate_run
from mhclient.compose.composition import Stage, stages_of
from mhclient.run.jobs import ComposeJob


def estimate_stage(stage: Stage[Any], store: Path) -> list[RunEstimate]:
    """What the runs of a stage would send, replies that are stored already left out."""
    return [
        estimate_run(
            partial(_entries, run.jobs),
            run.order.spec,
            run.order.provider,
            run.order.pace,
            store,
        )
        for run in stages_of(stage)
    ]


def _entries(jobs: Sequence[ComposeJob]) -> Iterator[BenchmarkItem]:
    """The jobs as the store would keep them."""
    return (BenchmarkItem(at, job.id, job.stage, job.to_line()) for at, job in enumerate(jobs))
