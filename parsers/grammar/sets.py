"""Phrases for several options at once, and for none of them. Lower case, accents dropped."""

from parsers.grammar.pattern import pattern

_THESE = (
    r"(?:\s*(?:the|these|those|them|of|above|listed|given|provided|available|four|three|five|other"
    r"|options?|choices?"
    r"|answers?|statements?|diagnos[ei]s|relations?|ones|alternatives)(?!\w))*"
)
# Begins with the word, and looks back from there: so the engine skips to it.
NONE = pattern(
    r"(?P<phrase>none(?:(?<=\Anone)|(?<=\A none)"
    r"|(?<=[.:,;!?\n(\"']none)|(?<=[.:,;!?\n(\"'] none)|(?<=\b(?:is|be|so) none)"
    r"|(?<=\bpick none)|(?<=\b(?:answer|choose|select) none)|(?<=\btherefore none))(?: of "
    rf"{_THESE})?)(?=\s*(?:\Z|[.,;:!?)\n\"']|fits?\b|appl|is|are|holds?|correct|match|seem|describ"
    r"|because|since))",
    accepts="none of the above", refuses="none of his relatives",
)  # fmt: skip
# The same, as the whole reply.
NOTHING = pattern(
    r"\A[\W_]*no (?:known |such |direct )?(?:relation|relationship|edge|link|association|connection)s?"
    r"[\W_]*\Z",
    accepts="no relation.", how="match", refuses="there is no relation to the drug",
)  # fmt: skip
ALL = pattern(
    r"\b(?:all (?:of (?=the|these|them|above)|four options|three options|five options|the above|the "
    r"options|options|four|three|five|answers|choices|of them)|every option|each option"
    rf"|all){_THESE}(?=\s*(?:\Z|[.,;:!?)\n\"']|(?:are|is|apply|applies|fit|correct|hold|match|seem)\b))",
    accepts="all of the above", refuses="all patients",
)  # fmt: skip
EXCEPT = pattern(
    r"\b(?:all|everything|every(?: option| one)?|any|each(?: option)?)\s*(?:of )?(?:the |these |them "
    r"|above |options? |choices? |answers? )*(?:options?|choices?|above|them)?\s*"
    r"(?:(?:apply|applies|fit|fits|are|is|hold|holds|correct|right|consistent) ?)*,?\s*(?:except(?: for)?"
    r"|but(?: not)?|excluding|other than|apart from|save(?: for)?|besides|minus)\s*(?:for )?(?:only "
    r")?(?:option |letter |choice )?[\"'(]*\Z",
    accepts="all except ", refuses="all of ",
)  # fmt: skip
RANGE = pattern(
    r"[)\]\"']?\s*(?:through|thru|to|until|till|bis|hasta|a|ate|до|至|到|~|–|-|\.\.\.?|…)\s*(?:and "
    r"including )?[\"'(\[]?",
    accepts=" through ", how="fullmatch", refuses=" and ",
)  # fmt: skip
# "I would not change my answer from ◆ to ◆": two answers, and no range.
CHANGING = (
    r"(?:(?:chang|revis|updat)(?:ed?|ing)|(?:switch|correct|amend)(?:ed|ing)?) "
    r"(?:(?:my|the|this) (?:final |first |initial )?(?:answer|choice|selection|response)|it) from"
    r" (?:option )?"
)
# Of these, who answers says so at the head of a sentence.
I_CHANGE = (
    r"(?:\A|[.;!?\n])[\s\"'(*]*(?:(?:so|then|and|but|therefore|thus|hence|actually|wait|no|hm+|ok(?:ay)?"
    r"|on reflection|on second thought)[,.:]? )*(?:i|i'll|i will|i'd(?: like to)?|i would like to|i want to"
    rf"|i have|i've|let me|we|we'll|we will) (?:now |hereby |therefore )?{CHANGING}"
)
RANGE_HEADS = frozenset(")]\"'tubhaд至到~–-.…")  # with which it begins, behind white space
MEMBER = pattern(
    r"[)\]\"']*\s*(?:,|&|and|or|/|\+|,\s*and|nor)\s*[\"'(\[]*",
    accepts=" and ",
    how="fullmatch",
    refuses=" is ",
)
