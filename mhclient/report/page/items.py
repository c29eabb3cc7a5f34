"""One page per run: its items, each with what was sent, what came back, what was read, and the triples.

A page holds all items with their results, by which it filters, and their details in packed chunks, opened
when an item is looked at. What a run's items ended with is what the report has read; requests and replies are
fetched by their keys and numbers. They never change, so another process may fetch them, whatever is writing
to the store meanwhile.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count, islice, repeat
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from benchmark import Item, Mode
from benchmark.same import adds_to
from cache import Store, TextRow
from mhclient.figures.accuracy import Tally
from mhclient.figures.calibration import bin_places
from mhclient.figures.classification import classes, has_sets
from mhclient.machine.process import n_processors, no_gc, processes
from mhclient.read.reading import keyless
from mhclient.read.scored import ENDINGS, Ending, Scored
from mhclient.redaction.secrets import results_redactor
from mhclient.report.blocks.published import readings_beside
from mhclient.report.blocks.sets import classes_of as classes_in
from mhclient.report.loading.load import request_keys
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import runs_by_mark
from mhclient.report.loading.same_items import SameItems
from mhclient.report.page.frame import frame, packed, template
from mhclient.report.summary import Summary
from mhclient.report.wording.names import caveat, row_name, run_name, runs_of
from mhclient.run.marks import MEANING
from parsers import Grade

CHUNK = 200  # items whose details lie together

T = TypeVar("T")


class ItemEnds(NamedTuple):
    """How the items of a run ended: columns, which go to another process in a fraction of the time of rows.

    Attributes:
        request_keys: of the requests they were asked by; None for one that was not asked yet.
        errors: why there is no reply.
        rules, spans: which rule of the reader decided, and where in the completion.
        shown: the letters that the options were shown under, each with the item's own.
    """

    request_keys: Sequence[str | None]
    response_ids: Sequence[int | None]
    errors: Sequence[str | None]
    rules: Sequence[str | None]
    spans: Sequence[tuple[int, int] | None]
    shown: Sequence[Sequence[tuple[str, str]]]


class _End(NamedTuple):
    """What `ItemEnds` has of an item."""

    error: str | None
    rule: str | None
    span: tuple[int, int] | None
    shown: Sequence[tuple[str, str]]


def packed_exchanges(store: Store, items: ItemEnds) -> list[str]:
    """Items in their order, so many together."""
    sent = store.requests.read_bodies(items.request_keys)
    came = store.results.read_texts(items.response_ids)
    ends = map(_End, items.errors, items.rules, items.spans, items.shown)
    together = zip(*(chunks(each, CHUNK) for each in (sent, came, ends)), strict=True)
    redactor = results_redactor()
    # Without keys before a span cuts a text into pieces.
    return [
        packed(list(map(_exchange, bodies, keyless(texts, redactor), of_chunk)), redactor)
        for bodies, texts, of_chunk in together
    ]


def packed_from(path: Path, items: ItemEnds) -> list[str]:
    """The same, from a store of its own."""
    with no_gc(), Store.open(path, read_only=True) as store:
        return packed_exchanges(store, items)


def chunks(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """The values in their order, so many together."""
    rest = iter(values)
    while chunk := list(islice(rest, size)):
        yield chunk


def _exchange(sent: str | None, text: TextRow, item: _End) -> dict[str, Any]:
    """The request as sent, the completion in pieces around the span, the reading."""
    return {
        "sent": sent,
        "completion": _pieces(text.completion, item.span),
        "finish": text.finish_reason,
        "served": text.served_model,
        "tokens": [text.prompt_tokens, text.completion_tokens, text.reasoning_tokens],
        "error": item.error,
        "rule": item.rule,
        "shown": item.shown,
    }


def _pieces(completion: str | None, span: tuple[int, int] | None) -> list[str] | None:
    """The completion before, in and after the span; cut here, since a browser counts characters otherwise."""
    if completion is None:
        return None
    start, end = span or (0, 0)
    return [completion[:start], completion[start:end], completion[end:]]


QUESTION = 200  # characters of a question in the index


@dataclass(frozen=True, slots=True)
class States:
    """How a run's items ended: `letters` has one for each of `ids`, as `state` gives it."""

    ids: tuple[str, ...]
    letters: str

    @classmethod
    def of(cls, run: LoadedRun, tally: Tally, names: Sequence[str]) -> "States":
        """Args:
        tally: of the run's items.
        names: of its replies, the same in all runs of the report.
        """
        return cls(tuple(names), "".join(tally.each(state)))

    def over(self, ids: tuple[str, ...]) -> str:
        """The letters of these items; a dash for those that the run does not have."""
        if ids == self.ids:
            return self.letters
        known = dict(zip(self.ids, self.letters, strict=True))
        return "".join(known.get(item_id, "-") for item_id in ids)


