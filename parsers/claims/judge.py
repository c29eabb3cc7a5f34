"""How strongly the words around a group of mentions present it as the answer.

`judge` turns a context into a claim by the first rule that fits, strongest first: the whole reply, an answer
field, a declaration, a lead, a line alone, a predicate, a conclusion or a copula. The predicates it uses are
shared with `guards.py`, which says when a mention does not count at all.
"""

from functools import lru_cache

from parsers.claims.claims import Claim, Context, Force, is_alone
from parsers.claims.cues import calls_right, concludes, declares, leads_in, links
from parsers.grammar import asides, beside, commitments, negations
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.pattern import MENTIONED
from parsers.mentions.groups import Group
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import Grade

# Characters before a mention within which the words about it begin: short ones, and those with a clause.
NEAR, FAR = 80, 160


def led_up_to(context: Context) -> str:
    """The rule by which the words before the group lead up to it; "" where they do not."""
    before, label = context.before, context.group.has_label
    if commitments.BEFORE_CORRECTED.search(before, len(before) - NEAR):
        return "predicate"
    if not label and beside.BEFORE_OR.search(before, len(before) - NEAR):
        return "mention"
    if commitments.BEFORE_CONCLUSION.search(before, len(before) - FAR):
        return "conclusion"
    if label and _corrects(context):
        return "correction"
    if commitments.BEFORE_COPULA.search(before, len(before) - FAR) or _links(context):
        return "copula"
    return ""


def _links(context: Context) -> bool:
    """Whether a copula of another language leads up to the group; a text must end its clause there."""
    label = context.group.has_label
    ended = label or commitments.DELIMITER.match(context.after) is not None
    return context.foreign and ended and links(context.cued, label)


def _corrects(context: Context) -> bool:
    """Whether the group is all that a correction leaves: "no wait, B", "actually, just A", "no, A only"."""
    before, after = context.before, context.after
    ended = beside.AFTER_ENDED.match(after) is not None
    if beside.BEFORE_CORRECTING.search(before, len(before) - NEAR):
        return ended or beside.AFTER_ONLY.match(after) is not None
    return ended and beside.BEFORE_NARROWING.search(before) is not None


# Rules whose claims say that an option applies, so that several of them make a set.
ADDITIVE = frozenset({"predicate", "alone", "leading", "verdict-list", "key-line"})


_ARTICLE = 4  # characters of an article before an option text that opens the reply in bold

Judgement = tuple[Force, Grade, str]


def judge(context: Context, whole: bool) -> Claim:
    """The claim of a group; `whole` where the group is the whole visible text."""
    group = context.group
    group.hedged = group.hedged or context.follow.startswith("?")
    group.alternatives = group.alternatives or _is_either(context)
    force, grade, rule = _whole(context) if whole else _force(context)
    options = group.options
    if UNKNOWN in options and force is Force.STRONG and not _stands_apart(context, rule):
        force = Force.MENTION  # a letter that is no option must be called the answer to count as one
    if UNKNOWN in options and rule == "pick" and commitments.DELIMITER.match(context.after) is None:
        force = Force.MENTION  # "selecting the N nearest neighbors"
    if group.is_row and not whole:
        force = Force.MENTION
    grade = grade if group.named_by_label else Grade.TEXT
    claim = Claim(group, context, options, force, grade, rule, additive=rule in ADDITIVE)
    claim.final = force is Force.DECLARED and bool(beside.FINAL.search(context.before))
    return claim


def _stands_apart(context: Context, rule: str) -> bool:
    """Whether a letter leads the reply or has a line of its own: no "W. Coombs", and no "V. sentence"."""
    if rule != "alone":
        return rule == "leading"
    return context.line_alone and MENTIONED.search(context.before) is None


def _is_either(context: Context) -> bool:
    if asides.BEFORE_EITHER.search(context.before, len(context.before) - NEAR):
        return True
    return beside.AFTER_OR_BOTH.match(context.follow) is not None


def _whole(context: Context) -> Judgement:
    group = context.group
    if context.slot and group.has_label:
        return Force.DECLARED, Grade.EXPLICIT, context.slot
    if group.has_label and context.follow.startswith("?"):
        return Force.MENTION, Grade.IN_TEXT, "mention"  # "C?"
    if not group.named_by_label:
        return Force.DECLARED, Grade.TEXT, "option-text"
    if any(mention.joined or mention.clash for mention in group.mentions):
        return Force.DECLARED, Grade.LEADING, "label-and-text"
    if all(mention.end - mention.start <= 5 for mention in group.mentions):
        return Force.DECLARED, Grade.STRICT, "bare-label"
    return Force.DECLARED, Grade.EXPLICIT, "named-label"


