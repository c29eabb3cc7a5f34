"""How one statement of a reply bears on another: corrections, retractions, conclusions, verdicts in lists."""

from parsers.grammar.cued import CuedInPassages
from parsers.grammar.frames import ANSWER, BAD, DEGREE, GOOD, IN_CLAUSE
from parsers.grammar.languages.of_all import forms_of_all
from parsers.grammar.pattern import NO_MENTION, cued, pattern, whole, words
from parsers.grammar.screened import ScreenedBeside
from parsers.pattern import Pattern

_CORRECTING = """
    hold_on wait actually correction scratch_that strike_that on_reflection i_made i_meant i_misread
    i_misspoke i_mean i_apologise i_apologize i_take_that_back i_take_it_back i_change i_changed
    i_stand_corrected i_was_wrong i_withdraw i_retract i_revise i_need_to_correct i_should_correct
    i_overlooked sorry my_mistake oops apologies edit update updated revise revised corrected correcting
    reconsider* instead rather better but_no in_fact that_is_wrong that's_wrong that_was_wrong
    that_is_incorrect that_is_not_right that's_not_right hmm hm or_is_it change_my_mind changed_my_mind
    change_my_answer after_all no_wait nein perdon corrijo correccion en_realidad korrektur pardon en_fait
    na_verdade anzi нет точнее исправл* вернее moment
    subiri espera esperen aspetta aspettate attendez attends espere wacht warte czekaj chwileczke pockejte
    подожди* стоп зачекай* bekle bekleyin tunggu khoan_da انتظر صبر_کن रुकिए रुको অপেক্ষা দাঁড়ান ఆగండి
"""
_SECOND_LOOK = (
    r"(?:(?:on|upon|after) (?:a |some |more |my )?"
    r"(?:second|further|closer|careful|re\w*|double|reflection|review|more) ?"
    r"(?:thoughts?|reflection|look|inspection|review|consideration|analysis|reading)?"
    r"|let me (?:re\w*|double|correct|change|fix|revise)"
    r"|but (?:more|most) likely|but (?:probably|rather)"
    r"|however, (?:the correct|on|after|upon|looking)|no[,:!.—-])"
)
# The first person, or a participle at the head of its sentence: a psychiatrist may switch drugs.
_SWITCHING = (
    r"(?:(?:i(?:'m|'ll|'d| am| will| would)?|let me|let's) (?:now )?(?:switch|chang)(?:e|ing)? "
    r"|(?<=[.!;,:\n] )(?:switch|chang)ing )(?:(?:my (?:answer|choice|pick|vote)|it|that|this) )?to\b"
)
# "A … but it is not tall, so the answer is C".
_BUT_SO = r"but [^.;!?\n]{3,150}?,? so (?:the|my) (?:(?:correct|best|right|final) )?answer (?:is|must be)\b"
_OWN_MISTAKE = "|".join(forms_of_all("correcting"))
CORRECTION = cued(
    rf"{whole(_CORRECTING)}|(?<!\w){_BUT_SO}|(?<!\w){_SECOND_LOOK}|(?<!\w){_SWITCHING}|等等|不对|更正|实际上|其实|いや|訂正|待って|待てよ|(?<!\w)아니[요오]?(?!\w)|정정|잠깐|(?P<own>{_OWN_MISTAKE})",
    accepts="wait, the duration is too short", refuses="the duration is short", in_passages=True,
)  # fmt: skip
_IF = """
    if als indien wenn falls si se caso om hvis jos jesli jezeli gdyby pokud jestlize kdyby ak keby ako daca
    ha если якщо якби ако αν εαν eger sayet əgər agar agarda агар егер эгер әгәр لو إذا اذا اگر אם यदि अगर যদি
    neu jika kalau apabila ikiwa iwapo idan
"""
# "Als ik me vergist heb, is het ◆": the mistake is supposed, before its word or behind.
BEFORE_SUPPOSED = cued(
    rf"(?<![^\W_])(?:{words(_IF)})(?!\w)[^.,;:!?。、，\n]{{0,30}}\Z|(?:如果|若|假如|要是|もし|만약)[^.,;:!?。、，\n]{{0,12}}\Z",
    accepts="als ", refuses="excuses. ", in_passages=True,
)  # fmt: skip
AFTER_SUPPOSED = Pattern(r"[^.,;:!?。、，\n]{0,6}(?:的话|的話|場合|たら|なら|다면)")
# What takes back the word before it, whatever it is.
TAKEN_BACK = pattern(
    rf"(?<![^\W_])(?:korrektur|berichtigung|correccion|correction|correcao|correzione|correctie|исправление"
    rf"|виправлення|duzeltme|koreksi|ralat|dinh chinh|تصحيح|정정) ?:|更正|訂正|订正|{_OWN_MISTAKE}",
    accepts="korrektur: es ist nein", refuses="es ist nein", kind=CuedInPassages,
)  # fmt: skip
# "The most likely is A. However, I will choose ◆", and nothing more; "in pregnancy, however, I" depends.
PREFERRING = cued(
    r"(?:(?:\A|[.;:!?\n])\W*however|(?<!\w)but),? i(?:'ll| will)? (?:(?!also|still|even|only)\w+ )?"
    r"(?:choose|select|pick|go with|opt for) "
    r"(?:(?:the )?(?:option|answer|choice|letter) )?[\"'(*]*\Z",
    accepts="the most likely is ◆. however, i will choose ", refuses="however, i will choose my words. ",
)  # fmt: skip
# "The attacks point to A, but ◆ is the better fit": what only spoke for A is outdone.
BEFORE_OUTDOING = pattern(
    rf"(?:(?:,|;|\.) ?but|(?:\A|[.;] ?)however|, yet|(?:\A|[.;] ?)yet)(?:,| (?:because|since|as|given|due to)"
    rf"[^.;:!?\n{NO_MENTION}]{{2,100}},)?(?: (?:option|choice|answer))? \Z",
    accepts="the attacks point to ◆, but ", refuses="the attacks do not point to ",
)  # fmt: skip
AFTER_OUTDOING = pattern(
    r"[)\"']* (?:(?:is|seems|looks|appears|remains|provides|offers|makes)(?: (?:still|clearly"
    r"|much|far|overall|actually|slightly))* (?:an? |the )?(?:much |far )?(?:better"
    r"|best|closer|closest|stronger|strongest|(?:more|most) (?:likely|appropriate|accurate|consistent"
    r"|suitable|plausible|probable|precise|specific))"
    r"|(?:fits|matches|explains|describes|captures) (?:\w+ ){0,4}?(?:better|best|more closely))"
    r"(?: (?:fit|choice|answer|match|explanation|option|diagnosis|description|supported|here|overall|still"
    r"|one|candidate))*(?:[.;!]|\s*\Z| (?:because|since|given|due to)\b)",
    accepts=" is the better fit.", how="match", refuses=" is better in children",
)  # fmt: skip
# "Actually also ◆": added to a set, not put in its place.
ADDING = cued(
    r"\b(?:also|too|additionally|in addition|plus|add|adding|include|including"
    r"|as well as)\s*(?:option )?[\"'(]*\Z",
    accepts="actually also ", refuses="actually ",
)  # fmt: skip
_FAULT = "wrong incorrect mistake not_right not_correct doesn't_fit can't_be_right isn't_right error not_it"
RETRACTION = cued(
    rf"\b(?:(?:wait|no|hmm|actually|sorry|oops)\b[^.!?\n]{{0,30}}\b(?:{words(_FAULT)})(?!\w)|i take "
    r"(?:that|it) back|scratch that"
    r"|strike that|(?:disregard|ignore|forget) (?:that|this|my)|i withdraw|i retract|that(?:'s| is| was) "
    r"(?:wrong|incorrect|not "
    r"right|not correct|a mistake)|i (?:am|was) (?:wrong|mistaken))",
    accepts="wait, that is wrong", refuses="wait, let me check", in_passages=True,
)  # fmt: skip
_NOTHING = """
    none unknown unable undetermined indeterminate cannot can't can_not n/a nothing missing neither
    impossible insufficient unclear uncertain not_possible not_clear not_known not_sure no_answer
    no_correct no_option not_listed not_provided not_among not_given not_available not_included not_one_of
    not_in not_determin* no_definit* not_present
"""
# "The answer is not listed", "the answer is (none of these)": an answer is announced and none is given.
NOTHING_DECLARED = cued(
    rf"{ANSWER}(?:(?!\b(?:isn't|if|unless)\b){IN_CLAUSE}){{0,50}}?(?:\b(?:is|are|would be|remains)\b"
    r"|:)[\s\"'(\[*]*"
    rf"(?:(?:therefore|thus|then|either|simply|just) )*(?:{words(_NOTHING)})(?!\w)",
    accepts="the answer is (none of the above)", refuses="the answer is ◆", in_passages=True,
)  # fmt: skip
# "It could be ◆. Hard to say.", at the end.
HARD_TO_SAY = cued(
    r"[.;!\n]\s*(?:(?:but )?(?:it|that)(?:'s| is) |but )?(?:(?:really|very) )?(?:hard|difficult|impossible)"
    r" to (?:say|tell|decide|know)(?: for (?:sure|certain))?[.!]?\s*\Z",
    accepts=". hard to say.", refuses=". it is hard to say why.", in_passages=True,
)  # fmt: skip
MAYBE = cued(
    r"\b(?:maybe|perhaps|possibly|might|may|could|guess\w*)\b",
    accepts="maybe the answer is ", refuses="the most likely answer is ",
)  # fmt: skip
_TENTATIVE = """
    would could might may suggest suggests likely possibly perhaps seem seems appear appears probably
    assum* in_this_case suppose maybe tentatively initially first closest nearest
"""
# A claim made on the way: the closing sentence outranks it.
TENTATIVE = cued(
    whole(_TENTATIVE), accepts="this would suggest that the answer is ", refuses="the answer is ",
)  # fmt: skip
CLOSEST = cued(
    r"\b(?:closest|nearest)\b[^.;!?\n]{0,40}\Z", accepts="the closest option is ", refuses="the answer is ",
)  # fmt: skip
# "None of the options is correct": said of all of them.
NONE_AT_ALL = cued(
    r"\bnone of (?:the|these|them)\b(?! (?:other|rest|remain|alternative))[^.;:!?\n]{0,40}\b(?:is|are)"
    r" (?:correct|right|valid|true)\b",
    accepts="none of the provided answer choices are correct", refuses="none of the others are correct",
    in_passages=True,
)  # fmt: skip
# Behind the closest one: "but that is impossible", "none of the options match".
NONE_HOLDS = cued(
    r"\b(?:but|however),? (?:that|this|it|which|even (?:that|this))(?:(?:'s| is| was| would be)"
    r" (?:also |clearly |simply |still )?(?:impossible|not possible|wrong|incorrect|out of the question"
    r"|not (?:correct|right|the answer))| (?:cannot|can't|can not|could not) be (?:right|correct|true))\b"
    r"|\bnone of (?:the|these|them)\b[^.;:!?\n]{0,40}\b(?:match|fit|correct|right|work|possible|appl|valid)"
    r"|\bthere is no (?:correct|right|matching|valid) (?:answer|option|choice)"
    r"|\bno (?:answer|option|choice)s? (?:match|fit|is correct|are correct)",
    accepts=". none of the options match", refuses=", but it is not exact", in_passages=True,
)  # fmt: skip
_CONCLUDING = """
    therefore thus so hence in_conclusion in_summary overall finally ultimately to_conclude to_sum_up
    in_short based_on consequently accordingly all_in_all considering taking given among daher also somit
    por_lo_tanto por_tanto en_conclusion donc portanto em_conclusao quindi in_conclusione таким_образом
    итак следовательно поэтому
"""
CONCLUDING = cued(
    rf"[\W_]*(?:(?:{words(_CONCLUDING)})(?!\w)|最终|综上|总之|因此|所以|したがって|よって|따라서)",
    accepts="therefore, the answer is ", how="match", refuses="the answer is ",
)  # fmt: skip
# "The answer is not ◆".
NOT_THE_ANSWER = cued(
    r"\banswer (?:is|was|would be) (?:clearly |therefore )?not (?:option )?[\s(*\"']*\Z",
    accepts="the answer is not ", refuses="the answer is ",
)  # fmt: skip
# The words that conclude at once, in a sentence that says no more than its answer.
_SO = r"(?:so|therefore|thus|hence)"
# "So, yes, they are linked.": what stands before the answer there; and what, behind it, says what was asked
# and not what somebody should do.
SO = pattern(rf"\W*{_SO}, ", accepts="so, ", how="fullmatch", refuses="overall, ")
SAYS_IT = pattern(
    r", (?:it|they|there|this|that|these|those|the (?!statement|claim|answer|question)\w+(?: \w+)?|(?:s?he)"
    r"(?= (?:is|has|does|meets|shows)\b)) \w",
    accepts=", they are linked.", how="match", refuses=", ask your doctor.",
)  # fmt: skip
# "The answer is (◆)." as a line of its own: as good as "Answer: ◆".
ANSWER_LINE = cued(
    rf"[\W_]*(?:{_SO},? )?the (?:(?:correct|final|best|right) )?(?:answer|option|choice)"
    r" is[\s(*:\"']*",
    accepts="the answer is (", how="fullmatch", refuses="the best answer to the first part is ",
)  # fmt: skip
# "(Note: the previous choice was ◆)": what was chosen before.
BEFORE_FORMER = cued(
    r"\b(?:the|my|your|our|its) (?:previous|prior|earlier|former|initial|original)"
    r" (?:choice|answer|selection|response|option|pick|rating|position|reply)"
    r" (?:was|had been)[\s(*\"':]*(?:(?:option|choice) )?[\s(*\"']*\Z",
    accepts="(note: the previous choice was ", refuses="the previous choice is still ",
)  # fmt: skip
# "My original answer was ◆, which I still believe is correct", "However, my earlier answer was ◆".
UPHELD = cued(
    r"\b(?:still|stands?|stood|maintain\w*|remains?|confident|correct|right|holds?|keep|kept|agree\w*|confirm\w*"
    r"|however|but|actually|indeed|stick\w*)\b",
    accepts=" and i stand by it", refuses=" (the note ends here)",
)  # fmt: skip
# "You suggest ◆", "I understand that you think the answer is ◆".
OTHERS_CHOICE = cued(
    r"\b(?:you(?:r \w+)?|the (?:user|student)(?:'s)?) (?:\w+ ){0,2}?"
    r"(?:think|believe|suggest|sa(?:y|id)|mean|claim|chose|answer)(?:s|ed)?\b",
    accepts="i understand that you think the answer is ", refuses="the answer is ",
)  # fmt: skip
# "D) elm.\n\nThis is incorrect.": the option that heads the reply is judged wrong by the sentence behind it.
WRONG_AT_ONCE = cued(
    r"[.\s*\"')]*(?:(?:however|but|actually),? )?(?:this|that|it) (?:option |answer |statement |one )?is"
    r" (?:clearly |simply |actually |technically |factually )?(?:incorrect|wrong|false|untrue"
    r"|not (?:actually |quite |entirely )?(?:correct|right|true|accurate))"
    r"(?:[.,:;!]| (?:and|because|since|as)\b)",
    accepts=".\n\nthis is incorrect. it is", how="match", refuses=".\n\nthis is incorrectly named.",
)  # fmt: skip
# "No, that is not correct.": it says why, and takes nothing back.
NO_AGAIN = pattern(
    r"[,;:–—-]\s*(?:that|this|it)(?:'s| is) (?:clearly |simply |definitely |actually )?"
    r"(?:incorrect|wrong|false|untrue|a mistake|not (?:correct|right|true|the case|accurate))\b",
    accepts=", that is not correct", how="match", refuses=", wait, that is not correct",
)  # fmt: skip
# What heads the reply is what many believe wrongly: "B. ◇. Actually, this is a common misconception."
MYTH_AT_ONCE = cued(
    r"[.\s*\"')]*(?:actually|however|but|in fact),? (?:this|that) is (?:actually |in fact )?an? "
    r"(?:(?:very|quite|common|popular|widespread|persistent|harmful) )*"
    r"(?:misconception|myth|misunderstanding)\b(?! (?:that|to|about)\b)",
    accepts=".\n\nactually, this is a common misconception.", how="match", refuses=". this is a model.",
)  # fmt: skip
# "However, …", "but …", "the closest option is": what was said before was not the last word.
RECONSIDERED = cued(
    r"\b(?:however|but|wait|although|closest|nearest|reconsider\w*|re-?evaluat\w*|re-?check\w*|misinterpret\w*"
    r"|incorrect|not correct)\b",
    accepts="\nhowever, that is a misreading", refuses="\nthe reason is", in_passages=True,
)  # fmt: skip
_THIS_IS = """
    option choice answer statement one diagnosis is would seems seem appears be to looks must the a an
    also therefore thus clearly likely probably could best still
"""
_RIGHT = """
    correct right true yes best_answer best_choice best_option best_fit fits fits_best applies
    consistent supported present matches
"""
# After a label that heads a paragraph about one option: "this is the most likely diagnosis", "Correct."
VERDICT_POSITIVE = pattern(
    rf"\b(?:this|that|it|which)\s+(?:(?:{words(_THIS_IS)})\s+)*{DEGREE}(?:{GOOD}|fits?|matches)(?!\w)(?! "
    r"than)"
    rf"|\A[\s:().,|—–-]*(?:{words(_RIGHT)})(?!\w|(?<=right) (?:to|of|against)\b)"
    rf"|[(:—–-]\s*(?:{words(_RIGHT)})\s*[).!]*\s*(?:\n|\Z)|✓|✔|✅|☑",
    accepts="this is the most likely diagnosis", refuses="this is a rare disease", kind=ScreenedBeside,
)  # fmt: skip
# The one mark in a list of options: "(correct)", "✅", "<- answer".
MARK = cued(
    r"\s*(?:[(\[](?:the |my )?(?:correct|right|best|answer|choice|chosen|selected)(?: (?:answer|choice"
    r"|option))?[)\]]"
    r"|✓|✔|✅|☑|(?:[-–—:]|<[-=]+|←|⬅|=>)\s*(?:the |my )?(?:(?:correct|right|best|final"
    r"|chosen) )?(?:answer|choice|correct|right|yes)\b)"
    r"\W*\Z",
    accepts=" <- answer", how="match", refuses=" - the answer of a student",
)  # fmt: skip
VERDICT_NEGATIVE = pattern(
    r"(?<!\w)(?:n't|cannot|can't|isn't|doesn't|no(?! (?:doubt|question))|fails|lacks|absent"
    rf"|missing)(?!\w)|n't\b|(?<!\w){BAD}|❌|✗|✘|✖",
    accepts="this is incorrect", refuses="this is correct", kind=ScreenedBeside,
)  # fmt: skip
