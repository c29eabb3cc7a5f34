"""Sentences that deny an option (negated, eliminated, doubted, judged wrong), or say something else of it.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there. The last ones are asked of an option text that
no stronger pattern took, in a reply that names no label: whether its sentence asserts it.
"""

from parsers.grammar.languages.lexicon import listed, spoken
from parsers.grammar.pattern import MENTION, NO_MENTION, pattern, whole, words
from parsers.grammar.vocabulary import BEING, CALLED_WRONG, DEGREE

_NEGATORS = """
    not never neither nor without except except_for excepting but_not instead_of rather_than other_than
    unlike as_opposed_to opposed_to anything_but all_but far_from over versus vs vs. contrary_to isn't
    aren't wasn't can't_be cannot_be couldn't_be wouldn't_be shouldn't_be won't_be don't do_not
    avoid avoids avoiding no cannot_possibly_be can't_possibly_be couldn't_possibly_be
"""
_AFTER_NEGATOR = """
    by with in at for to of be
    necessarily simply really also likely probably possibly even either both
    changing_my_answer_to changing_it_to changing_to switching_to changing_my_choice_to
    just the a an any answer option options choice correct right choosing picking about case letter as all
"""
BEFORE_NEGATION = pattern(
    rf"{whole(_NEGATORS)}(?:\s*(?:{words(_AFTER_NEGATOR)})(?!\w))*\s*[:\"'(\[]*\s*\Z",
    accepts="the answer is not ", refuses="the answer is ",
)  # fmt: skip
# In other languages: "niet ◆, maar ◆", "◆ではなく◆", "◆ değil, ◆".
INSTEAD = pattern(
    rf"{MENTION}(?:\w?\s*(?:{listed('denial_behind')})|[^.;:!?\n{NO_MENTION}]{{0,40}}?{spoken('but')})"
    r"[\s,،、:]*(?:\w+ ){0,2}[\"'(]*\Z",
    accepts="antwoord is niet ◆, maar ", refuses="antwoord is ◆, omdat ",
)  # fmt: skip
# "◆, si ◆": the next word denies, however short it is.
AND_NOT = pattern(rf"{MENTION}[\"')]*[,،、;] ?(?P<word>\w+ )\Z", accepts="◆, si ", refuses="◆, si ni ")
_DENIERS = "not no never without neither nor don't"
# "not of unipolar ◇": an option text that is the tail of what is denied.
BEFORE_NEGATION_OF_TEXT = pattern(
    r"(?<!\w)(?:(?:lack(?:s|ing|ed)?|without|no|few) (?:\w+ ){0,2}"
    r"(?:features?|symptoms?|signs?|criteria|evidence|hallmarks?|course|history|picture|presentation)"
    r" (?:of|for)(?: an?)?|den(?:ies|ied|ying)(?: \w+){0,3}"
    rf"|(?:{words(_DENIERS)})(?: (?!(?:only|just|but|and|so|because|is|are|was|were"
    rf"|be)\b)[\w-]+){{0,3}})\s*\Z",
    accepts="and not of unipolar ", refuses="not only that but ",
)  # fmt: skip
# "not only A", "no" as an interjection ("No, A"), and what a statement that is looked for does not do.
# An option or answer of which the same is said may be one that is ruled out.
NO_NEGATION = pattern(
    rf"\b(?:statement|one|drug|finding|sign|symptom|item|exception|claim|description|pair|combination)"
    rf" (?:that|which) (?:cannot|can not|can't|could not|couldn't|would not|wouldn't)"
    rf"[^,;:.!?\n{NO_MENTION}]{{0,60}} (?:is|must be|would be):?\s*[\"'(]*\Z"
    r"|\bnot (?:only|just|merely|simply)\b[^,;]*\Z|\bno[,.;!—–-]+\s*\Z|\b(?:hm+|wait|sorry|oh|actually"
    r"|well|oops|but)[,.!…]*\s+no\s*[:,.!]+\s*\Z",
    accepts="not only ",
    refuses="not ",
)

