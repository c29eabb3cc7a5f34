"""What the rule of a differential claims about criteria: that a disorder's are met, or that they are not.

A rule may say that criteria are met while the patient has too few symptoms: then the text contradicts itself.
What each rule claims stands in a table that people can correct: `differential,target,disorder,needs`, the
last `met` or `not_met`. Where none is given, it is read from the rule's words, or a checker is asked.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.errors import DiagnosisGraphError, wrong_lines
from benchmark.mentalkg.graph import DiagnosisGraph, Differential
from benchmark.untrusted import open_regular_file

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
