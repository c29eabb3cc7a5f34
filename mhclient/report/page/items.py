"""One page per run: its items, each with what was sent, what came back, what was read, and the triples.

A page holds all items with their results, by which it filters, and their details in packed chunks, opened
when an item is looked at.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count, repeat
from typing import Any

from cache import Store
from mhclient.machine.process import n_processors, processes
from mhclient.read.scored import ENDINGS
from mhclient.redaction.secrets import results_redactor
from mhclient.report.blocks.published import readings_beside
from mhclient.report.blocks.sets import classes_of as classes_in
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import runs_by_mark
from mhclient.report.loading.same_items import SameItems
from mhclient.report.page.exchanges import CHUNK, ItemEnds, chunks, packed_exchanges, packed_from
from mhclient.report.page.item_values import (
    Kind,
    States,
    bins_of,
    classes_of,
    facts_of,
    index_of,
    kind_of,
    shown_kind,
)
from mhclient.report.page.packing import frame, packed, template
from mhclient.report.summary import Summary
from mhclient.report.wording.names import caveat, row_name, run_name, runs_of
from mhclient.run.marks import MEANING

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
        jobs = map(ended, [summary.run for summary in self._summaries])
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


def ended(run: LoadedRun) -> ItemEnds:
    """How the run's items ended."""
    shown = {id(item.shown): item.shown for item in run.scored}
    lines = {key: tuple(each.letter_of.items()) for key, each in shown.items()}
    asked = run.tally.asked.tolist()
    return ItemEnds(
        # One that is under way while the report is made may be in the store by now.
        request_keys=[key if known else None for key, known in zip(run.request_keys, asked, strict=True)],
        response_ids=list(run.response_ids),
        errors=list(map(run.failures.get, run.names)),
        rules=[item.rule for item in run.scored],
        spans=[item.span for item in run.scored],
        shown=[lines[id(item.shown)] for item in run.scored],
    )
