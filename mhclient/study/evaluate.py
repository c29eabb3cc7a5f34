"""The short road from Python: questions, models, one call, a table."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from benchmark.imports.files import FORMS
from cache import Store
from mhclient.ask.making import DEFAULT_VARIANT
from mhclient.errors import RunStopped, UsageError
from mhclient.report.loading.load import are_read_soon, keep_what_was_read
from mhclient.run.stored_runs import readable_runs, select_runs
from mhclient.study.asking import CellEnd
from mhclient.study.file import read_study
from mhclient.study.panels import with_panels
from mhclient.study.planning import (
    Models,
    PlannedStudy,
    Sources,
    StudyOptions,
    Variants,
    choose_console,
    find_store,
    only_noise,
    plan_study,
)
from mhclient.study.result import Result
from mhclient.study.source import study_name
from mhclient.study.worker import in_short, wait_for, wait_for_async

STORES = (".sqlite3", ".sqlite", ".db")  # how their names end


def evaluate(
    source: Sources,
    models: Models = (),
    variants: Variants = DEFAULT_VARIANT,
    **options: Unpack[StudyOptions],
) -> Result:
    """Ask models every question, keep each reply, and say how they did. The same call again asks the rest.

    It works in scripts and in notebooks. Ctrl-C (in a notebook: interrupt the kernel) once waits for the
    requests under way, twice does not.

    Args:
        source: a file of questions (.csv, .tsv, .jsonl, .json, .xlsx, .parquet), a benchmark folder, or
            several of them.
        models: as "openai:gpt-5", or several; "compatible:NAME" with `base_url` is any server.
        variants: prompt formats: built-in names or .toml files.
        options: see `StudyOptions`, `Limits` (max_cost_usd holds for all runs together) and
            `ParameterOptions` (effort, temperature, …).

    Returns:
        The runs with their figures: a table that shows itself, `items` and `summary` as frames, `compare()`
        and `report("report.html")`.

    Raises:
        UsageError: something cannot be used as given; nothing has been sent.
        BenchmarkError: the questions cannot be read; names the lines.
        MissingKey: there is no key for a provider.
        RunStopped: no run could be asked; some may fail while others go on, and the result says so.
        KeyboardInterrupt: it was interrupted; what has a reply is stored.

    Example:
        >>> result = evaluate(benchmark, "compatible:sim-tidy", base_url=url, limit=20, progress=False)
        >>> result.complete, result.summary["n"].to_list()
        (True, [20])
    """
    planned = plan_study(source, models, variants, options)
    worker = planned.worker()
    return _result(planned, wait_for(worker), interrupted=worker.interrupted)


async def aevaluate(
    source: Sources,
    models: Models = (),
    variants: Variants = DEFAULT_VARIANT,
    **options: Unpack[StudyOptions],
) -> Result:
    """As `evaluate`, to be awaited; other tasks of the event loop go on meanwhile.

    To cancel the task that awaits it is to interrupt it: requests under way may finish first, and the
    CancelledError says what is kept.

    Example:
        >>> async def main():
        ...     return await aevaluate(benchmark, "compatible:sim-tidy", base_url=url, limit=9)
        >>> asyncio.run(main()).complete
        True
    """
    planned = plan_study(source, models, variants, options)
    worker = planned.worker()
    ends = await wait_for_async(worker)
    # In a thread: all replies are read, and the loop goes on meanwhile.
    return await asyncio.to_thread(_result, planned, ends, interrupted=worker.interrupted)


def evaluate_study(
    file: str | os.PathLike[str], *, store: str | os.PathLike[str] | None = None, progress: bool = True
) -> Result:
    """Ask what a study file says, as `mhclient run study.toml`; the same call again asks the rest.

    Args:
        file: such a file as `mhclient study init` writes; `mhclient.study.file.EXAMPLE` is its text.
        store: where replies are kept (default: $MHCLIENT_STORE, or mhclient.sqlite3 in this folder).
        progress: show how it goes.

    Returns:
        As `evaluate`; the report that the file asks for is written, too.

    Raises:
        UsageError: the file, or something in it, cannot be used; nothing has been sent. The other errors are
            those of `evaluate`.

    Example:
        >>> from pathlib import Path
        >>> said = f'benchmarks = ["bench"]\\nlimit = 9\\n[[models]]\\nname = "compatible:sim-tidy"\\n'
        >>> _ = Path("study.toml").write_text(said + f'base_url = "{url}"', encoding="utf-8")
        >>> evaluate_study("study.toml", progress=False).complete
        True
    """
    if Path(file).suffix.lower() in FORMS:
        raise UsageError(
            f"{file} is no study file but holds questions: call evaluate({os.fspath(file)!r}, models=…)."
        )
    study, path, console = read_study(Path(file)), find_store(store), choose_console() if progress else None
    benchmarks = study.find_benchmarks(path)
    for sentence in (sentence for found in benchmarks for sentence in found.said if console):
        console.print(sentence, markup=False, soft_wrap=True)  # type: ignore[union-attr]
    cells = study.cells(benchmarks)
    for sentence in only_noise(cells) if console else ():
        console.print(sentence, markup=False, soft_wrap=True)  # type: ignore[union-attr]
    grid = with_panels(cells, study.panel, path, alone=False)
    planned = PlannedStudy(path, grid, console, study_name([Path(file)]))
    worker = planned.worker()
    result = _result(planned, wait_for(worker), interrupted=worker.interrupted)
    if study.report is not None:
        study.report.write(result)
    return result


def load(*runs: str, store: str | os.PathLike[str] | None = None) -> Result:
    """Stored runs with their figures, as `evaluate` gives them; nothing is asked.

    Args:
        runs: which, by name or selector: "@last", "study=exam", "model=gpt*", how a name begins; all that
            have answers where none is named (notes say of others why they have none).
        store: the file (default: $MHCLIENT_STORE, or mhclient.sqlite3 in this folder).

    Raises:
        StoreUnusable: there is no store.
        UsageError: a selector names no run; says which there are.

    Example:
        >>> load(store=store.path).summary.columns[:3]
        ['run', 'benchmark', 'provider']
    """
    if store is None and len(runs) == 1 and Path(runs[0]).suffix in STORES and Path(runs[0]).is_file():
        raise UsageError(f"{runs[0]} names no run but a store: write load(store={os.fspath(runs[0])!r}).")
    path, left_out = find_store(store), list[str]()
    with Store.open(path, read_only=True) as opened:
        every = [run.run_id for run in opened.runs.get_all()]
        wanted = select_runs(opened, runs) if runs else readable_runs(opened, every, left_out.append)
        asked = tuple(run_id for run_id in wanted if opened.results.count_tasks(run_id))
    return Result(path, asked, tuple(left_out))


def _result(planned: PlannedStudy, ends: Sequence[CellEnd], *, interrupted: bool) -> Result:
    """What came of it.

    Raises:
        KeyboardInterrupt: it was interrupted.
        RunStopped: not one run could be asked.
    """
    if interrupted:
        raise in_short(KeyboardInterrupt())
    failures = [end.failure for end in ends if end.failure is not None]
    shown = planned.grid.cells or planned.grid.start
    asked = tuple(end.cell.run_id for end in ends if end.cell in shown and end.progress.done)
    if failures and not asked:
        raise RunStopped(str(failures[0])) from None  # the sentence has it; a notebook would show pages
    known = {end.cell.run_id: end.progress.readings for end in ends}
    result = Result(planned.store, asked, tuple(_notes(ends)), known)
    with Store.open(planned.store) as store:
        if are_read_soon(store, asked):
            runs = result.runs
            with store.transaction():
                keep_what_was_read(store, runs)
    return result


def _notes(ends: Sequence[CellEnd]) -> list[str]:
    notes = []
    for end in ends:
        why = end.failure or (end.stopped and f"stopped: {end.stopped}")
        if why:
            notes.append(f"{end.cell.title}: {why}.")
    return notes
