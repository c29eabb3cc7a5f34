"""What an option text comes to without its small words, to find a reply that says it in nearly its words.

Articles, prepositions that change nothing, accents, endings of the plural and signs are dropped; numbers in
words are digits; "more than" is ">". What denies, joins or compares is kept.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from parsers.pattern import Pattern
from parsers.text.folding import plain_lower

_ARTICLES = """
    a an the of in on at to its
    el la los las lo un una unos unas de del al en su sus
    le les l d du des au aux une dans
    o os um uma uns umas do da dos das em ao aos
    il gli i uno dello della dei degli delle nel nella
    der die das den dem ein eine einen einem einer eines im zum zur
    het een van
    seorang seekor sebuah
    and y et und que
"""
_SMALL = frozenset(_ARTICLES.split())
_ALIKE = {
    word: sign
    for sign, words in {
        ">": "> ≥ mayor superior more greater higher maior größer maggiore superieur superiore mas",
        "<": "< ≤ menor inferior less lower fewer kleiner minore inferieur menos",
        "+": "positivo positiva positive positiv positif",
        "-": "negativo negativa negative negativ negatif",
        "2": "two dos deux dois due zwei twee",
        "3": "three tres trois tre drei drie",
        "4": "four cuatro quatre quatro quattro vier",
        "5": "five cinco cinq cinque funf vijf",
        "6": "six seis sei sechs zes",
        "7": "seven siete sept sete sette sieben zeven",
        "8": "eight ocho huit oito otto acht",
        "9": "nine nueve neuf nove neun negen",
        "10": "ten diez dix dez dieci zehn tien",
        "12": "twelve doce douze doze dodici zwolf twaalf",
    }.items()
    for word in words.split()
}
_THAN = frozenset(("than", "que", "als", "di", "de", "a"))  # behind "more" and "less"
_SIGN = Pattern(r"[^\W_]+|[<>≥≤]|(?<=\()[+–−-](?=\))")
_ONE = Pattern(r"一[个個位名只隻条條头頭匹辆輛棵](?=[\u3400-\u9fff]{2})")  # "一位老奶奶"
_PLURAL = 5  # letters of a word that may end with the sign of the plural


class Word(NamedTuple):
    """A word that counts, and where it stands."""

    text: str
    start: int
    end: int


def gist_words(text: str, offset: int = 0) -> list[Word]:
    """The words of a text that say something, in lower case without accents; a capital alone is a name.

    >>> [word.text for word in gist_words("La osmolalidad urinaria menor de tres")]
    ['osmolalidad', 'urinaria', '<', '3']
    """
    found: list[Word] = []
    low = plain_lower(text)
    for match in _SIGN.finditer(low):
        word, start, end = match[0], match.start(), match.end()
        named = end - start == 1 and text[start].isupper()
        if (word in _SMALL and not named) or (word in _THAN and found and found[-1].text in "<>"):
            continue
        found.append(Word(_told(word), offset + start, offset + end))
    return found


def _told(word: str) -> str:
    if word in ("–", "−"):
        return "-"
    word = _ONE.sub("", word, 1) if word[:1] == "一" else word
    return _ALIKE.get(word) or (word[:-1] if len(word) >= _PLURAL and word.endswith("s") else word)


Gists = Mapping[tuple[str, ...], int]


@lru_cache(maxsize=1024)
def gists_of(texts: tuple[str, ...]) -> Gists:
    """The words of an option text that say something → its position, where no other text has the same."""
    gists = [tuple(word.text for word in gist_words(text)) for text in texts]
    return {gist: at for at, gist in enumerate(gists) if gist and gists.count(gist) == 1}
