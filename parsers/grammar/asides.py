"""Sentences that mention an option without committing to it: conditional, asked, considered, conceded.

What denies an option is in `negations`, what somebody else says in `quotations`.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there.
"""

from parsers.grammar import vocabulary as say
from parsers.grammar.frames import BEING, DEGREE
from parsers.grammar.pattern import MENTION, NO_MENTION, cued, whole, words

# --- condition

# "if I had to choose" is a way of choosing, not a condition.
OWN_CHOICE = cued(
    r"\bif (?:i'm|(?:i|we) (?:had|have|were(?! to (?:choose|select|pick) (?:option )?[\"'(]*\Z)|was"
    r"|must|need|am|are|absolutely)|forced|pressed|pushed|required"
    r"|asked|obliged",
    r"|compelled|i must|you (?:insist|must|want|need|ask|force)|(?:we|you|one) (?:look|consider|compare"
    r"|evaluate|assess|judge|interpret|go by|read|examine",
    r"|focus|follow|take|apply|analy)|anything|so|i understand|i read|i recall|i remember"
    r"|this (?:is|was|were) (?:just |only |merely |purely |for )?(?:an? |the |your )?(?:\w+ )?(?:tests?"
    r"|exams?|examination|quiz)(?: (?:question|item|setting|context|case|vignette|purposes?))?(?=,)"
    r"|(?:i'?m |i am )?not mistaken)\b",
    r"|\bunless (?:i|my memory)(?:'m| am)? (?:\w+ )?(?:misread|misunder|miss|mistaken|err|wrong|fails"
    r"|overlook)",
    # The same in other languages: a verb of having to, and one of choosing.
    r"|(?:如果|若)(?:我)?(?:一定要|必须|必須|非要|只能|要)(?:从|在|選|选)"
    r"|(?:もし)?(?:一つ|どれか)?(?:を)?選(?:ぶ(?:なら|とすれば|としたら)|ばなければ)"
    r"|(?:골라야|선택해야|택해야) (?:한다면|하면)"
    r"|\b(?:jika|kalau|apabila|bila) (?:\w+ ){0,2}(?:harus|terpaksa) (?:memilih|dipilih)"
    r"|\bs'il (?:faut|fallait) (?:\w+ ){0,2}choisir"
    r"|\bsi (?:\w+ ){0,2}(?:tuviera|tengo|tuvieramos|tenemos|hay|hubiera|devais|devo|dois)"
    r" (?:que |de )?(?:elegir|escoger|choisir)|\bse (?:\w+ ){0,2}(?:tivesse|tenho|dovessi|devo)"
    r" (?:que |de )?(?:escolher|scegliere)|\bwenn (?:ich|man|wir) (?:\w+ ){0,4}(?:wahlen|entscheiden)"
    r" (?:muss\w*|sollte)|\bесли (?:\w+ ){0,3}(?:выбирать|выбрать)|\bkama (?:\w+ ){0,2}(?:lazima|budi)"
    r" (?:\w+ ){0,2}(?:kuchagua|nichague)",
    accepts="if i had to choose", refuses="if there were mania",
)  # fmt: skip
_IF = """
    if unless assuming suppose_that suppose_the supposing provided_that in_case only_when
    were_it had_it
    otherwise wenn sofern если
"""
# German "falls", and not the verb: "it falls under ◆".
_FALLS = r"(?<![\w'])falls(?! (?:under|into|within|outside|below|above|between|short|off)\b)(?![\w'])"
# "Si hay manía, …", "se houver mania, …"; reflexive elsewhere, as in "se recomienda", "si tratta di".
_IF_AT_HEAD = (
    r"(?:\A|[,;:.\n—])[\s\"'(*]*(?:(?:y|e|et|pero|mas|ma|mais) )?"
    r"(?:si (?!tratta|deve|puo|raccomanda|osserva|consiglia)|se (?=[^,;.\n]{3,80},))"
)
BEFORE_CONDITION = cued(
    rf"{MENTION} (?:for|in|if|when) [^,;.\n{NO_MENTION}]{{1,30}}[,;] (?:and |or |but )?\Z"
    rf"|\bwhen (?:{MENTION}|[a-z]\b) (?:is|are|has|holds|fails)\b[^,;.\n]{{0,40}} and \Z|",
    r"\bexceptions? (?:where|in which)\b[^,;.\n]{0,60}\Z|",
    r"(?:\A|\n)[ \t]*(?:else|elif [^\n]{1,120}):\s*\n\s*\w+(?: =|\()\s*[\"'(]*\Z|",  # a program
    rf"{whole(_IF)}|{_FALLS}|{_IF_AT_HEAD}|如果|若|もし|만약|^\s*(?:were|had|should)\s+(?:the|there|it|he|she|this|we|symptoms|mania"
    r"|psychosis)\b",
    accepts="if there were mania, it would be ", refuses="it would be ",
)  # fmt: skip
# "To determine whether it is ◇": an option text that is asked about.
BEFORE_WHETHER = cued(
    r"\bwhether\b(?!(?<=answer to whether)[^,;.!?\n]{2,60} (?:is|are|was|were) [^,;.!?\n]{2,50}"
    r" is:?[\s\"'(]*\Z)[^,;.!?\n]{0,60}\Z",
    accepts="to determine whether it is ", refuses="the answer to whether it is sound is ",
)  # fmt: skip
# "◆ is right for adults; for children ◆": each holds in one case.
_FOR_ONE = (
    r"(?: (?:is|was|are|would be|fits|applies)(?: (?:\w+ )?\w+)?)?"
    rf" (?:for|in|if|when) [^,;.\n{NO_MENTION}]{{1,30}}[,;.]"
    rf" (?:and |or |but )?(?:for|in|if|when) [^,;.\n{NO_MENTION}]{{1,30}}?,? (?:option )?[\"'(]*"
)
BEFORE_OTHER_CASE = cued(
    rf"{MENTION}[\"')]*{_FOR_ONE}\Z",
    accepts="◆ for adults; for children ", refuses="◆; for children ",
)  # fmt: skip
AFTER_CONDITION = cued(
    r"[\s)\"']*,? but (?:it|this|that) (?:would|could|can) (?:only )?be (?:correct|right|true)"
    r" (?:only )?if\b|"
    rf" (?:for|in|if|when) [^,;.\n{NO_MENTION}]{{1,30}}[,;] (?:and |or |but )?{MENTION} "
    r"(?:for|in|if|when)\b|",
    rf"{_FOR_ONE}{MENTION}(?=[\s\"')]*(?:[.;,!]|\n|\Z))|",
    r"[\s)\]\"',]*(?:(?:would|could|might|may|will) (?:only )?(?:be|fit|apply|hold)[^,;.]{0,40}\s"
    r"|is[^,;.]{0,30}\s|applies\s|fits\s|only\s|but only\s)?(?:if|unless|provided|assuming|in case)\b",
    r"(?! (?:i|anything|so|you (?:ask|want|need)|we (?:look|consider))\b|(?<=provided)"
    r"(?: (?:to|in|by|for|here|above|about|with|regarding)\b|[.,;]))",
    accepts=" if there were mania", how="match", refuses=" because there is mania",
)  # fmt: skip

