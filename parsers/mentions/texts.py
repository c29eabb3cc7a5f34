"""Option texts in a plain text: by their words, their values, or their exact signs.

Longest match first, word boundaries, nothing overlapping. Labels that are numbers are found with them, and
told from numbers that count something: behind a noun for option, or before its own text, a number can only
be a label. Whether a text is asserted is decided elsewhere.
"""

import itertools
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from parsers.grammar import labels as grammar
from parsers.mentions.mention import Mention, ends
from parsers.options.options import OptionSet
from parsers.options.quantities import agree, label_end, level
from parsers.options.texts import FUNCTION_WORDS, NUMBER_WORDS, SAID_AS, spelled_alike, words_of
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.folding import plain_lower
from parsers.text.normalize import BLOCKS, WORDS

_NOUN = 24  # characters before a label in which its noun is sought
_BEFORE_TEXT = Pattern(r"\s?[).:\]]+\s*[\"'(\[]*\s?|\s?[-–—]\s[\"'(\[]*|,(?!\d)\s?|\s?\(")


def number_labels(low: str, texts: list[Mention], options: OptionSet) -> tuple[list[Mention], list[Mention]]:
    """The numbers that can only be labels, and all other mentions."""
    labels: list[Mention] = []
    others: list[Mention] = []
    for mention, following in zip_longest(texts, texts[1:]):
        said = low[mention.start : mention.end]
        contested = options.contested.get(said)
        if (
            said.isdecimal()
            and said in options.index
            and _NUMBERED.search(low, max(0, mention.start - _NOUN), mention.start)
        ):
            contested = options.index.get(said)
        text = mention
        if contested is not None:
            mention = replace(mention, options=(contested,), spelled=True)
        start = _label_start(low, mention, following) if mention.spelled and said.isdecimal() else None
        if start is None and contested is not None:
            start = _contested_start(low, mention, following)
        if start is not None:
            labels.append(_as_label(low, mention, start, options))
        elif contested is None or (labels and _BEFORE_TEXT.fullmatch(low, labels[-1].end, text.start)):
            others.append(text)
    return labels, others


def _label_start(low: str, number: Mention, following: Mention | None) -> int | None:
    """Where the label begins, its noun included; None for a number that may be something else."""
    first = max(0, number.start - _NOUN)
    noun = grammar.noun_before(low[first : number.start])
    if noun is not None:
        return first + noun
    if _own_text_follows(low, number, following) or _announced(low, number):
        return number.start
    return None


_NUMBERED = Pattern(r"\b(?:option|choice|opcion|opcao|number|numero|nummer) \Z")
_CHOICE_IS = Pattern(r"\b(?:option|choice)(?: (?:number|no\.))?(?: is)?:? [\"'(\[]*\Z")
_HEADS = Pattern(r"(?:\A|[\n:=]|\b(?:is|es|est|ist))[ \"'(\[*]*\Z")
_CLOSED = Pattern(r"[\"')\]}]*[.,;!]?\s*(?:\n|\Z)")


def _contested_start(low: str, number: Mention, following: Mention | None) -> int | None:
    """Where a label that is another option's text begins: alone, or before a text that ends its line."""
    before = max(0, number.start - _NOUN)
    alone = low.strip(" \n\"'()[]*.") == low[number.start : number.end]
    if alone or _CHOICE_IS.search(low, before, number.start) or _NUMBERED.search(low, before, number.start):
        return number.start
    if following is None or not _BEFORE_TEXT.fullmatch(low, number.end, following.start):
        return None
    if _CLOSED.match(low, following.end) and _HEADS.search(low, before, number.start):
        return number.start
    return None


_COLON = Pattern(r"[:：][ \"'(]*\Z")
_TITLED = Pattern(r"[.)] {1,3}[^\W\d_]{3}")
_NEXT = Pattern(r"(?<![\d.,])[1-9]\d?[.)] {1,3}[^\W\d_]")
_ENTRY = 300  # characters behind a number in which the next entry of a list would begin


def _announced(low: str, number: Mention) -> bool:
    """Whether a number and a full stop follow a colon where no list begins: "es: 1. Tirotropina baja"."""
    if (
        _TITLED.match(low, number.end) is None
        or _COLON.search(low, max(0, number.start - 6), number.start) is None
    ):
        return False
    return _NEXT.search(low, number.end, number.end + _ENTRY) is None


def _own_text_follows(low: str, number: Mention, following: Mention | None) -> bool:
    if following is None or following.spelled:
        return False
    if low[number.end : following.start].strip() == "=":  # "1 = Like me", whatever 1 is
        heads = not low[low.rfind("\n", 0, number.start) + 1 : number.start].strip()
        return heads or following.options != number.options
    if following.options != number.options:
        return False
    return _BEFORE_TEXT.fullmatch(low, number.end, following.start) is not None


