"""Labels that are numbers, as distinct from numbers that count something: "option 2", "2. red maple".

A number is found as an option text is, and counts only where an answer is due. Behind a noun for option, or
before its own text, it can only be a label, and is read as a letter in its place would be.

Decision: docs/decisions/parsers.md, "What 235 replies of three new and ten known stores taught the reader".
Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import zip_longest

from parsers.grammar import labels as grammar
from parsers.grammar import refusals
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import has_cues, units_of
from parsers.grammar.languages.unspaced import Unit
from parsers.mentions.contested_texts import WHOLE, contested_texts
from parsers.mentions.counts import counts
from parsers.mentions.mention import Mention, ends
from parsers.options.options import OptionSet
from parsers.pattern import Pattern

_NOUN = 24  # characters before a label in which its noun is sought
_BEFORE_TEXT = Pattern(r"\s?[).:\]]+\s*[\"'(\[]*\s?|\s?[-–—]\s[\"'(\[]*|,(?!\d)\s?|\s?\(")
_OPENING = " \n\"'(["


def number_labels(low: str, texts: list[Mention], options: OptionSet) -> tuple[list[Mention], list[Mention]]:
    """The numbers that can only be labels, and all other mentions."""
    if options.contested:
        texts = sorted([*texts, *contested_texts(low, texts, options)], key=_start)
    labels = [*_uncontested(low, texts, options)] if options.contested else []
    others: list[Mention] = []
    for mention, following in zip_longest(texts, texts[1:]):
        number = mention.spelled and low[mention.start : mention.end].isdecimal()
        if number and counts(low, mention, options):
            continue
        start = _label_start(low, mention, following) if number else None
        if start is None:
            others.append(mention)
        else:
            labels.append(_as_label(low, mention, start, options))
    return sorted(labels, key=_start), _joined_only(low, labels, others, options)


def _start(mention: Mention) -> int:
    return mention.start


def _joined_only(low: str, labels: list[Mention], others: list[Mention], options: OptionSet) -> list[Mention]:
    """The mentions but the texts that a label may be, where no label stands before them: "Answer: 1"."""
    if not options.contested:
        return others
    stops = sorted(label.core[1] for label in labels)
    before = [stops[max(0, bisect_right(stops, other.start) - 1)] if stops else 0 for other in others]
    return [
        other
        for other, stop in zip(others, before, strict=True)
        if low[other.start : other.end] not in options.contested
        or (stop and _BEFORE_TEXT.fullmatch(low, stop, other.start))
    ]


_ALONE = " \n\"'()[]*."
_CHOICE_IS = Pattern(r"\b(?:option|choice)(?: (?:number|no\.))?(?: is)?:? [\"'(\[]*\Z")
_END = Pattern(r"[\"')\]}]*[.,;!]?\s*(?:\n|\Z)")
_IS = Pattern(r"\b(?:is|es|est|ist|é|è)\Z")


def _uncontested(low: str, texts: list[Mention], options: OptionSet) -> Iterator[Mention]:
    """Labels that are another option's text as well, where what stands beside them says which is meant."""
    starts, behind = [text.start for text in texts], 0
    for match in ends([*WHOLE.finditer(low)]):
        position = options.contested.get(match[0])
        if position is None or match.start() < behind:
            continue
        number = Mention((position,), "", *match.span(), match.span(), spelled=True)
        following = next(iter(texts[(at := bisect_left(starts, number.end)) : at + 1]), None)
        start = _contested_start(low, number, following)
        if start is not None and not counts(low, number, options):
            yield _as_label(low, number, start, options)
            behind = following.end if following and _is_behind(low, number, following) else 0


def _contested_start(low: str, number: Mention, following: Mention | None) -> int | None:
    """Where the label begins: behind a noun, before an option's text, or where nothing else is said."""
    start = _label_start(low, number, following)
    alone = low.strip(_ALONE) == low[number.start : number.end]
    if start is None and (alone or _CHOICE_IS.search(low, max(0, number.start - _NOUN), number.start)):
        return number.start
    if start is None and _is_behind(low, number, following) and _heads(low, number):
        return number.start
    return start


def _is_behind(low: str, number: Mention, text: Mention | None) -> bool:
    """Whether a text that ends its line stands right behind a number and its mark: "2. 4"."""
    return (
        text is not None
        and _BEFORE_TEXT.fullmatch(low, number.end, text.start) is not None
        and _END.match(low, text.end) is not None
    )


def _heads(low: str, number: Mention) -> bool:
    """Whether a number heads its line, or stands behind what announces an answer."""
    before = low[max(0, number.start - _NOUN) : number.start].rstrip(_OPENING[:1] + "\"'([*")
    return not before or before[-1] in "\n:=" or _IS.search(before) is not None


