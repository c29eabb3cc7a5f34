"""The options of a profile: how like the patient another disorder is, and which of them are offered.

Against the profile another disorder is `high` (shares a group), `moderate` (shares a symptom, but no group)
or `low` (shares nothing). The same classes as MentalBench's "Highly, Moderately, Less likely option".

Decision: docs/decisions/benchmark.md, "No option is offered that would be right as well".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.build.ranking import Ranker
from benchmark.errors import NothingToAsk
from benchmark.item import LETTERS
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.profile import CaseProfile, Statement
from benchmark.mentalkg.separate import SeparatingFact, meets_symptoms, separating_fact, unseparated

N_OPTIONS = 4
HIGH, MODERATE, LOW = CLASSES = ("high", "moderate", "low")


@dataclass(frozen=True, slots=True)
class OfferedOptions:
    """What is offered beside the right answers, disorder → class; and what is left out as right, too."""

    others: Mapping[str, str]
    left_out: tuple[str, ...]


def option_class(statement: Statement, disorder: str, graph: DiagnosisGraph) -> str:
    """How like the profile another disorder is: high, moderate or low; added symptoms do not count."""
    other = graph.disorders[disorder]
    if not other.group_names.isdisjoint(statement.groups):
        return HIGH
    shared = any(not other.pools.isdisjoint(symptoms) for symptoms in statement.groups.values())
    return MODERATE if shared else LOW


def offered_options(profiles: Sequence[CaseProfile], graph: DiagnosisGraph, ranker: Ranker) -> OfferedOptions:
    """Charts and self-reports: three others, the likest first. Pairs: one moderate and one low, or two low.

    Args:
        profiles: one; of a pair the ambiguous and the clear one, which are offered the same.

    Raises:
        NothingToAsk: no disorder is left that the profile could not be taken for.
    """
    profile = profiles[0]
    first = next(iter(profile.parts.values()))
    right = {profile.main, profile.other} - {None}
    others = [key for key in graph.disorders if key not in right]
    also_right = sorted({key for each in profiles for key in unseparated(each, others, graph)})
    classes = {key: option_class(first, key, graph) for key in others if key not in also_right}
    ranked = ranker.shuffled(
        sorted(classes), profile.main, profile.other or "", str(profile.number), "options"
    )
    chosen = (_of_pair if profile.other else _of_one)(ranked, classes, N_OPTIONS - len(right))
    if len(right) + len(chosen) < 2:
        raise NothingToAsk(
            f"{profile.id}: every other disorder would be right as well, so nothing can be offered."
        )
    return OfferedOptions({key: classes[key] for key in chosen}, tuple(also_right))


def _of_one(ranked: list[str], classes: Mapping[str, str], most: int) -> list[str]:
    return sorted(ranked, key=lambda key: CLASSES.index(classes[key]))[:most]


def _of_pair(ranked: list[str], classes: Mapping[str, str], most: int) -> list[str]:
    """One moderate if there is any, the rest low; where these run out, what is left."""
    moderate = [key for key in ranked if classes[key] == MODERATE]
    low = [key for key in ranked if classes[key] == LOW]
    high = [key for key in ranked if classes[key] == HIGH]
    return [*moderate[:1], *low, *moderate[1:], *high][:most]


def facts_that_separate(
    profile: CaseProfile, part: str, offered: OfferedOptions, graph: DiagnosisGraph
) -> dict[str, SeparatingFact]:
    """Option → the fact that its text must state, for options whose symptoms the patient has."""
    statement = profile.parts[part]
    found = {}
    for key in offered.others:
        if meets_symptoms(statement, graph.disorders[key]):
            fact = separating_fact(profile, statement, graph.disorders[key], graph)
            assert fact is not None, "options without one are not offered"
            found[key] = fact
    return found


def lettered(profile: CaseProfile, offered: OfferedOptions, person: int, place: int) -> dict[str, str]:
    """Letter → disorder: the others in an order that is the person's own, the main disorder among them.

    The ambiguous case and both clear ones of a pair are of one person, and have the same order.

    Args:
        place: counted round the options, where the main disorder stands.
    """
    order = sorted([*offered.others, *([profile.other] if profile.other else [])])
    left = person
    for last in range(len(order) - 1, 0, -1):  # Fisher and Yates, with the person's number as dice
        left, other = divmod(left, last + 1)
        order[last], order[other] = order[other], order[last]
    order.insert(place % (len(order) + 1), profile.main)
    return dict(zip(LETTERS, order, strict=False))
