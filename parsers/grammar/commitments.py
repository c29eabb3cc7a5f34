"""Sentences that give an option as the answer: declarations, choices, conclusions, predicates.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there.
"""

from parsers.grammar import vocabulary as say
from parsers.grammar.frames import ANSWER, BEING, COPULA, DEGREE, FILLER, GOOD, IN_CLAUSE, SUBJECT
from parsers.grammar.pattern import MENTION, NO_MENTION, cued, whole, words
from parsers.grammar.sets import I_CHANGE

# MHGraphBench, appendix D.3: an explicit answer pattern is read first. "The correct answer (given …) is
# option B".
_NO_TURN = words(
    "not n't never neither isn't if unless whether claim* says say state* suggest* describe* mention* "
    "assert* that"
)
BEFORE_ANSWER_IS = cued(
    rf"{ANSWER}(?:(?!\b(?:{_NO_TURN})\b){IN_CLAUSE}){{0,70}}?(?:(?<!\w)(?:{say.AUXILIARIES})\s+)?{COPULA}"
    rf"(?:\s*(?:{say.AUXILIARIES})(?!\w))?{FILLER}\Z|(?<!\w){say.COPULA_AT_HOME}{FILLER}\Z",
    accepts="the correct answer is option ", refuses="the answer is not ",
)  # fmt: skip
_LINE_NOUNS = "final selected chosen result diagnosis diagnoses therefore conclusion output label prediction"
_NEXT_STEP = (
    r"(?:\A|\n)[ \t*#>\"'(-]{0,8}(?:the )?(?:best|right|correct|most \w+) (?:next |first |initial )?"
    r"(?:step|action|intervention|measure)"
)
# "Final answer: B", "Answer - B", "### Answer", a line of its own, 答案B.
BEFORE_ANSWER_COLON = cued(
    rf"(?<!each )(?<!every )(?<!possible )(?<!wrong )(?:{ANSWER}|{whole(_LINE_NOUNS)}|{_NEXT_STEP})s?\s*"
    rf"(?:\([^()\n]{{0,30}}\)|here|below|{MENTION}?)?\s*"
    r"(?:[:=]|[-–—=]*>|→|⇒|[-–—]+(?=\s)|\n+|\Z(?<=[案选项解え答답項]))[\s:>\"'(\[\-–—]*(?:(?:option|choice"
    r"|letter)\s+)?\Z|\bfinal answer(?: [a-z]+){1,5}\s*:\s*[\"'(\[]*\Z",
    accepts="final answer: ", refuses="the answer ",
)  # fmt: skip
BEFORE_PICK = cued(
    rf"(?:(?:{SUBJECT}\s*|(?:\A\W*|[,;:]\s*)(?!re(?:spond|ply) with\b))(?:{words(say.PICK_VERBS)})(?!\w)"
    rf"|(?:\A|[\s,;:—–-])(?:{words(say.PICK_PARTICIPLES)})(?!\w)"
    rf"|{words(say.PICK_UNSPACED)}){FILLER}\Z",
    accepts="i would choose ", refuses="students choose ",
)  # fmt: skip
# "I would rate the person described as a ◆": on a scale.
BEFORE_RATED = cued(
    rf"\b(?:i|we)(?:'d|'ll| would| will)? (?:rate|rank|score|classify|categori[sz]e) "
    rf"(?:(?!\b(?:not|if|nor)\b){IN_CLAUSE}){{1,60}}?\bas\b:?(?: an?)?[\s\"'(*]*\Z",
    accepts="i would rate this person as a ", refuses="he would rate this person as a ",
)  # fmt: skip
# "Ich würde ◆ wählen", "B'yi seçerim", "Bを選びます": the verb of choice at the end of the clause.
BEFORE_CHOICE_AT_END = cued(
    r"(?:\b(?:ich|wir|man) (?:wurde|werde|mochte|wollte|will|muss|kann|hatte|habe)|\b(?:wurde|werde|mochte)"
    r" ich|\b(?:ik|wij) (?:zou|zal|wil|moet|ga|heb))(?: (?:mich|hier|me|dann|also|daher|eher|wohl|dan|dus"
    r"|jetzt|nun))*(?: (?:fur|auf|voor|op|met|mit|zu))?(?: (?:die|der|das|de|het|option|optie|antwort"
    r"|antwoord|buchstabe\w?|letter|wahl|keuze|auswahl))*[\s:\"'(]*\Z",
    accepts="ich wurde die option ", refuses="ich denke, dass ",
)  # fmt: skip
AFTER_CHOICE_AT_END = cued(
    r"[\s)\"']*(?:(?:als (?:die )?(?:richtige |beste )?antwort|aus|hier) )?(?:(?:aus)?wahlen|nehmen"
    r"|entscheiden"
    r"|tippen|sagen|ankreuzen|gehen|(?:aus)?gewahlt|genommen|favorisieren|bevorzugen|stimmen|kiezen|nemen"
    r"|zeggen|gaan|gekozen|gokken|stemmen)(?!\w)",
    accepts=" wahlen.", how="match", refuses=" ausschliessen.",
)  # fmt: skip
# "Also ist B richtig", "da trifft C zu", "… dat het C is": verb first, or verb last.
BEFORE_PREDICATE_APART = cued(
    r"\b(?:ist|ware|bleibt|scheint|trifft|passt|stimmt|blijft|lijkt|klopt|ar|da(?:t|ss) (?:het|es)"
    r"(?: (?:richtige )?antwort| (?:juiste )?antwoord)?)\s*(?:(?:option|antwort|antwoord|alternativ"
    r"|wohl|eher|also) )*[\"'(]*\Z",
    accepts="also ist ", refuses="also ",
)  # fmt: skip
AFTER_PREDICATE_APART = cued(
    r"[\s)\"']*(?:(?:hier|also|daher|eher|wohl|eindeutig|die|das|der|het|de|mest)\s+)*(?:richtig\w*"
    r"|korrekt\w*"
    r"|zutreffend\w*|zu(?!\w)|am (?:besten|ehesten|wahrscheinlichsten)|wahrscheinlich\w*|besser|ratt|juiste?"
    r"|het beste?|best|bast|is(?=\W*\Z)|ist(?=\W*\Z))(?!\w)",
    accepts=" richtig", how="match", refuses=" falsch",
)  # fmt: skip
BEFORE_CONCLUSION = cued(
    rf"(?:(?:\A|[\s,;:.—–(])(?:{words(say.CONNECTIVES, say.LEADING_VERBS)})(?![\w-])"
    rf"|{words(say.CONNECTIVES_UNSPACED)}|=>|-+>)"
    rf"[,:]?{FILLER}\Z|\A\W*(?:or|also),?\s*\Z",
    accepts="no support found, so ", refuses="also known ",
)  # fmt: skip
# "not A but C", "no es A sino C": the second of a contrast.
_NOT = "not isn't nicht no non pas nao не niet nie"
BEFORE_CONTRAST = cued(
    rf"(?:{whole(_NOT)}|不是)\W*(?:\w+ ){{0,2}}{MENTION}[^.;!?\n{NO_MENTION}]{{0,40}}?[,\s]"
    r"(?:(?:but(?: rather)?|sino|sondern|mais|mas|ma|bensi|maar|lecz|а|rather|it's|it is|es)(?!\w)|而是"
    rf"|是){FILLER}\Z",
    accepts="the answer is not ◆ but ", refuses="the answer is not ◆ or ",
)  # fmt: skip
# "B, or rather C": the words that put the second in the place of the first.
BEFORE_CORRECTED = cued(
    r"\b(?:or rather|or better|or actually|i mean|i meant|make (?:that|it)|rather|correction"
    r"|(?<!\w )edit(?:ed)?"
    r"|should (?:be|read|have been)|changed to|corrected to|updated to|no|now)\s*[:,]?\s*[\"'(]*\Z"
    rf"|{I_CHANGE}{MENTION} to[ \"'(]*(?:option )?\Z",
    accepts=", or rather ", refuses=", or ",
)  # fmt: skip
# "making C the best choice": the adjective without its verb.
BEFORE_MAKING = cued(
    r"\b(?:mak(?:es|ing|e)|made|leav(?:es|ing)|deem|consider)\s*\Z", accepts="making ", refuses="taking "
)
AFTER_MADE = cued(
    rf"[\s)\]\"']*(?:as )?{DEGREE}(?:{GOOD}|answer|choice|option|diagnosis)",
    accepts=" the best choice", how="match", refuses=" a drug",
)  # fmt: skip
# "A applies, and so does D".
BEFORE_ADDITION = cued(
    r"\b(?:so (?:does|do|is|are|would)|as (?:does|do|is|are)|same goes for|the same for|likewise)\s*\Z",
    accepts="and so does ", refuses="and so ",
)  # fmt: skip
BEFORE_COPULA = cued(
    rf"(?:(?:(?<!\w)(?:{say.AUXILIARIES})\s+be|(?<![\w'])(?:is|are|was|were|be|i'd be|equals|remains"
    r"|seems|appears)"
    r"|\b(?:it|that|this|answer|here|what)'s|\b(?:c'est|das ist|es ist|richtig ist|korrekt ist|creo "
    r"que es|se trata de"
    r"|es handelt sich um|это)|\A\W*e)(?![\w'])"
    rf"|(?<![还不可但或总])是|(?<![因认作行成])为|即(?!使)){FILLER}\Z",
    accepts="the weakest condition is ", refuses="the weakest condition ",
)  # fmt: skip
# "C 是 D 的一部分": behind the copula stands what something belongs to.
AFTER_GENITIVE = cued(
    r"[\s)\]\"']*(?:的(?=[\u3400-\u9fff])|の(?=[\u3040-\u30ff\u3400-\u9fff])|의\s)",
    accepts=" 的一部分", how="match", refuses="。",
)  # fmt: skip
# Spanish "es", without its accents also Hungarian "and": a clause that ends behind the label has the verb.
BEFORE_ES = cued(
    r"(?:(?<=[a-z] )|\A\W*)es\W*(?:(?:el|la|los|las|una?) )?\W*\Z",
    accepts="el mas probable es ",
    refuses="ese ",
)
_RESULTS = """
    result value total sum final so hence therefore thus answer get gives give equals statement claim it
    this that
"""
# What a computed value stands behind when it is the result asked for, not a step on the way.
BEFORE_RESULT = cued(
    rf"(?:{whole(_RESULTS)}{IN_CLAUSE}{{0,40}}?(?<!\w)(?:is|are|was|be|equals|get|gives?|obtain)(?!\w)"
    rf"|\A\W*(?:an? )?(?:resounding|strong|firm|hard|clear|definite|definitely|simply|clearly)"
    rf"|\A[^\n]{{0,80}}=){FILLER}\Z",
    accepts="so the result is ", refuses="a patient of ",
)  # fmt: skip

