"""Which questions benchmarks of a report have in common, by their words: runs are compared on these alone."""

from collections.abc import Sequence
from typing import Any

from mhclient.report.blocks.block import Block
from mhclient.report.loading.same_items import SameItems, TwoBenchmarks, Unlike, names_of_benchmarks
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.report.wording.names import runs_of
from mhclient.report.wording.shapes import Columns
from mhclient.show.counts import counted

MOST = 20  # pairs of benchmarks that are listed


def two_benchmarks(summaries: Sequence[Summary]) -> list[TwoBenchmarks]:
    """Every two of the report's benchmarks."""
    return summaries[0].get_beside(summaries, _two_benchmarks) if len(summaries) > 1 else []


def _two_benchmarks(summaries: Sequence[Summary]) -> list[TwoBenchmarks]:
    return SameItems(runs_of(summaries)).benchmarks()


def questions_table(summaries: Sequence[Summary]) -> Table | None:
    """How many questions every two benchmarks have in common, and how many only look so."""
    found = two_benchmarks(summaries)
    names = names_of_benchmarks(each.benchmark for each in runs_of(summaries))
    rows = [
        (
            f"{names[each.first.digest]}, {names[each.second.digest]}",
            *map(str, (*each.n, each.n_same, *each.unlike.alike.values())),
        )
        for each in found[:MOST]
    ]
    head = ("Benchmarks", "Asked, first", "second", "The same", "Same id, other words", "Other gold")
    prompts = Unlike(whole_prompts=sum(each.unlike.whole_prompts for each in found)).said
    more = counted(n, "other pair") if (n := len(found) - len(rows)) else ""
    note = (
        "Items of two benchmarks are the same where question, options and gold are, whatever their ids. "
        "Those with the same id and other words, and those with the same words and another gold, are not "
        "compared. Of a question that stands several times in both, the first copy goes with the first."
        f"{f' {prompts}' if prompts else ''}"
        f"{f' Not shown, but in the JSON: {more} of benchmarks.' if more else ''}"
    )
    return Table("Which questions do the benchmarks have in common?", head, rows, note) if rows else None


def questions_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "questions_in_common": [
            {
                "benchmarks": [each.first.digest, each.second.digest],
                "n": list(each.n),
                "n_same": each.n_same,
                **each.unlike.alike,
            }
            for each in two_benchmarks(summaries)
        ]
    }


def questions_columns(summaries: Sequence[Summary]) -> Columns:
    """How many of a run's items look like those of another benchmark: of the one with most such items."""
    found: dict[str, list[Unlike]] = {}
    for two in two_benchmarks(summaries):
        for each in (two.first, two.second):
            found.setdefault(each.digest, []).append(two.unlike)
    return {
        summary.run_id: max(found[summary.run.benchmark.digest], key=lambda each: each[:2]).alike
        for summary in (summaries if found else ())
    }


BLOCK = Block(
    across={"questions": questions_table},
    document_across=questions_document,
    columns_across=questions_columns,
)
