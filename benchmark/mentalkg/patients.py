"""Patients: a profile with demographics, one manifestation per symptom, and the options in their order. All
is drawn by hash of the patient, so every writer is given the same prompt, and writers can be compared.

Against the profile another disorder is `high` (shares a group), `moderate` (shares a symptom, but no group)
or `low` (shares nothing), the classes of MentalBench's "Highly, Moderately, Less likely option". No option
is offered that would be right as well: where a patient meets the symptom criteria of a disorder that is not
gold, a fact must separate the two: a duration, an impairment that is denied, a stressor, psychosis within or
outside episodes, or a rule of their differential about what goes along with what.

The list of demographics is our own, and nothing in it is a stressor. MentalBench's has entries such as "laid
off recently", which would be an adjustment disorder in disguise; and neither nurses nor soldiers are here,
whose work invites trauma.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from math import factorial
from typing import Any, NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.errors import NothingToAsk
from benchmark.item import LETTERS
from benchmark.mentalkg.criteria import StatedFacts, conditions, contradicts, separates
from benchmark.mentalkg.graph import DiagnosisGraph, Disorder, following, mixed_places, sorted_mixed
from benchmark.mentalkg.profiles import PATIENTS, CaseProfile, Statement, facts_of


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


N_OPTIONS = 4
HIGH, MODERATE, LOW = "high", "moderate", "low"


@dataclass(frozen=True, slots=True)
class OfferedOptions:
    """What is offered beside the right answers: disorder → class."""

    others: Mapping[str, str]


def option_classes(
    statement: Statement, others: Sequence[str], graph: DiagnosisGraph
) -> dict[str, list[str]]:
    """How like the profile others are: class → disorders, in their order; added symptoms do not count.

    Args:
        others: ids.
    """
    alike = frozenset().union(*map(graph.with_group.__getitem__, statement.groups))
    own = chain.from_iterable(statement.groups.values())
    near = frozenset().union(*map(graph.with_symptom.__getitem__, own))
    return {
        HIGH: [key for key in others if key in alike],
        MODERATE: [key for key in others if key in near and key not in alike],
        LOW: [key for key in others if key not in near and key not in alike],
    }


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
    others = {each.number: key for key, each in graph.disorders.items() if key not in right}
    by_class = option_classes(first, [others[number] for number in sorted_mixed(base, others)], graph)

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


def names_in_order(profile: CaseProfile, offered: OfferedOptions) -> list[str]:
    """All that a profile offers: the main disorder, then the others by their ids."""
    return [profile.main, *sorted([*offered.others, *([profile.other] if profile.other else [])])]


def lettered(names: Sequence[str], person: int, place: int) -> dict[str, str]:
    """Letter → disorder: the others in an order that is the person's own, the main disorder among them.

    The ambiguous case and both clear ones of a pair are of one person, and have the same order.

    Args:
        names: as `names_in_order` gives them.
        place: counted round the options, where the main disorder stands.
    """
    n_options = len(names)
    dice = person % factorial(n_options - 1)
    order = _orders(n_options - 1)[dice * n_options + place % n_options]
    return dict(zip(LETTERS, [names[each] for each in order], strict=False))


@cache
def _orders(n_others: int) -> list[list[int]]:
    """Places of options: each order of the others (from 1) by its dice, with the first (0) at each place."""
    found = []
    for dice in range(factorial(n_others)):
        order, left = list(range(1, n_others + 1)), dice
        for last in range(n_others - 1, 0, -1):  # Fisher and Yates
            left, other = divmod(left, last + 1)
            order[last], order[other] = order[other], order[last]
        found += [[*order[:place], 0, *order[place:]] for place in range(n_others + 1)]
    return found


SEXES = ("female", "male")
# Occupation → from which age to which.
OCCUPATIONS = {
    "accountant": (24, 64), "architect": (27, 66), "baker": (20, 62), "bookseller": (22, 66),
    "bus driver": (24, 62), "carpenter": (20, 62), "chef": (22, 62), "cleaner": (18, 64),
    "college student": (18, 25), "dental technician": (22, 62), "electrician": (21, 62),
    "farmer": (22, 70), "florist": (20, 66), "furniture maker": (21, 66), "gardener": (20, 66),
    "graphic designer": (22, 62), "hairdresser": (19, 62), "insurance clerk": (22, 62),
    "interpreter": (25, 66), "laboratory assistant": (22, 62), "librarian": (24, 66),
    "mechanic": (20, 62), "music teacher": (25, 66), "office manager": (26, 64),
    "painter and decorator": (20, 62), "pharmacist": (26, 66), "photographer": (21, 66),
    "physiotherapist": (24, 62), "postal worker": (20, 62), "primary school teacher": (24, 64),
    "receptionist": (19, 62), "retired clerk": (66, 74), "retired engineer": (66, 74),
    "retired teacher": (65, 74), "sales assistant": (18, 62), "seamstress": (20, 66),
    "shop owner": (26, 68), "software developer": (22, 62), "surveyor": (25, 64), "tailor": (21, 66),
    "technical writer": (24, 64), "translator": (24, 68), "university lecturer": (29, 66),
    "waiter": (18, 58), "warehouse worker": (18, 60), "web designer": (21, 60),
}  # fmt: skip
MARRIED_FROM = 24


class Demographics(NamedTuple):
    """A patient's age in years, sex, occupation and marital status."""

    age: int
    sex: str
    occupation: str
    marital_status: str


