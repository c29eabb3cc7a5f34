"""Whether the words around a group call it right, or leave it as the one that is not wrong."""

from parsers.claims.claims import Context
from parsers.claims.clauses import ANNOUNCING
from parsers.claims.cues import calls_right
from parsers.claims.quiet import CALLING_RIGHT, EXCEPTING, begins_otherwise, says_yes
from parsers.grammar import asides, beside, commitments, negations

# Of the words with which these begin, none of which looks past others.
_JUDGING = (
    asides.AFTER_EQUAL,
    commitments.AFTER_DESCRIBES_A,
    commitments.AFTER_POSITIVE,
    commitments.POSITIVE_TEXT,
)
_LETTERS = frozenset("".join(judging.source for judging in _JUDGING))


def predicated(context: Context) -> bool:
    """Whether the words around the group call it right: "is the best choice", ": yes", "not A but B"."""
    if (not context.still and _judged_right(context)) or _called_right(context):
        return True
    return context.ahead & CALLING_RIGHT.first != 0 and context.led and _right_ahead(context)


def _judged_right(context: Context) -> bool:
    """Whether the words behind the group call it right."""
    after = context.after
    if begins_otherwise(after, _LETTERS):
        return says_yes(context.verdict)
    if context.lead is None and commitments.AFTER_DESCRIBES_A.match(after):
        return False
    if says_yes(context.verdict) or asides.AFTER_EQUAL.match(after):
        return True
    judged = commitments.AFTER_POSITIVE if context.group.has_label else commitments.POSITIVE_TEXT
    return judged.match(after) is not None


def _called_right(context: Context) -> bool:
    """Whether words of another language than English call a label right."""
    if not (context.said & ANNOUNCING and context.group.has_label):
        return False
    return calls_right(context.cued, context.after)


def _right_ahead(context: Context) -> bool:
    """Whether the words before the group call it right, or begin what those behind it end."""
    after, follows = context.after, context.follows
    if follows(beside.BEFORE_TICKED) or follows(commitments.BEFORE_ADDITION):
        return True
    if follows(commitments.BEFORE_CONTRAST):
        return True
    if commitments.AFTER_CHOICE_AT_END.match(after) and follows(commitments.BEFORE_CHOICE_AT_END):
        return True
    if commitments.AFTER_PREDICATE_APART.match(after) and follows(commitments.BEFORE_PREDICATE_APART):
        return True
    return commitments.AFTER_MADE.match(after) is not None and follows(commitments.BEFORE_MAKING)


def excepted(context: Context) -> bool:
    """Whether the group is the exception that is left: "everything except A is wrong", "none but B"."""
    if not (context.led and context.ahead & EXCEPTING.first):
        return False
    if context.follows(asides.BEFORE_NOTHING_BUT):
        return True
    if negations.AFTER_NEGATION.match(context.after) and context.follows(asides.BEFORE_EXCEPTION):
        return True
    return not context.group.has_label and context.follows(asides.BEFORE_ODD)
