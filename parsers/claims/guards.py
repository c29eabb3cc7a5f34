"""Why a mention is no commitment: negated, conditional, quoted, a question, under consideration,
conceded.

Each guard looks at the sentence around a group and says its reason or nothing. Whether a list is a
restatement and whether a later statement replaces an earlier one needs the whole reply: `lists.py` and
`revise.py`.
"""

import re
from functools import lru_cache

from parsers.claims.claims import Context
from parsers.claims.cues import ASIDE_ASKED, asks, declares, denied_next, denies, sets_apart
from parsers.claims.judge import FAR, NEAR, declared, excepted, leads, names_text, predicated
from parsers.grammar import asides, beside, commitments, negations
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_of
from parsers.grammar.pattern import LABEL_BASE, MENTIONED
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import SetAside

Aside = tuple[SetAside, str]  # why a mention does not count, and the name of the rule that says so


def guard(context: Context, names_all: bool) -> Aside | None:
    """The first reason to set the mention aside, with its rule; `names_all` where it names every option."""
    before = context.before
    if _left_over(context) or _of_range(context):
        return SetAside.RESTATED, "the-others"
    if names_all and (asides.BEFORE_LISTING.search(before) or asides.AFTER_LISTING.match(context.after)):
        return SetAside.RESTATED, "listing"
    if _negated(context) and not excepted(context):
        return SetAside.NEGATED, "denial"
    if asides.BEFORE_SECOND_BEST.search(before, len(before) - NEAR):
        return SetAside.CONCEDED, "second-best"
    if asides.BEFORE_GIVEN_UP.search(before, len(before) - NEAR):
        return SetAside.SUPERSEDED, "given-up"
    if _speaks_to_request(context):
        return SetAside.UNCOMMITTED, "to-asker"
    if _asked(context):
        return SetAside.QUESTION, "question"
    if _conditional(context):
        return SetAside.CONDITIONAL, "condition"
    if _quoted(context):
        return SetAside.QUOTED, "quotation"
    if asides.AFTER_EQUAL.match(context.after):
        return None
    if negations.BEFORE_TOPIC.search(before, len(before) - NEAR):
        return SetAside.CONSIDERED, "topic"
    declared_before = declared(before)
    if (context.slot and context.slot_head) or declared_before or leads(context) or excepted(context):
        return None
    if context.foreign and declares(context.cued, context.after):
        return None
    conceded = asides.BEFORE_CONCESSION.search(before, len(before) - FAR)
    if conceded or asides.AFTER_CONCESSION.match(context.after):
        return SetAside.CONCEDED, "concession"
    considered = asides.BEFORE_CONSIDERATION.search(before, len(before) - FAR)
    if considered and not predicated(context) and not _approximate(context):
        return SetAside.CONSIDERED, "consideration"
    return None


def _left_over(context: Context) -> bool:
    """Whether the group is the rest of the options; behind a comma, one option alone is the next subject."""
    if _behind_comma(context):
        return asides.BEFORE_THE_OTHER.search(context.before) is not None
    if asides.BEFORE_OTHERS.search(context.before, len(context.before) - FAR):
        return True
    return context.foreign and _leaves_others(context)


def _leaves_others(context: Context) -> bool:
    return sets_apart(context.cued) and not _behind_comma(context)


def _behind_comma(context: Context) -> bool:
    return len(context.group.mentions) == 1 and context.before.rstrip()[-1:] in (",", ";")


def _of_range(context: Context) -> bool:
    """Whether the group is named as one of the options that there are: "from ◆ to ◆"."""
    if not context.group.has_label:
        return False
    return beside.AFTER_FIRST_OF_RANGE.match(context.after) is not None or _ends_range(context.before)


def _ends_range(before: str) -> bool:
    if before.isascii() or not MENTIONED.search(before):
        return False
    listed = beside.BEFORE_LISTED_LAST.search(before)
    return listed is not None or beside.BEFORE_LAST_OF_RANGE.search(before) is not None