# "None of the options (A), (B) … is right": what is listed there is denied, all of it.
BEFORE_NONE_OF = pattern(
    r"\b(?:none|neither|not one|not any|no one) of (?:[a-z]+ ){0,4}[\s:(\[\"']*\Z",
    accepts="none of the options (", refuses="none of the above, so ",
)  # fmt: skip
# "D is closest, but not right either."
AFTER_CLOSE_BUT_WRONG = pattern(
    rf"[\s)\]\"']*(?:is|are|was|comes|would be|seems|looks)\b[^.;:!?\n{NO_MENTION}]{{0,50}}?[, ]"
    r"(?:but|though|although|yet|however)[, ]+(?:(?:even )?(?:it|that|this))?\s*(?:isn't|is|'s)?"
    r"\s*(?:also |still )?(?:(?<=n't )|not )(?:quite |really |entirely |fully |exactly |even |actually )?"
    r"(?:right|correct|accurate|true|valid|it|(?:the |an )?(?:right |correct )?(?:answer|option|one))"
    r"(?: either)?(?=\s*(?:[.,;!]|\Z))",
    rf"|[^.;:!?\n{NO_MENTION}]{{0,40}}?, but (?:it|that|this)(?:'s| is) (?:wrong|incorrect|false)(?!\w)",
    accepts=" is closest, but not right either.", how="match", refuses=" is closest, but not perfect.",
)  # fmt: skip

_ELIMINATION = """
    rule_out rules_out ruled_out ruling_out exclud* eliminat* reject* discard* dismiss* disregard*
    ignor* skip skips skipping forget remov*
    cross_out crosses_out crossed_out crossing_out argues_against argue_against speaks_against
    speak_against against incorrect_answer incorrect_answers incorrect_option incorrect_options
    wrong_answer wrong_answers wrong_option wrong_options distractors distractor incompatible_with
    inconsistent_with contradicts contradict ruling_out_of beware_of not_selected: not_chosen: not:
    wrong: incorrect: false: excluded: rejected: eliminated: no: absent:
    missing: denied:
    not_present: not_applicable: does_not_apply: do_not_apply: unlikely:
"""
# Words of elimination, with the eliminated behind them in the same clause.
BEFORE_ELIMINATION = pattern(
    rf"{whole(_ELIMINATION)}(?:(?!\b(?:is|are|was|would|be)\b)[^,;:.!?\n{NO_MENTION}]){{0,40}}\Z",
    accepts="we can rule out option ", refuses="the rule says ",
)  # fmt: skip
# "The wrong option is ◆": what is announced is no answer. "The false statement is" may be what is asked for.
BEFORE_WRONG_ONE = pattern(
    r"\b(?:incorrect|wrong|worst|worse|poorest|least (?:likely|suitable|appropriate))"
    r"(?: correct| right)? (?:answers?|options?|choices?|letters?)(?: (?:here|of all|of these|listed|given"
    r"|therefore|then))*,? (?:is|are|was|were|would be|must be|:)"
    r"(?: (?:clearly|definitely|of course|likely|probably))?[\s:]*"
    r"(?:(?:option|letter|answer|choice) )?[\"'(]*\Z"
    r"|(?:\A|\n)[\s*_-]*(?:least (?:likely|appropriate|suitable)|worst|second[ -]best|runner-?up):\s*\Z",
    accepts="the wrong option is ", refuses="the other options are wrong, the answer is ",
)  # fmt: skip
_DOUBT = """
    cannot_be cannot_agree cannot_support cannot_say cannot_see cannot_choose cannot_pick cannot_select
    cannot_recommend cannot_diagnose cannot_provide cannot_determine cannot_decide cannot_confirm
    cannot_tell can't_be can't_say can't_see can't_choose can't_pick can't_select can't_tell can't_decide
    unlikely implausible impossible improbable not_think not_believe not_clear not_sure not_certain
    not_convinced not_the_case not_true not_possible hard_to_believe hard_to_see won't_choose won't_pick
    won't_select will_not_choose will_not_pick will_not_select unable_to refuse_to mistake_to wrong_to
    incorrect_to no_way no_reason no_evidence no_support no_indication no_sign nothing nobody
    won't_switch won't_change will_not_switch will_not_change not_going_to_switch not_going_to_change
    disagree_that false_that untrue_that incorrect_that wrong_that not_true_that myth_that never_choose
    never_pick never_select misconception_that
    mistake_is_to mistake_would_be_to error_is_to error_would_be_to trap_is_to pitfall_is_to tempting_to
    little_to_suggest little_evidence least_likely
"""
_CONTRACTED_NOT = "don't doesn't didn't wouldn't couldn't shouldn't"
_NOT_TO = rf"(?:(?:do|does|did|would|could|can|should) not|{words(_CONTRACTED_NOT)})"
_OPINION = """
    think believe see agree say expect feel support suggest favour favor consider find pick choose
    select go want point rate rank score place describe
"""
# "I don't think it is", "there is no way the answer is", "nothing suggests": the doubt governs the rest of
# the clause.
BEFORE_DOUBT = pattern(
    rf"(?:(?<!\w)(?:(?:{_NOT_TO} (?:{words(_OPINION)})|{words(_DOUBT)})(?!\w)"
    r"|(?<!no )(?<!little )(?<!without )(?<!without a )(?<!any )doubt\b)"
    r"|n[o']t be (?:right|appropriate|ethical|proper|wise|responsible|fair|safe)(?: for me)? to\b)",
    r"(?:(?! [-–—] )(?!\b(?:so|but|however|therefore|hence|thus|instead|because|leaves|leaving|which"
    r"|and (?:i|so|thus|therefore|hence))\b)",
    rf"[^,;:—!?\n{NO_MENTION}]){{0,80}}\Z",
    accepts="i don't think it is ", refuses="i cannot find support, so ",
)  # fmt: skip

