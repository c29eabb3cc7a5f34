"""From the store to scored items: everything a report reads, read once.

Rows of the store lose the keys that this process knows, those that cannot be scored are set aside with the
reason, and the others are read and scored. Items are parsed once per benchmark and shared by the runs that
ask them; completions are read and let go. What was read can be kept in the store for its views.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby, islice
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

from cache import FAILED_ENDS, ReplyRow, RunRow, Store, UnknownRun
from cache.rows import ReadItemRow
from mhclient.errors import ReportError, UsageError
from mhclient.figures.letter_probabilities import choice_figures
from mhclient.judge.agreement import judged_figures
from mhclient.loading import later
from mhclient.machine.process import no_gc
from mhclient.read.choices import chosen_items, confidences
from mhclient.read.reading import MOST_REPLIES, Reader, Readings, keyless
from mhclient.read.scored import Scored
from mhclient.read.scorer import Scorer
from mhclient.report.loading.benchmark import load_benchmark
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun, Spent, spent_of
from mhclient.report.loading.marks import mark_all
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.adopted import PublishedReading, published_reading
from mhclient.run.parameters import GUESS, SIMULATED, FinishReason
from mhclient.run.prompts import why_not_shown
from mhclient.run.spec import Ask, RunSpec, spec_of
from mhclient.run.stored_items import benchmark_names, reply_name
from mhclient.run.stored_runs import refuse_composed
from parsers.reading import PARSER_VERSION

if TYPE_CHECKING:
    from mhclient.providers import stored_bodies
else:  # all wire formats, which take a tenth of a second to load
    stored_bodies = later("mhclient.providers.stored_bodies")


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

    def check(self, run_id: str, rows: Sequence[object]) -> None:
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


# Rows of a run are read in blocks of so many, or with so many characters of completions.
BLOCK = 20_000
LONG_BLOCK = 10_000_000
AHEAD = 10_000_000  # characters of completions that are held while they are being read
# What replies have in common is remembered over so many of them, or with so many characters.
MOST_KNOWN = 50_000
MOST_CHARACTERS = 40_000_000
_ENDS = frozenset(FinishReason)
PHASED = "/responses"  # how the endpoint of OpenAI's Responses API ends


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
    wanted = [run_ids] if isinstance(run_ids, str) else list(run_ids)
    return load_known(store, wanted, {})


def load_known(store: Store, run_ids: Sequence[str], known: Mapping[str, Readings]) -> list[LoadedRun]:
    """The same; `known` is what was read in the runs while they were asked."""
    with loading(store, run_ids, known) as runs:
        return mark_all(list(runs))


@contextmanager
def loading(
    store: Store, run_ids: Sequence[str], known: Mapping[str, Readings] = MappingProxyType({})
) -> Iterator[Iterator[LoadedRun]]:
    """The same, one run after the other, without marks; while a run is looked at, the next is being read.

    Args:
        known: what was read in runs while they were asked.
    """
    with store.view(), no_gc(), Reader() as reader:
        yield _loaded(store, run_ids, Scorer(reader), known)


def _loaded(
    store: Store, run_ids: Sequence[str], scorer: Scorer, known: Mapping[str, Readings]
) -> Iterator[LoadedRun]:
    names = benchmark_names(store, (store.runs.get(run_id).benchmark for run_id in run_ids))
    benchmarks = cache(lambda digest: load_benchmark(store, digest, names[digest]))
    being_read = _BeingRead(scorer)
    begun: deque[_Replies] = deque()
    for run_id in run_ids:
        begun.append(_begin(store, run_id, benchmarks, being_read, known.get(run_id, {})))
        while len(begun) > 1 and being_read.n_characters > AHEAD:
            being_read.finish(begun[0])
            yield _finish(store, begun.popleft())
    while begun:
        being_read.finish(begun[0])
        run = _finish(store, begun.popleft())
        if not begun:
            scorer.forget()
        yield run


class _Replies:
    """A run's replies as far as they have been taken from the store: columns in the order of its rows.

    What is only counted is counted as rows come; whole rows are kept where raters' judgements, or replies to
    questions without options, are looked up by their texts.
    """

    def __init__(self, store: Store, run: RunRow, spec: RunSpec, benchmark: LoadedBenchmark) -> None:
        self.run, self.spec, self.usable = run, spec, UsableRows(benchmark)
        self.scored: list[Scored] = []
        self.response_ids: list[int | None] = []
        self.repetitions: list[int] = []
        self.routes: list[str | None] = []
        self.filters: list[str | None] = []
        self.spent: list[Spent | None] = []
        self.rows: list[ReplyRow] = []
        self.served, self.fingerprints, self.tiers = (Counter[str | None]() for _ in range(3))
        self.cached_tokens = self.from_cache = self.unfinished = self.broken_off = self.glued = 0
        self.failures: dict[str, str] = {}
        self.failed_keys: dict[str, str] = {}
        self.errors = Counter[str]()
        self._store, self._names = store, dict[str | None, str | None]()
        self._with_rows = spec.variant.free or store.judgements.exist()

    def add(self, rows: Sequence[ReplyRow]) -> None:
        """Keep what is looked at of these rows, which stand behind the others."""
        self.response_ids += [row.response_id for row in rows]
        self.repetitions += [row.repetition for row in rows]
        self.routes += [self._names.setdefault(row.route, row.route) for row in rows]
        self.filters += [self._names.setdefault(row.filters, row.filters) for row in rows]
        self.spent += [
            None
            if row.response_id is None
            else spent_of(row.prompt_tokens, row.completion_tokens, row.cost_usd)
            for row in rows
        ]
        self.served.update(row.served_model for row in rows)
        self.fingerprints.update(row.fingerprint for row in rows)
        self.tiers.update(row.tier for row in rows)
        self.cached_tokens += sum(row.cached_tokens or 0 for row in rows)
        self.from_cache += sum(row.from_cache for row in rows)
        ends = Counter(row.finish_reason for row in rows if row.response_id is not None)
        self.unfinished += sum(n for end, n in ends.items() if end not in _ENDS)
        self.broken_off += sum((row.finish_reason or "").lower() in FAILED_ENDS for row in rows)
        self.glued += _n_glued(self._store, self.spec, rows)
        for row in rows:
            if row.error is not None:
                name = reply_name(row.item_id, row.repetition)
                self.failures[name] = f"{row.error}: {row.detail}"
                self.failed_keys[name] = row.request_key
                self.errors[row.error] += 1
        if self._with_rows:
            self.rows += rows

    def spent_on_items(self) -> dict[str, Spent]:
        """Item id → what the replies to it cost, for items that have one; an item's stand together."""
        ids = (scored.item.id for scored in self.scored)
        each = zip(ids, self.spent, strict=True)
        if self.spec.epochs == 1:
            return {item_id: spent for item_id, spent in each if spent is not None}
        found = {}
        for item_id, of_item in groupby(each, key=itemgetter(0)):
            if parts := [spent for _, spent in of_item if spent is not None]:
                found[item_id] = Spent.total(parts) if len(parts) > 1 else parts[0]
        return found


