"""What stands in a page of items, as values for JSON: an index, results, facts about items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from benchmark import Item, Mode
from benchmark.same import adds_to
from mhclient.figures.accuracy import Tally
from mhclient.figures.calibration import bin_places
from mhclient.figures.classification import classes, has_sets
from mhclient.read.scored import Ending, Scored
from mhclient.report.loading.loaded import LoadedRun
from parsers import Grade

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