_NOT = """
    isn't aren't wasn't weren't cannot can't doesn't don't didn't couldn't wouldn't shouldn't won't fails
    failed lacks lack contradicts do_not does_not did_not can_not could_not would_not should_not will_not
    has_not have_not doesnt dont
"""
_BLUNT = """
    no incorrect wrong false excluded eliminated unlikely inconsistent incompatible unsupported nope
    absent not_correct not_right rejected ruled_out
"""
AFTER_NEGATION = pattern(
    r"(?!\s*(?:does not|doesn't) belong|,? (?:isn't|doesn't|wasn't) (?:it|that)\?)",
    r"[\s)\]\"',]*(?:\([^()\n]{0,60}\)\s*)?(?:[-–—:]\s+)?",
    r"(?:(?:both|all|also|therefore|thus|each|clearly|obviously|certainly|which|that|too|it) )*(?:",
    rf"{BEING}\s*{DEGREE}{CALLED_WRONG}(?! (?:only|just|merely|incorrect|wrong|false|excluded|ruled)(?!\w))",
    rf"|(?:{words(_NOT)})(?!\w)(?! (?:only|just)\b)"
    r"|[:：]?\s*(?:❌|✗|✘|✖|×))",
    accepts=" is not right", how="match", refuses=" is right",
)  # fmt: skip
# A verdict of one word behind a delimiter: "A: wrong", "A) Incorrect.", "A - no".
AFTER_BLUNT_NO = pattern(
    rf"\s*(?:[):–—-]|->|=>)\s*(?:{words(_BLUNT)})\s*(?:[.,;:!\n]|\Z|{MENTION}|[-–—]+\s|(?:because|since"
    rf"|as)\b)|\s*\(\s*(?:{words(_BLUNT)}|✗|❌)\s*\)"
    rf"|\s*\?\s*(?:(?:hmm*|well|um+|uh|actually|oh|maybe),?\s*)*(?:{words(_BLUNT)}|not)(?!\w)",
    accepts=": wrong", how="match", refuses=": wrong dose",
)  # fmt: skip
# "A. is not an option", "C. none of the above" where C is another option.
AFTER_STOP = pattern(
    r"[.):]+\s+(?:(?:is|was|are) (?:not|incorrect|wrong|false)\b(?! (?:only|just|incorrect|wrong))"
    r"|none of (?:the (?:above|given|listed|options?|choices?|answers?)|these|them)[\s)]*(?:[.,;(\n]|\Z))",
    accepts=". is not an option that fits", how="match", refuses=". it is not known",
)  # fmt: skip
AFTER_DOUBLE_NEGATION = pattern(
    r"[\s)\]\"']*(?:(?:is|are|isn't|wouldn't be|would not be)\s+(?:not\s+)?(?:incorrect|wrong|impossible"
    r"|excluded|ruled out",
    r"|implausible)|(?:cannot|can't) be (?:ruled out|excluded|eliminated|dismissed))",
    accepts=" is not incorrect", how="match", refuses=" is correct",
)  # fmt: skip
# "◆ is not a risk factor for ◇": said of the option, and no verdict on it. Questions ask what is not so.
_VERDICTS = """
    correct right true best answer appropriate suitable valid accurate likely consistent applicable
    supported possible plausible option choice good fit match
"""
AFTER_FACT = pattern(
    rf"[\s)]*(?:(?:is|are|was|were) not (?:an? |the |one of |typically |usually |commonly |known |considered "
    rf"|directly |generally |\w+ed )(?!(?:\w+ ){{0,2}}(?:{words(_VERDICTS)})\b)"
    r"|(?:does|do) not (?!fit|apply|match|explain|meet|answer|hold|seem|appear|work)\w+)",
    accepts=" is not a risk factor", how="match", refuses=" is not the right answer",
)  # fmt: skip


