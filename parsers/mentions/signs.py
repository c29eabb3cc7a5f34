"""Option texts found by their exact signs: numbers, formulas, scripts without blanks, single characters.

Decision: docs/decisions/parsers.md, "Replies in languages of Asia, and hard English ones".
"""

import itertools
from bisect import bisect_right
from collections.abc import Iterator

from parsers.mentions.mention import ends
from parsers.options.options import OptionSet
from parsers.pattern import Pattern
from parsers.text.stretches import BLOCKS


def by_signs(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Numbers, formulas and texts of scripts without blanks: found by their exact signs."""
    signs = [(sign, owners) for sign, owners in options.signs if all(map(low.__contains__, sign))]
    if not signs:
        return []
    blocks = BLOCKS.of(low)
    squashed = "".join(blocks)
    hits = [(sign, owners) for sign, owners in signs if sign in squashed]
    if not hits:
        return []
    starts, ahead = BLOCKS.starts(low), [*itertools.accumulate(map(len, blocks), initial=0)]

    def place(at: int) -> int:
        block = bisect_right(ahead, at) - 1
        return starts[block] + at - ahead[block]

    found = []
    for sign, owners in hits:
        at = squashed.find(sign)
        while at >= 0:
            start, end = place(at), place(at + len(sign) - 1) + 1
            if _whole_sign(low, start, end, sign):
                weak = (sign.isascii() or not sign[0].isalpha()) and not options.is_symbol(owners)
                found.append((start, end, owners, weak))
            at = squashed.find(sign, at + len(sign))
    return found


def by_lone_sign(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Texts of a single character, where no letter stands on either side: "답: 예", but not "예를 들어"."""
    return [
        (at, at + 1, owners, True)
        for sign, owners in options.lone_signs.items()
        for at in _places_of(low, sign)
        if not low[at + 1 : at + 2].isalnum() and _stands_apart(low, at)
    ]


_ANSWER_IS = Pattern(r"(?:答案|判断|結論|结论|结果|結果)(?:就|应该?|應該?)?[是为為]\Z")


def _stands_apart(low: str, at: int) -> bool:
    """Whether no letter stands before a place, or only those of "答案是"."""
    return not low[max(0, at - 1) : at].isalnum() or _ANSWER_IS.search(low, max(0, at - 6), at) is not None


def _places_of(low: str, sign: str) -> Iterator[int]:
    at = low.find(sign)
    while at >= 0:
        yield at
        at = low.find(sign, at + 1)


# "정답은 3번", "答えは3": a label that is a number, beside a script that writes no blanks.
_GLUED_NUMBER = Pattern(
    r"(?<![0-9A-Za-z.,^_])(?:(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?P<behind>\d{1,2})(?![0-9A-Za-z%]|[.,]\d)"
    r"|(?P<before>\d{1,2})(?=[번番号]|입|이\W|です|である|が|を|は(?:正|不|誤|間違|適)"
    r"|(?:不?[是为為])?[不最]?(?:[正符對对错錯]|答案)))"
)


def by_number(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Labels that are numbers, glued to a script without blanks."""
    if options.lettered or low.isascii():
        return []
    return [
        (*match.span(), options.owners[match[0]], True)
        for match in ends(list(_GLUED_NUMBER.finditer(low)))
        if match[0] in options.label_words
    ]


_SIGN_BEFORE = Pattern(r"(?:[\w^_\\]|[-+.,/]|[({\[]-)\Z")
_SIGN_AFTER = Pattern(r"[\w^_%°]|/(?!(?:day|night|d)\b)|[.,]\d|\s?[*×^=]")
# "\\boxed{2\\sqrt{3}}" is not 2.
_FACTOR_AFTER = Pattern(r"\s?\\(?:sqrt|[dt]?frac|pi|cdot|times|log|ln|sin|cos|tan)")


def _whole_sign(low: str, start: int, end: int, sign: str) -> bool:
    """Whether the number or formula is not part of a longer one."""
    if sign[0].isalpha() and ord(sign[0]) > 0x0E00:
        return True
    before, after = low[max(0, start - 2) : start], low[end : end + 2]
    if (sign[0].isalnum() or sign[0] == ".") and _SIGN_BEFORE.search(before):
        return False
    if not sign[-1].isalnum():
        return True
    return not (_SIGN_AFTER.match(after) or ("\\" in after and _FACTOR_AFTER.match(low, end)))