def _negated(context: Context) -> bool:
    before = context.before
    only = asides.BEFORE_ONLY_THIS.search(before) is not None and context.after.startswith(" ")
    if only and any(role & Role.NOT for role in roles_of(context.after.split(" ", 2)[1]).values()):
        return True  # "Solo la C no es …"
    if context.foreign and _denied_by_cues(context):
        return True
    if commitments.AFTER_BLUNT_YES.match(context.verdict) and not beside.BEFORE_CROSSED.search(before):
        return False
    return (_negated_before(before, context.group.has_label)) or _negated_after(context)


def _denied_by_cues(context: Context) -> bool:
    if negations.INSTEAD.search(context.before):
        return denies("", context.after)
    joined = negations.AND_NOT.search(context.before)
    if (joined and denied_next(joined["word"])) or asides.DOUBTED.search(context.before):
        return True
    return denies(context.cued, "" if names_text(context) else _behind_ordinal(context))


def _behind_ordinal(context: Context) -> str:
    """What follows the group, without the full stop of a number in a sentence: "2. seçenek yanlıştır"."""
    if context.group.mentions[-1].joined and not context.titled:
        return context.follow.removeprefix(".")  # of the option's own text: "3) a thing. es incorrecta"
    if context.titled or not context.follow.startswith(". ") or context.after.strip(" ."):
        return context.after
    number = all(mention.weak or mention.spelled for mention in context.group.mentions)
    return context.follow[1:] if number else context.after


@lru_cache(maxsize=4096)
def _negated_before(before: str, labelled: bool) -> bool:
    if negations.NO_NEGATION.search(before):
        return False
    if negations.BEFORE_WRONG_ONE.search(before) or negations.BEFORE_NONE_OF.search(before):
        return True
    if negations.BEFORE_NEGATION.search(before) or beside.BEFORE_CROSSED.search(before, len(before) - NEAR):
        return True
    if not labelled and negations.BEFORE_NEGATION_OF_TEXT.search(before):
        return True
    if negations.BEFORE_ELIMINATION.search(before) or negations.BEFORE_DOUBT.search(before):
        return not re.search(r"\bleav\w+\b[^,;]*\Z|\bonly (?:option )?\Z", before)
    return False


def _negated_after(context: Context) -> bool:
    if names_text(context):
        return False  # "The answer is D) lithium is not safe": what follows continues the option's text
    if negations.AFTER_BLUNT_NO.match(context.verdict):
        return True
    if UNKNOWN not in context.group.options and negations.AFTER_STOP.match(context.verdict):
        return context.group.has_label
    if beside.AFTER_OWN_CLAUSE.match(context.after) and all(
        mention.word for mention in context.group.mentions
    ):
        return False  # "No it isn't"
    if context.after.startswith(",") and all(mention.word for mention in context.group.mentions):
        return False  # "No, it is not"
    if context.titled and context.group.closed:
        return False  # "(C) Cannot be determined": an option text, not a predicate
    after = context.after
    if context.group.mentions[-1].joined and not context.titled:
        after = after.removeprefix(".")  # "C) a thing. is wrong": the full stop is the option text's own
    if negations.AFTER_CLOSE_BUT_WRONG.match(after):
        return True
    return bool(negations.AFTER_NEGATION.match(after) or negations.AFTER_DOUBLE_NEGATION.match(after))


def heads_as_fact(context: Context) -> bool:
    """Whether a label and its text head the reply, and what is denied is no verdict: "E. ◆ is no cause"."""
    first = context.group.mentions[0]
    heads = context.lead is not None and not context.lead.strip(" \n(\"'")
    return heads and first.is_label and first.joined and negations.AFTER_FACT.match(context.after) is not None


def _speaks_to_request(context: Context) -> bool:
    """Whether an opening "Yes" or "No" answers the request, not the question: it offers help or declines."""
    if context.lead is None or not all(mention.word for mention in context.group.mentions):
        return False
    opening = commitments.HEDGE_ONLY.fullmatch(context.lead) is not None
    return opening and beside.AFTER_SPEAKS_TO_REQUEST.match(context.follow) is not None