def _label_start(low: str, number: Mention, following: Mention | None) -> int | None:
    """Where the label begins, its noun included; None for a number that may be something else."""
    first = max(0, number.start - _NOUN)
    noun = grammar.NOUN_BEFORE.search(low, first, number.start)
    if noun:
        return noun.end() - len(noun[0].lstrip(_OPENING))
    if (
        _named_in_words(low[first : number.start])
        or _own_text_follows(low, number, following)
        or _announced(low, number)
        or _called_answer(low, number)
        or (_heads_alone(low, number) and _names_no_other(low, number, following))
    ):
        return number.start
    return None


_IS_ANSWER = Pattern(r" (?:is|was) (?:the )?(?:correct|right|best|final) (?:answer|option|choice)\b")
_FEW = 5  # words that call it the answer


def _called_answer(low: str, number: Mention) -> bool:
    """Whether the words behind a number call it the right answer: "2 ist die richtige Antwort"."""
    after = low[number.end : number.end + 60]
    if _IS_ANSWER.match(after):
        return True
    if low[number.start - 1 : number.start].isalnum() or not has_cues(after):
        return False
    first = [unit for unit in units_of(after) if unit.roles is not None][:_FEW]
    return any(_names_right_answer(first, language) for language in first[0].roles or ()) if first else False


def _names_right_answer(words: list[Unit], language: int) -> bool:
    """Whether cue words of one language, from the first on, say "right" and "answer" and deny nothing."""
    said = 0
    for word in words:
        role = (word.roles or {}).get(language, 0)
        if not role & _SAYING or role & Role.NOT:
            return False
        said |= role
        if said & Role.RIGHT and said & Role.ANSWER:
            return True
    return False


_SAYING = Role.ANSWER | Role.RIGHT | Role.LINK | Role.IS
_COLON = Pattern(r"[:：][ \"'(]*\Z")
_TITLED = Pattern(r"[.)] {1,3}[^\W\d_]{3}")
_NEXT = Pattern(r"(?<![\d.,])[1-9]\d?[.)] {1,3}[^\W\d_]")
_SENTENCE = Pattern(r"[.)]\*{0,2} (?!first\b|step\b|let\b|[^.?!:\n]*[?:])[^\W\d_]+ [^\W\d_]+ [^\W\d_]+ ")
_STOPS = (".", "!", '."', ".'", ".)", ".*")
_FIRST = 4  # characters of the sentence behind a number, in which no entry begins
_ENTRY = 300  # characters behind a number in which the next entry of a list would begin


def _announced(low: str, number: Mention) -> bool:
    """Whether a number and a full stop follow a colon where no list begins: "es: 1. Tirotropina baja"."""
    if (
        _TITLED.match(low, number.end) is None
        or _COLON.search(low, max(0, number.start - 6), number.start) is None
    ):
        return False
    return _NEXT.search(low, number.end, number.end + _ENTRY) is None


def _heads_alone(low: str, number: Mention) -> bool:
    """Whether a number and a stop head a reply of one paragraph that no next entry makes a list.

    "6. It would be more considerate to wait."; a question, a heading and what breaks off are no reason.
    """
    if low[: number.start].strip(_OPENING) or _SENTENCE.match(low, number.end) is None:
        return False
    said = low[number.end :].rstrip()
    return "\n" not in said and said.endswith(_STOPS) and _NEXT.search(said, _FIRST) is None


def _names_no_other(low: str, number: Mention, following: Mention | None) -> bool:
    """Whether the sentence behind it is about no other option, and does not decline to answer."""
    if following is not None and following.options != number.options:
        return False
    said = low[number.end :]
    return not (refusals.REFUSAL.search(said) or refusals.ABSTENTION.search(said))


def _named_in_words(before: str) -> bool:
    """Whether the word right before is one for an option in some language: "la número 2", "ข้อ 2"."""
    units = units_of(before)[-1:]
    return any(role & Role.OPTION for unit in units for role in (unit.roles or {}).values())


def _own_text_follows(low: str, number: Mention, following: Mention | None) -> bool:
    if following is None or following.spelled or following.options != number.options:
        return False
    return _BEFORE_TEXT.fullmatch(low, number.end, following.start) is not None


def _as_label(low: str, number: Mention, start: int, options: OptionSet) -> Mention:
    """The number as a label, with the bracket that closes behind it."""
    end = number.end
    before = low[max(0, start - 60) : number.start]
    if low[end : end + 1] == ")" and before.rfind("(") <= before.rfind(")"):
        end += 1
    label = options.labels[number.options[0]]
    return Mention(number.options, label, start, end, (number.start, number.end), named=True)
