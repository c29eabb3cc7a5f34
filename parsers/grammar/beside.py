"""What stands beside a mention, and how one statement bears on another.

Corrections, retractions, conclusions and verdicts first; then what is set off, ticked or left open. All
patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins, `AFTER_*`
patterns begin where it ends and are matched there.
"""

from parsers.grammar.languages.lexicon import dense, listed
from parsers.grammar.pattern import MENTION, NO_MENTION, pattern, whole, words
from parsers.grammar.vocabulary import ANSWER, CALLED_RIGHT, CALLED_WRONG, DEGREE, IN_CLAUSE

_CORRECTING = """
    hold_on wait actually correction scratch_that strike_that on_reflection i_made i_meant i_misread
    i_misspoke i_mean i_apologise i_apologize i_take_that_back i_take_it_back i_change i_changed
    i_stand_corrected i_was_wrong i_withdraw i_retract i_revise i_need_to_correct i_should_correct
    i_overlooked sorry my_mistake oops apologies edit update updated revise revised corrected correcting
    reconsider* instead rather better but_no in_fact that_is_wrong that's_wrong that_was_wrong
    that_is_incorrect that_is_not_right that's_not_right hmm hm or_is_it change_my_mind changed_my_mind
    change_my_answer after_all no_wait
"""
_SECOND_LOOK = (
    r"(?:(?:on|upon|after) (?:a |some |more |my )?"
    r"(?:second|further|closer|careful|re\w*|double|reflection|review|more) ?"
    r"(?:thoughts?|reflection|look|inspection|review|consideration|analysis|reading)?"
    r"|let me (?:re\w*|double|correct|change|fix|revise)"
    r"|but (?:more|most) likely|but (?:probably|rather)"
    r"|however, (?:the correct|on|after|upon|looking)|no[,:!.—-]"
    r"|(?<=[.!?\n] )however, i (?:will|shall) (?:choose|pick|select))"
)
# The first person, or a participle at the head of its sentence: a psychiatrist may switch drugs.
_SWITCHING = (
    r"(?:(?:i(?:'m|'ll|'d| am| will| would)?|let me|let's) (?:now )?(?:switch|chang)(?:e|ing)? "
    r"|(?<=[.!;,:\n] )(?:switch|chang)ing )(?:(?:my (?:answer|choice|pick|vote)|it|that|this) )?to\b"
)
CORRECTION = pattern(
    rf"{whole(_CORRECTING)}|(?<!\w){_SECOND_LOOK}|(?<!\w){_SWITCHING}",
    accepts="wait, the duration is too short", refuses="the duration is short",
)  # fmt: skip
# "Actually also ◆": added to a set, not put in its place.
ADDING = pattern(
    r"\b(?:also|too|additionally|in addition|plus|add|adding|include|including"
    r"|as well as)\s*(?:option )?[\"'(]*\Z",
    accepts="actually also ", refuses="actually ",
)  # fmt: skip
_FAULT = "wrong incorrect mistake not_right not_correct doesn't_fit can't_be_right isn't_right error not_it"
RETRACTION = pattern(
    rf"\b(?:(?:wait|no|hmm|actually|sorry|oops)\b[^.!?\n]{{0,30}}\b(?:{words(_FAULT)})(?!\w)|i take "
    r"(?:that|it) back|scratch that"
    r"|strike that|(?:disregard|ignore|forget) (?:that|this|my)|i withdraw|i retract|that(?:'s| is| was) "
    r"(?:wrong|incorrect|not "
    r"right|not correct|a mistake)|i (?:am|was) (?:wrong|mistaken)"
    r"|but now i(?:'m| am) (?:unsure|not (?:so |too |really )?(?:sure|certain)(?! about the)))",
    accepts="wait, that is wrong", refuses="wait, let me check",
)  # fmt: skip
_NOTHING = """
    none unknown unable undetermined indeterminate cannot can't can_not n/a nothing missing neither
    impossible insufficient unclear uncertain not_possible not_clear not_known not_sure no_answer
    no_correct no_option not_listed not_provided not_among not_given not_available not_included not_one_of
    not_in not_determin* no_definit* not_present
"""
# "The answer is not listed", "the answer is (none of these)": an answer is announced and none is given.
NOTHING_DECLARED = pattern(
    rf"{ANSWER}(?:(?!\b(?:isn't|if|unless)\b){IN_CLAUSE}){{0,50}}?(?:\b(?:is|are|would be|remains)\b"
    r"|:)[\s\"'(\[*]*"
    rf"(?:(?:therefore|thus|then|either|simply|just) )*(?:{words(_NOTHING)})(?!\w)",
    accepts="the answer is (none of the above)", refuses="the answer is ◆",
)  # fmt: skip
_TENTATIVE = """
    would could might may suggest suggests likely possibly perhaps seem seems appear appears probably
    assum* in_this_case suppose maybe tentatively initially first closest nearest
"""
# A claim made on the way: the closing sentence outranks it.
TENTATIVE = pattern(
    whole(_TENTATIVE), accepts="this would suggest that the answer is ", refuses="the answer is ",
)  # fmt: skip
CLOSEST = pattern(
    r"\b(?:closest|nearest)\b[^.;!?\n]{0,80}\Z", accepts="the closest option is ", refuses="the answer is ",
)  # fmt: skip
# Behind the closest one: "but that is impossible", "none of the options match".
NONE_HOLDS = pattern(
    r"\b(?:but|however),? (?:that|this|it|which|even (?:that|this))(?:(?:'s| is| was| would be)"
    r" (?:also |clearly |simply |still )?(?:impossible|not possible|wrong|incorrect|out of the question"
    r"|not (?:the )?(?:correct|right|answer\b))"
    r"| (?:cannot|can't|can not|could not) be (?:right|correct|true))\b"
    r"|\bnone of (?:the|these|them)\b[^.;:!?\n]{0,40}\b(?:match|fit|correct|right|work|possible|appl|valid)"
    r"|\bthere is no (?:correct|right|matching|valid) (?:answer|option|choice)"
    r"|\bno (?:answer|option|choice)s? (?:match|fit|is correct|are correct)",
    accepts=". none of the options match", refuses=", but it is not exact",
)  # fmt: skip
_CONCLUDING = """
    therefore thus so hence in_conclusion in_summary overall finally ultimately to_conclude to_sum_up
    in_short based_on consequently accordingly all_in_all considering taking given among
"""
CONCLUDING = pattern(
    rf"[\W_]*(?:{words(_CONCLUDING)})(?!\w)",
    accepts="therefore, the answer is ", how="match", refuses="the answer is ",
)  # fmt: skip
# "However, …", "but …", "the closest option is": what was said before was not the last word.
RECONSIDERED = pattern(
    r"\b(?:however|but|wait|although|closest|nearest|reconsider\w*|re-?evaluat\w*|re-?check\w*|misinterpret\w*"
    r"|incorrect|not correct)\b",
    accepts="\nhowever, that is a misreading", refuses="\nthe reason is",
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
    rf"\b(?:this|that|it|which)\s+(?:(?:{words(_THIS_IS)})\s+)*{DEGREE}(?:{CALLED_RIGHT}|fits?|matches)"
    r"(?!\w)(?! than)"
    rf"|\A[\s:().,|—–-]*(?:{words(_RIGHT)})(?!\w)|[(:—–-]\s*(?:{words(_RIGHT)})\s*[).!]*\s*(?:\n|\Z)|✓|✔|✅|☑",
    accepts="this is the most likely diagnosis", refuses="this is a rare disease",
)  # fmt: skip
# The one mark in a list of options: "(correct)", "✅", "<- answer".
MARK = pattern(
    r"\s*(?:[(\[](?:the |my )?(?:correct|right|best|answer|choice|chosen|selected)(?: (?:answer|choice"
    r"|option))?[)\]]"
    r"|✓|✔|✅|☑|(?:[-–—:]|<[-=]+|←|⬅|=>)\s*(?:the |my )?(?:(?:correct|right|best|final"
    r"|chosen) )?(?:answer|choice|correct|right|yes)\b)"
    r"\W*\Z",
    accepts=" <- answer", how="match", refuses=" - the answer of a student",
)  # fmt: skip
VERDICT_NEGATIVE = pattern(
    r"(?<!\w)(?:n't|cannot|can't|isn't|doesn't|no(?! (?:doubt|question))|fails|lacks|absent"
    rf"|missing)(?!\w)|n't\b|(?<!\w){CALLED_WRONG}|❌|✗|✘|✖",
    accepts="this is incorrect", refuses="this is correct",
)  # fmt: skip


