"""Cue words by family of languages; all apply to every reply, and a word that is ambiguous loses.

`lexicon.py` puts them together. A language is added in its family's file.
"""

from parsers.grammar.languages import (
    african,
    east_asian,
    germanic_and_nordic,
    other,
    other_european,
    romance,
    slavic,
    south_asian,
    turkic,
    west_asian,
)
from parsers.grammar.languages.language import Language, Role

LANGUAGES: tuple[Language, ...] = (
    *african.LANGUAGES,
    *east_asian.LANGUAGES,
    *other_european.LANGUAGES,
    *germanic_and_nordic.LANGUAGES,
    *other.LANGUAGES,
    *romance.LANGUAGES,
    *slavic.LANGUAGES,
    *south_asian.LANGUAGES,
    *turkic.LANGUAGES,
    *west_asian.LANGUAGES,
)

__all__ = ["LANGUAGES", "Language", "Role"]
