"""Raw completion → visible text: reasoning blocks, chat-template tokens and invisible characters are cut.

What a reader of the chat window would see is what counts (PARSING notes, section 2, "visible text"). Each
cut is recorded with its place, and every later offset leads back to the raw completion. Which stretches
are reasoning, or the tokens of a turn, is for `reasoning.py` and `turns.py`. Mark-up stays: `markup.py`.

Decision: docs/decisions/parsers.md, "Very long replies are read at their two ends".
Decision: docs/decisions/parsers.md, "One look at the words before an option".
Decision: docs/decisions/parsers.md, "One look at a text's characters, and words of one script".
Decision: docs/decisions/parsers.md, "Words that say nothing of an option are not sought in a clause".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.pattern import Pattern
from parsers.reading import Removed
from parsers.text.characters import INVISIBLE, UNSEEN, rows_of
from parsers.text.folding import (
    FAR_LETTERS,
    LETTERS,
    fold_frequent,
    fold_letters,
    fold_signs,
    makes_letters,
    note_accents,
    unusual,
)
from parsers.text.latin import has_sign
from parsers.text.offsets import Text
from parsers.text.reasoning import announced, begins_to_reason, reasoning
from parsers.text.spelled import FAR_FORMS, FORMS, SPOKEN, latin_names
from parsers.text.turns import half_ended, turns

# Above this many visible characters only the two ends are read: a reply that long is a model repeating itself
# up to its limit, its answer stands at an end, and reading stays linear with a small constant.
MAX_VISIBLE = 40_000
_SEAM = 1_000  # characters in which a place to cut is sought
_LONG = 200  # characters of a text that it pays to note of whether it has accents

# Without one of these a text needs but its signs folded: told in one search instead of six.
_MORE_THAN_SIGNS = Pattern(f"[{LETTERS}{SPOKEN}{FORMS}{UNSEEN.source[1:]}")
_FAR = Pattern(f"[{FAR_LETTERS}{FAR_FORMS}]")  # one class of both would take five times as long
_STROKE = Pattern("[\u0335-\u0338]")
_STRUCK = Pattern(r"(?:[^\s\u0335-\u0338][\u0335-\u0338])+")
_CONTROL = Pattern(r"[\x00-\x08\x0e-\x1f\x7f]")
# A line break that was stored as a backslash and an n; "\neq" and "\nu" are formulas.
_ESCAPED = Pattern(r"(?<!\\)\\n(?![a-z])")
# "예<unk>답: 아니오": a break that a tokenizer lost, before the next key; as long as what stood there.
_LOST_BREAK = Pattern(r"<unk>(?=\s*[^\W\d_]{1,12}\s?[:：])")
_LONE_LETTER = Pattern(r"[A-Za-z](?![^\W\d_])(?<![^\W\d_].)")
# All characters of ASCII but those without one of which a completion in ASCII is its own visible text.
_PLAIN = bytes(
    code for code in range(128) if chr(code) not in "<[|\x7f" and (code >= ord(" ") or chr(code) in "\t\n")
)


@dataclass(frozen=True, slots=True)
class Visible:
    """The visible text of a completion, and what it took to get there.

    Attributes:
        text: visible text with its offsets.
        removed: what was cut.
        folded: raw position and letter of every isolated character read as a Latin letter.
    """

    text: Text
    removed: tuple[Removed, ...]
    folded: tuple[tuple[int, str], ...]


def visible_text(raw: str, spelled: Sequence[str] | None = None) -> Visible:
    """Cut what a reader would not see, and fold what looks like a plain letter.

    `spelled`: fold what is its name, too, beside options of these texts.

    >>> visible_text("<think>A?</think>Ｂ").text.value
    'B'
    """
    return _visible(raw, None if raw.isascii() else spelled)  # no name of a letter in ASCII is spelled


@lru_cache(maxsize=1)  # a reply is read, and then asked whether it kept to its format
def _visible(raw: str, spelled: Sequence[str] | None) -> Visible:
    """The visible text of a completion; names of letters in other scripts are folded beside these texts."""
    if "\\" in raw and "\\n" in raw:
        raw = _ESCAPED.sub(" \n", raw)
    if "<" in raw and "<unk>" in raw:
        raw = _LOST_BREAK.sub("    \n", raw)
    short = raw.isascii() and len(raw) <= MAX_VISIBLE
    if short and not has_sign(raw, _PLAIN) and "```" not in raw and not begins_to_reason(raw):
        return Visible(Text(raw), (), ())
    removed: list[Removed] = []
    text = Text(raw)
    tagged = (reasoning, turns) if _may_have_tags(raw) else ()
    for stage in (announced, *tagged, half_ended, _code, _middle):
        text = _cut(text, stage(text.value), removed)
    text = text.map(fold_frequent)
    others = unusual(text.value)
    folded = text.map(lambda value: fold_signs(value, others))
    letters: tuple[tuple[int, str], ...] = ()
    if _needs_more(text.value, others, rows_of(folded.value)):
        folded, letters = _with_letters(text, folded, others, spelled)
        if "\u00ad" in folded.value or UNSEEN.search("".join(others)):
            folded = _cut(folded, _unseen(folded.value), removed)
    if len(folded.value) > _LONG:
        note_accents(folded.value, others)
    removed.sort(key=lambda cut: cut.span)
    return Visible(folded, tuple(removed), letters)


def _with_letters(
    text: Text, signs: Text, others: set[str], spelled: Sequence[str] | None
) -> tuple[Text, tuple[tuple[int, str], ...]]:
    """A text with its letters folded, too, and which these are; `signs`: with only its signs folded."""
    folded = signs.map(fold_letters)
    if spelled is not None:
        folded = folded.map(lambda value: latin_names(value, spelled))
    changed = folded.value != signs.value or makes_letters(others)
    return folded, _folded_letters(text, folded) if changed else ()


_ROWS = (
    b"\x03\x04\x05\x06\x09\x0a\x0b\x0c\x0d\x0e"  # of scripts whose letters look like Latin ones, or name them
)


def _needs_more(text: str, others: set[str], rows: bytes) -> bool:
    """Whether more than the signs of a text are folded; told by its unusual characters and its rows.

    The rows may be those of the text with its signs folded: what is folded is among the unusual ones.
    """
    told = "".join(others)
    if _MORE_THAN_SIGNS.search(told) or _FAR.search(told):
        return True
    return any(map(rows.__contains__, _ROWS)) and _MORE_THAN_SIGNS.search(text) is not None


def _may_have_tags(raw: str) -> bool:
    return "<" in raw or "[" in raw or "◁" in raw


def _cut(text: Text, cuts: list[Removed], removed: list[Removed]) -> Text:
    """Cut one stage's finds, and record them by their place in the raw completion."""
    if not cuts:
        return text
    cuts.sort(key=lambda cut: cut.span)
    removed += [Removed(cut.kind, text.raw_span(*cut.span)) for cut in cuts]
    return text.without(cut.span for cut in cuts)