_DOES = """
    fits fit matches match applies apply works work wins win explains satisfies describes
    represents answers captures accounts correctly accurately corresponds stands makes_sense
    makes_the_most_sense makes_more_sense serves treats after_all
    it_must_be does_belong does_not_belong doesn't_belong would_fit seems_right sounds_right too
"""
# "Applies to the case", but "applies to nonlinear systems" says what it is for.
_AT_HAND = r"(?:th(?:is|at|ese|ose|e)|our|both|all|each|every\w*|him|her|it|his|their|you|me|us)\b"
AFTER_POSITIVE = cued(
    r"[\s)\]\"']*(?:\([^()\n]{0,60}\)\s*)?",
    rf"(?:,[^,.;\n{NO_MENTION}]{{0,40}},)?[\s,\"]*",
    r"(?:(?:which|that|clearly|definitely|therefore|thus|also|then|alone|both|all|best|really|indeed"
    r"|probably|still) )*(?:",
    rf"(?:it )?{BEING}\s*{DEGREE}(?:{GOOD}|one\b)(?! than any| of| avoided| alternative)"
    rf"|(?:to be|as) {DEGREE}(?!it\b){GOOD}",
    r"|it is(?=\W*(?:\Z|\n|[.;!]|(?:then|so|because|since|as|for now)\b))"  # "B it is", not "B, it is a drug"
    r"|(?<![,\"])(?<![,\"] )it is(?=,| [–—-]| (?:given|with|for me)\b)"
    r"|(?:is|would be) (?:the )?(?:one|option|answer|choice) (?:that )?i(?:'d|'ll| would| will)?"
    r" (?:choose|chose"
    r"|select|selected|pick|picked|go with|go for)\b"
    r"|is what (?![^.;,\n]{1,50}\b(?:wrote|said|thought|thinks|believed|believes|prescribed|chose|claimed"
    r"|guessed)(?=[.;,\n]|\Z))"
    r"(?:the|this|these|we|is|was|fits|best)\b"
    r"|(?:is|would be) (?:what i(?:'d|'ll| would| will| choose| pick| have)|my (?:final )?(?:answer|choice"
    r"|pick|selection|guess))(?!\w)"
    rf"|(?:best )?(?:{words(_DOES)})(?!\w| only\b|(?:(?<=applies)|(?<=apply)) to (?!{_AT_HAND})\w)"
    r"|holds?(?=\s*(?:[.,;!]|\Z|true|up|here|because))"
    r"|(?:must|has to) be(?=\W*(?:\Z|(?:it|so|because|since|as|given|chosen|selected|picked|what)\b|\.\s))"
    r"|remains?(?=\s*(?:[.,;!]|\Z))|comes first(?=\s*(?:[.,;!]|\Z))"
    rf"|is (?:all that (?:is|remains)"
    r"|left)(?!\w)|'?y?[iu] (?:sec|tercih|isaretl)\w*|'?[dt][iu]r(?!\w)"
    r"|です|だ(?=[。\s]|\Z)|である|입니다|이다|번입니다|が正|を選|가 정답|이 정답|правиль|верн)",
    accepts=" is the correct answer", how="match", refuses=" is a drug",
)  # fmt: skip
# "Option ◆ describes a typical response", one of several that are gone through.
AFTER_DESCRIBES_A = cued(
    r"[\s)\]\"']*describes an? ", accepts=" describes a tall tree", how="match", refuses=" describes this",
)  # fmt: skip
# What is said of an option in an explanation; beside an answer that was declared, it chooses nothing.
AFTER_DESCRIBING = cued(
    r"[\s)\]\"']*(?:\([^()\n]{0,60}\)\s*)?(?:(?:correctly|accurately|mainly|mostly|only) )*"
    r"(?:describes?|applies|apply|represents?|explains?|captures?|corresponds?|accounts?|refers?|treats?)(?!\w)",
    accepts=" describes a person who pays", how="match", refuses=" is the best choice",
)  # fmt: skip
# A verdict of one word or sign: "A: yes", "A ✓", "A) Correct.", "A? Yes."
AFTER_BLUNT_YES = cued(
    r"\s*(?:[):–—-]|->|=>)?\s*(?:✓|✔|✅|☑)|\s*(?:[):–—-]|->|=>)\s*(?:yes|correct|right|true|fits"
    r"|consistent|present|ja|si)"
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
POSITIVE_TEXT = cued(
    rf"[\s)\]\"']*(?:[-–—:]\s+)?(?:{BEING}\s*{DEGREE}(?:(?:{words(_THE_ANSWER)})(?! avoided| to"
    r"| (?!supported|matched|suited|fitted)\w+ed (?:by|as|with|through|using|in)\b)|met"
    rf"|fulfilled|most (?!(?:un|in|im)\w+)\w+"
    r"|likely(?=\s*(?:[.,;!)]|\Z|answer|diagnosis|cause|choice|option|correct|because|given|here)))(?!\w)"
    r"|(?:fits?|matches|applies|explains?|(?:does not|doesn't) belong|is (?:left|all that (?:is left"
    r"|remains)))(?!\w)|[:：]?\s*(?:✓|✔|✅|☑)|it (?:is"
    r"|must be)(?=\W*\Z)|です|입니다)",
    accepts=" is the most likely diagnosis", how="match", refuses=" is an acute disorder",
)  # fmt: skip

_HEDGES = """
    sure okay ok well hm hmm hmmm certainly of_course yes i think believe guess suppose reckon my best gut
    feeling says would be say that probably maybe perhaps likely most possibly it's it it'd is this to me
    clearly so presumably definitely obviously absolutely here go the answer final just in_my_opinion
    in_my_view i'd im i'm leaning sound sounds look looks seem seems like must uncertain but tentatively
    roughly approximately about around surely only both either mostly almost undoubtedly let_me_answer
    given_the_options certainty with thank you thanks for question great good quizas tal_vez peut-etre
    vielleicht wahrscheinlich наверное думаю я creo que je pense ich denke glaube c'est est es ist e das
    klar klar, certo
"""
# Words before a leading label that say how sure it is, and nothing else.
HEDGE_ONLY = cued(
    rf"(?:\W|{whole(_HEDGES)}|\bnot (?:entirely |completely |fully |100% |really |too )?(?:sure|certain)\b)*",
    accepts="i think it's probably ", how="fullmatch", refuses="the patient has ",
)  # fmt: skip
_REASONS = words(
    """
    because since as due given for based which weil da porque ja_que car puisque parce perche poiche потому
    так_как while but and although though with by per according considering after
    """
)
DELIMITER = cued(
    rf"[\s\"'\])]*(?:only(?=\s*(?:[.,;:!\n]|\Z))|\Z|[.,;:!?\n—–(\[…-]|(?:{_REASONS})(?!\w)|因为|。|，|です|입니다|だ)",
    accepts=", because", how="match", refuses=" is right",
)  # fmt: skip
AFTER_WITH_COPULA = cued(
    r" (?:is|are|was|can|may|must|has|means|refers)\b",
    accepts=" is a tree",
    how="match",
    refuses=": it is tall",
)
# "◆ rather than ◇, as …": what it is preferred to, and the end of the clause.
AFTER_RATHER = cued(
    rf",? (?:(?:and )?not|rather than|instead of|over) (?:option )?{MENTION}"
    r"[\"')]*(?:\s*[,.;:]|\s*\Z|\s+(?:because|since|as|given|due)\b)",
    accepts=" rather than ◇, as it is rare", how="match", refuses=" rather than ◇ would be rash",
)  # fmt: skip
# "(◆) would need leaves": what would have to be so.
AFTER_REQUIRING = cued(
    r"[\"')\]]* (?:(?:would|could|might|may)(?! be\b)|requires?|needs?|lacks?)\b",
    accepts=" would need leaves", how="match", refuses=" would be right",
)  # fmt: skip
# "A The drug …", "A 解析：": a new sentence or a heading behind a leading label without a delimiter.
NEW_SENTENCE = cued(
    rf"\s+(?:(?:the|this|these|step|explanation|reason|reasoning|note|in this)(?!\w)[^{NO_MENTION}]"
    r"|(?:解析|分析|解释|解釋|说明|說明|理由|原因|解説|説明|해설|설명|이유|풀이|giai thich|ly do"
    r"|penjelasan|alasan|คำอธิบาย|เหตุผล)\s?[:：])",
    accepts=" the drug is approved", how="match", refuses=" therapy",
)  # fmt: skip
