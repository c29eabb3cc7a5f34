"""Sentences that mention an option without committing to it: conditional, quoted, asked, considered,
conceded. What denies an option is in `negations`.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there.
"""

from parsers.grammar import vocabulary as say
from parsers.grammar.languages import LANGUAGES
from parsers.grammar.languages.lexicon import listed, spoken
from parsers.grammar.pattern import MENTION, NO_MENTION, pattern, whole, words
from parsers.grammar.vocabulary import BEING, DEGREE

_OTHERS_CHOOSE = "|".join(
    form.replace("◆", MENTION) if "◆" in form else rf"(?:{form})(?: \w+){{0,2}}[\s\"'(]*{MENTION}"
    for language in LANGUAGES
    for form in language.others_choose
)

# --- condition
# ----------------------------------------------------------------------------------------------------

# "if I had to choose" is a way of choosing, not a condition.
OWN_CHOICE = pattern(
    r"\bif (?:i'm|(?:i|we) (?:had|have|were|was|must|need|am|are|absolutely)|forced|pressed|pushed|required"
    r"|asked|obliged",
    r"|compelled|i must|you (?:insist|must|want|need|ask|force)|(?:we|you|one) (?:look|consider|compare"
    r"|go by|read|examine",
    r"|focus|follow|take|apply|analy)|anything|so|i understand|i read|i recall|i remember|(?:i'?m |i am "
    r")?not mistaken)\b",
    r"|\bunless (?:i|my memory)(?:'m| am)? (?:\w+ )?(?:misread|misunder|miss|mistaken|err|wrong|fails"
    r"|overlook)",
    accepts="if i had to choose", refuses="if there were mania",
)  # fmt: skip
_IF = """
    if unless assuming suppose_that suppose_the supposing provided_that in_case only_when
    were_it had_it
    otherwise
"""
BEFORE_CONDITION = pattern(
    rf"{MENTION} (?:for|in|if|when) [^,;.\n{NO_MENTION}]{{1,30}}[,;] (?:and |or |but )?\Z"
    rf"|\bwhen (?:{MENTION}|[a-z]\b) (?:is|are|has|holds|fails)\b[^,;.\n]{{0,40}} and \Z|",
    rf"{whole(_IF)}|^\s*(?:were|had|should)\s+(?:the|there|it|he|she|this|we|symptoms|mania"
    r"|psychosis)\b|^\W*(?:whether|(?:let(?:'s| us) )?assume|to (?:claim|say|assert))(?: that)? (?:the )?"
    rf"(?:\w+ )?(?:answer|option|choice|it) (?:is|was|would be)\b[^,;:.\n{NO_MENTION}]{{0,20}}\Z",
    accepts="if there were mania, it would be ", refuses="it would be ",
)  # fmt: skip
# "To determine whether it is ◇": an option text that is asked about.
BEFORE_WHETHER = pattern(
    r"\bwhether\b[^,;.!?\n]{0,60}\Z", accepts="to determine whether it is ", refuses="determined: it is "
)
AFTER_CONDITION = pattern(
    rf" (?:for|in|if|when) [^,;.\n{NO_MENTION}]{{1,30}}[,;] (?:and |or |but )?{MENTION} "
    r"(?:for|in|if|when)\b|",
    r"[\s)\]\"',]*(?:(?:would|could|might|may|will) (?:only )?(?:be|fit|apply|hold)[^,;.]{0,40}\s"
    r"|is[^,;.]{0,30}\s|applies\s"
    r"|fits\s|only\s|but only\s)?(?:if|unless|provided|assuming|in case)\b",
    r"(?! (?:i|anything|so|you (?:ask|want|need)|we (?:look|consider))\b)",
    accepts=" if there were mania", how="match", refuses=" because there is mania",
)  # fmt: skip

