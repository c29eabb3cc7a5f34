"""Two options left open, in other languages than English: "j'hésite entre ◆ et ◆", "◆와 ◆ 모두 가능합니다".

Lower case, Latin accents dropped. All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "Replies written in 49 languages".
"""

from parsers.grammar.languages.of_all import words_of_all
from parsers.grammar.pattern import LABEL, NO_MENTION, cued, words

_SAME = rf"[^.!?。\n{NO_MENTION}]"
BETWEEN_TWO = cued(
    rf"(?<!\w)(?:{words(words_of_all('torn'))})(?!\w){_SAME}{{0,24}}{LABEL}{_SAME}{{1,24}}{LABEL}"
    rf"|(?<!\w)(?:{words(words_of_all('as_well_as'))})(?!\w){_SAME}{{0,12}}{LABEL}{_SAME}{{1,20}}{LABEL}"
    rf"|{LABEL}{_SAME}{{1,20}}{LABEL}{_SAME}{{0,24}}(?:(?<!\w)(?:{words(words_of_all('both_possible'))})(?!\w)"
    r"|之间犹豫|之間猶豫|都有可能|都可能|迷い|迷う|迷って|모두 가능|다 가능|사이에서 고민)",
    accepts="j'hesite entre ◆ et ◆", refuses="la reponse ◆, et non ◆", in_passages=True,
)  # fmt: skip
