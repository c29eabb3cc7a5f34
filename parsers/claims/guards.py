"""Why a mention is no commitment: negated, conditional, quoted, a question, under consideration,
conceded.

Each guard looks at the sentence around a group and says its reason or nothing. How a sentence negates is in
`negated.py`. Whether a list is a restatement and whether a later statement replaces an earlier one needs the
whole reply: `lists.py` and `verdict/resolve.py`.
"""

import re

from parsers.claims.called_right import excepted, predicated
from parsers.claims.claims import Context, is_alone
from parsers.claims.clauses import ANNOUNCING, CUE
from parsers.claims.cues import SET_OFF, calls_right, declares, names_rest
from parsers.claims.judge import declared_ahead, leads
from parsers.claims.negated import denied_by_cues, negated
from parsers.claims.signs import is_sign, names_thing
from parsers.claims.surpassed import surpassed
from parsers.claims.unmeant import asks, depends, doubted, heads_each, not_so, taken_back, would_be
from parsers.grammar import asides, assertions, beside, commitments, hypotheses
from parsers.grammar.languages import Role
from parsers.grammar.pattern import LABEL_BASE
from parsers.reading import SetAside


def guard(context: Context, names_all: bool) -> SetAside | None:
    """The first reason to set the mention aside, or None; `names_all` where the group names every option."""
    if names_thing(context):
        return SetAside.NAME
    if (context.closes and _opens_cut_quotation(context)) or context.follows(hypotheses.SHOWN):
        return SetAside.QUOTED
    if context.closes and not context.follow and _opens_cut_step(context):
        return SetAside.UNCOMMITTED
    if context.quiet:
        return _by_cues(context)
    if context.still and not (context.led or context.foreign):
        return _by_little(context)
    if taken_back(context.after) or (context.foreign and _unmeant(context)):
        return SetAside.NEGATED
    if is_sign(context):
        return SetAside.NAME
    if _left_over(context) or _of_range(context):
        return SetAside.RESTATED
    if names_all and (context.follows(asides.BEFORE_LISTING) or asides.AFTER_LISTING.match(context.after)):
        return SetAside.RESTATED
    if negated(context) and not excepted(context):
        return SetAside.NEGATED
    if context.follows(asides.BEFORE_SECOND_BEST):
        return SetAside.CONCEDED
    if context.follows(asides.BEFORE_GIVEN_UP):
        return SetAside.SUPERSEDED
    if _speaks_to_request(context):
        return SetAside.UNCOMMITTED
    if _asked(context):
        return SetAside.QUESTION
    if _conditional(context):
        return SetAside.CONDITIONAL
    if _quoted(context):
        return SetAside.QUOTED
    if not context.still and asides.AFTER_EQUAL.match(context.after):
        return None
    if context.follows(assertions.BEFORE_TOPIC):
        return SetAside.CONSIDERED
    if context.in_field or declared_ahead(context) or leads(context) or excepted(context):
        return None
    if context.said & ANNOUNCING and declares(context.cued, context.after):
        return None
    conceded = not context.still and asides.AFTER_CONCESSION.match(context.after)
    if conceded or context.follows(asides.BEFORE_CONCESSION):
        return SetAside.CONCEDED
    considered = context.follows(asides.BEFORE_CONSIDERATION)
    if considered and not predicated(context) and not _approximate(context):
        return SetAside.CONSIDERED
    return None


def _by_cues(context: Context) -> SetAside | None:
    """The reason where no sentence pattern gives one: the cue words of other languages may."""
    if context.group.has_label and _ends_range(context):
        return SetAside.RESTATED
    if not context.foreign:
        return None
    if _leaves_others(context):
        return SetAside.RESTATED
    if denied_by_cues(context) or taken_back(context.after) or _unmeant(context):
        return SetAside.NEGATED
    return SetAside.CONDITIONAL if _supposed(context) else None