# The same in other languages: "Als de patiënt een kind was, …", "患者が子どもなら、…".
CONDITION = pattern(
    rf"[\s\"'(*¿]*(?:{spoken('condition')}[^.;:!?\n]{{3,120}}?(?:[,،、]|{spoken('then')})"
    rf"|[^.;:!?\n。]{{2,60}}?(?:{listed('condition_behind')})[,、 ])[^.;:!?\n]{{0,120}}\Z",
    accepts="als de patient een kind was, is het antwoord ", how="match", refuses="als antwoord geldt ",
)  # fmt: skip
# "Wenn ◆ richtig ist, …"; "als" and "se" are too many things.
IF_THIS = pattern(
    rf"[\s\"'(*¿]*(?!als |se (?!\w+mos\b)){spoken('condition')}[^.;:!?,\n]{{0,40}}\Z",
    accepts="wenn ", how="match", refuses="se elige la ",
)  # fmt: skip
THEN = pattern(r"[^.;:!?,\n]{0,60},", accepts=" richtig ist, muss", how="match", refuses=" ist richtig.")
# "Wenn man wählen muss, …": no condition, but a way of choosing.
ARGUING = pattern(spoken("arguing"), accepts="wenn ich wahlen muss, ", refuses="wenn er krank ist, ")
# "Viele wählen ◆", with the option in its place.
OTHERS_CHOOSE = pattern(
    rf"(?<!\w)(?:{_OTHERS_CHOOSE})", accepts="viele wahlen ◆", refuses="viele wissen: ◆",
)  # fmt: skip
# "Ich glaube nicht, dass die Antwort …".
DOUBTED = pattern(
    rf"{spoken('doubting')}(?:(?!{spoken('but')})[^.;:!?\n]){{0,60}}\Z",
    accepts="ich glaube nicht, dass die antwort ", refuses="ich glaube, dass die antwort ",
)  # fmt: skip

# --- quotation and question
# ---------------------------------------------------------------------------------------

BEFORE_QUOTATION = pattern(
    rf"(?<!\w)(?:(?:(?:{words(say.OTHERS)}|{say.OTHER_PERSON})(?!\w)[^,;.!?\n]{{0,40}}?"
    r"\b(?:(?:might|may|could|would|will|once|often|usually) )*"
    r"|(?:you|one) (?:might|may|could|would)(?: at first| first| well| also| \w+ly)? )",
    rf"(?:be )?(?:{words(say.SAYING)})(?!\w)(?! (?:is|was|would|are)\b)[^,;!?\n]{{0,40}}\Z"
    r"|according to (?:some|others?|him|her|them|the user|my \w+|an?other \w+|the (?:previous|other"
    r"|last|first) \w+)\b[^.;!?\n]{0,60}\Z"
    r"|(?<!what )\bi(?: was|'ve been| have been) told\b[^,;:.!?\n]{0,40}\Z)",
    accepts="some clinicians would say ", refuses="clinically i would say ",
)  # fmt: skip
# "The answer was ◆ in the previous question": said of another item.
AFTER_ANOTHER_ITEM = pattern(
    r"[\s)\"']*(?:(?:is|was) (?:correct|right|the (?:correct |right )?(?:answer|one)) )?(?:in|for|to"
    r"|on) (?:the|your) "
    r"(?:previous|last|prior|preceding|earlier|next|example|sample)"
    r" (?:question|item|example|problem|vignette|turn|exam|test|quiz|session|version)\b",
    accepts=" in the previous question", how="match", refuses=" in the previous episode",
)  # fmt: skip
# "You said ◆": the reader's words, not the reply's own.
BEFORE_YOU_SAID = pattern(
    r"\byou(?:'ve| have)? (?:said|answered|chose|picked|selected|wrote|suggested)"
    r"(?: that)?(?: (?:it|the answer) (?:is|was))?[\s:\"'(]*(?:option )?[\"'(]*\Z",
    accepts="you said ", refuses="as you said, it is ",
)  # fmt: skip
_ASKING = """
    is are was were do does did can could would should will what which why how where who shall may might
    have has am
"""
QUESTION = pattern(
    rf"^[\s\"'*]*(?:so |and |but |or |well, |hmm,? |then )?(?:{words(_ASKING)})(?!\w)[^.!]*\?",
    accepts="is it ◆?", refuses="◆?",
)  # fmt: skip

