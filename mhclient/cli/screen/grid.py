"""A grid with somebody watching: which cell of how many, how each ended, the table; and panels around it."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.abc import TaskGroup
from rich.console import Console
from rich.markup import escape

from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Controls
from mhclient.ask.request import in_common
from mhclient.ask.session import Progress, TaskProgress
from mhclient.cli.arguments.options import DEFAULT_STORE
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import err, out, tell
from mhclient.cli.screen.running import (
    GOES_ON,
    Screen,
    ask_and_show,
    in_options,
    log_nothing_asked,
    logged,
    print_counts,
    print_logs_beside,
    print_next,
    print_next_of_shards,
    print_notes,
    stop_on_signals,
    who_asks_again,
)
from mhclient.loading import later
from mhclient.machine.process import keep_to_the_end
from mhclient.providers.access import is_of_service
from mhclient.providers.withheld import WithoutText, why_without_text
from mhclient.read.reading import Readings
from mhclient.redaction.secrets import hide_keys
from mhclient.report.loading.load import keep_what_was_read, read_soon
from mhclient.report.loading.loaded import LoadedRun
from mhclient.run.stored_items import is_restricted
from mhclient.run.stored_runs import LAST
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import visible
from mhclient.study.asking import CellEnd, CellTurn, ask_grid, end_in_words, exit_status
from mhclient.study.display import Watch, watching
from mhclient.study.grid import GridCell
from mhclient.study.table import rank_runs, result_lines
from parsers import Outcome

if TYPE_CHECKING:
    from mhclient.report import drift_panels as drift
    from mhclient.study import result as results
    from mhclient.study.result import ReportFile
else:  # of panels and of a study's report alone
    drift = later("mhclient.report.drift_panels")
    results = later("mhclient.study.result")

PAGE = ".html"
PAGE_ARGUMENTS = ("--format", "html", "--out", "report.html")
WITH_ITEMS = "a workbook with questions and replies (--out report.xlsx), a row per item (--out items.csv), "
OTHER_FORMS = (
    "Or as tables for a paper (--out tables.tex), {}figures (--figures DIR); without any of these on the "
    "terminal."
)


async def ask_grid_and_show(
    store: AsyncStore, cells: Sequence[GridCell], screen: Screen, report: "ReportFile | None" = None
) -> int:
    """Ask a grid, then show its table; returns the exit status.

    Args:
        report: what a study file has written in the end.

    Raises:
        What `ask_grid` raises.
    """
    console = screen.console
    logs = partial(logged, screen.json_log)
    async with watching(console, len(cells), logs) as (watch, beside):
        attend = _Attending(watch, beside, console)
        ends = await ask_grid(store, cells, attend, partial(_print_end, screen, set()))
    if n_left := sum(not end.begun for end in ends):
        _say(console, f"{counted(n_left, 'run was', 'runs were')} not begun: the same command asks them.")
    elif exit_status(ends):
        _say(console, f"{who_asks_again(end.stopped for end in ends)} asks what is missing.")
    if asked := [end.cell.run_id for end in ends if end.progress.done]:
        screen.readings.update({end.cell.run_id: end.progress.readings for end in ends})
        await print_result(store, asked, screen.readings, [end.cell.run_id for end in ends if end.had_all])
        if absent := [end.cell.title for end in ends if not end.progress.done]:
            _say(console, f"Without a reply, and so not in the table: {', '.join(absent)}.")
        print_next_of_grid(console, store, cells, report)
    return exit_status(ends)


def print_next_of_grid(
    console: Console, store: AsyncStore, cells: Sequence[GridCell], report: "ReportFile | None" = None
) -> None:
    """What goes on with all runs of a grid: collecting, merging, or a report in any form.

    Args:
        report: as for `ask_grid_and_show`; a page that it makes is not proposed again.
    """
    if any(store.results.count_in_batches(cell.run_id) for cell in cells):
        return print_next(console, ["collect", *_where(store)])
    if not cells[0].pace.shard.is_whole:
        return print_next_of_shards(console, store)
    has_page = report is not None and report.path.suffix == PAGE
    print_next(console, ["report", LAST, *_where(store), *([] if has_page else page_arguments(cells))])
    print_logs_beside(console, store, [cell.run_id for cell in cells])
    _say(console, OTHER_FORMS.format("" if _is_restricted(cells) else WITH_ITEMS))


def _where(store: AsyncStore) -> list[str]:
    return [] if str(store.path) == DEFAULT_STORE else ["--store", str(store.path)]


def page_arguments(cells: Sequence[GridCell]) -> tuple[str, ...]:
    """The page; without the items where a benchmark's makers ask not to pass on its answers."""
    return (*PAGE_ARGUMENTS, "--no-items") if _is_restricted(cells) else PAGE_ARGUMENTS


def _is_restricted(cells: Sequence[GridCell]) -> bool:
    return any(is_restricted(cell.benchmark.manifest) for cell in cells)


