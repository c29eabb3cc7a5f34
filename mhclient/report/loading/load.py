"""From the store to scored items: everything a report reads, read once.

Rows of the store lose the keys that this process knows, those that cannot be scored are set aside with the
reason, and the others are read and scored. Items are parsed once per benchmark and shared by the runs that
ask them; completions are read and let go. What was read can be kept in the store for its views.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from operator import attrgetter
from typing import NamedTuple, TypeVar

from benchmark import Item
from benchmark.kinds import task_name
from cache import FAILED_ENDS, ReplyRow, RunRow, Store, TextRow, UnknownRun
from cache.rows import ReadItemRow
from mhclient.errors import ReportError, UsageError
from mhclient.figures.coverage import Slice
from mhclient.figures.letter_probabilities import choice_figures
from mhclient.judge.agreement import judged_figures
from mhclient.machine.process import no_gc
from mhclient.providers.stored_bodies import PHASED, is_glued
from mhclient.read.choices import chosen_items, confidences
from mhclient.read.reading import Reader
from mhclient.read.scored import Scored
from mhclient.read.scorer import Scorer
from mhclient.redaction.secrets import Redactor, results_redactor
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun, spent_on_items
from mhclient.report.loading.marks import mark_all
from mhclient.report.loading.packed import (
    Column,
    PackedItem,
    PackedRows,
    PackedScored,
    PackedSpent,
    PackedTuples,
)
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.adopted import PublishedReading, published_reading
from mhclient.run.parameters import GUESS, SIMULATED, FinishReason
from mhclient.run.prompts import why_not_shown
from mhclient.run.spec import Ask, RunSpec, spec_of
from mhclient.run.stored_items import SharedParts, benchmark_names, reply_name, stored_item
from mhclient.run.stored_runs import refuse_composed
from parsers.reading import PARSER_VERSION


class UsableRows:
    """Which of a run's rows can be scored, and why others cannot."""

    def __init__(self, benchmark: LoadedBenchmark) -> None:
        self.benchmark = benchmark
        self.left_out: dict[str, str] = {}

    def among(self, planned: Iterable[ReplyRow]) -> list[ReplyRow]:
        """Those of the rows that can be scored."""
        rows, items = list(planned), self.benchmark.items
        # Of an item as it is nothing else can be wrong.
        doubtful = [row for row in rows if row.shown is not None or row.item_id not in items]
        self.left_out |= {row.item_id: why for row in doubtful if (why := _why_not(row, self.benchmark))}
        return [row for row in rows if row.item_id not in self.left_out] if self.left_out else rows

    def check(self, run_id: str, rows: Sequence[ReplyRow]) -> None:
        """Whether any row is left.

        Raises:
            ReportError: none is.
        """
        if not rows and not self.left_out:
            raise ReportError(
                f"run '{run_id}' has no items: it was stopped before it was planned. Start it again."
            )
        if not rows:
            item_id, why = next(iter(self.left_out.items()))
            raise ReportError(f"run '{run_id}' has no item that can be used: {item_id[:80]!r} ({why}), …")


def _why_not(row: ReplyRow, benchmark: LoadedBenchmark) -> str | None:
    """Why an item of a run cannot be scored; None where it can."""
    if row.item_id not in benchmark.items:
        return benchmark.unusable.get(row.item_id, "the benchmark has no such item")
    return why_not_shown(row.shown, benchmark.items[row.item_id].options)


Row = TypeVar("Row", ReplyRow, TextRow)


def keyless(rows: list[Row], redactor: Redactor | None = None) -> list[Row]:
    """The rows without keys in their completions: what is read, cut and folded later must hold none.

    Args:
        redactor: that of results, where it is at hand: making it looks through the environment.
    """
    redactor = redactor or results_redactor()
    if not redactor.may_find("\n".join(row.completion or "" for row in rows)):
        return rows
    return [row._replace(completion=row.completion and redactor.hide_in(row.completion)) for row in rows]


class ReplyColumns(NamedTuple):
    """One thing of each row, for each of those that are looked at in all rows."""

    completion: Sequence[str | None]
    request_key: Sequence[str]
    response_id: Sequence[int | None]
    repetition: Sequence[int]
    from_cache: Sequence[bool]
    served_model: Sequence[str | None]
    fingerprint: Sequence[str | None]
    route: Sequence[str | None]
    tier: Sequence[str | None]
    cached_tokens: Sequence[int | None]
    filters: Sequence[str | None]


