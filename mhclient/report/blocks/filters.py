"""Where a provider's filters withheld what was asked for: by task, relation and disorder, and in which words.

A reply is withheld where the provider says so: by how it ended, by its filter's verdict, or by the field that
its API has for refusals. What a model declines in its own words is not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from benchmark import Item
from mhclient.figures.cluster_robust import LinearFigure
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.item_analysis import WordOdds, word_odds, words_of
from mhclient.figures.numerics import Bools, Ints
from mhclient.read.scored import Ending, Scored
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Dots, intervals_in_words, series_of, share_point
from mhclient.report.loading.basis import Basis, DependentItems
from mhclient.report.settings import Settings
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of
from mhclient.report.wording.shapes import bounds_document, interval_of
from mhclient.run.parameters import FilterVerdict, verdicts_from_text
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import agreeing, counted
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


OF_EACH = (
    "Shares of the replies to items asked; a disorder's interval is about that disorder. Accuracy, in all "
    "tables, counts withheld replies as wrong."
)
WORDS_NOTE = (
    "Counted: questions, with their options, in which the word stands. z: log-odds by their standard error, "
    "with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008); questions of one template share "
    "words, so z is no test."
)


def map_of(basis: Basis) -> FilterMap | None:
    """What filters did to the run."""
    return filter_map(basis)


def filters_table(summary: Summary) -> Table | None:
    """How much was withheld, by task, relation and disorder; those of which nothing was are left out."""
    found = summary.get(map_of)
    if found is None or not found.overall.n_withheld:
        return None
    top = summary.settings.top
    parts = [
        *(("task", part) for part in found.tasks if part.n_withheld),
        *(("relation", part) for part in found.relations if part.n_withheld),
        *[("disorder", part) for part in found.disorders if part.n_withheld][:top],
    ]
    rows = [_part_row(summary.run_id, kind, part) for kind, part in parts]
    rows.append(_part_row(summary.run_id, "all", found.overall))
    head = ("By", "", "Withheld", "Asked", "Share", CI95)
    return Table("What the provider withheld", head, rows, OF_EACH, names=2)


def _part_row(run: str, kind: str, part: WithheldPart) -> Row:
    filters = {"disorder": {"entity": part.key}, "all": {}}.get(kind, {kind: part.key})
    behind = Behind(run, {**filters, "ending": "filtered"}, part.n_withheld, part.n)
    share = Cell(percent(part.share.value), behind if part.all_filtered else None)
    name = "" if kind == "all" else part.name
    return (kind, name, str(part.n_withheld), str(part.n), share, interval_of(part.share))


def categories_table(summary: Summary) -> Table | None:
    """The filters' verdicts by category and severity."""
    found = summary.get(map_of)
    if found is None or not found.categories:
        return None
    rows = [
        (each.where, each.category, each.severity or NOT_KNOWN, str(each.n_withheld), str(each.n_marked))
        for each in found.categories
    ]
    head = ("Of the", "Category", "Severity", "Withheld", "Only marked")
    note = "As the provider says them; one reply may have several. Verdicts of no harm are left out."
    return Table("What its filters said", head, rows, note, names=3)


def words_table(summary: Summary) -> Table | None:
    """The words that stand more often in what was withheld."""
    found = summary.get(map_of)
    if found is None or not found.words:
        return None
    rows = [(each.word, str(each.n_in), str(each.n_others), f"{each.z:.1f}") for each in found.words]
    head = ("Word", "Withheld", "Others", "z")
    return Table("Words over-represented in what was withheld", head, rows, WORDS_NOTE)


def withheld_across(summaries: Sequence[Summary]) -> Table | None:
    """The share that each run's provider withheld of the items that all of them were asked."""
    if len(summaries) < 2 or not any(_has_withheld(summary) for summary in summaries):
        return None
    if len({summary.run.benchmark.digest for summary in summaries}) > 1:
        return None
    asked = [{one.item.id for one in summary.run.scored if one.asked} for summary in summaries]
    common = set.intersection(*asked)
    if not common:
        return None
    rows = [_across_row(summary, summaries, common) for summary in summaries]
    head = (names_head(runs_of(summaries)), "Withheld", "Share", CI95, "By it alone")
    note = f"Of the {counted(len(common), 'item')} that all of these runs were asked."
    return Table("What each provider withheld, in %", head, rows, note)


