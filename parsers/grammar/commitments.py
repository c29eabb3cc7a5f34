"""Sentences that give an option as the answer: declarations, choices, conclusions, predicates.

The first ones name several options at once, or none of them. All patterns work on the skeleton (see
`pattern`). `BEFORE_*` patterns end where a mention begins, `AFTER_*` patterns begin where it ends and are
matched there.
"""

from parsers.grammar import vocabulary as say
from parsers.grammar.pattern import MENTION, NO_MENTION, pattern, whole, words
from parsers.grammar.vocabulary import ANSWER, BEING, CALLED_RIGHT, COPULA, DEGREE, FILLER, IN_CLAUSE, SUBJECT

_THESE = (
    r"(?:\s*(?:the|these|those|them|of|above|listed|given|provided|available|four|three|five|other"
    r"|options?|choices?"
    r"|answers?|statements?|diagnos[ei]s|relations?|ones|alternatives)(?!\w))*"
)
# Begins with the word, and looks back from there: so the engine skips to it.
NONE = pattern(
    r"(?P<phrase>none(?:(?<=\Anone)|(?<=[.:,;!?\n(\"']none)|(?<=[.:,;!?\n(\"'] none)|(?<=\b(?:is|be|so) none)"
    r"|(?<=\bpick none)|(?<=\b(?:answer|choose|select) none)|(?<=\btherefore none))(?: of "
    rf"{_THESE})?)(?=\s*(?:\Z|[.,;:!?)\n\"']|fits?\b|appl|is|are|holds?|correct|match|seem|describ"
    r"|because|since))",
    accepts="none of the above", refuses="none of his relatives",
)  # fmt: skip
# The same, as a reply of its own.
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
    r"[)\]\"']?\s*(?:through|thru|to|until|till|~|–|-|\.\.\.?|…)\s*(?:and "
    r"including )?[\"'(\[]?",
    accepts=" through ", how="fullmatch", refuses=" and ",
)  # fmt: skip
MEMBER = pattern(
    r"[)\]\"']*\s*(?:,|&|and|or|/|\+|,\s*and|nor)\s*[\"'(\[]*",
    accepts=" and ",
    how="fullmatch",
    refuses=" is ",
)