def columns_of(rows: Sequence[ReplyRow]) -> ReplyColumns:
    """The columns of a run's rows, of which there is at least one."""
    if isinstance(rows, PackedRows):
        return ReplyColumns(*(Column(rows, attrgetter(name)) for name in ReplyColumns._fields))
    return ReplyColumns(*zip(*map(attrgetter(*ReplyColumns._fields), rows), strict=True))


PAGE = 5_000
# A benchmark of more items, or a run with longer replies, is read in blocks and kept packed: it would take
# gigabytes.
LARGE = 50_000
BLOCK = 20_000
LONG = 40_000_000  # characters of completions
LONG_BLOCK = 10_000_000
AHEAD = 10_000_000  # characters of completions that are held while they are being read
_ENDS = frozenset(FinishReason)
V = TypeVar("V")


def load_runs(store: Store, run_ids: str | Sequence[str]) -> list[LoadedRun]:
    """The runs as the store holds them at this moment.

    Args:
        store: an open store.
        run_ids: of the runs, or of a single one.

    Raises:
        UsageError: the store is not an open one.
        UnknownRun: there is no such run.
        ReportError: one has no items.

    Example:
        >>> runs = load_runs(store, [spec.run_id()])
        >>> len(runs[0].scored)
        20
    """
    check_store(store)
    wanted = [run_ids] if isinstance(run_ids, str) else run_ids
    with loading(store, wanted) as runs:
        return mark_all(list(runs))


def check_store(store: object) -> None:
    """Refuse what is no open store, such as a file's name.

    Raises:
        UsageError: it is something else.
    """
    if not isinstance(store, Store):
        raise UsageError(f"store is {store!r}: give an open store, as open_store returns it.")


@contextmanager
def loading(store: Store, run_ids: Sequence[str]) -> Iterator[Iterator[LoadedRun]]:
    """The same, one run after the other, without marks; while a run is looked at, the next is being read."""
    with store.view(), no_gc(), Reader() as reader:
        yield _loaded(store, run_ids, Scorer(reader))


def _loaded(store: Store, run_ids: Sequence[str], scorer: Scorer) -> Iterator[LoadedRun]:
    names = benchmark_names(store, (store.runs.get(run_id).benchmark for run_id in run_ids))
    benchmarks = cache(lambda digest: load_benchmark(store, digest, names[digest]))
    begun: deque[_Begun] = deque()
    for run_id in run_ids:
        begun.append(_begin(store, run_id, benchmarks, scorer))
        while len(begun) > 1 and sum(run.n_characters for run in begun) > AHEAD:
            yield _finish(store, begun.popleft())
    while begun:
        run = _finish(store, begun.popleft())
        if not begun:
            scorer.forget()
        yield run


class _Begun(NamedTuple):
    """A run whose replies are being read."""

    run: RunRow
    spec: RunSpec
    benchmark: LoadedBenchmark
    rows: Sequence[ReplyRow]
    n_characters: int
    scored: Callable[[], Sequence[Scored]]
    left_out: Mapping[str, str]


def _begin(store: Store, run_id: str, benchmarks: Callable[[str], LoadedBenchmark], scorer: Scorer) -> _Begun:
    run = store.runs.get(run_id)
    spec = spec_of(run)
    refuse_composed(run_id, spec)
    benchmark = benchmarks(run.benchmark)
    usable = UsableRows(benchmark)
    planned = store.results.read_replies(run_id)
    if len(benchmark.items) > LARGE:
        return _read_in_blocks(store, run, spec, usable, planned)
    first, n_characters = _taken(planned, LONG)
    if n_characters > LONG:
        return _read_in_blocks(store, run, spec, usable, chain(_one_by_one(first), planned))
    rows = usable.among(keyless(first))
    usable.check(run_id, rows)
    scored = scorer.begin(rows, benchmark.items, spec.variant.answer_format)
    return _Begun(run, spec, benchmark, rows, n_characters, lambda: tuple(scored()), usable.left_out)