# --- question

_ASKING = """
    is are was were do does did can could would should will what which why how where who shall may might
    have has am
"""
QUESTION = cued(
    rf"^[\s\"'*]*(?:so |and |but |or |well, |hmm,? |then )?(?:{words(_ASKING)}|es|ist|est"
    r"|your (?:\w+ )?(?:answer|choice|guess|pick) (?:is|was))(?!\w)[^.!]*\?",
    accepts="is it ◆?", refuses="◆?",
)  # fmt: skip

# --- exceptions and alternatives

# "Everything except A is wrong", "none but B": the exception is what is left.
BEFORE_EXCEPTION = cued(
    r"\b(?:all|everything|every \w+|any|anything|others?|each)\b[^.;!?\n]{0,30}\b(?:but|except(?: for)?"
    r"|other than|besides|apart from|bar)"
    r"\s*(?:for )?(?:option |letter )?[\"'(]*\Z",
    accepts="everything except ", refuses="everything about ",
)  # fmt: skip
BEFORE_NOTHING_BUT = cued(
    r"\b(?:none|nothing|no (?:other )?(?:option|choice|answer|one)|nobody)\b[^.;!?\n]{0,20}\b(?:but"
    r"|except(?: for)?|other than|than|besides)\s*[\"'(]*\Z",
    accepts="none but ", refuses="none of ",
)  # fmt: skip
_PRAISE = words("correct right plausible possible good options answers fine reasonable acceptable valid")
# "All of them are antipsychotics except ◇": the odd one out, named by its text.
BEFORE_ODD = cued(
    rf"\b(?:all|the others|the rest|every one|each)\b[^.;!?\n]{{0,40}}?\b(?:are|is|belong|act|treat|share"
    rf"|have)\b(?! (?:{_PRAISE})\b)"
    r"[^.;!?\n]{0,60}\b(?:except(?: for)?|but|apart from|other than|save)\s*\Z",
    accepts="all of them are antipsychotics except ", refuses="all of them are plausible except ",
)  # fmt: skip
# "one of A and B": joined by "and", meant as alternatives.
BEFORE_EITHER = cued(r"\b(?:one of|either of|any of|either)\s*\Z", accepts="one of ", refuses="both of ")

