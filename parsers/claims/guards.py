"""Why a mention is no commitment: negated, conditional, quoted, a question, under consideration,
conceded.

Each guard looks at the sentence around a group and says its reason or nothing. Whether a list is a
restatement and whether a later statement replaces an earlier one needs the whole reply: `lists.py` and
`revise.py`.
"""

from parsers.claims.claims import Context
from parsers.claims.cues import ASIDE_ASKED, asks, declares, denied_next, denies, sets_apart
from parsers.claims.judge import FAR, NEAR, called, declared, excepted, leads, names_text, predicated
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
    if _left_over(context) or _of_range(context):
        return SetAside.RESTATED, "the-others"
    if names_all and (context.ahead(asides.BEFORE_LISTING) or context.behind(asides.AFTER_LISTING)):
        return SetAside.RESTATED, "listing"
    if _negated(context) and not excepted(context):
        return SetAside.NEGATED, "denial"
    if context.ahead(asides.BEFORE_SECOND_BEST, NEAR):
        return SetAside.CONCEDED, "second-best"
    if context.ahead(asides.BEFORE_GIVEN_UP, NEAR):
        return SetAside.SUPERSEDED, "given-up"
    if _speaks_to_request(context):
        return SetAside.UNCOMMITTED, "to-asker"
    if _asked(context):
        return SetAside.QUESTION, "question"
    if _conditional(context):
        return SetAside.CONDITIONAL, "condition"
    if _quoted(context):
        return SetAside.QUOTED, "quotation"
    if context.behind(asides.AFTER_EQUAL):
        return None
    if context.ahead(negations.BEFORE_TOPIC, NEAR):
        return SetAside.CONSIDERED, "topic"
    if context.in_field or called(context) or leads(context) or excepted(context):
        return None
    if context.foreign and declares(context.cued, context.after):
        return None
    conceded = context.ahead(asides.BEFORE_CONCESSION, FAR)
    if conceded or context.behind(asides.AFTER_CONCESSION):
        return SetAside.CONCEDED, "concession"
    considered = context.ahead(asides.BEFORE_CONSIDERATION, FAR)
    if considered and not predicated(context) and not _approximate(context):
        return SetAside.CONSIDERED, "consideration"
    return None


def _left_over(context: Context) -> bool:
    """Whether the group is the rest of the options; behind a comma, one option alone is the next subject."""
    if _behind_comma(context):
        return context.ahead(asides.BEFORE_THE_OTHER) is not None
    return context.ahead(asides.BEFORE_OTHERS, FAR) is not None or (
        context.foreign and sets_apart(context.cued)
    )


def _behind_comma(context: Context) -> bool:
    return len(context.group.mentions) == 1 and context.before.rstrip()[-1:] in (",", ";")


def _of_range(context: Context) -> bool:
    """Whether the group is named as one of the options that there are: "from ◆ to ◆"."""
    if not context.group.has_label:
        return False
    return context.behind(beside.AFTER_FIRST_OF_RANGE) is not None or _ends_range(context.before)


def _ends_range(before: str) -> bool:
    if before.isascii() or not MENTIONED.search(before):
        return False
    listed = beside.BEFORE_LISTED_LAST.search(before)
    return listed is not None or beside.BEFORE_LAST_OF_RANGE.search(before) is not None


def _negated(context: Context) -> bool:
    only = context.ahead(asides.BEFORE_ONLY_THIS) is not None and context.after.startswith(" ")
    if only and any(role & Role.NOT for role in roles_of(context.after.split(" ", 2)[1]).values()):
        return True  # "Solo la C no es …"
    if context.foreign and _denied_by_cues(context):
        return True
    if commitments.AFTER_BLUNT_YES.match(context.verdict) and not context.ahead(beside.BEFORE_CROSSED):
        return False
    return _negated_before(context) or _negated_after(context)


def _denied_by_cues(context: Context) -> bool:
    if context.ahead(negations.INSTEAD):
        return denies("", context.after)
    joined = context.ahead(negations.AND_NOT)
    if (joined and denied_next(joined["word"])) or context.ahead(asides.DOUBTED):
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


_LEFT = Pattern(r"\bleav\w+\b[^,;]*\Z|\bonly (?:option )?\Z")


def _negated_before(context: Context) -> bool:
    if context.ahead(negations.NO_NEGATION):
        return False
    if context.ahead(negations.BEFORE_WRONG_ONE) or context.ahead(negations.BEFORE_NONE_OF):
        return True
    if context.ahead(negations.BEFORE_NEGATION) or context.ahead(beside.BEFORE_CROSSED, NEAR):
        return True
    if not context.group.has_label and context.ahead(negations.BEFORE_NEGATION_OF_TEXT):
        return True
    if context.ahead(negations.BEFORE_ELIMINATION) or context.ahead(negations.BEFORE_DOUBT):
        return _LEFT.search(context.before) is None
    return False


_DENYING_BEHIND = (
    negations.AFTER_CLOSE_BUT_WRONG,
    negations.AFTER_NEGATION,
    negations.AFTER_DOUBLE_NEGATION,
)


