"""Why a mention is no commitment: negated, conditional, quoted, a question, under consideration,
conceded.

Each guard looks at the sentence around a group and says its reason or nothing. How a sentence negates is in
`negated.py`. Whether a list is a restatement and whether a later statement replaces an earlier one needs the
whole reply: `lists.py` and `verdict/resolve.py`.
"""

import re

from parsers.claims.called_right import excepted, predicated
from parsers.claims.claims import Context
from parsers.claims.clauses import ANNOUNCING, CUE
from parsers.claims.cues import declares
from parsers.claims.judge import declared_ahead
from parsers.claims.keyed import is_other_value
from parsers.claims.negated import denied_by_cues, negated
from parsers.claims.opening import leads
from parsers.claims.others import leaves_others, left_over
from parsers.claims.quoted import opens_cut_quotation, others_choose, quoted
from parsers.claims.signs import is_sign, names_thing
from parsers.claims.surpassed import surpassed
from parsers.claims.to_asker import speaks_to_request
from parsers.claims.unmeant import answers_yes, asked_of, asks, depends, doubted, not_so, taken_back, would_be
from parsers.grammar import (
    asides,
    assertions,
    beside,
    commitments,
    doubts,
    hypotheses,
    topics,
)
from parsers.grammar.pattern import LABEL_BASE
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import SetAside

_ASKING = Pattern("[か지是对對]")  # one of which is in what asks this behind an option


def guard(context: Context, names_all: bool) -> SetAside | None:
    """The first reason to set the mention aside, or None; `names_all` where the group names every option."""
    if UNKNOWN in context.group.options and names_thing(context):
        return SetAside.NAME
    if (context.closes and opens_cut_quotation(context)) or (
        (context.lead or context.ahead & hypotheses.SHOWN.first) and _shown(context)
    ):
        return SetAside.QUOTED
    if context.closes and not context.follow and _opens_cut_step(context):
        return SetAside.UNCOMMITTED
    if context.quiet:
        return _by_cues(context)
    if context.still and not (context.led or context.foreign):
        return _by_little(context)
    return _by_sentence(context, names_all)


def _by_sentence(context: Context, names_all: bool) -> SetAside | None:
    """The reason where any pattern or cue word may give one."""
    reason = _ruled_out(context, names_all) or _not_its_own(context) or _not_asserted(context)
    if reason is not None:
        return reason
    if not context.still and asides.AFTER_EQUAL.match(context.after):
        return None
    if context.led and context.follows(assertions.BEFORE_TOPIC):
        return SetAside.CONSIDERED
    if context.in_field or declared_ahead(context) or leads(context) or excepted(context):
        return None
    if context.said & ANNOUNCING and declares(context.cued, context.after):
        return None
    if not context.still and asides.AFTER_CONCESSION.match(context.after):
        return SetAside.CONCEDED
    return _weakened_ahead(context) if context.led else None


def _ruled_out(context: Context, names_all: bool) -> SetAside | None:
    """The reason where the group is denied, given up, or one of all that are named."""
    if taken_back(context.after) or (context.foreign and _unmeant(context)):
        return SetAside.NEGATED
    if is_sign(context):
        return SetAside.NAME
    if left_over(context) or _of_range(context):
        return SetAside.RESTATED
    if names_all and (context.follows(asides.BEFORE_LISTING) or asides.AFTER_LISTING.match(context.after)):
        return SetAside.RESTATED
    if negated(context) and not excepted(context):
        return SetAside.NEGATED
    if context.led and context.follows(asides.BEFORE_SECOND_BEST):
        return SetAside.CONCEDED
    if context.led and context.follows(asides.BEFORE_GIVEN_UP):
        return SetAside.SUPERSEDED
    return None


def _not_its_own(context: Context) -> SetAside | None:
    """The reason where the group answers something else than the question, or others choose it."""
    if speaks_to_request(context) or is_other_value(context):
        return SetAside.UNCOMMITTED
    return SetAside.CONSIDERED if others_choose(context) else None


def _not_asserted(context: Context) -> SetAside | None:
    """The reason where the sentence asks, supposes or quotes what it says of the group."""
    if _asked(context):
        return SetAside.QUESTION
    if _conditional(context):
        return SetAside.CONDITIONAL
    return SetAside.QUOTED if quoted(context) else None


def _weakened_ahead(context: Context) -> SetAside | None:
    """The reason that sentence patterns find in the words before the group where nothing else gives one."""
    if context.follows(asides.BEFORE_CONCESSION):
        return SetAside.CONCEDED
    considered = context.follows(asides.BEFORE_CONSIDERATION) or (
        context.group.named_by_label and context.follows(topics.BEFORE_EXAMPLE)
    )
    if considered and not predicated(context) and not _approximate(context):
        return SetAside.CONSIDERED
    return None


