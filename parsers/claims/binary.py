"""The two options of a yes-no item restated in other words: "A. Ano / B. Ne" says nothing of either.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from parsers.claims.entries import ListEntry
from parsers.grammar.languages.cue_words import key_of, verdict_words
from parsers.grammar.stand_ins import spoken_key, yes_and_no
from parsers.options.options import OptionSet
from parsers.reading import AnswerMode

_AROUND = " \n.。!:;)(\"'*_=–—-"
_ENGLISH = {"true": True, "false": False, "correct": True, "incorrect": False, "right": True, "wrong": False}
_JUDGING = frozenset(("correct", "incorrect", "right", "wrong"))  # of a yes-no item, too
_BLUNT = (":", "=", "-", "–", "—")


def restates_two(run: list[ListEntry], options: OptionSet, mode: AnswerMode) -> bool:
    """Whether the lines are a word for yes and a word for no, as the options themselves may be called.

    They judge where yes is called wrong, and of two other texts behind a sign ("A: richtig / B: falsch") or
    in English.
    """
    if len(run) != 2 or len(options) != 2 or mode is AnswerMode.MULTI:
        return False
    lines = [entry.content.strip().partition("\n")[0].lstrip(")").strip() for entry in run]
    words = [line.strip(_AROUND) for line in lines]
    said, texts = list(map(_meaning, words)), [options.words[entry.option] for entry in run]
    if not _JUDGING.isdisjoint(words) or {*said} != {True, False}:
        return False
    own = list(map(_meaning, texts))
    if {*own} == {True, False}:
        return own == said
    judging = all(line.startswith(_BLUNT) or _is_english(line) for line in lines)
    return not judging or _denies_the_other(*texts)


def _meaning(word: str) -> bool | None:
    if word in _ENGLISH:
        return _ENGLISH[word]
    known = verdict_words().get(key_of(word))
    said = yes_and_no().get(spoken_key(word))
    return known if said is None else said == "yes"


def _is_english(word: str) -> bool:
    return word.strip(_AROUND) in ("yes", "no", "true", "false")


def _denies_the_other(first: str, second: str) -> bool:
    """Whether one text is the other with something before it: "related" and "not related"."""
    return first.endswith(second) or second.endswith(first)
