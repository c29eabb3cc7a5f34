"""A clear case from an open one: symptoms are added until its gold can be true.

The release writes a rule such as "the full criteria are met" over a patient with two symptoms: there, all 25
patients of D013-D020's first variant contradict what their rule claims.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.graph import CriteriaGroup, DiagnosisGraph, Differential, Disorder
from benchmark.mentalkg.mixing import mixed
from benchmark.mentalkg.needs import MET, NOT_MET
from benchmark.mentalkg.profile import Statement


class Drawn(Protocol):
    """The graph, and the ranks of one seed."""

    @property
    def graph(self) -> DiagnosisGraph: ...

    @property
    def ranker(self) -> Ranker: ...


def clear_statement(
    base: Statement, pair: Differential, target: str, needs: Mapping[str, str], drawn: Drawn
) -> Statement:
    """The open statement with what makes `target` the one right answer: symptoms, and its requirements.

    Args:
        needs: what the target's rule claims: disorder → met or not_met.
    """
    disorders = drawn.graph.disorders
    other = pair.other if target == pair.main else pair.main
    # The target first: what the rule says besides is met on top of it.
    to_meet = dict.fromkeys([target, *(key for key, need in needs.items() if need == MET)])
    to_miss = [other, *(key for key, need in needs.items() if need == NOT_MET and key not in to_meet)]
    avoided = frozenset().union(*(disorders[key].pools for key in to_miss))
    symptoms = base.symptoms
    for key in to_meet:
        symptoms = _topped(symptoms, disorders[key], avoided, drawn, pair.id)
    new = symptoms - base.symptoms
    added = [key for key in drawn.graph.symptoms if key in new] if new else []
    withheld = _too_short(base, disorders[pair.main], disorders[target])
    return replace(
        base,
        gold=(target,),
        added=tuple(added),
        requirements=disorders[target].requirements,
        group_spans={name: span for name, span in base.group_spans.items() if name not in withheld},
        withheld=tuple(withheld),
    )


def _topped(
    symptoms: frozenset[str], disorder: Disorder, avoided: Collection[str], drawn: Drawn, pair: str
) -> frozenset[str]:
    for group in disorder.must_groups:
        if not group.met_by(symptoms):
            symptoms |= _missing(symptoms, group, avoided, drawn, pair)
    return symptoms


def _missing(
    symptoms: frozenset[str], group: CriteriaGroup, avoided: Collection[str], drawn: Drawn, pair: str
) -> set[str]:
    """The fewest symptoms that a group still needs; those that the other side must not gain come last."""

    base = drawn.ranker.rank(pair, group.name)

    def ranked(pool: Iterable[str]) -> list[str]:
        numbers = {key: drawn.graph.symptoms[key].number for key in pool if key not in symptoms}
        return sorted(numbers, key=lambda key: (key in avoided, mixed(base, numbers[key])))

    found = group.required - symptoms
    if group.one_of and not group.one_of & (symptoms | found):
        found = found | {ranked(group.one_of)[0]}
    short = group.min_count - len((symptoms | found) & group.pooled)
    if short <= 0:
        return set(found)
    return {*found, *[symptom for symptom in ranked(group.pool) if symptom not in found][:short]}


def _too_short(base: Statement, main: Disorder, target: Disorder) -> list[str]:
    """Groups of the main disorder whose span makes the target untrue: four days of what must last a week."""
    pools = {group.pooled: group.min_days for group in target.must_groups if group.min_days}
    own = {group.name: group.pooled for group in main.groups}
    return [name for name, span in base.group_spans.items() if span.days < pools.get(own[name], 0)]
