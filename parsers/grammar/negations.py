"""Sentences that deny an option: negated, eliminated, doubted, judged wrong.

All patterns work on the skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins,
`AFTER_*` patterns begin where it ends and are matched there.
"""

from parsers.grammar.frames import BAD, BEING, DEGREE
from parsers.grammar.keys import REJECTING
from parsers.grammar.pattern import MENTION, NO_MENTION, cued, whole, words

_NEGATORS = """
    not never neither nor hardly scarcely
    without except except_for excepting but_not instead_of rather_than other_than
    unlike as_opposed_to opposed_to anything_but all_but far_from over versus vs vs. contrary_to isn't
    aren't wasn't can't_be cannot_be couldn't_be wouldn't_be shouldn't_be won't_be don't do_not
    avoid avoids avoiding statt no ne_sont вместо
"""
_NEGATORS_UNSPACED = "不是 不选 不應 并非 而不是 ليس ليست"
_AFTER_NEGATOR = """
    by with in at for to of be e era foi sao
    necessarily simply really also likely probably possibly even either both
    changing_my_answer_to changing_it_to changing_to switching_to changing_my_choice_to
    just the a an any es est ist son sont answer option options choice correct right choosing picking
    about case letter la le der die das el o as all
"""
BEFORE_NEGATION = cued(
    rf"(?:{whole(_NEGATORS)}"
    r"|\b(?:(?:does|do|did) not|(?:does|do|did)n't) (?:(?:really|quite|also|even) )*"
    r"(?:seem|appear|look|sound)(?: to be| like)(?: an?| the)?[ \"'(]*\Z"
    rf"|\b(?:none|neither) of(?: options?)?[ \"'(]*\Z"
    rf"|\b(?:neither|nor) (?:is|are|was|were|does|do|did|can|could|would|has|have)\b"
    rf"|{words(_NEGATORS_UNSPACED)})(?:\s*(?:{words(_AFTER_NEGATOR)})(?!\w))*\s*[:\"'(\[]*\s*\Z",
    accepts="the answer is not ", refuses="the answer is ",
)  # fmt: skip
_DENIERS = "not no never without neither nor don't"
# "not of unipolar ◇": an option text that is the tail of what is denied.
BEFORE_NEGATION_OF_TEXT = cued(
    rf"{whole('lacks lacking lacked lack without no few')} (?:\w+ ){{0,2}}"
    r"(?:features?|symptoms?|signs?|criteria|evidence|hallmarks?|course|history|picture|presentation)"
    r" (?:of|for)(?: an?)?\s*\Z|\b(?:denies|denied|denying)(?: \w+){0,3}\s*\Z"
    r"|\b(?:ruled out|excluded|eliminated|rejected|unlikely|incorrect|wrong|inappropriate),?"
    r" (?:and )?(?:as|so) (?:is|are|was|were|can be|would be)(?: an?| the)? \Z"
    rf"|{whole(_DENIERS)}(?: (?!(?:only|just|but|and|so|because|is|are|was|were"
    rf"|be)\b)[\w-]+){{0,3}}\s*\Z",
    accepts="and not of unipolar ", refuses="not only that but ",
)  # fmt: skip
# "not only A", "no" as an interjection ("No, A"), and what a statement that is looked for does not do.
# An option or answer of which the same is said may be one that is ruled out.
NO_NEGATION = cued(
    rf"\b(?:statement|one|drug|finding|sign|symptom|item|exception|claim|description|pair|combination)"
    rf" (?:that|which) (?:cannot|can not|can't|could not|couldn't|would not|wouldn't)"
    rf"[^,;:.!?\n{NO_MENTION}]{{0,60}} (?:is|must be|would be):?\s*[\"'(]*\Z"
    r"|\bnot (?:only|just|merely|simply)\b[^,;]*\Z|\bno[,.;!—–-]+\s*\Z|\b(?:hm+|wait|sorry|oh|actually"
    r"|well|oops|but)[,.!…]*\s+no\s*[:,.!]+\s*\Z"
    rf"|\b(?!(?:option|choice|answer)s?\b)\w+ (?:that|which|who) (?:is|are|was|would be)"
    rf" (?:the )?least likely to\b"
    rf"[^,;:.!?\n{NO_MENTION}]{{0,60}} (?:is|must be|would be):?\s*[\"'(]*\Z"
    r"|\bla no \Z",  # Vietnamese "là nó": "is that it"
    accepts="not only ",
    refuses="not ",
)

