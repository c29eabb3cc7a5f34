"""Keys of JSON fields under which an option is rejected, asked about or an example, and not chosen."""

import re

from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.languages.of_all import forms_of_all, words_apart, words_attached, words_of_all
from parsers.grammar.pattern import words
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower

_PRELIMINARY = Pattern(r"initial|first|previous|draft|wrong|incorrect|rejected", re.IGNORECASE)
# In English whatever the field holds; a value of its own, too, for these are names that programs ask for.
_WEIGHED = Pattern(
    r"(?:.*_)?(?:eliminat|(?:ruled?|rules?)[_ ]?out|exclud|unlikely|discard|consider|distract|second|runner"
    r"|alternatives?(?![a-z])|examples?\b|not[_ ]|reason|explan|rejected|wrong|incorrect)",
    re.IGNORECASE,
)
# Of a key above a field, whatever the key of that field says; an incorrect statement may be asked for.
_REJECTED = Pattern(
    r"(?!not[_ ]|is[_ ]|(?:.*_)?correct)(?:.*_)?"
    r"(?:eliminat|(?:ruled?|rules?)[_ ]?out|exclud|discard|distract|rejected"
    r"|(?:wrong|incorrect)(?![_ ]?(?:statement|sentence|claim|item|pair)))",
    re.IGNORECASE,
)
_QUESTION = rf"(?:\b(?:{words(words_apart('question'))})|{words(words_attached('question'))})"
# In other languages, beside their words of denial, where a field holds a label with its text: rejected,
# compared with, an example; the question itself, but not its number, "question 8".
_NO_CHOICE = Pattern("|".join([*forms_of_all("no_choice_keys"), rf"{_QUESTION}(?![^\d]*\d)"]))
_OPTIONS = Pattern(rf"(?:answer[_ ])?(?:options|choices)|alternatives|{words(words_of_all('options_keys'))}")
_ASKS = Pattern(f"{_QUESTION}|stem")


def lists_options(key: str) -> bool:
    """Whether a key heads the options as they are shown."""
    return _OPTIONS.fullmatch(plain_lower(key)) is not None


def is_question(key: str) -> bool:
    """Whether a key is that of the question."""
    return _ASKS.fullmatch(plain_lower(key)) is not None


def is_preliminary(key: str) -> bool:
    """Whether a key says that its value was an answer once, or is none."""
    return _PRELIMINARY.match(key) is not None


def chooses_nothing(names: tuple[str, ...]) -> bool:
    """Whether one of the keys above a value sets it aside, weighs it or gives it as an example."""
    return any(is_preliminary(name) or _WEIGHED.match(name) for name in names)


def is_rejected(names: tuple[str, ...]) -> bool:
    """Whether one of the keys above a field rejects what it holds: {"ruled_out": {"answer": …}}."""
    return any(_REJECTED.match(name) for name in names)


def deny_choice(names: tuple[str, ...]) -> bool:
    """Whether one of the keys above a value says that the value is no choice."""
    folded = [plain_lower(name).replace("_", " ") for name in names]
    return any(_NO_CHOICE.search(name) or roles_in(name) & (Role.WRONG | Role.NOT) for name in folded)