def demographics_of(person: int) -> Demographics:
    """Somebody of an age that fits the occupation, from a number that stands for a person."""
    rest, place = divmod(person, len(_OCCUPATIONS))
    occupation, (youngest, oldest) = _OCCUPATIONS[place]
    rest, years = divmod(rest, oldest - youngest + 1)
    rest, sex = divmod(rest, len(SEXES))
    age = youngest + years
    statuses = ("single", "in a relationship", "married", "married") if age >= MARRIED_FROM else ("single",)
    return Demographics(age, SEXES[sex], occupation, statuses[rest % len(statuses)])


_OCCUPATIONS = tuple(OCCUPATIONS.items())


class Patient(NamedTuple):
    """One patient of one statement of a profile.

    Attributes:
        id: D013-p1-2, or D013-D020-a1-2: the statement, then the patient's number.
        part: of the profile: `a` or `b` for a clear case, else empty.
        manifestations: symptom → place of what is shown among the graph's manifestations of it.
        options: letter → disorder.
        classes: disorder → high, moderate or low, for options that are never gold.
        separated_by: option whose symptoms the patient has → the fact that makes it wrong.
    """

    id: str
    profile: CaseProfile
    part: str
    demographics: Demographics
    manifestations: Mapping[str, int]
    options: Mapping[str, str]
    classes: Mapping[str, str]
    separated_by: Mapping[str, SeparatingFact]

    @property
    def gold(self) -> tuple[str, ...]:
        """Letters of the right options, in order."""
        right = self.profile.parts[self.part].gold
        return tuple([letter for letter, disorder in self.options.items() if disorder in right])

    def to_json(self) -> dict[str, Any]:
        """A line of patients.jsonl."""
        age, sex, occupation, marital_status = self.demographics
        return {
            "id": self.id,
            "profile": self.profile.id,
            **({"part": self.part} if self.part else {}),
            "age": age,
            "sex": sex,
            "occupation": occupation,
            "marital_status": marital_status,
            "manifestations": self.manifestations,
            "options": self.options,
            "gold": self.gold,
            "classes": self.classes,
            "separated_by": {key: fact._asdict() for key, fact in self.separated_by.items()},
        }


class Person(NamedTuple):
    """Who a patient is, whatever is stated of the illness; `number` stands for the person in every draw."""

    number: int
    demographics: Demographics
    options: Mapping[str, str]


def people_of(profile: CaseProfile, offered: OfferedOptions, ranker: Ranker) -> list[Person]:
    """The people of a profile; both parts of a pair, and its ambiguous case, are the same."""
    first = ranker.rank("person", profile.subject, str(profile.number) if profile.other else profile.id)
    numbers = [following(first, number) for number in range(PATIENTS)]
    names = names_in_order(profile, offered)
    return [
        Person(one, demographics_of(one), lettered(names, one, first + place))
        for place, one in enumerate(numbers)
    ]


def patients_of(
    profile: CaseProfile, people: Sequence[Person], offered: OfferedOptions, graph: DiagnosisGraph
) -> Iterator[Patient]:
    """The patients of a profile, those of part a before those of part b."""
    for part, statement in profile.parts.items():
        separated = facts_that_separate(profile, part, offered, graph)
        shown = [graph.shown[key] for key in sorted(statement.symptoms)]
        statement_id = profile.part_id(part)
        for number, person in enumerate(people, 1):
            yield Patient(
                id=f"{statement_id}-{number}",
                profile=profile,
                part=part,
                demographics=person.demographics,
                manifestations=mixed_places(person.number, shown),
                options=person.options,
                classes=offered.others,
                separated_by=separated,
            )
