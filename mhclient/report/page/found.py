"""Findings of runs as a table: which run has a finding of which kind, with the sentences behind each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhclient.report.blocks.loop import findings
from mhclient.report.finding import HEADINGS, Finding
from mhclient.report.page.who import Who


@dataclass(frozen=True, slots=True)
class FoundTable:
    """The findings of all runs.

    Attributes:
        kinds: code → heading, of the kinds that occur.
        of: the runs, each with its findings by code.
    """

    kinds: Mapping[str, str]
    of: Sequence[tuple[Who, Mapping[str, Sequence[Finding]]]]


def found_table(runs: Sequence[Who]) -> FoundTable:
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
