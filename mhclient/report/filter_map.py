"""Where a provider's filters withheld what was asked for: by task, relation and disorder, and in which words.

A reply is withheld where the provider says so: by how it ended, by its filter's verdict, or by the field that
its API has for refusals. What a model declines in its own words is not.

Decision: docs/decisions/report.md, "What counts as withheld, and what is kept of it".
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from benchmark import Item
from mhclient.figures.estimate import Estimate
from mhclient.figures.item_analysis import WordOdds, word_odds, words_of
from mhclient.figures.linear import LinearFigure
from mhclient.figures.numerics import Bools, Ints
from mhclient.read.scored import Ending, Scored
from mhclient.report.loading.basis import Basis, DependentItems
from mhclient.report.settings import Settings
from mhclient.run.parameters import FilterVerdict, verdicts_from_text
from parsers import Outcome

DISEASE = "disease"  # the graph's type of what a disorder is
OVER_REPRESENTED = 1.96  # standard errors
MOST_WORDS = 15


class WithheldPart(NamedTuple):
    """A part of the items asked: how many replies were withheld, with the share's interval.

    Attributes:
        name, key: as shown, and as filters of items name it.
        all_filtered: whether each of them ended as filtered, so that the page can list them.
    """

    name: str
    key: str
    n: int
    n_withheld: int
    share: Estimate
    all_filtered: bool


class CategoryCount(NamedTuple):
    """A verdict, and in how many replies it withheld the text, or only marked it."""

    where: str
    category: str
    severity: str | None
    n_withheld: int
    n_marked: int


@dataclass(frozen=True, slots=True)
class FilterMap:
    """What filters did to a run.

    Attributes:
        accuracy_without: accuracy over the replies that were not withheld.
        words: those that are over-represented in the questions and options that were withheld.
        withheld: ids of items that had a reply withheld.
    """

    overall: WithheldPart
    accuracy_without: Estimate
    tasks: tuple[WithheldPart, ...]
    relations: tuple[WithheldPart, ...]
    disorders: tuple[WithheldPart, ...]
    categories: tuple[CategoryCount, ...]
    words: tuple[WordOdds, ...]
    withheld: frozenset[str]


def filter_map(basis: Basis) -> FilterMap | None:
    """What filters did to a run; None where they said nothing."""
    scored = basis.run.scored
    if not any(basis.run.filters_of_each) and Outcome.FILTERED not in basis.tally.each(_ending):
        return None
    verdicts = _verdicts(basis)
    gone = map(_withheld, scored, verdicts)
    withheld: Bools = np.fromiter(gone, dtype=bool, count=len(scored))
    if not withheld.any() and not any(verdicts):
        return None
    asked = np.flatnonzero(basis.tally.asked)
    part = _PartsOfRun(basis, withheld)
    kept = asked[~withheld[asked]]
    return FilterMap(
        overall=part.of("all", "", asked),
        accuracy_without=basis.sharing.mean(kept).estimate(basis.tally.right[kept].astype(float)),
        tasks=tuple(part.of(task, task, rows) for task, rows in part.by(lambda one: [(one.task,) * 2])),
        relations=_most_first(part.of(*name, rows) for name, rows in part.by_names(_relations)),
        disorders=_most_first(part.given(*name, rows) for name, rows in part.by_names(_disorders)),
        categories=_counted(verdicts),
        words=_words(scored, withheld, asked),
        withheld=frozenset(one.item.id for one, gone in zip(scored, withheld, strict=True) if gone),
    )


def withheld_among(items: Sequence[Scored], withheld: frozenset[str], settings: Settings) -> Estimate:
    """The share of items that were withheld, with its interval. Args: items: each once."""
    sharing = DependentItems([one.item for one in items], settings)
    values = np.array([one.item.id in withheld for one in items], dtype=float)
    return sharing.mean(np.arange(len(items), dtype=np.int64)).estimate(values)


def _verdicts(basis: Basis) -> list[tuple[FilterVerdict, ...]]:
    kept = basis.run.filters_of_each or [None] * len(basis.run.scored)
    return [verdicts_from_text(each) for each in kept]


def _ending(one: Scored) -> Ending:
    return one.ending


def _withheld(one: Scored, said: Sequence[FilterVerdict]) -> bool:
    return one.ending is Outcome.FILTERED or any(verdict.withheld for verdict in said)


class _PartsOfRun:
    """Parts of a run's items that were asked, each with the share that was withheld."""

    def __init__(self, basis: Basis, withheld: Bools) -> None:
        self._basis, self._gone = basis, withheld
        self._asked = np.flatnonzero(basis.tally.asked)

    def of(self, name: str, key: str, rows: Ints) -> WithheldPart:
        return self._part(name, key, rows, self._basis.sharing.mean(rows))

    def given(self, name: str, key: str, rows: Ints) -> WithheldPart:
        """The items of one entity: about itself, not about others like it."""
        return self._part(name, key, rows, self._basis.sharing.mean_given(rows, key))

    def _part(self, name: str, key: str, rows: Ints, mean: LinearFigure) -> WithheldPart:
        gone = self._gone[rows]
        share = mean.estimate(gone.astype(float))
        endings = {self._basis.run.scored[row].ending for row in rows[gone]}
        return WithheldPart(name, key, len(rows), int(gone.sum()), share, endings <= {Outcome.FILTERED})

    def by_names(
        self, names: Callable[[Scored], Iterable[tuple[str, str]]]
    ) -> list[tuple[tuple[str, str], Ints]]:
        """(name, key) → rows, for every name that any reply has."""
        found: dict[tuple[str, str], list[int]] = {}
        for row in self._asked.tolist():
            for name in dict.fromkeys(names(self._basis.run.scored[row])):
                found.setdefault(name, []).append(row)
        return [(name, np.array(rows, dtype=np.int64)) for name, rows in found.items()]

    def by(self, names: Callable[[Scored], Iterable[tuple[str, str]]]) -> list[tuple[str, Ints]]:
        """Likewise, where name and key are one."""
        return [(name, rows) for (name, _), rows in self.by_names(names)]


