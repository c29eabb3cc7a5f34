"""What an option text is called for short, and which acronyms fit it.

Decision: docs/decisions/parsers.md, "Which unmarked texts are answers".
"""

from collections.abc import Iterator

from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower

# Nouns that say what kind of thing a text names; the words before them name it.
_KINDS = Pattern(
    r"(?P<name>\w{3,}(?: \w+)*) (?:disorders?|diseases?|syndromes?|use|therapy|treatments?|deficiency"
    r"|infections?|relation(?:ship)?|present|episodes?|illness)"
)
_FIRST_WORD = 8  # letters of a first word that names a text by itself: "narcissistic", "schizotypal"
_SOLE = Pattern(r"(both|neither|either) ")


def shortened(words: tuple[str, ...], texts: tuple[str, ...]) -> dict[str, int]:
    """Short name without blanks → position of the one option that it fits; `words` are those of the texts."""
    found: dict[str, list[int]] = {}
    for position, own in enumerate(words):
        for name in {own, *_short_names(own, plain_lower(texts[position]))}:
            found.setdefault(name.replace(" ", ""), []).append(position)
    return {name: owners[0] for name, owners in found.items() if len(owners) == 1 and len(name) >= 3}


def _in_digits(words: str) -> str:
    """ "bipolar 2 disorder" for "bipolar ii disorder"."""
    return " ".join({"i": "1", "ii": "2"}.get(word, word) for word in words.split())


def _short_names(words: str, text: str) -> Iterator[str]:
    """The names by which a text may be called for short, as words."""
    kind, sole = _KINDS.fullmatch(words), _SOLE.match(words)
    if kind or words.count(" ") >= 2:
        yield words.rpartition(" ")[0]
        yield "".join(word[0] for word in words.split())
    first, _, rest = words.partition(" ")
    if rest and len(first) >= _FIRST_WORD and kind:
        yield first
    if rest == "personality disorder":
        yield f"{first} pd"
    if rest in ("with", "to", "by"):
        yield first
    if words.endswith("indication"):
        yield words.removesuffix("ion") + "ed"
    if " i " in f" {words} " or " ii " in f" {words} ":
        yield from _short_names(_in_digits(words), "")
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
