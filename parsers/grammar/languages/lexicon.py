"""What words say in all languages at once, and the units that a clause is read as.

A clause is a list of units: words with the roles they have in each language that knows them, other
mentions, and punctuation. Scripts that write words without blanks are cut greedily, longest word first.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import islice
from operator import attrgetter, or_

from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import DROPPED, ENGLISH, NO_ROLES, all_roles, cue_words
from parsers.grammar.languages.one_word import may_be_known, roles_of
from parsers.grammar.languages.unspaced import (
    SILENT,
    UNSPACED,
    Unit,
    cut,
    known_in,
    roles_throughout,
    roles_within,
    unit_of,
    units_in,
)
from parsers.grammar.pattern import MENTION
from parsers.pattern import Pattern

_SPECIAL = Pattern(f"{UNSPACED.source[:-1]}{''.join(map(chr, DROPPED))}]")  # cut, or dropped from words
REMEMBERED = 50_000  # words
SHORT = 16  # characters that are as soon cut as asked for their first words
LONG = 40  # characters of a clause, in a script without blanks, that hardly comes twice

_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0971-\u0df4"
    "\u0e31\u0e34-\u0e4e\u0eb1-\u0ece\u102b-\u103e\u17b4-\u17d3\u200c\u00ad"
)
_WORD = rf"[^\W\d_]++(?:(?:[{_MARKS}]|['ʻʼ](?=[^\W\d_]))[^\W\d_]*+)*"
WORD = Pattern(_WORD)
_PIECE = Pattern(rf"{_WORD}|{MENTION}|[^\s\"'\[\](){{}}*_ʻʼ]|\n")


_TELLING = Role.ANSWER | Role.RIGHT | Role.PICK | Role.OPTION | Role.WRONG | Role.NOT | Role.OTHER


@lru_cache(maxsize=8192)
def speaks(word: str) -> bool:
    """Whether a word says something about an answer in some language other than English."""
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    if word.isascii() or not UNSPACED.search(word):
        heads = cue_words().heads.get(word.translate(DROPPED), 0)  # of phrases that it may begin
        return (all_roles(roles_of(word)) | heads) & _TELLING != 0
    return any(all_roles(unit.roles) & _TELLING for unit in known_in(word) if unit.roles)


def has_cues(low: str) -> bool:
    """Whether a text, in lower case, has any word that may announce an answer in another language."""
    before, *last = low.rsplit(None, _LAST) or ("",)
    return any(map(_CUES.__getitem__, reversed(last))) or any(map(_CUES.__getitem__, before.split()))


_LAST = 8  # words at the end of a text, where most have their answer
_ENDS = ".,:;!?)"  # signs behind a word


def _is_plain(word: str) -> bool:
    """Whether a word is one unit as it is written."""
    return word.isalpha() and (word.isascii() or not _SPECIAL.search(word))


class _HasCue(dict[str, bool]):
    """What stands between two blanks → whether it has such a word; filled as words are met."""

    def __missing__(self, between_blanks: str) -> bool:
        if len(self) >= REMEMBERED:
            self.clear()
        word = between_blanks.rstrip(_ENDS)
        if _is_plain(word):
            found = may_be_known(word) and speaks(word)
        else:
            found = any(speaks(part[0]) for part in WORD.finditer(between_blanks))
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
    if last and end.endswith(last[0]) and _knows(last[0], letter, Role.OPTION | Role.ANSWER):
        return True
    following = [match[0] for match in islice(WORD.finditer(after), 2)] if after[:1] == " " else []
    return any(
        _knows(
            word, letter, _TELLING | Role.IS | Role.JOIN | Role.REASON | (Role.LINK if number else Role.IS)
        )
        for number, word in enumerate(following)
        if number == 0 or following[0] in ENGLISH
    )


def _knows(word: str, letter: str, roles: int) -> bool:
    """Whether a word has one of the roles, and in no language that has it is the letter a word."""
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    knowing = [language for language, role in roles_of(word).items() if role & roles]
    own = cue_words().whole.get(letter, NO_ROLES)
    return bool(knowing) and not any(own.get(language, Role.JOIN) & ~Role.JOIN for language in knowing)


@lru_cache(maxsize=8192)
def may_deny(word: str) -> bool:
    """Whether a word denies, and is nothing else in any language; short Latin words are too many things."""
    if word in ENGLISH or (word.isascii() and len(word) < 3):
        return False
    roles = (
        roles_of(word).values()
        if not UNSPACED.search(word)
        else cue_words().whole.get(word, NO_ROLES).values()
    )
    return bool(roles) and not any(role & ~(Role.NOT | Role.WRONG | Role.BEHIND) for role in roles)


@lru_cache(maxsize=256)
def roles_in(text: str) -> int:
    """All roles but silent ones that words of a text, and phrases that they may begin, have in any language."""
    dense = roles_throughout(text) if len(text) >= LONG and not text.isascii() else None
    if dense is not None:
        return dense
    by_word, found = _ROLES, 0
    for word in text.split():
        found |= by_word[word]
    return found


class _RolesByWord(dict[str, int]):
    """Word, with the signs around it → all roles it may have; filled as words are met."""

    def __missing__(self, word: str) -> int:
        if len(word) >= LONG:
            return _roles_in_run(word)
        bare = word.rstrip(_ENDS)
        unknown = _is_plain(bare) and not may_be_known(bare) and bare not in cue_words().heads
        if len(self) >= REMEMBERED:
            self.clear()
        self[word] = found = 0 if unknown else _roles_between(word)
        return found


_ROLES = _RolesByWord()


def _roles_between(word: str) -> int:
    """The same; no units are made of a run that has letters of scripts without blanks alone."""
    found = None if word.isascii() or not UNSPACED.search(word) else roles_within(word)
    return all_roles_in(word) & ~SILENT if found is None else found


def all_roles_in(word: str) -> int:
    """All roles of a word, silent ones, too, and of phrases that it may begin."""
    return reduce(or_, [unit.may for unit in _units_between(word)], 0)


_roles_in_run = lru_cache(maxsize=512)(_roles_between)  # of a long run, which hardly comes twice


@lru_cache(maxsize=4096)
def units_of(text: str) -> tuple[Unit, ...]:
    """The units of a stretch of a skeleton."""
    return tuple(_phrases(_units(text)))


def first_unit(text: str) -> Unit | None:
    """The first unit, which may be the first word of a phrase; None where there is none."""
    piece = _PIECE.search(text)
    return _PIECES[piece[0]][0] if piece else None


def _units(text: str) -> list[Unit]:
    """Every word, mention and sign."""
    return [unit for between in text.split(" ") for unit in _units_between(between)]


@lru_cache(maxsize=2048)
def _units_between(between: str) -> tuple[Unit, ...]:
    """The units of what stands between two blanks, which in scripts without them is met again before the next option."""
    by_piece = _PIECES
    if between.isalpha():
        return by_piece[between]
    if (units := units_in(between)) is not None:
        return tuple(units)
    return tuple([unit for piece in _PIECE.findall(between) for unit in by_piece[piece]])


def units_from_start(text: str) -> Iterator[Unit]:
    """The units of a text, cut no further than they are asked for; phrases are not joined."""
    for between in text.split(" "):
        yield from (len(between) > SHORT and units_in(between)) or _units_between(between)


def units_from_end(text: str) -> Iterator[Unit]:
    """The same, the last one first."""
    for between in reversed(text.split(" ")):
        yield from reversed(_units_between(between))


class _UnitsByPiece(dict[str, tuple[Unit, ...]]):
    """Word, mention or sign → its units; filled as words are met."""

    def __missing__(self, piece: str) -> tuple[Unit, ...]:
        if not _begins_word(piece[0]):
            units: tuple[Unit, ...] = (Unit(piece, None),)
        elif not piece.isascii() and UNSPACED.search(piece):
            return cut(piece)
        else:
            units = (unit_of(piece, roles_of(piece)),)
        if len(self) >= REMEMBERED:
            self.clear()
        self[piece] = units
        return units


_PIECES = _UnitsByPiece()


def _begins_word(sign: str) -> bool:
    """Whether a piece with this sign first is a word."""
    return sign.isalnum() and not sign.isdecimal()


_HEADS = attrgetter("heads")


def _phrases(units: list[Unit]) -> list[Unit]:
    """The same, with cue words of several words as one unit."""
    if not any(map(_HEADS, units)):
        return units
    joined: list[Unit] = []
    at = 0
    while at < len(units):
        size = 1
        if units[at].heads:
            size = next((n for n in (3, 2) if _phrase(units[at : at + n]) in cue_words().whole), 1)
        if size > 1:
            phrase = _phrase(units[at : at + size])
            joined.append(unit_of(phrase, cue_words().whole[phrase]))
        else:
            joined.append(units[at])
        at += size
    return joined


def _phrase(units: list[Unit]) -> str:
    return " ".join([unit.text for unit in units]).translate(DROPPED)
