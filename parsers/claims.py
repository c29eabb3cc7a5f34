"""What one group of mentions claims: how strongly the sentence around it presents it as the answer.

`Context` gives a group its surroundings, `judge` turns it into a `Claim`. Reasons to set a claim aside come from
`guards.py`; how claims settle among each other is `resolve.py`'s business.
"""

import re
from dataclasses import dataclass
from enum import IntEnum

from parsers.grammar import commitments
from parsers.grammar.registry import MENTION
from parsers.groups import WINDOW, Group, Skeleton
from parsers.markup import Plain
from parsers.mention import UNKNOWN
from parsers.reading import Grade, SetAside

_MENTIONS = re.compile(MENTION)
_FINAL = re.compile(r"\bfinal\b|\bconclusion\b|最终|最後|最后|최종|finale?|endgultig|definitiv")


class Force(IntEnum):
    """How strongly a sentence presents its mention as the reply's own answer."""

    MENTION = 1  # named in passing
    ASSERTED = 2  # an option text stated as the case
    STRONG = 3  # concluded, judged right, or standing alone
    DECLARED = 4  # called the answer


@dataclass(slots=True)
class Context:
    """A group and its surroundings in the skeleton.

    Attributes:
        before, after: its sentence up to the group, and from the group on; at most WINDOW characters each.
        follow: what stands right behind the group, whatever sentence it belongs to.
        lead: all text before the group, where that is short; None otherwise.
        opens, closes: whether the group stands in the first, or in the last, sentence.
        line_alone: whether nothing else stands in its line; sentence_alone: in its sentence.
        slot: kind of the answer field it stands in, or "".
        slot_head: whether it heads that field.
    """

    group: Group
    before: str
    after: str
    follow: str
    lead: str | None
    opens: bool
    closes: bool
    line_alone: bool
    sentence_alone: bool
    slot: str
    slot_head: bool
    listed: bool = False

    @property
    def verdict(self) -> str:
        """What follows, with the bracket of "B)" that the mention took up."""
        return ")" + self.follow if self.group.closed else self.follow


@dataclass(slots=True)
class Claim:
    """A group as a candidate: what it names, how strongly, by which rule, and whether it was set aside."""

    group: Group
    context: Context
    options: frozenset[int]
    force: Force
    grade: Grade
    rule: str
    set_aside: SetAside | None = None
    final: bool = False
    additive: bool = False

    @property
    def stands(self) -> bool:
        return self.set_aside is None


_ALONE = re.compile(r"[\s\"'()\[\].,;:!?。*_-]*\Z")
_SET_OFF = re.compile(r"[,:;—–-]\s*[\"'(]*\Z")
_TICKED = re.compile(r"(?:✓|✔|✅|☑)\s*\Z")
_LINE_HEAD = re.compile(r"[\s\"'(\[*_-]*(?:\d{1,2}[.)]\s*)?\Z")


def context_of(skeleton: Skeleton, plain: Plain, group: Group) -> Context:
    """The surroundings of a group."""
    text = skeleton.text
    start, end = skeleton.sentence(group.start)
    line_start = text.rfind("\n", 0, group.start) + 1
    line_end = text.find("\n", group.end)
    line_end = len(text) if line_end < 0 else line_end
    slot, slot_head, slot_span = _slot(plain, group)
    if slot_span is not None:
        start = max(start, skeleton.at(slot_span[0]))
        end = min(end, skeleton.at(slot_span[1])) if slot != "boxed" else end
    before, after = (
        text[max(start, group.start - WINDOW) : group.start],
        text[group.end : min(end, group.end + WINDOW)],
    )
    return Context(
        group=group,
        before=before,
        after=after,
        follow=text[group.end : group.end + 40],
        lead=text[: group.start] if group.start <= WINDOW else None,
        opens=not _MENTIONS.search(text[:start]) and start < 400 if start else True,
        closes=not text[end:].strip(),
        line_alone=bool(
            _LINE_HEAD.match(text[line_start : group.start][-40:])
            and _ALONE.match(text[group.end : line_end][:40])
        ),
        sentence_alone=bool(_LINE_HEAD.match(before[-40:]) and _ALONE.match(after[:40])),
        slot=slot,
        slot_head=slot_head,
    )


def _slot(plain: Plain, group: Group) -> tuple[str, bool, tuple[int, int] | None]:
    start, end = group.mentions[0].start, group.mentions[-1].end
    for (first, last), kind in plain.slots:
        if first <= start and group.mentions[0].core[0] < last:
            head = not re.sub(
                r"[\W_]+|(?:the|answer|option|is|choice|correct|final|:)",
                "",
                plain.text.value[first:start].lower(),
            )
            return kind, head, (first, max(last, end))
    return "", False, None


def judge(context: Context, whole: bool) -> Claim:
    """The claim of a group; `whole` where the group is the whole visible text."""
    group = context.group
    force, grade, rule = _whole(context) if whole else _force(context)
    if UNKNOWN in group.options and force is Force.STRONG and rule not in ("leading", "alone"):
        force = Force.MENTION  # a letter that is no option must be called the answer to count as one
    if not group.has_label:
        grade = Grade.TEXT
    claim = Claim(group, context, group.options, force, grade, rule)
    claim.final = force is Force.DECLARED and bool(_FINAL.search(context.before))
    claim.additive = rule in ("predicate", "alone", "leading", "verdict-list")
    return claim


