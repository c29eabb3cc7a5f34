"""What a question says, read back from its words: the same English as the templates, written a second time.

Each family's wording is in its file of `families/`. A question that does not fit its pattern is a violation,
since nobody checked what it then asks.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

GRAPH = "the PrimeKG knowledge graph"
_EVIDENCE = "\n\nEvidence:\n\n"

# The relation a question is about, None where its words name it or there is none → the pattern of its words.
Patterns = Mapping[str | None, str]


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


def read_words(
    patterns: Patterns, question: str, names: Mapping[str, str], *, has_evidence: bool
) -> Said | None:
    """What a question says, or None if it is not in the words of one of the patterns.

    Args:
        names: role → name to try first. A name may hold quotation marks and even the template's own words;
            with the right names at hand the question has one reading, and with wrong ones it is read without
            them.
    """
    asked, mark, evidence = question.partition(_EVIDENCE)
    if has_evidence != bool(mark):
        return None
    for known in (names, None) if names else (None,):
        for relation, pattern in patterns.items():
            found = _read(pattern, asked, known)
            if found is not None:
                said = found.pop("relation", relation)
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
