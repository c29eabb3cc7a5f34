"""Where a plain text names options: by label, by text, by both joined, or by a phrase for several.

Phrases ("all except D", "A to C", "none of the above", "the latter") become one mention with the options
they stand for, so that every later rule sees them like any other. Labels inside an option text belong to
that text. Whether a mention is a commitment is for `claims/` to say.
"""

import re
from itertools import pairwise

from parsers.grammar import commitments
from parsers.grammar.commitments import MEMBER
from parsers.grammar.languages.lexicon import listed, spoken, words_of_languages
from parsers.grammar.vocabulary import COPULA
from parsers.mentions.labels import LabelFinder
from parsers.mentions.mention import UNKNOWN, Found, Mention
from parsers.mentions.texts import PARTICLE, number_labels, short_name, text_mentions
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import Clash
from parsers.text.folding import plain_lower
from parsers.text.markup import Plain


def set_mentions(low: str, mentions: list[Mention], options: OptionSet, several: bool) -> list[Mention]:
    """The mentions with phrases for sets merged in."""
    mentions = _ranges(low, mentions)
    if several:
        mentions = _exceptions(low, mentions, len(options))
    found = list(_phrases(low, options, several))
    if "the latter" in low or "the former" in low:
        found += _pointers(low, mentions)
    found = [phrase for phrase in found if not _continues(mentions, phrase)]
    if not found:
        return mentions
    found = [phrase for phrase in found if not any(_covers(mention, phrase) for mention in mentions)]
    kept = [mention for mention in mentions if not any(_covers(phrase, mention) for phrase in found)]
    return sorted([*kept, *found], key=lambda mention: mention.start)


def _continues(mentions: list[Mention], phrase: Mention) -> bool:
    """Take a phrase into the labelled text that it continues: "D. None of these" where D is "none"."""
    for mention in mentions:
        labelled = mention.is_label and (mention.joined or mention.clash is not None)
        if labelled and mention.start < phrase.start < mention.end < phrase.end:
            mention.end, mention.core = phrase.end, (mention.core[0], phrase.end)
            return True
    return False


def _covers(outer: Mention, inner: Mention) -> bool:
    """Whether two mentions overlap and the first is the longer one."""
    overlap = outer.start < inner.end and inner.start < outer.end
    return overlap and outer.end - outer.start >= inner.end - inner.start


def _phrases(low: str, options: OptionSet, several: bool) -> list[Mention]:
    """ "None of the above" and "all of the above", where the item has such an option or asks for a set."""
    found = []
    if options.none_option is not None and "none" in low:
        found += [
            _text((options.none_option,), match.span("phrase")) for match in commitments.NONE.finditer(low)
        ]
    denying = options.none_option if options.none_option is not None else _only_no(options)
    if denying is not None:
        nothing = commitments.NOTHING.match(low)
        found += [_text((denying,), nothing.span())] if nothing else []
    if options.all_option is not None or several:
        named = tuple(range(len(options))) if options.all_option is None else (options.all_option,)
        abroad = not low.isascii() or not _ALL_HEADS.isdisjoint(low.split())
        for phrase in (commitments.ALL, _ALL_ABROAD) if abroad else (commitments.ALL,):
            found += [_text(named, match.span()) for match in phrase.finditer(low)]
    return found


_ALL_HEADS = frozenset(phrase.split("_")[0] for phrase in words_of_languages("all_of"))
_ALL_ABROAD = Pattern(
    rf"(?<![^\W_])(?:{listed('all_of')})(?![^\W_])(?=\s*(?:\Z|[.,;:!?)\n。，！]|{COPULA}|{spoken('copula')}|(?:{listed('true')})(?!\w)))"
)


def _only_no(options: OptionSet) -> int | None:
    """Position of the option "No"."""
    return options.words.index("no") if "no" in options.words else None


def _text(named: tuple[int, ...], span: tuple[int, int]) -> Mention:
    return Mention(named, "", *span, span)