def _relations(one: Scored) -> Iterable[tuple[str, str]]:
    return [(one.item.relation, one.item.relation)] if one.item.relation else []


def _disorders(one: Scored) -> Iterable[tuple[str, str]]:
    return [(entity.name, entity.key) for entity in one.item.entities if entity.type == DISEASE]


def _most_first(parts: Iterable[WithheldPart]) -> tuple[WithheldPart, ...]:
    return tuple(sorted(parts, key=lambda part: (-(part.share.value or 0.0), -part.n, part.name)))


def _counted(verdicts: Iterable[Sequence[FilterVerdict]]) -> tuple[CategoryCount, ...]:
    counts = Counter(verdict for said in verdicts for verdict in said)
    kinds = {verdict[:3] for verdict in counts}
    found = [
        CategoryCount(*kind, counts[FilterVerdict(*kind, True)], counts[FilterVerdict(*kind, False)])
        for kind in kinds
    ]
    return tuple(sorted(found, key=lambda each: (-each.n_withheld, -each.n_marked, each[:2], str(each[2]))))


def _words(scored: Sequence[Scored], withheld: Bools, asked: Ints) -> tuple[WordOdds, ...]:
    """Each item once, however often it was asked."""
    gone = {scored[row].item.id for row in asked[withheld[asked]].tolist()}
    items = {scored[row].item.id: scored[row].item for row in asked.tolist()}
    if not gone or len(gone) == len(items):
        return ()
    here = (_said(item) for name, item in items.items() if name in gone)
    odds = word_odds(here, (_said(item) for name, item in items.items() if name not in gone))
    return tuple(each for each in odds if each.z >= OVER_REPRESENTED)[:MOST_WORDS]


def _said(item: Item) -> set[str]:
    return words_of(" ".join([item.question, *item.options.values()]))