FINAL = pattern(
    r"\b(?:final|conclusion)\b",
    accepts="final answer: ", refuses="finally, ",
)  # fmt: skip
# "…, C" at the very end of a text.
BEFORE_SET_OFF = pattern(
    r"(?:[,:;—–-]|\b(?:has|have|means|however|but|still|yet))\s*[\"'(]*\Z",
    accepts="no mood episode, ", refuses="no mood episode ",
)  # fmt: skip
BEFORE_SET_OFF_TEXT = pattern(
    r"[a-z]\s*[:—–]\s*[\"'(]*\Z", accepts="eight months: ", refuses="eight months, "
)
# A number that a calculation, or the first point of an enumeration, begins with.
AFTER_NO_LEAD = pattern(
    rf"\s*[-–+*/×÷=<>≈]\s*(?:[\d(]|{MENTION})|[.)] [a-z]{{2,}}",
    accepts=". first, read the question", how="match", refuses=", because",
)  # fmt: skip
BEFORE_CORRECTING = pattern(
    r"\b(?:wait|actually|hm+|sorry|oops|no)[,.!…]*\s*\Z", accepts="no wait, ", refuses="waiting, ",
)  # fmt: skip
# "Actually, just ◆": a set narrowed to one of its members.
BEFORE_NARROWING = pattern(
    r"\A\W*(?:(?:wait|actually|hm+|sorry|oops|no|correction|(?:on|upon) reflection|on second thoughts?|so"
    r"|rather|then|it's|it is|make that|make it)(?!\w)[\s,.:;!…—–-]*)*(?:only|just|solely)\s+"
    r"(?:option |answer )?[\"'(]*\Z",
    accepts="actually, just ", refuses="it is seen in just ",
)  # fmt: skip
BEFORE_COUNTED = pattern(
    r"\A\W*(?:first|second|third|last|final)(?:ly)?[,:]?\s*(?:option )?[\"'(]*\Z",
    accepts="second, ", refuses="the second is ",
)  # fmt: skip
AFTER_ONLY = pattern(
    r"[\s)\"']+(?:only|alone)[\s)\"']*(?:[.,!;]|\Z)", accepts=" only.", how="match", refuses=" only if"
)
# "Is the drug indicated? No, …": the reply puts the question and answers it.
BEFORE_ASKED_ITSELF = pattern(
    r"\A[^.!?\n]{1,200}\?\s*\Z", accepts="is the drug indicated? ", refuses="the drug is indicated. ",
)  # fmt: skip
# "No, I cannot answer that", "Yes, I can help!": an opening word that speaks to the request.
_HELP = r"(?:help|assist|answer|comply|respond)(?:\b(?! (?:is|are|was)\b))"
_SORRY = (
    r"(?:(?:i'm |i am )?(?:very |so )?sorry,? (?:but )?)?"
    r"(?:as an? (?:ai|(?:large )?language model)[\w ]{0,20},? )?"
)
_ADVICE = r"(?:\w+ )?(?:medical|clinical|advice|diagnos)"
_DECLINING = (
    r"i(?:'m| am)? (?:can(?:'t|not)|can not|won't|will not|unable to|not able to|not allowed to"
    rf"|not permitted to) (?:be )?(?:{_HELP}|(?:answer|help)ing\b|(?:provide|give|offer) {_ADVICE})"
    rf"|i(?:'d| would) (?:rather|prefer) not(?: to)? (?:{_HELP}|say)"
    rf"|(?:i|we) (?:don't|do not|never) (?:give|offer|provide) {_ADVICE}"
    r"|(?:that|this)(?:'s| is) not something i(?:'m| can| am| will)\b(?: able to)?"
    r" (?:do|answer|help|give|provide|advise|discuss|comment)\b"
    r"|i (?:must|have to) (?:respectfully )?(?:decline|refuse)\b"
)
_OFFERING = (
    r"i(?:'ll| can| will) (?:certainly |gladly )?(?:help|assist)(?: you)?(?: with (?:that|this|it|your|the))?"
    r"\s*(?:[.,!?]|\Z)"
    r"|(?:i(?:'d| would)? be |i(?:'m| am) )?(?:happy|glad|pleased) to (?:help|assist)\b"
    r"|(?:i(?:'m| am) )?(?:(?:all |completely |always )?ready|here to help|listening)\b"
    r"|i(?:'m| am) an? (?:ai|(?:large )?language model|assistant|chatbot)\b"
    r"|i understand (?:the|this|your) (?:task|instructions?|request|rules|format|question)"
)
_ASKING_BACK = (
    r"let me (?:look|see|read|check|think)\b|"
    r"(?:share|provide|send|paste|tell me|ask (?:away|me|your)|go ahead|fire away)\b"
    r"|(?:what|which|how|where)(?: \w+)? (?:is|are|would|can|do|does|did|should) (?:your|the question"
    r"|you|i (?:help|assist))\b"
)
AFTER_SPEAKS_TO_REQUEST = pattern(
    rf"[\s,.!;:—–-]*(?:{_SORRY}(?:{_DECLINING})"
    r"|(?:(?:of course|sure|certainly|absolutely|gladly)[\s,.!—–-]*)?(?:please,? )?"
    rf"(?:{_OFFERING}|{_ASKING_BACK}))",
    accepts=", i cannot answer that", how="match", refuses=", i cannot recommend it here",
)  # fmt: skip
# "Yes it is", "No they don't": an opening word and the clause it stands for.
AFTER_OWN_CLAUSE = pattern(
    r" (?:it|they|there|this|that|he|she) (?:is|are|does|do|has|have|was|were|can|will|would"
    r"|should)(?:n't| not)?\b",
    accepts=" it is", how="match", refuses=" doubt about it",
)  # fmt: skip
# A reply that is a key and its value: "Sentiment: negative".
BEFORE_ONLY_KEY = pattern(
    r"\A[\w ]{3,30}:\s*\Z", accepts="sentiment: ", refuses="the sentiment, as said: is "
)
AFTER_JUDGED = pattern(
    r"[\s)\"']*(?:is|was|are|seems?|looks?|sounds?|would (?:be|have been)|could be|might be)\b(?!\W*\Z)",
    accepts=" is unethical", how="match", refuses=" is.",
)  # fmt: skip
AFTER_ENDED = pattern(r"[\s)\"']*(?:[.!,;]|\Z)", accepts=". ", how="match", refuses=" is")
# "◆ would be right at two weeks": said of another case.
AFTER_WOULD = pattern(
    r"[\s)]*(?:would|could|might) (?:have been|be) (?:right|correct|the \w+(?: \w+)?) (?:at|with|after"
    r"|before|in|for|had)\b",
    accepts=" would be right at two weeks", how="match", refuses=" would be right",
)  # fmt: skip
# "I'll go with ◆ instead": it takes the place of what was said before.
AFTER_INSTEAD = pattern(
    r"[\s)\"',]*instead(?! of)\b", accepts=" instead.", how="match", refuses=" instead of lithium"
)
# "borderline or ◇": behind an alternative in other words. Of a label, "0.2 % or ◆" says one thing twice.
BEFORE_OR = pattern(r"[a-z]{3,} or (?:an? |the )?\Z", accepts="borderline or ", refuses="so ")
AFTER_OR_BOTH = pattern(
    r"[\"')\]]*,? or (?:both|neither|either)\b", accepts=" or both", how="match", refuses=" and both",
)  # fmt: skip
BEFORE_THAT = pattern(
    r"\b(?:that|assume|suppose|say)\s+[\"'(]*\Z", accepts="we conclude that ", refuses="i choose "
)
AFTER_A_THING = pattern(
    r"[\s)\"']*(?:is|are|was|were|has|have|contains?|must be|could be|forms?) "
    r"(?:an? (?!good|better|match|fit)|the (?!correct|right|best|answer|most|only|one\b|option|choice))",
    accepts=" is a product of a reaction", how="match", refuses=" is the best answer",
)  # fmt: skip
# "Differential diagnosis:", "phân tích các lựa chọn:": what follows is looked at, not chosen.
BEFORE_DISCUSSION = pattern(
    r"\b(?:differential(?:s| diagnos[ei]s)?|(?:cac|nhung|tung) (?:lua chon|phuong an|dap an))"
    r"(?: \w+){0,2}[\s\"'*_]*:[\s\"'*_([-]*\Z|\bbefore (?:making|taking) [^:\n]{1,20}:\s*\Z",
    accepts="differential diagnosis:\n- ", refuses="diagnosis: ",
)  # fmt: skip
# "選択肢はAからD": the range of labels that there are.
_UP_TO = rf"~|〜|through|thru|{listed('up_to')}"
BEFORE_LAST_OF_RANGE = pattern(
    rf"{MENTION}[\"')]*\s*(?:{_UP_TO})\s*[\"'(]*\Z", accepts="◆から", refuses="◆ and ",
)  # fmt: skip
AFTER_FIRST_OF_RANGE = pattern(
    rf"[\"')]*\s*(?:{_UP_TO})\s*[\"'(]*{MENTION}", accepts="から◆", how="match", refuses=" and ◆",
)  # fmt: skip
# "選択肢は、◆、◆、◇です": the options named one by one.
BEFORE_LISTED_LAST = pattern(
    rf"(?:{dense('option')})(?:{dense('copula')})[^.!?。\n{NO_MENTION}]{{0,20}}{MENTION}[^.!?。\n]*\Z",
    accepts="選択肢は、◆、", refuses="正しい選択肢は",
)  # fmt: skip
BEFORE_RANGE_END = pattern(rf"{MENTION} to \Z", accepts="◇ to ", refuses="it points to ")
AFTER_NOT_OTHER = pattern(
    rf",? (?:and )?(?:not|rather than|instead of) {MENTION}\W*",
    accepts=", not ◇.", how="fullmatch", refuses=", not a dose of ◇.",
)  # fmt: skip
BEFORE_TICKED = pattern(rf"(?<!{MENTION})(?<!{MENTION}\s)(?:✓|✔|✅|☑)\s*\Z", accepts="✅ ", refuses="✗ ")
BEFORE_CROSSED = pattern(rf"(?<!{MENTION})(?<!{MENTION}\s)(?:❌|✗|✘|✖|×|≠)\s*\Z", accepts="❌ ", refuses="✓ ")
# "A isn't right. B is.": the verb alone, where the option before was denied.
AFTER_VERB_ALONE = pattern(
    r"[\s)\"']+(?:is|does|would(?: be)?|are|do)[\s.!)]*\Z",
    accepts=" is.", how="match", refuses=" is not.",
)  # fmt: skip
# "The most likely cause is:", and below it a label with its text: one option, no list.
BEFORE_ONE_LINE_DOWN = pattern(
    r"\b(?:is|was|be)(?: that| as follows)?:\n[\s\"'(*]*\Z",
    accepts="the most likely cause is:\n\n", refuses="the options are:\n\n",
)  # fmt: skip
# "1. ◆ 2. ◆ 3. ◆": a ranking in one line.
BEFORE_RANKED = pattern(rf"{MENTION} \d{{1,2}}[.)] \Z", accepts="1. ◆ 2. ", refuses="◆ is better. ")
ONLY_NUMBER = pattern(r"\W*(\d{1,2})[.,):]\s?", accepts="2, ", how="fullmatch", refuses="in 2, ")
BEFORE_AND_A = pattern(
    rf"{MENTION}[^.;!?\n]{{0,60}}\b(?:and|but also) (?:also )?an? \Z",
    accepts="◇ for adults and a ", refuses="◇ for a ",
)  # fmt: skip
BEFORE_BOTH = pattern(r"\b(?:both|all(?: of)?(?: three)?)\s*\Z", accepts="both ", refuses="either ")
# An instruction repeated: "Select all that apply: A, B, C".
BEFORE_SELECT_ALL = pattern(
    r"\b(?:select|choose|mark|check|pick) all\b|\ball that apply\b",
    accepts="select all that apply: ", refuses="all of these apply: ",
)  # fmt: skip

