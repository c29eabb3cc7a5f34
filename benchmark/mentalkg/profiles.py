"""Profiles, each of which says what a patient's text must state: charts, self-reports, and the ambiguous and
clear cases of each differential.

Each profile depends on the seed, its own disorder (or pair) and its number alone: a disorder more in the
graph leaves the others' profiles as they were. A clear case is made from an open one: symptoms are added
until its gold can be true. The release writes a rule such as "the full criteria are met" over a patient with
two symptoms: there, all 25 patients of D013-D020's first variant contradict what their rule claims.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from benchmark.build.ranking import Ranker
from benchmark.errors import NothingToAsk
from benchmark.mentalkg.criteria import MET, NOT_MET, Needs, StatedFacts
from benchmark.mentalkg.graph import CriteriaGroup, DiagnosisGraph, Differential, Disorder, mixed
from benchmark.mentalkg.sample import GroupSymptoms, Span, draw_full, draw_groups, draw_partial, draw_total


@dataclass(frozen=True)
class Statement:
    """What one text must state, and what its gold is.

    Attributes:
        gold: the disorders that are right.
        groups: group of the main disorder → its symptoms, in the graph's order.
        added: symptoms added to meet the gold of an unambiguous case, by no group of the main disorder.
        total: total duration; None where nothing is said of it.
        group_spans: group → how long it has lasted.
        impairment: of functioning as a whole; None where nothing is said.
        group_impairment: group → the same, where the graph says it of the group alone.
        stressor: key of the event and name of its example.
        requirements: additional requirements that the text states.
        partial_by: `duration` where symptoms are complete and duration and impairment are withheld.
        withheld: groups whose span was taken out since the gold could not be true with it.
    """

    gold: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    added: tuple[str, ...] = ()
    total: Span | None = None
    group_spans: Mapping[str, Span] = field(default_factory=dict)
    impairment: bool | None = None
    group_impairment: Mapping[str, bool] = field(default_factory=dict)
    stressor: tuple[str, str] | None = None
    requirements: tuple[str, ...] = ()
    partial_by: str | None = None
    withheld: tuple[str, ...] = ()

    @cached_property
    def symptoms(self) -> frozenset[str]:
        """All symptoms that are there."""
        return frozenset(self.added).union(*self.groups.values())

    def to_json(self) -> dict[str, Any]:
        """What is stated, and nothing else."""
        said: dict[str, Any] = {
            "gold": list(self.gold),
            "groups": {name: list(symptoms) for name, symptoms in self.groups.items()},
            "added": list(self.added),
            "duration": self.total.text if self.total else None,
            "group_durations": {name: span.text for name, span in self.group_spans.items()},
            "impairment": self.impairment,
            "group_impairment": dict(self.group_impairment),
            "stressor": list(self.stressor) if self.stressor else None,
            "requirements": list(self.requirements),
            "partial_by": self.partial_by,
            "withheld": list(self.withheld),
        }
        return {key: value for key, value in said.items() if value not in (None, [], {})}


@dataclass(frozen=True)
class CaseProfile:
    """A profile: one statement, or two for a clear case (`a` for the main disorder, `b` for the other).

    Attributes:
        number: from 1, within its disorder or differential and its type.
        parts: part → statement; the part is empty but for type 4.
        same_as: number of an earlier profile with the same symptoms, durations and stressor, where no other
            is left.
    """

    type: str
    main: str
    other: str | None
    number: int
    parts: Mapping[str, Statement]
    same_as: int | None = None

    @cached_property
    def id(self) -> str:
        """D013-p1 (chart), D013-r1 (self-report), D013-D020-o1 (ambiguous), D013-D020-c1 (clear)."""
        return f"{self.subject}-{LETTERS[self.type]}{self.number}"

    @cached_property
    def subject(self) -> str:
        """The disorder, or both in the differential's direction."""
        return self.main if self.other is None else f"{self.main}-{self.other}"

    def part_id(self, part: str) -> str:
        """The id of one statement: D013-D020-a1 and -b1 are the parts of D013-D020-c1."""
        return f"{self.subject}-{part or LETTERS[self.type]}{self.number}"

    def to_json(self) -> dict[str, Any]:
        """A line of profiles.jsonl."""
        same = {} if self.same_as is None else {"same_as": self.same_as}
        parts = {part or "all": statement.to_json() for part, statement in self.parts.items()}
        pair = {"main": self.main} if self.other is None else {"main": self.main, "other": self.other}
        return {"id": self.id, "type": self.type, **pair, "number": self.number, **same, "parts": parts}


