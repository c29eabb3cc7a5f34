"""A label and the option text beside it become one mention: "B. lithium", "lithium (B)", "4 = Like me".

Another option's text beside a label is a clash, unless the label's option speaks of others: "C: both".

Decision: docs/decisions/parsers.md, "A third draw of held-out replies".
"""

import re

from parsers.grammar.sets import MEMBER
from parsers.mentions.mention import BY_START, UNKNOWN, Mention
from parsers.options.options import OptionSet
from parsers.pattern import Pattern
from parsers.reading import Clash
from parsers.text.folding import plain_lower

_JOIN = Pattern(
    r"(?:[选選]?[项項](?=:))?"  # "A选项："
    r"\s?[).\]:]*\s*(?:[-:=.,、]|[–—]{1,2})?\s*[\"'(\[]*\s?(?:(?<=\s)(?:an?|the) )?(?:(?<=[\s.)])[$€£₹¥])?"
)
_ARTICLES = ("A", "E", "I", "O", "U")
_LETTER_JOIN = Pattern(r"\s?[).:\]]+\s*[\"'(\[]*")
_BEHIND = Pattern(
    r"[\"')\]]*(?=\s*(?:[.,;:!?)\]\n—–&+。।۔]|-\s|\Z|(?:because|since|as|is|and|or|but)\b"
    r"|(?:है|ہے|হবে|হল|হলো|आहे|です|입니다|이다)[\s.。।۔]*(?:\n|\Z)))"
)
_LABEL_BEHIND = Pattern(r"\s*(?:[-–—:,]\s*)?[(\[]?\s?\Z")


def join(low: str, labels: list[Mention], texts: list[Mention], options: OptionSet) -> list[Mention]:
    """Merge a label with the option text beside it; another option's text beside it is a clash."""
    if not texts and options.owners.keys().isdisjoint([label.letter.lower() for label in labels]):
        return labels
    merged = _join_lists(low, sorted([*labels, *texts], key=BY_START), options)
    mentions: list[Mention] = []
    number = 0
    while number < len(merged):
        mention, taken = _with_next(low, merged, number, options)
        mentions.append(mention)
        number += taken
    return mentions


def _with_next(low: str, merged: list[Mention], number: int, options: OptionSet) -> tuple[Mention, int]:
    """A mention with those behind it that it takes in, and how many they are together."""
    first = merged[number]
    second = merged[number + 1] if number + 1 < len(merged) else None
    if second is None:
        return first, 1
    if _stands_for(low, first, second):
        _explain(low, first, second, options)
    if not _joinable(low, first, second, options):
        return first, 1
    behind = merged[number + 2 :]
    collective = first.is_label and _collective(options, first.options[0]) and _listed(low, second, behind)
    mention = _merge(low, first, second, options)
    if not collective:
        return mention, 2
    mention.clash = None
    return mention, 2 + _absorb(low, mention, behind)


def _listed(low: str, text: Mention, following: list[Mention]) -> bool:
    """Whether another option text follows as the next member of a list."""
    return bool(following) and bool(MEMBER.fullmatch(low[text.end : following[0].start]))


def _absorb(low: str, label: Mention, following: list[Mention]) -> int:
    """ "C: haloperidol and lithium", where C is "both": take in the texts that C speaks of; how many."""
    taken = 0
    for mention in following:
        if mention.is_label or not MEMBER.fullmatch(low[label.end : mention.start]):
            break
        label.end, label.core, taken = mention.end, (label.core[0], mention.end), taken + 1
    return taken


def _join_lists(low: str, mentions: list[Mention], options: OptionSet) -> list[Mention]:
    """ "B & A. Delusional Disorder & Mania": a list of labels and, behind it, the list of their texts."""
    joined: list[Mention] = []
    number = 0
    while number < len(mentions):
        labels = _run(low, mentions, number, is_label=True)
        texts = _run(low, mentions, number + labels, is_label=False) if labels > 1 else 0
        behind = number + labels
        if texts > 1 and _JOIN.fullmatch(low[mentions[behind - 1].end : mentions[behind].start]):
            _merge_lists(low, mentions[number:behind], mentions[behind : behind + texts], options)
            joined += mentions[number:behind]
            number = behind + texts
        else:
            kept = max(labels, 1)
            joined += mentions[number : number + kept]
            number += kept
    return joined


def _run(low: str, mentions: list[Mention], first: int, *, is_label: bool) -> int:
    """How many mentions of one kind follow each other, joined as a list, from `first` on."""
    last = first
    while last < len(mentions) and mentions[last].is_label is is_label:
        if last > first and not MEMBER.fullmatch(low[mentions[last - 1].end : mentions[last].start]):
            break
        last += 1
    return last - first


