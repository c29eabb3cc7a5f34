"""A reply without a commitment: is it a refusal, an abstention, a filter notice, or a stored error?

Only asked when nothing was committed to. The words decide, and where a sentence both declines and names
missing evidence, the evidence decides: that is an abstention.

Decision: docs/decisions/parsers.md, "A refusal chooses no option".
"""

import re

from parsers.grammar import refusals as words
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.folding import plain_lower

READ = 6_000  # characters at either end of the visible text; a refusal is said at one of them


Declination = tuple[Outcome, str, Span]


def declined(visible: str) -> Declination | None:
    """Outcome, rule and place of the words that decline to answer; None where nothing of the kind is said."""
    low = plain_lower(visible)
    if len(low) <= 2 * READ:
        return _declined(low)
    last = len(low) - READ
    return _declined(low[:READ]) or _moved(_declined(low[last:]), last)


def _moved(found: Declination | None, by: int) -> Declination | None:
    if found is None:
        return None
    outcome, rule, (start, end) = found
    return outcome, rule, (start + by, end + by)


def _declined(low: str) -> Declination | None:
    """The same of a text in lower case that is not too long."""
    for outcome, rule, find in (
        (Outcome.FILTERED, "filter-notice", words.FILTER_NOTICE.search),
        (Outcome.NO_ANSWER, "stored-error", words.STORED_ERROR.search),
        (Outcome.REFUSAL, "refusal", _refusal),
        (Outcome.NO_ANSWER, "abstention", words.ABSTENTION.search),
    ):
        match = find(low)
        if match is not None:
            return outcome, rule, match.span()
    return None


def _refusal(low: str) -> re.Match[str] | None:
    """The words that refuse; None where they name missing evidence, unless on principle or as an AI."""
    match = words.SHORT_REFUSAL.fullmatch(low) if len(low) < 300 else None
    match = match or words.REFUSAL.search(low) or words.FOREIGN_REFUSAL.search(low)
    if match is None or not words.EVIDENCE.search(low):
        return match
    on_principle = _ON_PRINCIPLE.search(low, match.start(), match.end() + _REASON)
    return match if on_principle or _AS_AI.search(low) else None


_REASON = 120  # characters behind a refusal in which its reason is given
# "… as it goes against ethical standards": whatever evidence is found missing later, that is why it declines.
_ON_PRINCIPLE = Pattern(
    r"\b(?:goes against|violates?|against) (?:\w+ ){0,2}(?:ethic|moral|polic|guideline|standard|principle)"
    r"|\bnot (?:appropriate|ethical|right) (?:or \w+ )?(?:for me )?to (?:judge|make|discuss|promote"
    r"|provide|express|engage|encourage|suggest)"
)
# Said about itself, the missing thing is the model's, not the item's.
_AS_AI = Pattern(
    r"\bas an? (?:ai|artificial|(?:large )?language model|assistant)|\bi(?:'m| am) (?:just |only )?an? "
    r"(?:ai|artificial|language)|personal (?:opinion|belief|view)|\bi cannot (?:\w+ )?(?:agree|endorse)"
    r"|\b(?:have|hold|form) (?:personal )?(?:opinion|belief|perspective)s?|medical advice"
    r"|(?:usage|content|safety|my|our|company|openai) polic(?:y|ies)\b|(?:my|our) guidelines|"
    r"作为|ai(?:アシスタント|として)|인공지능|como (?:modelo|ia|inteligencia)"
    r"|en tant qu|als "
    r"ki\b"
)
