"""All languages' cue words in one table, and a clause read by it as units.

A clause is a list of units: words with the roles they have in each language that knows them, other
mentions, and punctuation. Scripts that write words without blanks are cut greedily, longest word first. The
last part says of a small letter whether the words beside it make it an option.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from parsers.grammar.languages import LANGUAGES, Role
from parsers.grammar.pattern import MENTION, whole, words
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower

Roles = Mapping[int, int]  # number of a language, or of its family → what the word is there

# English words that are cue words elsewhere, or begin like one: English has patterns of its own.
_HOMOGRAPHS = """
    alternative alternatives answer answers best bon bona cert certain certainly certainty certificate
    certified certify correct corrected correcting correction corrections correctly correctness
    corrects dace eliminate eliminated eliminates eliminating elimination exact exactly exclude
    excluded excludes excluding exclusion exclusive exclusively falsely falsify fit good goods item
    items just justice justification justified justify letter letters option optional options pole
    respond response responses right rights sika sike solution solutions svari tama true valid
    validate validated validity variant variants vera zapped
"""
ENGLISH = frozenset(_HOMOGRAPHS.split())
NO_ROLES: Roles = {}
DROPPED = str.maketrans("", "", "'ʻʼ\u00ad\u0640\u200c")


def key_of(word: str) -> str:
    return plain_lower(word.translate(DROPPED))


class CueWords(NamedTuple):
    """The cue words of all languages, with their roles in each.

    Attributes:
        whole: words as they stand.
        stems: beginnings of words, by their first two characters, the longest first.
        heads: the first words of those that are several, with all roles of these.
    """

    whole: Mapping[str, Roles]
    stems: Mapping[str, tuple[tuple[str, Roles], ...]]
    heads: Mapping[str, int]


@cache
def cue_words() -> CueWords:
    """All of them; put together when a reply is first read that is more than a letter."""
    whole: dict[str, dict[int, int]] = {}
    stems: dict[str, dict[int, int]] = {}
    families = sorted({language.family or language.name for language in LANGUAGES})
    for language in LANGUAGES:
        number = families.index(language.family or language.name)
        for role, listed in language.roles():
            for word in listed.split():
                known = (stems if word.endswith("*") else whole).setdefault(
                    key_of(word.rstrip("*").replace("_", " ")), {}
                )
                known[number] = known.get(number, 0) | role
    heads: dict[str, int] = {}
    for phrase in whole:
        head, blank, _ = phrase.partition(" ")
        if blank:
            heads[head] = heads.get(head, 0) | all_roles(whole[phrase])
    return CueWords(whole, _by_beginning(stems), heads)


def _by_beginning(stems: Mapping[str, Roles]) -> dict[str, tuple[tuple[str, Roles], ...]]:
    found: dict[str, list[tuple[str, Roles]]] = {}
    for stem, roles in sorted(stems.items(), key=lambda known: -len(known[0])):
        found.setdefault(stem[:2], []).append((stem, roles))
    return {beginning: tuple(listed) for beginning, listed in found.items()}


def all_roles(roles: Roles) -> int:
    """The roles in whatever language."""
    return reduce(or_, roles.values(), 0)


class Unit(NamedTuple):
    """One word, mention or sign of a clause; `roles` is None for what is no word.

    `may` holds its roles in whatever language, and those of phrases that it may begin.
    """

    text: str
    roles: Roles | None
    may: int = 0


_UNSPACED = Pattern("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_DENSE = Pattern(_UNSPACED.source[:-1] + "\uac00-\ud7af]")
_SPECIAL = Pattern(f"{_UNSPACED.source[:-1]}{''.join(map(chr, DROPPED))}]")  # cut, or dropped from words
_LONGEST = 10  # characters of a cue word in a script without blanks
REMEMBERED = 50_000  # words
LONG = 40  # characters of a clause, in a script without blanks, that hardly comes twice

_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0971-\u0df4"
    "\u0e31\u0e34-\u0e4e\u0eb1-\u0ece\u102b-\u103e\u17b4-\u17d3\u200c\u00ad"
)
_WORD = rf"[^\W\d_](?:[^\W\d_]|[{_MARKS}]|['ʻʼ](?=[^\W\d_]))*"
WORD = Pattern(_WORD)
_PIECE = Pattern(rf"{_WORD}|{MENTION}|[^\s\"'\[\](){{}}*_ʻʼ]|\n")


@lru_cache(maxsize=8192)
def roles_of(word: str) -> Roles:
    """What a word, lower case, is in each language that knows it; empty for every other word."""
    key = word.translate(DROPPED)
    found = _known(key)
    if not found and "'" in word:
        found = next((known for part in reversed(word.split("'")) if (known := _known(part))), NO_ROLES)
    return found


def _known(key: str) -> Roles:
    words = cue_words()
    found = words.whole.get(key, NO_ROLES)
    for stem, roles in words.stems.get(key[:2], ()):
        if key.startswith(stem):
            found = {**roles, **found}
    return found


def _may_be_known(key: str) -> bool:
    """Whether a cue word stands so, or begins as this one does: False of most words, and told at once."""
    return key in cue_words().whole or key.startswith(_stems().get(key[:2], ()))


@cache
def _stems() -> Mapping[str, tuple[str, ...]]:
    """The beginnings of cue words, by their first two characters."""
    return {pair: tuple(stem for stem, _ in known) for pair, known in cue_words().stems.items()}


_TELLING = Role.ANSWER | Role.RIGHT | Role.PICK | Role.OPTION | Role.WRONG | Role.NOT | Role.OTHER


@lru_cache(maxsize=8192)
def speaks(word: str) -> bool:
    """Whether a word says something about an answer in some language other than English."""
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    if word.isascii() or not _UNSPACED.search(word):
        heads = cue_words().heads.get(word.translate(DROPPED), 0)  # of phrases that it may begin
        return (all_roles(roles_of(word)) | heads) & _TELLING != 0
    return any(all_roles(unit.roles) & _TELLING for unit in _cut(word) if unit.roles)


def has_cues(low: str) -> bool:
    """Whether a text, in lower case, has any word that may announce an answer in another language."""
    return any(map(_CUES.__getitem__, low.split()))


class _HasCue(dict[str, bool]):
    """What stands between two blanks → whether it has such a word; filled as words are met."""

    def __missing__(self, between_blanks: str) -> bool:
        if len(self) >= REMEMBERED:
            self.clear()
        word = between_blanks.rstrip(".,:;!?)")
        if word.isalpha() and (word.isascii() or not _SPECIAL.search(word)):
            found = (_may_be_known(word) or word in cue_words().heads) and speaks(word)
        else:
            found = any(map(speaks, WORD.findall(between_blanks)))
        if len(between_blanks) < LONG:
            self[between_blanks] = found
        return found


_CUES = _HasCue()


@lru_cache(maxsize=8192)
def cue_beside(before: str, letter: str, after: str) -> bool:
    """Whether the words beside a capital show it to be a label: "A variant", "možnost A je".

    Not where the letter is a word of the language that knows them, as in "A resposta".
    """
    end = before.rstrip(" \"'").rpartition(" ")[2]
    last = WORD.findall(end)[-1:]
    if last and end.endswith(last[0]) and _knows(last[0], letter, Role.OPTION | Role.ANSWER | Role.STATEMENT):
        return True
    following = [match[0] for match in islice(WORD.finditer(after), 2)] if after[:1] == " " else []
    return any(
        _knows(
            word, letter, _TELLING | Role.IS | Role.JOIN | Role.REASON | (Role.LINK if number else Role.IS)
        )
        for number, word in enumerate(following)
        if number == 0 or following[0] in ENGLISH
    )


_LONGEST_NOUN = 5  # characters of a noun in a script without blanks


@lru_cache(maxsize=4096)
def label_noun(before: str, small: str) -> int | None:
    """Where a word for answer or option begins with which a text, in lower case, ends in some language."""
    found = [*WORD.finditer(before)][-2:]
    if not found or found[-1].end() != len(before):
        return None
    last = found[-1]
    starts = [match.start() for match in found]
    if _UNSPACED.match(before[-1:]):
        starts += range(max(last.start(), len(before) - _LONGEST_NOUN), len(before))
    return next((start for start in starts if _is_label_noun(before[start:], small)), None)


def _is_label_noun(word: str, small: str) -> bool:
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    roles = roles_of(word) if " " not in word else cue_words().whole.get(key_of(word), NO_ROLES)
    own = _spoken_with(small) if small else ()
    return any(role & (Role.ANSWER | Role.OPTION) for number, role in roles.items() if number not in own)


def joins(words: str) -> bool:
    """Whether one or two words, lower case, join options in some language: "und", "als auch"."""
    return any(role & Role.JOIN for role in cue_words().whole.get(key_of(words), NO_ROLES).values())


def _knows(word: str, letter: str, roles: int) -> bool:
    """Whether a word has one of the roles, and in no language that has it is the letter a word."""
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    knowing = [number for number, role in roles_of(word).items() if role & roles]
    own = cue_words().whole.get(letter, NO_ROLES)
    return bool(knowing) and not any(own.get(number, Role.JOIN) & ~Role.JOIN for number in knowing)


@lru_cache(maxsize=8192)
def may_deny(word: str) -> bool:
    """Whether a word denies, and is nothing else in any language; short Latin words are too many things."""
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    roles = (
        roles_of(word).values()
        if not _UNSPACED.search(word)
        else cue_words().whole.get(word, NO_ROLES).values()
    )
    return bool(roles) and not any(role & ~(Role.NOT | Role.WRONG | Role.OUT | Role.BEHIND) for role in roles)


@lru_cache(maxsize=256)
def roles_in(text: str) -> int:
    """All roles that words of a text, and phrases that they may begin, have in any language."""
    by_word, found = _ROLES, 0
    for word in text.split():
        found |= by_word[word]
    return found


class _RolesByWord(dict[str, int]):
    """Word, with the signs around it → all roles it may have; filled as words are met."""

    def __missing__(self, word: str) -> int:
        found = reduce(or_, [unit.may for unit in _units(word)], 0)
        if len(self) >= REMEMBERED:
            self.clear()
        if len(word) < LONG:
            self[word] = found
        return found


_ROLES = _RolesByWord()


@lru_cache(maxsize=4096)
def units_of(text: str) -> tuple[Unit, ...]:
    """The units of a stretch of a skeleton."""
    return tuple(_phrases(_units(text)))


def _units(text: str) -> list[Unit]:
    """Every word, mention and sign."""
    by_piece = _PIECES
    return [unit for piece in _PIECE.findall(text) for unit in by_piece[piece]]


class _UnitsByPiece(dict[str, tuple[Unit, ...]]):
    """Word, mention or sign → its units; filled as words are met."""

    def __missing__(self, piece: str) -> tuple[Unit, ...]:
        if not WORD.match(piece):
            units: tuple[Unit, ...] = (Unit(piece, None),)
        elif not piece.isascii() and _UNSPACED.search(piece):
            return _cut(piece)
        else:
            units = (_unit(piece, roles_of(piece)),)
        if len(self) >= REMEMBERED:
            self.clear()
        self[piece] = units
        return units


_PIECES = _UnitsByPiece()


def _unit(word: str, roles: Roles) -> Unit:
    return Unit(word, roles, all_roles(roles) | cue_words().heads.get(word.translate(DROPPED), 0))


@lru_cache(maxsize=2048)
def _cut(piece: str) -> tuple[Unit, ...]:
    """A run of a script without blanks, cut into the longest known words."""
    beginnings, singles = _beginnings(), _SINGLES
    units, at = [], 0
    while at < len(piece):
        unit = singles[piece[at]]
        for known in beginnings.get(piece[at], ()):
            if piece.startswith(known.text, at):
                unit = known
                break
        units.append(unit)
        at += len(unit.text)
    return tuple(units)


@cache
def _beginnings() -> Mapping[str, tuple[Unit, ...]]:
    """First character → the words of several characters that begin with it, the longest first."""
    found: dict[str, list[Unit]] = {}
    for word, roles in sorted(cue_words().whole.items(), key=lambda known: -len(known[0])):
        if 1 < len(word) <= _LONGEST:
            found.setdefault(word[0], []).append(_unit(word, roles))
    return {sign: tuple(units) for sign, units in found.items()}


class _UnitBySign(dict[str, Unit]):
    """Character of a script without blanks → its unit where it begins no longer word."""

    def __missing__(self, sign: str) -> Unit:
        self[sign] = unit = _unit(sign, cue_words().whole.get(sign, NO_ROLES))
        return unit


_SINGLES = _UnitBySign()


def _phrases(units: list[Unit]) -> list[Unit]:
    """The same, with cue words of several words as one unit."""
    joined: list[Unit] = []
    at = 0
    while at < len(units):
        size = 1
        if units[at].roles is not None and _heads_phrase(units[at].text):
            size = next((n for n in (3, 2) if _phrase(units[at : at + n]) in cue_words().whole), 1)
        if size > 1:
            phrase = _phrase(units[at : at + size])
            joined.append(_unit(phrase, cue_words().whole[phrase]))
        else:
            joined.append(units[at])
        at += size
    return joined


@lru_cache(maxsize=8192)
def _heads_phrase(word: str) -> bool:
    return word.translate(DROPPED) in cue_words().heads


def _phrase(units: list[Unit]) -> str:
    return " ".join([unit.text for unit in units]).translate(DROPPED)


def listed(*kinds: str) -> str:
    """The words of all languages in these fields, as a regular expression."""
    return words(*words_of_languages(*kinds))


def spoken(*kinds: str) -> str:
    """The same, as whole words, but where a script writes no blanks between them."""
    spaced = (word for word in words_of_languages(*kinds) if not _DENSE.match(word))
    return rf"(?:{whole(*spaced)}|{dense(*kinds)})"


def dense(*kinds: str) -> str:
    """The same, of scripts without blanks between words, or with endings in one with them."""
    return words(*filter(_DENSE.match, words_of_languages(*kinds))) or "(?!)"


def words_of_languages(*kinds: str) -> list[str]:
    """The words of all languages in these fields, `_` for a blank."""
    return " ".join(key_of(getattr(language, kind)) for language in LANGUAGES for kind in kinds).split()


_ANNOUNCES = Role.ANSWER | Role.RIGHT | Role.PICK | Role.OPTION | Role.STATEMENT
_BETWEEN = _ANNOUNCES | Role.LINK | Role.IS | Role.SO | Role.WRONG  # what is denied is told elsewhere
_SIGNS = frozenset(",:：=—–-")
_CLAUSE = Pattern(r"[.!?;\n。！？][^.!?;\n。！？]*\Z")
_UNKNOWN = 3  # words that no language lists, before the option: "la respuesta final es c"


@lru_cache(maxsize=4096)
def announces(before: str) -> bool:
    """Whether a text, in lower case, ends in words of one language that announce an option: "la opción es la "."""
    clause = _CLAUSE.search(before)
    units = units_of(before[clause.start() + 1 :] if clause else before)
    return _says(units[::-1], _ANNOUNCES, _UNKNOWN)


@lru_cache(maxsize=4096)
def confirms(letter: str, after: str) -> bool:
    """Whether a text, in lower case, begins with words of one language for an option or a right one: " es la correcta".

    Not in a language that has the letter as a word.
    """
    units = units_of(after)
    if not units or units[0].text in ENGLISH:  # "a correct description"
        return False
    words = _spoken_with(letter)
    named = {number for number, role in (units[0].roles or {}).items() if role & Role.OPTION}
    return bool(named - words) or _says(units, Role.RIGHT | Role.ANSWER, words=words)


@lru_cache(maxsize=4096)
def is_called_right(before: str, letter: str, after: str) -> bool:
    """The same, with a copula first or right before the letter: " är rätt svar", but not " resposta correta é"."""
    units = [*units_of(before)[-1:], *units_of(after)[:1]]
    linked = any(role & Role.IS for unit in units for role in (unit.roles or {}).values())
    return linked and confirms(letter, after)


@lru_cache(maxsize=4096)
def names_option(before: str, letter: str) -> bool:
    """Whether a text, in lower case, ends in a word for an option, of a language that has not the letter as a word."""
    last = [*WORD.finditer(before)][-1:]
    if not last or before[last[0].end() :].strip(" \"'") or last[0][0] in ENGLISH:
        return False
    nouns = Role.OPTION | Role.ANSWER | Role.STATEMENT
    own = _spoken_with(letter)
    return any(role & nouns for number, role in roles_of(last[0][0]).items() if number not in own)


def _spoken_with(letter: str) -> frozenset[int]:
    """The languages that have the letter as a word."""
    return frozenset(cue_words().whole.get(letter, NO_ROLES))


def _says(units: Sequence[Unit], roles: int, unknown: int = 0, words: frozenset[int] = frozenset()) -> bool:
    """Whether words from the first unit on lead to one of the roles.

    All of one language, which is none of `words`, but for some unknown ones.
    """
    speaking: set[int] | None = None
    for unit in units:
        if unit.roles is None and unit.text in _SIGNS:
            continue
        if not unit.roles:
            unknown -= 1
            if unit.roles is None or unknown < 0:
                return False
            continue
        knowing = {number for number, role in unit.roles.items() if role & _BETWEEN} - words
        speaking = knowing if speaking is None else speaking & knowing
        if any(unit.roles[number] & roles for number in speaking):
            return True
        if not speaking:
            return False
    return False
