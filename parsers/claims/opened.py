"""A list of options that is opened and perhaps cut: "Let us go through the options: A. Lions – they are …".

Where the list goes on, `lists.py` tells it by its run of entries; a reply that was cut behind the first entry
has no run, and one that judges the options by their texts has no labels.

Decision: docs/decisions/parsers.md, "Languages of Europe and Africa and Turkic ones, again".
Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
"""

from parsers.claims.called_right import predicated
from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.clauses import languages_with
from parsers.claims.entries import CONTENT
from parsers.claims.lists import choose
from parsers.claims.question_stems import heads_options_asked_of
from parsers.grammar import beside
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import units_of
from parsers.pattern import Pattern
from parsers.reading import SetAside

# "This is the diagnosis that fits best, since …", to the end of the sentence. "This is correct" is no such
# judgement: it may be said of each of several statements.
_JUDGED_RIGHT = Pattern(
    r"[\W_]*(?:this|it|which|that) (?:is|would be|must be) (?:(?:clearly|certainly|therefore|thus|indeed) )?"
    r"(?:the (?:correct|right|best) (?:\w+ )?(?:answer|option|choice|one|match|fit|diagnosis)"
    r"|the \w+ that (?:best )?(?:fits|matches|explains)(?: best| well| (?:the|this|all) \w+)?)"
    r"(?:[.!]|(?:,| (?:because|since|as)\b)[^.!?\n]*[^\W\d][)\"']{0,2}[.!])(?=\s|\Z)"
)
# Of what is asked against, the first to be judged may fit and be no answer: "Which is NOT true?".
_AGAINST = Pattern(
    r"\b(?:incorrect|false|untrue|except|least|not (?:true|correct|right|accurate))\b"
    r"|\b(?:which|what|one|option|statement|answer)\b[^.!?\n]{0,80}? not\b[^.!\n]{0,160}\?"
)
# What may still turn it, or leads on to the others.
_TURN = Pattern(
    r"\b(?:but|however|although|though|not|no|only|others?|next|now|remaining|wrong|incorrect|if|unless|let)\b"
    r"|n't\b|[:?]"
)
_SAID = ("predicate", "answer-line")  # rules that find the option called right, or the word for the answer
_CALLED = Role.RIGHT | Role.PICK
_FIRST = frozenset({0})
# "each option in relation to the best interest": what the options are seen in says nothing of them.
_CONTEXT = Pattern(r" (?:in|with) (?:the )?(?:context|relation|light|regard|respect|terms|view) [^:]*")


def set_opening_aside(reply: Completion) -> None:
    """Set the first option aside where a line says that the options are gone through from there on."""
    if not reply.single:
        return
    opening: Claim | None = None
    for claim in reply.claims:
        if claim.options != _FIRST or not claim.stands or claim.rule in _SAID:
            continue
        if _opens_list(claim, reply):
            if _is_judged_right(claim, reply):
                choose(claim)
            else:
                claim.set_aside, opening = SetAside.RESTATED, claim
        elif opening and _names_again(claim, opening, reply):
            claim.set_aside = SetAside.RESTATED


def _opens_list(claim: Claim, reply: Completion) -> bool:
    """Whether a claim heads a list; a label that ends the reply, on the same line, lists nothing."""
    if heads_options_asked_of(claim, reply):
        return True
    opening = beside.BEFORE_OPTIONS.search(claim.context.before)
    if opening is None or beside.TAKES_ONE.search(opening[0]) or _calls(opening[0]):
        return False
    if predicated(claim.context):
        return False
    return "\n" in opening[0].lstrip() or bool(claim.context.follow.strip(" .:)*"))


def _calls(heading: str) -> bool:
    """Whether a word of the line calls one option right or chosen; the first word of a phrase does not."""
    return bool(languages_with(units_of(_CONTEXT.sub("", heading)), _CALLED))


def _is_judged_right(claim: Claim, reply: Completion) -> bool:
    """Whether a whole sentence judges the entry right, and the reply names no other option."""
    if reply.cut_short or not claim.group.mentions[-1].joined:
        return False  # the others were still to come
    if any(other.options - claim.options for other in reply.claims):
        return False
    text, end = reply.skeleton.text, claim.group.end
    if _JUDGED_RIGHT.match(text[end : end + CONTENT]) is None or _TURN.search(text, end):
        return False
    return _AGAINST.search(text, 0, claim.group.start) is None


def _names_again(claim: Claim, opening: Claim, reply: Completion) -> bool:
    """Whether an option's text stands once more on the line that it heads: "A) İzmir: İzmir is a city"."""
    between = reply.skeleton.text[opening.group.end : claim.group.start]
    return claim.force is Force.MENTION and not claim.group.has_label and "\n" not in between
