"""What somebody else says, and the sentence that was asked for in quotation marks.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there.

Decision: docs/decisions/parsers.md, "Replies of seventy English stores, where simple rules disagree".
"""

from parsers.grammar import vocabulary as say
from parsers.grammar.pattern import cued, pattern, whole, words

BEFORE_QUOTATION = cued(
    rf"(?:(?:{whole(say.OTHERS)}|(?<!\w){say.OTHER_PERSON}(?!\w))[^,;.!?\n]{{0,40}}?"
    r"\b(?:(?:might|may|could|would|will|once|often|usually) )*"
    r"|\b(?:you|one) (?:might|may|could|would)(?: at first| first| well| also| \w+ly)? )",
    rf"(?:be )?(?:{words(say.SAYING)})(?!\w)(?! (?:is|was|would|are)\b)[^,;!?\n]{{0,40}}\Z"
    r"|\baccording to (?:some|others?|him|her|them|the user|my \w+|an?other \w+|the (?:previous|other"
    r"|last|first) \w+|one (?:[\w-]+ ){0,3}?(?:trial|study|paper|report|source|survey|analysis|author"
    r"|expert|article|textbook|website))\b[^.;!?\n]{0,60}\Z",
    accepts="some clinicians would say ", refuses="clinically i would say ",
)  # fmt: skip
# "Therefore, "The answer is (◆)."": the sentence that was asked for, in quotation marks, at the end.
BEFORE_OWN_QUOTATION = cued(
    r"(?:[,:\n]|\b(?:is|be|so|therefore|thus|hence)|\A)[:,]?\s*\"(?:(?:so|therefore|thus|hence),? )?the"
    r" (?:(?:correct|final|best|right) )?answer is:?"
    r"[\s(]*(?:option )?[\s(]*\Z",
    accepts='therefore, "the answer is (', refuses='in the form "the answer is (',
)  # fmt: skip
# "したがって、「answer: ◆」です。": the answer line that was asked for, in brackets of quotation.
# What is asked for, or holds in a case alone, is not what is answered: "出力例は、", "正解なら、".
BEFORE_OWN_LINE = cued(
    r"(?:\A|[。.\n])(?![^。\n]*(?:形式|書式|フォーマット|(?<!症)例|指示|出力|なら|場合|[わ分]からな|不明|ください))"
    r"[^。\n]*[:,、はを]\s*\"answer ?: ?\Z",
    accepts="したがって、\"answer: ", refuses="正解なら、\"answer: ",
)  # fmt: skip
AFTER_OWN_LINE = pattern(
    r"\"(?:です|となります|になります|とします|で(?:回答|答え)します)?[\s。.]*",
    accepts='"です。', refuses='"で回答してください。', how="fullmatch",
)  # fmt: skip
# "The answer was ◆ in the previous question": said of another item.
AFTER_ANOTHER_ITEM = cued(
    r"[\s)\"']*(?:(?:is|was) (?:correct|right|the (?:correct |right )?(?:answer|one)) )?(?:in|for|to"
    r"|on) (?:the|your) (?:previous|last|prior|preceding|earlier|next|example|sample)"
    r" (?:question|item|example|problem|vignette|turn|exam|test|quiz|session|version)\b",
    accepts=" in the previous question", how="match", refuses=" in the previous episode",
)  # fmt: skip
# "You said ◆": the reader's words, not the reply's own.
BEFORE_YOU_SAID = cued(
    r"\byou(?:'ve| have)? (?:said|answered|chose|picked|selected|wrote|suggested)"
    r"(?: that)?(?: (?:it|the answer) (?:is|was))?[\s:\"'(]*(?:option )?[\"'(]*\Z",
    accepts="you said ", refuses="as you said, it is ",
)  # fmt: skip
_LEARNED = "professor teacher tutor lecturer instructor expert"
_TOLD = """
    think thinks thought believe believes believed insist insists insisted say says said claim claims claimed
    suggest suggests suggested indicate indicates indicated
"""
# "If I had to choose based on the professor's answer being ◆", "your professor says the answer is ◆".
BEFORE_ANSWER_OF_ANOTHER = cued(
    rf"\b(?:{words(_LEARNED)}|student|user|colleague|friend|classmate)'s"
    r" (?:(?:own|first|initial|original|suggested|proposed|given|stated|preferred) )*"
    r"(?:answer|choice|suggestion|pick|response) (?:is|was|being|would be|of)"
    r"[\s\"'(*:]*(?:option )?[\"'(]*\Z"
    rf"|\b(?:the|my|your|an?) (?:[\w-]+ ){{0,2}}?(?:{words(_LEARNED)}) (?:\w+ly )?"
    rf"(?:{words(_TOLD)})(?: that)?"
    r" (?:the )?(?:correct |right |best )?(?:answer|option|choice) (?:is|was|must be)\b[^.;!?\n]{0,20}\Z",
    accepts="the professor's answer was ", refuses="the professor's answer is right, so ",
)  # fmt: skip
AFTER_AGREED = cued(
    r"(?:(?!\b(?:maybe|perhaps|might|may|could|but|not|if|whether|though|although)\b|n't)[^.;!?\n]){0,60}?"
    r"(?:(?:[.;]\s+(?:that|this|it|he|she)|;\s+which) (?:(?:is|was) )?(?:indeed )?)?"
    r"\b(?:agree|matches|confirm|aligns|consistent|(?<!in)correct|right)",
    accepts=", and i agree", how="match", refuses=". i am not sure.",
)  # fmt: skip