# MHGraphBench, appendix D.3: an explicit answer pattern is read first. "The correct answer (given …) is
# option B".
_NO_TURN = words(
    "not n't never neither isn't if unless whether claim* says say state* suggest* describe* mention* "
    "assert* that"
)
BEFORE_ANSWER_IS = pattern(
    rf"{ANSWER}(?:(?!\b(?:{_NO_TURN})\b){IN_CLAUSE}){{0,70}}?(?:(?<!\w)(?:{say.AUXILIARIES})\s+)?{COPULA}"
    rf"(?:\s*(?:{say.AUXILIARIES})(?!\w))?{FILLER}\Z",
    accepts="the correct answer is option ", refuses="the answer is not ",
)  # fmt: skip
_LINE_NOUNS = "final selected chosen result diagnosis diagnoses therefore conclusion output label prediction"
# "Final answer: B", "Answer - B", "### Answer", a line of its own, 答案B.
BEFORE_ANSWER_COLON = pattern(
    rf"(?<!\w)(?:(?<!each )(?<!every )(?<!possible )(?<!wrong )(?:{ANSWER}|{whole(_LINE_NOUNS)})s?\s*"
    rf"(?:\([^()\n]{{0,30}}\)|here|below|{MENTION}?)?\s*"
    r"(?:[:=]|[-–—=]*>|→|⇒|[-–—]+(?=\s)|\n+)[\s:>\"'(\[\-–—]*(?:(?:option|choice"
    r"|letter)\s+)?\Z|final answer(?: [a-z]+){1,5}\s*:\s*[\"'(\[]*\Z)",
    accepts="final answer: ", refuses="the answer ",
)  # fmt: skip
BEFORE_PICK = pattern(
    rf"(?:(?<!\w)(?:(?:{SUBJECT}\s*|(?<=[,;:])|(?<=[,;:]\s)|(?<=[,;:]\s\s))(?:{words(say.PICK_VERBS)})"
    rf"|(?<![^\s,;:—–-])(?:{words(say.PICK_PARTICIPLES)}))"
    rf"|\A\W*(?:{words(say.PICK_VERBS)}))(?!\w){FILLER}\Z",
    accepts="i would choose ", refuses="students choose ",
)  # fmt: skip
# "I would rate the person described as a ◆": on a scale.
BEFORE_RATED = pattern(
    rf"\b(?:i|we)(?:'d|'ll| would| will)? (?:rate|rank|score|classify|categori[sz]e) "
    rf"(?:(?!\b(?:not|if|nor)\b){IN_CLAUSE}){{1,60}}?\bas\b:?(?: an?)?[\s\"'(*]*\Z",
    accepts="i would rate this person as a ", refuses="he would rate this person as a ",
)  # fmt: skip
BEFORE_CONCLUSION = pattern(
    rf"(?:(?:\A|[\s,;:.—–(])(?:{words(say.CONNECTIVES, say.LEADING_VERBS)})(?![\w-])"
    rf"|[∴→⇒]|=>|-+>)"
    rf"[,:]?{FILLER}\Z|\A\W*(?:or|also),?\s*\Z",
    accepts="no support found, so ", refuses="also known ",
)  # fmt: skip
# "not A but C", "no es A sino C": the second of a contrast.
_NOT = "not isn't no non"
BEFORE_CONTRAST = pattern(
    rf"{whole(_NOT)}\W*(?:\w+ ){{0,2}}{MENTION}[^.;!?\n{NO_MENTION}]{{0,40}}?[,\s]"
    rf"(?:but(?: rather)?|rather|it's|it is)(?!\w){FILLER}\Z",
    accepts="the answer is not ◆ but ", refuses="the answer is not ◆ or ",
)  # fmt: skip
# "B, or rather C": the words that put the second in the place of the first.
BEFORE_CORRECTED = pattern(
    r"\b(?:or rather|or better|or actually|i mean|i meant|make (?:that|it)|rather|correction|edit(?:ed)?"
    r"|should (?:be|read|have been)"
    r"|changed to|corrected to|updated to|no|now)\s*[:,]?\s*[\"'(]*\Z",
    accepts=", or rather ", refuses=", or ",
)  # fmt: skip
# "making C the best choice": the adjective without its verb.
BEFORE_MAKING = pattern(
    r"\b(?:mak(?:es|ing|e)|made|leav(?:es|ing)|deem|consider)\s*\Z", accepts="making ", refuses="taking "
)
AFTER_MADE = pattern(
    rf"[\s)\]\"']*(?:as )?{DEGREE}(?:{CALLED_RIGHT}|answer|choice|option|diagnosis)",
    accepts=" the best choice", how="match", refuses=" a drug",
)  # fmt: skip
# "A applies, and so does D".
BEFORE_ADDITION = pattern(
    r"\b(?:so (?:does|do|is|are|would)|as (?:does|do|is|are)|same goes for|the same for|likewise)\s*\Z",
    accepts="and so does ", refuses="and so ",
)  # fmt: skip
BEFORE_COPULA = pattern(
    rf"(?:(?:(?<!\w)(?:{say.AUXILIARIES})\s+be|(?<![\w'])(?:is|are|was|were|be|i'd be|equals|remains"
    r"|seems|appears)"
    rf"|\b(?:it|that|this|answer|here|what)'s)(?![\w'])){FILLER}\Z",
    accepts="the weakest condition is ", refuses="the weakest condition ",
)  # fmt: skip
_RESULTS = """
    result value total sum final so hence therefore thus answer get gives give equals statement claim it
    this that
"""
# What a computed value stands behind when it is the result asked for, not a step on the way.
BEFORE_RESULT = pattern(
    rf"(?:{whole(_RESULTS)}{IN_CLAUSE}{{0,40}}?(?<!\w)(?:is|are|was|be|equals|get|gives?|obtain)(?!\w)"
    rf"|\A\W*(?:an? )?(?:resounding|strong|firm|hard|clear|definite|definitely|simply|clearly)"
    rf"|\A[^\n]{{0,80}}=|(?:→|⇒|=>|->)){FILLER}\Z",
    accepts="so the result is ", refuses="a patient of ",
)  # fmt: skip
_NO_KEYS = words(
    """
    note question q example reason reasoning explanation option options choice choices incorrect wrong not
    step context background hint hypothesis rejected excluded ruled_out distractor assistant user human
    evidence similarly remember however for_example case patient valueerror keyerror typeerror error
    exception warning file line traceback task instruction instructions claim premise conclusion statement
    least_likely least_appropriate second_choice runner-up worst
    rationale justification discussion differential differentials
    """
)
# A short key before a colon at the head of a line: "Diagnosis:", "Most likely type:".
BEFORE_KEY = pattern(
    rf"(?:\A|\n)\s*(?!(?:{_NO_KEYS})\b)(?![^:\n]*\b(?:each|every|following|check|list|several|if|unless"
    rf"|options|choices|all)\b)"
    r"[\w'’/-]{2,24}(?:\s[\w'’/()-]{1,20}){0,5}\s*:\s*[\"'(\[]*\Z",
    accepts="diagnosis: ", refuses="note: ",
)  # fmt: skip
# Keys that announce an option text; any other key may head a paragraph that only mentions one.
KEY_FOR_TEXT = pattern(whole(say.ASKED_NOUNS), accepts="most likely diagnosis: ", refuses="time horizon: ")