def _whole(context: Context) -> tuple[Force, Grade, str]:
    group = context.group
    if context.slot and group.has_label:
        return Force.DECLARED, Grade.EXPLICIT, context.slot
    if not group.has_label:
        return Force.DECLARED, Grade.TEXT, "option-text"
    if any(mention.joined or mention.clash for mention in group.mentions):
        return Force.DECLARED, Grade.LEADING, "label-and-text"
    if all(mention.end - mention.start <= 5 for mention in group.mentions):
        return Force.DECLARED, Grade.STRICT, "bare-label"
    return Force.DECLARED, Grade.EXPLICIT, "named-label"


def _force(context: Context) -> tuple[Force, Grade, str]:
    label = context.group.has_label
    weak = all(mention.weak for mention in context.group.mentions)
    if context.slot and context.slot_head:
        return Force.DECLARED, Grade.EXPLICIT, context.slot
    if rule := declared(context.before):
        return Force.DECLARED, Grade.EXPLICIT, rule
    if (not weak or not label) and leads(context):
        return Force.STRONG, Grade.LEADING, "leading"
    if context.line_alone and (not weak or not label) and not context.after.lstrip(" ").startswith(":"):
        return Force.STRONG, Grade.IN_TEXT, "alone"
    if weak:
        return _weakly(context)
    return _asserted(context)


def declared(before: str) -> str:
    """The rule by which the words before a mention call it the answer; "" where they do not."""
    if not before:
        return ""
    if commitments.BEFORE_ANSWER_COLON.search(before):
        return "answer-line"
    if commitments.BEFORE_ANSWER_IS.search(before):
        return "answer-sentence"
    if commitments.BEFORE_PICK.search(before):
        return "pick"
    return ""


def leads(context: Context) -> bool:
    """Whether the group opens the text and is marked off from what follows."""
    if context.lead is None or not commitments.HEDGE_ONLY.fullmatch(context.lead):
        return False
    if UNKNOWN in context.group.options and context.lead.strip(" \n\"'(["):
        return False
    if commitments.DELIMITER.match(context.after) or context.group.closed:
        return True
    return (
        context.group.has_label and context.lead == "" and bool(commitments.NEW_SENTENCE.match(context.after))
    )


def _weakly(context: Context) -> tuple[Force, Grade, str]:
    """Numbers, formulas and everyday words count where an answer is due: after "the result is", at the very end."""
    ended = context.closes and context.after.strip()[:1] in (".", "!", "。", ")")
    if context.group.has_label or not ended:
        return Force.MENTION, Grade.IN_TEXT, "mention"
    sole = context.opens and bool(commitments.BEFORE_COPULA.search(context.before))
    if sole or commitments.BEFORE_RESULT.search(context.before):
        return Force.ASSERTED, Grade.TEXT, "result"
    return Force.MENTION, Grade.TEXT, "mention"


def _asserted(context: Context) -> tuple[Force, Grade, str]:
    """Predicates, conclusions and copulas: strong for a label, an assertion for an option text."""
    before, label = context.before, context.group.has_label
    strong = Force.STRONG if label else Force.ASSERTED
    grade = Grade.IN_TEXT if label else Grade.TEXT
    explicit = Grade.EXPLICIT if label else Grade.TEXT
    if context.lead is not None and commitments.BEFORE_KEY.search(before):
        if label or commitments.KEY_FOR_TEXT.search(before):
            return Force.STRONG, explicit, "key-line"
    if predicated(context):
        return Force.STRONG, explicit, "predicate"
    if commitments.BEFORE_CONCLUSION.search(before):
        return strong, grade, "conclusion"
    if commitments.BEFORE_COPULA.search(before):
        return strong, grade, "copula"
    if context.sentence_alone:
        return strong, grade, "alone"
    if label and context.closes and _closing(context):
        return Force.STRONG, grade, "closing-label"
    return Force.MENTION, grade, "mention"


def predicated(context: Context) -> bool:
    """Whether the words behind the group call it right: "is the best choice", ": yes", "? Yes."."""
    if commitments.AFTER_BLUNT_YES.match(context.verdict) or commitments.BEFORE_ADDITION.search(
        context.before
    ):
        return True
    if _TICKED.search(context.before) or commitments.BEFORE_CONTRAST.search(context.before):
        return True
    if commitments.BEFORE_MAKING.search(context.before) and commitments.AFTER_MADE.match(context.after):
        return True
    if context.group.has_label:
        return bool(commitments.AFTER_POSITIVE.match(context.after))
    return bool(commitments.POSITIVE_TEXT.match(context.after))


def _closing(context: Context) -> bool:
    """ "…, C.": a label set off at the very end of the text."""
    ended = bool(context.after.strip()) or context.lead is not None
    return ended and bool(_SET_OFF.search(context.before) and _ALONE.match(context.after))
