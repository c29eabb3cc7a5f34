"""Whether a group opens the reply and is marked off from what follows: "B, because …", "2, red maple."."""

from parsers.claims.claims import Context
from parsers.grammar import beside, commitments
from parsers.grammar.pattern import LABEL, MENTIONED
from parsers.mentions.groups import Group
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern

_SPACED = Pattern(rf"{LABEL} \)")


def is_figure(group: Group) -> bool:
    """Whether a group names its options by numbers or formulas alone."""
    return not group.has_label and group.weak and not any(mention.word for mention in group.mentions)


def leads(context: Context) -> bool:
    """Whether the group opens the text and is marked off from what follows."""
    if context.lead is None:
        return False
    if not commitments.HEDGE_ONLY.fullmatch(context.lead):
        everyday = all(mention.word for mention in context.group.mentions)
        asked = everyday and beside.BEFORE_ASKED_ITSELF.search(context.lead) is not None
        numbered = not context.group.has_label and _is_numbered(context)
        return (asked or numbered) and commitments.DELIMITER.match(context.after) is not None
    if beside.BEFORE_RANGE_END.search(context.lead) or _follows_answer(context):
        return False
    if UNKNOWN in context.group.options and context.lead.strip(" \n\"'(["):
        return False
    if commitments.DELIMITER.match(context.after) or _set_off(context):
        return not (is_figure(context.group) and _in_span(context))
    if context.lead == "" and all(mention.word for mention in context.group.mentions):
        return beside.AFTER_OWN_CLAUSE.match(context.after) is not None
    unled = not context.lead.strip()
    if unled and all(mention.joined and mention.is_label for mention in context.group.mentions):
        return not _begins_with_article(context)
    first_label = context.group.has_label and unled
    return first_label and commitments.NEW_SENTENCE.match(context.after) is not None


def _set_off(context: Context) -> bool:
    """Whether its bracket parts a label from what follows, or another option that it is preferred to.

    With words of its own, behind another option, it is a new subject: "D (oak). Elm (E) is for …".
    """
    if commitments.AFTER_RATHER.match(context.after):
        return True
    if context.after.startswith(" )") and not (context.lead or "").strip():
        return _SPACED.search(context.after) is None  # "B ) red maple", and no list of such
    if not context.group.closed or commitments.AFTER_REQUIRING.match(context.after):
        return False
    start = context.group.mentions[0].start
    behind_words = context.plain.text.value[start : start + 2].isalpha()
    return not (behind_words and MENTIONED.search(context.lead or ""))


def _in_span(context: Context) -> bool:
    """Whether a figure is part of a calculation or a span: "2-3"; "5 - 5" says the same twice."""
    if beside.BEFORE_SPAN_END.search(context.lead or "") is not None:
        text, (start, end) = context.plain.text.value, context.group.mentions[0].core
        return text[:start].strip(" -–~(\"'*") != text[start:end]
    return beside.AFTER_NO_LEAD.match(context.follow) is not None


def _begins_with_article(context: Context) -> bool:
    """Whether "A oak is a tree" may be an article with its noun."""
    start = context.group.mentions[0].start
    article = context.plain.text.value[start : start + 2] == "A "
    if context.plain.text.value[start + 2 : start + 3].isupper():
        return False  # "A Lithium is …": a label and its text
    return article and commitments.AFTER_WITH_COPULA.match(context.after) is not None


def _is_numbered(context: Context) -> bool:
    """Whether the number of its option heads the reply before an option text: "2, red maple."."""
    number = beside.ONLY_NUMBER.fullmatch(context.lead or "")
    return number is not None and context.group.options == {int(number[1]) - 1}


def _follows_answer(context: Context) -> bool:
    """Whether a text stands behind the line that gave a label: the first sentence of the reasons."""
    lead = context.lead or ""
    if context.group.has_label or all(mention.word for mention in context.group.mentions):
        return False
    return "\n" in lead and MENTIONED.search(lead) is not None