def _as_label(low: str, number: Mention, start: int, options: OptionSet) -> Mention:
    end = number.end
    before = low[max(0, start - 60) : number.start]
    if low[end : end + 1] == ")" and before.rfind("(") <= before.rfind(")"):
        end += 1
    label = options.labels[number.options[0]]
    return Mention(number.options, label, start, end, (number.start, number.end), named=True)


def text_mentions(text: str, low: str, options: OptionSet) -> list[Mention]:
    """Option texts in the text, given in its own case and in lower case; leftmost and longest first."""
    spans = [
        (start, stop, owners, weak)
        for start, end, owners, weak in _by_words(low, options)
        if (stop := _number_end(low, (start, end), owners, weak, options))
    ]
    spans += _by_signs(low, options) + options.quantities.places(low)
    spans += (
        _by_number(low, options)
        + _by_lone_sign(low, options)
        + _by_acronym(text, options)
        + _by_form(low, options)
    )
    spans.sort(key=lambda span: (span[0], -span[1]))
    mentions: list[Mention] = []
    position = 0
    for start, end, owners, weak in spans:
        if start >= position and len(owners) == 1 and not _cited(low, start, end):
            word = weak and (low[start:end] in FUNCTION_WORDS or low[start:end] in options.lone_signs)
            spelled = words_of(low[start:end].removesuffix(".0")) in options.label_words
            mentions.append(
                Mention(owners, "", start, end, (start, end), weak=weak, word=word, spelled=spelled)
            )
            position = end
    return ends(mentions)


_TENS = Pattern(r"(?<![^\W_])(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|minus|point)[ -]\Z")


def _number_end(low: str, span: Span, owners: tuple[int, ...], weak: bool, options: OptionSet) -> int:
    """Where a stretch with the words of a text ends, 0 where its numbers are not those of the text."""
    start, end = span
    if low[start].isalpha() and weak and _TENS.search(low, max(0, start - 9), start):
        return 0
    if not any(map(str.isdecimal, low[start:end])):
        return end
    words = words_of(low[start:end])
    if words not in options.label_words:
        return end if agree(low, start, end, plain_lower(options.plain[owners[0]])) else 0
    if not words.isdecimal() or words_of(low[end : end + 40]).startswith(
        options.words[owners[0]][:12] or "-"
    ):
        return end  # "2.500 mg", where "500 mg" is what option 2 says
    return label_end(low, start, end, options.label_words)


# "… in adults.[1][2]": the number of a source, at the end of what it is for.
_CITED = Pattern(r"(?:[^\s:=(]|[.;!?] |\][ ,]*|[.;!?)\]]\s{0,9}\n)\[(?:\d{1,2}, ?)*\Z")


def _cited(low: str, start: int, end: int) -> bool:
    """Whether a number stands in square brackets behind what it is the source of."""
    if low[end : end + 1] not in ("]", ",") or not low[start:end].isdecimal():
        return False
    return _CITED.search(low, max(0, start - 16), start) is not None


_SHORT_REPLY = Pattern(
    r"[\s\"'(]*(?:[a-z]\s?[).:(–—-]{1,3}\s*)?"  # a label: its own name or another's stands beside it
    r"(?:(?:the )?(?:(?:correct|final|best) )?(?:answer|diagnosis|relation(?:ship)?|type)(?: is|:)[\s\"'(]*)?"
    r"(?:(?:it'?s|it is|this is|that is|that's) )?(?:(?:an?|the) )?(?P<name>[^\W_][^.\n]{0,59}?)[\s.!\"')]*"
)


def short_name(low: str, options: OptionSet) -> list[Mention]:
    """The option that a reply of a few words calls by a short name: "social anxiety", "gene"."""
    match = _SHORT_REPLY.fullmatch(low) if len(low) <= 100 else None
    if match is None:
        return []
    name = words_of(match["name"]).replace(" ", "")
    position = options.shortened.get(name) if len(name) <= options.longest else None
    if position is None:
        return []
    return [Mention((position,), "", *match.span("name"), match.span("name"))]


