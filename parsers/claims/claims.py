"""The values between a mention and a verdict: a group's surroundings, and what it claims there.

`Context` holds the surroundings, `judge.py` says how strong a claim they make, `guards.py` why it may not
count. At the end stand the parts of a solution ("(a) The rate is … (b) The …"), whose labels choose nothing.
"""

import re
from dataclasses import dataclass, field
from enum import IntEnum

from parsers.grammar.pattern import MENTION
from parsers.mentions.groups import WINDOW, Group, Skeleton
from parsers.options.options import OptionSet
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Grade, SetAside, Span
from parsers.text.folding import plain_lower
from parsers.text.markup import Plain

LEAD = 400  # a sentence that begins later is not the opening one


class Force(IntEnum):
    """How strongly a sentence presents its mention as the reply's own answer."""

    MENTION = 1  # named in passing
    ASSERTED = 2  # an option text stated as the case
    STRONG = 3  # concluded, judged right, or standing alone
    DECLARED = 4  # called the answer


@dataclass(slots=True, eq=False)
class Context:
    """A group and its surroundings in the skeleton.

    Attributes:
        before, after: its sentence up to the group, and from the group on; at most WINDOW characters each.
        follow: what stands right behind the group, whatever sentence it belongs to.
        lead: all text before the group, where that is short; None otherwise.
        opens, closes: whether the group stands in the first, or in the last, sentence.
        line_alone, sentence_alone: whether nothing else stands in its line, or in its sentence.
        titled: whether a capital follows, so that a new sentence or an option text begins there.
        slot: kind of the answer field it stands in, or "".
        slot_head: whether it heads that field.
        foreign: whether the reply has cue words of a language other than English.
        cued: `before` with the noun that the label took up, where the reply has cue words of a language
            other than English; "" elsewhere.
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
    titled: bool
    slot: str
    slot_head: bool
    bold: bool
    foreign: bool
    cued: str

    @property
    def verdict(self) -> str:
        """What follows, with the bracket of "B)" that the mention took up."""
        return ")" + self.follow if self.group.closed else self.follow

    @property
    def in_field(self) -> bool:
        """Whether the group is what an answer field holds."""
        return bool(self.slot) and self.slot_head


@dataclass(slots=True, eq=False)
class Claim:
    """A group as a candidate: what it names, how strongly, by which rule, and whether it was set aside.

    Attributes:
        final: whether it is called final.
        additive: whether it says that its options apply, not that they are the whole answer.
        by: the rule that set it aside.
    """

    group: Group
    context: Context
    options: frozenset[int]
    force: Force
    grade: Grade
    rule: str
    set_aside: SetAside | None = None
    final: bool = False
    additive: bool = False
    by: str = ""

    def put_aside(self, reason: SetAside, by: str) -> None:
        """Let it not count, by a rule that has a name."""
        self.set_aside, self.by = reason, by

    def stand(self) -> None:
        """Let it count after all."""
        self.set_aside, self.by = None, ""

    @property
    def stands(self) -> bool:
        """Whether nothing has set the claim aside."""
        return self.set_aside is None

    @property
    def weak(self) -> bool:
        """Whether it rests on numbers, formulas or everyday words alone."""
        return self.group.weak


@dataclass(slots=True, eq=False)
class Completion:
    """One completion on its way to a verdict.

    Attributes:
        visible: what a reader sees, as one string.
        plain: the same without mark-up, with its way back to the raw completion.
        skeleton: plain text with mentions as single characters.
        claims: in order of their place.
        cut: where a run-on begins in the skeleton; its length where there is none.
        cut_short: whether the provider ended the completion at its length limit.
    """

    visible: str
    plain: Plain
    skeleton: Skeleton
    options: OptionSet
    mode: AnswerMode
    cut_short: bool
    claims: list[Claim] = field(default_factory=list)
    cut: int = 0

    @property
    def standing(self) -> list[Claim]:
        """Claims that nothing has set aside."""
        return [claim for claim in self.claims if claim.set_aside is None]


_MENTIONS = Pattern(MENTION)
_CLOSING = "\"'()[].,;:!?。*_-" + "".join(filter(str.isspace, map(chr, range(0x3001))))
_LINE_HEAD = Pattern(r"[\s\"'(\[*_-]*(?:\d{1,2}[.)]\s*)?\Z")
# What an answer field may say before its label: "the answer is", "option".
_FIELD_LEAD = Pattern(r"[\W_]*(?:(?:the|answer|option|is|choice|correct|final)[\W_]*)*\Z", re.IGNORECASE)


def context_of(skeleton: Skeleton, plain: Plain, group: Group) -> Context:
    """The surroundings of a group."""
    text = skeleton.text
    start, end = skeleton.sentence(group.start)
    slot, head, (first, last) = _slot(skeleton, plain, group, (start, end))
    before, after = _window(text, max(start, first), group, min(end, last))
    line_before, line_after = _line(text, group)
    follow = text[group.end : group.end + 40]
    return Context(
        group=group,
        before=before,
        after=after,
        follow=follow,
        lead=text[: group.start] if group.start <= WINDOW else None,
        opens=start == 0 or (start < LEAD and not _MENTIONS.search(text[:start])),
        closes=end >= skeleton.written,
        line_alone=bool(is_alone(line_after) and _LINE_HEAD.match(line_before)),
        sentence_alone=bool(is_alone(after[:40]) and _LINE_HEAD.match(before[-40:])),
        titled=_titled(plain.text.value, group.mentions[-1].end),
        bold=bool(plain.bold) and plain.is_bold(group.core),
        slot=slot,
        slot_head=head,
        foreign=skeleton.foreign,
        cued=before + noun_of(plain, group) if skeleton.foreign else "",
    )


def _titled(text: str, end: int) -> bool:
    """Whether a capital follows, behind blanks and quotes at most."""
    return text[end : end + 40].lstrip(" \"'*(")[:1].isupper()


def noun_of(plain: Plain, group: Group) -> str:
    """What the first label took up before its letter: "option ", "**cevap ("."""
    first = group.mentions[0]
    return plain_lower(plain.text.value[first.start : first.core[0]])


_ENDED = Pattern(r"[.!?。।۔)\]\"'*`}|]\s*\Z")


def breaks_off(text: str) -> bool:
    """Whether a text ends in the middle of a sentence, whatever the provider says."""
    return not _ENDED.search(text[-20:])


BRACKET = 60  # characters in which an open bracket is sought
_INTERVAL = Pattern(r"\([^()\[\]\n]{1,30}[;,][^()\[\]\n]{1,30}\]")  # "(2; 9]" leaves no bracket open


def in_open_bracket(text: str) -> bool:
    """Whether a text ends inside a bracket, as one that was cut does."""
    end = _INTERVAL.sub("", text[-BRACKET:].rstrip())
    return end.rfind("(") > end.rfind(")") and not end.endswith((".", "!"))


def is_alone(text: str) -> bool:
    """Whether a text is nothing but closing punctuation."""
    return not text[:1].isalnum() and not text.strip(_CLOSING)


def _window(text: str, start: int, group: Group, end: int) -> tuple[str, str]:
    before = text[max(start, group.start - WINDOW) : group.start]
    return before, text[group.end : min(end, group.end + WINDOW)]


def _line(text: str, group: Group) -> tuple[str, str]:
    """The ends of the group's line that touch it."""
    start, end = group.start, group.end
    first = max(text.rfind("\n", max(0, start - 40), start) + 1, start - 40)
    last = text.find("\n", end, end + 40)
    return text[first:start], text[end : last if last >= 0 else end + 40]


