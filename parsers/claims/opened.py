"""A list of options that is opened and perhaps cut: "Let us go through the options: A. Lions – they are …".

Where the list goes on, `lists.py` tells it by its run of entries; a reply that was cut behind the first entry
has no run, and one that judges the options by their texts has no labels.

Decision: docs/decisions/parsers.md, "Languages of Europe and Africa and Turkic ones, again".
Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
"""

from parsers.claims.called_right import predicated
from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.entries import CONTENT
from parsers.claims.lists import choose
from parsers.grammar import beside
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, SetAside

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


def set_opening_aside(reply: Completion) -> None:
    """Set the first option aside where a line says that the options are gone through from there on."""
    if reply.mode is not AnswerMode.SINGLE:
        return
    opening: Claim | None = None
    for claim in reply.claims:
        if not claim.stands or claim.options != {0} or claim.rule in _SAID:
            continue
        if _opens_list(claim, reply):
            if _is_judged_right(claim, reply):
                choose(claim)
            else:
                claim.set_aside, opening = SetAside.RESTATED, claim
        elif opening and _names_again(claim, opening, reply):
            claim.set_aside = SetAside.RESTATED


# "下列说法错误的是：A：…": what is asked, and the first of the options.
_ASKED_OF_THESE = Pattern(
    r"\A\W*(?:下列|以下|下面)(?!分析|解析|解释|解釋|推理|理由)[^。\n]{0,80}"
    r"的(?:一项|一項|选项|選項)?[是有为為][(（)）\s]*[:?]?\s*\Z"
)
_REASON = Pattern(r"[ :.、)]*(?:因[为為]|由[于於]|[该該这這其它此即])")  # why it is the answer
_JUDGED = Pattern(r"[ :.、)]*(?:[错錯误誤×]|不[正对對符是])")  # what is wrong with the next one
_BEHIND_LABEL = (":", ".", "、", ")")
CUT_ENTRY = 12  # characters behind the first label, without an end: the list was cut


def _heads_options_asked_of(claim: Claim, reply: Completion) -> bool:
    """Whether a reply is the stem of a question and the first option, with other words than it has."""
    if claim.group.mentions[-1].joined or not claim.group.has_label:
        return False
    told = claim.context.follow.lstrip(" ")
    if told[:1] not in _BEHIND_LABEL or _REASON.match(told) or _restates(told, reply.options.words[0]):
        return False
    before = reply.skeleton.text[: claim.group.start]
    return _ASKED_OF_THESE.match(before) is not None and _goes_on(claim, reply)


def _restates(told: str, text: str) -> bool:
    """Whether what is said behind a label has two characters running of its option's text."""
    return any(text[at : at + 2] in told for at in range(len(text) - 1))


def _goes_on(claim: Claim, reply: Completion) -> bool:
    """Whether the next option follows with words of its own, or the first breaks off."""
    rest = reply.skeleton.text[claim.group.end :]
    others = [other for other in reply.claims if other.group.start > claim.group.start]
    if not others:
        return len(rest.strip()) > CUT_ENTRY and rest.rstrip()[-1:].isalpha()
    follow = others[0].context.follow.lstrip(" ")
    if others[0].options != {1} or _JUDGED.match(follow):
        return False
    return follow[:1] in _BEHIND_LABEL and len(follow) > 2


def _opens_list(claim: Claim, reply: Completion) -> bool:
    """Whether a claim heads a list; a label that ends the reply, on the same line, lists nothing."""
    if _heads_options_asked_of(claim, reply):
        return True
    opening = beside.BEFORE_OPTIONS.search(claim.context.before)
    if opening is None or beside.TAKES_ONE.search(opening[0]) or roles_in(opening[0]) & _CALLED:
        return False
    if predicated(claim.context):
        return False
    return "\n" in opening[0].lstrip() or bool(claim.context.follow.strip(" .:)*"))


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
