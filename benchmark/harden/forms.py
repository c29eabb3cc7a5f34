"""Whether an option gives itself away by its form: length, case, numbers, phrases that no fact is called."""

import re

from benchmark.build.graph import fold

_LABEL = re.compile(r"^\(?[A-Za-z][.):]\s")
_PHRASES = re.compile(r"\b(all|none|both|neither) of the (above|following|others?)\b|\b(not|except)\b", re.I)


def form_fault(text: str, key: str) -> str | None:
    """What sets an option apart from the key by its form; None if nothing does.

    >>> form_fault("Paroxetine, which inhibits its own metabolism", "Lithium")
    '6 words, the key has 1'
    >>> form_fault("lithium", "Sertraline")
    'another case than the key'
    """
    n_words, n_key = len(text.split()), len(key.split())
    if not n_key / 2 <= n_words <= 2 * n_key + 1:
        return f"{n_words} words, the key has {n_key}"
    if _LABEL.match(text):
        return "begins with a letter label"
    if _PHRASES.search(text) and not _PHRASES.search(key):
        return "says 'not', 'except', or names other options"
    if text.rstrip().endswith(".") != key.rstrip().endswith("."):
        return "a final period where the key has none, or none where it has one"
    if _case(text) != _case(key):
        return "another case than the key"
    if bool(re.search(r"\d", text)) != bool(re.search(r"\d", key)):
        return "a number where the key has none, or none where it has one"
    return None


def _case(text: str) -> str:
    letters = [char for char in text if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return "capitals"
    return "upper" if letters and letters[0].isupper() else "lower"


def in_case_of(key: str, name: str) -> str:
    """A node's name as an option beside the key: its first letter, or those of all words, large as there.

    >>> in_case_of("Bipolar I Disorder", "anxiety disorder"), in_case_of("Lithium", "citalopram")
    ('Anxiety Disorder', 'Citalopram')
    >>> in_case_of("bipolar disorder", "DRD2 deficiency"), in_case_of("anxiety", "Nicotine")
    ('DRD2 deficiency', 'nicotine')
    """
    words, key_words = name.split(" "), [word for word in key.split() if word[:1].isalpha()]
    if _case(key) == "upper":
        titled = len(key_words) > 1 and sum(word[0].isupper() for word in key_words) > len(key_words) / 2
        return " ".join(_large(word) if titled or at == 0 else word for at, word in enumerate(words))
    if _case(key) == "lower" and words[0][1:].islower():
        return " ".join([words[0].lower(), *words[1:]])
    return name


def _large(word: str) -> str:
    return word[:1].upper() + word[1:] if word.islower() and word not in _SMALL else word


_SMALL = frozenset({"and", "of", "or", "the", "with", "without", "in", "to", "due", "by", "for", "a", "an"})


def says(text: str, words: str) -> bool:
    """Whether a text holds these words, folded, between word boundaries."""
    return re.search(rf"(?<!\w){re.escape(fold(words))}(?!\w)", fold(text)) is not None
