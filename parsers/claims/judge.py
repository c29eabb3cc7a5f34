"""How strongly the words around a group of mentions present it as the answer.

`judge` turns a context into a claim by the first rule that fits, strongest first. What calls an option right
is in `called_right.py`; `guards.py` says when a mention does not count at all.

Decision: docs/decisions/parsers.md, "What the interpreter is slow at, in work done for each option".
"""

from functools import lru_cache

from parsers.claims.agreed import agrees
from parsers.claims.apposed import apposed
from parsers.claims.called_right import excepted, predicated
from parsers.claims.claims import ASSERTED, DECLARED, IN_PASSING, STRONG, Claim, Context, Force, is_alone
from parsers.claims.clauses import ANNOUNCING
from parsers.claims.concluded import concluded
from parsers.claims.cues import concludes, declares
from parsers.claims.keyed import keyed
from parsers.claims.leading import led_up_to, may_lead_up
from parsers.claims.left_over import left_over
from parsers.claims.opening import is_figure, leads
from parsers.claims.quiet import DECLARING
from parsers.claims.scales import chooses_number, rates_in_line, rates_statement
from parsers.claims.text_goes_on import text_goes_on
from parsers.grammar import asides, beside, commitments, keys, topics
from parsers.grammar.pattern import MENTIONED
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import Grade

# Rules whose claims say that an option applies, so that several of them make a set.
ADDITIVE = frozenset({"predicate", "alone", "leading", "verdict-list", "key-line"})

_ARTICLE = 4  # characters of an article before an option text that opens the reply in bold

# The rules of what leads up to a group that make less of a label than a conclusion does.
_UNSURE = {"mention": IN_PASSING, "falling": ASSERTED}

Judgement = tuple[Force, Grade, str]

_MENTION: Judgement = IN_PASSING, Grade.IN_TEXT, "mention"
# Of a label, and of a text: how much presents it, how plainly, and how plainly it is called right.
_OF_LABEL, _OF_TEXT = (STRONG, Grade.IN_TEXT, Grade.EXPLICIT), (ASSERTED, Grade.TEXT, Grade.TEXT)


def judge(context: Context, whole: bool) -> Claim:
    """The claim of a group; `whole` where the group is the whole visible text."""
    group = context.group
    group.hedged = group.hedged or context.follow.startswith("?")
    if context.led or not context.still:
        group.alternatives = group.alternatives or _is_either(context)
    force, grade, rule = _whole(context) if whole else _force(context)
    options = group.options
    if UNKNOWN in options and force is STRONG and not _stands_apart(context, rule):
        force = IN_PASSING  # a letter that is no option must be called the answer to count as one
    if rule == "pick" and options == {UNKNOWN} and _is_supposed(context):
        force = IN_PASSING
    if group.joints and group.is_row and not whole:
        force = IN_PASSING
    grade = grade if group.named_by_label else Grade.TEXT
    final = force is DECLARED and beside.FINAL.search(context.before) is not None
    return Claim(group, context, options, force, grade, rule, None, final, rule in ADDITIVE)


_TAKING = Pattern(r"\b(?:take|taking|suppose|assume|consider|let)\s*\Z")
_NO_VERDICT = r"(?!(?:\w+ )?(?:answer|choice|option|correct|right|true|best|final)\b)"
_SUPPOSED = Pattern(rf" (?:(?:as (?:the|an?|in|our)|to be|is|be) {_NO_VERDICT}|such that\b|= )")
_SAY = Pattern(r"[,(] ?say,? \Z")


def _is_supposed(context: Context) -> bool:
    """Whether letters that the item lacks are given to things: "take G as the group", "say K and L"."""
    if _SAY.search(context.before):
        return True
    return _TAKING.search(context.before) is not None and _SUPPOSED.match(context.after) is not None


def _stands_apart(context: Context, rule: str) -> bool:
    """Whether a letter leads the reply, stands alone in its line, or is called right behind its noun.

    No "W. Coombs", and no "V. sentence".
    """
    if rule == "predicate":  # "option h is correct"
        alone = context.opens and context.closes and not MENTIONED.search(context.after)
        return alone and context.group.mentions[0].has_noun
    if rule != "alone":
        return rule == "leading"
    return context.line_alone and not context.second


