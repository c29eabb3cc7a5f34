"""Articles at the head of a line or of what a colon announces: the Portuguese "A" and "O", and "L'option".

A heading or a word with a colon above them announces a label, and would make one of the article:
"## Resposta", below it "A alternativa correta é D"; "## Réponse", "L'option D"; "D) Correta: O DIU …".

Decision: docs/decisions/parsers.md, "Replies of this year's models, in two dozen languages".
"""

from parsers.pattern import Pattern

_LETTERS = "AOLDCJNQS"
_NOUN_FOLLOWS = Pattern(
    r" (?:(?:alternativa|resposta|op[çc][ãa]o|letra|afirmativa|afirma[çc][ãa]o|conduta|wi[ęe]c|zatem) (?!\))"
    r"|(?:correta|certa|melhor|mais [^\W\d_]+)(?: [^\W\d_]+)? (?:é|seria) "
    r"|[A-ZÀ-Ý][^\W\d_]+ (?:n(?:[º°.]|o \d)|d[aeo]s? |é |foi |que ))"
)
_WORD_FOLLOWS = Pattern(r" [^\W\d_]{2,}[ ,]")
_APOSTROPHES = ("'", "’")
_ELISION = Pattern(r"['’][aeiouyhàâéèêîôûAEIOUHÉ][^\W\d_]{2}")


def is_article(text: str, at: int, is_option: bool) -> bool:
    """Whether the capital at a place is such an article, no label; an option "O" is a label."""
    if text[at] not in _LETTERS:
        return False
    if text[at] == "O":
        return not is_option and _WORD_FOLLOWS.match(text, at + 1) is not None
    elided = text[at + 1 : at + 2] in _APOSTROPHES and _ELISION.match(text, at + 1) is not None
    if not elided and (text[at] != "A" or not _NOUN_FOLLOWS.match(text, at + 1)):
        return False
    return text[max(0, at - 24) : at].rstrip(" ")[-1:] in ("", "\n")