def _unseen(text: str) -> list[Removed]:
    """Characters without a picture, and letters struck out by a combining stroke."""
    if not (_CONTROL if text.isascii() else UNSEEN).search(text):
        return []
    strokes = _STRUCK.finditer(text) if _STROKE.search(text) else ()
    struck = [Removed("struck", match.span()) for match in strokes]
    return struck + [Removed("invisible", match.span()) for match in INVISIBLE.finditer(text)]


_BESIDE = 40  # characters of prose beside which a program is an illustration
_PROGRAM = Pattern(
    r"^[ \t]*```[ \t]*(?:python\d?|py|java|javascript|js|typescript|ts|c|cpp|c\+\+|csharp|cs|go|rust|ruby|php"
    r"|sql|bash|sh|shell|r|matlab|html|css|swift|kotlin|scala|haskell|lua|perl)[ \t]*\n"
    r"(?:(?![ \t]*```).*\n)*[ \t]*```[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
# One that holds a value and no program: "{'8': ['C']}".
_LITERAL = Pattern(r"[ \t]*```[ \t]*\w+[ \t]*\n\s*[{\[][^{}()=;]*[}\]]\s*```[ \t]*\Z")


def _code(text: str) -> list[Removed]:
    """Fenced programs beside prose: "result = a" in one answers nothing."""
    if "`" not in text or "```" not in text:
        return []
    blocks = [match.span() for match in _PROGRAM.finditer(text) if not _LITERAL.match(match[0])]
    outside = len(text.strip()) - sum(end - start for start, end in blocks)
    return [Removed("program", span) for span in blocks] if outside > _BESIDE else []


def _middle(text: str) -> list[Removed]:
    """What lies too far from both ends."""
    if len(text) <= MAX_VISIBLE:
        return []
    half = MAX_VISIBLE // 2
    last = len(text) - half
    return [Removed("middle", (_seam(text, half - _SEAM, half), _seam(text, last, last + _SEAM)))]


def _seam(text: str, first: int, last: int) -> int:
    """A line break in the stretch, or else a blank, so that no word is cut into letters."""
    for mark in "\n ":
        at = text.find(mark, first, last)
        if at >= 0:
            return at
    return first


def _folded_letters(text: Text, folded: Text) -> tuple[tuple[int, str], ...]:
    """Where folding made a lone Latin letter, and which."""
    if text.value == folded.value:
        return ()
    return tuple(
        (text.raw(match.start()), match[0])
        for match in _LONE_LETTER.finditer(folded.value)
        if text.value[match.start()] != match[0]
    )
