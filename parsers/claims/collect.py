"""Every group of mentions becomes a claim, and the guards mark those that are none.

Decision: docs/decisions/parsers.md, "Each step is done for all options before the next one".
"""

from parsers.claims.apart import APPOSED, only_cues, takes_place
from parsers.claims.asserted import merely_named
from parsers.claims.claims import (
    ASSERTED,
    DECLARED,
    IN_PASSING,
    STRONG,
    Claim,
    Completion,
    contexts_of,
    noun_of,
)
from parsers.claims.guards import guard
from parsers.claims.judge import judge
from parsers.claims.judged_false import is_judged_false, says_false
from parsers.claims.opening import is_figure
from parsers.claims.unfinished import is_unfinished
from parsers.grammar import beside, requests
from parsers.grammar.assertions import AFTER_WITH_MORE
from parsers.grammar.commitments import BEFORE_ADDITION
from parsers.grammar.languages.lexicon import has_cues
from parsers.grammar.pattern import MENTION
from parsers.grammar.refusals import ABSTENTION, REFUSAL
from parsers.grammar.revisions import SAYS_IT, SO
from parsers.mentions.groups import Group, Skeleton
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import SetAside
from parsers.text.folding import plain_lower

# What may stand around a label that is the whole reply: white space, brackets, quotes, punctuation.
_LIGHT = " \t\n\"'()[]{}.,;:!?。*_-–—<>`•"


def collect_claims(reply: Completion) -> None:
    """Fill the reply's claims, in order of their place."""
    whole = _whole(reply.skeleton)
    reply.skeleton.foreign = bool(reply.skeleton.groups) and _has_cues(reply)
    # Step by step for all groups: what a step uses is then at hand for the next group, too.
    contexts = contexts_of(reply.skeleton, reply.plain)
    claims = [judge(context, context.group is whole) for context in contexts]
    for claim in claims:
        if claim.force is not IN_PASSING and is_unfinished(claim, claim.group is whole, reply):
            claim.force = IN_PASSING
    for claim in sorted(claims, key=lambda claim: claim.context.quiet):  # these pass other guards
        claim.set_aside = _set_aside(claim, claim.group is whole, reply)
    for claim in claims:
        if reply.claims:
            _heed_last(claim, reply.claims[-1], reply.skeleton.text)
        if claim.force is IN_PASSING and not claim.group.has_label:
            _assert_text(claim, reply)
        reply.claims.append(claim)
    _drop_prefix(reply.claims)
    _drop_number(reply)


def _assert_text(claim: Claim, reply: Completion) -> None:
    """Let an option text said in passing count as asserted where it declines, or is the last thing said."""
    if all(map(reply.options.declines, claim.options)):
        claim.force, claim.rule = ASSERTED, "option-text"
    elif claim.weak and claim.stands and _answers_last(claim, reply):
        claim.force, claim.rule = ASSERTED, "closing"


def _has_cues(reply: Completion) -> bool:
    """Whether words of another language that may announce an answer stand in the text, or in its labels.

    Labels are asked first: most texts that have such words have one there.
    """
    named = [group for group in reply.skeleton.groups if group.mentions[0].named]
    return any(has_cues(noun_of(reply.plain, group)) for group in named) or has_cues(reply.skeleton.text)


def _set_aside(claim: Claim, whole: bool, reply: Completion) -> SetAside | None:
    """Why a claim does not count, as far as its own sentence and the options say."""
    names_all = 1 < len(claim.options) == len(reply.options)
    if len(claim.group.mentions) > 1 and _restates(claim.group, reply):
        return (None if whole else guard(claim.context, names_all)) or SetAside.RESTATED
    if whole:
        asked = names_all and claim.group.alternatives and claim.context.follow[:1] in ("?", ":")
        return SetAside.QUESTION if asked else None
    context = claim.context
    if (
        claim.group.has_label
        and is_judged_false(context.before, context.after)
        and not _says_false(claim, reply)
    ):
        return SetAside.NEGATED
    if not claim.group.named_by_label and AFTER_WITH_MORE.match(context.after):
        return SetAside.UNCOMMITTED
    reason = guard(context, names_all)
    if reason is None and claim.force is IN_PASSING and merely_named(context):
        return SetAside.UNCOMMITTED
    return reason or (SetAside.RESTATED if names_all and _enumerates(claim, reply) else None)