# Types of MentalBench: 1 chart, 2 self-report, 3 ambiguous (two right answers), 4 unambiguous.
LETTERS = {"type1": "p", "type2": "r", "type3": "o", "type4": "c"}
# Profiles per disorder (types 1 and 2) or per differential (3 and 4), and patients per profile: arXiv
# 2602.12871.
PROFILES = {"type1": 5, "type2": 10, "type3": 5, "type4": 5}
PATIENTS = 5


def facts_of(statement: Statement, main: str, graph: DiagnosisGraph) -> StatedFacts:
    """The statement as criteria are asked of it; a span belongs to a pool, whatever its group is called."""
    pools = {group.name: group.pooled for group in graph.disorders[main].groups}
    return StatedFacts(
        symptoms=statement.symptoms,
        days=statement.total.days if statement.total else None,
        group_days={pools[name]: span.days for name, span in statement.group_spans.items()},
        impairment=statement.impairment,
        group_impairment={pools[name]: value for name, value in statement.group_impairment.items()},
        stressor=statement.stressor[0] if statement.stressor else None,
        requirements=frozenset(statement.requirements),
    )


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


# Draws that may repeat an earlier profile before it is taken that no other is left.
_TRIES = 30
# Self-reports of a disorder that its differentials begin from.
N_OPENED = max(PROFILES["type3"], PROFILES["type4"])


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """What is drawn: seed, types, and disorders (with the differentials between them); all by default."""

    seed: int = 0
    types: tuple[str, ...] = tuple(PROFILES)
    disorders: tuple[str, ...] | None = None


def make_profiles(graph: DiagnosisGraph, settings: ProfileSettings, needs: Needs) -> list[CaseProfile]:
    """Every profile, whatever types are asked for, by type and then as the graph has disorders and pairs.

    Raises:
        NothingToAsk: a disorder is not in the graph, or types 3 and 4 are asked for without a differential.
    """
    drawing = _Drawing(graph, Ranker(settings.seed))
    chosen, pairs = _chosen(graph, settings)
    charts = [profile for each in chosen for profile in _distinct("type1", each, drawing.chart)]
    reports = {each.id: list(_distinct("type2", each, drawing.report)) for each in chosen}
    opened = {
        pair.id: [(report, _left_open(report.parts[""], pair)) for report in reports[pair.main][:N_OPENED]]
        for pair in pairs
    }
    of_pairs = [
        profile
        for kind in ("type3", "type4")
        for pair in pairs
        for profile in _of_pair(kind, pair, opened[pair.id], drawing, needs)
    ]
    return [*charts, *(one for profiles in reports.values() for one in profiles), *of_pairs]


def _chosen(graph: DiagnosisGraph, settings: ProfileSettings) -> tuple[list[Disorder], list[Differential]]:
    wanted = settings.disorders or tuple(graph.disorders)
    if unknown := [key for key in wanted if key not in graph.disorders]:
        has = ", ".join(graph.disorders)
        raise NothingToAsk(f"The graph has no disorder {', '.join(unknown)}: it has {has}.")
    pairs = [each for each in graph.differentials if each.main in wanted and each.other in wanted]
    if not pairs and {"type3", "type4"} & set(settings.types):
        raise NothingToAsk(
            f"There is no differential among {', '.join(wanted)}, and types 3 and 4 need one. Name more "
            "disorders, or leave these types out with `types=1,2`."
        )
    return [each for key, each in graph.disorders.items() if key in wanted], pairs


