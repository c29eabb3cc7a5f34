"""What the words before a group lead up to: a conclusion, a correction, what something is."""

from parsers.claims.claims import Context
from parsers.grammar import beside, commitments, falling, topics
from parsers.grammar.cued import AnyOf
from parsers.grammar.pattern import LABEL, MENTIONED
from parsers.pattern import Pattern

_LEADING = AnyOf(
    commitments.BEFORE_CORRECTED,
    beside.BEFORE_OR,
    commitments.BEFORE_CONCLUSION,
    falling.BEFORE_FALLS,
    falling.BEFORE_LEFT_WITH,
    beside.BEFORE_CORRECTING,
    beside.BEFORE_NARROWING,
    commitments.BEFORE_COPULA,
    commitments.BEFORE_ES,
)

# "Conclusion: not (E is equivalent to F)": two things that letters stand for.
_RELATED = Pattern(rf"{LABEL} (?:is|are) (?:\w+ )?equivalent to \Z")
_RELATED_BEHIND = Pattern(rf" (?:is|are) (?:\w+ )?equivalent to {LABEL}")


def led_up_to(context: Context) -> str:
    """The rule by which the words before the group lead up to it; "" where they do not."""
    return _rule(context) if may_lead_up(context) else ""


def may_lead_up(context: Context) -> bool:
    """Whether the words before the group may do so."""
    return context.ahead & _LEADING.first != 0 and not _ended(context.before)


def _ended(before: str) -> bool:
    """Whether the sentence before a group has ended in a script whose stop none of these patterns crosses."""
    return before[-1:] == "。" and "es" not in before


def _rule(context: Context) -> str:
    """The same, asked pattern by pattern."""
    before, label = context.before, context.group.has_label
    if commitments.BEFORE_CORRECTED.search(before):
        return "predicate"
    if not label and beside.BEFORE_OR.search(before):
        return "mention"
    if commitments.BEFORE_CONCLUSION.search(before):
        in_passing = label and (_is_mere_topic(context.after) or _is_related(context))
        return "mention" if in_passing else "conclusion"
    if label and _corrects(context):
        return "correction"
    if label and _leads_weakly(context):
        return "falling"
    if not (commitments.BEFORE_COPULA.search(before) or _es(context)):
        return ""
    if label and _is_kind(context):
        return ""  # "the blood type is A, B or AB"
    return "" if commitments.AFTER_GENITIVE.match(context.after) else "copula"


def _is_kind(context: Context) -> bool:
    """Whether it is a letter of blood types, or one of several letters that name a kind."""
    if not topics.BEFORE_KIND.search(context.before):
        return False
    if topics.BEFORE_BLOOD.search(context.before) and context.group.options <= topics.IN_BLOOD:
        return True
    listed = MENTIONED.search(context.before) or topics.AFTER_LISTED.match(context.after)
    return listed is not None or len(context.group.mentions) > 1


def _is_related(context: Context) -> bool:
    """Whether it is said to be equivalent to another label, or that one to it."""
    return bool(_RELATED.search(context.before) or _RELATED_BEHIND.match(context.after))


def _is_mere_topic(after: str) -> bool:
    """Whether the group is what the sentence is about, and the sentence does not choose it."""
    if topics.AFTER_DENIED.match(after):
        return True
    return beside.AFTER_TOPIC.match(after) is not None and beside.AFTER_TOPIC_CHOSEN.match(after) is None


def _es(context: Context) -> bool:
    """Whether "es" is the Spanish verb: then the clause ends behind the group, or gives its reason."""
    if not commitments.BEFORE_ES.search(context.before):
        return False
    return context.group.closed or commitments.DELIMITER.match(context.after) is not None


def _leads_weakly(context: Context) -> bool:
    """Whether it is where a case falls, or all that is left: nothing beside what is called the answer."""
    if len(context.group.options) > 1:
        return False
    if falling.BEFORE_FALLS.search(context.before):
        return falling.AFTER_FALLING.match(context.after) is not None
    ended = beside.AFTER_ENDED.match(context.after) is not None
    return ended and falling.BEFORE_LEFT_WITH.search(context.before) is not None


def _corrects(context: Context) -> bool:
    """Whether the group is all that a correction leaves: "no wait, B", "actually, just A", "no, A only"."""
    before, after = context.before, context.after
    ended = beside.AFTER_ENDED.match(after) is not None
    if beside.BEFORE_CORRECTING.search(before):
        return ended or beside.AFTER_ONLY.match(after) is not None
    return ended and beside.BEFORE_NARROWING.search(before) is not None