def _force(context: Context) -> Judgement:
    weak = context.group.weak
    weak_label = weak and context.group.has_label
    if context.in_field:
        return Force.DECLARED, Grade.EXPLICIT, context.slot
    if (rule := declared(context.before)) and not (rule == "pick" and _picks_none(context)):
        return Force.DECLARED, Grade.EXPLICIT, rule
    if context.foreign and _declared_by_cues(context):
        return Force.DECLARED, Grade.EXPLICIT, "answer-cue"
    if not weak_label and leads(context):
        return Force.STRONG, Grade.LEADING, "leading"
    if not weak_label and context.line_alone and not context.after.lstrip(" ").startswith(":"):
        return Force.STRONG, Grade.IN_TEXT, "alone"
    if weak_label and context.foreign and calls_right(context.cued, context.after):
        return Force.STRONG, Grade.EXPLICIT, "predicate"  # "ABCD都正确"
    return _weakly(context) if weak else _asserted(context)


def _declared_by_cues(context: Context) -> bool:
    """Whether another language calls the group the answer; "chaguzi ni ◆, ◆" only lists options."""
    one_label = len(context.group.mentions) == 1 and context.group.named_by_label
    if not one_label and _names_options(context.cued):
        return False
    return declares(context.cued, "" if names_text(context) else context.after)


_TEXT_FOLLOWS = Pattern(r"[)*\"']{0,3}\s?(?:[:–—]|-\s|[(\"'])\s*[^\W\d_]{3}")


def names_text(context: Context) -> bool:
    """Whether what its option says follows a label called the answer: "es la 1: Ventilación no invasiva"."""
    han = "\u3400" < context.after[:1] < "\ua000"
    if (context.after[:1].isalnum() and not han) or not context.group.named_by_label:
        return False
    closed = context.group.closed and context.titled  # "Resposta: D) Os atos que não …"
    joined = context.group.mentions[-1].joined and not context.group.closed  # not "B, oak, is wrong"
    glued = han and context.before.rstrip()[-1:] == ":"  # "答案:A错误": the wrong one was asked for
    if not closed and not joined and not glued and not _TEXT_FOLLOWS.match(context.after):
        return False
    if declared(context.before):
        return True
    return context.foreign and declares(context.cued, "")


def _picks_none(context: Context) -> bool:
    """Whether a verb of choosing introduces a statement, or counts: "we conclude that ◆ is a product of"."""
    if commitments.BEFORE_RATED.search(context.before):
        return False
    if is_figure(context.group) and commitments.DELIMITER.match(context.after) is None:
        return True  # "the number of ways to choose 43 objects"
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
    if commitments.BEFORE_PICK.search(before):
        return "pick"
    if " as" in before[-10:] and commitments.BEFORE_RATED.search(before):
        return "pick"
    return ""


def is_figure(group: Group) -> bool:
    """Whether a group names its options by numbers or formulas alone."""
    return not group.has_label and group.weak and not any(mention.word for mention in group.mentions)


def leads(context: Context) -> bool:
    """Whether the group opens the text and is marked off from what follows."""
    if context.lead is None:
        return False
    if not (commitments.HEDGE_ONLY.fullmatch(context.lead) or _leads_in(context)):
        everyday = all(mention.word for mention in context.group.mentions)
        asked = everyday and beside.BEFORE_ASKED_ITSELF.search(context.lead) is not None
        numbered = not context.group.has_label and _is_numbered(context)
        return (asked or numbered) and commitments.DELIMITER.match(context.after) is not None
    if beside.BEFORE_RANGE_END.search(context.lead) or _follows_answer(context):
        return False
    if UNKNOWN in context.group.options and context.lead.strip(" \n\"'(["):
        return False
    if commitments.DELIMITER.match(context.after) or context.group.closed:
        return not (is_figure(context.group) and beside.AFTER_NO_LEAD.match(context.follow))
    if context.lead == "" and all(mention.word for mention in context.group.mentions):
        return beside.AFTER_OWN_CLAUSE.match(context.after) is not None
    unled = not context.lead.strip()
    if unled and all(mention.joined and mention.is_label for mention in context.group.mentions):
        return True
    first_label = context.group.has_label and unled
    return first_label and commitments.NEW_SENTENCE.match(context.after) is not None


def _leads_in(context: Context) -> bool:
    one = context.foreign and len(context.group.mentions) == 1
    return one and leads_in(context.lead or "")


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


def _weakly(context: Context) -> Judgement:
    """Numbers, formulas and everyday words count only where an answer is due: as the result, at the end."""
    ending = context.after.strip()[:1]
    ended = context.closes and (
        beside.AFTER_NOT_OTHER.fullmatch(context.after) is not None
        or ending in (".", "!", "。", ")")
        or (not ending and context.lead is not None)
    )
    before = context.before
    if context.group.has_label or not ended:
        return Force.MENTION, Grade.IN_TEXT, "mention"
    copula = commitments.BEFORE_COPULA.search(before) is not None
    everyday = all(mention.word for mention in context.group.mentions)
    if everyday and ended and is_alone(context.after) and beside.BEFORE_SET_OFF.search(before):
        return Force.ASSERTED, Grade.TEXT, "closing"
    keyed = context.lead is not None and beside.BEFORE_ONLY_KEY.search(before) is not None
    if everyday and (keyed or context.sentence_alone):
        return Force.ASSERTED, Grade.TEXT, "alone"
    contrast = commitments.BEFORE_CONTRAST.search(before) is not None
    if everyday and (contrast or copula or commitments.BEFORE_CONCLUSION.search(before)):
        return Force.ASSERTED, Grade.TEXT, "conclusion"
    if (copula and context.opens) or commitments.BEFORE_RESULT.search(before):
        return Force.ASSERTED, Grade.TEXT, "result"
    return Force.MENTION, Grade.TEXT, "mention"


