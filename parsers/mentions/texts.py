"""Option texts in a plain text: by their words, or by their exact signs where they are numbers or formulas.

Longest match first, word boundaries, nothing overlapping. Whether a text is asserted is decided elsewhere.
"""

import unicodedata
from collections.abc import Iterator

from parsers.mentions.exact_texts import by_lone_sign, by_number, by_signs
from parsers.mentions.mention import Mention, Place, ends
from parsers.mentions.to_do import by_passive
from parsers.options.options import OptionSet
from parsers.options.texts import FUNCTION_WORDS, NUMBER_WORDS, SAID_AS, spelled_alike, words_of
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.latin import ascii_of, has_capitals
from parsers.text.stretches import WORDS


def text_mentions(text: str, low: str, options: OptionSet) -> list[Mention]:
    """Option texts in the text, given in its own case and in lower case; leftmost and longest first."""
    spans = _by_words(low, options) + by_signs(low, options)
    spans += by_number(low, options) + _by_acronym(text, options) + _by_form(low, options)
    spans += by_passive(low, options) + by_lone_sign(low, options)
    spans.sort(key=lambda span: (span[0], -span[1]))
    mentions: list[Mention] = []
    position = 0
    for start, end, owners, weak in spans:
        if options.contested and low[start:end] in options.contested:
            continue  # which of two options is meant is for `numbers.py`
        if start >= position and len(owners) == 1 and not _cited(low, start, end):
            word = weak and (low[start:end] in FUNCTION_WORDS or low[start:end] in options.lone_signs)
            labels = options.label_words
            spelled = bool(labels) and words_of(low[start:end]) in labels
            mentions.append(
                Mention(owners, "", start, end, (start, end), weak=weak, word=word, spelled=spelled)
            )
            position = end
    return ends(mentions)


# "… in adults.[1][2]": the number of a source, at the end of what it is for.
_CITED = Pattern(r"(?:[^\s:=(]|[.;!?] |\][ ,]*|[.;!?)\]]\s{0,9}\n)\[(?:\d{1,2}, ?)*\Z")


def _cited(low: str, start: int, end: int) -> bool:
    """Whether a number stands in square brackets behind what it is the source of."""
    if low[end : end + 1] not in ("]", ",") or not low[start:end].isdecimal():
        return False
    return _CITED.search(low, max(0, start - 16), start) is not None


_NO_THING = (
    "no none nothing neither not never each every any either all both which what who whether if when option"
    " answer choice first second third fourth other others only it that this there few many most some one"
    " opposite think say"
)
# "GRIN2B is a gene": up to three words for what the question asks about
_THING = rf"(?:(?!(?:{'|'.join(_NO_THING.split())})(?!\w))[a-z][\w/-]+(?: (?!is ))?){{1,3}}(?<! )"
_SHORT_REPLY = Pattern(
    r"[\s\"'(]*(?:[a-z]\s?[).:(–—-]{1,3}\s*)?"  # a label: its own name or another's stands beside it
    r"(?:(?:the )?(?:(?:correct|final|best) )?(?:answer|diagnosis|relation(?:ship)?|type)(?: is|:)[\s\"'(]*)?"
    rf"(?:(?:it'?s|it is|this is|that is|that's|{_THING} is(?= an? )) )?"
    r"(?:(?:an?|the) )?(?P<name>[^\W_][^.\n]{0,59}?)[\s.!\"')]*"
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


def _by_words(low: str, options: OptionSet) -> list[Place]:
    """Texts known by their words, wherever these stand one behind the other."""
    letters = ascii_of(low) if options.in_ascii else low
    needles = [
        (needle, owners) for needle, owners, parts in options.needles if all(map(letters.__contains__, parts))
    ]
    if not needles:
        return []
    alike = spelled_alike(low)
    if len(alike) != len(low):
        return _by_spelled_words(low, alike, needles)
    if alike.isascii():  # no letter of another script can stand right beside a word
        joined = f" {' '.join(WORDS.of(alike))} "
        needles = [(needle, owners) for needle, owners in needles if needle in joined]
    return [
        (start, _past_marks(low, end), owners, _is_weak(needle))
        for needle, owners in needles
        for start, end in _places(alike, needle.split())
        if not _in_compound(low, (start, _past_marks(low, end)))
    ]


_GAP = Pattern(r"[\W_]+")


def _places(text: str, words: list[str]) -> Iterator[Span]:
    """Where these words stand one behind the other, with no sentence or paragraph between them."""
    phrase, at = " ".join(words), text.find(words[0])
    while at >= 0:
        end, together = _run(text, at, phrase) if _may_begin(text, at) else (0, False)
        if together:
            yield at, end
        at = text.find(words[0], max(at + 1, end))


# "mirtazapine이", "是mirtazapine": a script without blanks, or one that sets its particles behind words.
_DENSE = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_OTHER_SCRIPT = Pattern(rf"[^\W{_DENSE}][{_DENSE}]|[{_DENSE}][^\W{_DENSE}]")


def _may_begin(text: str, at: int) -> bool:
    """Whether no letter stands right before a place, but for one of another script."""
    return at == 0 or not text[at - 1].isalnum() or _OTHER_SCRIPT.match(text, at - 1) is not None


def _goes_on(text: str, end: int) -> bool:
    """Whether a letter of the same script follows."""
    return text[end : end + 1].isalnum() and _OTHER_SCRIPT.match(text, end - 1) is None


def _run(text: str, start: int, phrase: str) -> tuple[int, bool]:
    """Where a run of words ends, 0 where others stand there; and whether nothing parts them."""
    if text.startswith(phrase, start):  # with single blanks, as most stand
        end = start + len(phrase)
        return (0, False) if _goes_on(text, end) else (end, True)
    end, together = start, True
    for word in phrase.split(" "):
        if end > start:
            gap = _GAP.match(text, end)
            together = together and gap is not None and not _parts(gap[0])
            end = gap.end() if gap else end
        if not text.startswith(word, end) or _goes_on(text, end + len(word)):
            return 0, False
        end += len(word)
    return end, together


def _by_spelled_words(low: str, alike: str, needles: list[tuple[str, tuple[int, ...]]]) -> list[Place]:
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


def _by_form(low: str, options: OptionSet) -> list[Place]:
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
    """Whether a hyphen makes another word of the text."""
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
    return len(gap) > 4 or "\n\n" in gap or (". " in gap and len(gap.strip(" ")) > 1)


_ACRONYM = Pattern(r"[A-Z](?<![\w-][A-Z])[A-Z]{2,5}(?![\w-])")


def _by_acronym(text: str, options: OptionSet) -> list[Place]:
    """Capitals that can only stand for one option's text: "PTSD"."""
    found: list[Place] = []
    for match in ends(list(_ACRONYM.finditer(text))) if has_capitals(text) else ():
        position = options.meant_by(match[0])
        if position is not None:
            found.append((*match.span(), (position,), False))
    return found
