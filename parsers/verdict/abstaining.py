"""Replies that abstain where one option says just that: "There is not enough information" to "Unknown".

An abstention names no option. Where exactly one of the item's says that nothing can be known, or that no
other option is right, saying so is choosing it. A refusal chooses none.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
"""

from parsers.claims.claims import Completion
from parsers.claims.endings import ends_midway, must_go_on
from parsers.options.options import OptionSet
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Grade, Span
from parsers.text.folding import plain_lower
from parsers.verdict.resolve import SHORT, Conclusion

# What an option's words say, or begin with, where it stands for "nobody can know".
_UNKNOWN_TEXT = Pattern(
    r"(?:it |this |the answer )?(?:cannot|can t|can not|could not|unable to)(?: be)?"
    r" (?:determined?|answer(?:ed)?|known?|tell|told|say|said|decided?|inferred|established)\b.*"
    r"|(?:there is )?(?:not enough|insufficient|not sufficient|too little|no)"
    r" (?:info|information|evidence|data|context)\b.*"
    r"|(?:it is )?(?:unknown|unclear|undetermined|indeterminate|uncertain|unanswerable|inconclusive)"
    r"|(?:it is )?not (?:known|answerable|determined|clear|stated|specified"
    r"|possible to (?:tell|say|determine))\b.*"
    r"|(?:it is )?impossible to (?:tell|say|determine|know)\b.*"
)
# … or for "I do not know", and who says that.
_IGNORANT_TEXT = Pattern(r"(?:i )?(?:really )?(?:do not|don t) know|(?:i am )?not sure|no idea")
_IGNORANCE = Pattern(r"\b(?:i|we) (?:\w+ )?(?:do not|don't) know|\bno idea\b|\bnot sure\b")
_REFUSED_TEXT = Pattern(r"(?:i )?(?:refused?|declined?)(?: to (?:answer|say))?|prefer not to (?:say|answer)")
# Of what an abstention may say, that no option is right.
_NONE_SAID = Pattern(
    r"\bnone\b|\bneither\b|\bno (?:correct|right|suitable|valid|good) (?:answer|option|choice)|\bno option\b"
    r"|\b(?:answer|option|choice)s?\b[^.!?\n]{0,40}\bnot (?:\w+ )?(?:listed|among|provided|given|available)"
)
_SENTENCE_END = Pattern(r"[.!?]\s|\n")
_HEADED = Pattern(r"\s*(?:reason|reasoning|explanation|note)\s*:")


def abstaining(reply: Completion, visible: str, span: Span) -> Conclusion | None:
    """The one option that says what an abstention says, which stands at `span` of the visible text."""
    if not reply.single or reply.cut_short or len(visible) > 2 * SHORT:
        return None
    low = plain_lower(visible)
    if _HEADED.match(low) or _is_unfinished(reply, low) or not _is_said_at_an_end(low, span):
        return None
    if any(claim.group.has_label and len(claim.options) == 1 for claim in reply.claims):
        return None  # an option was named: what is said may be of it
    position = _option_that_says_so(reply.options, _sentence(low, span))
    if position is None:
        return None
    return Conclusion(Outcome.ANSWER, "abstaining-option", frozenset({position}), grade=Grade.TEXT)


def _is_unfinished(reply: Completion, low: str) -> bool:
    """Whether the text ends in the middle of a sentence; many a last one has no full stop."""
    return ends_midway(reply.visible) or must_go_on(low.rstrip())


def _option_that_says_so(options: OptionSet, said: str) -> int | None:
    """Position of the one option that says what this sentence does: "none", or "nobody can know"."""
    if _NONE_SAID.search(said):
        position = options.none_option  # "none" alone may be a relation, or a count
        return position if position is not None and " " in options.words[position] else None
    if any(map(_REFUSED_TEXT.fullmatch, options.words)):
        return None
    text = _IGNORANT_TEXT if _IGNORANCE.search(said) else _UNKNOWN_TEXT
    found = [at for at, words in enumerate(options.words) if text.fullmatch(words)]
    return found[0] if len(found) == 1 else None


def _sentence(low: str, span: Span) -> str:
    """The sentence around a place."""
    before = [match.end() for match in _SENTENCE_END.finditer(low, 0, span[0])][-1:]
    after = _SENTENCE_END.search(low, span[1])
    return low[before[0] if before else 0 : after.start() if after else len(low)]


def _is_said_at_an_end(low: str, span: Span) -> bool:
    """Whether a place lies in the first sentence of a text, or in its last one."""
    body = low.strip()
    start = low.index(body) if body else 0
    first = _SENTENCE_END.search(low, start)
    if first is None or span[0] < first.start():
        return True
    return _SENTENCE_END.search(low[: start + len(body)], span[1]) is None