def _asserted(context: Context) -> Judgement:
    """Predicates, conclusions and copulas: strong for a label, an assertion for an option text."""
    label = context.group.has_label
    strong = Force.STRONG if label else Force.ASSERTED
    grade = Grade.IN_TEXT if label else Grade.TEXT
    explicit = Grade.EXPLICIT if label else Grade.TEXT
    if context.lead is not None and _keyed(context):
        return Force.STRONG, explicit, "key-line"
    if predicated(context) or excepted(context):
        return Force.STRONG, explicit, "predicate"
    if rule := led_up_to(context):
        if rule == "predicate":
            return Force.STRONG, explicit, rule
        return (Force.MENTION if rule == "mention" else strong), grade, rule
    if (context.sentence_alone or (label and _hedged_alone(context))) and not _is_ranked(context):
        return strong, grade, "alone"
    if context.closes and _closing(context):
        return strong, grade, "closing"
    if not label and context.bold and context.lead is not None and len(context.lead) <= _ARTICLE:
        return strong, grade, "emphasised"
    return Force.MENTION, grade, "mention"


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


def _keyed(context: Context) -> bool:
    """Whether a short key and a colon announce the group: "Diagnosis: B"."""
    if not commitments.BEFORE_KEY.search(context.before):
        return False
    if beside.HEADS_WORKING.search(context.before) and not _set_off(context):
        return False  # "Solution:", and below it a sentence about an option
    if context.foreign and len(context.group.mentions) > 1 and _names_options(context.before):
        return False  # "Chaguzi ni: ◆, ◆"
    return context.group.has_label or commitments.KEY_FOR_TEXT.search(context.before) is not None


def _set_off(context: Context) -> bool:
    """Whether a group is all of its line, or is parted from what follows it there."""
    joined = context.group.mentions[-1].joined
    return joined or context.line_alone or commitments.DELIMITER.match(context.after) is not None


def _names_options(key: str) -> bool:
    """Whether a key has a word for option in some language, and none for answer or right."""
    said = roles_in(key)
    return bool(said & Role.OPTION) and not said & (Role.ANSWER | Role.RIGHT)


def predicated(context: Context) -> bool:
    """Whether the words around the group call it right: "is the best choice", ": yes", "not A but B"."""
    before, after = context.before, context.after
    if commitments.AFTER_BLUNT_YES.match(context.verdict) or asides.AFTER_EQUAL.match(after):
        return True
    judged = commitments.AFTER_POSITIVE if context.group.has_label else commitments.POSITIVE_TEXT
    if judged.match(after):
        return True
    named = context.group.has_label or len(context.group.mentions[0].options) > 1
    if context.foreign and named and calls_right(context.cued, after):
        return True
    return _right_ahead(before, after)


def _right_ahead(before: str, after: str) -> bool:
    if beside.BEFORE_TICKED.search(before, len(before) - NEAR):
        return True
    if commitments.BEFORE_ADDITION.search(before, len(before) - NEAR):
        return True
    if commitments.BEFORE_CONTRAST.search(before, len(before) - FAR):
        return True
    return bool(commitments.AFTER_MADE.match(after) and commitments.BEFORE_MAKING.search(before))


def excepted(context: Context) -> bool:
    """Whether the group is the exception that is left: "everything except A is wrong", "none but B"."""
    before = context.before
    if asides.BEFORE_NOTHING_BUT.search(before, len(before) - NEAR):
        return True
    if negations.AFTER_NEGATION.match(context.after) and asides.BEFORE_EXCEPTION.search(before):
        return True
    return not context.group.has_label and asides.BEFORE_ODD.search(before) is not None


_ANSWER_BEHIND = Pattern(r"[^\x00-\x7f][^\w\n]{0,4}answer:? ?\Z")  # "①(=answer 1)", in a text in Korean


def _closing(context: Context) -> bool:
    """Whether the group is set off at the very end of the text: "…, C."."""
    ended = bool(context.after.strip()) or context.lead is not None
    if context.group.mentions[0].joined and is_alone(context.after) and not MENTIONED.search(context.before):
        return True  # the last words are a label and its own text
    concluded = context.foreign and context.group.has_label and is_alone(context.after)
    if concluded and (concludes(context.before) or _ANSWER_BEHIND.search(context.cued)):
        return True
    set_off = beside.BEFORE_SET_OFF if context.group.has_label else beside.BEFORE_SET_OFF_TEXT
    return ended and set_off.search(context.before) is not None and is_alone(context.after)