def _distinct(
    kind: str, disorder: Disorder, draw: Callable[[Disorder, str, str], Statement]
) -> Iterator[CaseProfile]:
    """Profiles that differ in symptoms, durations or stressor, as long as there are such."""
    seen: dict[object, int] = {}
    tries = _TRIES
    for number in range(1, PROFILES[kind] + 1):
        for attempt in range(tries):
            one = draw(disorder, f"{kind}-{number}", str(attempt))
            told_by = (one.symptoms, one.total, *one.group_spans.items(), one.stressor)
            if told_by not in seen:
                break
        same = seen.setdefault(told_by, number)
        if same != number:
            tries = 1  # nothing else is left for those that follow either
        yield CaseProfile(kind, disorder.id, None, number, {"": one}, None if same == number else same)


def _of_pair(
    kind: str,
    pair: Differential,
    opened: Sequence[tuple[CaseProfile, Statement]],
    drawing: "_Drawing",
    needs: Needs,
) -> Iterator[CaseProfile]:
    """The first self-reports of the main disorder, left open, or made clear for either side."""
    for report, base in opened[: PROFILES[kind]]:
        parts = {"": base}
        if kind == "type4":
            parts = {
                part: clear_statement(base, pair, target, needs.get((pair.id, target), {}), drawing)
                for part, target in (("a", pair.main), ("b", pair.other))
            }
        yield CaseProfile(kind, pair.main, pair.other, report.number, parts, report.same_as)


def _left_open(report: Statement, pair: Differential) -> Statement:
    """Without total duration and requirements, which would decide between the two."""
    return replace(report, gold=(pair.main, pair.other), total=None, requirements=())


class _Drawing(NamedTuple):
    """What every draw needs."""

    graph: DiagnosisGraph
    ranker: Ranker

    def chart(self, disorder: Disorder, number: str, attempt: str) -> Statement:
        """Full criteria with all that goes with them."""
        parts = (disorder.id, number, attempt)
        stated = self._stated(disorder, draw_full(self.ranker, disorder, *parts), *parts)
        groups = {group.name: False for group in disorder.must_groups if group.impairment is False}
        return replace(stated, impairment=_impairment(disorder), group_impairment=groups)

    def report(self, disorder: Disorder, number: str, attempt: str) -> Statement:
        """A core below the threshold; where there is none, the full set without duration and impairment."""
        parts = (disorder.id, number, attempt)
        drawn = draw_partial(self.ranker, disorder, *parts)
        if drawn is not None:
            return self._stated(disorder, drawn, *parts)
        full = self._stated(disorder, draw_full(self.ranker, disorder, *parts), *parts)
        return replace(full, total=None, group_spans={}, partial_by="duration")

    def _stated(self, disorder: Disorder, drawn: GroupSymptoms, *parts: str) -> Statement:
        total = draw_total(self.ranker, disorder, *parts)
        return Statement(
            gold=(disorder.id,),
            groups={
                group.name: tuple(symptom for symptom in group.pool if symptom in drawn[group.name])
                for group in disorder.groups
                if group.name in drawn
            },
            total=total,
            group_spans=draw_groups(self.ranker, disorder, drawn, total, *parts),
            stressor=self._stressor(disorder, *parts),
            requirements=disorder.requirements,
        )

    def _stressor(self, disorder: Disorder, *parts: str) -> tuple[str, str] | None:
        if disorder.stressor is None:
            return None
        examples = self.graph.stressors[disorder.stressor].examples
        return disorder.stressor, self.ranker.shuffled(examples, *parts, "stressor")[0]


def _impairment(disorder: Disorder) -> bool | None:
    """Of functioning as a whole: there if any criterion asks for it."""
    asked = [disorder.impairment, *(group.impairment for group in disorder.must_groups)]
    return True if True in asked else False if disorder.impairment is False else None
