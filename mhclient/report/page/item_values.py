"""What stands in a page of items, as values for JSON: an index, results, facts about items, exchanges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from benchmark import Item
from cache.rows import ExchangeRow
from mhclient.report.load import LoadedRun
from mhclient.scoring.scored import Ending, Scored
from parsers import Grade

QUESTION = 200  # characters of a question in the index


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


def index_of(items: Sequence[Item]) -> dict[str, Any]:
    """What the page filters by; tasks, relations and entities stand once, and rows name them by number."""
    names = _Numbers()
    rows = [
        [
            item.id,
            names(item.task),
            -1 if item.relation is None else names(item.relation),
            sorted({names(entity.key) for entity in item.entities}),
            _shortened(item.question),
        ]
        for item in items
    ]
    entities = {entity.key: entity.name for item in items for entity in item.entities}
    return {"names": names.listed, "entities": entities, "rows": rows}


def _shortened(question: str) -> str:
    """A question for the index; what is left out is shown to be."""
    return question if len(question) <= QUESTION else question[: QUESTION - 1] + "…"


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


def kind_of(scored: Scored) -> Kind:
    return scored.gold, scored.said, state(scored), scored.ending, scored.grade, scored.kept_format


def shown_kind(kind: Kind) -> list[Any]:
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


def exchange_of(scored: Scored, exchange: ExchangeRow) -> dict[str, Any]:
    """One item of a run: the request as sent, the completion in pieces around the span, the reading."""
    return {
        "sent": exchange.body,
        "completion": _pieces(exchange.completion, scored.span),
        "finish": exchange.finish_reason,
        "served": exchange.served_model,
        "tokens": [exchange.prompt_tokens, exchange.completion_tokens, exchange.reasoning_tokens],
        "error": exchange.error and f"{exchange.error}: {exchange.detail}",
        "rule": scored.rule,
        "shown": list(scored.shown.letter_of.items()),
    }


def _pieces(completion: str | None, span: tuple[int, int] | None) -> list[str] | None:
    """The completion before, in and after the span; cut here, since a browser counts characters otherwise."""
    if completion is None:
        return None
    start, end = span or (0, 0)
    return [completion[:start], completion[start:end], completion[end:]]