def _says_false(claim: Claim, reply: Completion) -> bool:
    """Whether the text of what a claim names says false itself."""
    return says_false(" ".join(reply.options.plain[at] for at in claim.options if at != UNKNOWN))


def _drop_prefix(claims: list[Claim]) -> None:
    """Set aside the A of "A: the answer is C", which stands for "answer"."""
    if len(claims) < 2 or claims[0].context.lead != "" or claims[0].group.mentions[0].letter != "A":
        return
    first, second = claims[0], claims[1]
    if first.context.after.startswith(": ") and second.rule == "answer-sentence" and second.stands:
        first.set_aside = SetAside.NAME


# "## 1", or "1" with a heading below it: the number of the item, above its solution.
_NUMBER_HEADING = Pattern(r"\s*(?:#{1,6}[ \t]*\d{1,3}[.)]?[ \t]*\n|\d{1,3}[.)]?[ \t]*\n\s*#)")


def _drop_number(reply: Completion) -> None:
    """Set aside a number that heads the reply as a heading does, where an answer is declared below."""
    first = reply.claims[0] if len(reply.claims) > 1 else None
    if first is None or first.context.lead != "" or not is_figure(first.group):
        return
    if _NUMBER_HEADING.match(reply.visible) is None:
        return
    if any(claim.stands and claim.force is DECLARED for claim in reply.claims[1:]):
        first.set_aside = SetAside.NAME


def _whole(skeleton: Skeleton) -> Group | None:
    """The group that is the whole text under light decoration, if there is one."""
    if len(skeleton.groups) != 1:
        return None
    group = skeleton.groups[0]
    if UNKNOWN in group.options and group.mentions[0].letter == "I":
        return None  # the pronoun that a sentence was about to begin with
    light = not skeleton.text[: group.start].strip(_LIGHT) and not skeleton.text[group.end :].strip(_LIGHT)
    return group if light else None


_NEAR = 60  # characters between an option that is denied and the one in its place
_NEGATED = SetAside.NEGATED


def _heed_last(claim: Claim, earlier: Claim, text: str) -> None:
    """Let what is said of the option named just before bear on a claim: both are denied, or that one only."""
    if claim.options == earlier.options:
        _share_denial(claim, earlier, text)
    if claim.set_aside is None:
        _deny_too(claim, earlier)
    elsewhere = claim.set_aside is None and claim.options != earlier.options
    if elsewhere and earlier.set_aside is _NEGATED and (rule := _stands_instead(claim, earlier, text)):
        claim.force, claim.rule = STRONG, rule


def _stands_instead(claim: Claim, denied: Claim, text: str) -> str:
    """The rule by which a claim takes the place of the option denied just before; "" where it does not.

    A bare verb does so ("A isn't. B is."), or "but rather" in another language.
    """
    if claim.group.named_by_label and claim.context.foreign and claim.force < DECLARED:
        between = text[denied.group.end : claim.group.start]
        leads = len(between) < _NEAR and takes_place(between)
        if leads and (not claim.weak or only_cues(claim.context.after)):
            return "instead"
    if claim.weak and claim.context.sentence_alone and _is_last_left(claim, text):
        return "instead"
    return "predicate" if beside.AFTER_VERB_ALONE.match(claim.context.after) else ""


# "Not ◆, it is not ◆.": sentences that do nothing but deny.
_DENYING_ONLY = Pattern(
    rf"(?:[\s.,;]*(?:(?:it|this|that|the (?:answer|dose)) is |it's )?(?:and |also )?not {MENTION})+[.,;]\s*"
)


