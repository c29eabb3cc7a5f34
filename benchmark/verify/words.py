"""What a question says, read back from its words: the same English as the templates, written a second time.

A question that does not fit its pattern is a violation of its own, since nobody checked what it then asks.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

GRAPH = "the PrimeKG knowledge graph"

_HOPS = {
    "is indicated for": "indication",
    "is contraindicated for": "contraindication",
    "is used off-label for": "off-label use",
}
_SCAFFOLD = (
    rf'In {GRAPH}, the drug "(?P<drug>.+)" (?P<hop>{"|".join(_HOPS)}) the disease "(?P<disease_a>.+)", '
    r'and the disease "(?P=disease_a)" is directly linked to the disease "(?P<disease_b>.+)"\. '
)
_BETWEEN = r'between the drug "(?P=drug)" and the disease "(?P=disease_b)"\?'
_STATEMENTS = {
    "disease_protein": r'The disease "(?P<head>.+)" is associated with the gene or protein "(?P<tail>.+)"\.',
    "contraindication": r'The drug "(?P<head>.+)" is contraindicated for the disease "(?P<tail>.+)"\.',
    "indication": r'The drug "(?P<head>.+)" is indicated for the disease "(?P<tail>.+)"\.',
    "off-label use": r'The drug "(?P<head>.+)" is used off-label for the disease "(?P<tail>.+)"\.',
    "disease_disease": r'The diseases "(?P<head>.+)" and "(?P<tail>.+)" are directly linked '
    r"as broader and narrower disease, in either order\.",
    "disease_phenotype_positive": r'The disease "(?P<head>.+)" presents with the phenotype "(?P<tail>.+)"\.',
    "exposure_disease": r'The exposure "(?P<head>.+)" is linked to the disease "(?P<tail>.+)"\.',
}
_QUESTIONS = {
    "ET": rf'Which entity type does {GRAPH} give to "(?P<entity>.+)"\?',
    "EC": rf"All of the following entities but one have the same entity type in {GRAPH}\. "
    r"Which one has a different type\?",
    "RT": rf'Which types of entities does the relation "(?P<relation>.+)" link in {GRAPH}\?',
    "RP": rf'Which relations? does {GRAPH} record between the drug "(?P<drug>.+)" '
    r'and the disease "(?P<disease>.+)"\?',
    "R1": _SCAFFOLD
    + rf"Does the graph also record an indication, a contraindication or an off-label use {_BETWEEN}",
    "R2": _SCAFFOLD + rf"Which relations? does the graph record {_BETWEEN}",
}
_FACTS = {
    relation: rf"Does {GRAPH} record the following\? {statement}"
    for relation, statement in _STATEMENTS.items()
}
_EVIDENCE = "\n\nEvidence:\n\n"


@dataclass(frozen=True, slots=True)
class Said:
    """What the words say.

    Attributes:
        names: role → name, the roles being those of the items' entities.
        relation: the relation named (FC, RT), or that of the first hop (R1, R2).
        evidence: the text after the question, or None.
    """

    names: Mapping[str, str]
    relation: str | None
    evidence: str | None


def read_question(task: str, question: str, names: Mapping[str, str] | None = None) -> Said | None:
    """What a question of a task says, or None if it is not in the template's words.

    Args:
        names: role → name to try first. A name may hold quotation marks and even the template's own words;
            with the right names at hand the question has one reading, and with wrong ones it is read without
            them.
    """
    base, has_evidence = task.removesuffix("+E"), task.endswith("+E")
    asked, mark, evidence = question.partition(_EVIDENCE)
    if has_evidence != bool(mark):
        return None
    patterns = _FACTS if base == "FC" else {None: _QUESTIONS[base]} if base in _QUESTIONS else {}
    for known in (names, None) if names else (None,):
        for relation, pattern in patterns.items():
            found = _read(pattern, asked, known)
            if found is not None:
                hop = found.pop("hop", None)
                said = _HOPS[hop] if hop else found.pop("relation", relation)
                return Said(found, said, evidence if has_evidence else None)
    return None


def _read(pattern: str, asked: str, known: Mapping[str, str] | None) -> dict[str, str] | None:
    """The names in a question of this pattern; where some are known, only with these in their places."""
    match = _compiled(pattern).fullmatch(asked)
    if match is None and not (known and "" in known.values()):
        return None  # any name but an empty one fits the pattern
    if match is None or (known and not _agrees(match, known)):
        # A pattern with the names in it takes as long to compile as hundreds of questions take to read.
        for role, name in (known or {}).items():
            pattern = pattern.replace(f"(?P<{role}>.+)", f"(?P<{role}>{re.escape(name)})")
        match = re.fullmatch(pattern, asked, re.DOTALL)
    return match.groupdict() if match else None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def _agrees(match: re.Match[str], known: Mapping[str, str]) -> bool:
    found = match.groupdict()
    return all(found[role] == name for role, name in known.items() if role in found)