def _is_either(context: Context) -> bool:
    """Whether the words beside the group make alternatives of its members: "one of ◆ and ◆"."""
    if context.led and context.follows(asides.BEFORE_EITHER):
        return True
    return not context.still and beside.AFTER_OR_BOTH.match(context.follow) is not None


def _whole(context: Context) -> Judgement:
    """The judgement of a group that is the whole reply: it is the answer, however it is named."""
    group = context.group
    if context.slot and group.has_label:
        return DECLARED, Grade.EXPLICIT, context.slot
    if not group.named_by_label:
        return DECLARED, Grade.TEXT, "option-text"
    if any(mention.joined or mention.clash for mention in group.mentions):
        return DECLARED, Grade.LEADING, "label-and-text"
    if all(mention.end - mention.start <= 5 for mention in group.mentions):
        return DECLARED, Grade.STRICT, "bare-label"
    return DECLARED, Grade.EXPLICIT, "named-label"


def _force(context: Context) -> Judgement:
    """The first judgement that fits the words around a group, the strongest asked first."""
    if context.before.endswith(", ") and apposed(context):
        return STRONG, Grade.EXPLICIT, "answer-sentence"
    if _in_passing(context):
        return _MENTION
    weak = context.group.weak
    weak_label = weak and context.group.has_label
    if context.in_field:
        return DECLARED, Grade.EXPLICIT, context.slot
    if (rule := declared_ahead(context)) and not (rule == "pick" and _picks_none(context)):
        return DECLARED, Grade.EXPLICIT, rule
    if context.said & ANNOUNCING and _is_announced(context):
        force = STRONG if left_over(context.cued) else DECLARED
        return force, Grade.EXPLICIT, "answer-cue"
    if rates_statement(context) if weak else context.group.mentions[0].joined and rates_in_line(context):
        return STRONG, Grade.EXPLICIT, "key-line"
    if not weak_label and leads(context):
        return STRONG, Grade.LEADING, "leading"
    if not weak_label and context.line_alone and not context.after.lstrip(" ").startswith(":"):
        return STRONG, Grade.IN_TEXT, "alone"
    return _weakly(context) if weak else _asserted(context)


def _is_announced(context: Context) -> bool:
    """Whether the words of some language around the group call it the answer."""
    return declares(context.cued, context.after) or text_goes_on(context) or concluded(context)


def _in_passing(context: Context) -> bool:
    """Whether nothing beside a label presents it: told at once what none of the rules below would find."""
    if not context.quiet or context.slot or context.line_alone or context.sentence_alone or context.closes:
        return False
    if context.said & ANNOUNCING or context.group.weak or not context.group.has_label:
        return False
    return not is_alone(context.after) and not may_lead_up(context)


_SPAN = Pattern(r"\d(?: ?[-–~] ?|/|\.| to | ?\([^()\n]{1,30}\) to )\d")  # "1-5", "1 (never) to 5"


def _picks_none(context: Context) -> bool:
    """Whether a verb of choosing introduces a statement, or counts: "we conclude that ◆ is a product of"."""
    if _SPAN.match(context.plain.text.value, context.group.mentions[-1].end - 1):
        return True
    if is_figure(context.group) and (context.before.endswith("= ") or not chooses_number(context)):
        return True  # "the number of ways to choose 43 objects", "we choose a = 1"
    if topics.BEFORE_TO_CHOOSE.search(context.before) and topics.AFTER_WOULD_NEED.match(context.after):
        return True  # "To choose ◆ would require more data"
    if beside.BEFORE_CHOOSING.search(context.before) and beside.AFTER_CHOOSING.match(context.after):
        return not predicated(context)
    return (
        beside.BEFORE_THAT.search(context.before) is not None
        and beside.AFTER_A_THING.match(context.after) is not None
    )


@lru_cache(maxsize=4096)
def declared(before: str) -> str:
    """The rule by which the words before a mention call it the answer; "" where they do not."""
    if beside.BEFORE_DISCUSSION.search(before):
        return ""
    if commitments.BEFORE_ANSWER_COLON.search(before):
        return "answer-line"
    if commitments.BEFORE_ANSWER_IS.search(before):
        return "answer-sentence"
    if commitments.BEFORE_PICK.search(before) or commitments.BEFORE_RATED.search(before):
        return "pick"
    return ""