def _negated_after(context: Context) -> bool:
    if names_text(context):
        return False  # "The answer is D) lithium is not safe": what follows continues the option's text
    if negations.AFTER_BLUNT_NO.match(context.verdict):
        return True
    if UNKNOWN not in context.group.options and negations.AFTER_STOP.match(context.verdict):
        return context.group.has_label
    if context.behind(beside.AFTER_OWN_CLAUSE) and all(mention.word for mention in context.group.mentions):
        return False  # "No it isn't"
    if context.after.startswith(",") and all(mention.word for mention in context.group.mentions):
        return False  # "No, it is not"
    if context.titled and context.group.closed:
        return False  # "(C) Cannot be determined": an option text, not a predicate
    if context.group.mentions[-1].joined and not context.titled:
        after = context.after.removeprefix(".")  # "C) a thing. is wrong": the full stop is the option text's
        return any(pattern.match(after) for pattern in _DENYING_BEHIND)
    return any(map(context.behind, _DENYING_BEHIND))


def heads_as_fact(context: Context) -> bool:
    """Whether a label and its text head the reply, and what is denied is no verdict: "E. ◆ is no cause"."""
    first = context.group.mentions[0]
    heads = context.lead is not None and not context.lead.strip(" \n(\"'")
    return heads and first.is_label and first.joined and context.behind(negations.AFTER_FACT) is not None


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
    if context.foreign and asides.IF_THIS.match(context.before) and context.behind(asides.THEN):
        return True
    if context.foreign and asides.CONDITION.match(context.before):
        return not context.ahead(asides.ARGUING)
    if context.behind(asides.AFTER_CONDITION):
        return True
    if not context.group.has_label and context.ahead(asides.BEFORE_WHETHER):
        return True
    clause = context.before.rpartition(";")[2]
    if context.line_alone and clause.endswith("\n") and context.group.mentions[0].joined:
        return False  # "what helps most if one is accused is:", and below it a label with its text
    above, _, line = clause.rpartition("\n")
    if above and declared(line):
        clause = line  # what a line of its own declares stands under no condition of the lines above
    if not clause or not asides.BEFORE_CONDITION.bit & context.words_before:
        return False
    if not asides.BEFORE_CONDITION.search(clause):
        return False
    return not asides.OWN_CHOICE.search(clause)


_WORD = Pattern(r"[a-z]{3}")


def _quoted(context: Context) -> bool:
    before = context.before
    if context.behind(asides.AFTER_ANOTHER_ITEM):
        return True
    if before.rstrip(" \"'([")[-1:] in (":", "]", ">", "=") and context.ahead(asides.SHOWN):
        return True
    told = context.foreign or asides.OTHERS_CHOOSE.bit & (context.words_before | context.words_after)
    around = (context.cued or before)[-FAR:] + chr(LABEL_BASE) + context.after[:40] if told else ""
    if told and asides.OTHERS_CHOOSE.search(around):
        return True
    if context.ahead(asides.BEFORE_QUOTATION, FAR):
        return True
    if context.ahead(asides.BEFORE_YOU_SAID, NEAR):
        return True
    return _inside_quotation(context)


def _inside_quotation(context: Context) -> bool:
    """Whether it stands between quotation marks that are not those of the whole reply."""
    before, (quoted, _, behind) = context.before, context.after.partition('"')
    if len(quoted) == len(context.after) or before.count('"') % 2 == 0:
        return False
    entry = (
        context.group.mentions[0].joined and not behind.strip()
    )  # '"…:\nB. birch"', the stem and its option
    all_of_it = entry and context.closes and (context.lead or "").lstrip().rfind('"') == 0
    return not all_of_it and _WORD.search(before, before.rfind('"') + 1) is not None


def _approximate(context: Context) -> bool:
    """ "is about 1%": of a number, "about" says how exact it is."""
    return context.group.mentions[0].weak and bool(context.ahead(commitments.BEFORE_COPULA))


def merely_named(context: Context) -> bool:
    """Whether an option text stands in a sentence about something else than this item's answer."""
    if context.group.named_by_label:
        return False
    if context.ahead(negations.BEFORE_MERE_TEXT):
        return True
    if context.ahead(negations.BEFORE_SUBJECT_OF) and context.behind(negations.AFTER_OF_SUBJECT):
        return True
    return context.behind(negations.AFTER_GENERAL) is not None


LONG_TEXT = 4  # words of an option text that is hardly ever named in passing


def asserted(context: Context, option_words: str) -> bool:
    """Whether the sentence of an option text asserts it: as what is the case, or as what is to be done."""
    if option_words.count(" ") + 1 >= LONG_TEXT:
        return True
    if context.ahead(negations.BEFORE_NOT_ASSERTING):
        return False
    if not context.ahead(negations.BEFORE_AS_SUBJECT):
        return True
    verbless = not context.behind(negations.AFTER_WITH_VERB)
    return verbless or context.behind(negations.AFTER_ASSERTING) is not None
