"""What sets a run apart: its marks, and the label of the settings it was asked with.

A mark stands behind the run's name wherever a table or a chart names it, with what it means below, so that
nobody takes its figures for those of a plain run of a benchmark. The numbers behind a mark are in the run's
findings.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from cache import RunRow, Store
from mhclient.run.body_fields import values_of
from mhclient.run.parameters import Parameters, cap_for, is_asked
from mhclient.run.spec import Ask, RunSpec, spec_of


class Mark(StrEnum):
    """The word that stands behind a run's name."""

    PARTIAL = "partial"
    REASKED = "asked again"
    LIMITED = "limited"
    ERRORS = "errors"
    LEFT_OUT = "items left out"
    CHANGED = "items changed"
    SEVERAL_MODELS = "several models"
    SEVERAL_FINGERPRINTS = "fingerprint changed"
    SEVERAL_ROUTES = "several providers"
    OTHER_PARAMETERS = "other parameters"
    FORCED_CHOICE = "forced choice"
    FREE = "free answers"
    PANEL = "panel"
    DECIDED = "decided"
    OTHER_LABELS = "other labels"


MEANING: Mapping[Mark, str] = {
    Mark.PARTIAL: "some items have no reply yet",
    Mark.REASKED: "only items of an earlier run that could not be read there, asked again",
    Mark.LIMITED: "only a part of the benchmark's items, as --limit or --tasks asked for, or as a log has",
    Mark.ERRORS: "some items got no reply; they count as unread",
    Mark.LEFT_OUT: "some items are broken in the store, cannot be used and are not counted",
    Mark.CHANGED: "the store's items are not those of the benchmark: questions and golds may be others",
    Mark.SEVERAL_MODELS: "the provider served more than one model under the name asked for",
    Mark.SEVERAL_FINGERPRINTS: "the provider's (or this machine's) configuration changed within the run",
    Mark.SEVERAL_ROUTES: "behind the router, more than one provider served the replies",
    Mark.OTHER_PARAMETERS: "not sent with the same parameters as the other runs, or not known to be",
    Mark.FORCED_CHOICE: "the model wrote nothing: the most probable letter counts",
    Mark.FREE: "options were not shown: accuracy counts replies that name the right option in its own words",
    Mark.PANEL: "a few items of a run, asked again to see whether the service moved",
    Mark.DECIDED: "people's decisions replace what the program read",
    Mark.OTHER_LABELS: "the option that counts as right is that of another label set (--labels)",
}


def meanings(marks: Collection[Mark], shown: Mapping[Mark, str] = MappingProxyType({})) -> str:
    """What marks mean, in one sentence; empty where there are none.

    Args:
        shown: how a mark is shown, where that is not by its own name.
    """
    listed = "; ".join(f"{shown.get(mark, mark)}: {MEANING[mark]}" for mark in Mark if mark in marks)
    return f"{listed}." if listed else ""


def in_brackets(marks: Sequence[str]) -> str:
    """Marks, to stand behind a run's name; empty where there are none."""
    return f" ({', '.join(marks)})" if marks else ""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What decides the marks that a run has by itself.

    Attributes:
        n_missing: items that have neither a reply nor an error yet.
        n_left_out, are_changed: items that cannot be used, and whether they are not those of the benchmark;
            lists of runs, for which no item is read, do not know it.
        n_models, n_fingerprints, n_routes: how many different ones the replies name.
    """

    spec: RunSpec
    n_items: int
    n_in_benchmark: int
    n_missing: int
    n_errors: int
    n_models: int
    n_fingerprints: int
    n_left_out: int = 0
    are_changed: bool = False
    n_routes: int = 0


def own_marks(facts: RunFacts) -> Iterator[Mark]:
    """The marks that a run has whatever it stands beside."""
    asks_again = facts.spec.reask is not None
    applies = {
        Mark.PARTIAL: facts.n_missing > 0,
        Mark.REASKED: asks_again,
        Mark.LIMITED: not asks_again and facts.spec.panel is None and facts.n_items < facts.n_in_benchmark,
        Mark.ERRORS: facts.n_errors > 0,
        Mark.LEFT_OUT: facts.n_left_out > 0,
        Mark.CHANGED: facts.are_changed,
        Mark.SEVERAL_MODELS: facts.n_models > 1,
        Mark.SEVERAL_FINGERPRINTS: facts.n_fingerprints > 1,
        Mark.SEVERAL_ROUTES: facts.n_routes > 1,
        Mark.FREE: facts.spec.variant.free,
        Mark.PANEL: facts.spec.panel is not None,
        Mark.FORCED_CHOICE: facts.spec.ask is Ask.FORCED_CHOICE,
    }
    return (mark for mark, applied in applies.items() if applied)


def stored_marks(store: Store, run: RunRow) -> tuple[Mark, ...]:
    """The marks that a run has by itself, as in reports."""
    counts = store.results.count_tasks(run.run_id).values()
    n_models, n_fingerprints, n_routes = store.results.count_models(run.run_id)
    n_items, n_errors = sum(count.total for count in counts), sum(count.errors for count in counts)
    spec = spec_of(run)
    facts = RunFacts(
        spec=spec,
        n_items=n_items // spec.epochs,
        n_in_benchmark=sum(store.benchmarks.count_items(run.benchmark).values()),
        n_missing=n_items - n_errors - sum(count.answered for count in counts),
        n_errors=n_errors,
        n_models=n_models,
        n_fingerprints=n_fingerprints,
        n_routes=n_routes,
    )
    return tuple(own_marks(facts))


def settings_label(spec: RunSpec) -> list[str]:
    """Effort or thinking, then what else was set; nothing for what follows from variant and effort."""
    reasoning = spec.parameters.reasoning
    return [*([reasoning] if reasoning else []), *settings_besides_reasoning(spec)]


def settings_besides_reasoning(spec: RunSpec) -> list[str]:
    """The same without effort and thinking."""
    if spec.ask is Ask.FORCED_CHOICE:
        return []
    sent, found = spec.parameters, list[str]()
    # As `make_parameters` has it: models that reason over an API take none.
    reasons = spec.ask is not Ask.GENERATE and is_asked(sent.effort, sent.thinking)
    if sent.temperature != (None if reasons else 0.0):
        found.append("no temperature" if sent.temperature is None else f"temperature {sent.temperature:g}")
    answer = spec.variant.max_tokens or Parameters().max_tokens or 0
    if sent.max_tokens != cap_for(sent.effort, sent.thinking, answer):
        found.append("no token cap" if sent.max_tokens is None else f"max tokens {sent.max_tokens}")
    if sent.tier is not None:
        found.append(f"tier {sent.tier}")
    further = {**sent.extra, **({"route": sent.route} if sent.route else {})}
    shown = ((".".join(path), json.dumps(value, ensure_ascii=False)) for path, value in values_of(further))
    return [*found, *map(" ".join, shown)]