def declared_ahead(context: Context) -> str:
    """The rule by which the words before the group call it the answer; "" where they do not."""
    if not (context.led and context.ahead & DECLARING.first):
        return ""
    group, before = context.group, context.before
    if group.alternatives and len(group.options) > 1 and asides.BEFORE_EITHER.search(before):
        before = asides.BEFORE_EITHER.sub("", before)  # "the answer is either ◆ or ◆"
    return declared(before)


def _weakly(context: Context) -> Judgement:
    """Numbers, formulas and everyday words count only where an answer is due: as the result, at the end."""
    before = context.before
    if context.group.has_label or not _ends_reply(context) or beside.BEFORE_SECOND_PART.search(before):
        return _MENTION
    copula = commitments.BEFORE_COPULA.search(before) is not None
    if all(mention.word for mention in context.group.mentions) and (rule := _everyday(context, copula)):
        return ASSERTED, Grade.TEXT, rule
    if (copula and context.opens) or commitments.BEFORE_RESULT.search(before):
        return ASSERTED, Grade.TEXT, "result"
    return IN_PASSING, Grade.TEXT, "mention"


def _ends_reply(context: Context) -> bool:
    """Whether the reply ends with the group and a full stop, or says nothing but the group."""
    ending = context.after.strip()[:1]
    return context.closes and (
        beside.AFTER_NOT_OTHER.fullmatch(context.after) is not None
        or ending in (".", "!", "。", ")")
        or (not ending and context.lead is not None)
    )


def _everyday(context: Context, copula: bool) -> str:
    """The rule by which an everyday word, the last one, is the answer; "" where none applies."""
    before = context.before
    if is_alone(context.after) and beside.BEFORE_SET_OFF.search(before):
        return "closing"
    if context.sentence_alone or (context.lead is not None and keys.BEFORE_ONLY_KEY.search(before)):
        return "alone"
    concludes = copula or commitments.BEFORE_CONTRAST.search(before)
    return "conclusion" if concludes or commitments.BEFORE_CONCLUSION.search(before) else ""


def _asserted(context: Context) -> Judgement:
    """Predicates, conclusions and copulas: strong for a label, an assertion for an option text."""
    label = context.group.has_label
    strong, grade, explicit = _OF_LABEL if label else _OF_TEXT
    if context.lead is not None and keyed(context):
        return STRONG, explicit, "key-line"
    if predicated(context) or excepted(context):
        return STRONG, explicit, "predicate"
    if not label and agrees(context):
        return STRONG, grade, "pick"
    if rule := led_up_to(context):
        if rule == "predicate":
            return STRONG, explicit, rule
        return _UNSURE.get(rule, strong), grade, rule
    if (context.sentence_alone or (label and _hedged_alone(context))) and not _is_ranked(context):
        return strong, grade, "alone"
    if context.closes and _closing(context):
        return strong, grade, "closing"
    if not label and context.bold and context.lead is not None and len(context.lead) <= _ARTICLE:
        return strong, grade, "emphasised"
    return IN_PASSING, grade, "mention"


def _is_ranked(context: Context) -> bool:
    """Whether the group is the next member of a ranking in one line: "1. B 2. D 3. A"."""
    return not context.line_alone and beside.BEFORE_RANKED.search(context.lead or "") is not None


def _hedged_alone(context: Context) -> bool:
    """Whether words of certainty are all that stands beside it in its sentence: "Probably C."."""
    before = context.before
    if not is_alone(context.after):
        return False
    counted = commitments.HEDGE_ONLY.fullmatch(before) or beside.BEFORE_COUNTED.search(before)
    return counted is not None


def _closing(context: Context) -> bool:
    """Whether the group is set off at the very end of the text: "…, C."."""
    ended = bool(context.after.strip()) or context.lead is not None
    if context.group.mentions[0].joined and is_alone(context.after) and not context.second:
        return True  # the last words are a label and its own text
    if context.foreign and context.group.has_label and is_alone(context.after) and concludes(context.before):
        return True
    if keys.BEFORE_OTHER_VALUE.search(context.before):
        return False  # "Explanation: A": the first word of a sentence that was cut
    if not context.group.has_label and beside.BEFORE_SECOND_VALUE.search(context.before):
        return False
    set_off = beside.BEFORE_SET_OFF if context.group.has_label else beside.BEFORE_SET_OFF_TEXT
    return ended and set_off.search(context.before) is not None and is_alone(context.after)