def _asked(context: Context) -> bool:
    if context.foreign and asks(context.cued, context.after):
        return True
    if "?" not in context.after or (context.foreign and ASIDE_ASKED.match(context.after)):
        return False
    sentence = context.before + chr(LABEL_BASE) + context.after
    return bool(asides.QUESTION.search(sentence.strip())) and not predicated(context)


def _conditional(context: Context) -> bool:
    if context.foreign and asides.IF_THIS.match(context.before) and asides.THEN.match(context.after):
        return True
    if context.foreign and asides.CONDITION.match(context.before):
        return not asides.ARGUING.search(context.before)
    if asides.AFTER_CONDITION.match(context.after):
        return True
    if not context.group.has_label and asides.BEFORE_WHETHER.search(context.before):
        return True
    clause = context.before.rpartition(";")[2]
    if context.line_alone and clause.endswith("\n") and context.group.mentions[0].joined:
        return False  # "what helps most if one is accused is:", and below it a label with its text
    above, _, line = clause.rpartition("\n")
    if above and declared(line):
        clause = line  # what a line of its own declares stands under no condition of the lines above
    if not clause or not asides.BEFORE_CONDITION.search(clause):
        return False
    return not asides.OWN_CHOICE.search(clause)


_WORD = Pattern(r"[a-z]{3}")


def _quoted(context: Context) -> bool:
    before = context.before
    if asides.AFTER_ANOTHER_ITEM.match(context.after):
        return True
    if before.rstrip(" \"'([")[-1:] in (":", "]", ">", "=") and asides.SHOWN.search(before):
        return True
    if asides.OTHERS_CHOOSE.search((context.cued or before)[-FAR:] + chr(LABEL_BASE) + context.after[:40]):
        return True
    if asides.BEFORE_QUOTATION.search(before, len(before) - FAR):
        return True
    if asides.BEFORE_YOU_SAID.search(before, len(before) - NEAR):
        return True
    return _inside_quotation(context)


def _inside_quotation(context: Context) -> bool:
    """Whether it stands between quotation marks that are not those of the whole reply."""
    before, (quoted, _, behind) = context.before, context.after.partition('"')
    if len(quoted) == len(context.after) or before.count('"') % 2 == 0:
        return False
    head, _, quotation = before.rpartition('"')
    opens = not head.strip() or head.rstrip().endswith(":")
    if context.closes and opens and not behind.strip() and declared(quotation):
        return False  # 'My final answer is:\n"The answer is (B)."'
    entry = (
        context.group.mentions[0].joined and not behind.strip()
    )  # '"…:\nB. birch"', the stem and its option
    all_of_it = entry and context.closes and (context.lead or "").lstrip().rfind('"') == 0
    return not all_of_it and _WORD.search(before, before.rfind('"') + 1) is not None


def _approximate(context: Context) -> bool:
    """ "is about 1%": of a number, "about" says how exact it is."""
    return context.group.mentions[0].weak and bool(commitments.BEFORE_COPULA.search(context.before))


def merely_named(context: Context) -> bool:
    """Whether an option text stands in a sentence about something else than this item's answer."""
    if context.group.named_by_label:
        return False
    if negations.BEFORE_MERE_TEXT.search(context.before):
        return True
    if negations.BEFORE_SUBJECT_OF.search(context.before) and negations.AFTER_OF_SUBJECT.match(context.after):
        return True
    return negations.AFTER_GENERAL.match(context.after) is not None


LONG_TEXT = 4  # words of an option text that is hardly ever named in passing


def asserted(context: Context, option_words: str) -> bool:
    """Whether the sentence of an option text asserts it: as what is the case, or as what is to be done."""
    if option_words.count(" ") + 1 >= LONG_TEXT:
        return True
    if negations.BEFORE_NOT_ASSERTING.search(context.before):
        return False
    if not negations.BEFORE_AS_SUBJECT.search(context.before):
        return True
    verbless = not negations.AFTER_WITH_VERB.match(context.after)
    return verbless or negations.AFTER_ASSERTING.match(context.after) is not None