_DOES = """
    fits fit matches match applies apply works work wins win explains satisfies describes
    represents answers captures accounts correctly accurately corresponds stands makes_sense
    makes_the_most_sense makes_more_sense serves treats it_is it_is. after_all
    it_must_be does_belong does_not_belong doesn't_belong would_fit seems_right sounds_right too
"""
AFTER_POSITIVE = pattern(
    r"[\s)\]\"']*(?:\([^()\n]{0,60}\)\s*)?",
    rf"(?:,[^,.;\n{NO_MENTION}]{{0,40}},)?[\s,\"]*",
    r"(?:(?:which|that|clearly|definitely|therefore|thus|also|then|alone|both|all|best|really|indeed"
    r"|probably|still) )*(?:",
    rf"{BEING}\s*{DEGREE}(?:{CALLED_RIGHT}|one\b)(?! than any| of| avoided| alternative)"
    rf"|(?:to be|as) {DEGREE}(?!it\b){CALLED_RIGHT}",
    r"|is what (?:the|this|these|we|is|was|fits|best)\b"
    r"|(?:is|would be) (?:what i(?:'d|'ll| would| will| choose| pick| have)|my (?:final )?(?:answer|choice"
    r"|pick|selection|guess))(?!\w)"
    rf"|(?:best )?(?:{words(_DOES)})(?!\w)|holds?(?=\s*(?:[.,;!]|\Z|true|up|here|because))"
    r"|(?:must|has to) be(?=\W*(?:\Z|(?:it|so|because|since|as|given|chosen|selected|picked|what)\b|\.\s))"
    r"|remains?(?=\s*(?:[.,;!]|\Z))|comes first(?=\s*(?:[.,;!]|\Z))"
    rf"|is (?:all that (?:is|remains)"
    r"|left)(?!\w))",
    accepts=" is the correct answer", how="match", refuses=" is a drug",
)  # fmt: skip
# What is said of an option in an explanation; beside an answer that was declared, it chooses nothing.
AFTER_DESCRIBING = pattern(
    r"[\s)\]\"']*(?:\([^()\n]{0,60}\)\s*)?(?:(?:correctly|accurately|mainly|mostly|only) )*"
    r"(?:describes?|applies|apply|represents?|explains?|captures?|corresponds?|accounts?|refers?|treats?)(?!\w)",
    accepts=" describes a person who pays", how="match", refuses=" is the best choice",
)  # fmt: skip
# A verdict of one word or sign: "A: yes", "A ✓", "A) Correct.", "A? Yes."
AFTER_BLUNT_YES = pattern(
    r"\s*(?:[):–—-]|->|=>)?\s*(?:✓|✔|✅|☑)|\s*(?:[):–—-]|->|=>)\s*(?:yes|correct|right|true|fits"
    r"|consistent|present)"
    rf"\s*(?:[.,;:!\n]|\Z|{MENTION}|[-–—]+\s|(?:because|since|as)\b)|\s*\(\s*(?:yes|correct|right|true"
    rf"|✓|✔|✅)\s*\)|\s*\?\s*(?:yes|yep|correct|right"
    r"|indeed|exactly)(?!\w)",
    accepts=": yes", how="match", refuses=": yesterday",
)  # fmt: skip
# For an option text the predicate must call it the answer: "delirium explains it" is one, "delirium is
# acute" none.
_THE_ANSWER = """
    correct right best answer choice accurate appropriate suitable ideal closest preferred likeliest
    odd_one_out odd_one outlier true
"""
POSITIVE_TEXT = pattern(
    rf"[\s)\]\"']*(?:[-–—:]\s+)?(?:{BEING}\s*{DEGREE}(?:(?:{words(_THE_ANSWER)})(?! avoided| to"
    r"| (?!supported|matched|suited|fitted)\w+ed (?:by|as|with|through|using|in)\b)|met"
    rf"|fulfilled|most (?!(?:un|in|im)\w+)\w+"
    r"|likely(?=\s*(?:[.,;!)]|\Z|answer|diagnosis|cause|choice|option|correct|because|given|here)))(?!\w)"
    r"|(?:fits?|matches|applies|explains?|(?:does not|doesn't) belong|is (?:left|all that (?:is left"
    r"|remains)))(?!\w)|[:：]?\s*(?:✓|✔|✅|☑)|it (?:is"
    r"|must be)(?=\W*\Z))",
    accepts=" is the most likely diagnosis", how="match", refuses=" is an acute disorder",
)  # fmt: skip

