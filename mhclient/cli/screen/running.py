"""A run with somebody watching: the display, the log, the signals, the summary. `run` and `demo` share it.

`--json-log` appends what a run does as JSON lines for machines.
"""

import json
import shlex
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from rich.console import Console
from rich.markup import escape

from cache import CacheError, StoreMoved
from cache.async_store import AsyncStore
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.pacing import Hold
from mhclient.ask.request import in_common
from mhclient.ask.run import ask_run
from mhclient.ask.session import Progress, Session
from mhclient.ask.stopping import DONE, Stop, StopCause, StopReason, Stops, interrupt_and_say
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import err
from mhclient.errors import RunStopped, UsageError
from mhclient.loading import later
from mhclient.providers.base import Provider
from mhclient.read.reading import Readings
from mhclient.redaction.secrets import hide_keys
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.marks import settings_label
from mhclient.run.spec import Ask, RunSpec, spec_of
from mhclient.show.counts import agreeing, counted
from mhclient.show.files import read_by_somebody
from mhclient.study.display import watching
from parsers import Outcome

if TYPE_CHECKING:
    from mhclient.report.loading import load
else:  # it brings numpy, and there is nothing to read before something was asked
    load = later("mhclient.report.loading.load")

EVERY_S = 1.0
BEGIN = b'{"time": '  # of each line of a log


class RunLog:
    """Appends a line per event: start, progress (once a second), end. Each names the run and the time (UTC).

    Raises:
        UsageError: the file cannot be written.
    """

    def __init__(self, path: Path, run_id: str, progress: Progress) -> None:
        try:
            if path.is_file():
                with path.open("rb") as file:
                    if file.read(len(BEGIN)) not in (b"", BEGIN):
                        raise UsageError(
                            f"--json-log {path}: this file exists and is not a log of a run. Name another."
                        )
            with read_by_somebody(path):
                self._file: RawIOBase | None = path.open("ab", buffering=0)
        except OSError as error:
            raise UsageError(f"--json-log {path}: {error.strerror or error}.") from error
        self._path, self._run_id = path, run_id
        self._progress = progress
        self._session: Session | None = None
        self._written_at = time.monotonic()
        self._write("start", self._counts())

    def watch(self, session: Session) -> None:
        """Log this session's pacing, too."""
        self._session = session

    def update(self) -> None:
        """Write a progress line if it is time for one."""
        now = time.monotonic()
        if now - self._written_at >= EVERY_S:
            self._written_at = now
            self._write("progress", self._counts() | self._pacing())

    def note(self, text: str) -> None:
        """Log a sentence."""
        self._write("note", {"text": text})

    def close(self, cause: str) -> None:
        """Write the last line: how it ended."""
        self._write("end", {"cause": cause} | self._counts())
        if self._file:
            self._file.close()

    def _write(self, event: str, fields: dict[str, Any]) -> None:
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"time": moment, "event": event, "run": self._run_id, **fields}
        if self._file is None:
            return
        try:
            self._file.write(
                (hide_keys(json.dumps(line, ensure_ascii=False)) + "\n").encode("utf-8", "replace")
            )
        except OSError as error:  # a full disk, say: replies are worth more than lines about them
            err.print(escape(f"--json-log {self._path}: {error.strerror or error}; logging ends here."))
            self._file = None

    def _counts(self) -> dict[str, Any]:
        progress = self._progress
        return {
            "total": progress.total,
            "done": progress.done,
            "from_cache": progress.from_cache,
            "errors": progress.errors,
            "attempts": progress.n_attempts,
            "retried": progress.n_retried,
            "congested": progress.n_congested,
            "outcomes": {outcome.value: n for outcome, n in progress.outcomes().items()},
        }

    def _pacing(self) -> dict[str, Any]:
        if self._session is None:
            return {}
        state = self._session.pacer.state()
        limit, since = state.requests_per_s, self._session.outage.since
        return {
            "in_flight": state.in_flight,
            "window": state.window,
            "limit_per_s": None if limit == float("inf") else round(limit, 3),
            "held_by": None if state.hold is Hold.NOTHING else state.hold.value,
            "gate_s": round(state.gate_s, 3),
            "unreachable_s": None if since is None else round(self._session.stop.now() - since, 3),
        }