_ELIMINATION = """
    rule_out rules_out ruled_out ruling_out exclud* eliminat* reject* discard* dismiss* disregard*
    ignor* skip skips skipping forget remov* cross_out crosses_out crossed_out crossing_out
    argues_against argue_against speaks_against speak_against against incorrect_answer incorrect_answers
    incorrect_option incorrect_options wrong_answer wrong_answers wrong_option wrong_options distractors
    distractor incompatible_with inconsistent_with contradicts contradict ruling_out_of beware_of
    not_to_be_confused_with not_to_be_mistaken_for to_be_distinguished_from
    not_selected: not_chosen: not: descarta* descarto elimina eliminar eliminamos eliminado eliminada
    eliminados eliminadas elimino eliminan elimine eliminer eliminons excluir excluye excluyo excluyen
    excluimos excluido excluida excluidos exclut exclure excluons exclui esclud* escluso esclusa wrong:
    incorrect: false: excluded: rejected: eliminated: no: absent: missing: denied: not_present:
    not_applicable: does_not_apply: do_not_apply: unlikely: ausschliesse ausschliessen ausschliesst
    scheidet scheiden ausgeschlossen исключа* исключить исключим исключен исключена исключено исключены
    отброс*
"""
# Words of elimination, with the eliminated behind them in the same clause.
BEFORE_ELIMINATION = cued(
    rf"(?:{whole(_ELIMINATION)}|排除)(?:(?!\b(?:is|are|was|would|be)\b)[^,;:.!?\n{NO_MENTION}]){{0,40}}\Z",
    accepts="we can rule out option ", refuses="the rule says ",
)  # fmt: skip
# "The wrong option is ◆": what is announced is no answer. "The false statement is" may be what is asked for.
BEFORE_WRONG_ONE = cued(
    r"\b(?:incorrect|wrong|worst|worse|poorest|least (?:likely|suitable|appropriate)(?: correct| right)?)"
    r" (?:answers?|options?|choices?|letters?)(?: (?:here|of all|of these|listed|given|therefore|then))*,?"
    r" (?:is|are|was|were|would be|must be|:)(?: (?:clearly|definitely|of course|likely|probably))?[\s:]*"
    r"(?:(?:option|letter|answer|choice) )?[\"'(]*\Z"
    r"|\b(?:option|answer|choice|one) (?:(?:that|which) )?"
    r"(?:i(?:'m| am) (?:\w+ )?(?:sure|certain|confident) (?:that )?)?is "
    r"(?:(?:clearly|definitely|certainly) )?(?:wrong|incorrect) (?:is|would be)[\s:]*(?:option )?[\"'(]*\Z"
    r"|\b(?:options?|answers?|choices?|one) (?:that )?(?:i|we|you)(?:'d| can| would| could)?(?: first)?"
    r" (?:rule out|exclude|eliminate|reject|discard)(?: first)? (?:is|are|would be)[ \"'(]*\Z"
    rf"|(?:\A|\n)[\s*_-]*(?:options? )?(?:{words(REJECTING)})(?<!elimination)"
    r"(?: (?:options?|answers?|choices?|ones?|letters?))?[\s*_]*:[\s*_]*\Z",
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
    disagree_that false_that untrue_that incorrect_that wrong_that not_true_that
    mistake_is_to mistake_would_be_to error_is_to error_would_be_to trap_is_to pitfall_is_to tempting_to
    little_to_suggest little_evidence least_likely
"""
_CONTRACTED_NOT = "don't doesn't didn't wouldn't couldn't shouldn't"
_NOT_TO = (
    rf"(?:{whole('do does did would could can should')} not"
    rf"|{words(_CONTRACTED_NOT)})"
)
_OPINION = """
    think believe see agree say expect feel support suggest favour favor consider find pick choose
    select go want point rate rank score place describe
"""
# "We do not have enough information to select either ◆", also where an option says that: "◇ to choose ◆".
# Not where nothing more is wanting: "no need for more data to choose ◆", "no more data needed to choose ◆".
_SO_MUCH = (
    r"(?: (?!(?:needs?|needing|requires?|requiring|wants?|doubt|question|lack(?:s|ing)?)\b)[\w-]+){0,4}?"
    r" (?:information|evidence|data|details?|context|basis|grounds?)"
)
_TOO_LITTLE = (
    rf"(?:\b(?:(?:not|never|without|(?<!no )(?<!not )(?<!n't )lack(?:s|ing)?|insufficient){_SO_MUCH}"
    r"(?: (?:is|are|was|required|needed|necessary|given|provided))?"
    rf"|(?<!need )(?<!needs )(?<!require )(?<!requires )no{_SO_MUCH}(?: (?:is|are|was|given|provided))?)"
    r" to (?:\w+ )?(?:choose|select|pick|decide|determine|conclude|favou?r|prefer)"
    rf"|{MENTION} to (?:choose|select|pick))"
    r"(?: (?:either|on|for|options?|answers?|the|that|whether|if|it|he|she|is|was)){0,5} [\"'(]*\Z"
)
# "I don't think it is", "there is no way the answer is", "nothing suggests": the doubt governs the rest of
# the clause.
BEFORE_DOUBT = cued(
    rf"(?:{_NOT_TO} (?:{words(_OPINION)})(?!\w)|{whole(_DOUBT)}"
    r"|\bdisagree with (?:\w+ ){1,3}that\b|(?:not|n't) be (?:right|appropriate"
    r"|ethical|proper|wise|responsible|fair|safe)(?: for me)? to\b|(?<!no )(?<!little )(?<!without "
    r")(?<!without a )(?<!any )\bdoubt\b)",
    r"(?:(?! [-–—] )(?!\b(?:so|but|however|therefore|hence|thus|instead|because|leaves|leaving|which"
    r"|and (?:i|so|thus|therefore|hence))\b)",
    rf"[^,;:—!?\n{NO_MENTION}]){{0,80}}\Z|{_TOO_LITTLE}",
    accepts="i don't think it is ", refuses="i cannot find support, so ",
)  # fmt: skip

_NOT = """
    isn't aren't wasn't weren't cannot can't doesn't don't didn't couldn't wouldn't shouldn't won't fails
    failed lacks lack contradicts do_not does_not did_not can_not could_not would_not should_not will_not
    has_not have_not doesnt dont no_es nao_e n'est_pas ist_nicht non_e не niet nie degil
"""
_BLUNT = """
    no incorrect wrong false excluded eliminated unlikely inconsistent incompatible unsupported nope
    nein absent not_correct not_right not_true not_applicable not_it not_the_answer
"""
# "… is ◇, nie ◆", "…是◇,不是◆": what is denied is the next one.
# "The answer is ◆, this is not right"; "◆: this is not bipolar disorder" may be a reason.
_THIS = (
    r"(?<=, )this(?=(?: is not| isn't| was not| wasn't| does not| doesn't)"
    r"(?:(?: fit| (?:the )?(?:correct|right|true))?(?:[.,;!\n]|\Z)"
    r"| (?:an? |the )?(?:(?:correct|right|best|true|valid) )?(?:answer|option|choice)\b))"
)
_LED_ON = rf"[ \"'*]*{MENTION}"
AFTER_NEGATION = cued(
    r"(?!\s*(?:does not|doesn't) belong|,? (?:isn't|doesn't|wasn't) (?:it|that)\?)",
    r"[\s)\]\"',]*(?:\([^()\n]{0,60}\)\s*)?(?:[-–—:]\s+)?",
    rf"(?:(?:both|all|also|therefore|thus|each|clearly|obviously|certainly|which|that|too|it|{_THIS}) )*(?:",
    rf"{BEING}\s*{DEGREE}{BAD}(?! (?:only|just|merely|incorrect|wrong|false|excluded|ruled)(?!\w))",
    rf"|(?:{words(_NOT)})(?!\w)(?! (?:only|just)\b|{_LED_ON})"
    rf"|也?不(?!仅|但|[是选]?{_LED_ON})|も?違う|(?:では|じゃ)(?:な|あり?ません|ございません)|아닙|아니"
    r"|[.:：)]?\s*(?:❌|✗|✘|✖|×))",
    accepts=" is not right", how="match", refuses=" is right",
)  # fmt: skip
# A verdict of one word behind a delimiter: "A: wrong", "A) Incorrect.", "A - no".
AFTER_BLUNT_NO = cued(
    rf"\s*(?:[):–—-]|->|=>)\s*(?:{words(_BLUNT)})\s*(?:[.,;:!\n]|\Z|{MENTION}|[-–—]+\s|(?:because|since"
    rf"|as)\b)|\s*\(\s*(?:{words(_BLUNT)}|✗|❌)\s*\)"
    rf"|\s*\?\s*(?:(?:hmm*|well|um+|uh|actually|oh|maybe),?\s*)*(?:{words(_BLUNT)}|not)(?!\w)",
    accepts=": wrong", how="match", refuses=": wrong dose",
)  # fmt: skip
# "A. is not an option", "C. none of the above" where C is another option.
AFTER_STOP = cued(
    r"[.):]+\s+(?:(?:is|was|are) (?:not|incorrect|wrong|false)\b(?! (?:only|just|incorrect|wrong))"
    r"|\((?:this|that|it) is (?:also )?(?:an? |the )?(?:incorrect|wrong|not correct)"
    r"(?: option| answer| choice)?\)"
    r"|none of (?:the (?:above|given|listed|options?|choices?|answers?)|these|them)[\s)]*(?:[.,;(\n]|\Z))",
    accepts=". is not an option that fits", how="match", refuses=". it is not known",
)  # fmt: skip
AFTER_DOUBLE_NEGATION = cued(
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
_LEAST = (
    r"(?:is|are|was|were) (?:the )?least (?:likely|commonly|often|frequently)\b"
    r"(?! (?:answers?|options?|choices?|correct|right|to be (?:right|correct|true|the answer))\b)"
)
# "is not a conifer", but not "is not the case": what a thing is not, beside an answer.
_KIND = (
    rf"(?:is|are|was|were)(?: not|n't) (?:an?|the|one of) (?!(?:\w+ ){{0,2}}(?:{words(_VERDICTS)})\b"
    r"|case\b|fact\b)"
)
_FACT = (
    rf"(?:(?:is|are|was|were)(?: not|n't) (?:an? |the |one of |typically |usually |commonly |known "
    rf"|considered |directly |generally |\w+ed )(?!(?:\w+ ){{0,2}}(?:{words(_VERDICTS)})\b)"
    rf"|{_LEAST}"
    r"|(?:(?:does|do) not|(?:does|do)n't) (?!fit|apply|match|explain|meet|answer|hold|seem|appear|work)\w+)"
)
AFTER_FACT = cued(
    rf"[\s)]*{_FACT}", accepts=" is not a risk factor", how="match", refuses=" is not the right answer",
)  # fmt: skip
# "The answer is ◆, which is not a conifer", "…, it is not ◇": a reason, behind what is called the answer.
AFTER_ASIDE = cued(
    rf"[\s)\]\"'*]*, (?:which|it|this|that) (?:{_KIND}|{_LEAST}"
    rf"|(?:is|was)(?: not|n't) {MENTION}[\s)\"'*]*(?:[.;\n]|\Z))",
    accepts=", which is not a conifer", how="match", refuses=", which is not supported",
)  # fmt: skip
# "The model's answer is ◆", "by this rule the answer is ◆": an answer that somebody or something else gives.
BEFORE_ASIDE_OF_OTHERS = cued(
    r"(?<!\bit)(?<!\bthat)(?<!\bhere)'s |s' |\b(?:his|her|their|your|its|one|some|by|then|would)\b",
    accepts="the model's answer is ", refuses="the answer is ",
)  # fmt: skip