_HEDGES = """
    sure okay ok well hm hmm hmmm certainly of_course yes i think believe guess suppose reckon my best gut
    feeling says would be say that probably maybe perhaps likely most possibly it's it it'd is this to me
    clearly so presumably definitely obviously absolutely here go the answer final just in_my_opinion
    in_my_view i'd im i'm leaning sound sounds look looks seem seems like must uncertain but tentatively
    roughly approximately about around surely only both either mostly almost undoubtedly let_me_answer
    given_the_options certainty with thank you thanks for question great good
"""
# Words before a leading label that say how sure it is, and nothing else.
HEDGE_ONLY = pattern(
    rf"(?:\W|{whole(_HEDGES)}|\bnot (?:entirely |completely |fully |100% |really |too )?(?:sure|certain)\b)*",
    accepts="i think it's probably ", how="fullmatch", refuses="the patient has ",
)  # fmt: skip
_REASONS = words(
    """
    because since as due given for based which while but and although though with by per according
    considering after
    """
)
DELIMITER = pattern(
    rf"[\s\"'\])]*(?:only(?=\s*(?:[.,;:!\n]|\Z))|\Z|[.,;:!?\n—–(\[…-]|(?:{_REASONS})(?!\w)|。)",
    accepts=", because", how="match", refuses=" is right",
)  # fmt: skip
# "A The drug …": a new sentence behind a leading label without a delimiter.
NEW_SENTENCE = pattern(
    rf"\s+(?:the|this|these|step|explanation|reason|reasoning|note|in this)(?!\w)[^{NO_MENTION}]",
    accepts=" the drug is approved", how="match", refuses=" therapy",
)  # fmt: skip