GOES_ON = (0, 1)  # exit statuses after which the next part is asked: done, or items that got no reply
SAME, CAPPED = "The same command again", "The same command with a higher cap"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended here: its counts, and why it stopped early, None if it did not."""

    progress: Progress
    stopped: StopCause | None
    had_all: bool = False  # nothing was missing to begin with
    again: str = SAME  # who asks what is missing

    def exit_status(self, otherwise: int) -> int:
        """What the command line ends with: what stopped the run may say, else `otherwise`."""
        stated = None if self.stopped is None else self.stopped.reason.exit_status
        return otherwise if stated is None else stated


@dataclass(frozen=True, slots=True)
class Screen:
    """Where runs are shown, and the file they are logged in, if any.

    Attributes:
        readings: run id → what was read in its replies as they came.
    """

    console: Console
    json_log: Path | None = None
    readings: dict[str, Readings] = field(default_factory=dict)


async def ask_and_show(store: AsyncStore, order: RunOrder, screen: Screen) -> Ended:
    """Ask what a run is missing, showing how it goes.

    Raises:
        What `ask_run` raises.
    """

    @asynccontextmanager
    async def attend(progress: Progress) -> AsyncIterator[Controls]:
        def summarise() -> None:
            if progress.done:  # else there is nothing to tell but the error
                print_summary(screen.console, store, order.run_id, Ended(progress, None))

        with summarise_if_stopped(summarise):
            async with shown(order, progress, screen) as controls:
                yield controls

    asked = await ask_run(store, order, attend)
    screen.readings[order.run_id] = asked.progress.readings
    if asked.had_all:
        log_nothing_asked(screen.json_log, order.run_id, asked.progress)
    return Ended(asked.progress, asked.stopped, asked.had_all, who_asks_again([asked.stopped]))


def who_asks_again(stopped: Iterable[StopCause | None]) -> str:
    """What asks what is missing, after runs that stopped so; under the same cap nothing more is asked."""
    return CAPPED if any(cause and cause.reason.is_of_a_cap() for cause in stopped) else SAME


@contextmanager
def summarise_if_stopped(summarise: Callable[[], object]) -> Iterator[None]:
    """A run that cannot go on is summed up like one that ended; what stopped it is told after that.

    But where the store is gone: what a summary says to do next would begin a new one, and buy all again.
    """
    try:
        yield
    except StoreMoved:
        raise
    except (RunStopped, CacheError):
        with suppress(CacheError):  # the store may be what stopped it
            summarise()
        raise


@asynccontextmanager
async def shown(order: RunOrder, progress: Progress, screen: Screen) -> AsyncIterator[Controls]:
    """A display, a log and the signals for a run, while the block asks it."""
    async with watching(screen.console, logs=partial(logged, screen.json_log)) as (watch, beside):
        beside.start_soon(stop_on_signals, watch.stops, screen.console)
        with watch.one(order.run_id, title_of(order), progress, order.provider) as controls:
            yield in_options(controls)


def in_options(controls: Controls) -> Controls:
    """The controls, what is said of parameters being said of options."""
    return replace(controls, tell=lambda text: controls.tell(as_options(text)))


def title_of(order: RunOrder) -> str:
    """A run as its display names it."""
    epochs = [f"each item {order.spec.epochs} times"] if order.spec.epochs > 1 else []
    return " · ".join(
        [order.spec.model, order.spec.variant.name, *settings_label(order.spec), order.run_id, *epochs]
    )


@contextmanager
def logged(path: Path | None, run_id: str, progress: Progress, stop: Stop) -> Iterator[list[RunLog]]:
    """The JSON log, if one is asked for."""
    if path is None:
        yield []
        return
    log = RunLog(path, run_id, progress)
    try:
        yield [log]
    finally:
        log.close(str(stop.cause or DONE))


def log_nothing_asked(path: Path | None, run_id: str, progress: Progress) -> None:
    """The log of a run that had all its replies and was not begun: who waits for its end finds it."""
    with logged(path, run_id, progress, Stop()):
        pass


def print_summary(console: Console, store: AsyncStore, run_id: str, ended: Ended) -> int:
    """What was done, what could not be read, what is missing or waits in batches, and what to type next.

    Returns:
        How many items wait in batches.
    """
    n_in_batches = print_counts(console, store, run_id, ended)
    print_what_next(console, store, run_id, n_in_batches)
    return n_in_batches


def print_what_next(console: Console, store: AsyncStore, run_id: str, n_in_batches: int) -> None:
    """The command that goes on with a run."""
    # The batch may be another run's that asks the same.
    what = ["collect"] if n_in_batches else ["report", run_id]
    print_next(console, [*what, "--store", str(store.path)])
    print_logs_beside(console, store, [run_id])


def print_logs_beside(console: Console, store: AsyncStore, run_ids: Sequence[str]) -> None:
    """The command that compares runs with the adopted logs whose questions they have asked."""
    runs = [run for run in store.read(lambda opened: opened.runs.get_all()) if not run.broken]
    asked = {run.benchmark for run in runs if run.run_id in run_ids}
    logs = [run.run_id for run in runs if run.spec.get("provider") == ADOPTED and run.benchmark in asked]
    if logs:
        words = ["mhclient", "compare", *logs, *run_ids, "--store", str(store.path)]
        console.print(f"Beside the log: {escape(shlex.join(words))}", soft_wrap=True)


def print_next_of_shards(console: Console, store: AsyncStore) -> None:
    """The command that puts the shards of a run together."""
    words = ["mhclient", "cache", "merge", "all.sqlite3", str(store.path)]
    console.print(
        f"Next, when all shards have ended: {escape(shlex.join(words))} and the others' stores",
        soft_wrap=True,
    )


async def keep_readings(store: AsyncStore, run_ids: Sequence[str], known: Mapping[str, Readings]) -> None:
    """Keep what is read in the replies of runs, for the store's view `results`; not where it takes long.

    Args:
        known: what was read in them while they were asked.
    """
    if runs := store.read(partial(load.read_soon, run_ids=run_ids, known=known)):
        await store.write(partial(load.keep_what_was_read, runs=runs))


def print_next(console: Console, words: Sequence[str]) -> None:
    """What to type next."""
    console.print(f"Next: {escape(shlex.join(['mhclient', *words]))}", soft_wrap=True)


def print_counts(console: Console, store: AsyncStore, run_id: str, ended: Ended) -> int:
    """The same without what to type next."""
    n_in_batches = store.results.count_in_batches(run_id)
    causes = store.results.count_errors(run_id)
    spec = spec_of(store.runs.get(run_id))
    for line in _summary(run_id, ended, n_in_batches, causes, spec):
        # A terminal wraps at words; a pipe keeps each sentence on a line of its own.
        console.print(escape(as_options(line)), soft_wrap=not console.is_terminal)
    return n_in_batches


def _summary(
    run_id: str, ended: Ended, n_in_batches: int, causes: Counter[str], spec: RunSpec
) -> Iterator[str]:
    progress = ended.progress
    n_replies, missing = progress.done - progress.errors, progress.total - progress.done - n_in_batches
    in_batches = f", {n_in_batches:,} in batches" if n_in_batches else ""
    if ended.had_all:
        yield "Nothing was missing: no request was sent."
    if ended.stopped is not None:
        yield f"Stopped: {ended.stopped}."
    if ended.had_all and not progress.errors and not progress.from_cache:
        yield f"{run_id}: all {counted(progress.total, 'reply')} were there already."
        return
    earlier = f"{progress.n_earlier:,} from earlier starts, " if progress.n_earlier else ""
    yield (
        f"{run_id}: {_replies(n_replies, progress.total, spec.epochs)} ({earlier}{progress.from_cache:,} "
        f"reused from the store); {counted(progress.errors, 'error')}{in_batches}, {missing:,} not asked."
    )
    if progress.from_cache and spec.ask is not Ask.FORCED_CHOICE:
        yield (
            "Replies from the store are those to the same requests in earlier runs. To ask anew, raise "
            f"--epochs, as in --epochs {spec.epochs + 1}: each repetition of an item is a request of its own."
        )
    unread = {name: n for name, n in progress.outcomes().items() if name is not Outcome.ANSWER}
    if unread:
        listed = ", ".join(f"{n:,} {outcome}" for outcome, n in sorted(unread.items()))
        yield f"No answer in these new replies: {listed}."
    if ended.stopped is None or ended.stopped.reason is not StopReason.NO_ANSWERS:  # else it is said above
        yield from in_common(progress)
    if causes:
        yield f"Errors: {', '.join(f'{n:,} {cause}' for cause, n in sorted(causes.items()))}."
    if too_long := causes["PromptTooLong"]:
        more = f"{counted(too_long, 'prompt has', 'prompts have')} more tokens than the model or --max-length"
        yield f"{more} allows; {agreeing(too_long, 'it was', 'they were')} not cut."
    if missing and not n_in_batches:
        lacking = {name: task.total - task.done for name, task in progress.tasks.items()}
        listed = ", ".join(
            f"{name} {n:,} of {progress.tasks[name].total:,}" for name, n in lacking.items() if n
        )
        yield f"Missing: {listed}."
    if missing:
        yield f"{ended.again} asks what is missing."
    if causes.total() > too_long and ended.had_all:  # those that another try may cure are missing by now
        yield "These errors stay as they are; --ask-again errors asks them again."
    elif causes.total() > too_long:
        yield f"{ended.again} retries errors that another try may cure; --ask-again errors asks them all."


def _replies(n: int, total: int, epochs: int) -> str:
    """How many items have a reply, or how many of the replies that a run with repetitions wants there are.

    >>> _replies(1, 20, 1), _replies(60, 60, 3)
    ('1 of 20 items has a reply', '60 of 60 replies (20 items × 3) are there')
    """
    if epochs == 1:
        return f"{n:,} of {counted(total, 'item')} {agreeing(n, 'has', 'have')} a reply"
    wanted = f"{counted(total, 'reply')} ({counted(total // epochs, 'item')} × {epochs})"
    return f"{n:,} of {wanted} {agreeing(n, 'is', 'are')} there"


def print_notes(console: Console, provider: Provider, told: set[str] | None = None) -> None:
    """What a provider has to say of how it answered: that a local model needed a slower way, for instance.

    Args:
        told: what has been said; it grows.
    """
    known = set[str]() if told is None else told
    for note in (note for note in provider.notes() if note not in known):
        known.add(note)
        console.print(f"* {escape(as_options(note))}", soft_wrap=True)


async def stop_on_signals(stop: Stop | Stops, console: Console) -> None:
    """Have the signals stop what is under way, and say so at once; see `Stop.interrupt`."""
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as signals:
        async for number in signals:
            console.print(interrupt_and_say(stop, number), soft_wrap=True)
