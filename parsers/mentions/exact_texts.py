"""Option texts found by their exact signs: numbers, formulas, scripts without blanks, single characters.

Decision: docs/decisions/parsers.md, "Replies in languages of Asia, and hard English ones".
Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

import itertools
from bisect import bisect_right

from parsers.mentions.mention import Place, ends
from parsers.options.options import OptionSet
from parsers.pattern import Pattern
from parsers.text.stretches import BLOCKS, places_of


def by_signs(low: str, options: OptionSet) -> list[Place]:
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
            counted = _counted(sign, options.plain[owners[0]])
            goes_on = counted and _NUMERAL.search(low[max(0, start - 1) : start])
            if _whole_sign(low, start, end, sign) and not goes_on:
                weak = (sign.isascii() or counted or not sign[0].isalpha()) and not options.is_symbol(owners)
                found.append((start, end, owners, weak))
            at = squashed.find(sign, at + len(sign))
    return found


_NUMERAL = Pattern(r"[\d一二三四五六七八九十百千万零〇两兩第]")


def _counted(sign: str, text: str) -> bool:
    """Whether a sign begins with a Chinese numeral for the digit that the option's text begins with."""
    return text[:1].isdecimal() and sign[:1].isalpha() and _NUMERAL.match(sign) is not None


def by_lone_sign(low: str, options: OptionSet) -> list[Place]:
    """Texts of a single character where nothing else can be meant: "답: 예", but not "예, 알겠습니다"."""
    return [
        (at, at + 1, owners, True)
        for sign, owners in options.lone_signs.items()
        for at in places_of(sign, low)
        if _is_line(low, at) or _is_called(low, at) or _opens(low, at) or _slashed(low, at, options)
    ]


_LINE_BEFORE = Pattern(r"(?:\A|\n)[^\S\n]*[\"'“‘「『(*]*\Z")
# The last line, or one above a list of words.
_LINE_AFTER = Pattern(r"[^\S\n]*[\"'”’」』)*.。!！]*[^\S\n]*(?:\n[^\S\n]*(?:\S{1,6}[^\S\n]*)?){0,12}\Z")
_CUE_BEFORE = Pattern(
    r"(?:[:：]|(?:答案|判断|結論|结论|结果|結果)(?:就|应该?|應該?)?[是为為]|(?:答え?|解答?|結論)は、?|(?:답변?|결론)[은는이]?"
    r"|\banswer is|boxed\{(?:\\text\{)?|(?<!\w)[a-e1-9][.)])[\s\"'“‘「『(*]*\Z"
)
_CUE_AFTER = Pattern(
    r"[\"'”’」』)*}]*(?: ?(?:입니다|이다|임|이에요|예요|です|だ|である)(?!\w))?\s*"
    # "选项：对，错": the first of those listed
    r"(?:[.;!。；！(（\n]|[,，](?!\s*[\"'“‘「『]?\w{1,4}[\"'”’」』]?\s*(?:[.,?!。，？！)\n]|\Z))|\Z)"
)
# "是，因为…", "예, 왜냐하면 …": its reason follows; "是，我明白了" agrees to the request
_REASON_AFTER = Pattern(
    r"的?[\"'”’」』)*]*[,，、。.]\s*(?:因为|因為|由于|由於|原因是|理由是|왜냐하면|なぜなら|เพราะ)(?!你|您|我)"
)
# "'예' 또는 '아니오'로만": one of two that are named
_OPENED = Pattern(r"[\"'“‘「『]\Z")
_JOINED = Pattern(
    r"[\"'”’」』]\s*(?:또는|혹은|이나|나|와|과|或者?|和|还是|還是|か|または|[,，、/])\s*[\"'“‘「『]"
)
_SLASH = Pattern(r"[\"'”’」』)*]*\s?[/／]\s?[\"'“‘「『(*]*")
_BESIDE = 24  # characters before a sign in which a cue or the head of its line stands


def _is_line(low: str, at: int) -> bool:
    """Whether a sign is the last line, or one of a list of words that ends the reply."""
    before = _LINE_BEFORE.search(low, max(0, at - _BESIDE), at)
    return before is not None and _LINE_AFTER.match(low, at + 1) is not None


def _is_called(low: str, at: int) -> bool:
    """Whether a sign ends what a cue, a colon or a label before it announces, or another is joined to it."""
    if _JOINED.match(low, at + 1):
        return _OPENED.search(low, max(0, at - 1), at) is not None
    if _CUE_AFTER.match(low, at + 1) is None:
        return False
    return _CUE_BEFORE.search(low, max(0, at - _BESIDE), at) is not None


def _slashed(low: str, at: int, options: OptionSet) -> bool:
    """Whether a slash and another option's text follow a sign: "예/아니오" names both."""
    slash = _SLASH.match(low, at + 1)
    return slash is not None and any(low.startswith(words, slash.end()) for words in options.words if words)


def _opens(low: str, at: int) -> bool:
    """Whether a sign opens the reply, and its reason follows."""
    return not low[:at].strip("\"'“‘「『(* \n") and _REASON_AFTER.match(low, at + 1) is not None


# "정답은 3번", "答えは3": a label that is a number, beside a script that writes no blanks.
_GLUED_NUMBER = Pattern(
    r"(?<![0-9A-Za-z.,^_])(?:(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?P<behind>\d{1,2})(?![0-9A-Za-z%]|[.,]\d)"
    r"|(?P<before>\d{1,2})(?=[번番号]|입|이\W|です|である|が|を|は(?:正|不|誤|間違|適)"
    r"|(?:不?[是为為])?[不最]?(?:[正符對对错錯]|答案)))"
)


def by_number(low: str, options: OptionSet) -> list[Place]:
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