def _across_row(summary: Summary, summaries: Sequence[Summary], common: set[str]) -> Row:
    mine = _withheld_ids(summary) & common
    others = frozenset().union(*(_withheld_ids(each) for each in summaries if each is not summary))
    items = list({one.item.id: one for one in summary.run.scored if one.item.id in common}.values())
    share = withheld_among(items, mine, summary.settings)
    cells = (str(len(mine)), percent(share.value), interval_of(share), str(len(mine - others)))
    return (row_cell(summary, summaries), *cells)


def _withheld_ids(summary: Summary) -> frozenset[str]:
    found = summary.get(map_of)
    return found.withheld if found else frozenset()


def _has_withheld(summary: Summary) -> bool:
    return bool(_withheld_ids(summary))


def filters_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """The share withheld by relation, or by task where items have no relations."""
    if not any(_has_withheld(summary) for summary in summaries):
        return
    series = []
    for summary in summaries:
        found = summary.get(map_of)
        parts = (found.relations or found.tasks) if found else ()
        points = [share_point(part.name, part.share) for part in sorted(parts, key=lambda part: part.name)]
        if points:
            series.append(series_of(summary, summaries, points))
    said = intervals_in_words([point for one in series for point in one.points])
    words = f"Share of replies that the provider withheld, in %. {said}"
    yield Chart("filters", "What the provider withheld", words, Dots(series))


def filters_findings(summary: Summary) -> Iterator[Finding]:
    """How much was withheld, where most, and what accuracy is without it."""
    found = summary.get(map_of)
    if found is None or not found.overall.n_withheld:
        return
    overall = found.overall
    text = (
        f"The provider withheld {overall.n_withheld} of {counted(overall.n, 'reply', 'replies')} "
        f"({percent(overall.share.value)} %{_where(found)}). Accuracy counts "
        f"{agreeing(overall.n_withheld, 'it', 'them')} as wrong; over the replies that were not withheld it "
        f"is {percent(found.accuracy_without.value)}."
    )
    yield Finding("withheld", "overall", text)


def _where(found: FilterMap) -> str:
    """The relation, or else the task, of which most was withheld; nothing where there is but one."""
    parts = found.relations if len(found.relations) > 1 else found.tasks
    if len(parts) < 2:
        return ""
    most = max(parts, key=lambda part: part.share.value or 0.0)
    return f"; the most with {most.name}, {percent(most.share.value)} %"


def filters_document(summary: Summary) -> dict[str, Any]:
    """The same for programs."""
    found = summary.get(map_of)
    if found is None:
        return {}
    return {
        "filters": {
            "withheld": _document(found.overall),
            "accuracy_without_withheld": found.accuracy_without.value,
            "tasks": {part.name: _document(part) for part in found.tasks},
            "relations": {part.name: _document(part) for part in found.relations},
            "disorders": {part.key: {"name": part.name, **_document(part)} for part in found.disorders},
            "verdicts": [each._asdict() for each in found.categories],
            "words": [each._asdict() for each in found.words],
        }
    }


def _document(part: WithheldPart) -> dict[str, Any]:
    return {
        "count": part.n_withheld,
        "n": part.n,
        "share": part.share.value,
        "ci95": bounds_document(part.share.ci95),
        "n_effective": part.share.n_effective,
    }


BLOCK = Block(
    figures=(map_of,),
    tables=(RunTable(filters_table, usual=True), RunTable(categories_table), RunTable(words_table)),
    across={"withheld": withheld_across},
    charts=filters_chart,
    findings=filters_findings,
    document=filters_document,
)
