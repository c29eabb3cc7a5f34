"""Whether what is stated satisfies a disorder's criteria: True, False, or None where it cannot be known.

What is left out is unknown, never untrue: silence about mania is what an ambiguous case rests on. Only
the list of symptoms is complete: what is not in it is not there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmark.mentalkg.durations import TOLERANCE_DAYS
from benchmark.mentalkg.graph import CriteriaGroup, Disorder
from benchmark.mentalkg.requirements import contradicts

Truth = bool | None


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """What is stated of a patient.

    Attributes:
        symptoms: all that are there.
        days: total duration.
        group_days: pool of a group (its symptoms) → how long the group has lasted.
        impairment: of functioning as a whole.
        group_impairment: pool of a group → whether it impairs.
        stressor: key of the event that there was; None where nothing is said of one.
        requirements: the additional requirements that are stated.
    """

    symptoms: frozenset[str]
    days: float | None = None
    group_days: Mapping[frozenset[str], float] = field(default_factory=dict)
    impairment: Truth = None
    group_impairment: Mapping[frozenset[str], bool] = field(default_factory=dict)
    stressor: str | None = None
    requirements: frozenset[str] = frozenset()


def both(truths: Iterable[Truth]) -> Truth:
    """Kleene's conjunction: one False makes it False, else one None makes it None.

    >>> both([True, None]), both([None, False]), both([])
    (None, False, True)
    """
    found = set(truths)
    return False if False in found else None if None in found else True


def satisfies(facts: StatedFacts, disorder: Disorder) -> Truth:
    """Whether the facts meet all of a disorder's criteria."""
    return both(truth for _, truth in conditions(facts, disorder))


def conditions(facts: StatedFacts, disorder: Disorder) -> list[tuple[str, Truth]]:
    """Each condition by its kind (symptoms, duration, impairment, stressor, requirement), with its truth."""
    groups = disorder.must_groups
    return [
        ("symptoms", disorder.met_by(facts.symptoms)),
        ("duration", _total_fits(facts.days, disorder)),
        *(("duration", _lasted(facts, group)) for group in groups if group.min_days is not None),
        *(("impairment", _impairs(facts, group)) for group in groups if group.impairment),
        *([("impairment", facts.impairment)] if disorder.impairment else []),
        *([("stressor", _happened(facts, disorder.stressor))] if disorder.stressor else []),
        *(("requirement", _stated(facts, requirement)) for requirement in disorder.requirements),
    ]


def _total_fits(days: float | None, disorder: Disorder) -> Truth:
    if disorder.min_days is None and disorder.max_days is None:
        return True
    if days is None:
        return None
    long_enough = disorder.min_days is None or days >= disorder.min_days - TOLERANCE_DAYS / 2
    return long_enough and (disorder.max_days is None or days <= disorder.max_days + TOLERANCE_DAYS)


def _lasted(facts: StatedFacts, group: CriteriaGroup) -> Truth:
    """By the group's own duration; no part lasts longer than the whole."""
    assert group.min_days is not None
    own = facts.group_days.get(group.pooled)
    if own is not None:
        return own >= group.min_days
    if facts.days is not None and facts.days < group.min_days - TOLERANCE_DAYS / 2:
        return False
    return None


def _impairs(facts: StatedFacts, group: CriteriaGroup) -> Truth:
    own = facts.group_impairment.get(group.pooled)
    return facts.impairment if own is None else own


def _happened(facts: StatedFacts, stressor: str) -> Truth:
    return True if facts.stressor == stressor else None


def _stated(facts: StatedFacts, requirement: str) -> Truth:
    if requirement in facts.requirements:
        return True
    return False if any(contradicts(one, requirement) for one in facts.requirements) else None
