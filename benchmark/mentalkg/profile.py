"""A profile: what a patient's text must state, as values and as a line of profiles.jsonl."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.satisfy import StatedFacts
from benchmark.mentalkg.spans import Span


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
