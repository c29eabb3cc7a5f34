"""Phrases that name options without naming each: "all except D", "A to C", "none of the above", "the latter".

They become one mention with the options they stand for, so that every later rule sees them like any other.
"""

import re
from itertools import repeat

from parsers.grammar import sets as grammar
from parsers.mentions.mention import BY_START, UNKNOWN, Mention
from parsers.options.options import OptionSet
from parsers.pattern import Pattern
from parsers.text.latin import ascii_of


def set_mentions(low: str, mentions: list[Mention], options: OptionSet, several: bool) -> list[Mention]:
    """The mentions with phrases for sets merged in."""
    mentions = _ranges(low, mentions)
    if several:
        mentions = _exceptions(low, mentions, len(options))
    found = list(_phrases(low, options, several))
    letters = ascii_of(low)
    if "the latter" in letters or "the former" in letters:
        found += _pointers(low, mentions)
    found = [phrase for phrase in found if not _continues(mentions, phrase)]
    if not found:
        return mentions
    found = [phrase for phrase in found if not any(_covers(mention, phrase) for mention in mentions)]
    kept = [mention for mention in mentions if not any(_covers(phrase, mention) for phrase in found)]
    return sorted([*kept, *found], key=BY_START)


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
        found += [_text((options.none_option,), match.span("phrase")) for match in grammar.NONE.finditer(low)]
    denying = options.none_option if options.none_option is not None else _only_no(options)
    if denying is not None:
        nothing = grammar.NOTHING.match(low)
        found += [_text((denying,), nothing.span())] if nothing else []
    everything = tuple(range(len(options)))
    if options.all_option is not None:
        found += [_text((options.all_option,), match.span()) for match in grammar.ALL.finditer(low)]
    elif several:
        found += [_text(everything, match.span()) for match in grammar.ALL.finditer(low)]
    return found


def _only_no(options: OptionSet) -> int | None:
    """Position of the option "No"."""
    return options.words.index("no") if "no" in options.words else None


def _text(named: tuple[int, ...], span: tuple[int, int]) -> Mention:
    return Mention(named, "", *span, span)


def _ranges(low: str, mentions: list[Mention]) -> list[Mention]:
    """ "A through D", "A-C": one mention of all options from the first to the last."""
    if not any(map(_is_range, repeat(low), mentions, mentions[1:])):
        return mentions
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


# "I change my answer from A to B": two answers, and no range.
_CHANGED_FROM = Pattern(rf"\b{grammar.CHANGING}\Z")
_BEFORE = 50  # characters of it


def _is_range(low: str, first: Mention, last: Mention) -> bool:
    """Whether two labels in order are the ends of a range: "A to C", "A–C"."""
    if not (first.letter and last.letter) or first.options[0] >= last.options[0] or first.joined:
        return False
    if len(first.options) > 1 or len(last.options) > 1 or UNKNOWN in (first.options[0], last.options[0]):
        return False
    between = low[first.end : last.start]
    if between.lstrip()[:1] not in grammar.RANGE_HEADS or grammar.RANGE.fullmatch(between) is None:
        return False
    return _CHANGED_FROM.search(low, max(0, first.start - _BEFORE), first.start) is None


def _exceptions(low: str, mentions: list[Mention], n_options: int) -> list[Mention]:
    """ "All except D": the other options."""
    merged: list[Mention] = []
    for mention in mentions:
        match = grammar.EXCEPT.search(low[max(0, mention.start - 60) : mention.start])
        last = merged[-1] if merged else None
        if match and UNKNOWN not in mention.options:
            start = max(0, mention.start - 60) + match.start()
            rest = tuple(option for option in range(n_options) if option not in mention.options)
            merged.append(Mention(rest, "*", start, mention.end, (start, mention.end), named=True))
        elif (
            last is not None
            and last.letter == "*"
            and grammar.MEMBER.fullmatch(low[last.end : mention.start])
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
