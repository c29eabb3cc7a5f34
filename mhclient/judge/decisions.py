"""Decisions: what raters agree a completion says, as a file that travels, and its effect on scored items.

A decision names its case by digest, so it holds wherever that completion of that item occurs, and can be
handed on without the replies.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmark.untrusted import no_repeated_key, read_regular_file
from mhclient.errors import UsageError
from mhclient.judge.judgements import OUTCOME_OF, Judgement, RaterVerdict, check_has_judged
from mhclient.read.case import joined
from mhclient.read.scored import Scored
from parsers import Grade, Outcome

FORMAT = "mhclient-decisions/1"
RULE = "decision"


@dataclass(frozen=True, slots=True)
class Decision:
    """The agreed judgement of one case, and the raters behind it."""

    case: str
    verdict: RaterVerdict
    letters: frozenset[str]
    raters: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decisions:
    """A decisions file; `open` are cases on which raters disagree: they have no decision."""

    decisions: Mapping[str, Decision]
    open: tuple[str, ...]
    settled_by: str | None = None

    def to_json(self) -> str:
        """The file's text: the same judgements give the same bytes."""
        content = {
            "format": FORMAT,
            "settled_by": self.settled_by,
            "decisions": [_to_json(self.decisions[key]) for key in sorted(self.decisions)],
            "open": sorted(self.open),
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    @property
    def digest(self) -> str:
        """SHA-256 of the file's text: what a report names."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()


def decide(standing: Mapping[str, Mapping[str, Judgement]], settle: str | None = None) -> Decisions:
    """Decisions on cases on which all who decided agree, and on those that `settle` has judged.

    Args:
        standing: case → rater → judgement.
        settle: the rater whose judgement counts where raters disagree; None for nobody's.

    Raises:
        UsageError: that rater has judged nothing here.
    """
    if settle is not None:
        check_has_judged("`settle`", settle, standing)
    decided, left_open = {}, []
    for key, raters in sorted(standing.items()):
        deciding = {rater: judgement for rater, judgement in sorted(raters.items()) if judgement.decides}
        if len({judgement.label for judgement in deciding.values()}) > 1:
            deciding = {rater: judgement for rater, judgement in deciding.items() if rater == settle}
            if not deciding:
                left_open.append(key)
        if deciding:
            decided[key] = _decision(key, deciding)
    return Decisions(decided, tuple(left_open), settle)


def _decision(key: str, deciding: Mapping[str, Judgement]) -> Decision:
    first = next(iter(deciding.values()))
    notes = tuple(judgement.note for judgement in deciding.values() if judgement.note)
    return Decision(key, first.verdict, first.letters, tuple(deciding), notes)


def read_decisions(path: Path) -> Decisions:
    """A decisions file.

    Raises:
        UsageError: it cannot be read, or is none; the message names the entry.
    """
    try:
        content = json.loads(read_regular_file(path), object_pairs_hook=no_repeated_key)
        if content.get("format") != FORMAT:
            raise ValueError(f"its format is {content.get('format')!r}, this program reads {FORMAT!r}")
        decisions = [_from_json(place, entry) for place, entry in enumerate(content["decisions"])]
        left_open = _texts(content["open"])
        _check_named_once([*(decision.case for decision in decisions), *left_open])
        return Decisions(
            {decision.case: decision for decision in decisions}, left_open, content["settled_by"]
        )
    except OSError as error:
        raise UsageError(f"`decisions={path}`: {error.strerror or error}.") from error
    except RecursionError as error:
        raise UsageError(f"`decisions={path}`: no decisions file (nested too deeply).") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"`decisions={path}`: no decisions file ({error}). 'mhclient audit decisions' writes one."
        ) from error


def apply_decision(scored: Scored, decision: Decision) -> Scored:
    """A scored item as a decision has it.

    The grade says how plainly the reader found an answer. Where people found it and the reader did not, it
    counts at the last step of the strictness curve only.
    """
    ending = Outcome(OUTCOME_OF[decision.verdict])
    if ending is not Outcome.ANSWER:
        return replace(scored, ending=ending, said=None, grade=None, kept_format=False, rule=RULE, span=None)
    if decision.letters == scored.said:
        return scored
    return replace(
        scored,
        ending=ending,
        said=decision.letters,
        grade=Grade.IN_TEXT,
        kept_format=False,
        rule=RULE,
        span=None,
    )


def _to_json(decision: Decision) -> dict[str, Any]:
    return {
        "case": decision.case,
        "verdict": decision.verdict.value,
        "letters": joined(decision.letters),
        "raters": list(decision.raters),
        "notes": list(decision.notes),
    }


def _from_json(place: int, entry: Mapping[str, Any]) -> Decision:
    verdict = RaterVerdict(entry["verdict"])
    letters: Sequence[str] = [letter for letter in entry["letters"].split("&") if letter]
    if verdict not in OUTCOME_OF or (verdict is RaterVerdict.ANSWER) != bool(letters):
        raise ValueError(f"entry {place} decides nothing")
    return Decision(
        str(entry["case"]), verdict, frozenset(letters), _texts(entry["raters"]), _texts(entry["notes"])
    )


def _texts(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise ValueError(f"{str(found)[:40]!r} is no list of texts")
    return tuple(found)


def _check_named_once(cases: Sequence[str]) -> None:
    """Refuse a file put together of two that disagree: which of them counts is for people to say."""
    case, n = Counter(cases).most_common(1)[0] if cases else ("", 0)
    if n > 1:
        raise ValueError(f"case {case[:12]} is in it {n} times")
