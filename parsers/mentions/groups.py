"""From mentions to groups: the skeleton of a reply, its sentences, and which mentions stand together.

The skeleton is the plain text in lower case with every mention as one character, so that a sentence
pattern sees "the answer is ◆" whatever the option is called. "A, B and D" is one group, "A or B" a group
of alternatives.

Decision: docs/decisions/parsers.md, "Known stores outside English, read whole".
Decision: docs/decisions/parsers.md, "Replies of seven stores not met before, in thirteen languages".
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from parsers.grammar.languages.joining import joining
from parsers.grammar.negations import BEFORE_ELIMINATION, BEFORE_NEGATION
from parsers.grammar.pattern import LABEL_BASE, MAX_MENTIONS, MENTION, TEXT_BASE
from parsers.mentions.denied_last import denies_last, ends_object
from parsers.mentions.mention import UNKNOWN, Mention, ends
from parsers.mentions.sentences import sentence_starts
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.characters import WHITE_SPACE, has_far
from parsers.text.folding import plain_lower

WINDOW = 220  # characters of a sentence looked at on each side of a group

_PRIVATE = Pattern(MENTION)
_AND = r"but also|and|&|\+|as well as|plus|along with|together with|en|とも|와|과|ו-|" + joining("both")
_OR = r"and/or|or alternatively|alternatively|or else|or|vs\.?|versus|" + joining("either")
_HEDGE = r"maybe|perhaps|possibly|probably|potentially|arguably"
_NOUN = (
    r"(?:an?|the|option|options|choice|answer|letter|opcion|also|both|even|too|then|only|just|second"
    r"|secondly|third|finally)\s+"
)
_BETWEEN = Pattern(
    rf"[\s\"')\](]*(?:(?P<punct>[,;/&+、|・·])\s*)?\(?(?:(?P<word>{_OR}|{_AND})(?![^\W\d_])\s*)?"
    rf"(?:(?:but )?(?:also )?(?P<hedge>{_HEDGE})\s+)?(?:{_NOUN})*[\s\"'(\[]*"
)
_SIGNS_BETWEEN = WHITE_SPACE + "\"')]([,;/&+、|・·"  # with which it begins, if not with one of its words
_LETTERS_BETWEEN = frozenset(_BETWEEN.source)
_BARE = (" ", ") ", ") (")  # "A B": labels with nothing but a blank between them
# "A or, if pregnant, C": an alternative with its condition.
_OR_ELSE = Pattern(r"[\"')\]]*,? or,? (?:if|for|in|when|with|perhaps|possibly|maybe)\b[^,.;\n]{0,24},? ")
# "A (maple) or B (birch)": what stands in brackets says what the label means.
_OR_GLOSSED = Pattern(rf"[\"'*]* ?\([^()\n]+\)[\"'*]*,? (?:{_OR})(?![^\W\d_])\s*(?:{_NOUN})*[\s\"'(\[*]*")
_COMMA = Pattern(r"[\"')\]]*[,;]\s*(?:and |but )?")
_BUT = Pattern(r",? but ")
# One subject for one verb: in "B, A is wrong" the comma ends a clause, it makes no list.
_SINGULAR = Pattern(
    r"[\s)\]\"']*(?:is|was|isn't|wasn't|seems|does|doesn't|would|could|might|may|can|can't|cannot|has"
    r"|hasn't|fits|looks"
    r"|appears|should|will|won't|must|fails|lacks|applies|requires|describes|refers|means)\b"
)


@dataclass(slots=True)
class Group:
    """Mentions that are named together.

    Attributes:
        mentions: in order.
        start, end: its stretch of the skeleton.
        joints: per gap between two mentions, the word or sign that joins them.
        alternatives: joined by "or", so that they are no set.
        hedged: a member stands behind "maybe" or the like.
        has_label: whether a letter names an option.
        named_by_label: whether a label does, be it a letter or a label of several signs.
        options: all that are named.
        weak: whether it rests on numbers, formulas or everyday words alone.
    """

    mentions: list[Mention]
    start: int
    end: int
    joints: list[str] = field(default_factory=list)
    alternatives: bool = False
    hedged: bool = False
    has_label: bool = field(init=False)
    named_by_label: bool = field(init=False)
    options: frozenset[int] = field(init=False)
    weak: bool = field(init=False)

    def __post_init__(self) -> None:
        first = self.mentions[0]
        self.has_label = bool(first.letter)
        self.named_by_label = self.has_label or first.spelled
        self.options = frozenset(first.options)
        self.weak = first.weak
        if len(self.mentions) > 1:
            for mention in self.mentions:
                self._take_in(mention)

    def add(self, mention: Mention, position: int) -> None:
        """Take in the mention that follows, as one character at this place."""
        self.mentions.append(mention)
        self.end = position + 1
        self._take_in(mention)

    def _take_in(self, mention: Mention) -> None:
        """What a mention adds to what its group says of itself."""
        self.has_label = self.has_label or bool(mention.letter)
        self.named_by_label = self.named_by_label or self.has_label or mention.spelled
        self.options = self.options.union(mention.options)
        self.weak = self.weak and mention.weak

    @property
    def is_row(self) -> bool:
        """Whether bars part its letters, as in a row of a truth table: "T | F | T"."""
        if "|" not in self.joints:
            return False
        return self.joints.count("|") > 1 or len(self.options) < len(self.mentions) or UNKNOWN in self.options

    @property
    def closed(self) -> bool:
        """Whether its last label is marked off by its own bracket, as in "B)"."""
        last = self.mentions[-1]
        return last.named and last.letter != "" and last.end > last.core[1]

    @property
    def core(self) -> Span:
        return self.mentions[0].core[0], self.mentions[-1].core[1]


@dataclass(slots=True)
class Skeleton:
    """A reply reduced to what sentence patterns need.

    Attributes:
        text: lower case, every mention one character.
        groups: in order.
        starts: where each sentence begins, ascending, first 0.
        mentions: all mentions, in order.
        positions: where each mention stands in `text`.
        ends: where each mention ends in the plain text.
        foreign: whether it has cue words of a language other than English.
        written: where the last character of `text` that is no white space ends.
    """

    text: str
    mentions: list[Mention]
    positions: list[int]
    ends: list[int]
    foreign: bool = False
    groups: list[Group] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    written: int = field(init=False)

    def __post_init__(self) -> None:
        self.written = len(self.text.rstrip())

    def sentence(self, position: int) -> Span:
        """The sentence around a position."""
        starts = self.starts
        number = bisect_right(starts, position)
        return starts[number - 1], starts[number] if number < len(starts) else len(self.text)

    def at(self, plain_position: int) -> int:
        """Where a position of the plain text stands in the skeleton; inside a mention, behind it."""
        number = bisect_right(self.ends, plain_position)
        if number < len(self.mentions) and self.mentions[number].start < plain_position:
            return self.positions[number] + 1
        shift = self.ends[number - 1] - self.positions[number - 1] - 1 if number else 0
        return plain_position - shift

    def plain_at(self, position: int) -> int:
        """Where a position of the skeleton, outside mentions, stands in the plain text."""
        number = bisect_left(self.positions, position)
        return position + (self.ends[number - 1] - self.positions[number - 1] - 1 if number else 0)


def build_skeleton(text: str, mentions: list[Mention]) -> Skeleton:
    """The skeleton of a plain text with these mentions."""
    mentions = ends(mentions)
    low = plain_lower(text)
    if has_far(text):  # those that stand for mentions are among these
        low = _PRIVATE.sub("\ufffd", low)
    pieces: list[str] = []
    positions: list[int] = []
    last = length = 0
    for number, mention in enumerate(mentions):
        pieces.append(low[last : mention.start])
        length += mention.start - last
        positions.append(length)
        pieces.append(chr((LABEL_BASE if mention.letter else TEXT_BASE) + number % MAX_MENTIONS))
        length += 1
        last = mention.end
    pieces.append(low[last:])
    skeleton = Skeleton("".join(pieces), mentions, positions, [mention.end for mention in mentions])
    skeleton.starts = sentence_starts(skeleton.text)
    skeleton.groups = _group(skeleton, low)
    return skeleton


def _group(skeleton: Skeleton, low: str) -> list[Group]:
    """The mentions of a skeleton in groups; `low` is the text with its mentions."""
    groups: list[Group] = []
    for mention, position in zip(skeleton.mentions, skeleton.positions, strict=True):
        if groups and not mention.pointer and _joins(skeleton.text, groups[-1], mention, position):
            groups[-1].add(mention, position)
        else:
            groups.append(Group([mention], position, position + 1))
    if len(groups) == len(skeleton.mentions):
        return groups
    return [part for group in groups for part in (_split(skeleton, group, low) if group.joints else (group,))]


def _split(skeleton: Skeleton, group: Group, low: str) -> list[Group]:
    """Part a group where a clause ends inside it; `low` is the text with its mentions."""
    return (
        _split_at_semicolon(skeleton, group)
        or _split_denied(skeleton, group, low)
        or _split_subject(skeleton, group)
    )


def _split_at_semicolon(skeleton: Skeleton, group: Group) -> list[Group]:
    """Part "not A; B" and "that excludes A; B" before the B; [] for every other group."""
    if ";" not in group.joints:
        return []
    before = skeleton.text[max(0, group.start - WINDOW) : group.start]
    if not (BEFORE_NEGATION.search(before) or BEFORE_ELIMINATION.search(before)):
        return []
    number = group.joints.index(";") + 1
    first, rest = group.mentions[:number], group.mentions[number:]
    end, start = skeleton.at(first[-1].end), skeleton.at(rest[0].end) - 1
    return [
        Group(first, group.start, end, group.joints[: number - 1]),
        Group(rest, start, group.end, group.joints[number:]),
    ]


def _split_denied(skeleton: Skeleton, group: Group, low: str) -> list[Group]:
    """Part the last of two where the language of the answer denies it: "Jibu ni A, si B"."""
    if len(group.mentions) != 2:
        return []
    first = group.mentions[0]
    noun = low[first.start : first.core[0]]
    denied = denies_last(skeleton.text, group.start, group.end, group.joints[0], noun)
    return _part_last(skeleton, group) if denied else []


def _split_subject(skeleton: Skeleton, group: Group) -> list[Group]:
    """Part the last mention from a comma list where it alone is the subject of what follows."""
    if len(group.mentions) < 2:
        return [group]
    joint = group.joints[-1]
    if joint not in (",", ";") and not _is_new_subject(skeleton, group):
        return [group]
    if joint == "," and any(j not in ",;" for j in group.joints):
        return [group]  # "A and B, C is wrong" may deny them all
    if not _SINGULAR.match(skeleton.text, group.end):
        return [group]
    return _part_last(skeleton, group)


def _is_new_subject(skeleton: Skeleton, group: Group) -> bool:
    end = skeleton.at(group.mentions[-2].end)
    return group.joints[-1] == "and" and ends_object(skeleton.text, group.start, end, group.end)


def _part_last(skeleton: Skeleton, group: Group) -> list[Group]:
    *first, last = group.mentions
    end = skeleton.at(first[-1].end)
    left = Group(
        first, group.start, end, group.joints[:-1], alternatives=group.alternatives and len(first) > 1
    )
    return [left, Group([last], group.end - 1, group.end)]


def _joins(text: str, group: Group, mention: Mention, position: int) -> bool:
    """Whether the mention at `position` belongs to the group before it; notes how it is joined."""
    if position - group.end > 40 or group.mentions[-1].pointer:
        return False
    gap = text[group.end : position]
    first = gap.lstrip(_SIGNS_BETWEEN)[:1]
    other = first.isalpha() and first not in _LETTERS_BETWEEN
    match = None if other else _BETWEEN.fullmatch(gap)
    if text.endswith("not only ", 0, group.start) and _BUT.fullmatch(gap):
        group.joints.append("but")
        return True
    glossed = ")" in gap and group.has_label and mention.letter and _OR_GLOSSED.fullmatch(gap)
    if glossed or ("or" in gap and _OR_ELSE.fullmatch(gap)) or (gap == " to " and not group.has_label):
        group.joints.append("or")
        group.alternatives = True
        return True
    bare = gap in _BARE and group.has_label and text[position] < chr(TEXT_BASE)
    named = mention.options[0] in group.options and mention.options[0] != UNKNOWN
    if named and _COMMA.fullmatch(gap):
        return False  # "between A and B, B": a list names nothing twice
    if match is not None and "\n" not in gap and (match["punct"] or match["word"] or match["hedge"] or bare):
        word = match["word"]
        group.joints.append(word or match["punct"] or " ")
        group.alternatives = group.alternatives or bool(word and re.fullmatch(_OR, word))
        group.hedged = group.hedged or bool(match["hedge"])
        return True
    return False
