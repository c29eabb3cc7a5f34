"""Reading again: what a later reader reads otherwise, and what public rules would have read. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cache import CaseEnd, ReadingRow
from mhclient.figures.proportion_intervals import Share
from mhclient.judge.agreement import cohen_kappa
from mhclient.judge.published_extractors import PUBLISHED_EXTRACTORS, Extractor
from mhclient.read.case import Case, joined, said
from mhclient.read.collect import case_end

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Change:
    """Cases that the two readers read differently in the same way; `example` is the first."""

    outcome_before: str
    rule_before: str
    outcome_now: str
    rule_now: str
    n: int
    n_other_answer: int
    example: Case


@dataclass(frozen=True, slots=True)
class RuleAgreement:
    """One rule beside the reader on items that ask for one letter; unread is a category of its own.

    Attributes:
        read: replies in which it finds a letter.
        same: replies of which it says what the reader says, nothing included.
        other: replies that both read, and differently.
        kappa: Cohen's, None where undefined.
        correct: replies whose letter is the gold, among all.
        a_rate: A among the letters it finds in items that ask A or B.
    """

    name: str
    read: Share
    same: Share
    other: Share
    kappa: float | None
    correct: Share
    a_rate: Share


def changes(cases: Iterable[Case], before: Mapping[CaseEnd, ReadingRow]) -> list[Change]:
    """What changed from an earlier reader's readings to the cases' own, the commonest first."""
    found: dict[tuple[str, str, str, str], list[tuple[Case, ReadingRow]]] = {}
    for case in cases:
        old = before.get(case_end(case))
        if old is not None and (old.outcome, old.letters, old.rule) != _seen(case):
            kind = (old.outcome, old.rule, case.reading.outcome, case.reading.rule)
            found.setdefault(kind, []).append((case, old))
    made = [
        Change(*kind, len(group), sum(said(old) != case.said for case, old in group), group[0][0])
        for kind, group in found.items()
    ]
    return sorted(made, key=lambda change: -change.n)


def rule_agreements(
    cases: Sequence[Case], rules: Mapping[str, Extractor] = PUBLISHED_EXTRACTORS
) -> list[RuleAgreement]:
    """The reader first, then each rule; over the cases that ask for one letter."""
    single = [case for case in cases if case.mode == "single"]
    ours = [joined(case.letters) or NOTHING for case in single]
    readings = {"this reader": ours} | {
        name: [rule(case.completion, case.options) or NOTHING for case in single]
        for name, rule in rules.items()
    }
    return [rule_agreement(name, single, theirs, ours) for name, theirs in readings.items()]


def rule_agreement(
    name: str, cases: Sequence[Case], theirs: Sequence[str], ours: Sequence[str]
) -> RuleAgreement:
    """One rule's readings beside the reader's."""
    n = len(cases)
    pairs = list(zip(theirs, ours, strict=True))
    both = [(their, our) for their, our in pairs if NOTHING not in (their, our)]
    binary = [their for their, case in zip(theirs, cases, strict=True) if _binary(case) and their != NOTHING]
    right = sum({their} == case.gold for their, case in zip(theirs, cases, strict=True))
    return RuleAgreement(
        name=name,
        read=Share(n - theirs.count(NOTHING), n),
        same=Share(sum(their == our for their, our in pairs), n),
        other=Share(sum(their != our for their, our in both), n),
        kappa=cohen_kappa(pairs),
        correct=Share(right, n),
        a_rate=Share(binary.count("A"), len(binary)),
    )


def _binary(case: Case) -> bool:
    return len(case.options) == 2


def _seen(case: Case) -> tuple[str, str, str]:
    return case.reading.outcome, case.reading.letters, case.reading.rule
