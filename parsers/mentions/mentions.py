"""Where a plain text names options: by label, by text, by both joined, or by a phrase for several.

Labels inside an option text belong to that text. Whether a mention is a commitment is for `claims/` to
say.
"""

import re
from bisect import bisect_right
from itertools import pairwise

from parsers.grammar.sets import MEMBER
from parsers.mentions.cut_texts import without_cut_text
from parsers.mentions.mention import UNKNOWN, Found, Mention
from parsers.mentions.numbers import number_labels
from parsers.mentions.sets import set_mentions
from parsers.mentions.small_labels import LabelFinder
from parsers.mentions.texts import short_name, text_mentions
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import Clash, Span
from parsers.text.folding import plain_lower
from parsers.text.markup import Plain


def find_mentions(plain: Plain, options: OptionSet, several: bool) -> Found:
    """All places of the text that name options; `several` admits phrases and words for sets."""
    low = plain_lower(plain.text.value)
    texts = text_mentions(plain.text.value, low, options) or short_name(low, options)
    found = Found()
    if options.lettered:
        texts = [_own_text_of_label(plain.text.value, text, options) for text in texts]
        LabelFinder(plain, low, options, texts, several).collect(found)
        found.mentions = sorted([*found.mentions, *_numbered(low, texts, options)], key=_start)
        _part(found.mentions)
        _part_from_texts(low, found.mentions, texts)
    else:
        found.mentions, texts = number_labels(low, texts, options)
    texts = without_cut_text(low, found.mentions, texts, options)
    found.mentions = _join(low, found.mentions, texts, options)
    found.mentions = set_mentions(low, found.mentions, options, several)
    return found


_LABEL_HEAD = Pattern(r"([A-Z])[.):] ")


def _own_text_of_label(text: str, mention: Mention, options: OptionSet) -> Mention:
    """Of "A. rise in costs" the text of A, though another option is "a rise in costs"."""
    label = _LABEL_HEAD.match(text, mention.start) if mention.start + 3 < mention.end else None
    position = options.index.get(label[1], UNKNOWN) if label else UNKNOWN
    if label is None or position == UNKNOWN or (position,) == mention.options:
        return mention
    if words_of(text[label.end() : mention.end]) != options.words[position]:
        return mention
    span = label.end(), mention.end
    return Mention((position,), "", *span, span)


def _start(mention: Mention) -> int:
    return mention.start


_LIST_NUMBER = Pattern(r"(?:\A|\n)[^\S\n]*\(?(\d{1,2})[.):]\s*\Z")
_NUMBER = Pattern(r"(?:[:=]|\b(?:is|option|answer|number|choice|no\.?))\s*\(?(\d{1,2})(?![\w%]|[.,]\d)")


def _numbered(low: str, texts: list[Mention], options: OptionSet) -> list[Mention]:
    """Numbers that stand for options, behind a list of all of them by number: "1. oak … Answer: 2"."""
    listed = texts[: len(options)]
    if [text.options for text in listed] != [(number,) for number in range(len(options))] or len(options) < 2:
        return []
    heads = [_LIST_NUMBER.search(low, max(0, text.start - 8), text.start) for text in listed]
    if [head and head[1] for head in heads] != [str(number + 1) for number in range(len(options))]:
        return []
    found = [(int(match[1]) - 1, match.span(1)) for match in _NUMBER.finditer(low, listed[-1].end)]
    taken = [(text.start, text.end) for text in texts]
    found = [(number, span) for number, span in found if not _lies_in(span, taken)]
    return [
        Mention((number,), options.labels[number], *span, span, named=True)
        for number, span in found
        if 0 <= number < len(options)
    ]


def _lies_in(span: Span, taken: list[Span]) -> bool:
    """Whether a number is part of an option text: "B = 1-(2-oxopropyl)"."""
    return any(start <= span[0] < end for start, end in taken)


def _part(labels: list[Mention]) -> None:
    """Let each label begin behind the one before it: quotation marks between two may be taken for both."""
    for one, following in pairwise(labels):
        if one.end > following.core[0]:
            one.end = following.core[0]
        if following.start < one.end:
            following.start = one.end


def _part_from_texts(low: str, labels: list[Mention], texts: list[Mention]) -> None:
    """Let a label begin behind the option text that ends in its noun: "compound proposition (D)"."""
    starts = [text.start for text in texts]
    for label in labels:
        before = bisect_right(starts, label.start) - 1 if label.named else -1
        end = texts[before].end if before >= 0 else 0
        if label.start < end <= label.core[0]:
            gap = low[end : label.core[0]]
            label.start = end + len(gap) - len(gap.lstrip())


_JOIN = Pattern(
    r"\s?[).\]:]*\s*(?:[-:=.,、]|[–—]{1,2})?\s*[\"'(\[]*\s?(?:(?<=\s)(?:an?|the) )?(?:(?<=[\s.)])[$€£₹¥])?"
)
_ARTICLES = ("A", "E", "I", "O", "U")
_LETTER_JOIN = Pattern(r"\s?[).:\]]+\s*[\"'(\[]*")
_BEHIND = Pattern(
    r"[\"')\]]*(?=\s*(?:[.,;:!?)\]\n—–&+。।۔]|-\s|\Z|(?:because|since|as|is|and|or|but)\b"
    r"|(?:है|ہے|হবে|হল|হলো|आहे|です|입니다|이다)[\s.。।۔]*(?:\n|\Z)))"
)
_LABEL_BEHIND = Pattern(r"\s*(?:[-–—:,]\s*)?[(\[]?\s?\Z")


def _join(low: str, labels: list[Mention], texts: list[Mention], options: OptionSet) -> list[Mention]:
    """Merge a label with the option text beside it; another option's text beside it is a clash."""
    if not texts and not any(label.letter.lower() in options.owners for label in labels):
        return labels
    mentions: list[Mention] = []
    merged = _join_lists(low, sorted([*labels, *texts], key=lambda mention: mention.start), options)
    number = 0
    while number < len(merged):
        first = merged[number]
        second = merged[number + 1] if number + 1 < len(merged) else None
        if second is not None and _stands_for(low, first, second):
            _explain(low, first, second, options)
        if second is not None and _joinable(low, first, second, options):
            behind = merged[number + 2 :]
            collective = (
                first.is_label and _collective(options, first.options[0]) and _listed(low, second, behind)
            )
            first = _merge(low, first, second, options)
            number += 1
            if collective:
                first.clash = None
                number += _absorb(low, first, behind)
        mentions.append(first)
        number += 1
    return mentions


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
    if first.letter and second.letter and second.letter.lower() in options.owners:
        return bool(_LETTER_JOIN.fullmatch(low[first.core[1] : second.start])) and first.options != (UNKNOWN,)
    if first.is_label == second.is_label or len(first.options) > 1 or len(second.options) > 1:
        return False
    between = low[first.end : second.start]
    own = first.options == second.options
    if first.is_label:
        if not _JOIN.fullmatch(between) or "\n\n" in between:
            return False
        if between == " " and first.letter in _ARTICLES and not first.named and not _closed(low, second):
            return False  # "A coagulacao e a etapa …": the article of its own text
        return (
            own
            or ("," not in between and not between.isspace() and _closed(low, second))
            or (
                between.isspace()
                and "\n" not in between
                and (first.named or first.letter != "A")
                and _closed(low, second)
            )
        )
    bracketed = second.named and (low[second.start : second.start + 1] in "([" or _in_brackets(low, second))
    return (
        bool(_LABEL_BEHIND.fullmatch(between))
        and "\n" not in between
        and bracketed
        and second.options != (UNKNOWN,)
    )


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
