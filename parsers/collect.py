"""Every group of mentions becomes a claim, and the guards mark those that are none."""

from parsers.claims import Claim, Force, Reply, context_of
from parsers.grammar import beside
from parsers.groups import Group, Skeleton
from parsers.guards import guard, merely_named
from parsers.judge import judge
from parsers.mention import UNKNOWN
from parsers.reading import Mode, SetAside

# What may stand around a label that is the whole reply: white space, brackets, quotes, punctuation.
_LIGHT = " \t\n\"'()[]{}.,;:!?。*_-–—<>`"


def collect_claims(reply: Reply) -> None:
    """Fill the reply's claims, in order of their place."""
    whole = _whole(reply.skeleton)
    for group in reply.skeleton.groups:
        claim = judge(context_of(reply.skeleton, reply.plain, group), group is whole)
        if reply.cut_short and claim.force is Force.ASSERTED and claim.weak and not claim.context.after:
            claim.force = Force.MENTION  # a number at a cut may be the head of a longer one
        names_all = len(claim.options) == len(reply.options) > 1
        if group is not whole:
            claim.set_aside = guard(claim.context, names_all)
            if claim.force is Force.MENTION and merely_named(claim.context):
                claim.set_aside = claim.set_aside or SetAside.UNCOMMITTED
        if _stands_instead(claim, reply):
            claim.force, claim.rule = Force.STRONG, "predicate"
        if _restates(group, reply) or (names_all and group is not whole and _enumerates(claim, reply)):
            claim.set_aside = claim.set_aside or SetAside.RESTATED
        if claim.force is Force.MENTION and not group.has_label and claim.options <= reply.options.declining:
            claim.force, claim.rule = Force.ASSERTED, "option-text"
        reply.claims.append(claim)


def _whole(skeleton: Skeleton) -> Group | None:
    """The group that is the whole text under light decoration, if there is one."""
    if len(skeleton.groups) != 1:
        return None
    group = skeleton.groups[0]
    if UNKNOWN in group.options and group.mentions[0].letter == "I":
        return None  # the pronoun that a sentence was about to begin with
    light = not skeleton.text[: group.start].strip(_LIGHT) and not skeleton.text[group.end :].strip(_LIGHT)
    return group if light else None


def _stands_instead(claim: Claim, reply: Reply) -> bool:
    """Whether a claim with a bare verb takes the place of the option denied just before: "A isn't. B is."."""
    denied = reply.claims[-1] if reply.claims else None
    if denied is None or denied.set_aside is not SetAside.NEGATED or claim.set_aside is not None:
        return False
    return denied.options != claim.options and bool(beside.AFTER_VERB_ALONE.match(claim.context.after))


def _restates(group: Group, reply: Reply) -> bool:
    """Whether the group is the list as shown: all labels with their texts, or (single mode) all texts."""
    if len(group.mentions) != len(reply.options) or len(reply.options) < 2:
        return False
    if [mention.options for mention in group.mentions] != [(number,) for number in range(len(reply.options))]:
        return False
    if all(mention.joined for mention in group.mentions):
        return True
    return reply.mode is Mode.SINGLE and not group.has_label and len(reply.options) > 2


def _enumerates(claim: Claim, reply: Reply) -> bool:
    """Whether a group of all options names them and chooses none: "A, B, C or D" in a sentence."""
    if claim.group.alternatives and all(mention.word for mention in claim.group.mentions):
        return True  # "to say yes or no"
    if len(reply.options) > 2 and claim.group.alternatives and reply.mode is Mode.SINGLE:
        return True  # "select A, B, C or D"
    if claim.force is Force.DECLARED or len(reply.options) < 3:
        return False
    if beside.BEFORE_SELECT_ALL.search(claim.context.before):
        return True
    plain_list = len(set(claim.group.joints) - {","}) < 2
    return reply.mode is Mode.SINGLE or (claim.group.alternatives and plain_list)
