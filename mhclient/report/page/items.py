"""One page per run: its items, each with what was sent, what came back, what was read, and the triples.

A page holds an index of all items, by which it filters, and their details in packed chunks, opened when an
item is looked at.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cache.rows import ExchangeRow
from cache.runs import exchanges
from mhclient.report.across import row_name
from mhclient.report.load import LoadedRun
from mhclient.report.page.packing import frame, packed, template
from mhclient.report.summary import CAVEAT, Summary
from mhclient.scoring.scored import Scored

CHUNK = 200  # items whose details lie together
QUESTION = 200  # characters of a question in the index


def item_page(
    connection: sqlite3.Connection,
    summaries: Sequence[Summary],
    states: Sequence[Mapping[str, str]],
    place: int,
    back: str,
) -> str:
    """The page of one run.

    Args:
        summaries: of all runs of the report.
        states: per run what it made of each item, as `states_of` has it.
        place: the run's place among them.
        back: the report's file name, as seen from the page's folder.
    """
    summary = summaries[place]
    run = summary.run
    rows = zip(run.scored, exchanges(connection, summary.run_id), strict=True)
    return template("items.html.j2").render(
        **frame("common.js", "items.js"),
        name=row_name(summary, summaries),
        run_id=summary.run_id,
        partial=summary.partial,
        caveat=CAVEAT,
        back=back,
        index=packed(_index(summaries, states, place)),
        chunks=[packed([_detail(run, *row) for row in chunk]) for chunk in _chunks(rows)],
        chunk_size=CHUNK,
    )


def _chunks(rows: Iterator[tuple[Scored, ExchangeRow]]) -> Iterator[Sequence[tuple[Scored, ExchangeRow]]]:
    chunk: list[tuple[Scored, ExchangeRow]] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _index(summaries: Sequence[Summary], states: Sequence[Mapping[str, str]], place: int) -> dict[str, Any]:
    """What the page filters by; tasks, relations and entities stand once, and rows name them by number."""
    run = summaries[place].run
    names = _Numbers()
    rows = [_row(scored, names) for scored in run.scored]
    entities = {entity.key: entity.name for scored in run.scored for entity in scored.item.entities}
    ids = [scored.item.id for scored in run.scored]
    return {
        "names": names.listed,
        "entities": entities,
        "rows": rows,
        "others": [
            {
                "place": other + 1,
                "name": row_name(summary, summaries),
                "states": "".join(states[other].get(item_id, "-") for item_id in ids),
            }
            for other, summary in enumerate(summaries)
            if other != place
        ],
    }


class _Numbers:
    """Numbers for names, in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def listed(self) -> list[str]:
        return list(self._numbers)


def _row(scored: Scored, names: _Numbers) -> list[Any]:
    item = scored.item
    return [
        item.id,
        names(item.task),
        "&".join(sorted(scored.gold)),
        "&".join(sorted(scored.said or ())),
        state(scored),
        scored.ending.value,
        scored.grade.value if scored.grade else "",
        -1 if scored.kept_format is None else int(scored.kept_format),
        -1 if item.relation is None else names(item.relation),
        sorted({names(entity.key) for entity in item.entities}),
        item.question[:QUESTION],
    ]


def state(scored: Scored) -> str:
    """One letter: right, wrong, unread, or a dash for not asked."""
    if not scored.asked:
        return "-"
    if scored.said is None:
        return "u"
    return "r" if scored.correct else "w"


def states_of(run: LoadedRun) -> dict[str, str]:
    """What a run made of its items, a letter each."""
    return {scored.item.id: state(scored) for scored in run.scored}


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