def _is_last_left(claim: Claim, text: str) -> bool:
    """Whether a number ends a reply that denies others and says nothing else: "Not 5 mg. 15 mg."."""
    if text[claim.group.end :].strip(" \n.") or not claim.context.closes:
        return False
    return _DENYING_ONLY.fullmatch(text, 0, claim.group.start) is not None


def _share_denial(claim: Claim, earlier: Claim, text: str) -> None:
    """Let a label and its own text beside it be denied together: "B variantı, oak, düzgün deyil"."""
    if _NEGATED not in (earlier.set_aside, claim.set_aside):
        return
    if claim.group.named_by_label is earlier.group.named_by_label:
        return
    if APPOSED.fullmatch(text, earlier.group.end, claim.group.start):
        earlier.set_aside = claim.set_aside = _NEGATED


def _deny_too(claim: Claim, earlier: Claim) -> None:
    """Let what is denied of one label be denied of the next: "A is wrong, and so is D", "…, D too"."""
    if not claim.group.has_label or not earlier.group.has_label:
        return
    if claim.force is DECLARED or claim.group.start - earlier.group.end > _NEAR:
        return
    if not (claim.context.follows(BEFORE_ADDITION) or beside.AFTER_TOO.match(claim.context.after)):
        return
    if earlier.set_aside in (_NEGATED, SetAside.CONCEDED):
        claim.set_aside = earlier.set_aside
    elif earlier.stands and earlier.force is IN_PASSING:
        claim.force = IN_PASSING  # "A is a tree, and so is B"


_YES_OR_NO = frozenset({"yes", "no"})


def _answers_last(claim: Claim, reply: Completion) -> bool:
    """Whether "Yes, …" is the last sentence, and it concludes, is a paragraph, or answers a question."""
    text, start = reply.skeleton.text, claim.group.start
    if not claim.context.closes or not text.startswith(",", claim.group.end):
        return False
    if not all(reply.options.words[at] in _YES_OR_NO for at in claim.options):
        return False
    if not text.rstrip().endswith((".", "!")) or requests.AFTER_SPEAKS_TO_REQUEST.match(claim.context.follow):
        return False
    if claim.context.before.strip():
        concludes = SO.fullmatch(claim.context.before) and SAYS_IT.match(claim.context.follow)
        return bool(concludes) and not _declines(plain_lower(reply.visible))
    return text[:start].rstrip(" ").endswith(("?", "\n\n"))


def _declines(low: str) -> bool:
    return any(words.search(low) for words in (REFUSAL, ABSTENTION))


def _restates(group: Group, reply: Completion) -> bool:
    """Whether the group is the list as shown: all labels with their texts, or (single mode) all texts."""
    if len(group.mentions) != len(reply.options):
        return False
    if [mention.options for mention in group.mentions] != [(number,) for number in range(len(reply.options))]:
        return False
    if all(mention.joined for mention in group.mentions):
        return True
    return reply.single and not group.has_label and len(reply.options) > 2


def _enumerates(claim: Claim, reply: Completion) -> bool:
    """Whether a group of all options names them and chooses none: "A, B, C or D" in a sentence."""
    if claim.group.alternatives and all(mention.word for mention in claim.group.mentions):
        return True  # "to say yes or no"
    if len(reply.options) > 2 and claim.group.alternatives and reply.single:
        return True  # "select A, B, C or D"
    if len(reply.options) > 2 and set(claim.group.joints) == {"/"}:
        return True  # "Answer: A/B/C/D"
    if claim.force is DECLARED or len(reply.options) < 3:
        return False
    if beside.BEFORE_SELECT_ALL.search(claim.context.before):
        return True
    plain_list = len(set(claim.group.joints) - {","}) < 2
    return reply.single or (claim.group.alternatives and plain_list)