# "Everything except A is wrong", "none but B": the exception is what is left.
BEFORE_EXCEPTION = pattern(
    r"\b(?:all|everything|every \w+|any|anything|others?|each)\b[^.;!?\n]{0,30}\b(?:but|except(?: for)?"
    r"|other than|besides|apart from|bar)"
    r"\s*(?:for )?(?:option |letter )?[\"'(]*\Z",
    accepts="everything except ", refuses="everything about ",
)  # fmt: skip
BEFORE_NOTHING_BUT = pattern(
    r"\b(?:none|nothing|no (?:other )?(?:option|choice|answer|one)|nobody)\b[^.;!?\n]{0,20}\b(?:but"
    r"|except(?: for)?|other than|than|besides)\s*[\"'(]*\Z",
    accepts="none but ", refuses="none of ",
)  # fmt: skip
_PRAISE = words("correct right plausible possible good options answers fine reasonable acceptable valid")
# "All of them are antipsychotics except ◇": the odd one out, named by its text.
BEFORE_ODD = pattern(
    rf"\b(?:all|the others|the rest|every one|each)\b[^.;!?\n]{{0,40}}?\b(?:are|is|belong|act|treat|share"
    rf"|have)\b(?! (?:{_PRAISE})\b)"
    r"[^.;!?\n]{0,60}\b(?:except(?: for)?|but|apart from|other than|save)\s*\Z",
    accepts="all of them are antipsychotics except ", refuses="all of them are plausible except ",
)  # fmt: skip
# "one of A and B": joined by "and", meant as alternatives.
BEFORE_EITHER = pattern(r"\b(?:one of|either of|any of|either)\s*\Z", accepts="one of ", refuses="both of ")

# --- consideration and concession
# ---------------------------------------------------------------------------------

