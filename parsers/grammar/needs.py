"""What a text must hold for a regular expression to match it: words of which it needs one, twice over.

`needed_words(r"\\b(?:rule|rules) out\\b")` is (" rule ", " rules "), (" out "): a blank says that a word
begins there, or ends. A text without them cannot match, and to tell so takes far less than a search. Only
what the patterns of `grammar/` are written in is understood; with anything else nothing is needed.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

Words = tuple[str, ...]  # a match needs one of them

# So common in English that hardly a text is without one.
_COMMON_WORDS = """
    a about all also an and any are as at be been but by can could do does first for from had has have he i
    if in is it its may more most no not of on one only or other out s so such t than that the their there
    these they this to was we were what when which will with would you answer option
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_COMMONER = frozenset(":,.'")  # in every language

_SIGN = re.compile(
    r"(?P<run>[^\W\d_]+)(?![?*+{])|(?P<edge>\\[bAZ]|\^|\$|\(\?<?!(?:\\w|\[\\w[^\]]*\])\))"
    r"|(?P<group>\((?:\?(?:P<\w+>|[:>]|<?[=!]))?(?!\?))|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<many>(?:[*?]|\{0?,\d*\})[?+]?)|(?P<more>(?:\+|\{\d+(?:,\d*)?\})[?+]?)"
    r"|(?P<blank>\\[sWntrfv])|(?P<any>\\(?:[BdDSw]|x\w\w|u\w{4})|\.|\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<odd>\(\?|\\[a-zA-Z0-9])|\\?(?P<sign>.)",
    re.DOTALL,
)
_WORD = re.compile(r"\w+")


class _Part:
    """One part of a sequence: a sign, a blank, an edge of words, a group with its forms, or any other."""

    __slots__ = ("forms", "kind", "optional", "repeated", "sign")

    def __init__(self, kind: str, sign: str = "") -> None:
        self.kind, self.sign, self.optional, self.repeated = kind, sign, False, False
        if not sign:  # groups, one of twelve parts
            self.forms: list[list[_Part]] = [[]]


def needed_words(source: str) -> tuple[Words, Words]:
    """Words and signs of which a text needs one, and others of which it needs one, too; the rarer first.

    Both are empty where nothing is needed, and equal where no others are.

    >>> needed_words(r"\\bno (?:idea|clue)s?\\b")
    ((' idea', ' clue'), (' no ',))
    """
    each = [_ranked(form, False, False) for form in _parse(source)]
    if not each or not all(each):
        return (), ()
    return _together(choices[0] for choices in each), _together(choices[:2][-1] for choices in each)


def _parse(source: str) -> list[list[_Part]]:
    """The forms of an expression, each a sequence of parts; none where there is a part of an unknown kind."""
    whole = _Part("group")
    opened, sequence = [whole], whole.forms[0]
    for found in _SIGN.finditer(source):
        kind = found.lastgroup or ""
        if kind == "run":
            sequence.append(_Part(kind, found[0]))
        elif kind == "bar":
            opened[-1].forms.append(sequence := [])
        elif kind == "sign":
            sequence.append(_Part(kind, found[kind]))
        elif kind == "group":
            opened.append(_Part("ahead" if found[0][-1] in "=!" else kind))
            sequence = opened[-1].forms[0]
        elif kind == "close":
            closed = opened.pop()
            sequence = opened[-1].forms[-1]
            sequence.append(closed)
        elif kind in ("many", "more"):
            sequence[-1].optional, sequence[-1].repeated = kind == "many", True
        elif kind == "odd":
            return []
        else:
            sequence.append(_Part(kind, found[0]))
    return whole.forms


def _of_forms(forms: list[list[_Part]], starts: bool, ends: bool) -> Words:
    """What one of several forms needs; nothing where one of them needs nothing."""
    each = [_rarest(form, starts, ends) for form in forms]
    return _together(each) if all(each) else ()


def _rarest(form: list[_Part], starts: bool, ends: bool) -> Words:
    """What a form needs, the rarest of it; most are one word, and there are seven thousand."""
    if len(form) == 1 and form[0].kind == "run":
        return (f"{' ' * starts}{form[0].sign}{' ' * ends}",)
    return next(iter(_ranked(form, starts, ends)), ())


def _together(choices: Iterable[Words]) -> Words:
    return tuple(dict.fromkeys(word for words in choices for word in words))


def _ranked(parts: list[_Part], starts: bool, ends: bool) -> list[Words]:
    """What the parts of a sequence need, each by itself; first what is longest, and so the rarest."""
    choices = [words for words in _choices(parts, starts, ends) if words]
    return sorted(choices, key=lambda words: (-min(map(_weight, words)), len(words)))


@cache
def _weight(word: str) -> int:
    if word in _COMMONER:
        return -1
    return 0 if word.strip() in _COMMON else len(word)


def _choices(parts: list[_Part], starts: bool, ends: bool) -> Iterator[Words]:
    """What each part of a sequence needs by itself.

    Args:
        parts: the sequence.
        starts, ends: whether no word can go on from what stands before it, or into what stands behind it.
    """
    run = " " if starts else ""
    for at, part in enumerate(parts):
        if part.kind == "ahead":
            continue
        if part.kind == "edge":
            if run[-1:].strip():
                yield from _words_in(run + " ")
            run = " " if not run[-1:].strip() else ""
        elif part.kind == "run":
            run += part.sign
        elif part.kind in ("sign", "blank") and not part.optional:
            word = part.kind == "sign" and _is_word(part.sign)
            run += part.sign if word else " "
            if part.kind == "sign" and not word and part.sign != " ":
                yield (part.sign,)
            if part.repeated:
                yield from _words_in(run)
                run = "" if word else " "
        else:
            yield from _words_in(run)
            if part.kind == "group" and not part.optional:
                edged = _parts_words(parts[at + 1]) if at + 1 < len(parts) else ends
                yield _of_forms(part.forms, run.endswith(" "), edged and not part.repeated)
            run = ""
    yield from _words_in(run + " " if ends and run[-1:].strip() else run)


def _parts_words(part: _Part) -> bool:
    """Whether a word cannot go on at this part."""
    apart = part.kind in ("edge", "blank") or (part.kind == "sign" and not _is_word(part.sign))
    return apart and not part.optional


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _words_in(run: str) -> Iterator[Words]:
    """The words of a run of signs, each with the blanks beside it."""
    if run not in ("", " "):
        for found in _WORD.finditer(run):
            yield (run[max(0, found.start() - 1) : found.end() + 1],)
