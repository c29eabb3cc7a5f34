"""The options of a profile: how like the patient another disorder is, and which of them are offered.

Against the profile another disorder is `high` (shares a group), `moderate` (shares a symptom, but no group)
or `low` (shares nothing). The same classes as MentalBench's "Highly, Moderately, Less likely option".

Decision: docs/decisions/benchmark.md, "No option is offered that would be right as well".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from benchmark.build.ranking import Ranker
from benchmark.errors import NothingToAsk
from benchmark.item import LETTERS
from benchmark.mentalkg.graph import DiagnosisGraph, Disorder
from benchmark.mentalkg.mixing import mixed
from benchmark.mentalkg.profile import CaseProfile, Statement
from benchmark.mentalkg.separate import SeparatingFact, meets_symptoms, right_as_well, separating_fact

N_OPTIONS = 4
HIGH, MODERATE, LOW = "high", "moderate", "low"


@dataclass(frozen=True, slots=True)
class OfferedOptions:
    """What is offered beside the right answers: disorder → class."""

    others: Mapping[str, str]


def option_class(statement: Statement, own: frozenset[str], other: Disorder) -> str:
    """How like the profile another disorder is: high, moderate or low; added symptoms do not count.

    Args:
        own: the symptoms of the statement's groups.
    """
    if not other.group_names.isdisjoint(statement.groups):
        return HIGH
    return LOW if other.pools.isdisjoint(own) else MODERATE


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
    base = ranker.rank(profile.main, profile.other or "", str(profile.number), "options")
    own = frozenset().union(*first.groups.values())
    others = [each for key, each in graph.disorders.items() if key not in right]
    by_class: dict[str, list[str]] = {HIGH: [], MODERATE: [], LOW: []}
    for other in sorted(others, key=lambda each: mixed(base, each.number)):
        by_class[option_class(first, own, other)].append(other.id)

    def wrong(name: str) -> Iterator[tuple[str, str]]:
        """Those of a class that would not be right as well, looked at as far as they are needed."""
        for key in by_class[name]:
            if not any(right_as_well(each, graph.disorders[key], graph) for each in profiles):
                yield key, name

    chosen = (_of_pair if profile.other else _of_one)(wrong, N_OPTIONS - len(right))
    if len(right) + len(chosen) < 2:
        raise NothingToAsk(
            f"{profile.id}: every other disorder would be right as well, so nothing can be offered."
        )
    return OfferedOptions(chosen)


Wrong = Callable[[str], Iterator[tuple[str, str]]]


def _of_one(wrong: Wrong, most: int) -> dict[str, str]:
    return dict(islice(chain(wrong(HIGH), wrong(MODERATE), wrong(LOW)), most))


def _of_pair(wrong: Wrong, most: int) -> dict[str, str]:
    """One moderate if there is any, the rest low; where these run out, what is left."""
    moderate = wrong(MODERATE)
    chosen = dict(islice(moderate, min(1, most)))
    chosen.update(islice(chain(wrong(LOW), moderate, wrong(HIGH)), most - len(chosen)))
    return chosen


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
