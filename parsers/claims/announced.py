"""The answer that a line announces, and below it, after a reason, what is said of the other options.

"The correct answer is:" above A, B and C is the head of their list. Where a reason follows the first of them
and the others are one line each, or the reason has a heading of its own, the first is the answer.

Decision: docs/decisions/parsers.md, "Replies of this year's models, in two dozen languages".
"""

from parsers.claims.claims import Force
from parsers.claims.entries import ListEntry
from parsers.pattern import Pattern

_FEWEST = 3  # entries that tell a reason below the first from the form of them all
_SIGNS = " *_"
_ANNOUNCES = Pattern(r"[:：][\s*\-•]*\n[\s*\-•]*\Z")
_RULE = Pattern(r"[\s*_-]*\Z")


def is_announced(run: list[ListEntry]) -> bool:
    """Whether the first entry of a run is an answer that is given reasons, not the head of the list."""
    claim = run[0].claim
    if claim.force is not Force.DECLARED or _ANNOUNCES.search(claim.context.before) is None:
        return False
    reason, others = _below(run[0]), [_below(entry) for entry in run[1:]]
    if not reason or _below_at_once(run[0]):
        return False
    if _heads(reason[0]):
        return all(reason[0] not in lines for lines in others)
    return len(run) >= _FEWEST and not any(others)


def _below(entry: ListEntry) -> list[str]:
    """The lines with words below the entry's own, up to the next entry."""
    lines = (line.strip(_SIGNS) for line in entry.content.split("\n")[1:])
    return [line for line in lines if _RULE.match(line) is None]


def _below_at_once(entry: ListEntry) -> bool:
    """Whether the line below the entry's own has words, as where each option is explained."""
    second = entry.content.split("\n")[1]
    return _RULE.match(second) is None and not _heads(second.strip(_SIGNS))


def _heads(line: str) -> bool:
    return line.endswith((":", "：")) or line.startswith("#")
