"""One page per run: its items, each with what was sent, what came back, what was read, and the triples.

A page holds all items with their results, by which it filters, and their details in packed chunks, opened
when an item is looked at.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from benchmark import Item
from cache.rows import ExchangeRow
from cache.runs import exchanges
from mhclient.report.across import row_name
from mhclient.report.load import LoadedRun
from mhclient.report.marks import MEANING, runs_by_mark
from mhclient.report.names import run_name
from mhclient.report.page.packing import frame, packed, template
from mhclient.report.summary import CAVEAT, Summary
from mhclient.scoring.scored import Ending, Scored
from parsers import Grade

CHUNK = 200  # items whose details lie together
QUESTION = 200  # characters of a question in the index


class ItemPages:
    """The pages of a report's runs; what runs on the same items have in common is packed once."""

    def __init__(self, summaries: Sequence[Summary]) -> None:
        self._summaries = summaries
        self._names = [row_name(summary, summaries) for summary in summaries]
        self._states = [States.of(summary.run) for summary in summaries]
        self._packed: dict[tuple[str, tuple[str, ...]], str] = {}

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
            **frame("common.js", "items.js"),
            name=self._names[place],
            run_id=summary.run_id,
            marks=marks_of([run]),
            caveat=CAVEAT,
            back=back,
            items=self._items(run, place),
            results=packed(self._results(run, place)),
            chunks=[packed([_detail(run, *row) for row in chunk]) for chunk in _chunks(rows)],
            chunk_size=CHUNK,
        )

    def _items(self, run: LoadedRun, place: int) -> str:
        """The run's items, packed."""
        key = run.benchmark.digest, self._states[place].ids
        if key not in self._packed:
            self._packed[key] = packed(_items([scored.item for scored in run.scored]))
        return self._packed[key]

    def _results(self, run: LoadedRun, place: int) -> dict[str, Any]:
        """What came of each item: the number of its kind, of which there are few; and what other runs made of
        it."""
        kinds: dict[Kind, int] = {}
        of = [kinds.setdefault(_kind(scored), len(kinds)) for scored in run.scored]
        ids = self._states[place].ids
        return {
            "kinds": [_shown_kind(kind) for kind in kinds],
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


def _chunks(rows: Iterator[tuple[Scored, ExchangeRow]]) -> Iterator[Sequence[tuple[Scored, ExchangeRow]]]:
    while chunk := list(islice(rows, CHUNK)):
        yield chunk


@dataclass(frozen=True, slots=True)
class States:
    """What a run made of its items: `letters` has one for each of `ids`, as `state` gives it."""

    ids: tuple[str, ...]
    letters: str

    @classmethod
    def of(cls, run: LoadedRun) -> "States":
        return cls(tuple(scored.item.id for scored in run.scored), "".join(map(state, run.scored)))

    def over(self, ids: tuple[str, ...]) -> str:
        """The letters of these items; a dash for those that the run does not have."""
        if ids == self.ids:
            return self.letters
        known = dict(zip(self.ids, self.letters, strict=True))
        return "".join(known.get(item_id, "-") for item_id in ids)


def _items(items: Sequence[Item]) -> dict[str, Any]:
    """What the page filters by; tasks, relations and entities stand once, and rows name them by number."""
    names = _Numbers()
    rows = [
        [
            item.id,
            names(item.task),
            -1 if item.relation is None else names(item.relation),
            sorted({names(entity.key) for entity in item.entities}),
            item.question[:QUESTION],
        ]
        for item in items
    ]
    entities = {entity.key: entity.name for item in items for entity in item.entities}
    return {"names": names.listed, "entities": entities, "rows": rows}


class _Numbers:
    """Numbers for names, in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def listed(self) -> list[str]:
        return list(self._numbers)


# Gold and what was said, state, ending, grade, and whether the format was kept.
Kind: TypeAlias = tuple[frozenset[str], frozenset[str] | None, str, Ending, Grade | None, bool | None]


def _kind(scored: Scored) -> Kind:
    return scored.gold, scored.said, state(scored), scored.ending, scored.grade, scored.kept_format


def _shown_kind(kind: Kind) -> list[Any]:
    gold, said, its_state, ending, grade, kept = kind
    return [
        "&".join(sorted(gold)),
        "&".join(sorted(said or ())),
        its_state,
        ending.value,
        grade.value if grade else "",
        -1 if kept is None else int(kept),
    ]


def state(scored: Scored) -> str:
    """One letter: right, wrong, unread, or a dash for not asked."""
    if not scored.asked:
        return "-"
    if scored.said is None:
        return "u"
    return "r" if scored.correct else "w"


def _detail(run: LoadedRun, scored: Scored, exchange: ExchangeRow) -> dict[str, Any]:
    """One item: the request as sent, the completion in pieces around the span, the reading, the triples."""
    graph = run.benchmark.graph
    names = {} if graph is None else graph.names
    own = {entity.key: entity.name for entity in scored.item.entities}
    return {
        "sent": exchange.body,
        "completion": _pieces(exchange.completion, scored.span),
        "finish": exchange.finish_reason,
        "served": exchange.served_model,
        "tokens": [exchange.prompt_tokens, exchange.completion_tokens, exchange.reasoning_tokens],
        "error": exchange.error and f"{exchange.error}: {exchange.detail}",
        "rule": scored.rule,
        "options": list(scored.shown.options(scored.item.options).items()),
        "triples": [
            [own.get(key) or names.get(key, key) for key in (triple.head, triple.tail)] + [triple.relation]
            for triple in scored.item.triples
        ],
    }


def _pieces(completion: str | None, span: tuple[int, int] | None) -> list[str] | None:
    """The completion before, in and after the span; cut here, since a browser counts characters otherwise."""
    if completion is None:
        return None
    start, end = span or (0, 0)
    return [completion[:start], completion[start:end], completion[end:]]
