"""Findings of runs as a table: which run has a finding of which kind, with the sentences behind each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mhclient.figures.drug_use import CALLED_A_USE
from mhclient.report.blocks.loop import findings
from mhclient.report.page.page_run import PageRun
from mhclient.report.summary import HEADINGS, Finding
from mhclient.report.usage import usage_figures
from mhclient.show.counts import counted


@dataclass(frozen=True, slots=True)
class FoundTable:
    """The findings of all runs.

    Attributes:
        kinds: code → heading, of the kinds that occur.
        of: the runs, each with its findings by code.
    """

    kinds: Mapping[str, str]
    of: Sequence[tuple[PageRun, Mapping[str, Sequence[Finding]]]]

    @staticmethod
    def cell(who: PageRun, code: str, found: Sequence[Finding]) -> str:
        """What a run's cell shows: how much there is, in how many tasks, or that there is something."""
        if code in SIZES and (size := SIZES[code](who)):
            return size
        of_tasks = sum(finding.where != "overall" for finding in found)
        return counted(of_tasks, "task") if of_tasks else FOUND


def _unread(who: PageRun) -> str:
    accuracy = who.summary.overall.accuracy
    return f"{accuracy.n_unread:,} of {accuracy.n:,}"


def _called_a_use(who: PageRun) -> str:
    figures = who.summary.get(usage_figures)
    share = figures.share(CALLED_A_USE.key) if figures else None
    return f"{share.counted.count:,} of {share.counted.n:,}" if share else ""


FOUND = "●"  # a finding about the run as a whole
# Code of a finding → how much was found: a number of findings would be taken for it.
SIZES: Mapping[str, Callable[[PageRun], str]] = {
    "unread": _unread,
    "contraindication_called_a_use": _called_a_use,
}


def found_table(runs: Sequence[PageRun]) -> FoundTable:
    """The table."""
    of = [(who, _by_code(findings(who.summary))) for who in runs]
    codes = dict.fromkeys(code for _, found in of for code in found)
    known = [code for code in HEADINGS if code in codes]
    others = [code for code in codes if code not in HEADINGS]
    kinds = {code: HEADINGS.get(code, code.replace("_", " ").capitalize()) for code in (*known, *others)}
    return FoundTable(kinds, of)


def _by_code(found: Sequence[Finding]) -> dict[str, list[Finding]]:
    by_code: dict[str, list[Finding]] = {}
    for finding in found:
        by_code.setdefault(finding.code, []).append(finding)
    return by_code