def _by_little(context: Context) -> SetAside | None:
    """The reason where no sentence pattern gives one, and no cue word can: what else `guard` looks for."""
    if taken_back(context.after):
        return SetAside.NEGATED
    if context.group.has_label and _ends_range(context):
        return SetAside.RESTATED
    if _speaks_to_request(context):
        return SetAside.UNCOMMITTED
    return SetAside.CONDITIONAL if _held_for(context) else None


def _unmeant(context: Context) -> bool:
    """Whether the words around say that it is doubted, or that it only seems so."""
    if doubted(context.before, context.ahead) or not_so(context.after):
        return True
    return surpassed(context.before, context.after)


def _supposed(context: Context) -> bool:
    """Whether it is said under a condition, in words of another language."""
    if depends(context.before):
        return True
    return context.said & CUE != 0 and would_be(context.before, context.after)


def _left_over(context: Context) -> bool:
    """Whether the group is the rest of the options; behind a comma, one option alone is the next subject."""
    if _behind_comma(context):
        return context.follows(asides.BEFORE_THE_OTHER)
    if context.follows(asides.BEFORE_OTHERS):
        return True
    return context.foreign and (_leaves_others(context) or heads_each(context.before))


def _leaves_others(context: Context) -> bool:
    """Whether words of another language make the group the others: "las otras opciones (◆, ◆)"."""
    if not context.said & Role.OTHER and not context.cued.rstrip(_GOING_ON).endswith(_PARTING):
        return False  # where no such sign stands between, the clause that was asked for its words is the same
    if not names_rest(context.cued) or _behind_comma(context):
        return False
    return len(context.group.mentions) > 1 or not calls_right(context.cued, context.after)


_PARTING = (",", ";", "\n")  # the signs of `SET_OFF` that end a clause
_GOING_ON = "".join(sign for sign in SET_OFF if sign not in _PARTING)


def _behind_comma(context: Context) -> bool:
    """Whether one option stands behind a comma: what is said before it is of the ones before."""
    return len(context.group.mentions) == 1 and context.before.rstrip()[-1:] in (",", ";")


def _of_range(context: Context) -> bool:
    """Whether the group is named as one of the options that there are: "from ◆ to ◆"."""
    if not context.group.has_label:
        return False
    if not context.still and beside.AFTER_FIRST_OF_RANGE.match(context.after):
        return True
    return _ends_range(context)


def _ends_range(context: Context) -> bool:
    """Whether the words before name the group as the last of what there is: "◆から", "选项有◆、"."""
    if not context.second:
        return False
    before = context.before
    if any(map(before.__contains__, beside.LISTED)) and beside.BEFORE_LISTED_LAST.search(before):
        return True
    return beside.BEFORE_LAST_OF_RANGE.search(before) is not None


def _speaks_to_request(context: Context) -> bool:
    """Whether an opening "Yes" or "No" answers the request, not the question: it offers help or declines."""
    if context.lead is None or not all(mention.word for mention in context.group.mentions):
        return False
    opening = commitments.HEDGE_ONLY.fullmatch(context.lead) is not None
    return opening and beside.AFTER_SPEAKS_TO_REQUEST.match(context.follow) is not None


def _asked(context: Context) -> bool:
    """Whether the sentence around the group is a question."""
    if "?" not in context.after:
        return False
    if context.foreign and asks(context.cued, context.after):
        return True
    if "¿" in context.before.rpartition("?")[2]:
        return True
    sentence = context.before + chr(LABEL_BASE) + context.after
    return bool(asides.QUESTION.search(sentence.strip())) and not predicated(context)


