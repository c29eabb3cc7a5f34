"""Whether what is stated satisfies a disorder's criteria: True, False, or None where it cannot be known;
durations, as the graph and people write them; and what the rule of a differential claims about criteria.

What is left out is unknown, never untrue: silence about mania is what an ambiguous case rests on. Only the
list of symptoms is complete: what is not in it is not there. Additional requirements and rules are sentences
for people. Two things in them are needed: whether psychosis stands outside mood episodes or never does,
which contradict each other; and whether a group fills most of the whole duration.

A rule may say that criteria are met while the patient has too few symptoms: then the text contradicts
itself. What each rule claims stands in a table that people can correct:
`differential,target,disorder,needs`, the last `met` or `not_met`. Where none is given, it is read from the
rule's words, or a checker is asked.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.errors import DiagnosisGraphError, wrong_lines
from benchmark.mentalkg.graph import CriteriaGroup, DiagnosisGraph, Differential, Disorder
from benchmark.untrusted import open_regular_file

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


COLUMNS = ("differential", "target", "disorder", "needs")
MET, NOT_MET, NONE = "met", "not_met", "none"
_NOT_MET = re.compile(r"\bnot (?:met|meet)\b", re.IGNORECASE)
_MET = re.compile(
    r"\b(?:criteria\b[^.;,]*\bare met|meets? (?:the )?(?:diagnostic )?criteria|meeting diagnostic criteria)",
    re.IGNORECASE,
)

# (differential, target of the rule) → disorder → met or not_met.
Needs = Mapping[tuple[str, str], Mapping[str, str]]


class RuleNeed(NamedTuple):
    """One line of the table."""

    differential: str
    target: str
    disorder: str
    needs: str


def read_rules(path: Path, graph: DiagnosisGraph) -> list[RuleNeed]:
    """The lines of a table of rules.

    Raises:
        DiagnosisGraphError: it cannot be read, or lines name what the graph has not; names the lines.
    """
    try:
        with open_regular_file(path) as file:
            rows = csv.DictReader(file)
            if tuple(rows.fieldnames or ()) != COLUMNS:
                raise DiagnosisGraphError(f"{path}: the first line must be {','.join(COLUMNS)}.")
            lines = [(rows.line_num, RuleNeed(*(row[column] or "" for column in COLUMNS))) for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DiagnosisGraphError(f"{path} cannot be read as a table of rules: {error}.") from error
    known = {each.id: each for each in graph.differentials}
    if wrong := [(line, why) for line, need in lines if (why := _wrong(need, known, graph))]:
        raise DiagnosisGraphError(wrong_lines(path, wrong))
    return [need for _, need in lines]


def _wrong(need: RuleNeed, known: Mapping[str, Differential], graph: DiagnosisGraph) -> str | None:
    pair = known.get(need.differential)
    return (
        f"no differential {need.differential!r}" if pair is None
        else f"{need.target!r} is not of {need.differential}" if need.target not in pair.rules
        else f"no disorder {need.disorder!r}" if need.disorder not in graph.disorders
        else f"{need.needs!r} is neither {MET} nor {NOT_MET}" if need.needs not in (MET, NOT_MET)
        else None
    )  # fmt: skip


def read_from_words(graph: DiagnosisGraph) -> list[RuleNeed]:
    """What the words of each rule claim; where no disorder is named, the one that the rule is not for.

    "Criteria are met" without a name claims it of the rule's own disorder.
    """
    return [need for each in graph.differentials for need in _of_differential(each, graph)]


def table(needs: Iterable[RuleNeed]) -> Needs:
    """The lines, to be looked up."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for need in needs:
        found.setdefault((need.differential, need.target), {})[need.disorder] = need.needs
    return found


def _of_differential(each: Differential, graph: DiagnosisGraph) -> Iterator[RuleNeed]:
    for target, rule in each.rules.items():
        needs = NOT_MET if _NOT_MET.search(rule) else MET if _MET.search(rule) else None
        if needs is None:
            continue
        named = sorted(key for key, one in graph.disorders.items() if one.name.lower() in rule.lower())
        silent = target if needs == MET else each.main if target == each.other else each.other
        # "Bipolar I Disorder" is also in the name of its kind with psychotic features; the pair's comes
        # first.
        ours = [key for key in named if key in each.rules] or named or [silent]
        yield from (RuleNeed(each.id, target, key, needs) for key in ours)


CLAIM = "Read a sentence that tells two disorders apart, and say what it claims of their criteria."
SENTENCE = "The sentence:"
DISORDERS = "The disorders:"
_CLAIM_REPLY = (
    'Reply with one JSON object: {"claims": [{"disorder": …, "needs": "met" | "not_met" | "none"}]}, one '
    "entry per disorder, its id as it stands in the list. Met: the sentence says that its full criteria are "
    "met; not_met: that they are not; none: it says neither. Infer nothing that is not said."
)


def claim_prompt(each: Differential, target: str, graph: DiagnosisGraph) -> str:
    """What a checker is asked of the rule that decides for `target`."""
    listed = "\n".join(f"- {key}: {graph.disorders[key].name}" for key in (each.main, each.other))
    return f"{CLAIM} {_CLAIM_REPLY}\n\n{DISORDERS}\n{listed}\n\n{SENTENCE}\n{each.rules[target]}"


def read_claims(reply: Mapping[str, Any], each: Differential, target: str) -> list[RuleNeed]:
    """The lines of the table that a checker's reply gives.

    Raises:
        ValueError: the reply is no list of claims about these disorders.
    """
    claims = reply.get("claims")
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise ValueError("it has no list 'claims' of objects")
    found = {claim.get("disorder"): claim.get("needs") for claim in claims}
    for key, needs in found.items():
        if key not in (each.main, each.other) or needs not in (MET, NOT_MET, NONE):
            raise ValueError(f"it claims {needs!r} of {key!r}")
    return [RuleNeed(each.id, target, key, needs) for key, needs in found.items() if needs != NONE]
