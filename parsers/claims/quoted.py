"""Whether somebody else says what a group stands in, or a quotation that the reply breaks off in."""

import re

from parsers.claims.claims import Context, is_alone
from parsers.claims.judge import declared_ahead
from parsers.claims.opening import leads
from parsers.grammar import asides, quotations, speech
from parsers.pattern import Pattern


def quoted(context: Context) -> bool:
    """Whether somebody else says it: in so many words, or in quotation marks with other words."""
    before = context.before
    if not context.still and quotations.AFTER_ANOTHER_ITEM.match(context.after):
        return True
    if context.follows(quotations.BEFORE_QUOTATION) or context.follows(quotations.BEFORE_YOU_SAID):
        return True
    if context.group.has_label and context.follows(quotations.BEFORE_ANSWER_OF_ANOTHER):
        return quotations.AFTER_AGREED.match(context.follow) is None
    return (
        '"' in context.after
        and before.count('"') % 2 == 1
        and (not _all_quoted(context.plain.text.value) or context.follows(asides.BEFORE_WHETHER))
        and not (context.closes and _is_own_quotation(before, context.after))
        and bool(re.search(r"[a-z]{3,}[^\"]*\Z", before[before.rfind('"') + 1 :]))
    )


def opens_cut_quotation(context: Context) -> bool:
    """Whether a line begins with a quotation mark and the group, and the reply ends in what is quoted."""
    line = context.before.rpartition("\n")[2]
    if not line.endswith('"') or any(map(str.isalnum, line)):
        return False
    if declared_ahead(context) or leads(context) or (context.group.named_by_label and not context.follow):
        return False
    if '"' in context.plain.text.value[context.group.mentions[-1].core[1] :]:
        return False
    return context.lead is None or any(map(str.isalnum, context.lead))


# "…" [1], "…" (Explain briefly), "…" Explicación: …
_NOTES = Pattern(r"\s*(?:\Z|[\[(]|(?i:expl[ia]\w*|justific\w*|erklarung|erläuterung|begründung) ?:)")


def _all_quoted(text: str) -> bool:
    """Whether all of a reply but its notes stands in one pair of quotation marks: they quote nothing then."""
    said = text.strip()
    if len(said) < 2 or said[0] != '"' or said.count('"') != 2:
        return False
    return _NOTES.match(said, said.rindex('"') + 1) is not None


def _is_own_quotation(before: str, after: str) -> bool:
    """Whether what stands in quotation marks is the answer line that was asked for."""
    if quotations.BEFORE_OWN_LINE.search(before) and quotations.AFTER_OWN_LINE.fullmatch(after):
        return True
    return quotations.BEFORE_OWN_QUOTATION.search(before) is not None and is_alone(after)


def others_choose(context: Context) -> bool:
    """Whether others are said to choose the option: "Viele wählen ◆"."""
    if not context.group.has_label:
        return False
    if speech.OTHERS_CHOOSE.match(context.before):
        return True
    others = speech.OTHERS.match(context.before)
    return others is not None and speech.CHOOSE.match(context.after) is not None