# --- signs that are no labels

# "All A are B. Some B are C.": capitals that stand for classes in a scheme of an argument.
_ARE = r"(?:are|is|(?:might|may|could|can|must)(?: also| therefore)? be)"
BEFORE_CLASS = cued(
    rf"(?<![^\W_])(?:all|some|every|no|not all)"
    rf"(?: {MENTION}(?: \([^()\n]{{0,40}}\))? {_ARE}(?: also| therefore)?)? \Z",
    accepts="some ◆ are ", refuses="all of ",
)  # fmt: skip
AFTER_CLASS = cued(
    rf"(?: \([^()\n]{{0,40}}\))?(?: {_ARE} (?:also |therefore )?{MENTION}|\s*[.,;)\n]|\s*\Z)",
    accepts=" are ◆", how="match", refuses=" is right",
)  # fmt: skip
# "Statement I is true, II is false": a Roman numeral.
BEFORE_NUMERAL = cued(
    r"\b(?:statements?|premises?|propositions?) (?:only )?\Z", accepts="only statement ", refuses="the only ",
)  # fmt: skip
AFTER_NUMERAL = cued(
    r"(?:,| (?:and|or|is|are)\b)[^.;\n]{0,40}?\b(?:ii|iii)\b", accepts=" is true, ii is false", how="match",
    refuses=" is true",
)  # fmt: skip

# --- consideration and concession

