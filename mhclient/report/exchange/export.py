"""A benchmark's items, or a run with its replies, as a file of another tool, in one call."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmark import Benchmark
from benchmark.exchange import EXPORTERS, FORMATS
from cache import Store
from mhclient.errors import UsageError
from mhclient.report.exchange import RUN_FORMATS, run_exporter
from mhclient.report.exchange.replies import RunExport
from mhclient.run.stored_items import refuse_answers
from mhclient.run.stored_runs import select_run
from mhclient.show.files import redact_written


class Exported(NamedTuple):
    """What was written.

    Attributes:
        path: the file to look at first.
        next_step: the command that uses it.
    """

    path: Path
    next_step: str


def export_benchmark(
    benchmark: Benchmark, to: str, out: str | os.PathLike[str], *, with_answers: bool = False
) -> Exported:
    """Write the items of a benchmark for another tool, which then asks the same questions.

    Args:
        to: one of `benchmark.exchange.FORMATS`: parquet, hf, inspect, lm-eval.
        out: the folder or file to make.
        with_answers: write answers also of a benchmark whose makers ask not to pass them on.

    Raises:
        UsageError: there is no such format for items; answers would be passed on.
        BenchmarkError: the file exists or cannot be written.

    Example:
        >>> export_benchmark(benchmark, "parquet", "items.parquet").path.name
        'items.parquet'
    """
    name = str(benchmark.directory)
    if to not in FORMATS:
        raise UsageError(f"{name} is a benchmark, without replies: `to={to}` takes a run. {_choice(FORMATS)}")
    refuse_answers(benchmark.manifest, name, with_answers=with_answers)
    exporter, folder = EXPORTERS[to], Path(out)
    path = exporter.write(benchmark, folder)
    redact_written(folder)
    return Exported(path, exporter.say_next(path, folder))


def export_run(
    store: Store, run: str, to: str, out: str | os.PathLike[str], *, with_answers: bool = False
) -> Exported:
    """Write a run with every reply as another tool's log, for that tool's viewers.

    Args:
        store: an open store.
        run: its name, or a selector that means one run, as "@last".
        to: one of `mhclient.report.exchange.RUN_FORMATS`: inspect, eee, lm-eval.
        out: the folder or file to make.
        with_answers: write answers also of a benchmark whose makers ask not to pass them on.

    Raises:
        UsageError: there is no such format for runs, no such run, or answers would be passed on.
        MissingPackage: the tool is needed to write it, and is not installed.

    Example:
        >>> exported = export_run(store, spec.run_id(), "eee", "every-eval-ever")
        >>> exported.path.exists()
        True
    """
    if to not in RUN_FORMATS:
        raise UsageError(f"{run} is a run: `to={to}` writes the items of a benchmark. {_choice(RUN_FORMATS)}")
    exporter, folder = run_exporter(to), Path(out)
    found = RunExport(store, select_run(store, run))
    refuse_answers(found.run.benchmark.manifest, run, with_answers=with_answers)
    path = exporter.write(found, folder)
    return Exported(path, exporter.say_next(path, folder))


def _choice(formats: Iterable[str]) -> str:
    return f"Choose from {', '.join(formats)}."
