"""What keeps an option from being right as well: too few symptoms, or a fact that the text must state.

Where a patient meets the symptom criteria of a disorder that is not gold, only a fact separates the two: a
duration, an impairment that is denied, a stressor, psychosis within or outside episodes, or a rule of their
differential about what goes along with what.
"""

from typing import NamedTuple

from benchmark.mentalkg.graph import DiagnosisGraph, Disorder
from benchmark.mentalkg.profile import CaseProfile, Statement, facts_of
from benchmark.mentalkg.requirements import contradicts, separates
from benchmark.mentalkg.satisfy import StatedFacts, conditions


class SeparatingFact(NamedTuple):
    """Why an option is wrong although its symptoms are there: the kind of fact, and the fact as stated."""

    by: str
    fact: str


def meets_symptoms(statement: Statement, disorder: Disorder) -> bool:
    """Whether the symptoms alone would make the disorder right."""
    return disorder.met_by(statement.symptoms)


def separating_fact(
    profile: CaseProfile, statement: Statement, option: Disorder, graph: DiagnosisGraph
) -> SeparatingFact | None:
    """The first fact that separates an option from the gold although its symptoms are met; else None."""
    facts = facts_of(statement, profile.main, graph)
    failed = dict.fromkeys(kind for kind, truth in conditions(facts, option) if truth is False)
    for kind in failed:
        if kind != "symptoms":
            return SeparatingFact(kind, _as_stated(kind, statement, facts, option))
    return None if len(statement.gold) > 1 else _by_rule(statement.gold[0], option.id, graph)


def right_as_well(profile: CaseProfile, disorder: Disorder, graph: DiagnosisGraph) -> bool:
    """Whether a disorder besides the gold would be right in one part of a profile or another."""
    for statement in profile.parts.values():
        if disorder.id in statement.gold or statement.symptoms.isdisjoint(disorder.pools):
            continue
        if meets_symptoms(statement, disorder) and not separating_fact(profile, statement, disorder, graph):
            return True
    return False


def _as_stated(kind: str, statement: Statement, facts: StatedFacts, option: Disorder) -> str:
    if kind == "requirement":
        return next(
            one
            for one in sorted(facts.requirements)
            if any(contradicts(one, each) for each in option.requirements)
        )
    if kind == "impairment":
        return "no marked impairment"
    spans = [f"{name}: {span.text}" for name, span in statement.group_spans.items()]
    return "; ".join([statement.total.text] if statement.total else spans)


def _by_rule(gold: str, option: str, graph: DiagnosisGraph) -> SeparatingFact | None:
    """What a differential between the two says of the gold, where it is about concurrence or psychosis."""
    for pair in ((gold, option), (option, gold)):
        if pair in graph.by_pair:
            rule = graph.by_pair[pair].rules[gold]
            if kind := separates(rule):
                return SeparatingFact(kind, rule)
    return None
