"""Where a reply announces that it corrects itself: "wait", "ik heb me vergist", "Oprava:".

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

import re

from parsers.claims.claims import Claim, is_alone
from parsers.grammar import revisions

_NEAR = 400  # a correction is announced within so many characters before the new statement
_IF = 40  # characters before its word in which it may be supposed only


def correction_before(text: str, later: Claim) -> int:
    """Where the last word of correction before a claim begins; -1 where there is none."""
    start = max(0, later.group.start - _NEAR)
    found = [
        match.start()
        for match in revisions.CORRECTION.finditer(text, start, later.group.start)
        if match["own"] is None or not (_is_supposed(text, match) or _is_of_words(text, match, later))
    ]
    return found[-1] if found else -1


def _is_supposed(text: str, match: re.Match[str]) -> bool:
    """Whether the mistake stands under a condition: "als ik me vergist heb"."""
    ahead = text[max(0, match.start() - _IF) : match.start()]
    supposed = revisions.BEFORE_SUPPOSED.search(ahead)
    return supposed is not None or revisions.AFTER_SUPPOSED.match(text, match.end()) is not None


def _is_of_words(text: str, match: re.Match[str], later: Claim) -> bool:
    """Whether a colon announces a sentence about the option, and not the option: "Oprava: ◆ se týká dětí"."""
    colon = match[0].endswith((":", "：")) and not text[match.end() : later.group.start].strip(" \"'(*")
    return colon and later.rule == "key-line" and not is_alone(later.context.after)
