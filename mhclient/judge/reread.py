"""Stored replies read again: by the present reader beside another's readings, and by well-known public rules.

The public extraction rules are here to be compared with, not to be used: `parsers` says why. Each is a
function of a completion and the labels as shown, and gives one label or None. Where a rule's authors extract
"A to D" or the like, the item's own labels stand in their place; nothing else is changed.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from cache import CaseEnd, ReadingRow, Store
from mhclient.errors import UsageError
from mhclient.figures.proportion_intervals import Share
from mhclient.judge.agreement import cohen_kappa
from mhclient.read.case import Case, joined, said
from mhclient.read.collect import Collected, case_end, collect

Extractor: TypeAlias = Callable[[str, Collection[str]], str | None]


def first_character(completion: str, labels: Collection[str]) -> str | None:
    """The first character of the reply, if it is a label (MENTAT, section I)."""
    first = completion.strip()[:1]
    return first if first in labels else None


def first_letter(completion: str, labels: Collection[str]) -> str | None:
    """The first capital letter that stands alone."""
    found = _alone(completion, labels)
    return found[0] if found else None


def last_letter(completion: str, labels: Collection[str]) -> str | None:
    """The last capital letter that stands alone (the last fallback of MMLU-Pro's `extract_final`)."""
    found = _alone(completion, labels)
    return found[-1] if found else None


def answer_colon(completion: str, labels: Collection[str]) -> str | None:
    r"""`Answer: X`, the first one (simple-evals' `(?i)Answer[ \t]*:[ \t]*\$?([A-D])\$?`)."""
    return _first(rf"(?i)Answer[ \t]*:[ \t]*\$?({_any(labels)})\$?", completion)


def answer_is(completion: str, labels: Collection[str]) -> str | None:
    r"""`answer is (X)`, the first one (MMLU-Pro's `answer is \(?([A-J])\)?`)."""
    return _first(rf"answer is \(?({_any(labels)})\)?", completion)


def mmlu_pro(completion: str, labels: Collection[str]) -> str | None:
    r"""`answer is X`, else `.*[aA]nswer:\s*X`, else the last letter: MMLU-Pro's whole cascade."""
    return (
        answer_is(completion, labels)
        or _last_of_first_line(rf"[aA]nswer:\s*({_any(labels)})", completion)
        or last_letter(completion, labels)
    )


def whole_text(completion: str, labels: Collection[str]) -> str | None:
    """The reply is the label and nothing else, as exact match scores it."""
    stripped = completion.strip()
    return stripped if stripped in labels else None


def mhgraphbench(completion: str, labels: Collection[str]) -> str | None:
    """An explicit pattern such as `Answer: (X)`, else a leading letter, else a letter in the text.

    MHGraphBench, section 4.2. The paper gives no patterns: the first of each kind is taken here, and a letter
    stands alone. So its published figures can be emulated, with what it takes for an answer: the article A.
    """
    return (
        _first(rf"(?i:answer)(?i:\s+is)?\s*[:=]?\s*[*(]*({_any(labels)})\b", completion)
        or _first(rf"\A\W*({_any(labels)})\b", completion)
        or first_letter(completion, labels)
    )


PUBLISHED_EXTRACTORS: Mapping[str, Extractor] = {
    "whole text": whole_text,
    "first character": first_character,
    "first letter": first_letter,
    "last letter": last_letter,
    "Answer: X": answer_colon,
    "answer is X": answer_is,
    "MMLU-Pro": mmlu_pro,
    "MHGraphBench": mhgraphbench,
}


def _any(labels: Collection[str]) -> str:
    return "|".join(map(re.escape, labels))


def _alone(completion: str, labels: Collection[str]) -> list[str]:
    return re.findall(rf"\b({_any(labels)})\b", completion)


def _first(pattern: str, completion: str) -> str | None:
    found = re.search(pattern, completion)
    return found.group(1).upper() if found else None


def _last_of_first_line(pattern: str, completion: str) -> str | None:
    """What `.*` before the pattern finds, the last match of the first line that has one, in linear time."""
    found, line = None, -1
    for match in re.finditer(pattern, completion):
        end = completion.find("\n", match.start())
        if found is not None and end != line:
            break
        found, line = match.group(1), end
    return found


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
    """Changes from an earlier reader's readings to the cases' own, the commonest first."""
    found: dict[tuple[str, str, str, str], list[tuple[Case, ReadingRow]]] = {}
    for case in cases:
        old = before.get(case_end(case))
        now = case.reading
        if old is not None and (old.outcome, old.letters, old.rule) != (now.outcome, now.letters, now.rule):
            kind = (old.outcome, old.rule, now.outcome, now.rule)
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
    of_each = n / max(1, len({(case.run_id, case.item_id) for case in cases}))
    pairs = list(zip(theirs, ours, strict=True))
    both = [(their, our) for their, our in pairs if NOTHING not in (their, our)]
    binary = [
        their
        for their, case in zip(theirs, cases, strict=True)
        if len(case.options) == 2 and their != NOTHING
    ]
    right = sum({their} == case.gold for their, case in zip(theirs, cases, strict=True))
    return RuleAgreement(
        name=name,
        read=Share(n - theirs.count(NOTHING), n, of_each),
        same=Share(sum(their == our for their, our in pairs), n, of_each),
        other=Share(sum(their != our for their, our in both), n, of_each),
        kappa=cohen_kappa(pairs),
        correct=Share(right, n, of_each),
        a_rate=Share(binary.count("A"), len(binary), of_each),
    )


@dataclass(frozen=True, slots=True)
class Reread:
    """Results of reading stored replies again.

    Attributes:
        collected: the replies with their present readings.
        before: the reader compared with; None where there is none.
        n_shared: replies that both have read.
        changed: what they read differently, the commonest first.
        rules: public rules beside the present reader.
    """

    collected: Collected
    before: str | None
    n_shared: int
    changed: Sequence[Change]
    rules: Sequence[RuleAgreement]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        asked_again = {run: again.run for run, again in self.collected.asked_again.items()}
        return {
            "reader": self.collected.reader,
            "before": self.before,
            "asked_again": asked_again,
            "n": len(self.collected.cases),
            "n_read_by_both": self.n_shared,
            "changes": [_change(change) for change in self.changed],
            "rules": [asdict(rule) for rule in self.rules],
        }


def reread(
    store: Store,
    run_ids: str | Sequence[str],
    against: str | None = None,
    tell: Callable[[str], None] | None = None,
) -> Reread:
    """Read the replies of runs again, offline; new readings are kept in the store.

    Args:
        store: an open store.
        run_ids: of the runs, or of a single one.
        against: the reader to compare with (default: the last other one that read these replies).
        tell: told what takes a while, where something does.

    Raises:
        UnknownRun: there is no such run.
        UsageError: there is no reply, or no such reader has read them.

    Example:
        >>> reread(store, spec.run_id()).to_json()["n"]
        20
    """
    wanted = [run_ids] if isinstance(run_ids, str) else run_ids
    collected = collect(store, wanted, tell=tell or (lambda _: None))
    keys = {case.key for case in collected.cases}
    others = [reader for reader in store.readings.find_readers(keys) if reader != collected.reader]
    before = _reader_before(against, others)
    earlier = store.readings.find(keys, before) if before else {}
    cases = collected.cases
    return Reread(collected, before, len(earlier), changes(cases, earlier), rule_agreements(cases))


def _reader_before(wanted: str | None, others: Sequence[str]) -> str | None:
    if wanted is None:
        return others[-1] if others else None
    if wanted not in others:
        known = ", ".join(others) or "none"
        raise UsageError(f"no other reader '{wanted}' has read these replies. Others: {known}.")
    return wanted


def _change(change: Change) -> dict[str, Any]:
    fields = ("outcome_before", "rule_before", "outcome_now", "rule_now", "n", "n_other_answer")
    shown = {name: getattr(change, name) for name in fields}
    return shown | {"example": {"item_id": change.example.item_id, "completion": change.example.completion}}