_RELATIVE = """
    mother father brother sister uncle aunt cousin parent parents sibling siblings relative relatives
    grandmother grandfather twin son daughter wife husband
"""
_BEARERS = """
    patients people individuals persons adults adolescents children men women those someone anyone many
    history risk prevalence incidence onset course heritability epidemiology treatment management
"""
# An option text in a sentence about something else: those who have it, its risk, a relative's illness.
BEFORE_MERE_TEXT = pattern(
    rf"(?<!\w)(?:(?:{words(_BEARERS)})"
    r" (?:who have|who suffer from|who take|diagnosed with|treated with|taking"
    rf"|receiving|given"
    r"|of|with|for|in|on)(?: having| developing)?\s*(?:an? |the )?\Z"
    r"|(?:when|while|before|after|during) \w+ing (?:an? |the )?\Z"
    r"|(?:can|may|could|often|usually|typically|commonly) [^,;.!?\n]{1,40}\b(?:in|with|of) (?:an? |the )?\Z"
    rf"|(?:{words(_RELATIVE)})(?!\w)[^,;.!?\n]{{0,20}} (?:has|had|have|with|suffer\w*|diagnosed"
    rf"|of)\b[^,;.!?\n]{{0,20}}\Z"
    r"|(?:was|were|been|being) (?:previously |once )?(?:treated|hospitali[sz]ed|medicated|seen) for\s*\Z)",
    accepts="patients with ", refuses="the patient with mania has ",
)  # fmt: skip
# "The usual dose of ◇ is …": the text belongs to the subject of its sentence, which speaks of something else.
BEFORE_SUBJECT_OF = pattern(
    r"\A\W*(?:the|an?|in|most|many|some|for)?\s*(?:(?!\b(?:is|are|was|has|have|shows?|meets"
    r"|of|diagnosis)\b)\w+ ){1,4}"
    r"(?:of|with|for|in) (?:an? |the )?\Z",
    accepts="the usual dose of ", refuses="the picture is that of ",
)  # fmt: skip
AFTER_OF_SUBJECT = pattern(
    r" (?:is|are|was|were|includes?|can|may|must|should|has|have|differs?|requires?|often|usually)\b",
    accepts=" is 50 mg", how="match", refuses=" on the left",
)  # fmt: skip
# "◇ usually begins early": what is so in general, not in this case.
AFTER_GENERAL = pattern(
    r"[\s)]*(?:(?:may|can|could) )?(?:usually|often|typically|commonly|generally|frequently|rarely|sometimes"
    r"|tends? to|affects?|runs in|requires?|involves?|includes?|refers to|consists of|lasts|means"
    r"|is (?:defined|characteri[sz]ed|diagnosed) (?:as|by|with|when))\b"
    r"|[\s)]*(?:was|were|has been) (?:\w+ly )?(?:moved|renamed|removed|added|coined|introduced|defined)\b"
    r"|[\s)]*(?:must|should|needs? to|has to|can|could|may) (?:\w+ )?be (?:verified|confirmed"
    r"|considered|clarified"
    r"|ruled out|excluded|determined|discussed|distinguished|differentiated|checked in)\b",
    accepts=" usually begins early", how="match", refuses=" is usual here",
)  # fmt: skip
# "This question is about ◇": its topic, not its answer.
BEFORE_TOPIC = pattern(
    r"\b(?:question|item|text|passage|article|task|topic|conversation|prompt|quiz|study|paper)"
    r" (?:is|was|deals|seems to be)(?: \w+ly)? (?:about|on|with|concerned with|related to)\s*(?:the )?\Z",
    accepts="this question is about ", refuses="the answer is about ",
)  # fmt: skip