def _by_cues(context: Context) -> SetAside | None:
    """The reason where no sentence pattern gives one: the cue words of other languages may."""
    if context.group.has_label and _ends_range(context):
        return SetAside.RESTATED
    if not context.foreign:
        return None
    if leaves_others(context):
        return SetAside.RESTATED
    if denied_by_cues(context) or taken_back(context.after) or _unmeant(context):
        return SetAside.NEGATED
    if others_choose(context):
        return SetAside.CONSIDERED
    return SetAside.CONDITIONAL if _supposed(context) else None


def _by_little(context: Context) -> SetAside | None:
    """The reason where no sentence pattern gives one, and no cue word can: what else `guard` looks for."""
    if taken_back(context.after):
        return SetAside.NEGATED
    if context.group.has_label and _ends_range(context):
        return SetAside.RESTATED
    return _not_its_own(context) or (SetAside.CONDITIONAL if _held_for(context) else None)


def _unmeant(context: Context) -> bool:
    """Whether the words around say that it is doubted, or that it only seems so."""
    if doubted(context.before, context.ahead) or not_so(context.after):
        return True
    return surpassed(context.before, context.after)


def _supposed(context: Context) -> bool:
    """Whether it is said under a condition, in words of another language."""
    if depends(context.before):
        return True
    if context.after.startswith(",") and hypotheses.IF_WE_MUST_CHOOSE.match(context.before):
        return True
    if context.group.has_label and _asked_of(context):
        return True
    return context.said & CUE != 0 and would_be(context.before, context.after)


def _asked_of(context: Context) -> bool:
    """Whether it is asked of the option whether it is right; of most that is told by a word or sign."""
    may_be = context.ahead & doubts.BEFORE_ASKED_OF.first or _ASKING.search(context.follow)
    return bool(may_be) and asked_of(context.before, context.after)


def _of_range(context: Context) -> bool:
    """Whether the group is named as one of the options that there are: "from ◆ to ◆"."""
    if not context.group.has_label:
        return False
    if not context.still and beside.AFTER_FIRST_OF_RANGE.match(context.after):
        return True
    return _ends_range(context)


_RANGE = 80  # characters from the first of a range to the last


def _ends_range(context: Context) -> bool:
    """Whether the words before name the group as the last of what there is: "◆から", "选项有◆、"."""
    if not context.second:
        return False
    if context.follows(beside.BEFORE_LISTED_LAST):
        return True
    return (
        beside.BEFORE_LAST_OF_RANGE.search(context.before, max(0, len(context.before) - _RANGE)) is not None
    )


_LINE_ABOVE = 60  # characters of a line that introduces a form, and of the answer line below it


def _shown(context: Context) -> bool:
    """Whether the answer line shows a form: "e.g. Answer: ◆", also below "for example:"."""
    if context.follows(hypotheses.SHOWN):
        return True
    if not context.lead:
        return False
    above = context.lead[-_LINE_ABOVE:]
    if "\n" not in above.strip() or ":" not in above.partition("\n")[0]:
        return False
    return hypotheses.EXAMPLE_ABOVE.search(above) is None and hypotheses.SHOWN.search(above) is not None


def _asked(context: Context) -> bool:
    """Whether the sentence around the group is a question."""
    if "?" not in context.after:
        return False
    if context.foreign and asks(context.cued, context.after):
        return not answers_yes(context.follow)
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
    if context.follows(hypotheses.BEFORE_ASKED_OF) and not _affirmed(context):
        return True
    if _in_some_cases(context) or _in_other_case(context):
        return True
    clause = context.before.rpartition(";")[2]
    if context.line_alone and clause.endswith("\n") and context.group.mentions[0].joined:
        return False  # "what helps most if one is accused is:", and below it a label with its text
    if not clause or not asides.BEFORE_CONDITION.search(clause):
        return False
    return not asides.OWN_CHOICE.search(clause)


def _affirmed(context: Context) -> bool:
    """Whether what is asked of the option is said of it at once: "whether B is right, and it is"."""
    return hypotheses.AFTER_AFFIRMED.match(context.follow) is not None


def _in_some_cases(context: Context) -> bool:
    """Whether it holds in some cases, and the reply says more than this: "there are cases where …"."""
    if (context.opens and context.closes) or not context.follows(topics.BEFORE_IN_CASES):
        return False
    return topics.AFTER_MAKES_SENSE.match(context.after) is not None


def _in_other_case(context: Context) -> bool:
    """Whether another option holds for one case, and this one for another: "◆ for adults; for children ◆"."""
    if not context.second or not context.follows(asides.BEFORE_OTHER_CASE):
        return False
    return beside.AFTER_ENDED.match(context.after) is not None


def _held_for(context: Context) -> bool:
    """Whether it is what something would be needed for: "for ◆ to be true"."""
    if beside.AFTER_TO_HOLD.match(context.after) is None:
        return False
    return beside.BEFORE_FOR.search(context.before) is not None


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


def _approximate(context: Context) -> bool:
    """ "is about 1%": of a number, "about" says how exact it is."""
    return context.group.mentions[0].weak and bool(commitments.BEFORE_COPULA.search(context.before))
