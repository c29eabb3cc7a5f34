"""One page per run: its items, each with what was sent, what came back, what was read, and the triples.

A page holds all items with their results, by which it filters, and their details in packed chunks, opened
when an item is looked at.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cache.results import exchanges
from mhclient.report.across import row_name
from mhclient.report.caveat import caveat
from mhclient.report.load import LoadedRun
from mhclient.report.marks import MEANING, runs_by_mark
from mhclient.report.names import run_name
from mhclient.report.page.item_values import (
    ENDINGS,
    Kind,
    States,
    bins_of,
    classes_of,
    exchange_of,
    facts_of,
    index_of,
    kind_of,
    shown_kind,
)
from mhclient.report.page.packing import frame, packed, template
from mhclient.report.summary import Summary

CHUNK = 200  # items whose details lie together


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
        self._states = [States.of(summary.run) for summary in summaries]
        self._shared: dict[tuple[str, tuple[str, ...]], Shared] = {}

    def page(self, connection: sqlite3.Connection, place: int, back: str) -> str:
        """The page of one run.

        Args:
            place: the run's place among the report's.
            back: the report's file name, as seen from the page's folder.
        """
        summary = self._summaries[place]
        run = summary.run
        rows = zip(run.scored, exchanges(connection, summary.run_id), strict=True)
        return template("items.html.j2").render(
            **frame("common.js", "filters.js", "items.js"),
            name=self._names[place],
            run_id=summary.run_id,
            marks=marks_of([run]),
            caveat=caveat([run]),
            back=back,
            shared=self._shared_by(run, place),
            results=packed(self._results(run, place)),
            exchanges=packed_chunks(exchange_of(*row) for row in rows),
            chunk_size=CHUNK,
        )

    def _shared_by(self, run: LoadedRun, place: int) -> "Shared":
        """What the page has in common with those of other runs on the same items."""
        key = run.benchmark.digest, self._states[place].ids
        if key not in self._shared:
            items = [scored.item for scored in run.scored]
            graph = run.benchmark.graph
            names = {} if graph is None else graph.names
            facts = packed_chunks(facts_of(item, names) for item in items)
            self._shared[key] = Shared(packed(index_of(items)), facts)
        return self._shared[key]

    def _results(self, run: LoadedRun, place: int) -> dict[str, Any]:
        """What came of each item: the number of its kind, of which there are few; and what other runs made of
        it."""
        kinds: dict[Kind, int] = {}
        of = [kinds.setdefault(kind_of(scored), len(kinds)) for scored in run.scored]
        ids = self._states[place].ids
        return {
            "classes": classes_of(run) if self._summaries[place].classes else None,
            "bins": bins_of(run) if run.confidences else None,
            "endings": {letter: ending.value for ending, letter in ENDINGS.items() if letter != "-"},
            "kinds": [shown_kind(kind) for kind in kinds],
            "of": of,
            "others": [
                {"place": other + 1, "name": self._names[other], "states": states.over(ids)}
                for other, states in enumerate(self._states)
                if other != place
            ],
        }


def marks_of(runs: Sequence[LoadedRun]) -> list[tuple[str, str, str]]:
    """What a page says above all of marked runs: each mark, what it means, and the runs that have it."""
    return [
        (mark, MEANING[mark], ", ".join(run_name(run, runs) for run in having))
        for mark, having in runs_by_mark(runs).items()
    ]


def packed_chunks(details: Iterator[dict[str, Any]]) -> list[str]:
    """Details of items in their order, so many together."""
    chunks = []
    while chunk := list(islice(details, CHUNK)):
        chunks.append(packed(chunk))
    return chunks
