"""What stands for an option where an answer is due: "δύο" for 2, "그렇다" for "예".

Only a reply of that word, or a first line that announces it ("Απάντηση: δύο"), is asked; anywhere else such
words are what any sentence is made of.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from collections.abc import Mapping
from functools import lru_cache

from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import units_of
from parsers.grammar.revisions import TAKEN_BACK
from parsers.grammar.stand_ins import NEEDS_NOUN, numbers, spoken_key, yes_and_no, yes_and_no_beside
from parsers.mentions.mention import Mention
from parsers.options.options import OptionSet
from parsers.options.texts import NUMBER_WORDS
from parsers.pattern import Pattern

_LINE = Pattern(r"\s*(?P<line>[^\n.。!?]{1,80})(?P<end>[.。!]?[\s\"'*_)\]]*\Z|[.。!\n])")
_WORD = Pattern(r"[\"'*_(\[\s]*(?P<word>[^\s\"'*_()\[\]:](?:[^\"*_()\[\]:]*[^\s\"'*_()\[\]:])?)[\s\"'*_)\]]*")
_BEGINNING = Pattern(r"[:\s]+|(?<=[是为為は])")  # what stands before the word
_SENTENCE_ENDS = Pattern(r"[\n.。!?]")
_INTRODUCING, _AROUND = ":是为為は", " \"'*_(["
_AHEAD = Pattern(r".*(?:,|:(?=.*\w))")  # what stands before the clause of the word
_PARTS = Pattern(r"[,、]\s*")  # between words that say the same: "네, 맞습니다"
_ENGLISH = Pattern(r"(?:(?:the|my) )?(?:(?:correct|right|best|final) )?answer(?: is)?")
_ANNOUNCING = Role.ANSWER | Role.RIGHT | Role.OPTION | Role.LINK | Role.IS
_FEWEST, _MOST = 2, 3  # options of which one is yes and one is no


def stand_ins(low: str, options: OptionSet) -> list[Mention]:
    """The option that the reply, or a first line that announces its answer, says in such a word."""
    meant = _meant(options.labels, options.words)
    line = _LINE.match(low) if meant else None
    if line is None:
        return []
    said, start = line["line"], line.start("line")
    places = [0, *(match.end() for match in _BEGINNING.finditer(said))]
    for at in places:
        word = _WORD.fullmatch(said, at)
        position = _position(word["word"], meant) if word else None
        if word is None or position is None:
            continue
        if not _is_of_its_language(word["word"], said[:at]):
            continue
        if _is_due(said[:at], meant) if at else line.end() == len(low):
            if _says_another(low[line.end("line") :], position, meant):
                return []
            span = start + word.start("word"), start + word.end("word")
            return [Mention((position,), "", *span, span)]
    return []


def _says_another(rest: str, position: int, meant: Mapping[str, int]) -> bool:
    """Whether what follows says a word for another option, alone or announced, or corrects."""
    return TAKEN_BACK.search(rest) is not None or any(
        _is_another(line, position, meant) for line in _SENTENCE_ENDS.split(rest)
    )


def _is_another(line: str, position: int, meant: Mapping[str, int]) -> bool:
    numbered = meant.keys() <= numbers().keys()
    if not numbered and "," in line and _is_another(line.partition(",")[0], position, meant):
        return True  # "Nein, das stimmt nicht"
    for at in (0, *(match.end() for match in _BEGINNING.finditer(line))):
        word = _WORD.fullmatch(line, at)
        said = _position(word["word"], meant) if word else None
        if said is None or said == position:
            continue
        before = _AHEAD.sub("", line[:at])
        if not at or before.rstrip(_AROUND)[-1:] in _INTRODUCING or _is_due(before, meant):
            return True
    return False


def _is_of_its_language(said: str, before: str) -> bool:
    """Whether a word that means something else elsewhere stands behind its own noun: "Risposta: due"."""
    nouns = NEEDS_NOUN.get(spoken_key(said))
    return nouns is None or any(noun in before for noun in nouns)


def _position(said: str, meant: Mapping[str, int]) -> int | None:
    """The one option that all parts of what is said stand for: "네, 맞습니다"."""
    named = {meant.get(spoken_key(part)) for part in _PARTS.split(said)}
    return named.pop() if len(named) == 1 else None


def _is_due(before: str, meant: Mapping[str, int]) -> bool:
    """Whether an answer follows: behind a colon, where it may be a word of denial ("정답이 아니다")."""
    bare = before.rstrip(_AROUND)
    colon = bare.endswith(":")
    return (colon or meant.keys() <= numbers().keys()) and _announces(bare.strip(": "))


def _announces(before: str) -> bool:
    """Whether words of one language say that an answer follows, and nothing else."""
    if _ENGLISH.fullmatch(before):
        return True
    words = [unit for unit in units_of(before) if unit.roles is not None]
    return any(
        all((word.roles or {}).get(language, 0) & _ANNOUNCING for word in words)
        and any((word.roles or {}).get(language, 0) & Role.ANSWER for word in words)
        for language in (words[0].roles or {} if words else {})
    )


@lru_cache(maxsize=1024)
def _meant(labels: tuple[str, ...], words: tuple[str, ...]) -> Mapping[str, int]:
    """Word → the option that it stands for; empty where the options are neither numbered nor yes and no."""
    if all(map(str.isdecimal, labels)):
        return _numbered(labels, words)
    return _affirming(words) if _FEWEST <= len(words) <= _MOST else {}


def _numbered(labels: tuple[str, ...], words: tuple[str, ...]) -> Mapping[str, int]:
    """The names of the labels, where no text has a number that they may be, too."""
    said = {spoken_key(word) for text in words for word in text.split()}
    if any(word in numbers() or word in NUMBER_WORDS or word.isdecimal() for word in said):
        return {}
    return {word: labels.index(number) for word, number in numbers().items() if number in labels}


def _affirming(words: tuple[str, ...]) -> Mapping[str, int]:
    """What says yes and no, where one text says yes, one says no, and a third one neither."""
    meanings = [yes_and_no().get(spoken_key(text)) for text in words]
    if sorted(filter(None, meanings)) != ["no", "yes"]:
        return {}
    return {word: meanings.index(meaning) for word, meaning in yes_and_no_beside(words).items()}
