"""All profiles of a graph: charts, self-reports, and the ambiguous and clear cases of each differential.

Each profile depends on the seed, its own disorder (or pair) and its number alone: a disorder more in the
graph leaves the others' profiles as they were.

Decision: docs/decisions/benchmark.md, "Profiles are drawn by rank, and only from what the graph allows".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.errors import NothingToAsk
from benchmark.mentalkg.graph import DiagnosisGraph, Differential, Disorder
from benchmark.mentalkg.needs import Needs
from benchmark.mentalkg.profile import PROFILES, CaseProfile, Statement
from benchmark.mentalkg.sample import GroupSymptoms, draw_full, draw_partial
from benchmark.mentalkg.spans import draw_groups, draw_total
from benchmark.mentalkg.topping import clear_statement

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
