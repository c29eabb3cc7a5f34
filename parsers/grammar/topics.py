"""What a sentence speaks of and does not choose: topics, kinds, and what choosing would need.

All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

from parsers.grammar.pattern import MENTION, NO_MENTION, cued

# "…, so option ◆ introducing stamps is not supported": what is concluded of the option is its denial.
AFTER_DENIED = cued(
    rf"[\s)\]\"'*]*(?:\w+ing|which|that|with|about)\b[^.;:!?\n{NO_MENTION}]{{1,60}}? "
    r"(?:(?:is|are|was|were|would be)(?: not|n't) (?:\w+ly )?(?:an? |the )?(?:supported|correct|right|true"
    r"|valid|accurate|justified|warranted|consistent|suitable|appropriate|answer|case)\b"
    r"|(?:does|do)(?: not|n't) (?:fit|apply|hold)(?=[.,;]|\Z))"
    # "Therefore ◆ is a part of ◇ and cannot be more likely"
    r"|[\s)\]\"'*]*(?:is|are) (?:an? |the )?(?:subset|part|case|special case|conjunction)\b[^.;:!?\n]{1,60}?"
    r"\b(?:and|so|which) (?:thus |therefore |hence |it )?(?:cannot|can't|can never|is not|isn't) (?:be )?"
    r"(?:the )?(?:more |most )?(?:likely|probable|correct|right)\b",
    accepts=") introducing stamps is not supported", how="match", refuses=" is the one",
)  # fmt: skip
# "There are cases where ◆ makes more sense", beside other sentences.
BEFORE_IN_CASES = cued(
    r"\bthere (?:are|may be|might be|could be)(?: \w+){0,2} (?:cases|scenarios|situations|circumstances)"
    r" (?:where|in which) (?:(?:option|choice|answer) )?[\"'(*]*\Z",
    accepts="there are cases where ", refuses="there are cases where it is severe, so ",
)  # fmt: skip
AFTER_MAKES_SENSE = cued(
    r"[\s)\]\"'*]*(?:would |might |could )?makes? (?:more |better |some )?sense\b",
    accepts=" makes more sense", how="match", refuses=" is the best answer",
)  # fmt: skip
# "For example, ◆": a label; a text may be the example that is meant: "an SSRI, for example ◇".
BEFORE_EXAMPLE = cued(
    r"\bfor (?:example|instance),? (?:(?:the )?(?:options?|choices?|answers?|letters?) )?[\"'(\[]*\Z",
    accepts="for example, ", refuses="this is an example, ",
)  # fmt: skip
# "The baby's blood type is A, B or AB": letters that name a kind.
BEFORE_KIND = cued(
    r"\b(?:blood (?:types?|groups?)|genotypes?|serotypes?|alleles?) (?:is|are|was|were|be)(?: either)? "
    rf"(?:(?:{MENTION}|[a-z]{{1,2}}),? (?:or |and )?){{0,3}}\Z",
    accepts="the blood type is ", refuses="the type is ",
)  # fmt: skip
IN_BLOOD = frozenset({0, 1})  # the options A and B: letters of blood types
BEFORE_BLOOD = cued(
    r"\bblood (?:types?|groups?)\b", accepts="the blood type is ", refuses="the genotype is ",
)  # fmt: skip
AFTER_LISTED = cued(
    rf",? (?:or|and) (?:[a-z]{{1,2}}\b(?! \w)|{MENTION})", accepts=" or ab.", how="match", refuses=" because",
)  # fmt: skip
# "To choose ◆ would require more evidence": nobody chooses it.
BEFORE_TO_CHOOSE = cued(
    r"(?:\A|[.!?\n] ?)[\"'(*]*to (?:choose|select|pick|decide on|answer)(?: either| between)?(?: options?)?"
    r" [\"'(]*\Z",
    accepts="to choose ", refuses="i am to choose ",
)  # fmt: skip
AFTER_WOULD_NEED = cued(
    r"[\s)\]\"'*]*(?:would|requires?|needs?|means|relies|rests|is to|involves?)\b"
    r"(?! be (?:right|correct|best)\b)",
    accepts=" would require more data", how="match", refuses=" is best",
)  # fmt: skip