# --- alternatives that nothing ranks

TORN = pattern(
    r"\b(?:toss-?up|coin (?:toss|flip)|torn|combination|mixture|50.?50|fifty-fifty|equally|undecided"
    r"|hesitat\w+|either|split|tie"
    r"|close call|hard to (?:say|choose|decide)|difficult to (?:say|choose|decide)"
    r"|can't decide|cannot decide)\b",
    accepts="it is a toss-up between ", refuses="between ",
)  # fmt: skip
# With nothing else said, an abstention; with two options named, alternatives.
BEFORE_UNDECIDED = pattern(
    r"(?:\A\W*|\b(?:(?:i (?:can't|cannot|can not)|hard to|difficult to) (?:decide|choose|distinguish|tell"
    r"|say|pick)|torn|undecided|toss-?up|coin (?:toss|flip)|it is|it's|(?:choice|decision) is)(?: \w+){0,2} )"
    r"between\s*(?:options? )?\Z",
    accepts="i can't decide between ", refuses="not enough information to choose between ",
)  # fmt: skip
AFTER_NOTHING_MORE = pattern(
    r"\W*(?:together|each|all|both)?(?:(?:is|are|seems?|could be|would be|might be|may be) "
    r"(?:both |all |equally )?(?:reasonable|possible|plausible|correct|right|fine|acceptable|likely|good"
    r"|appropriate)|(?:would |could |might |may )?(?:work|fit|apply|do))?\W*",
    accepts=" would be reasonable.", how="fullmatch", refuses=" concern weight.",
)  # fmt: skip
# "Solution:" on a line, which heads working as well as an answer.
HEADS_WORKING = pattern(
    rf"(?:\A|\n)[\s*#_]*(?:{listed('heading')})[\s*_]*[:：]?[\s*_]*\Z",
    accepts="solution:\n", refuses="the solution is ",
)  # fmt: skip
