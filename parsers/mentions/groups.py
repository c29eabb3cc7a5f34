"""From mentions to groups: the skeleton of a reply, its sentences, and which mentions stand together.

The skeleton is the plain text in lower case with every mention as one character, so that a sentence
pattern sees "the answer is ◆" whatever the option is called. "A, B and D" is one group, "A or B" a group
of alternatives.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from parsers.grammar.languages.lexicon import listed
from parsers.grammar.negations import BEFORE_ELIMINATION, BEFORE_NEGATION, BEFORE_NONE_OF
from parsers.grammar.pattern import LABEL_BASE, MAX_MENTIONS, MENTION, NO_MENTION, TEXT_BASE
from parsers.mentions.mention import UNKNOWN, Mention, ends
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.folding import plain_lower

WINDOW = 220  # characters of a sentence looked at on each side of a group

_PRIVATE = Pattern(MENTION)
_AND = r"but also|and|&|\+|as well as|plus|along with|together with|" + listed("both")
_OR = r"and/or|or alternatively|alternatively|or else|or|vs\.?|versus|" + listed("either")
_HEDGE = r"maybe|perhaps|possibly|probably|potentially|arguably"
_NOUN = (
    r"(?:an?|the|option|options|choice|answer|letter|also|both|even|too|then|only|just|second"
    r"|secondly|third"
    rf"|finally|la|el|le|les|las|los|il|die|der|das|den|det|de|{listed('option')})\s+"
)
_BETWEEN = Pattern(
    rf"[\s\"')\](番号번項项]*(?:(?P<punct>[,;/&+、|・·])\s*)?\(?(?:(?P<word>{_OR}|{_AND})(?![^\W\d_])-?\s*)?"
    rf"(?:(?:but )?(?:also )?(?P<hedge>{_HEDGE})\s+)?(?:{_NOUN})*[\s\"'(\[]*"
)
# "The options are A and": what follows, up to the end, where a list breaks off.
HALF = Pattern(
    rf"[\s\"')*\]]*(?:(?P<sign>[,;/&+、，；،|])\s*)?(?:(?P<word>{_OR}|{_AND})(?![^\W\d_])\s*)?"
    rf"(?:{_NOUN.replace(chr(92) + 's+', chr(92) + 's*')})?[\s\"'(\[*]*\Z"
)
_NOT_ONLY = Pattern(r"not only \Z")
# "A or, if pregnant, C": an alternative with its condition.
_OR_ELSE = Pattern(r"[\"')\]]*,? or,? (?:if|for|in|when|with|perhaps|possibly|maybe)\b[^,.;\n]{0,24},? ")
_COMMA = Pattern(r"[\"')\]]*[,;]\s*")
_BUT = Pattern(r",? but ")
# One subject for one verb: in "B, A is wrong" the comma ends a clause, it makes no list.
_SINGULAR = Pattern(
    r"[\s)\]\"']*(?:is|was|isn't|wasn't|seems|does|doesn't|would|could|might|may|can|can't|cannot|has"
    r"|hasn't|fits|looks"
    r"|appears|should|will|won't|must|fails|lacks|applies|requires|describes|refers|means)\b"
)
# Signs that end a sentence, or line breaks: the first of them told at once. A row of dots is looked at in
# portions: from each of its dots to its end, 40,000 of them would take half a minute.
_BREAK = Pattern(
    r"[.!?。！？…\n](?:(?<=\n)\n*|(?<!\n)[.!?。！？…]{0,30}[\"')\]]*(?=\s|\Z|[\u3000-\u9fff])\s*)"
)
_ABBREVIATED = r"e\.g|i\.e|vs|cf|dr|mr|mrs|ms|st|no|fig|approx|etc|resp|ca|z\.b|d\.h"
_ABBREVIATION = Pattern(rf"(?:\b(?:{_ABBREVIATED})|\b[a-z])\.\Z")
_ABBREVIATED_ENDS = frozenset(word[-2:] + "." for word in _ABBREVIATED.replace("\\", "").split("|"))
# "… equals n. The answer is": a letter that ends its sentence, not an initial; the next one opens like this.
_VARIABLE = Pattern(r"(?<![\w.])[a-z]\.\Z")
_OPENER = Pattern(
    r"(?:the|th(?:is|ese|en|us|at|ey|erefore)|so|hence|we|it|since|now|however|finally|because|which|here|if|for"
    r"|in|as|by|but|note|let|answer|option|also)\b"
)
_COLON_END = Pattern(
    rf"(?::|\b(?:is|are)|(?:\A|[.!?\n])[^.!?\n{NO_MENTION}]{{0,30}}"
    rf"\b(?:answer|option|choice|{listed('answer', 'option')}))\s*\Z"
)


# A line that announces the answer is a sentence of its own, whatever led up to it.
_ANSWER_LINE = Pattern(
    rf"[^\w\n{NO_MENTION}]*(?:[^\W\d_]+ ){{0,2}}"
    rf"(?:answer|option|choice|selection|{listed('answer', 'option')})[ \"'*_]*:"
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
    """

    mentions: list[Mention]
    start: int
    end: int
    joints: list[str] = field(default_factory=list)
    alternatives: bool = False
    hedged: bool = False

    @property
    def options(self) -> frozenset[int]:
        if len(self.mentions) == 1:
            return frozenset(self.mentions[0].options)
        return frozenset(option for mention in self.mentions for option in mention.options)

    @property
    def named_by_label(self) -> bool:
        """Whether a label names an option, be it a letter or a label of several signs."""
        first = self.mentions[0]
        if first.letter or first.spelled:
            return True
        return len(self.mentions) > 1 and any(mention.letter or mention.spelled for mention in self.mentions)

    @property
    def weak(self) -> bool:
        """Whether it rests on numbers, formulas or everyday words alone."""
        return self.mentions[0].weak and all(mention.weak for mention in self.mentions)

    @property
    def has_label(self) -> bool:
        if self.mentions[0].letter:
            return True
        return len(self.mentions) > 1 and any(mention.letter for mention in self.mentions)

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
        return last.named and last.is_label and last.end > last.core[1]

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
        number = bisect_right(self.starts, position) - 1
        last = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.starts[number], last

    def at(self, plain_position: int) -> int:
        """Where a position of the plain text stands in the skeleton; inside a mention, behind it."""
        number = bisect_right(self.ends, plain_position)
        if number < len(self.mentions) and self.mentions[number].start < plain_position:
            return self.positions[number] + 1
        shift = self.ends[number - 1] - self.positions[number - 1] - 1 if number else 0
        return plain_position - shift