def rest_of_line(text: str, start: int) -> str:
    """What stands in the line from a place on."""
    last = text.find("\n", start)
    return text[start : last if last >= 0 else len(text)]


def _slot(skeleton: Skeleton, plain: Plain, group: Group, sentence: Span) -> tuple[str, bool, Span]:
    """The answer field around a group: its kind, whether the group heads it, where sentences end there."""
    found = plain.slot_at(group.mentions[0].core[0]) if plain.slots else None
    if found is None:
        return "", False, sentence
    (first, last), kind = found
    head = _FIELD_LEAD.match(plain.text.value[first : max(first, group.mentions[0].start)]) is not None
    if kind == "boxed":  # a box stands inside its sentence, other fields are texts of their own
        return kind, head, (skeleton.at(first), sentence[1])
    return kind, head, (skeleton.at(first), skeleton.at(max(last, group.mentions[-1].end)))


_SENTENCE_END = Pattern(r"[.!?]\s+\(?\Z")


def set_parts_aside(reply: Completion) -> None:
    """Set aside labels in brackets that head parts of a solution: "(a) The rate is … (b) The time is …"."""
    first = reply.claims[0]
    if first.rule != "leading" or not _heads_part(first, reply):
        return
    following = {next(iter(first.options)) + 1}
    parts = [
        claim
        for claim in reply.claims[1:]
        if claim.options == following and _heads_part(claim, reply) and _opens_sentence(claim, reply)
    ]
    for claim in [first, *parts] if parts else ():
        if claim.stands:
            claim.put_aside(SetAside.RESTATED, "parts-of-solution")


def _heads_part(claim: Claim, reply: Completion) -> bool:
    """Whether a lone label in round brackets opens a sentence that is not its option's text."""
    label = claim.group.mentions[0]
    if len(claim.group.mentions) > 1 or not label.is_label or label.joined or label.clash:
        return False
    text = reply.plain.text.value
    return text[label.start : label.start + 1] == "(" and claim.group.closed and claim.context.titled


def _opens_sentence(claim: Claim, reply: Completion) -> bool:
    before = reply.skeleton.text[max(0, claim.group.start - 8) : claim.group.start]
    return _SENTENCE_END.search(before) is not None or before.endswith("\n")