def _conditional(context: Context) -> bool:
    """Whether the group is said to hold if something else does; "if I had to choose" is no condition."""
    if not context.still and asides.AFTER_CONDITION.match(context.after):
        return True
    if _held_for(context):
        return True
    if context.foreign and _supposed(context):
        return True
    if not context.led:
        return False
    if not context.group.has_label and context.follows(asides.BEFORE_WHETHER):
        return True
    clause = context.before.rpartition(";")[2]
    if context.line_alone and clause.endswith("\n") and context.group.mentions[0].joined:
        return False  # "what helps most if one is accused is:", and below it a label with its text
    if not clause or not asides.BEFORE_CONDITION.search(clause):
        return False
    return not asides.OWN_CHOICE.search(clause)


def _held_for(context: Context) -> bool:
    """Whether it is what something would be needed for: "for ◆ to be true"."""
    if beside.AFTER_TO_HOLD.match(context.after) is None:
        return False
    return beside.BEFORE_FOR.search(context.before) is not None


def _quoted(context: Context) -> bool:
    """Whether somebody else says it: in so many words, or in quotation marks with other words."""
    before = context.before
    if not context.still and asides.AFTER_ANOTHER_ITEM.match(context.after):
        return True
    if context.follows(asides.BEFORE_QUOTATION) or context.follows(asides.BEFORE_YOU_SAID):
        return True
    return (
        '"' in context.after
        and before.count('"') % 2 == 1
        and (not _all_quoted(context.plain.text.value) or context.follows(asides.BEFORE_WHETHER))
        and not (context.closes and _is_own_quotation(before, context.after))
        and bool(re.search(r"[a-z]{3,}[^\"]*\Z", before[before.rfind('"') + 1 :]))
    )


def _opens_cut_quotation(context: Context) -> bool:
    """Whether a line begins with a quotation mark and the group, and the reply ends in what is quoted."""
    line = context.before.rpartition("\n")[2]
    if not line.endswith('"') or any(map(str.isalnum, line)):
        return False
    if declared_ahead(context) or leads(context) or (context.group.named_by_label and not context.follow):
        return False
    if '"' in context.plain.text.value[context.group.mentions[-1].core[1] :]:
        return False
    return context.lead is None or any(map(str.isalnum, context.lead))


_STEP = re.compile(r"(?:\A|\n)[ \t*_#]*(\d{1,2})[.)][ \t*_\"(]*\Z")
_STEP_LENGTH = 20  # characters of a step that says something


def _opens_cut_step(context: Context) -> bool:
    """Whether a letter is all that the end leaves of a numbered step: "3. Subtract 7. / 4. D"."""
    if not context.group.named_by_label or context.group.mentions[-1].joined:
        return False
    if context.group.closed or context.bold or context.group.mentions[0].named:
        return False  # "2. (B)", "2. **Option B**": marked as a label
    above = context.plain.text.value[: context.group.mentions[0].start]
    step = _STEP.search(above[-12:])
    if step is None:
        return False
    return re.search(rf"(?:\A|\n)[ \t]*{int(step[1]) - 1}[.)][^\n]{{{_STEP_LENGTH},}}", above) is not None


def _all_quoted(text: str) -> bool:
    """Whether the whole reply stands in one pair of quotation marks: they quote nothing then."""
    said = text.strip()
    return len(said) > 1 and said[0] == said[-1] == '"' and said.count('"') == 2


def _is_own_quotation(before: str, after: str) -> bool:
    """Whether what stands in quotation marks is the answer line that was asked for."""
    if asides.BEFORE_OWN_LINE.search(before) and asides.AFTER_OWN_LINE.fullmatch(after):
        return True
    return asides.BEFORE_OWN_QUOTATION.search(before) is not None and is_alone(after)


def _approximate(context: Context) -> bool:
    """ "is about 1%": of a number, "about" says how exact it is."""
    return context.group.mentions[0].weak and bool(commitments.BEFORE_COPULA.search(context.before))


def merely_named(context: Context) -> bool:
    """Whether an option text stands in a sentence about something else than this item's answer."""
    if context.group.named_by_label:
        return False
    if assertions.BEFORE_MERE_TEXT.search(context.before):
        return True
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