def build_skeleton(text: str, mentions: list[Mention]) -> Skeleton:
    """The skeleton of a plain text with these mentions."""
    mentions = ends(mentions)
    low = _PRIVATE.sub("\ufffd", plain_lower(text)) if not text.isascii() else text.lower()
    pieces: list[str] = []
    positions: list[int] = []
    last = length = 0
    for number, mention in enumerate(mentions):
        pieces.append(low[last : mention.start])
        length += mention.start - last
        positions.append(length)
        pieces.append(chr((LABEL_BASE if mention.is_label else TEXT_BASE) + number % MAX_MENTIONS))
        length += 1
        last = mention.end
    pieces.append(low[last:])
    skeleton = Skeleton("".join(pieces), mentions, positions, [mention.end for mention in mentions])
    skeleton.starts = _sentence_starts(skeleton.text)
    skeleton.groups = _group(skeleton)
    return skeleton


def _sentence_starts(text: str) -> list[int]:
    starts = [0]
    for match in _BREAK.finditer(text):
        start, end = match.span()
        if "\n" in match[0]:
            goes_on = (
                _COLON_END.search(text, max(starts[-1], start - 40), start) is not None
                and _ANSWER_LINE.match(text, end) is None
            )
        else:
            goes_on = text[start] == "." and _abbreviates(text, start, end)
        if not goes_on and end < len(text):
            starts.append(end)
    return starts


def _abbreviates(text: str, start: int, end: int) -> bool:
    """Whether a full stop belongs to a word; behind a variable it ends a sentence where another one opens."""
    last = text[start - 2 : start + 1]
    if start > 1 and last[0].isalnum() and last not in _ABBREVIATED_ENDS:
        return False  # told at once of nearly all sentences
    before = text[max(0, start - 12) : end].rstrip()
    if before[-1:] != "." or not _ABBREVIATION.search(before):
        return False
    return not (_VARIABLE.search(before) and _OPENER.match(text, end, end + 10))


def _group(skeleton: Skeleton) -> list[Group]:
    groups: list[Group] = []
    for mention, position in zip(skeleton.mentions, skeleton.positions, strict=True):
        if groups and not mention.pointer and _joins(skeleton.text, groups[-1], mention, position):
            groups[-1].mentions.append(mention)
            groups[-1].end = position + 1
        else:
            groups.append(Group([mention], position, position + 1))
    return [part for group in groups for part in _split(skeleton, group)]


def _split(skeleton: Skeleton, group: Group) -> list[Group]:
    """Part a group where a clause ends inside it."""
    return _split_at_semicolon(skeleton, group) or _split_subject(skeleton, group)


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


_DENIED_BEHIND = Pattern(rf"[\s\"')]+(?:{listed('denial_behind')})(?!\w)")


def _split_subject(skeleton: Skeleton, group: Group) -> list[Group]:
    """Part the last mention from a comma list where it alone is the subject of what follows."""
    if (
        len(group.mentions) < 2
        or group.joints[-1] not in (",", ";")
        or any(j not in ",;" for j in group.joints)
    ):
        return [group]
    before = skeleton.text[max(0, group.start - WINDOW) : group.start]
    parted = _SINGULAR.match(skeleton.text, group.end) or _DENIED_BEHIND.match(skeleton.text, group.end)
    if not parted or BEFORE_NONE_OF.search(before):
        return [group]
    *first, last = group.mentions
    end = skeleton.at(first[-1].end)
    return [Group(first, group.start, end, group.joints[:-1]), Group([last], group.end - 1, group.end)]


def _joins(text: str, group: Group, mention: Mention, position: int) -> bool:
    """Whether the mention at `position` belongs to the group before it; notes how it is joined."""
    if position - group.end > 40 or group.mentions[-1].pointer:
        return False
    gap = text[group.end : position]
    match = _BETWEEN.fullmatch(gap)
    if _NOT_ONLY.search(text[max(0, group.start - 12) : group.start]) and _BUT.fullmatch(gap):
        group.joints.append("but")
        return True
    if _OR_ELSE.fullmatch(gap) or (gap == " to " and not group.has_label):
        group.joints.append("or")
        group.alternatives = True
        return True
    bare = _bare_gap(gap) and group.has_label and text[position] < chr(TEXT_BASE)
    if _COMMA.fullmatch(gap) and mention.options[0] in group.options and mention.options[0] != UNKNOWN:
        return False  # "between A and B, B": a list names nothing twice
    if match is not None and "\n" not in gap and (match["punct"] or match["word"] or match["hedge"] or bare):
        word = match["word"]
        group.joints.append(word or match["punct"] or " ")
        group.alternatives = group.alternatives or bool(word and re.fullmatch(_OR, word))
        group.hedged = group.hedged or bool(match["hedge"])
        return True
    return False


def _bare_gap(gap: str) -> bool:
    """Labels with nothing but a blank between them: "A B"."""
    return gap in (" ", ") ", ") (", "")
