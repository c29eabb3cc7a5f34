"""Whether what is stated satisfies a disorder's criteria: True, False, or None where it cannot be known; and
durations, as the graph and people write them.

What is left out is unknown, never untrue: silence about mania is what an ambiguous case rests on. Only the
list of symptoms is complete: what is not in it is not there. Additional requirements and rules are sentences
for people. Two things in them are needed: whether psychosis stands outside mood episodes or never does,
which contradict each other; and whether a group fills most of the whole duration.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmark.mentalkg.graph import CriteriaGroup, Disorder

# A mean month and a mean year of the Gregorian calendar.
DAYS = {"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25}
# A month of at most 30.4375 days is not exceeded by a calendar month of 31.
TOLERANCE_DAYS = 1.0

_PART = r"(\d+) (day|week|month|year)s?"
_DURATION = re.compile(rf"{_PART}(?:(?: and |, )(?:and )?{_PART})*", re.IGNORECASE)


def parse_days(text: str) -> float:
    """A duration in days.

    >>> parse_days("1 years and 3 months"), parse_days("4 days")
    (456.5625, 4.0)

    Raises:
        ValueError: it is not one.
    """
    if not _DURATION.fullmatch(text.strip()):
        raise ValueError(f"{text!r} is no duration such as '2 weeks' or '1 year and 5 months'")
    parts = re.findall(_PART, text, re.IGNORECASE)
    return sum(int(count) * DAYS[unit.lower()] for count, unit in parts)


def in_words(count: int, unit: str) -> str:
    """A count of one unit as people write it; from 12 months on, years and months.

    >>> in_words(17, "month"), in_words(1, "week")
    ('1 year and 5 months', '1 week')
    """
    if unit == "month" and count >= 12:
        years, months = divmod(count, 12)
        rest = f" and {_counted(months, 'month')}" if months else ""
        return _counted(years, "year") + rest
    return _counted(count, unit)


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


# "delusions_and_hallucinations occur for 2 or more weeks in the absence of a major mood episode";
# "psychotic symptoms persist for at least 2 weeks without manic symptoms".
_OUTSIDE = re.compile(r"\b(?:in the absence of|weeks without|persist without)\b", re.IGNORECASE)
# "… occur exclusively during the manic episode"; "appear only during the period of the depressive episode".
_WITHIN = re.compile(r"\b(?:exclusively|only) during\b", re.IGNORECASE)
# "manic_episode is present for the majority of the total duration"; a rule: "appear for the majority of …".
_MAJORITY = re.compile(r"\bfor the majority of the total duration\b", re.IGNORECASE)
_GROUP_FILLS = re.compile(rf"^(\w+) is present {_MAJORITY.pattern}", re.IGNORECASE)


def contradicts(stated: str, requirement: str) -> bool:
    """Whether both cannot hold: one has psychosis outside episodes, the other within them only."""
    return bool(
        (_OUTSIDE.search(stated) and _WITHIN.search(requirement))
        or (_WITHIN.search(stated) and _OUTSIDE.search(requirement))
    )


def group_that_fills(requirement: str) -> str | None:
    """The group that must be there for most of the total duration.

    >>> group_that_fills("manic_episode is present for the majority of the total duration of the illness")
    'manic_episode'
    """
    match = _GROUP_FILLS.match(requirement)
    return match[1] if match else None


def separates(rule: str) -> str | None:
    """What a rule separates two disorders by, `psychosis outside episodes` or `concurrence`; else None.

    >>> separates("Manic symptoms appear for the majority of the total duration of the active phase.")
    'concurrence'
    """
    if _OUTSIDE.search(rule):
        return "psychosis outside episodes"
    return "concurrence" if _MAJORITY.search(rule) or _WITHIN.search(rule) else None


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
