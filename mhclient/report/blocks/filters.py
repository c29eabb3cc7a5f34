"""What a provider's filters withheld: where, for what, in which words, and beside other providers."""

from collections.abc import Iterator, Sequence
from typing import Any

from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Dots, intervals_in_words, series_of, share_point
from mhclient.report.filter_map import FilterMap, WithheldPart, filter_map, withheld_among
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of
from mhclient.report.wording.shapes import bounds_document, interval_of
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import agreeing, counted

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
    head = ("By", "", "Withheld", "Asked", "Share", "95 % CI")
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
    head = (names_head(runs_of(summaries)), "Withheld", "Share", "95 % CI", "By it alone")
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