_LOOK_AT = """
    consider look_at try test check examine evaluate analyze analyse explore discuss start_with review
    think_about assume compare go_through
"""
_LOOKING_AT = """
    consider considering considered looking_at looked_at trying testing checking examining evaluating
    discussing regarding concerning comparing contrast contrasting contrasted starting_with as_for mention
    mentions mentioned mentioning about torn_between between among amongst out_of like such_as e.g.
    whereas while whether called labeled labelled definition_of description_of the_case_of in_case_of
    zwischen entre tra между among_the_options listing lists includes include including comprises see
    refer_to cf. concern concerns
"""
BEFORE_CONSIDERATION = cued(
    rf"(?:\bthan\b[^,;.\n{NO_MENTION}]{{1,60}} (?:described|presented|stated|given|outlined|mentioned"
    r"|depicted) in|\b(?:let(?:'s| us| me)|we|i|i'll|first|next|now|now,|then|to"
    rf"|by)\s+(?:\w+\s+){{0,3}}?(?:{words(_LOOK_AT)})(?!\w)"
    rf"|(?<!sounds )(?<!looks )(?<!seems )(?<!feels ){whole(_LOOKING_AT)})\s*(?:(?:it's|it is|the"
    rf"|options?|choices?|answers?|letters?|both|either) "
    r")*[\"'(\[:]*\s*\Z",
    accepts="let's consider ", refuses="i choose ",
)  # fmt: skip
_PLURALS = "options choices alternatives letters candidates answers_to_choose_from possibilities"
# The options announced, not one of them chosen; "the correct options are" chooses.
BEFORE_LISTING = cued(
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
AFTER_LISTING = cued(
    r"[\s)]*(?:are|were) (?:the|all|all the|your|my|our) (?:\w+ ){0,2}(?:options|choices|alternatives"
    r"|possibilities)\b",
    accepts=" are the options", how="match", refuses=" are the correct ones",
)  # fmt: skip
# "The other options, A, B and D, are true": whatever is said of them, none of them is chosen.
BEFORE_OTHERS = cued(
    r"\b(?:the|all|both|two|three|four|any|these|and|remaining)? ?\b(?:others?|rest|remaining|remainder)"
    r"(?: (?:of|the|these|two|three|four|five|listed|given|possible|answers?|options?|choices?|alternatives?"
    r"|statements?|ones|diagnos[ei]s|candidates?))*[\s,:;([–—-]*(?:(?:namely|i\.e\.|like|such as|including)"
    r"[\s,]*)?[(\[]*\Z",
    accepts="the other options, ", refuses="other than ",
)  # fmt: skip
# "The other option, ◆, would be right in children": one that is set beside the answer.
BEFORE_THE_OTHER = cued(
    r"\b(?:the|an) ?other (?:possible |plausible |listed )?(?:option|choice|answer|one|candidate"
    r"|alternative), \Z",
    accepts="the other option, ", refuses="unlike the others, ",
)  # fmt: skip
# "My second choice would be C": named as what the answer is not.
BEFORE_SECOND_BEST = cued(
    r"\b(?:second|2nd|third|3rd|next|other|alternative|runner-?up|back-?up|last)[ -](?:best |most likely )?"
    r"(?:choice|option|answer|guess|pick|candidate|possibility|diagnosis)(?: would be| is| was|:)\s*\Z",
    accepts="my second choice would be ", refuses="my choice would be ",
)  # fmt: skip
# "though C is equally likely": what is conceded weighs as much as the answer.
AFTER_EQUAL = cued(
    r"[\s)]*(?:is|would be|seems|fits|could be) (?:equally|just as|every bit as|no less)\b",
    accepts=" is equally likely", how="match", refuses=" is likely",
)  # fmt: skip
_ALTHOUGH = """
    although though while whereas even_if even_though despite granted admittedly obwohl aunque embora
    bien_que sebbene хотя хоча chociaz mimo_ze pomimo_ze
    ackoli prestoze i_kdyz meskipun walaupun sekalipun biarpun mac_du ingawa ijapokuwa japokuwa
    her_ne_kadar garchi على_الرغم_من رغم_أن برغم اگرچه هرچند हालांकि हालाँकि यद्यपि যদিও
"""
# No comma need part these from the main clause, so it stands at once behind: "hoewel optie ◆ … is is ◆ …".
_ALTHOUGH_UNPARTED = "hoewel ofschoon aven_om trots_att selv_om"
BEFORE_CONCESSION = cued(
    rf"(?:\A|[,;(]\s*|\bbut |\band )(?:{whole(_ALTHOUGH)}|虽然|尽管|雖然|儘管)[^,;،{NO_MENTION}]{{0,60}}"
    rf"(?:{MENTION}[^,;،{NO_MENTION}]{{0,12}}){{0,4}}\Z"
    rf"|(?:\A|[,;(]\s*)(?:{whole(_ALTHOUGH_UNPARTED)})\s+(?:\w+ )?\Z",
    accepts="although ", refuses="although rare, ",
)  # fmt: skip
# What is "the most plausible" is chosen, and what is "the most tempting" need not be.
# Nor is one that goes on: "the most plausible distractor", "the most plausible, yet wrong".
_NO_ANSWER_THOUGH = (
    r"(?!(?: [\w-]+){0,2} (?:distractors?|objections?|alternatives?|wrong|traps?|lures?)\b"
    r"|(?: [\w-]+){0,2},? (?:but|yet|though|although|however|pero|aunque)\b)"
)
_NO_SUPERLATIVE = (
    rf"(?!(?:(?<=most )(?:plausible|reasonable|defensible)|(?<=mas )plausible)\b{_NO_ANSWER_THOUGH})"
)
_ASIDE = 30  # characters before a concession that stands behind other words
_EVEN_IF = ("olsa da", "bo'lsa ham", "болса да", "болсо да")
_CONCEDING = (*_EVEN_IF, "が、", "지만, ")  # of which it needs one
AFTER_CONCESSION = cued(
    r"[\s)\]\"']*(?:\(\s*[0-4]?\d(?:\.\d+)?\s?%\s*\)|(?:,\s*)?(?:also |both |all |too )*",
    rf"{BEING}\s*{DEGREE}{_NO_SUPERLATIVE}(?:not im)?(?:{words(say.POSSIBLE)})(?!\w)",
    r"|(?:could|may|might|can)(?: (?:also|still|well|possibly|arguably))* (?:be|seem|fit|apply|work|look"
    r"|sound|have|cause|explain)\b)",
    rf"|(?=[^.,;!?\n{NO_MENTION}]{{0,{_ASIDE}}}[boбしでまだる지])"  # their first characters: told sooner
    rf"[^.,;!?\n{NO_MENTION}]{{0,{_ASIDE}}}(?:\b(?:{'|'.join(_EVEN_IF)})\b"
    rf"|(?:しい|です|ます|だ|る)が、[^。\n{NO_MENTION}]{{0,20}}{MENTION}が"
    rf"|지만, [^.\n{NO_MENTION}]{{0,20}}{MENTION}(?:가|이)(?!\w))",
    accepts=" is tempting", how="match", refuses=" is right",
)  # fmt: skip


def may_concede_later(after: str) -> bool:
    """Whether `AFTER_CONCESSION` may take a text behind other words than its own, or their first letters."""
    near = after[: 2 * _ASIDE]
    return any(map(near.__contains__, _CONCEDING))


BEFORE_PAST = cued(
    r"\b(?:initial(?:ly)?|originally|at first|earlier|previous(?:ly)?|used to|(?:my|the) first|first "
    r"(?:thought|considered|said"
    r"|instinct|impression|guess|choice|inclination|answer|glance|reaction|leaned|chose|picked)"
    r"|(?:want(?:ed)?|tempted|inclined|about|would like) to (?:say|choose|pick"
    r"|answer)|i was (?:leaning|inclined|thinking|going|considering)"
    r"|my (?:answer|choice|pick|guess) was)\b[^.;!?\n]{0,40}\Z",
    accepts="my first thought was ", refuses="my thought is ",
)  # fmt: skip
AFTER_PAST = cued(
    r"[^.;!?\n]{0,40}\b(?:at first|initially|on the face of it|superficially|at a first (?:glance|look))\b",
    accepts=" seems right at first", how="match", refuses=" seems right",
)  # fmt: skip
# Said to be given up in the same breath: "(previously: A)", "I was going to say B but".
BEFORE_GIVEN_UP = cued(
    r"\b(?:previously|formerly|before|was going to (?:say|choose|pick|answer)|would have (?:said|chosen"
    r"|picked|been|answered)|instead of|no longer|not any more)\s*[:,]?\s*(?:the |option |answer )*[\"'(]*\Z",
    accepts="(previously: ", refuses="more precisely: ",
)  # fmt: skip