class _BeingRead:
    """Blocks of replies that are being read, in their order."""

    def __init__(self, scorer: Scorer) -> None:
        self.n_characters = 0
        self._scorer = scorer
        self._blocks: deque[tuple[_Replies, int, Callable[[], Iterable[Scored]]]] = deque()
        self._n_known = self._n_known_characters = 0

    def begin(self, replies: _Replies, rows: list[ReplyRow], n_characters: int, known: Readings) -> None:
        """Begin to read a block, the next of its run."""
        if self._n_known > MOST_KNOWN or self._n_known_characters > MOST_CHARACTERS:
            while self._blocks:
                self._finish_first()
            self._scorer.forget()
            self._n_known = self._n_known_characters = 0
        items, answer_format = replies.usable.benchmark.items, replies.spec.variant.answer_format
        finish = self._scorer.begin(rows, items, answer_format, known)
        self._blocks.append((replies, n_characters, finish))
        self.n_characters += n_characters
        self._n_known += len(rows)
        self._n_known_characters += n_characters

    def finish(self, replies: _Replies) -> None:
        """Read what is left of a run, the first of those that were begun."""
        while self._blocks and self._blocks[0][0] is replies:
            self._finish_first()

    def _finish_first(self) -> None:
        replies, n_characters, finish = self._blocks.popleft()
        replies.scored += finish()
        self.n_characters -= n_characters


def _begin(
    store: Store,
    run_id: str,
    benchmarks: Callable[[str], LoadedBenchmark],
    being_read: _BeingRead,
    known: Readings,
) -> _Replies:
    run = store.runs.get(run_id)
    spec = spec_of(run)
    refuse_composed(run_id, spec)
    replies = _Replies(store, run, spec, benchmarks(run.benchmark))
    planned = store.results.read_replies(run_id)
    while block := _next_block(planned):
        found = replies.usable.among(keyless(block))
        being_read.begin(replies, found, sum(len(row.completion or "") for row in block), known)
        replies.add(found)
    replies.usable.check(run_id, replies.response_ids)
    return replies


def _next_block(planned: Iterator[ReplyRow]) -> list[ReplyRow]:
    block: list[ReplyRow] = []
    n_characters = 0
    for row in islice(planned, BLOCK):
        block.append(row)
        n_characters += len(row.completion or "")
        if n_characters > LONG_BLOCK:
            break
    return block


