"""What an opening "Yes" or "No" says to the one who asks, not to the question: help offered or declined.

Decision: docs/decisions/parsers.md, "Letters and words in replies that answer nothing".
"""

from parsers.grammar.languages.of_all import forms_of_all
from parsers.grammar.pattern import MENTION, cued, pattern

# "No, I cannot answer that", "Yes, I can help!": an opening word that speaks to the request.
_HELP = r"(?:help|assist|answer|comply|respond)(?:\b(?! (?:is|are|was)\b))"
_SORRY = (
    r"(?:(?:i'm |i am )?(?:very |so )?sorry,? (?:but )?)?"
    r"(?:as an? (?:ai|(?:large )?language model)[\w ]{0,20},? )?"
)
_ADVICE = r"(?:\w+ )?(?:medical|clinical|advice|diagnos)"
_DECLINING = (
    r"i(?:'m| am)? (?:can(?:'t|not)|can not|won't|will not|unable to|not able to|not allowed to"
    rf"|not permitted to) (?:be )?(?:{_HELP}|(?:answer|help)ing\b|(?:provide|give|offer) {_ADVICE}"
    r"|diagnose(?: (?:this|that|you|him|her|them))?\s*[.,;!])"
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
# "No, I don't have enough information to tell": what is not known is not denied. The clause ends there, and
# nothing is concluded from it: "it is not possible to say; therefore the inference is invalid".
_SO_ENDS = (
    r"(?: (?:this|that|it|the question|for (?:sure|certain)|here|either way|with certainty))*"
    r"\s*(?:[.,;!](?![^\n]*\b(?:so|therefore|thus|hence|follow)\b)|\Z)"
)
_MEANS = r"(?:information|context|data|details)"
_TELLING = r"(?:tell|say|know|decide|determine|answer|judge)"
_GIVEN = rf"(?:question|text|passage|vignette|graph|options?|images?|figure|files?|{_MEANS})"
_UNKNOWN = (
    rf"(?:i|we) (?:do not|don't) have (?:access to (?:the|this|that|your|any) {_GIVEN}\b"
    rf"|(?:any |the )?(?:enough |sufficient )?{_MEANS}(?: to {_TELLING})?{_SO_ENDS})"
    rf"|(?:i|we) (?:have no|lack(?: the)?) (?:{_MEANS}(?: to {_TELLING})?|access to (?:the|this) {_GIVEN})"
    rf"{_SO_ENDS}"
    rf"|(?:there(?:'s| is) (?:no way|(?:not enough|insufficient) {_MEANS})|there isn't enough {_MEANS}"
    rf"|(?:it is|it's) (?:not possible|impossible)|it isn't possible) to {_TELLING}{_SO_ENDS}"
    rf"|(?:nobody|no one) can {_TELLING}(?: (?:this|that|it))? for (?:sure|certain){_SO_ENDS}"
    rf"|but only an? [\w ]{{3,30}} can {_TELLING}{_SO_ENDS}"
    r"|(?:this|that|it) (?:cannot|can't|can not) be (?:determined|decided|answered|known|judged)"
    rf"(?: from (?:the|this) \w+)?{_SO_ENDS}"
    r"|you (?:haven't|have not|did not|didn't) (?:given|give|included?|provided?|attach(?:ed)?"
    rf"|shared?|pasted?|sen[dt]) (?:me |us )?(?:the|a|any|your|enough) {_GIVEN}{_SO_ENDS}"
    r"|i understand (?:that )?you want\b[^.;!?\n]{0,40}[.!]"
    r"|(?:this|that) is an? (?:\w+ )?question,? (?:and|but) one (?:that )?i can(?:'t|not)\b"
)
AFTER_KNOWS_NOTHING = cued(
    rf"[\s,;:—–-]*{_SORRY}(?:{_UNKNOWN})",
    accepts=", i don't have enough information to tell.", how="match", refuses=", i don't have the disorder",
)  # fmt: skip
# "Yes, that is a good question.", at the end of the reply.
AFTER_REMARKS = cued(
    r"[\s,;:—–-]*(?:(?:this|that|it)(?:'s| is) an? (?:very |really |quite )?(?:good|difficult|hard|tricky"
    r"|complex|complicated|interesting|great|fair|important|sensitive|common) question"
    r"|it(?:'s| is) (?:complicated|not that simple)|i see your point"
    r"|i received your \w+)\s*[.!]?\s*\Z",
    accepts=", it's complicated.", how="match", refuses=", it's complicated, but correct.",
)  # fmt: skip
BEHIND_YES = pattern(rf"\W*{MENTION}\W+", accepts="◇, ", how="fullmatch", refuses="◇ and ")
# The same in other languages, right behind the yes or no: all that its sentence says.
TO_ASKER = pattern(
    r"[\s,;:!.،、—–-]*(?:"
    + "|".join(forms_of_all("to_asker"))
    + r")[\s\"'*)]*(?:[.!?。！？؟।]|\Z)",
    accepts=", ich kann ihnen helfen.", how="match", refuses=", ich kann ihnen helfen, wenn",
)  # fmt: skip
