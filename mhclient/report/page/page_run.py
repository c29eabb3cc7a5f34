"""The runs as the page names them: by a number, the place by accuracy, and by name. No colour is a run's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhclient.report.loading.same_items import SameItems, names_of_benchmarks
from mhclient.report.page.links import Links
from mhclient.report.summary import Summary
from mhclient.report.table import Behind
from mhclient.report.wording.names import run_name, runs_of
from mhclient.run.marks import MEANING, Mark


@dataclass(frozen=True, slots=True)
class PageRun:
    """A run on the page.

    Attributes:
        no: its place by accuracy, from 1, set of questions by set; it orders runs and proves nothing. 0 for a
            run alone.
        name: what sentences call it.
        model, detail: how rows name it: bold, and small below.
        marks: what sets it apart from the others, each with what it means.
        href: the address of its items; None where there are none.
    """

    no: int
    summary: Summary
    name: str
    model: str
    detail: str
    marks: Sequence[tuple[str, str]]
    href: str | None

    @property
    def run(self) -> str:
        return self.summary.run_id


def by_accuracy(summaries: Sequence[Summary], links: Links) -> list[PageRun]:
    """The runs, those of one set of questions together, and of these the most accurate first."""
    same = SameItems(runs_of(summaries))
    ordered = sorted(
        summaries,
        key=lambda summary: (same.set_of(summary.run), -(summary.overall.accuracy.accuracy or 0.0)),
    )
    first = 1 if len(ordered) > 1 else 0
    return [_page_run(no, summary, summaries, links) for no, summary in enumerate(ordered, start=first)]


def _page_run(no: int, summary: Summary, among: Sequence[Summary], links: Links) -> PageRun:
    run, runs = summary.run, runs_of(among)
    same = shared_marks(among)
    alike = [each for each in runs if each.spec.model == run.spec.model]
    variants = {each.spec.variant.name for each in runs}
    twice = [each for each in alike if each.spec.variant.name == run.spec.variant.name]
    details = [run.spec.variant.name] if len(variants) > 1 or len(runs) == 1 else []
    details += [run.run.run_id] if len(twice) > 1 else []
    return PageRun(
        no=no,
        summary=summary,
        name=run_name(run, runs),
        model=run.spec.model,
        detail=" · ".join(details),
        marks=[(_chip(mark, summary), MEANING[mark]) for mark in run.marks if mark not in same],
        href=links.href(Behind(summary.run_id)),
    )


def shared_marks(summaries: Sequence[Summary]) -> list[Mark]:
    """The marks that all of several runs have: said once."""
    if len(summaries) < 2:
        return []
    first, *others = (summary.run.marks for summary in summaries)
    each = {Mark.OTHER_PARAMETERS}  # which they are is said of each run
    return [mark for mark in first if mark not in each and all(mark in marks for marks in others)]


def _chip(mark: Mark, summary: Summary) -> str:
    accuracy = summary.overall.accuracy
    if mark is Mark.OTHER_PARAMETERS:
        return summary.run.sent_otherwise or str(mark)
    return f"{mark}: {accuracy.n:,} of {accuracy.n_planned:,}" if mark is Mark.PARTIAL else str(mark)


def sets_of(runs: Sequence[PageRun]) -> dict[str, list[PageRun]]:
    """Name of each set of questions → the runs of it, in their order."""
    same = SameItems([who.summary.run for who in runs])
    found: dict[int, list[PageRun]] = {}
    for who in runs:
        found.setdefault(same.set_of(who.summary.run), []).append(who)
    names = names_of_benchmarks(of[0].summary.run.benchmark for of in found.values())
    return {names[of[0].summary.run.benchmark.digest]: of for of in found.values()}


def known_by_run(runs: Sequence[PageRun]) -> Mapping[str, PageRun]:
    """Run id → the run."""
    return {who.run: who for who in runs}