def index_of(items: Sequence[Item], replies: Sequence[str]) -> dict[str, Any]:
    """What the page filters by; tasks, relations and entities stand once, and rows name them by number.

    `bases` has the place of the item that another repeats with evidence.

    Args:
        replies: what the run's reply to each is called.
    """
    names = Numbers()
    place = {name: number for number, name in enumerate(replies)}
    rows = [
        [
            reply,
            names(item.task),
            -1 if item.relation is None else names(item.relation),
            sorted({names(entity.key) for entity in item.entities}),
            _shortened(item.question),
        ]
        for item, reply in zip(items, replies, strict=True)
    ]
    entities = {entity.key: entity.name for item in items for entity in item.entities}
    bases = {
        place[reply]: place[base]
        for item, reply in zip(items, replies, strict=True)
        if (base := str(item.details.get("base_item")) + reply.removeprefix(item.id)) in place
        and adds_to(item, items[place[base]])
    }
    return {"names": names.listed, "entities": entities, "rows": rows, "bases": bases}


def _shortened(question: str) -> str:
    """A question for the index; what is left out is shown to be."""
    return question if len(question) <= QUESTION else question[: QUESTION - 1] + "…"


class Numbers:
    """Numbers for names, in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def listed(self) -> list[str]:
        return list(self._numbers)


# Gold, what was said, their places among the lines, result, ending, grade, whether the format was kept.
Kind: TypeAlias = tuple[
    frozenset[str], frozenset[str] | None, tuple[str, str], str, Ending, Grade | None, bool | None
]


def kind_of(scored: Scored) -> Kind:
    lines = tuple(scored.shown.letter_of)
    places = _place(scored.gold, lines), _place(scored.said, lines)
    return scored.gold, scored.said, places, result(scored), scored.ending, scored.grade, scored.kept_format


def _place(letters: frozenset[str] | None, lines: Sequence[str]) -> str:
    """The place of a letter among the lines, from 1; none for no letter, and for several."""
    return str(lines.index(next(iter(letters))) + 1) if letters and len(letters) == 1 else ""


def shown_kind(kind: Kind) -> list[Any]:
    gold, said, places, its_result, ending, grade, kept = kind
    return [
        "&".join(sorted(gold)),
        "&".join(sorted(said or ())),
        *places,
        its_result,
        ending.value,
        grade.value if grade else "",
        -1 if kept is None else int(kept),
    ]


def result(scored: Scored) -> str:
    """What came of an item; a wrong set of several letters is over, under or beside the gold."""
    if not scored.asked:
        return "not asked"
    if scored.said is None:
        return "unread"
    if scored.correct:
        return "right"
    if scored.item.mode is not Mode.MULTI:
        return "wrong"
    return "over" if scored.said > scored.gold else "under" if scored.said < scored.gold else "incorrect"


def state(scored: Scored) -> str:
    """One letter: right, wrong, or what kept the item from being read."""
    if scored.said is None:
        return scored.ending.code
    return "r" if scored.correct else "w"


def classes_of(run: LoadedRun) -> dict[str, Any]:
    """What gold and prediction of items with several right answers stand for, by number, item for item."""
    names = Numbers()
    both = [tuple(map(sorted, classes(item))) if has_sets(item.item) else ((), ()) for item in run.scored]
    gold, said = ([[names(name) for name in item[side]] for item in both] for side in (0, 1))
    return {"names": names.listed, "gold": gold, "said": said}


def bins_of(run: LoadedRun) -> list[int]:
    """The bin of confidence that each item is in; -1 for none."""
    bins = [-1] * len(run.scored)
    places = bin_places(np.array([one.share for one in run.confidences]))
    for one, number in zip(run.confidences, places.tolist(), strict=True):
        bins[one.place] = number
    return bins


def facts_of(item: Item, names: Mapping[str, str]) -> dict[str, Any]:
    """What is known of an item whoever is asked: its options, and the triples behind its gold.

    Args:
        names: of the graph's nodes, by key.
    """
    own = {entity.key: entity.name for entity in item.entities}
    return {
        "options": dict(item.options),
        "triples": [
            [own.get(key) or names.get(key, key) for key in (triple.head, triple.tail)] + [triple.relation]
            for triple in item.triples
        ],
    }


# The details of fewer items than this in all are packed about as fast as other processes start.
WORTH_PROCESSES = 50_000


@dataclass(frozen=True, slots=True)
class Shared:
    """What pages of runs on the same items share, packed: the items to filter by, and facts about each."""

    items: str
    facts: Sequence[str]


class ItemPages:
    """The pages of a report's runs; what runs on the same items have in common is packed once."""

    def __init__(self, summaries: Sequence[Summary]) -> None:
        self._summaries = summaries
        self._names = [row_name(summary, summaries) for summary in summaries]
        self._tallies = [summary.run.tally for summary in summaries]
        same = SameItems(runs_of(summaries))
        self._states = [
            States.of(summary.run, tally, same.names(summary.run))
            for summary, tally in zip(summaries, self._tallies, strict=True)
        ]
        self._shared: dict[tuple[str, tuple[str, ...]], Shared] = {}

    @contextmanager
    def pages(self, store: Store, back: str) -> Iterator[Iterator[str]]:
        """The page of each run, one after the other; their details are being packed from now on.

        Args:
            back: the report's file name, as seen from the pages' folder.
        """
        n_items = sum(len(summary.run.scored) for summary in self._summaries)
        jobs = (ended(store, summary.run) for summary in self._summaries)
        if n_items < WORTH_PROCESSES or n_processors() == 1:
            yield map(self._page, count(), repeat(back), map(partial(packed_exchanges, store), jobs))
        else:
            with processes(n_processors()) as pool:
                details = pool.map(partial(packed_from, store.path), jobs)
                yield map(self._page, count(), repeat(back), details)

    def _page(self, place: int, back: str, exchanges: Sequence[str]) -> str:
        summary = self._summaries[place]
        run = summary.run
        return template("items.html.j2").render(
            **frame(("page.css", "items.css"), ("common.js", "filters.js", "items.js")),
            name=self._names[place],
            run_id=summary.run_id,
            marks=marks_of([run]),
            caveat=caveat([run]),
            back=back,
            theirs=bool(run.published),
            shared=self._shared_by(run, place),
            results=packed(self._results(run, place)),
            exchanges=exchanges,
            chunk_size=CHUNK,
        )

    def _shared_by(self, run: LoadedRun, place: int) -> "Shared":
        """What the page has in common with those of other runs on the same items."""
        key = run.benchmark.digest, self._states[place].ids
        if key not in self._shared:
            items = [scored.item for scored in run.scored]
            graph = run.benchmark.graph
            names = {} if graph is None else graph.names
            redactor = results_redactor()
            in_chunks = chunks((facts_of(item, names) for item in items), CHUNK)
            facts = [packed(chunk, redactor) for chunk in in_chunks]
            self._shared[key] = Shared(packed(index_of(items, run.names)), facts)
        return self._shared[key]

    def _results(self, run: LoadedRun, place: int) -> dict[str, Any]:
        """What came of each item: the number of its kind, of which there are few; and what other runs made of
        it."""
        kinds: dict[Kind, int] = {}
        of = [kinds.setdefault(kind, len(kinds)) for kind in self._tallies[place].each(kind_of)]
        ids = self._states[place].ids
        return {
            "classes": classes_of(run) if self._summaries[place].get(classes_in) else None,
            "theirs": readings_beside(run) if run.published else None,
            "bins": bins_of(run) if run.confidences else None,
            "endings": {ending.code: ending.value for ending in ENDINGS if ending.unread},
            "kinds": [shown_kind(kind) for kind in kinds],
            "of": of,
            "others": [
                {
                    "place": other + 1,
                    "name": self._names[other],
                    "states": found,
                    "ids": self._own_ids(place, other),
                }
                for other, states in enumerate(self._states)
                if other != place and (found := states.over(ids)).strip("-")
            ],
        }

    def _own_ids(self, place: int, other: int) -> list[str] | None:
        """What the run's items are called in another, in their order; None where they have the same ids."""
        own, theirs = (self._summaries[each].run.names for each in (place, other))
        if self._states[place].ids == own and self._states[other].ids == theirs:
            return None
        known = dict(zip(self._states[other].ids, theirs, strict=True))
        return [known.get(name, "") for name in self._states[place].ids]


def marks_of(runs: Sequence[LoadedRun]) -> list[tuple[str, str, str]]:
    """What a page says above all of marked runs: each mark, what it means, and the runs that have it."""
    several = len(runs) > 1
    return [
        (
            mark,
            MEANING[mark],
            "all runs"
            if several and len(having) == len(runs)
            else ", ".join(run_name(run, runs) for run in having),
        )
        for mark, having in runs_by_mark(runs).items()
    ]


def ended(store: Store, run: LoadedRun) -> ItemEnds:
    """How the run's items ended."""
    shown = {id(item.shown): item.shown for item in run.scored}
    lines = {key: tuple(each.letter_of.items()) for key, each in shown.items()}
    return ItemEnds(
        request_keys=request_keys(store, run),
        response_ids=list(run.response_ids),
        errors=list(map(run.failures.get, run.names)),
        rules=[item.rule for item in run.scored],
        spans=[item.span for item in run.scored],
        shown=[lines[id(item.shown)] for item in run.scored],
    )
