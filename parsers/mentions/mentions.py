"""Where a plain text names options: by label, by text, by both joined, or by a phrase for several.

Labels inside an option text belong to that text; how a label takes in the text beside it is for `joined.py`.
Whether a mention is a commitment is for `claims/` to say.
"""

from bisect import bisect_right
from itertools import pairwise

from parsers.mentions.cut_texts import without_cut_text
from parsers.mentions.joined import join
from parsers.mentions.mention import BY_START, UNKNOWN, Found, Mention
from parsers.mentions.numbers import number_labels
from parsers.mentions.sets import set_mentions
from parsers.mentions.small_labels import LabelFinder
from parsers.mentions.stand_ins import stand_ins
from parsers.mentions.texts import short_name, text_mentions
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.folding import plain_lower
from parsers.text.markup import Plain


def find_mentions(plain: Plain, options: OptionSet, several: bool) -> Found:
    """All places of the text that name options; `several` admits phrases and words for sets."""
    low = plain_lower(plain.text.value)
    texts = text_mentions(plain.text.value, low, options)
    texts = texts or short_name(low, options) or stand_ins(low, options)
    found = Found()
    if options.lettered:
        texts = [_own_text_of_label(plain.text.value, text, options) for text in texts]
        LabelFinder(plain, low, options, texts, several).collect(found)
        found.mentions = sorted([*found.mentions, *_numbered(low, texts, options)], key=BY_START)
        _part(found.mentions)
        _part_from_texts(low, found.mentions, texts)
    else:
        found.mentions, texts = number_labels(low, texts, options)
    texts = without_cut_text(low, found.mentions, texts, options)
    found.mentions = join(low, found.mentions, texts, options)
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


_LIST_NUMBER = Pattern(r"(?:\A|\n)[^\S\n]*\(?(\d{1,2})[.):]\s*\Z")
_NUMBER = Pattern(r"(?:[:=]|\b(?:is|option|answer|number|choice|no\.?))\s*\(?(\d{1,2})(?![\w%]|[.,]\d)")


def _numbered(low: str, texts: list[Mention], options: OptionSet) -> list[Mention]:
    """Numbers that stand for options, behind a list of all of them by number: "1. oak … Answer: 2"."""
    if len(texts) < len(options):
        return []
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
    if not texts:
        return
    starts = [text.start for text in texts]
    for label in labels:
        before = bisect_right(starts, label.start) - 1 if label.named else -1
        end = texts[before].end if before >= 0 else 0
        if label.start < end <= label.core[0]:
            gap = low[end : label.core[0]]
            label.start = end + len(gap) - len(gap.lstrip())