_LOOK_AT = """
    consider look_at try test check examine evaluate analyze analyse explore discuss start_with review
    think_about assume compare go_through
"""
_LOOKING_AT = """
    consider considering considered looking_at looked_at trying testing checking examining evaluating
    discussing regarding concerning comparing contrast contrasting contrasted starting_with as_for mention
    mentions mentioned mentioning about torn_between between among amongst out_of like such_as e.g.
    whereas while whether called labeled labelled definition_of description_of the_case_of in_case_of
    among_the_options listing lists includes include including comprises see
    refer_to cf. concern concerns
"""
BEFORE_CONSIDERATION = pattern(
    r"(?<!\w)(?:(?:let(?:'s| us| me)|we|i|i'll|first|next|now|now,|then|to"
    rf"|by)\s+(?:\w+\s+){{0,3}}?(?:{words(_LOOK_AT)})(?!\w)"
    rf"|(?<!sounds )(?<!looks )(?<!seems )(?<!feels )(?:{words(_LOOKING_AT)})(?!\w))\s*(?:(?:it's|it is|the"
    rf"|options?|choices?|answers?|letters?|both|either) "
    r")*[\"'(\[:]*\s*\Z",
    accepts="let's consider ", refuses="i choose ",
)  # fmt: skip
_PLURALS = "options choices alternatives letters candidates answers_to_choose_from possibilities"
# The options announced, not one of them chosen; "the correct options are" chooses.
BEFORE_LISTING = pattern(
    r"(?<!correct )(?<!right )(?<!best )(?<!selected )(?<!chosen )(?<!final )(?<!my )(?<!valid "
    r")(?<!applicable )",
    rf"\b(?:(?:{words(_PLURALS)})\s*(?:given |provided |listed |available |above |below )?(?:are|include"
    r"|were|is|:|\()[\s:]*"
    r"|(?:one of|any of|choose from|choose between|select from|pick from|among|from)\s*(?:the )?"
    r"(?:options|choices|letters|following)?[\s:(]*"
    r"|(?:answer|respond|reply) (?:only )?with (?:either |one of |just |only )?(?:a single letter|one "
    r"letter|the letters?|the|one)?[\s:,(]*)\Z",
    accepts="the options are ", refuses="the best option is ",
)  # fmt: skip
AFTER_LISTING = pattern(
    r"[\s)]*(?:are|were) (?:the|all|all the|your|my|our) (?:\w+ ){0,2}(?:options|choices|alternatives"
    r"|possibilities)\b",
    accepts=" are the options", how="match", refuses=" are the correct ones",
)  # fmt: skip
# "The other options, A, B and D, are true": whatever is said of them, none of them is chosen.
BEFORE_OTHERS = pattern(
    r"\b(?:the|all|both|two|three|four|any|these|and|remaining)? ?\b(?:others?|rest|remaining|remainder)"
    r"(?: (?:of|the|these|two|three|four|five|listed|given|possible|answers?|options?|choices?|alternatives?"
    r"|statements?|ones|diagnos[ei]s|candidates?))*[\s,:;([–—-]*(?:(?:namely|i\.e\.|like|such as|including)"
    r"[\s,]*)?[(\[]*\Z",
    accepts="the other options, ", refuses="other than ",
)  # fmt: skip
# "The other option, ◆, would be right in children": one that is set beside the answer.
BEFORE_THE_OTHER = pattern(
    r"\b(?:the|an) ?other (?:possible |plausible |listed )?(?:option|choice|answer|one|candidate"
    r"|alternative), \Z",
    accepts="the other option, ", refuses="unlike the others, ",
)  # fmt: skip
_ALTHOUGH = """
    although though while whereas even_if even_though despite granted admittedly
"""
# "My second choice would be C": named as what the answer is not.
BEFORE_SECOND_BEST = pattern(
    r"\b(?:(?:second|third|next|other|alternative|runner-?up|back-?up|last)[ -](?:best |most likely )?"
    r"(?:choice|option|answer|guess|pick|candidate|possibility|diagnosis)(?: would be| is| was|:)"
    r"|(?:previous|old|trap|tempting|(?:common|typical|popular) wrong) (?:answer|choice|option):)\s*\Z",
    accepts="my second choice would be ", refuses="my choice would be ",
)  # fmt: skip
# "though C is equally likely": what is conceded weighs as much as the answer.
AFTER_EQUAL = pattern(
    r"[\s)]*(?:is|would be|seems|fits|could be) (?:equally|just as|every bit as|no less)\b",
    accepts=" is equally likely", how="match", refuses=" is likely",
)  # fmt: skip
BEFORE_CONCESSION = pattern(
    rf"(?:\A|[,;(]\s*|\bbut |\band ){whole(_ALTHOUGH)}[^,;{NO_MENTION}]{{0,60}}"
    rf"(?:{MENTION}[^,;{NO_MENTION}]{{0,12}}){{0,4}}\Z",
    accepts="although ", refuses="although rare, ",
)  # fmt: skip
AFTER_CONCESSION = pattern(
    r"[\s)\]\"']*(?:\(\s*[0-4]?\d(?:\.\d+)?\s?%\s*\)|(?:,\s*)?(?:also |both |all |too )*",
    rf"{BEING}\s*{DEGREE}(?:not im)?(?:{words(say.POSSIBLE)})(?!\w)",
    r"|(?:could|may|might|can)(?: (?:also|still|well|possibly|arguably))* (?:be|seem|fit|apply|work|look"
    r"|sound|have|cause|explain)\b)",
    accepts=" is tempting", how="match", refuses=" is right",
)  # fmt: skip
BEFORE_PAST = pattern(
    r"\b(?:initial(?:ly)?|originally|at first|earlier|previous(?:ly)?|used to|(?:my|the) first|first "
    r"(?:thought|considered|said"
    r"|instinct|impression|guess|choice|inclination|answer|glance|reaction|leaned|chose|picked)"
    r"|(?:want(?:ed)?|tempted|inclined|about|would like) to (?:say|choose|pick"
    r"|answer)|i was (?:leaning|inclined|thinking|going|considering)"
    r"|my (?:answer|choice|pick|guess) was)\b[^.;!?\n]{0,40}\Z",
    accepts="my first thought was ", refuses="my thought is ",
)  # fmt: skip
AFTER_PAST = pattern(
    r"[^.;!?\n]{0,40}\b(?:at first|initially|on the face of it|superficially|at a first (?:glance|look))\b",
    accepts=" seems right at first", how="match", refuses=" seems right",
)  # fmt: skip
# Said to be given up in the same breath: "(previously: A)", "I was going to say B but".
BEFORE_GIVEN_UP = pattern(
    r"\b(?:previously|formerly|before|was going to (?:say|choose|pick|answer)|would have (?:said|chosen"
    r"|picked|been|answered)"
    r"|instead of|no longer|not any more|used to be)\s*[:,]?\s*(?:the |option |answer )*[\"'(]*\Z",
    accepts="(previously: ", refuses="more precisely: ",
)  # fmt: skip