def _taken(
    rows: Iterator[ReplyRow], most_characters: int, most: int | None = None
) -> tuple[list[ReplyRow], int]:
    """The next rows, until there are so many or they hold more characters; and how many these are."""
    taken: list[ReplyRow] = []
    n_characters = 0
    for row in islice(rows, most):
        taken.append(row)
        n_characters += len(row.completion or "")
        if n_characters > most_characters:
            break
    return taken, n_characters


def _one_by_one(rows: list[ReplyRow]) -> Iterator[ReplyRow]:
    """The rows, each of them forgotten once it is taken."""
    rows.reverse()
    while rows:
        yield rows.pop()


def _read_in_blocks(
    store: Store, run: RunRow, spec: RunSpec, usable: UsableRows, planned: Iterator[ReplyRow]
) -> _Begun:
    """A run of many items or long replies, read at once: of each block only what figures need is kept."""
    items, answer_format = usable.benchmark.items, spec.variant.answer_format
    rows = PackedRows(with_texts=store.judgements.exist() or spec.variant.free)
    scored = PackedScored()
    with Reader() as reader:
        scorer = Scorer(reader)
        while block := _taken(planned, LONG_BLOCK, BLOCK)[0]:
            found = usable.among(keyless(block))
            scored.extend(scorer.begin(found, items, answer_format)())
            scorer.forget()
            rows.extend(found)
            del block, found  # the next one may be as long: two need not be there at once
    usable.check(run.run_id, rows)
    return _Begun(run, spec, usable.benchmark, rows, 0, lambda: scored, usable.left_out)


def _finish(store: Store, begun: _Begun) -> LoadedRun:
    run, spec, rows = begun.run, begun.spec, begun.rows
    has_letters = spec.ask in (Ask.FORCED_CHOICE, Ask.LOGPROBS)
    bodies = dict(store.results.read_bodies(run.run_id)) if has_letters else {}
    scored, columns = begun.scored(), columns_of(rows)
    return LoadedRun(
        run=run,
        spec=spec,
        benchmark=begun.benchmark,
        scored=scored,
        served=_counted(columns.served_model),
        judged=judged_figures(store, run.run_id, spec, scored, rows),
        unfinished=sum(row.response_id is not None and row.finish_reason not in _ENDS for row in rows),
        broken_off=sum((row.finish_reason or "").lower() in FAILED_ENDS for row in rows),
        glued=_n_glued(store, spec, rows),
        in_batches=store.results.count_in_batches(run.run_id),
        fingerprints=_counted(columns.fingerprint),
        routes=_counted(columns.route),
        tiers=_counted(columns.tier),
        route_of_each=columns.route,
        filters_of_each=columns.filters,
        cached_tokens=sum(filter(None, columns.cached_tokens)),
        from_cache=sum(columns.from_cache),
        spent=PackedSpent(rows) if isinstance(rows, PackedRows) else spent_on_items(rows, spec.epochs),
        request_keys=columns.request_key,
        response_ids=columns.response_id,
        repetitions=columns.repetition,
        failures={
            reply_name(row.item_id, row.repetition): f"{row.error}: {row.detail}"
            for row in rows
            if row.error is not None
        },
        errors=dict(Counter(row.error for row in rows if row.error is not None)),
        choices=choice_figures(chosen_items(scored, bodies)) if spec.ask is Ask.FORCED_CHOICE else None,
        confidences=confidences(scored, _at_first(rows, bodies), spec.ask),
        left_out=begun.left_out,
        completions=columns.completion if spec.variant.free else (),
        asked_again_of=tuple(_asked_again_of(store, spec)),
        asked_between=store.results.read_span(run.run_id),
        published=tuple(_published(store, rows)) if spec.provider == ADOPTED else (),
        guessed=store.results.count_marked(run.run_id, GUESS) if spec.model.startswith(SIMULATED) else 0,
    )


def _n_glued(store: Store, spec: RunSpec, rows: Sequence[ReplyRow]) -> int:
    """How many texts hold more than the final answer; only this API marks it."""
    stored = [row for row in rows if row.response_id is not None] if spec.endpoint.endswith(PHASED) else []
    bodies = store.results.read_bodies_of([row.response_id or 0 for row in stored])
    return sum(is_glued(body, row.completion) for row, body in zip(stored, bodies, strict=True))


