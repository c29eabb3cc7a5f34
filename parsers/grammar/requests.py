"""What an opening "Yes" or "No" says to the one who asks, not to the question: help offered or declined."""

from parsers.grammar.pattern import cued

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
    r"i(?:'ll| can| will) (?:certainly |gladly )?(?:help|assist)(?: you)?(?: with (?:that|this|it|your|the))?"
    r"\s*(?:[.,!?]|\Z)"
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
