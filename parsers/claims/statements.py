"""Statements that the item itself calls A and B, of which its options say which are right: "верно только А".

Where a reply gives its answer, an entry "А. …" with words of its own goes through the statements.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from functools import lru_cache

from parsers.claims.claims import DECLARED, STRONG, Claim, Completion
from parsers.pattern import Pattern
from parsers.reading import SetAside

_NAMED = Pattern(r"(?<![^\W_])[A-E\u0410-\u0414](?![^\W_])")
_LATIN = str.maketrans("АВЕ", "ABE")  # Cyrillic capitals that a reply is read with as Latin ones
_OPTIONS = 2  # named in the reply: one may be the answer, and one a statement's letter
_TEXTS = 2  # of options that name a statement
_STATEMENTS = 2  # that the options' texts name
_ENTRY = (".", ")", ":")  # behind a label that heads what is said of it


def set_statements_aside(reply: Completion) -> None:
    """Set entries that name statements aside, where one option is given as the answer."""
    if not reply.single or len({claim.options for claim in reply.standing}) < _OPTIONS:
        return
    given = [claim for claim in reply.standing if claim.force >= STRONG and _is_given(claim)]
    names = _statements(reply.options.plain) if len({claim.options for claim in given}) == 1 else frozenset()
    for claim in reply.standing if names else ():
        if claim not in given and claim.group.mentions[0].letter in names and _is_entry(claim, reply):
            claim.set_aside = SetAside.NAME


def _is_given(claim: Claim) -> bool:
    """Whether a label is called the answer, or heads a line with its own text."""
    return claim.group.has_label and (claim.force is DECLARED or claim.group.mentions[-1].joined)


def _is_entry(claim: Claim, reply: Completion) -> bool:
    """Whether a label heads words that are not its option's."""
    if not claim.group.has_label or claim.group.mentions[-1].joined or len(claim.options) != 1:
        return False
    end = claim.group.core[1]
    return reply.plain.text.value[end : end + 1] in _ENTRY


@lru_cache(maxsize=1024)  # an item has many replies
def _statements(texts: tuple[str, ...]) -> frozenset[str]:
    """The letters that an item's texts name, where several do, and not each of them its own."""
    named = [frozenset(_NAMED.findall(text.translate(_LATIN))) for text in texts]
    letters: frozenset[str] = frozenset().union(*named)
    several = sum(map(bool, named)) >= _TEXTS and len(letters) >= _STATEMENTS
    return letters if several and any(len(names) != 1 for names in named) else frozenset()