# --- assertion
# ---------------------------------------------------------------------------------------

# Nothing but a determiner and one word: the text heads its sentence.
BEFORE_AS_SUBJECT = pattern(
    r"\A[\W\d]*(?:(?:so|hence|then|thus|here|overall|clearly|probably|perhaps),? )?"
    r"(?:(?:among|of|out of|from)[^,;.!?\n]{1,80}, )?(?:(?:an?|the|his|her|this"
    r"|that) )?(?:[\w-]+ )?[\"'(]*\Z",
    accepts="the ", refuses="she meets criteria for ",
)  # fmt: skip
_VERBS = """
    is are was were be has have had can may might could will would should must does do did causes cause
    overlaps
    overlap occurs occur shares share remains became becomes needs requires blocks acts works
"""
AFTER_WITH_VERB = pattern(
    rf"[^.!?\n{NO_MENTION}]{{0,80}}?{whole(_VERBS)}",
    accepts=" toxicity is possible", how="match", refuses=" once daily",
)  # fmt: skip
_FITTING = """
    warranted needed required recommended appropriate indicated present expected advisable necessary
    sufficient
    first preferred responsible involved left likely probable mandatory justified advised best called_for
    important correct right therefore still now then my our one what
"""
_DONE = "offered started given tried used done measured added prescribed initiated arranged performed ordered"
# "◇ is warranted", "◇ is the MAOI", "◇ causes the most tremor", "◇ should be offered".
AFTER_ASSERTING = pattern(
    rf"[\s)\"']*(?:(?:is|are|was|would be|seems|remains) (?:\w+ly |also |the |here |more "
    rf"|most )*(?:(?:{words(_FITTING)})(?!\w)|"
    r"(?<=the )\w)"
    r"|(?:has|have|carries|causes|shows|gives|produces|poses) the (?:most|highest|greatest|best"
    r"|strongest|lowest"
    r"|least|worst|longest|shortest)\b"
    rf"|(?:\w+ )?(?:should|must|needs to|has to) be (?:{words(_DONE)})(?!\w)|would (?:help|work|be)\b"
    r"|[^.!?\n]{0,80}?\b(?:it|this|that) is (?:the|my) (?:correct |right |best )?(?:answer|choice|one"
    r"|option)\b)",
    accepts=" is warranted", how="match", refuses=" is an approved use",
)  # fmt: skip
# What was done, what is to be stopped, what the options are: no option is chosen.
BEFORE_NOT_ASSERTING = pattern(
    r"\b(?:was|were) (?!(?:an?|the|its|his|her|their|due|caused|consistent|because|probably|likely|most"
    r"|least)\b)"
    r"[^,;:!?\n]{0,60}\Z"
    r"|\b(?:had|been|once|did|ago|formerly|resembles?|mimics?|overlaps?)\b[^,;:!?\n]{0,60}\Z"
    r"|[a-z] or (?:an? |the )?\Z"
    r"|\b(?:options|choices) (?:are|include|were)\b[^.!?\n]{0,160}\Z"
    r"|\b(?:he|she|they|we|patient|company|doctor)s? \w{3,}ed (?:\w+ )?\Z"
    r"|\b(?:stop|stops|stopped|stopping|discontinue|discontinued|withhold|taper|withdraw|hold|monitor|combine"
    r"|combining|diagnosing) (?:\w+ )?\Z",
    accepts="he was once treated with ", refuses="he meets criteria for ",
)  # fmt: skip