def _ranges(low: str, mentions: list[Mention]) -> list[Mention]:
    """ "A through D", "A-C": one mention of all options from the first to the last."""
    merged: list[Mention] = []
    for mention in mentions:
        last = merged[-1] if merged else None
        if last is not None and _is_range(low, last, mention):
            named = tuple(range(last.options[0], mention.options[0] + 1))
            core = (last.core[0], mention.core[1])
            merged[-1] = Mention(named, last.letter, last.start, mention.end, core, named=True, weak=False)
        else:
            merged.append(mention)
    return merged


def _is_range(low: str, first: Mention, last: Mention) -> bool:
    if not (first.is_label and last.is_label) or len(first.options) > 1 or len(last.options) > 1:
        return False
    if UNKNOWN in (first.options[0], last.options[0]) or first.options[0] >= last.options[0] or first.joined:
        return False
    gap = low[first.end : last.start]
    if gap == " a " and not _FROM.search(low[max(0, first.start - 12) : first.start]):
        return False  # "A a C" is "A and C" in Czech
    return bool(commitments.RANGE.fullmatch(gap))


_FROM = Pattern(r"\b(?:d[aeo]s?|del|desde|dal?la)\s+(?:(?:la|as?|os?|opcao|opcion|letra)\s+)?\Z")


def _exceptions(low: str, mentions: list[Mention], n_options: int) -> list[Mention]:
    """ "All except D": the other options."""
    merged: list[Mention] = []
    for mention in mentions:
        match = commitments.EXCEPT.search(low[max(0, mention.start - 60) : mention.start])
        last = merged[-1] if merged else None
        if match and UNKNOWN not in mention.options:
            start = max(0, mention.start - 60) + match.start()
            rest = tuple(option for option in range(n_options) if option not in mention.options)
            merged.append(Mention(rest, "*", start, mention.end, (start, mention.end), named=True))
        elif (
            last is not None
            and last.letter == "*"
            and commitments.MEMBER.fullmatch(low[last.end : mention.start])
        ):
            last.options = tuple(option for option in last.options if option not in mention.options)
            last.end, last.core = mention.end, (last.core[0], mention.end)
        else:
            merged.append(mention)
    return merged


def _pointers(low: str, mentions: list[Mention]) -> list[Mention]:
    """ "Between C and D, the latter": the second of the two labels named just before."""
    found = []
    for match in re.finditer(r"\bthe (?:former|latter)(?: (?:option|choice|one))?\b", low):
        pair = [mention for mention in mentions if match.start() - 120 < mention.end <= match.start()][-2:]
        if len(pair) == 2 and all(len(mention.options) == 1 for mention in pair):
            chosen = pair[0] if "former" in match[0] else pair[1]
            found.append(
                Mention(chosen.options, chosen.letter, *match.span(), match.span(), named=True, pointer=True)
            )
    return found


def find_mentions(plain: Plain, options: OptionSet, several: bool) -> Found:
    """All places of the text that name options; `several` admits phrases and words for sets."""
    low = plain_lower(plain.text.value)
    texts = text_mentions(plain.text.value, low, options) or short_name(low, options)
    found = Found()
    if options.lettered:
        LabelFinder(plain, low, options, texts, several).collect(found)
        found.mentions = sorted([*found.mentions, *_numbered(low, texts, options)], key=_start)
        _part(found.mentions)
    else:
        found.mentions, texts = number_labels(low, texts, options)
        if several and not found.mentions and not texts:
            found.mentions = _glued_numbers(low, options)
    found.mentions = _join(
        low, found.mentions, _without_cut_text(low, found.mentions, texts, options), options
    )
    found.mentions = set_mentions(low, found.mentions, options, several)
    return found


def _without_cut_text(
    low: str, labels: list[Mention], texts: list[Mention], options: OptionSet
) -> list[Mention]:
    """The texts but those of others in an own text that the reply's end cuts: "E. Both the mother and"."""
    last = labels[-1] if labels and labels[-1].is_label else None
    if last is None or len(last.options) > 1 or UNKNOWN in last.options:
        return texts
    own = options.words[last.options[0]]
    rest = words_of(low[last.end :]) if len(low) - last.end < 2 * len(own) else ""
    if " " not in rest or rest in options.words or not own.startswith(rest):
        return texts
    whole = own.startswith(f"{rest} ")  # cut within a word, the last text may be the other's: "B. Bipolar I"
    return [
        text
        for text in texts
        if text.start < last.end or text.options == last.options or not (whole or words_of(low[text.end :]))
    ]