def _finish(store: Store, replies: _Replies) -> LoadedRun:
    run, spec, scored = replies.run, replies.spec, replies.scored
    has_letters = spec.ask in (Ask.FORCED_CHOICE, Ask.LOGPROBS)
    bodies = dict(store.results.read_bodies(run.run_id)) if has_letters else {}
    return LoadedRun(
        run=run,
        spec=spec,
        benchmark=replies.usable.benchmark,
        scored=scored,
        served=_counted(replies.served),
        judged=judged_figures(store, run.run_id, spec, scored, replies.rows),
        unfinished=replies.unfinished,
        broken_off=replies.broken_off,
        glued=replies.glued,
        in_batches=store.results.count_in_batches(run.run_id),
        fingerprints=_counted(replies.fingerprints),
        routes=_counted(Counter(replies.routes)),
        tiers=_counted(replies.tiers),
        route_of_each=replies.routes,
        filters_of_each=replies.filters,
        cached_tokens=replies.cached_tokens,
        from_cache=replies.from_cache,
        spent=replies.spent_on_items(),
        response_ids=replies.response_ids,
        repetitions=replies.repetitions,
        failures=replies.failures,
        failed_keys=replies.failed_keys,
        errors=dict(replies.errors),
        choices=choice_figures(chosen_items(scored, bodies)) if spec.ask is Ask.FORCED_CHOICE else None,
        confidences=confidences(scored, _at_first(replies, bodies), spec.ask),
        left_out=replies.usable.left_out,
        completions=[row.completion for row in replies.rows] if spec.variant.free else (),
        asked_again_of=tuple(_asked_again_of(store, spec)),
        asked_between=store.results.read_span(run.run_id),
        published=tuple(_published(store, replies.response_ids)) if spec.provider == ADOPTED else (),
        guessed=store.results.count_marked(run.run_id, GUESS) if spec.model.startswith(SIMULATED) else 0,
    )


def _n_glued(store: Store, spec: RunSpec, rows: Sequence[ReplyRow]) -> int:
    """How many texts hold more than the final answer; only this API marks it."""
    if not spec.endpoint.endswith(PHASED):
        return 0
    stored = [row for row in rows if row.response_id is not None]
    bodies = store.results.read_bodies_of([row.response_id or 0 for row in stored])
    glued = stored_bodies.is_glued
    return sum(glued(body, row.completion) for row, body in zip(stored, bodies, strict=True))


def _at_first(replies: _Replies, bodies: Mapping[str, bytes]) -> list[bytes | None]:
    """The body of each row's reply, where it is known and the row is the item's first."""
    return [
        bodies.get(scored.item.id) if repetition == 1 else None
        for scored, repetition in zip(replies.scored, replies.repetitions, strict=True)
    ]


def _published(store: Store, response_ids: Sequence[int | None]) -> Iterator[PublishedReading]:
    """What the tool whose log a run is made of each reply."""
    bodies = store.results.read_bodies_of([each for each in response_ids if each is not None])
    for response_id in response_ids:
        yield PublishedReading(known=False) if response_id is None else published_reading(next(bodies))


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


def _counted(names: Mapping[str | None, int]) -> dict[str, int]:
    """How often each name that is known occurs, the most frequent first."""
    counts = [(name, n) for name, n in names.items() if name is not None]
    return dict(sorted(counts, key=lambda entry: (-entry[1], entry[0])))


def keep_what_was_read(store: Store, runs: Iterable[LoadedRun]) -> None:
    """Keep it, inside the caller's transaction; replaces what was kept of these runs before."""
    for run in runs:
        store.readings.forget_items(run.run.run_id)
        store.readings.keep_items(run.run.run_id, PARSER_VERSION, _rows(run, request_keys(store, run)))


def read_soon(store: Store, run_ids: Sequence[str], known: Mapping[str, Readings]) -> list[LoadedRun]:
    """Runs with every reply read; none where no item of them has ended, or where reading takes long.

    Args:
        known: what was read in them while they were asked.
    """
    return load_known(store, run_ids, known) if are_read_soon(store, run_ids) else []


def are_read_soon(store: Store, run_ids: Sequence[str]) -> bool:
    """Whether there is something to read in these runs, and not more than somebody waits for."""
    counts = [task for run_id in run_ids for task in store.results.count_tasks(run_id).values()]
    return 0 < sum(task.answered + task.errors for task in counts) <= MOST_REPLIES


def request_keys(store: Store, run: LoadedRun) -> list[str | None]:
    """The keys of the requests that were asked, in the order of `scored`; None for one that was not.

    They are looked up by the replies: a million take 130 MB, and few want them.
    """
    of_replies = store.results.read_request_keys(run.response_ids)
    return [key or run.failed_keys.get(name) for key, name in zip(of_replies, run.names, strict=True)]


def _rows(run: LoadedRun, keys: Sequence[str | None]) -> Iterator[ReadItemRow]:
    for scored, key, response in zip(run.scored, keys, run.response_ids, strict=True):
        if response is not None and key is not None:
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
