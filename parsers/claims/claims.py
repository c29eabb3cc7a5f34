"""The values between a mention and a verdict: the surroundings of a group of mentions, and what it
claims.

`Context` holds the surroundings, `judge.py` says how strong a claim they make, `guards.py` why it may not
count.

Decision: docs/decisions/parsers.md, "One look at the words before an option".
Decision: docs/decisions/parsers.md, "Each step is done for all options before the next one".
Decision: docs/decisions/parsers.md, "What one option in a short reply cannot be".
Decision: docs/decisions/parsers.md, "What the interpreter is slow at, in work done for each option".
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from parsers.claims.clauses import clause_ahead, clause_behind
from parsers.claims.quiet import is_led, is_still
from parsers.grammar.cued import patterns_of
from parsers.grammar.languages.lexicon import roles_in
from parsers.mentions.groups import WINDOW, Group, Skeleton
from parsers.options.options import OptionSet
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Grade, SetAside, Span
from parsers.text.characters import WHITE_SPACE
from parsers.text.folding import plain_lower
from parsers.text.markup import Plain

LEAD = 400  # a sentence that begins later is not the opening one
_NEAR = 40  # characters beside a group that tell whether anything stands there


class Force(IntEnum):
    """How strongly a sentence presents its mention as the reply's own answer."""

    MENTION = 1  # named in passing
    ASSERTED = 2  # an option text stated as the case
    STRONG = 3  # concluded, judged right, or standing alone
    DECLARED = 4  # called the answer


# By name for what is done for each option: in Python 3.11 a member is looked up as slowly as a method called.
IN_PASSING, ASSERTED, STRONG, DECLARED = Force


@dataclass(slots=True, eq=False)
class Context:
    """A group and its surroundings in the skeleton.

    Attributes:
        before, after: its sentence up to the group, and from the group on; at most WINDOW characters each.
        follow: what stands right behind the group, whatever sentence it belongs to.
        verdict: the same with the bracket of "B)" that the mention took up.
        second: whether another group stands in `before`.
        lead: all text before the group, where that is short; None otherwise.
        opens, closes: whether the group stands in the first, or in the last, sentence.
        line_alone, sentence_alone: whether nothing else stands in its line, or in its sentence.
        slot: kind of the answer field it stands in, or "".
        slot_head: whether it heads that field.
        plain: the text with the case and the emphasis that the skeleton lacks.
        foreign: whether the reply has cue words of a language other than English.
        ahead: the patterns that may take the words before the group, see `cued.patterns_of`.
        led: whether a sentence pattern is among them.
        still: whether none takes what follows the group.
        quiet: whether none takes the words around it; False where `lead` is not None.
        cued: `before` with the noun that the label took up, where the reply has cue words of a language
            other than English; "" elsewhere.
        clause: what of `cued` and of `after` is one clause with the group; "" likewise.
        said: all roles that its words have in such a language; without `ANNOUNCING` or `DENYING` it says
            nothing of the group.
    """

    group: Group
    before: str
    after: str
    follow: str
    verdict: str
    second: bool
    lead: str | None
    opens: bool
    closes: bool
    line_alone: bool
    sentence_alone: bool
    slot: str
    slot_head: bool
    plain: Plain
    foreign: bool
    cued: str = ""
    clause: tuple[str, str] = ("", "")
    said: int = 0
    ahead: int = 0
    led: bool = False
    still: bool = False
    quiet: bool = False

    def follows(self, pattern: Pattern) -> bool:
        """Whether the pattern takes what stands before the group."""
        return self.ahead & pattern.first != 0 and pattern.search(self.before) is not None

    @property
    def titled(self) -> bool:
        """Whether a capital follows, so that a new sentence or an option text begins there."""
        end = self.group.mentions[-1].end
        return self.plain.text.value[end : end + 40].lstrip(" \"'*(")[:1].isupper()

    @property
    def bold(self) -> bool:
        """Whether the group was emphasised."""
        return bool(self.plain.bold) and self.plain.is_bold(self.group.core)

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
        single: whether it may name one option only.
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
    single: bool = field(init=False)

    def __post_init__(self) -> None:
        self.single = self.mode is AnswerMode.SINGLE

    @property
    def standing(self) -> list[Claim]:
        """Claims that nothing has set aside."""
        return [claim for claim in self.claims if claim.set_aside is None]

    def alone_named(self, named: Callable[[Group], bool]) -> list[Claim]:
        """The claims before a run-on with a group `named` so, if all are of one option; [] otherwise."""
        found = [
            claim
            for claim in self.claims
            if named(claim.group) and claim.set_aside is not SetAside.AFTER_RUN_ON
        ]
        return found if len({claim.options for claim in found}) == 1 else []

    def declares_outside(self, listed: frozenset[Claim]) -> bool:
        """Whether something is called the answer that is none of these claims."""
        return any(claim.force is Force.DECLARED and claim not in listed for claim in self.standing)


