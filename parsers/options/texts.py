"""What an option text is known by: its words, its short names, what it comes to without its small words.

Functions of one text; `options.py` asks them for all texts of an item. The first part finds a reply that says
a text in nearly its words: articles, endings of the plural and signs are dropped, numbers in words are
digits; what denies, joins or compares is kept.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from parsers.options.quantities import values_of
from parsers.pattern import Pattern
from parsers.text.folding import fold_unicode, plain_lower
from parsers.text.markup import has_markup, plain_text
from parsers.text.offsets import Text

_ARTICLES = """
    a an the of in on at to its
    el la los las lo un una unos unas de del al en su sus
    le les l d du des au aux une dans
    o os um uma uns umas do da dos das em ao aos
    il gli i uno dello della dei degli delle nel nella
    der die das den dem ein eine einen einem einer eines im zum zur
    het een van
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
_NUMERIC = r"(?:(?<![\w)])[-–+±])?(?:(?<![\w.])\.)?\d+(?:[.,:/–-]\d+)*(?![^\W_])"
_SIGN = Pattern(rf"[^\W\d_][^\W_]*|{_NUMERIC}|[^\W_]+|[<>≥≤]|(?<=\()[+–−-](?=\))")
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
    if word[-1:].isdecimal() and not word[0].isalpha():
        return ("-" if word[0] in "-–" else "") + str(values_of(word.lstrip("-–+"))[0])  # "5.0" is "5"
    return _ALIKE.get(word) or (word[:-1] if len(word) >= _PLURAL and word.endswith("s") else word)


Gists = Mapping[tuple[str, ...], int]


@lru_cache(maxsize=1024)
def gists_of(texts: tuple[str, ...]) -> Gists:
    """The words of an option text that say something → its position, where no other text has the same."""
    gists = [tuple(word.text for word in gist_words(text)) for text in texts]
    return {gist: at for at, gist in enumerate(gists) if gist and gists.count(gist) == 1}


# Texts that are everyday words: in a sentence they name an option only where an answer is due.
FUNCTION_WORDS = frozenset(
    ("yes", "no", "maybe", "true", "false", "none", "both", "neither", "either", "all", "any", "correct",
     "incorrect", "right", "wrong", "unknown", "unsure", "other", "same", "different", "always", "never",
     "sometimes", "i", "ii", "iii", "iv", "v", "vi")
)  # fmt: skip
# What a text means when it says that no other option holds, or that every one does.
NONE_TEXTS = Pattern(
    r"none(?: of (?:the |these |those )?(?:above|these|those|options?|choices?|others?|following|listed|given"
    r"|all|relations?|answers?)*(?: (?:options?|choices?|answers?|relations?))?)?|no (?:relation"
    r"|relationship|edge)"
    r"|nothing|neither|no (?:correct|right) (?:answer|option|choice)(?: is)?(?: given| provided| listed)?"
)
ALL_TEXTS = Pattern(
    r"(?:all|any) of (?:the |these )?(?:above|these|options|choices|following|them)*|all(?: three| four)?"
)

# A word that a single capital follows, as in "protein kinase A".
NAME_HEAD = Pattern(
    r"\b(?!(?i:and|both|not|nor|neither|either|only|all|but|except|options?|answer|choice|letter)\b)"
    r"([A-Za-z]{3,}) [A-Z](?![\w'])"
)

_WORD = Pattern(r"[^\W_]+")
# Scripts written without blanks: their texts are found as they stand.
UNSPACED = Pattern("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


_BRITISH = Pattern(r"is(?=(?:e|ed|es|ing|ation)\b)(?<=[a-z]{3}is)")


def without_markup(text: str) -> str:
    """The text without mark-up and with compatibility forms folded."""
    if text.isascii() and text.isprintable() and not has_markup(text):
        return text
    return plain_text(Text(fold_unicode(text).replace("\u00ad", "")), []).text.value


_BRITISH_OUR = Pattern(r"our(?=(?:s|al|ally)?\b)(?<=[a-z]{2}our)")


def spelled_alike(low: str) -> str:
    """A text in lower case with "generalised" as "generalized", "behaviour" as "behavior": the same words.

    The letters that Persian and Urdu write unlike Arabic are as there: keyboards and old data mix them.
    """
    if not low.isascii():
        low = low.replace("ی", "ي").replace("ى", "ي").replace("ک", "ك")
    low = _BRITISH.sub("iz", low) if "is" in low else low
    return _BRITISH_OUR.sub("or", low) if "our" in low else low


_SPELLED = Pattern("iz|or|[يك]")


def unspelled(words: str) -> tuple[str, ...]:
    """The parts of these words that are spelled alike everywhere, the longest first.

    >>> unspelled("generalized anxiety")
    ('general', 'anxiety', 'ed')
    """
    parts = (_SPELLED.sub(" ", words) if _SPELLED.search(words) else words).split()
    return tuple(sorted(parts, key=len, reverse=True))


def words_of(text: str) -> str:
    """The words of a text in lower case, joined by single blanks."""
    return " ".join(_WORD.findall(spelled_alike(plain_lower(text))))


_ALL_WORDS = Pattern(r"[A-Za-z]{3,}[A-Za-z ,.'()-]*")
_FORMULA = Pattern(r"[\\^=_{}]")
_LETTERS = Pattern(r"[^\W\d_]+")
_SIGNS = Pattern(r"[0-9<>+]")


def is_wordy(text: str) -> bool:
    """Whether a text is known by its words: one has three letters, and letters outweigh formula signs."""
    if _ALL_WORDS.fullmatch(text):
        return True
    if _FORMULA.search(text):
        return False
    runs = _LETTERS.findall(text)
    if text.isascii():
        letters, signs = sum(map(len, runs)), len(_SIGNS.findall(text))
    else:  # beyond ASCII there are letters, digits and numbers that are several of these
        letters = sum(character.isalpha() for character in text)
        signs = sum(character.isdigit() or character in "<>+×∫" for character in text)
    return letters > signs and (max(map(len, runs), default=0) >= 3 or words_of(text) in FUNCTION_WORDS)


# How a sentence says a relation that an option names by its noun, as in "the drug is contraindicated".
_SAID = r"\b(?:is|are|was|were|be|been)(?: (?:\w+ly|also|not|never|only|often))* (?P<form>{form})\b"
_NOT_OF_DRUGS = r"(?! (?:by|that|above|below|in (?:the|this) (?:text|question|vignette|passage|graph)))"
SAID_AS = {
    "indication": Pattern(_SAID.format(form="indicated") + _NOT_OF_DRUGS),
    "contraindication": Pattern(_SAID.format(form="contra-?indicated") + _NOT_OF_DRUGS),
    "off label use": Pattern(r"\b(?:used|prescribed|given) (?P<form>off[- ]label)\b(?! use)"),
}
_NUMBERS = dict(
    enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        start=1,
    )
)
NUMBER_WORDS = frozenset(_NUMBERS.values())