def _by_words(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    needles = [
        (needle, owners) for needle, owners, parts in options.needles if all(map(low.__contains__, parts))
    ]
    if not needles:
        return []
    alike = spelled_alike(low)
    if len(alike) != len(low):
        return _by_spelled_words(low, alike, needles)
    return [
        (start, _past_marks(low, end), owners, _is_weak(needle))
        for needle, owners in needles
        for start, end in _places(alike, needle.split())
        if not _in_compound(low, (start, _past_marks(low, end)))
    ]


_GAP = Pattern(r"[\W_]+")
# What may be glued to a Korean word: "왼쪽을", "자작나무입니다".
PARTICLE = "(?:을|를|이|가|은|는|로|으로|의|와|과|입니다|이다|이며|이고)(?![^\\W\\d_])"
_PARTICLE = Pattern(rf"(?:は|が|では)(?=[^\W\d_]{{2}})|{PARTICLE}")  # behind a text, with no blank between


def _places(text: str, words: list[str]) -> Iterator[Span]:
    """Where these words stand one behind the other, with no sentence or paragraph between them."""
    at = text.find(words[0])
    while at >= 0:
        end, together = _run(text, at, words) if at == 0 or not text[at - 1].isalnum() else (0, False)
        if together:
            yield at, end
        at = text.find(words[0], max(at + 1, end))


def _run(text: str, start: int, words: list[str]) -> tuple[int, bool]:
    """Where a run of words ends, 0 where others stand there; and whether nothing parts them."""
    end, together = start, True
    for word in words:
        if end > start:
            gap = _GAP.match(text, end)
            together = together and gap is not None and not _parts(gap[0])
            end = gap.end() if gap else end
        if not text.startswith(word, end):
            return 0, False
        end += len(word)
        if text[end : end + 1].isalnum() and (len(word) < 2 or not _PARTICLE.match(text, end)):
            return 0, False
    return end, together


def _by_spelled_words(
    low: str, alike: str, needles: list[tuple[str, tuple[int, ...]]]
) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """The same where the text spells words longer: places are counted in words."""
    spelled = WORDS.of(alike)
    joined = f" {' '.join(spelled)} "
    hits = [(needle, owners) for needle, owners in needles if needle in joined]
    if not hits:
        return []
    starts, words = WORDS.starts(low), WORDS.of(low)
    found = []
    for needle, owners in hits:
        at = joined.find(needle)
        count = needle.count(" ") - 1
        word = counted = 0
        while at >= 0:
            word, counted = word + joined.count(" ", counted, at), at
            last = word + count - 1
            span = starts[word], _past_marks(low, starts[last] + len(words[last]))
            if _spaced(low, starts, words, word, count) and not _in_compound(low, span):
                found.append((*span, owners, _is_weak(needle)))
            at = joined.find(needle, at + len(needle) - 1)
    return found


def _past_marks(low: str, end: int) -> int:
    """Where a word ends with the vowel signs that Python takes for no part of it."""
    while end < len(low) and low[end] > "\u02ff" and unicodedata.category(low[end])[0] == "M":
        end += 1
    return end


def _is_weak(needle: str) -> bool:
    """Whether a text is an everyday word or begins with a number."""
    first = needle.split(" ", 2)[1]
    return needle.strip() in FUNCTION_WORDS or first[:1].isdigit() or first in NUMBER_WORDS


def _by_form(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Relations said as a verb: "is contraindicated" where an option is "contraindication"."""
    return [
        (*match.span("form"), (position,), False)
        for position, words in enumerate(options.words)
        if words in SAID_AS
        for match in ends(list(SAID_AS[words].finditer(low)))
    ]


# "contra-indication" is another word than "indication", "schizophrenia-like" another than "schizophrenia".
_COMPOUND = Pattern(r"[a-z]{3,}-\Z")
_COMPOUND_TAIL = Pattern(r"-(?:like|type|spectrum|related|associated|induced|free|prone|specific)\b")


def _in_compound(low: str, span: Span) -> bool:
    start, end = span
    if low[start - 1 : start] == "-" and _COMPOUND.search(low, max(0, start - 16), start):
        return True
    return _COMPOUND_TAIL.match(low, end) is not None


def _spaced(low: str, starts: list[int], words: list[str], word: int, count: int) -> bool:
    """Whether the words of a text stand together: a sentence or a paragraph between them parts them."""
    for number in range(word, word + count - 1):
        gap = low[starts[number] + len(words[number]) : starts[number + 1]]
        if _parts(gap):
            return False
    return True


def _parts(gap: str) -> bool:
    """Whether what stands between two words ends a sentence or a paragraph."""
    return len(gap) > 4 or "\n\n" in gap or (". " in gap and len(gap) > 2)


def _by_signs(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Formulas and texts of scripts without blanks: found by their exact signs."""
    signs = options.signs
    if not signs:
        return []
    blocks = BLOCKS.of(low)
    squashed = level("".join(blocks))
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


# Where a text of a single character can be meant: the last line, behind what announces it and before a stop,
# one of two that are named ("'예' 또는 '아니오'"), the first word before its reason.
_LONE_LINE = Pattern(r"(?:\A|\n\s*\n|[^\n]{7}\n)[\"'(* ]*\Z"), Pattern(r"[\"')*.。!\s]*\Z")
_LONE_CALLED = (
    Pattern(
        r"(?:[:：]|(?:答案|判断|結論|结论|结果|結果)(?:就|应该?|應該?)?[是为為]|(?:答え?|解答?|結論)は、?|(?:답변?|결론)[은는이]?"
        r"|\banswer is|boxed\{(?:\\text\{)?|(?<!\w)[a-e1-9][.)])[\s\"'(*]*\Z"
    ),
    Pattern(
        r"[\"')*}]*(?: ?(?:입니다|이다|임|이에요|예요|です|だ|である)(?!\w))?\s*"
        r"(?:[.。;!(\n]|,(?!\s*[\"']?\w{1,4}[\"']?\s*(?:[.。,?!)\n]|\Z))|\Z)"  # "选项:对,错": one of a list
    ),
)
_LONE_JOINED = (
    Pattern(r"\"\Z|'\Z"),
    Pattern(r"[\"']\s*(?:또는|혹은|이나|나|와|과|或者?|和|还是|還是|か|または|[,、/])\s*[\"']"),
)
_LONE_OPENING = (
    Pattern(r"\A[\"'(*\s]*\Z"),
    Pattern(r"的?[\"')*]*[,、.。]\s*(?:因[为為]|由[于於]|原因是|理由是|왜냐하면|なぜなら|เพราะ)(?![你您我])"),
)
_LONE = (_LONE_LINE, _LONE_CALLED, _LONE_JOINED, _LONE_OPENING)


def _by_lone_sign(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Texts of a single character where nothing else can be meant: "답: 예", but not "예, 알겠습니다"."""
    return [
        (at, at + 1, (position,), True)
        for sign, position in options.lone_signs.items()
        for at in (match.start() for match in re.finditer(sign, low))
        if any(
            before.search(low, max(0, at - _NOUN), at) and after.match(low, at + 1) for before, after in _LONE
        )
    ]


# "정답은 3번", "答えは3": a label that is a number, beside a script that writes no blanks.
_GLUED_NUMBER = Pattern(
    r"(?<![0-9A-Za-z.,^_])(?:(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?P<behind>\d{1,2})(?![0-9A-Za-z%]|[.,]\d)"
    r"|(?P<before>\d{1,2})(?=[번番号と、와과和]|입|이\W|です|である|が|を))"
)


def _by_number(low: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Labels that are numbers, glued to a script without blanks."""
    if options.lettered or low.isascii():
        return []
    return [
        (*match.span(), options.owners[match[0]], True)
        for match in ends(list(_GLUED_NUMBER.finditer(low)))
        if match[0] in options.label_words
    ]


_CAPITALS = Pattern("[A-Z][A-Z]")


@lru_cache(maxsize=16)
def has_capitals(text: str) -> bool:
    """Whether two capitals stand side by side anywhere, as in an acronym or in labels without blanks."""
    return _CAPITALS.search(text) is not None


_ACRONYM = Pattern(r"[A-Z](?<![\w-][A-Z])[A-Z]{2,5}(?![\w-])")


def _by_acronym(text: str, options: OptionSet) -> list[tuple[int, int, tuple[int, ...], bool]]:
    """Capitals that can only stand for one option's text: "PTSD"."""
    found: list[tuple[int, int, tuple[int, ...], bool]] = []
    for match in ends(list(_ACRONYM.finditer(text))) if has_capitals(text) else ():
        position = options.meant_by(match[0])
        if position is not None:
            found.append((*match.span(), (position,), False))
    return found


_SIGN_BEFORE = Pattern(r"(?:[\w^_\\]|[-+.,/]|[({\[]-)\Z")
_SIGN_AFTER = Pattern(r"[\w^_%°]|/(?!(?:day|night|d)\b)|[.,]\d|\s?[*×^=]")


def _whole_sign(low: str, start: int, end: int, sign: str) -> bool:
    """Whether the number or formula is not part of a longer one."""
    if sign[0].isalpha() and ord(sign[0]) > 0x0E00:
        return True
    before, after = low[max(0, start - 2) : start], low[end : end + 2]
    if (sign[0].isalnum() or sign[0] == ".") and _SIGN_BEFORE.search(before):
        return False
    return not (sign[-1].isalnum() and _SIGN_AFTER.match(after))
