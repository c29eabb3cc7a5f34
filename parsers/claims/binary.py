"""The two options of a yes-no item restated in other words: "A. Ano / B. Ne" says nothing of either.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from collections.abc import Sequence

from parsers.claims.entries import ListEntry
from parsers.grammar.languages.cue_words import key_of, verdict_words
from parsers.grammar.stand_ins import yes_and_no
from parsers.options.options import OptionSet
from parsers.reading import AnswerMode

_AROUND = " \n.。!:;)(\"'*_=–—-"
_ENGLISH = {"true": True, "false": False, "correct": True, "incorrect": False, "right": True, "wrong": False}
_JUDGING = frozenset(("correct", "incorrect", "right", "wrong"))  # of a yes-no item, too
_BLUNT = (":", "=", "-", "–", "—")


def restates_two(run: list[ListEntry], options: OptionSet, mode: AnswerMode) -> bool:
    """Whether the lines are a word for yes and a word for no, as the options themselves may be called.

    Of two other texts, words behind a sign ("A: richtig / B: falsch") and English ones judge.
    """
    if len(run) != 2 or len(options) != 2 or mode is AnswerMode.MULTI:
        return False
    lines = [entry.content.strip().partition("\n")[0].lstrip(")").strip() for entry in run]
    words = [line.strip(_AROUND) for line in lines]
    if not _JUDGING.isdisjoint(words) or sorted(map(str, map(_meaning, words))) != ["False", "True"]:
        return False
    judging = all(line.startswith(_BLUNT) or _is_english(line) for line in lines)
    return not judging or _are_yes_and_no(options.words)


def _meaning(word: str) -> bool | None:
    if word in _ENGLISH:
        return _ENGLISH[word]
    known = verdict_words().get(key_of(word))
    said = yes_and_no().get(key_of(word))
    return known if said is None else said == "yes"


def _is_english(word: str) -> bool:
    return word.strip(_AROUND) in ("yes", "no", "true", "false")


def _are_yes_and_no(texts: Sequence[str]) -> bool:
    """Whether two texts say yes and no, or one denies the other: "related" and "not related"."""
    first, second = texts
    meanings = {_meaning(first), _meaning(second)}
    return meanings == {True, False} or first.endswith(second) or second.endswith(first)