# --- shown, not said
# ----------------------------------------------------------------------------------------------------

# "例如[正确答案]◆", "e.g. Answer: ◆": the form of an answer line, as an instruction shows it.
SHOWN = pattern(
    rf"(?:for example|for instance|e\.g\.?|example|(?<!\w)(?:{listed('for_example')}))[\s:：,，]{{0,3}}"
    rf"[\[\"'(<]*(?!\s)[^.;!?。,，\n{NO_MENTION}]{{2,20}}[:：\]>=][\s\"'(\[]*\Z",
    accepts="例如[正确答案]", refuses="例如, 答案是",
)  # fmt: skip
# "Let us go through the options:": the list as shown follows; "my pick from the options:" takes one.
LISTS_OPTIONS = pattern(
    r"\b(?:options|choices|alternatives|possibilities|one by one"
    r"|(?:each|every|all) (?:of (?:the|these) )?(?:option|choice)s?)\b[^.!?:\n]{0,60}:[\s\"'*_(#•–-]*\Z",
    accepts="let us look at the options:\n", refuses="the option is: ",
)  # fmt: skip
TAKES_ONE = pattern(
    r"\b(?:from|among|amongst|between|of (?:the|these)|my|pick|choose|select(?:ed)?|chosen|choice is|best"
    r"|right|closest|nearest|only|answer|match\w*|appl(?:y|ies)|fits?|leaves?)\b|\b(?:in)?correct\b",
    accepts="my pick from the options:", refuses="let us look at the options:",
)  # fmt: skip
# "Only C is not a mood disorder": said of the option that a question asks for with "not".
BEFORE_ONLY_THIS = pattern(
    rf"(?:\A|[.!?\n]\s*)(?:(?:so|thus|hence|therefore),? )?(?:only|{listed('only')})"
    r"(?!\w)[\s\"'(]*(?:[^\W\d_]{1,12} ){0,2}[\"'(]*\Z",
    accepts="only option ", refuses="it is the only ",
)  # fmt: skip
# "(A) We have $x = 1$ and therefore": a part of a solution that was cut, not an answer with its reasons.
AFTER_WORKING = pattern(
    r"[\s)]*(?:(?:we|let|given|first|consider|suppose|note|using|recall)\b"
    r"|to (?:find|solve|determine)\b|\$|\\)",
    accepts=" we have", how="match", refuses=" because we have",
)  # fmt: skip
HANGS = pattern(
    r"\b(?:and|or|but|so|therefore|thus|hence|then|because|since|which|that|the|an?|is|are|of|to|with|by|for|in)\s*\Z",
    accepts="and therefore", refuses="the answer",
)  # fmt: skip
