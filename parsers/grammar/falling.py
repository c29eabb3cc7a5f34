"""Words that lead to an option and say less than that it is the answer: where a case falls, what is left.

All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

from parsers.grammar.frames import FILLER
from parsers.grammar.pattern import cued

# "The case here falls under B": of what is asked for alone; "mania falls under B" gives a reason.
BEFORE_FALLS = cued(
    r"(?:\A|[.,;:!?\n(])[\s\"'*_]*(?:(?:so|thus|hence|therefore|then|and|clearly|overall),? )?"
    r"(?:this|it|(?:this|the) (?:[\w–-]+ ){0,2}?(?:case|patient|question|relation|relationship|scenario"
    r"|vignette|presentation|picture|statement|pair|item|situation|example))(?: here)?"
    rf" (?:(?:clearly|therefore|thus|best|squarely|also) )?falls (?:under|into|within){FILLER}\Z",
    accepts="the relation here falls under ", refuses="mania falls under ",
)  # fmt: skip
# "Eliminating A and C, we are left with B."
BEFORE_LEFT_WITH = cued(
    r"(?:\A|[.;:!?\n])(?:(?!\b(?:without|if|unless|were|otherwise|when|not|never)\b|n't)[^.;:!?\n]){0,150}"
    rf"\b(?:we are|we're|i am|i'm) left with{FILLER}\Z",
    accepts="eliminating ◆ and ◆, we are left with ", refuses="without the voices we are left with ",
)  # fmt: skip
AFTER_FALLING = cued(
    r"(?![\s)\]\"'*]*,? (?:but|though|although|however|only|if|unless|or|and|when|in)\b)",
    accepts=".", how="match", refuses=", but she hears voices",
)  # fmt: skip
