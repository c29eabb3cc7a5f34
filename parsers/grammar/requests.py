"""What an opening "Yes" or "No" says to the one who asks, not to the question: help offered or declined.

Decision: docs/decisions/parsers.md, "Letters and words in replies that answer nothing".
"""

from parsers.grammar.languages import LANGUAGES
from parsers.grammar.pattern import MENTION, cued, pattern
from parsers.grammar.refusals import FOREIGN_REFUSAL
from parsers.pattern import Pattern

# "No, I cannot answer that", "Yes, I can help!": an opening word that speaks to the request.
_HELP = r"(?:help|assist|answer|comply|respond)(?:\b(?! (?:is|are|was)\b))"
_SORRY = (
    r"(?:(?:i'm |i am )?(?:very |so )?sorry,? (?:but )?)?"
    r"(?:as an? (?:ai|(?:large )?language model)[\w ]{0,20},? )?"
)
_ADVICE = r"(?:\w+ )?(?:medical|clinical|advice|diagnos)"
_DECLINING = (
    r"i(?:'m| am)? (?:can(?:'t|not)|can not|won't|will not|unable to|not able to|not allowed to"
    rf"|not permitted to) (?:be )?(?:{_HELP}|(?:answer|help)ing\b|(?:provide|give|offer) {_ADVICE})"
    rf"|i(?:'d| would) (?:rather|prefer) not(?: to)? (?:{_HELP}|say)"
    rf"|(?:i|we) (?:don't|do not|never) (?:give|offer|provide) {_ADVICE}"
    r"|(?:that|this)(?:'s| is) not something i(?:'m| can| am| will)\b(?: able to)?"
    r" (?:do|answer|help|give|provide|advise|discuss|comment)\b"
    r"|i (?:must|have to) (?:respectfully )?(?:decline|refuse)\b"
)
_OFFERING = (
    r"i(?:'ll| can| will) (?:certainly |gladly )?(?:help|assist|answer)(?: you)?"
    r"(?: with (?:that|this|it|your|the))?\s*(?:[.,!?]|\Z)"
    r"|(?:i(?:'d| would)? be |i(?:'m| am) )?(?:happy|glad|pleased) to (?:help|assist)\b"
    r"|(?:i(?:'m| am) )?(?:(?:all |completely |always )?ready|here to help|listening)\b"
    r"|i(?:'m| am) an? (?:ai|(?:large )?language model|assistant|chatbot)\b"
    r"|i(?:'ll| can| will) (?:now |carefully )?(?:assess|evaluate|analy[sz]e|examine|solve|work through"
    r"|walk through|think through|think about|go through|explain (?:this|that|it)) ?\b"
    r"|i understand (?:the|this|your) (?:task|instructions?|request|rules|format|question)"
)
_ASKING_BACK = (
    r"let me (?:look|see|read|check|think)\b|"
    r"(?:share|provide|send|paste|tell me|ask (?:away|me|your)|go ahead|fire away)\b"
    r"|(?:what|which|how|where)(?: \w+)? (?:is|are|would|can|do|does|did|should) (?:your|the question"
    r"|you|i (?:help|assist))\b"
)
AFTER_SPEAKS_TO_REQUEST = cued(
    rf"[\s,.!;:—–-]*(?:{_SORRY}(?:{_DECLINING})"
    r"|(?:(?:of course|sure|certainly|absolutely|gladly)[\s,.!—–-]*)?(?:please,? )?"
    rf"(?:{_OFFERING}|{_ASKING_BACK}))",
    accepts=", i cannot answer that", how="match", refuses=", i cannot recommend it here",
)  # fmt: skip
# "No, I don't have enough information to tell": what is not known is not denied. Asked of the whole sentence.
_SO_ENDS = (
    r"(?: (?:this|that|it|the question|for (?:sure|certain)|here|either way|with certainty))*\s*(?:[.,;!]|\Z)"
)
_MEANS = r"(?:information|context|data|details)"
_TELLING = rf"(?:tell|say|know|decide|determine|answer|judge){_SO_ENDS}"
_ONLY = r"only an? [\w ]{3,30} can"
_UNKNOWN = (
    rf"(?:i|we) (?:do not|don't) have"
    r" (?:access to (?:the|this|that|these|those|your|any|such|external)\b"
    rf"|(?:any |the )?(?:enough |sufficient )?{_MEANS}(?: to \w+)?{_SO_ENDS})"
    rf"|(?:i|we) (?:have no|lack(?: the)?) (?:access|{_MEANS})(?: to (?:the )?\w+)?{_SO_ENDS}"
    rf"|(?:there(?:'s| is) (?:no way|(?:not enough|insufficient) {_MEANS})|there isn't enough {_MEANS}"
    rf"|(?:it is|it's) (?:not possible|impossible)|it isn't possible|nobody can|no one can|(?:but )?{_ONLY})"
    rf"(?: to)? {_TELLING}"
    r"|(?:this|that|it) (?:cannot|can't|can not) be (?:determined|decided|answered|known|judged)"
    rf"(?: from (?:the|this) \w+)?{_SO_ENDS}"
    r"|you (?:haven't|have not|did not|didn't) (?:given|give|included?|provided?|attach(?:ed)?"
    r"|shared?|pasted?|sen[dt])\b"
)
_REMARKS = (
    r"(?:this|that|it)(?:'s| is) an? (?:very |really |quite )?(?:good|difficult|hard|tricky|complex"
    r"|complicated|interesting|great|fair|important|sensitive|common) question\b"
    r"|it(?:'s| is) (?:complicated|not that simple)\s*(?:[.,;!]|\Z)"
    r"|i(?: have|'ve) read (?:the|it|your|this)\b"
    r"|i (?:see your point|(?:can|could) do (?:that|this|it)\s*(?:[.,;!]|\Z)|received your"
    r"|understand (?:that )?you\b)"
)
AFTER_KNOWS_NOTHING = cued(
    rf"[\s,;:—–-]*(?:{_SORRY}(?:{_UNKNOWN})|{_REMARKS})",
    accepts=", i don't have enough information to tell.", how="match", refuses=", i don't have the disorder",
)  # fmt: skip
BEHIND_YES = pattern(rf"\W*{MENTION}\W+", accepts="◇, ", how="fullmatch", refuses="◇ and ")
# The same in other languages, right behind the yes or no.
_TO_ASKER = pattern(
    r"[\s,;:!.،、—–-]*(?:" + "|".join(form for language in LANGUAGES for form in language.to_asker) + ")",
    accepts=", ich kann ihnen helfen", how="match", refuses=", ich kann das bestatigen",
)  # fmt: skip
_SENTENCE = Pattern(r"[\s,;:،、—–-]*([^.!?。！？\n]*)")
_LAST = 25  # characters with which a sentence that declines may end


def speaks_to_asker(low: str) -> bool:
    """Whether what follows a yes or no, in lower case, offers help, declines or says that none is known."""
    if _TO_ASKER.match(low):
        return True
    sentence = _SENTENCE.match(low)
    declined = FOREIGN_REFUSAL.search(sentence[1]) if sentence else None
    return declined is not None and sentence is not None and len(sentence[1]) - declined.end() < _LAST