def _at_first(rows: Iterable[ReplyRow], bodies: Mapping[str, bytes]) -> list[bytes | None]:
    """The body of each row's reply, where it is known and the row is the item's first."""
    return [bodies.get(row.item_id) if row.repetition == 1 else None for row in rows]


def _published(store: Store, rows: Sequence[ReplyRow]) -> Iterator[PublishedReading]:
    """What the tool whose log a run is made of each reply."""
    bodies = store.results.read_bodies_of([row.response_id for row in rows if row.response_id is not None])
    for row in rows:
        yield PublishedReading(known=False) if row.response_id is None else published_reading(next(bodies))


def _asked_again_of(store: Store, spec: RunSpec) -> Iterator[str]:
    """The runs on whose replies it hung which items the run has, the latest first, as far as stored."""
    while spec.reask is not None:
        yield spec.reask.run
        try:
            earlier = store.runs.get(spec.reask.run)
        except UnknownRun:  # exported without it
            return
        try:
            spec = spec_of(earlier)
        except UsageError:  # the run itself says what it asks
            return


def _counted(names: Iterable[str | None]) -> dict[str, int]:
    """How often each name that is known occurs, the most frequent first."""
    counts = [(name, n) for name, n in Counter(names).items() if name is not None]
    return dict(sorted(counts, key=lambda entry: (-entry[1], entry[0])))


def _grouped(item: Item, name_of: Callable[[str], str]) -> Item:
    """The item; one of a file without groups is in a group of the file's name."""
    task = name_of(item.task)
    return item if task == item.task else replace(item, task=task)


def load_benchmark(store: Store, digest: str, name: str) -> LoadedBenchmark:
    """A benchmark's items and graph.

    Args:
        name: what people read for it.
    """
    row = store.benchmarks.get(digest)
    name_of = cache(lambda task: task_name(row.manifest, task, name))
    items: dict[str, Item] = {}
    unusable: dict[str, str] = {}
    shared = SharedParts()
    texts = PackedTuples() if sum(store.benchmarks.count_items(digest).values()) > LARGE else None
    after = -1
    while page := store.benchmarks.read_items(digest, after=after, limit=PAGE):
        for entry in page:
            try:
                item = shared.in_place_of(_grouped(stored_item(entry), name_of))
                items[item.id] = item if texts is None else PackedItem.of(item, texts)
            except ValueError as error:
                unusable[entry.item_id] = str(error)
        after = page[-1].position
    sizes = Counter(item.task for item in items.values())
    graph = None if row.triples is None else Slice.from_csv(row.triples.decode())
    return LoadedBenchmark(digest, name, row.manifest, items, graph, dict(sizes), unusable)


# Reading more replies than this takes longer than somebody waits who did not ask for it.
MOST_REPLIES = 200_000


def keep_what_was_read(store: Store, runs: Iterable[LoadedRun]) -> None:
    """Keep it, inside the caller's transaction; replaces what was kept of these runs before."""
    for run in runs:
        store.readings.keep_items(run.run.run_id, PARSER_VERSION, _rows(run))


def read_soon(store: Store, run_ids: Sequence[str]) -> list[LoadedRun]:
    """Runs with every reply read; none where no item of them has ended, or where reading takes long."""
    return load_runs(store, run_ids) if are_read_soon(store, run_ids) else []


def are_read_soon(store: Store, run_ids: Sequence[str]) -> bool:
    """Whether there is something to read in these runs, and not more than somebody waits for."""
    counts = [task for run_id in run_ids for task in store.results.count_tasks(run_id).values()]
    return 0 < sum(task.answered + task.errors for task in counts) <= MOST_REPLIES


def _rows(run: LoadedRun) -> Iterator[ReadItemRow]:
    for scored, key, response in zip(run.scored, run.request_keys, run.response_ids, strict=True):
        if response is not None:
            start, end = scored.span or (None, None)
            yield ReadItemRow(
                scored.item.id,
                key,
                response,
                scored.ending.value,
                _joined(scored.prediction),
                scored.correct,
                _joined(scored.said),
                scored.grade,
                scored.rule,
                start,
                end,
            )


def _joined(letters: frozenset[str] | None) -> str | None:
    return None if letters is None else "&".join(sorted(letters))
