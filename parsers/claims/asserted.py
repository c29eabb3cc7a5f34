"""Whether the sentence of an option text asserts it, or merely names it on the way to something else."""

from parsers.claims.claims import Context
from parsers.grammar import assertions


def merely_named(context: Context) -> bool:
    """Whether an option text stands in a sentence about something else than this item's answer."""
    if context.group.named_by_label:
        return False
    if assertions.BEFORE_MERE_TEXT.search(context.before):
        return True
    if assertions.AFTER_MEASURED.match(context.after):
        return True
    if assertions.BEFORE_FACT.search(context.before):
        return assertions.AFTER_FOLLOWING.match(context.after) is None
    if assertions.BEFORE_SUBJECT_OF.search(context.before) and assertions.AFTER_OF_SUBJECT.match(
        context.after
    ):
        return True
    if assertions.BEFORE_HEADED.search(context.before) and assertions.AFTER_HEADED.match(context.after):
        return True
    return assertions.AFTER_GENERAL.match(context.after) is not None


_LONG_TEXT = 4  # words of an option text that is hardly ever named in passing


def asserted(context: Context, option_words: str) -> bool:
    """Whether the sentence of an option text asserts it: as what is the case, or as what is to be done."""
    if option_words.count(" ") + 1 >= _LONG_TEXT:
        return True
    if assertions.BEFORE_NOT_ASSERTING.search(context.before):
        return False
    if not assertions.BEFORE_AS_SUBJECT.search(context.before):
        return True
    verbless = not assertions.AFTER_WITH_VERB.match(context.after)
    return verbless or assertions.AFTER_ASSERTING.match(context.after) is not None