_GLUED_NUMBERS = Pattern(r"\W*(?:[^\d\n]{0,24}[:是为は]\s*)?(?P<digits>\d{2,6})\W*")


def _glued_numbers(low: str, options: OptionSet) -> list[Mention]:
    """Labels of a digit each in their order, all that the reply gives: "13", and "①③", which is folded so."""
    match = _GLUED_NUMBERS.fullmatch(low) if len(low) < 60 else None
    digits = match["digits"] if match else ""
    if list(digits) != sorted(set(digits)) or not options.label_words.issuperset(digits) or match is None:
        return []
    span = match.span("digits")
    return [Mention(tuple(options.owners[digit][0] for digit in digits), digits, *span, span)]


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
    return [
        Mention((number,), options.labels[number], *span, span, named=True)
        for number, span in found
        if 0 <= number < len(options)
    ]


def _part(labels: list[Mention]) -> None:
    """Let each label begin behind the one before it: quotation marks between two may be taken for both."""
    for one, following in pairwise(labels):
        one.end = min(one.end, following.core[0])
        following.start = max(following.start, one.end)


_JOIN = Pattern(
    r"\s?[).\]:]*\s*(?:——|[-–—:=.,、])?\s*[\"'(\[]*\s?(?:(?<=\s)(?:an?|the) )?(?:(?<=[\s.)])[$€£₹¥])?"
)
_ARTICLES = ("A", "E", "I", "O", "U")
_LETTER_JOIN = Pattern(r"\s?[).:\]]+\s*[\"'(\[]*")
_BEHIND = Pattern(
    rf"[\"')\]]*(?=\s*(?:{PARTICLE}|[.,;:!?)\]\n—–&+]|-\s|\Z|(?:because|since|as|is|and|or|but)\b"
    rf"|{spoken('copula')}(?=\s*[.।۔!]))"
    r"|[はが]|では)"
)
_LABEL_BEHIND = Pattern(r"\s*(?:[-–—:,]\s*)?[(\[]?\s?\Z")


def _join(low: str, labels: list[Mention], texts: list[Mention], options: OptionSet) -> list[Mention]:
    """Merge a label with the option text beside it; another option's text beside it is a clash."""
    mentions: list[Mention] = []
    merged = _join_lists(low, sorted([*labels, *texts], key=lambda mention: mention.start), options)
    number = 0
    while number < len(merged):
        first = merged[number]
        second = merged[number + 1] if number + 1 < len(merged) else None
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
    while last < len(mentions) and bool(mentions[last].letter) is is_label:
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
    if first.is_label and second.is_label and second.letter.lower() in options.owners:
        return bool(_LETTER_JOIN.fullmatch(low[first.core[1] : second.start])) and first.options != (UNKNOWN,)
    if first.is_label == second.is_label or len(first.options) > 1 or len(second.options) > 1:
        return False
    between = low[first.end : second.start]
    own = first.options == second.options
    if own and first.is_label and _NOUN_BETWEEN.fullmatch(between):
        return True
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
    bracketed = second.named and low[second.start : second.start + 1] in "(["
    return (
        bool(_LABEL_BEHIND.fullmatch(between))
        and "\n" not in between
        and bracketed
        and second.options != (UNKNOWN,)
    )


_APPOSED = Pattern(r"[,—–]\s*\Z")
_APPOSED_END = Pattern(r"[,—–](?=[\s—–]*[^\W\d_]{2}|:)|,(?=:)")
_NOUN_BETWEEN = Pattern(rf" (?:{listed('option')}), ")  # "B variantı, lithium, …"
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
    if first.is_label and _APPOSED_END.match(low, end) and _APPOSED.search(low[first.core[1] : second.start]):
        end += 1  # "option B, lithium, is wrong": the second comma belongs to the first
    core = (first.core[0], second.core[1])
    merged = Mention(label.options, label.letter, first.start, end, core, named=True, joined=True)
    if label.options != text.options:
        owner = options.labels[text.options[0]]
        merged.clash = Clash(label.letter, low[text.start : text.end], owner)
        merged.joined = False
    return merged