class _Attending:
    """Watches each cell that is asked, and has Ctrl-C stop all of them from the first one on."""

    def __init__(self, watch: Watch, beside: TaskGroup, console: Console) -> None:
        self._watch, self._beside, self._console = watch, beside, console
        self._heeding = False

    @asynccontextmanager
    async def __call__(self, turn: CellTurn) -> AsyncIterator[Controls]:
        if not self._heeding:  # before, while all is planned, Ctrl-C ends the program
            self._beside.start_soon(stop_on_signals, self._watch.stops, self._console)
            self._heeding = True
        order = turn.cell.order()
        title = f"{turn.number} of {turn.n_cells} · {turn.cell.title} · {order.run_id}"
        with self._watch.one(order.run_id, title, turn.progress, order.provider) as controls:
            yield in_options(controls)


def _print_end(screen: Screen, told: set[str], turn: CellTurn, end: CellEnd) -> None:
    """A line on each cell, and why it is not done; what a provider notes is told once."""
    if end.had_all:
        log_nothing_asked(screen.json_log, turn.cell.run_id, end.progress)
    _say(
        screen.console,
        f"{turn.number} of {turn.n_cells} · {turn.cell.title}: {as_options(end_in_words(end))}",
    )
    print_notes(screen.console, turn.cell.model.provider, told)


def _progress_of(store: Store, run: LoadedRun) -> Progress:
    """What a run's stored replies are, as a start that gets them counts it."""
    task, whys, n_uncounted = TaskProgress(), Counter[WithoutText](), 0
    for scored, response_id in zip(run.scored, run.response_ids, strict=True):
        if response_id is None or not isinstance(scored.ending, Outcome):
            continue
        task.outcomes[scored.ending] += 1
        n_uncounted += scored.ending is not Outcome.FILTERED and run.spent[scored.item.id].tokens is None
        if scored.ending in (Outcome.EMPTY, Outcome.TRUNCATED):
            (text,) = store.results.read_texts([response_id])
            if not (text.completion or "").strip():
                (body,) = store.results.read_bodies_of([response_id])
                whys[why_without_text(body, text.finish_reason)] += 1
    return Progress(
        {"": task},
        without_text=whys,
        n_uncounted=n_uncounted,
        cap=run.spec.parameters.max_tokens,
        of_service=is_of_service(run.spec.endpoint),
    )


async def print_result(
    store: AsyncStore,
    run_ids: Sequence[str],
    known: Mapping[str, Readings],
    unsaid: Sequence[str] = (),
) -> None:
    """The ranked table on standard output; nothing where no item has ended, or where reading takes long.

    What was read is kept for the store's view `results`.

    Args:
        known: what was read in the runs while they were asked.
        unsaid: runs whose replies came before this start, or in batches, so that nobody has said yet what
            many of them have in common.
    """
    if runs := store.read(partial(read_soon, run_ids=run_ids, known=known)):
        keep_to_the_end()
        for run in (run for run in runs if run.run.run_id in unsaid):
            for line in in_common(store.read(partial(_progress_of, run=run))):
                tell(as_options(f"{run.run.run_id}: {line}" if len(runs) > 1 else line))
        for line in result_lines(rank_runs(runs)):
            out.print(line, markup=False, soft_wrap=True)
        await store.write(partial(keep_what_was_read, runs=runs))


def write_study_report(
    store: Path, cells: Sequence[GridCell], report: "ReportFile", known: Mapping[str, Readings]
) -> None:
    """The report that a study file asks for, of the runs that have replies; once no batch is open.

    Args:
        known: what was read in the runs while they were asked.
    """
    with Store.open(store, read_only=True) as opened:
        asked = tuple(cell.run_id for cell in cells if opened.results.count_tasks(cell.run_id))
        n_waiting = sum(opened.results.count_in_batches(cell.run_id) for cell in cells)
    if n_waiting:
        said = f"{counted(n_waiting, 'reply')} {agreeing(n_waiting, 'waits', 'wait')} in batches"
        tell(f"Not written yet: {report.path}, since {said}. Once collected, the same command writes it.")
    elif asked:
        written = report.write(results.Result(store, asked, known=known))
        tell(f"Written: {written} ({counted(len(asked), 'run')})")


def _say(console: Console, text: str) -> None:
    console.print(escape(visible(hide_keys(text))), soft_wrap=not console.is_terminal)


async def ask_panels(store: AsyncStore, cells: Sequence[GridCell], screen: Screen) -> int:
    """Ask panels one after the other; returns the worst exit status, 0 for none."""
    status = 0
    for cell in cells:
        ended = await ask_and_show(store, cell.order(), screen)
        print_counts(err, store, cell.run_id, ended)
        progress = ended.progress
        mine = ended.exit_status(0 if progress.done == progress.total and not progress.errors else 1)
        status = max(status, mine)
        if mine not in GOES_ON:
            break
    return status


def print_drift(store: AsyncStore, run_ids: Sequence[str]) -> None:
    """What the panels of these runs say so far."""
    for series in store.read(lambda opened: list(drift.find_series(opened, run_ids))):
        err.print(escape(f"{series.title}: {drift.verdict(series)}"), soft_wrap=not err.is_terminal)
    print_next(err, ["drift", *run_ids[:1], "--store", str(store.path)])
