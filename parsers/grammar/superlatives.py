"""Superlatives in other languages than English, and the words behind which they are surpassed.

All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "What is the most plausible, and what is the answer".
"""

from parsers.grammar.pattern import NO_MENTION, pattern

_MOST = (
    r"(?<!\w)(?:(?:la|el|le|il|a|o)? ?(?:mas|mais|plus|piu)|meest|mest|mai|najbardziej|naj\w{4,}|nej\w{4,}"
    r"|най\w*|наиболее|η πιο|πιθανοτερη|πιθανότερη|leg\w{4,}|en \w+|\w{5,}sten?|passar bast|passer bedst"
    r"|todennakoisin|paras|sopivin|parhaiten)(?!\w)|أقرب|قریب ترین|নিকটতম|সবচেয়ে"
)
_NEAR = rf"[^.!?;,\n{NO_MENTION}]"
# "La más completa sería ◆", "Het meest waarschijnlijk is ◆".
BEFORE = pattern(
    rf"(?:{_MOST}){_NEAR}{{0,40}}\Z", accepts="la mas completa seria ", refuses="la correcta seria ",
)  # fmt: skip
# "◆ es la más completa".
AFTER = pattern(
    rf"{_NEAR}{{0,30}}?(?:{_MOST})", accepts=" es la mas completa, pero", how="match",
    refuses=" es la correcta",
)  # fmt: skip
# "…, pero no la correcta", "…, la correcta ◆". It begins with one class of characters, and looks back from
# there: so the engine skips to the next one.
TURN = pattern(
    r"[,;،ملকแ](?:(?<=[,;])\s*(?:pero|mas|mais|ma|ale|dar|maar|men|mutta|aber|doch|jedoch|но|але|ali|de|ama"
    r"|ancak|fakat|αλλα|αλλά|όμως|ομως)(?!\w)|(?<!\wم)(?<=م)گر(?!\w)|(?<!\wل)(?<=ل)یکن(?!\w)"
    r"|(?<=ل)كن|(?<=ক)িন্তু|(?<=แ)ต่|(?<=[,،])\s*(?:la|el|le|il|a|o|die|das) (?:correct|corret|richtig)\w*)",
    accepts=", pero no la correcta", refuses=", y es la correcta",
)  # fmt: skip
# "Más ◆", "cel mai ◆": "most", and the word is missing that says in what.
BARE = pattern(
    r"(?:\A|[.!?:;\n])[\s\"'(*]*(?:(?:la|el|le|il|lo|a|o|os|as|the|de|den|det|het|am) )?"
    r"(?:mas|mais|plus|piu|meest|mest|most|(?:cel|cea|cei|cele)(?: mai)?|mai|naj|nej|най|самый|самая|самое"
    r"|найбільш|наиболее|en|ən|eng|ең|эң|leg)[\s\"'(*]*\Z",
    accepts="cel mai ", refuses="mas probable ",
)  # fmt: skip
