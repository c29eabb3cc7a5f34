"""Options that a reply calls the nearest, and does not give: "La más completa es A, pero no la correcta".

Decision: docs/decisions/parsers.md, "What is the most plausible, and what is the answer".
"""

from functools import lru_cache

from parsers.claims.clauses import DENYING
from parsers.grammar import superlatives
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.pattern import MENTIONED

_SENTENCE = 120  # characters behind the group in which it is surpassed


def surpassed(before: str, after: str) -> bool:
    """Whether a superlative beside the group is followed by "but not the right one", or "but right is ◆"."""
    if not _turns(after):
        return False
    return (
        superlatives.AFTER.match(after[:_SENTENCE]) is not None
        or superlatives.BEFORE.search(before) is not None
    )


@lru_cache(maxsize=4096)
def _turns(after: str) -> bool:
    """Whether the words behind the group go on to what is right, or say that it is not."""
    behind = after[:_SENTENCE]
    turn = superlatives.TURN.search(behind)
    if turn is None:
        return False
    said = roles_in(behind[turn.start() :])
    if MENTIONED.search(behind, turn.end()):
        return said & (Role.RIGHT | Role.ANSWER) != 0 and not said & DENYING
    return said & Role.WRONG != 0 or (said & Role.NOT != 0 and said & Role.RIGHT != 0)