_ALONE = WHITE_SPACE + "\"'()[].,;:!?。*_-"
_LINE_HEAD = Pattern(r"[\s\"'(\[*_-]*(?:\d{1,2}[.)]\s*)?\Z")
# What an answer field may say before its label: "the answer is", "option".
_FIELD_LEAD = Pattern(r"[\W_]*(?:(?:the|answer|option|is|choice|correct|final)[\W_]*)*\Z", re.IGNORECASE)


def contexts_of(skeleton: Skeleton, plain: Plain) -> list[Context]:
    """The surroundings of every group, and what the words there may say."""
    groups = skeleton.groups
    ends = [0, *[group.end for group in groups]]
    contexts = [_surroundings(skeleton, plain, group, end) for group, end in zip(groups, ends, strict=False)]
    for context in contexts:
        context.ahead = patterns_of(context.before)
        context.led = is_led(context.ahead)
    for context in contexts if skeleton.foreign else ():
        context.cued = context.before + noun_of(plain, context.group)
        context.clause = ahead, behind = clause_ahead(context.cued), clause_behind(context.after)
        context.said = roles_in(ahead) | roles_in(behind)
    for context in contexts:
        context.still = is_still(context.before, context.after, context.verdict)
        context.quiet = context.still and not context.led and context.lead is None
    return contexts


def _surroundings(skeleton: Skeleton, plain: Plain, group: Group, earlier: int) -> Context:
    """The surroundings of a group; `earlier` is where the one before it ends."""
    text, begins, ends = skeleton.text, group.start, group.end
    start, end = first, last = skeleton.sentence(begins)
    slot, slot_head = "", False
    if plain.slots:
        slot, slot_head, (first, last) = _slot(skeleton, plain, group, (start, end))
        first, last = max(start, first), min(end, last)
    after = text[ends : min(last, ends + WINDOW)]
    begin = max(first, begins - WINDOW)
    before = text[begin:begins]
    follow = text[ends : ends + _NEAR]
    in_word = follow[:1].isalnum()  # as most labels in prose have it
    ended = not (after and in_word) and is_alone(after[:_NEAR])
    verdict = ")" + follow if group.closed else follow
    second = earlier > begin
    lead = text[:begins] if begins <= WINDOW else None
    opens = start == 0 or (start < LEAD and skeleton.positions[0] >= start)
    closes = end >= skeleton.written
    may_end = not in_word and (ended or "\n" in follow or after[:_NEAR] != follow)
    line_alone = may_end and _alone_in_line(text, group)
    sentence_alone = ended and _LINE_HEAD.match(before[-_NEAR:]) is not None
    return Context(  # by place: by name a class is called at half the speed
        group, before, after, follow, verdict, second, lead, opens, closes,
        line_alone, sentence_alone, slot, slot_head, plain, skeleton.foreign,
    )  # fmt: skip


def noun_of(plain: Plain, group: Group) -> str:
    """What the first label took up before its letter: "option ", "**cevap ("."""
    first = group.mentions[0]
    start, end = first.start, first.core[0]
    return plain_lower(plain.text.value[start:end]) if start < end else ""


def is_alone(text: str) -> bool:
    """Whether a text is nothing but closing punctuation."""
    return not text[:1].isalnum() and not text.strip(_ALONE)


def _alone_in_line(text: str, group: Group) -> bool:
    """Whether nothing but signs stands in the group's line, as far as it is near."""
    start, end = group.start, group.end
    last = text.find("\n", end, end + _NEAR)
    if not is_alone(text[end : last if last >= 0 else end + _NEAR]):
        return False
    first = max(text.rfind("\n", max(0, start - _NEAR), start) + 1, start - _NEAR)
    return _LINE_HEAD.match(text[first:start]) is not None


def rest_of_line(text: str, start: int) -> str:
    """What stands in the line from a place on."""
    last = text.find("\n", start)
    return text[start : last if last >= 0 else len(text)]


def _slot(skeleton: Skeleton, plain: Plain, group: Group, sentence: Span) -> tuple[str, bool, Span]:
    """The answer field around a group: its kind, whether the group heads it, where sentences end there."""
    found = plain.slot_at(group.mentions[0].core[0])
    if found is None:
        return "", False, sentence
    (first, last), kind = found
    head = _FIELD_LEAD.match(plain.text.value[first : max(first, group.mentions[0].start)]) is not None
    if kind == "boxed":  # a box stands inside its sentence, other fields are texts of their own
        return kind, head, (skeleton.at(first), sentence[1])
    return kind, head, (skeleton.at(first), skeleton.at(max(last, group.mentions[-1].end)))
