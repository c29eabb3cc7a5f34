"""What the files of all languages have of one kind, for a rule that is the same in each of them.

Decision: docs/decisions/parsers.md, "Cue words are data, one file a language, and a few rules read them all".
"""

from parsers.grammar.languages import LANGUAGES


def words_of_all(kind: str) -> str:
    """The words of one list in all files, as `pattern.words` takes them."""
    return " ".join([getattr(language, kind) for language in LANGUAGES])


def words_apart(kind: str) -> str:
    """Those in Latin, Greek and Cyrillic letters, which stand between signs or blanks."""
    return " ".join([word for word in words_of_all(kind).split() if _stands_apart(word)])


def words_attached(kind: str) -> str:
    """Those in other scripts, where an article, a particle or the next word may stand right beside them."""
    return " ".join([word for word in words_of_all(kind).split() if not _stands_apart(word)])


def forms_of_all(kind: str) -> list[str]:
    """The expressions of one kind in all files."""
    return [form for language in LANGUAGES for form in getattr(language, kind)]


def _stands_apart(word: str) -> bool:
    return word < "\u0530"  # Armenian, with which the scripts behind Cyrillic begin