def in_words(words: str) -> str:
    """A text that begins with a small number, with that number as a word: "two weeks"; "" for any other."""
    number, _, rest = words.partition(" ")
    if not (number.isascii() and number.isdigit()) or words == "1" or rest.count(" ") > 1:
        return ""
    name = _NUMBERS.get(int(number[:3]), "")
    return f"{name} {rest}".rstrip() if name else ""


_SYMBOL = Pattern(r"(?=.*[A-Z])(?=.*\d)[A-Z\d]+(?:-[A-Z\d]+)*")
# Nouns that say what kind of thing a text names; the words before them name it.
_KINDS = Pattern(
    r"(?P<name>\w{3,}(?: \w+)*) (?:disorders?|diseases?|syndromes?|use|therapy|treatments?|deficiency"
    r"|infections?|relation(?:ship)?|present|episodes?|illness)"
)
FIRST_WORD = 8  # letters of a first word that names a text by itself: "narcissistic", "schizotypal"
_UNION = Pattern(r"(?:[Bb]oth )?[A-Z](?:(?:,| and| &|, and) [A-Z])+(?: only)?\.?")
_BOTH = Pattern(r"both(?: of (?:these|them|the above))?")
_LETTER = Pattern(r"\b[A-Z]\b")
_SOLE = Pattern(r"(both|neither|either) ")


def _in_digits(words: str) -> str:
    """ "bipolar 2 disorder" for "bipolar ii disorder"."""
    return " ".join({"i": "1", "ii": "2"}.get(word, word) for word in words.split())


def short_names(words: str, text: str) -> Iterator[str]:
    """The names by which a text may be called for short, as words."""
    kind, sole = _KINDS.fullmatch(words), _SOLE.match(words)
    if kind or words.count(" ") >= 2:
        yield words.rpartition(" ")[0]
        yield "".join(word[0] for word in words.split())
    first, _, rest = words.partition(" ")
    if rest and len(first) >= FIRST_WORD and kind:
        yield first
    if rest == "personality disorder":
        yield f"{first} pd"
    if rest in ("with", "to", "by"):
        yield first
    if words.endswith("indication"):
        yield words.removesuffix("ion") + "ed"
    if " i " in f" {words} " or " ii " in f" {words} ":
        yield from short_names(_in_digits(words), "")
        yield _in_digits(words)
    if words.endswith(" only"):
        yield "only " + words.removesuffix(" only")
    if words.endswith("depressive disorder"):
        yield words.replace("depressive disorder", "depression")
    if sole:
        yield from (sole[1], f"{sole[1]} of them", f"{sole[1]} of these")
    if text.count("/") == 1:
        yield from (words_of(side) for side in text.split("/") if len(side.strip()) > 2)


_NO_ACRONYM = frozenset(
    ("all", "and", "any", "are", "both", "but", "can", "for", "not", "none", "one", "only", "see", "the",
     "yes")
)  # fmt: skip


def fits_acronym(acronym: str, words: str) -> bool:
    """Whether an acronym, in lower case, can stand for a text of several words.

    It begins as the text does, its letters stand in the text in their order, and so do the initials of all
    longer words in the acronym: "ptsd" for "posttraumatic stress disorder".
    """
    parts = words.split()
    if len(parts) < 2 or acronym in parts or acronym in _NO_ACRONYM or acronym[0] != words[0]:
        return False
    initials = "".join(part[0] for part in parts if len(part) > 3)
    return len(initials) >= 2 and _in_order(initials, acronym) and _in_order(acronym, "".join(parts))


def _in_order(letters: str, text: str) -> bool:
    """Whether the letters occur in the text in their order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


def is_symbol(text: str) -> bool:
    """Whether a text is a name of capitals and digits, as of a gene: no number, no formula."""
    return _SYMBOL.fullmatch(text.strip()) is not None


def union_letters(text: str) -> list[str]:
    """The letters that a text such as "Both A and B" stands for; none for any other text."""
    return _LETTER.findall(text) if _UNION.fullmatch(text.strip()) else []


def means_first_two(words: str) -> bool:
    """Whether a text says "both" and no more."""
    return _BOTH.fullmatch(words) is not None
