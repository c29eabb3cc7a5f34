"""Marks: what sets a run apart, so that nobody takes its figures for those of a plain run of a benchmark.

A mark stands behind the run's name wherever a table or a chart names it, with what it means below. The
numbers behind a mark are in the run's findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mhclient.completion import Parameters
from mhclient.spec import Ask

if TYPE_CHECKING:
    from mhclient.report.load import LoadedRun


class Mark(StrEnum):
    """The word that stands behind a run's name."""

    PARTIAL = "partial"
    REASKED = "asked again"
    LIMITED = "limited"
    ERRORS = "errors"
    SEVERAL_MODELS = "several models"
    SEVERAL_FINGERPRINTS = "fingerprint changed"
    OTHER_PARAMETERS = "other parameters"
    FORCED_CHOICE = "forced choice"
    DECIDED = "decided"


MEANING: Mapping[Mark, str] = {
    Mark.PARTIAL: "some items have no reply yet",
    Mark.REASKED: "only items of an earlier run that could not be read there, asked again",
    Mark.LIMITED: "only a part of the benchmark's items, as --limit or --tasks asked for",
    Mark.ERRORS: "some items got no reply; they count as unread",
    Mark.SEVERAL_MODELS: "the provider served more than one model under the name asked for",
    Mark.SEVERAL_FINGERPRINTS: "the provider's (or this machine's) configuration changed within the run",
    Mark.OTHER_PARAMETERS: "sent with other parameters than the other runs",
    Mark.FORCED_CHOICE: "nothing was written: the letters' probabilities choose",
    Mark.DECIDED: "people's decisions stand in the place of what was read",
}


def mark_all(runs: Sequence[LoadedRun]) -> list[LoadedRun]:
    """The runs with their marks, as they stand beside each other."""
    usual = usual_parameters(runs)
    return [replace(run, marks=tuple(_marks(run, usual))) for run in runs]


def usual_parameters(runs: Sequence[LoadedRun]) -> Mapping[str, Any]:
    """What most of the runs were sent with; of what is equally frequent, the first."""
    sent = [tuple(sent_parameters(run).items()) for run in runs]
    return dict(Counter(sent).most_common(1)[0][0]) if sent else {}


def sent_parameters(run: LoadedRun) -> dict[str, Any]:
    """What the requests asked for, model aside; under which name the cap is sent is the provider's affair."""
    parameters = run.spec.parameters if run.run.sent is None else Parameters(**run.run.sent)
    return {name: value for name, value in asdict(parameters).items() if name != "cap_field"}


def marks_note(runs: Sequence[LoadedRun]) -> str:
    """What the marks of these runs mean, as a footnote; empty where there are none."""
    found = runs_by_mark(runs)
    return "; ".join(f"{mark}: {MEANING[mark]}" for mark in found) + ("." if found else "")


def runs_by_mark(runs: Sequence[LoadedRun]) -> dict[Mark, list[LoadedRun]]:
    """Each mark that occurs, with the runs that have it."""
    found = {mark: [run for run in runs if mark in run.marks] for mark in Mark}
    return {mark: having for mark, having in found.items() if having}


def _marks(run: LoadedRun, usual: Mapping[str, Any]) -> Iterator[Mark]:
    spec = run.spec
    applies = {
        Mark.PARTIAL: any(not item.asked for item in run.scored),
        Mark.REASKED: spec.reask is not None,
        Mark.LIMITED: spec.reask is None and len(run.scored) < len(run.benchmark.items),
        Mark.ERRORS: bool(run.errors),
        Mark.SEVERAL_MODELS: len(run.served) > 1,
        Mark.SEVERAL_FINGERPRINTS: len(run.fingerprints) > 1,
        Mark.OTHER_PARAMETERS: sent_parameters(run) != usual,
        Mark.FORCED_CHOICE: spec.ask is Ask.FORCED_CHOICE,
        Mark.DECIDED: run.decided is not None,
    }
    return (mark for mark, applied in applies.items() if applied)