def _merge_lists(low: str, labels: list[Mention], texts: list[Mention], options: OptionSet) -> None:
    """Let the last label take in the texts, which must name the same options as the labels."""
    last = labels[-1]
    last.end, last.core, last.named, last.joined = texts[-1].end, (last.core[0], texts[-1].end), True, True
    strangers = {text.options for text in texts} - {label.options for label in labels}
    if strangers:
        stranger = next(text for text in texts if text.options in strangers)
        owner = options.labels[stranger.options[0]]
        last.clash, last.joined = Clash(last.letter, low[stranger.start : stranger.end], owner), False


def _joinable(low: str, first: Mention, second: Mention, options: OptionSet) -> bool:
    """Whether one of the two is a label and the other the text beside it."""
    if first.letter and second.letter and second.letter.lower() in options.owners:
        return bool(_LETTER_JOIN.fullmatch(low[first.core[1] : second.start])) and first.options != (UNKNOWN,)
    if first.is_label == second.is_label or len(first.options) > 1 or len(second.options) > 1:
        return False
    between = low[first.end : second.start]
    if first.is_label:
        return _is_text_of(low, first, second, between)
    bracketed = second.named and (low[second.start : second.start + 1] in "([" or _in_brackets(low, second))
    stands_behind = _LABEL_BEHIND.fullmatch(between) is not None and "\n" not in between
    return stands_behind and bracketed and second.options != (UNKNOWN,)


def _is_text_of(low: str, label: Mention, text: Mention, between: str) -> bool:
    """Whether a text behind a label belongs to it: another's only where it is all that its clause says."""
    if not _JOIN.fullmatch(between) or "\n\n" in between:
        return False
    if between == " " and label.letter in _ARTICLES and not label.named and not _closed(low, text):
        return False  # "A coagulacao e a etapa …": the article of its own text
    if label.options == text.options:
        return True
    if between.isspace():
        may_stand = "\n" not in between and (label.named or label.letter != "A")
    else:
        may_stand = "," not in between
    return may_stand and _closed(low, text)


def _in_brackets(low: str, label: Mention) -> bool:
    """Whether a noun and its label are all that stands in brackets: "birch (option B)"."""
    return low[label.start - 1 : label.start] in ("(", "[") and low[label.end : label.end + 1] in (")", "]")


_EQUALS = Pattern(r" ?= ?[\"']?| [-–] [\"']?| \(")


def _stands_for(low: str, number: Mention, text: Mention) -> bool:
    """Whether a number is followed by an option text as what it stands for: "4 = Like me"."""
    if not number.spelled or text.spelled or text.is_label:
        return False
    return _EQUALS.fullmatch(low[number.end : text.start]) is not None and _closed(low, text)


def _explain(low: str, number: Mention, text: Mention, options: OptionSet) -> None:
    """Join a number with its own option's text; another option's text is a clash: "1 = Like me"."""
    if number.options == text.options:
        number.joined = True
        return
    owner = options.labels[text.options[0]]
    number.clash = text.clash = Clash(low[number.start : number.end], low[text.start : text.end], owner)


_COLLECTIVE = Pattern(r"(?:both|all|none|neither|either|any)\b")


def _collective(options: OptionSet, position: int) -> bool:
    """Whether an option speaks of others, so that their texts may stand beside its label."""
    return position != UNKNOWN and bool(_COLLECTIVE.match(plain_lower(options.plain[position]).strip()))


def _closed(low: str, text: Mention) -> bool:
    """Whether the text ends where its clause ends, so that it is the whole of what is joined to the label."""
    return bool(_BEHIND.match(low, text.end))


def _merge(low: str, first: Mention, second: Mention, options: OptionSet) -> Mention:
    """One mention of a label and the text beside it, with the clash where the text is another option's."""
    label, text = (first, second) if first.is_label else (second, first)
    if text.is_label:  # the option texts are letters themselves
        text = Mention(options.owners[text.letter.lower()][:1], "", text.start, text.end, text.core)
    tail = re.compile(r"[\"')\]]*").match(low, second.end)
    end = tail.end() if tail and first.is_label else second.end
    core = (first.core[0], second.core[1])
    merged = Mention(label.options, label.letter, first.start, end, core, named=True, joined=True)
    if label.options != text.options:
        owner = options.labels[text.options[0]]
        merged.clash = Clash(label.letter, low[text.start : text.end], owner)
        merged.joined = False
    return merged
