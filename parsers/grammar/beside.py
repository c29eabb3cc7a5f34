"""What stands directly beside a mention, and what that makes of it: set off, ticked, corrected, left open.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there.
"""

from parsers.grammar.languages.of_all import words_of_all
from parsers.grammar.pattern import MENTION, NO_MENTION, cued, pattern, words

FINAL = cued(
    r"\bfinal\b|\bconclusion\b|最终|最後|最后|최종|\bfinale?\b|endgultig|definitiv",
    accepts="final answer: ", refuses="finally, ",
)  # fmt: skip
# "The correct answer, ◆, has …": what stands before the first comma, and opens its sentence.
BEFORE_APPOSED = cued(
    r"(?:\A|\n)[\s\"'*(]*(?:(?:so|thus|therefore|hence|consequently),? )?"
    r"(?:the|my) (?:correct|right|best|final)(?: and final)? (?:answer|option|choice)\Z",
    accepts="so the correct answer", refuses="in the example, the correct answer",
)  # fmt: skip
# "…, would need leaves", "…, was my first thought": what is said of it leaves it open, or is about the past.
LEAVING_OPEN = pattern(
    r"\b(?:would|could|might|may|was|were|had|if|whether|unless|but|yet|though|although|however|hardly|neither"
    r"|not|never|cannot|unsure|unclear|uncertain|unknown|missing|previous|example|format|then)\b|n't\b|\?"
    r"|\b(?:ware|waren|war|wurde|wenn|aber|era|seria|sarebbe|serait|etait|si|pero|foi|mas|mais|ma|maar|men|ale"
    r"|als|zou|fue|fut|byla|bylo)\b|(?<!\w)(?:был\w?|бы|если|но|але|якби)(?!\w)",
    accepts=", would need leaves", refuses=", has white bark",
)  # fmt: skip
# "…, C" at the very end of a text.
BEFORE_SET_OFF = cued(
    r"(?:[,:;—–]|(?<![^\W\x00-\x7f])-|\b(?:has|have|means|however|but|still|yet))\s*[\"'(]*\Z",
    accepts="no mood episode, ", refuses="no mood episode ",
)  # fmt: skip
BEFORE_SET_OFF_TEXT = cued(r"[a-z]\s*[:—–]\s*[\"'(]*\Z", accepts="eight months: ", refuses="eight months, ")
# "Sertraline: ◇; depression: ◇": each of several things has a value of its own.
BEFORE_SECOND_VALUE = cued(
    rf"[a-z]\s*:\s*[\"'(]*{MENTION}[^.!?\n]*(?<!overall)(?<!overall risk)(?<!final)(?<!total):\s*[\"'(]*\Z",
    accepts="one: ◇; two: ",
    refuses="not ◇, but type: ",
)
# "The first hop is a yes, the second is a no": each part is answered by itself.
BEFORE_SECOND_PART = cued(
    rf"\bfirst\b[^.!?\n]*? (?:an? )?{MENTION}[^.!?\n]*?\b(?:second|other|latter)\b[^.,;!?\n]{{0,20}}\Z",
    accepts="the first hop is a ◇; the second is a ", refuses="the first hop is a ◇; so the answer is a ",
)  # fmt: skip
# "Scale: 1 = …": what the numbers stand for.
BEFORE_SCALE = cued(
    r"\b(?:scale|key|legend|range|use|where|from|options?|choices?|ratings?|follow\w*)\b[^.\n]{0,20}\Z",
    accepts="the scale is: ", refuses="i like art: ",
)  # fmt: skip
# A number that a calculation, or the first point of an enumeration, begins with.
AFTER_NO_LEAD = cued(
    rf"\s*[-–+*/×÷=<>≈]\s*(?:[\d(]|{MENTION})|[-–][a-z]|[.)] [a-z]{{2,}}",
    accepts=". first, read the question", how="match", refuses=", because",
)  # fmt: skip
BEFORE_CORRECTING = cued(
    r"\b(?:wait|actually|hm+|sorry|oops|no)[,.!…]*\s*\Z", accepts="no wait, ", refuses="waiting, ",
)  # fmt: skip
# "Actually, just ◆": a set narrowed to one of its members.
BEFORE_NARROWING = cued(
    r"\A\W*(?:(?:wait|actually|hm+|sorry|oops|no|correction|(?:on|upon) reflection|on second thoughts?|so"
    r"|rather|then|it's|it is|make that|make it)(?!\w)[\s,.:;!…—–-]*)*(?:only|just|solely)\s+"
    r"(?:option |answer )?[\"'(]*\Z",
    accepts="actually, just ", refuses="it is seen in just ",
)  # fmt: skip
BEFORE_COUNTED = cued(
    r"\A\W*(?:first|second|third|last|final)(?:ly)?[,:]?\s*(?:option )?[\"'(]*\Z",
    accepts="second, ", refuses="the second is ",
)  # fmt: skip
AFTER_ONLY = cued(
    r"[\s)\"']+(?:only|alone)[\s)\"']*(?:[.,!;]|\Z)", accepts=" only.", how="match", refuses=" only if"
)
# "Is the drug indicated? No, …": the reply puts the question and answers it.
BEFORE_ASKED_ITSELF = cued(
    r"\A[^.!?\n]{1,200}\?\s*\Z", accepts="is the drug indicated? ", refuses="the drug is indicated. ",
)  # fmt: skip
# "Yes it is", "No they don't": an opening word and the clause it stands for.
AFTER_OWN_CLAUSE = cued(
    r" (?:it|they|there|this|that|he|she) (?:is|are|does|do|has|have|was|were|can|will|would"
    r"|should)(?:n't| not)?\b",
    accepts=" it is", how="match", refuses=" doubt about it",
)  # fmt: skip
AFTER_JUDGED = cued(
    r"[\s)\"']*(?:is|was|are|seems?|looks?|sounds?|would (?:be|have been)|could be|might be)\b(?!\W*\Z)",
    accepts=" is unethical", how="match", refuses=" is.",
)  # fmt: skip
# "◆ is wrong, ◆ too".
AFTER_TOO = cued(
    r"[\s)\"',]*(?:too|as well)\b[\s)]*(?:[.,;!]|\Z)", accepts=" too", how="match", refuses=" too late"
)
# "Choosing ◆ would be a fallacy": what choosing it would mean.
BEFORE_CHOOSING = cued(
    r"(?:choosing|selecting|picking) (?:option |answer )?[\"'(]*\Z", accepts="choosing ", refuses="i choose ",
)  # fmt: skip
AFTER_CHOOSING = cued(
    r"[\s)\"']*(?:would|will|could|means?|implies|requires|assumes|commits|ignores|involves|leads)\b",
    accepts=" would be a fallacy", how="match", refuses=", as it is rare",
)  # fmt: skip
# "For ◆ to be true, both must happen".
BEFORE_FOR = cued(
    r"\bfor (?:option |statement )?[\"'(]*\Z", accepts="for option ", refuses="therefore, option "
)
AFTER_TO_HOLD = cued(
    r"[\s)\"']*to (?:be (?:true|correct|right|valid|the case|the answer)|hold|occur|happen|apply)\b",
    accepts=" to be true", how="match", refuses=" is true",
)  # fmt: skip
AFTER_ENDED = cued(r"[\s)\"']*(?:[.!,;]|\Z)", accepts=". ", how="match", refuses=" is")
# "◆ would be right at two weeks": said of another case.
AFTER_WOULD = cued(
    r"[\s)]*(?:would|could|might) (?:have been|be) (?:right|correct|the \w+(?: \w+)?) (?:at|with|after"
    r"|before|in|for|had)\b",
    accepts=" would be right at two weeks", how="match", refuses=" would be right",
)  # fmt: skip
# "I'll go with ◆ instead": it takes the place of what was said before.
AFTER_INSTEAD = cued(
    r"[\s)\"',]*instead(?! of)\b", accepts=" instead.", how="match", refuses=" instead of lithium"
)
# "borderline or ◇": behind an alternative in other words. Of a label, "0.2 % or ◆" says one thing twice.
BEFORE_OR = cued(r"[a-z]{3,} or (?:an? |the )?\Z", accepts="borderline or ", refuses="so ")
AFTER_OR_BOTH = cued(
    r"[\"')\]]*,? or (?:both|neither|either)\b", accepts=" or both", how="match", refuses=" and both",
)  # fmt: skip
BEFORE_THAT = cued(
    r"\b(?:that|assume|suppose|say)\s+[\"'(]*\Z", accepts="we conclude that ", refuses="i choose "
)
AFTER_A_THING = cued(
    r"[\s)\"']*(?:is|are|was|were|has|have|contains?|must be|could be|forms?) "
    r"(?:an? (?!good|better|match|fit)|the (?!correct|right|best|answer|most|only|one\b|option|choice))",
    accepts=" is a product of a reaction", how="match", refuses=" is the best answer",
)  # fmt: skip
# "Differential diagnosis:", "phân tích các lựa chọn:": what follows is looked at, not chosen.
BEFORE_DISCUSSION = cued(
    r"\b(?:differential(?:s| diagnos[ei]s)?|(?:cac|nhung|tung) (?:lua chon|phuong an|dap an))"
    r"(?: \w+){0,2}[\s\"'*_]*:[\s\"'*_([-]*\Z",
    accepts="differential diagnosis:\n- ", refuses="diagnosis: ",
)  # fmt: skip
# "Chaguzi ni:", "seçenekleri inceleyelim:", "разбор вариантов:": from here on the options are gone through.
# "Of the options: ◆" is no such line, nor is one that calls them right.
_OPTIONS = (
    r"options|choices|chaguzi|kila chaguo|chaguo zote|optionen|antwortmoglichkeiten|opciones|alternativas"
    r"|opcoes|opzioni|opties|alternativen|opcje|moznosti|optiunil\w+|lehetosegek\w*"
    r"|secenekler(?!den)\w*|siklar(?!dan)\w*|variantlar(?!dan)\w*|вариант(?:ы|ах)|варіанти"
    r"|жауаптарды|нұсқа(?:лар)?ды|варианттарды|вариантларны"
    r"|(?:each|every) (?:option|choice)|jede (?:mogliche )?(?:option|antwort)"
    r"|cada (?:opcion|alternativa|opcao)"
    r"|chaque (?:option|proposition)|ogni opzione|elke optie|кажд\w+ вариант\w*|кожн\w+ варіант\w*"
    r"|har bir variant\w*|her (?:bir )?(?:secene[gk]|sik)\w*|hər (?:bir )?variant\w*|әр(?:бір)? нұсқа\w*"
    r"|here(?:'s| is) (?:the|my|an?) (?:\w+ )?(?:analysis|breakdown|reasoning)|option analysis"
    rf"|tu\w+(?: \w+){{0,2}} kwa undani|{words(words_of_all('listed'))}"
)
_OUT_OF = (
    "of from out among amongst between based given considering von aus unter basierend de entre dentre segun "
    "parmi d'apres tra fra van uit sposrod z ze из среди исходя з із серед av bland ud kutoka af od dintre "
    "din από dari מבין מתוך от"
)
_GOING_THROUGH = r"разбор|анализ|рассмотрим|оценим|проверим|аналіз|розглянемо"
_SAME = rf"[^.!?:,\n{NO_MENTION}]"
BEFORE_OPTIONS = cued(
    rf"(?:\A|[\n.!?,:])[\s\"'*_#•–-]*(?![\s\"'*_#•–-]|(?:{words(_OUT_OF)})(?!\w)){_SAME}{{0,60}}?"
    rf"(?:\b(?:{_OPTIONS})(?!\w)|\b(?:{_GOING_THROUGH}){_SAME}{{0,25}} (?:вариантов|варіантів)(?!\w))"
    rf"(?:{_SAME}{{0,40}}|,? (?:in|with) (?:the )?(?:context|relation|light|regard|respect|terms|view) "
    rf"[^!?:\n{NO_MENTION}]{{0,150}})[\s\"'*_]*:[\s\"'*_(#•–-]*\Z",
    accepts="sasa, tuchunguze chaguzi:\n- ", refuses="из этих вариантов: ",
)  # fmt: skip
# Such a line takes one out of them: "my selection from the options:", "the closest of the choices:".
TAKES_ONE = cued(
    r"(?<!\w)(?:from|among|amongst|between|out of|within|aus|unter|entre|dentre|parmi|tra|fra|fran|uit"
    r"|sposrod|spomiedzy|среди|kutoka|kati|segun|dad[ao]s|my (?:choice|pick|selection|answer)"
    r"|pick|choose|select|gives|leaves?|selected|chosen|match(?:es|ing)?|appl(?:y|ies)|fits?|compared|after"
    r"|having (?:\w+ )?\w+ed"
    r"|only one|(?:closest|nearest|best|one|(?:most|more) \w+(?: option)?) of"
    r"|(?:aus)?wahl|(?:aus)?gewahlte?n?|выбран\w*|выбор\w*|выбираю|следовательно|итак|escolha|eleccion|jibu"
    r"|icinde|icinden|icində|icindən|ichida|arasi?nda|arasında|arasindan|sectigim)(?!\w)"
    r"|(?:javob|cavab|cevap)\W*\Z",
    accepts="my selection from the options provided:\n", refuses="let us look at the options:\n",
)  # fmt: skip
# "選択肢はAからD": the range of labels that there are.
_UP_TO = (
    r"から|~|〜|到|至|부터|에서|through|thru|hasta|bis|tot|t/m|do|до|a|à|ate|jusqu'a|hadi|sampai|hingga|den|ถึง|से"
    r"|থেকে|تا|إلى|الى|حتى|నుండి|kadar"
)
BEFORE_LAST_OF_RANGE = pattern(
    rf"{MENTION}[\"')]*\s*(?:{_UP_TO})\s*[\"'(]*\Z", accepts="◆から", refuses="◆ and ",
)  # fmt: skip
AFTER_FIRST_OF_RANGE = cued(
    rf"[\"')]*\s*(?:{_UP_TO})\s*[\"'(]*{MENTION}", accepts="から◆", how="match", refuses=" and ◆",
)  # fmt: skip
# "따라서 ◆번은 …", "したがって◆は…": what follows is said of the option, which is no conclusion by itself.
AFTER_TOPIC = pattern(
    r"[)\]\"'*]* ?(?:번?[은는] (?=\S)|は(?=[^\s。]))",
    accepts="번은 잎이 크다", how="match", refuses="번이다",
)  # fmt: skip
# "번은 조건을 모두 만족한다.", "はこの問いの答えになる。": it chooses what it speaks of, and denies nothing.
AFTER_TOPIC_CHOSEN = pattern(
    r"(?:(?!않|아니|아닌|못|없|오답|틀|거짓|ない|誤)[^.!?。\n]){0,80}?"
    r"(?:(?<!오)답(?:이다|입니다|이 된다|이 됩니다)|(?<![가-힣])참(?:이다|입니다)"
    r"|만족(?:한다|합니다|시킨다|시킵니다)"
    r"|부합(?:한다|합니다)|맞(?:는다|다|습니다)"
    r"|(?:答え|正解|正答|解答)(?:になる|になります|となる|となります|だ|です|である))"
    r"[\s\"')*]*(?:[.!。\n]|\Z)",
    accepts="번은 조건을 모두 만족한다.", how="match", refuses="번은 정답이 아니다.",
)  # fmt: skip
LISTED = ("選択肢", "选项", "選項", "선택지", "보기")  # what is listed, with no word before it
# "選択肢は、◆、◆、◇です": the options named one by one.
BEFORE_LISTED_LAST = cued(
    rf"(?:{'|'.join(LISTED)})(?:は|有|是|包括|为|는|은)[^.!?。\n{NO_MENTION}]{{0,20}}{MENTION}[^.!?。\n]*\Z",
    accepts="選択肢は、◆、", refuses="正しい選択肢は",
)  # fmt: skip
BEFORE_RANGE_END = cued(rf"{MENTION} to \Z", accepts="◇ to ", refuses="it points to ")
AFTER_NOT_OTHER = cued(
    rf",? (?:and )?(?:not|rather than|instead of) {MENTION}\W*",
    accepts=", not ◇.", how="fullmatch", refuses=", not a dose of ◇.",
)  # fmt: skip
BEFORE_TICKED = cued(rf"(?<!{MENTION})(?<!{MENTION}\s)(?:✓|✔|✅|☑)\s*\Z", accepts="✅ ", refuses="✗ ")
BEFORE_CROSSED = cued(rf"(?<!{MENTION})(?<!{MENTION}\s)(?:❌|✗|✘|✖|×)\s*\Z", accepts="❌ ", refuses="✓ ")
# "A isn't right. B is.": the verb alone, where the option before was denied.
AFTER_VERB_ALONE = cued(
    r"[\s)\"']+(?:is|does|would(?: be)?|are|do|ist|es|est)[\s.!)]*\Z",
    accepts=" is.", how="match", refuses=" is not.",
)  # fmt: skip
# "The most likely cause is:", and below it a label with its text: one option, no list.
BEFORE_ONE_LINE_DOWN = cued(
    r"\b(?:is|was|be)(?: that| as follows)?:\n[\s\"'(*]*\Z",
    accepts="the most likely cause is:\n\n", refuses="the options are:\n\n",
)  # fmt: skip
# "Therefore, the formula is most likely:", and below it the last line of the reply.
BEFORE_LAST_LINE = cued(
    r"\b(?:is|was|be)(?: (?!not\b)\w+){0,3}:\n[\s\"'(*]*\Z",
    accepts="the formula is most likely:\n\n", refuses="the formula is not:\n\n",
)  # fmt: skip
# "1. ◆ 2. ◆ 3. ◆": a ranking in one line.
BEFORE_RANKED = cued(rf"{MENTION} \d{{1,2}}[.)] \Z", accepts="1. ◆ 2. ", refuses="◆ is better. ")
ONLY_NUMBER = cued(r"\W*(\d{1,2})[.,):]\s?", accepts="2, ", how="fullmatch", refuses="in 2, ")
# "2-3": a figure behind another one and a dash.
BEFORE_SPAN_END = cued(rf"\A\W*{MENTION} ?[-–~] ?\Z", accepts="◇-", refuses="at most ◇-")
BEFORE_AND_A = cued(
    rf"{MENTION}[^.;!?\n]{{0,60}}\b(?:and|but also) (?:also )?an? \Z",
    accepts="◇ for adults and a ", refuses="◇ for a ",
)  # fmt: skip
BEFORE_BOTH = cued(r"\b(?:both|all(?: of)?(?: three)?)\s*\Z", accepts="both ", refuses="either ")
# An instruction repeated: "Select all that apply: A, B, C".
BEFORE_SELECT_ALL = cued(
    r"\b(?:select|choose|mark|check|pick) all\b|\ball that apply\b",
    accepts="select all that apply: ", refuses="all of these apply: ",
)  # fmt: skip

