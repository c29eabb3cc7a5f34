"""Marks: what sets a run apart, so that nobody takes its figures for those of a plain run of a benchmark.

A mark stands behind the run's name wherever a table or a chart names it, with what it means below. The
numbers behind a mark are in the run's findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mhclient.run.prompt import Parameters
from mhclient.run.spec import Ask, RunSpec

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
    Mark.OTHER_PARAMETERS: "sent with other parameters than the other runs, or than most of them",
    Mark.FORCED_CHOICE: "nothing was written: the letters' probabilities choose",
    Mark.DECIDED: "people's decisions stand in the place of what was read",
}


def mark_all(runs: Sequence[LoadedRun]) -> list[LoadedRun]:
    """The runs with their marks, as they stand beside each other."""
    usual = usual_parameters(runs)
    return [replace(run, marks=tuple(_marks(run, usual))) for run in runs]


def usual_parameters(runs: Sequence[LoadedRun]) -> Mapping[str, Any] | None:
    """What most of the runs were sent with; None where nothing is more frequent than all else."""
    sent = Counter(tuple(sent_parameters(run).items()) for run in runs).most_common(2)
    if not sent or (len(sent) > 1 and sent[0][1] == sent[1][1]):
        return None
    return dict(sent[0][0])


def sent_parameters(run: LoadedRun) -> dict[str, Any]:
    """What the requests asked for, model aside; under which name the cap is sent is the provider's affair."""
    parameters = run.spec.parameters if run.run.sent is None else Parameters(**run.run.sent)
    return {name: value for name, value in asdict(parameters).items() if name != "cap_field"}


def marks_note(runs: Sequence[LoadedRun]) -> str:
    """What the marks of these runs mean, as a footnote; empty where there are none."""
    return meanings(runs_by_mark(runs))


def meanings(marks: Collection[Mark]) -> str:
    """What marks mean, in one sentence; empty where there are none."""
    listed = "; ".join(f"{mark}: {MEANING[mark]}" for mark in Mark if mark in marks)
    return f"{listed}." if listed else ""


def in_brackets(marks: Sequence[Mark]) -> str:
    """Marks, to stand behind a run's name; empty where there are none."""
    return f" ({', '.join(marks)})" if marks else ""


def runs_by_mark(runs: Sequence[LoadedRun]) -> dict[Mark, list[LoadedRun]]:
    """Each mark that occurs, with the runs that have it."""
    found = {mark: [run for run in runs if mark in run.marks] for mark in Mark}
    return {mark: having for mark, having in found.items() if having}


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides the marks that a run has by itself.

    Attributes:
        n_missing: items that have neither a reply nor an error yet.
        n_models, n_fingerprints: how many different ones the provider says it served.
    """

    spec: RunSpec
    n_items: int
    n_in_benchmark: int
    n_missing: int
    n_errors: int
    n_models: int
    n_fingerprints: int


def own_marks(facts: Facts) -> Iterator[Mark]:
    """The marks that a run has whatever it stands beside."""
    asks_again = facts.spec.reask is not None
    applies = {
        Mark.PARTIAL: facts.n_missing > 0,
        Mark.REASKED: asks_again,
        Mark.LIMITED: not asks_again and facts.n_items < facts.n_in_benchmark,
        Mark.ERRORS: facts.n_errors > 0,
        Mark.SEVERAL_MODELS: facts.n_models > 1,
        Mark.SEVERAL_FINGERPRINTS: facts.n_fingerprints > 1,
        Mark.FORCED_CHOICE: facts.spec.ask is Ask.FORCED_CHOICE,
    }
    return (mark for mark, applied in applies.items() if applied)


def _marks(run: LoadedRun, usual: Mapping[str, Any] | None) -> Iterator[Mark]:
    facts = Facts(
        spec=run.spec,
        n_items=len(run.scored),
        n_in_benchmark=len(run.benchmark.items),
        n_missing=sum(not item.asked for item in run.scored),
        n_errors=sum(run.errors.values()),
        n_models=len(run.served),
        n_fingerprints=len(run.fingerprints),
    )
    found = set(own_marks(facts))
    found |= {Mark.OTHER_PARAMETERS} if sent_parameters(run) != usual else set()
    found |= {Mark.DECIDED} if run.decided is not None and run.decided.about_this else set()
    return (mark for mark in Mark if mark in found)