# --- alternatives that nothing ranks

TORN = cued(
    r"\b(?:toss-?up|coin (?:toss|flip)|torn|combination|mixture|50.?50|fifty-fifty|equally|undecided"
    r"|hesitat\w+|either|split|tie"
    r"|close call|hard to (?:say|choose|decide)|difficult to (?:say|choose|decide)"
    r"|can't decide|cannot decide)\b",
    accepts="it is a toss-up between ", refuses="between ",
)  # fmt: skip
# With nothing else said, an abstention; with two options named, alternatives.
BEFORE_UNDECIDED = cued(
    r"(?:\A\W*|\b(?:(?:i (?:can't|cannot|can not)|hard to|difficult to) (?:decide|choose|distinguish|tell"
    r"|say|pick)|torn|undecided|toss-?up|coin (?:toss|flip)|it is|it's|(?:choice|decision) is)(?: \w+){0,2} )"
    r"between\s*(?:options? )?\Z",
    accepts="i can't decide between ", refuses="not enough information to choose between ",
)  # fmt: skip
AFTER_NOTHING_MORE = cued(
    r"\W*(?:together|each|all|both)?(?:(?:is|are|seems?|could be|would be|might be|may be) "
    r"(?:both |all |equally )?(?:reasonable|possible|plausible|correct|right|fine|acceptable|likely|good"
    r"|appropriate)|(?:would |could |might |may )?(?:work|fit|apply|do))?\W*",
    accepts=" would be reasonable.", how="fullmatch", refuses=" concern weight.",
)  # fmt: skip
