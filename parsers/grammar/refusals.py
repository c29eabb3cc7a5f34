"""Refusal, abstention, filter notice, stored error: four ways of not answering, told apart by their words.

A refusal rests on policy, safety, ethics, role or capability as an AI; an abstention on missing evidence
or on no option being right. Lower case, accents dropped; other languages' forms are in their data.
"""

import re

from parsers.grammar.languages import LANGUAGES
from parsers.grammar.pattern import by_first, pattern
from parsers.pattern import Pattern


def _forms(kind: str) -> str:
    """The regular expressions of all languages in one field, as one."""
    return "|".join(form for language in LANGUAGES for form in getattr(language, kind))


AS_AI = pattern(_forms("as_ai"), accepts="como modelo de lenguaje", refuses="como una crisis")
_CANNOT = (
    r"(?:(?:can't|cannot) and (?:won't|will not)"
    r"|can(?:'t| ?not)|could not|couldn't|won't|will not|unable to|not able to|not (?:in a position"
    r"|qualified|allowed|permitted|authori[sz]ed|equipped|comfortable|designed|going) to"
    r"|not (?:qualified|comfortable|appropriate|able)|(?:must|have to|need to|will|'ll|respectfully) "
    r"(?:respectfully |politely )?(?:decline|refuse|abstain from)|prefer not to|do not feel comfortable"
    r"|don't feel comfortable|am not comfortable|rather not|refuse to|decline to|shouldn't|should "
    r"not|don't|do not)"
)
_SERVICE = (
    r"(?:assist|assess (?:the |any |real |your )?(?:\w+ )?(?:symptoms|patients?)|help|comply|fulfil\w*"
    r"|engage|participate|diagnos\w*|prescrib\w*|give (?:you )?(?:any )?(?:a "
    r")?(?:\w+ )?(?:advice|diagnos\w+|recommendations?|opinion|guidance|an answer)"
    r"|provide (?:an? )?(?:\w+ )?(?:choice|letter)|giv(?:e|ing) medical"
    r"|provid(?:e|ing) (?:you )?(?:with )?(?:any )?(?:an? )?(?:\w+ ){0,3}(?:advice|diagnos\w+"
    r"|recommendations?|opinions?|guidance|prescriptions?|assessments?|assistance|consultations?"
    r"|treatment|information|help"
    r"|answer|response)|offer (?:\w+ ){0,3}(?:advice|diagnos\w+|opinions?|guidance|recommendations?)"
    r"|mak(?:e|ing) (?:a |any |such |that |this |these |those )*(?:\w+ )?(?:diagnos\w+|medical "
    r"decisions?|decisions?|judg\w+|clinical|recommendations?|choice|selection|determination)"
    r"|answer(?:ing)?(?: (?:this|that|the|your|these|such|any|medical|clinical|questions?|it|requests?"
    r"|about))*|respond(?:ing)?(?: to)?|discuss(?:ing)?|comment(?: on| about)"
    r"|recommend\w*|advis\w+|choos(?:e|ing)|select(?:ing)?|pick(?:ing)?|say (?:whether|if|which)|tell you "
    r"(?:which|whether|what)|address|support (?:this|that)|do that|do this|judge|evaluate (?:patients?"
    r"|real)|continue|take part|complete (?:this|the|your) (?:request|task))"
)
REFUSAL = pattern(
    rf"\b(?:(?:i|we|i'm|i am|we're|we are|me|as an ai|sorry)\b[^.!?\n]{{0,60}}?\b{_CANNOT}\s+(?:\w+ly |be "
    rf"able to |be |in good conscience |ethically |to )*{_SERVICE}\b"
    r"|(?:i (?:must|have to|will|need to)|i'll|i'd) (?:respectfully |politely )?(?:decline|refuse"
    r"|abstain)\b|i (?:decline|refuse)\b|(?:have|need) to (?:refuse|decline)\b"
    r"|not possible for me to (?:recommend|advise|choose|select|answer|diagnos|give|provide)"
    r"|i(?:'m| am) (?:not comfortable|uncomfortable)|(?:do not"
    r"|don't) feel comfortable\b"
    r"|as an? (?:ai|artificial intelligence|(?:large )?language model|assistant|chatbot"
    r"|virtual)\b[^.!?\n]{0,120}\b(?:cannot|can't|can not|unable|not able|do not|don't|not (?:qualified"
    r"|allowed|permitted|a (?:doctor|physician|psychiatrist|clinician))|must not|should not|shouldn't"
    r"|won't|decline|no (?:ability|access|capability))"
    r"|i (?:do not|don't) have (?:(?:any )?(?:personal|my own|subjective|political)"
    r" (?:opinions?|beliefs?|views?|feelings|preferences)|the (?:ability|capacity) to (?:\w+ )?"
    r"(?:have|hold|form|express|perceive|feel|agree))\b"
    r"|i (?:cannot|can't|can not) (?:\w+ ){0,2}(?:express|endorse|agree or disagree"
    r"|take a (?:\w+ )?(?:stance|side))\b"
    r"|(?:i am|i'm) (?:just |only )?an? (?:ai|artificial intelligence|language model|ai language "
    r"model)\b[^.!?\n]{0,120}\b(?:cannot|can't|unable|not able|do not|don't|not)\b"
    r"|(?:against|violates?|violating|outside|breach(?:es)?|conflicts? with|goes against|contrary to"
    r"|not permitted by|prohibited by|prevent(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|do(?:es)? not "
    r"allow|don't allow)\b[^.!?\n]{0,40}\b(?:(?:usage |use |content |safety |company |my |our |openai'?s? "
    r")*(?:polic(?:y|ies)|guidelines|rules|programming|principles|terms|scope|me from (?:answering"
    r"|selecting|giving|providing|choosing)))\b|(?:my|our|the) (?:\w+ )?(?:guidelines|polic(?:y|ies)"
    r"|programming|safety rules|instructions) (?:\w+ )?(?:prevent|prohibit|forbid|do not allow|don't "
    r"allow|does not allow|require me)"
    r"|(?:please|you should|i (?:would |strongly )?(?:recommend|suggest|advise|encourage)"
    r"|it is best to|better to|strongly)[^.!?\n]{0,60}\b(?:consult(?:ing)?|seek(?:ing)?"
    r"|speak(?:ing)? (?:to|with)"
    r"|see"
    r"|contact(?:ing)?|talk(?:ing)? (?:to|with)|reach(?:ing)? out)\b[^.!?\n]{0,60}\b(?:healthcare|health "
    r"care|health|medical|mental|qualified|licensed|professional|doctor|physician|psychiatrist"
    r"|psychologist|therapist|clinician|provider|emergency)"
    r"|(?:can't|cannot|unable to|not able to) (?:see|view|access|open|browse|read|process) (?:the |any "
    r"|this |that |these |your )?(?:images?|pictures?|figures?|files?|links?|attachments?|internet|web"
    r"|external|real-time)",
    r"|(?:inappropriate|not appropriate|not be (?:right|appropriate|ethical|proper)|wouldn't be "
    r"(?:right|appropriate|ethical|proper)|n't be (?:right|appropriate|ethical|proper)|irresponsible"
    r"|unethical|unsafe|improper|not right|harmful) (?:for me|of me|to (?:answer|diagnos|choose|select"
    r"|provide|give))|(?:must|have to|should|will) (?:respectfully )?refrain from",
    r"|(?:programmed|designed|instructed|trained|told|required|supposed) (?:not to|to not|to refuse|to "
    r"decline)\b|i(?:'m| am) not (?:allowed|permitted|authori[sz]ed|supposed|licensed|qualified"
    r"|programmed) to\b",
    r"|(?:that|this|it)(?:'s| is) not something (?:that )?i(?:'m| am| can| will| would)?\b[^.!?\n]{0,20}"
    r"\b(?:do|answer|help|provide|give|advise|discuss|say|offer|comment)\b"
    r"|(?:outside|beyond) (?:of )?(?:what i(?: can|'m able| am able)|my (?:\w+ )?(?:scope|remit"
    r"|abilities|capabilities"
    r"|expertise))"
    r"|i (?:can't|cannot|won't|can not)\b[^!?\n]{0,100}\b(?:because|since|as) (?:that|this|it|doing so"
    r"|they) (?:would be|is|are|constitutes?|amounts? to) (?:giving )?(?:medical|clinical|a diagnosis))",
    accepts="i'm sorry, but i can't assist with that", refuses="the drug cannot help with mania",
)  # fmt: skip
_MISSING = _forms("missing")
# A refusal needs no reason of evidence; these words give one.
EVIDENCE = pattern(
    r"\b(?:(?:definitive|definite|conclusive|exact|precise|confident|reliable|meaningful|final) (?:answer"
    r"|choice|conclusion|option|response)|definitively|conclusively|(?:from|among) the (?:given|provided"
    r"|available|listed) (?:options|choices)|in the requested format"
    r"|(?:not|n't|in)\s?(?:sufficient|enough|adequate)|insufficient|(?:enough|sufficient|more"
    r"|additional|further|adequate|complete) (?:information|context|data|details?|evidence|knowledge"
    r"|facts|history)|(?:no|lack(?:s|ing)?(?: of)?|missing|absent|without|incomplete|limited) (?:\w+ "
    r"){0,4}(?:information|context|data|details?|evidence|image|figure|graph|diagram|vignette|passage"
    r"|text|question|case|snippets?|options?|values?|support|table|description|picture|statement)"
    r"|(?<!\bi )(?<!\bwe )(?:do(?:es)?|did) not (?:\w+ )?(?:mention|contain|provide|specify|include|give"
    r"|state|say|describe"
    r"|support|indicate|tell|show|address|list|present|offer)|(?:doesn't|don't|didn't) (?:\w+ "
    r")?(?:mention|contain|provide|specify|include|give|state|say|describe|support|indicate|tell|show"
    r"|address|list|present|offer|have enough|know)"
    r"|(?:cannot|can't|could not|couldn't|can not|impossible to|unable to|not possible to|difficult to|no "
    r"way to|hard to) (?:be )?(?:\w+ly )?(?:determin\w+|tell|decid\w+|conclud\w+|verif\w+|infer\w*"
    r"|establish\w*|deduc\w+|ascertain\w*|say (?:for|with)|know|distinguish|comput\w+|calculat\w+|solv\w+"
    r"|identif\w+)"
    r"|(?:is|are|was|were) (?:missing|absent|incomplete|cut off)|(?:is|are|was|were|been) (?:missing"
    r"|absent|not|n't) ?(?:\w+ )?(?:provided|given|available|specified|included"
    r"|stated|mentioned|shown|listed|known|clear|attached|visible|present)|isn't (?:provided|given"
    r"|available|specified|mentioned|shown|clear)|not (?:provided|given|specified|mentioned|shown|stated"
    r"|available|supported|listed)|unclear|unknown|undetermined|indeterminate|cut off|incomplete"
    r"|ambiguous|no (?:snippet|passage|source|record|edge))\b"
    rf"|{_MISSING}|" + _forms("evidence"),
    accepts="not enough information", refuses="i cannot help with that",
)  # fmt: skip


# The same in other languages: those in Latin letters begin with a word, the others need such letters.
def _by_script(kind: str) -> tuple[Pattern, Pattern]:
    forms = [form for language in LANGUAGES for form in getattr(language, kind)]
    latin = [part.removeprefix(r"\b") for form in forms if form.isascii() for part in form.split(r"|\b")]
    return Pattern(rf"\b(?:{by_first(latin)})"), Pattern("|".join(one for one in forms if not one.isascii()))


_ELSEWHERE = {kind: _by_script(kind) for kind in ("refusal", "abstention")}


def said_elsewhere(kind: str, low: str, start: int = 0) -> re.Match[str] | None:
    """A sentence that declines, or abstains, in another language than English."""
    latin, others = _ELSEWHERE[kind]
    return latin.search(low, start) or (None if low.isascii() else others.search(low, start))


def abstains(low: str, start: int = 0) -> re.Match[str] | None:
    """A sentence that says that the answer cannot be known, in whatever language."""
    return ABSTENTION.search(low, start) or said_elsewhere("abstention", low, start)


# Bare apologies and short formulas that are a whole refusal by themselves.
SHORT_REFUSAL = pattern(
    r"[\W_]*(?:(?:i'm |i am |we're |we are )?(?:very |so |truly )?sorry\b[^.!?\n]{0,30}\b(?:can(?:'t|not)"
    r"|unable|but no)\b[^.!?\n]{0,60}|(?:i )?(?:can(?:'t|not)|won't|will not) (?:help|assist|do that"
    r"|comply|answer that|answer this)\b[^.!?\n]{0,40}|no comment|i refuse\b[^.!?\n]{0,60}|(?:request "
    r")?(?:declined|refused)|sorry,? (?:but )?(?:i )?(?:can(?:'t|not)|won't)\b[^.!?\n]{0,80})[\W_]*",
    accepts="i can't help with that.", how="fullmatch", refuses="i can't tell",
)  # fmt: skip
_UNKNOWN = r"(?:n/a|not applicable|no answer|unanswerable|undetermined|unknown|indeterminate|inconclusive)\b"
_NOT_LISTED = r"(?:is |are |was |were )?not (?:\w+ )?(?:listed|among|provided|given|available)\b"
# Nearly all of it begins where a word begins: asked once, for all of them.
ABSTENTION = pattern(
    r"\b(?:(?:cannot|can't|can not|could not|couldn't) be (?:\w+ly )?(?:determined|decided|answered"
    r"|established|inferred|concluded|known|verified|solved|selected|given)|(?:unable|impossible|not "
    r"possible) to (?:\w+ly )?(?:determine|tell|decide|answer|say|conclude|solve|choose|select|identify"
    r"|give|provide)|(?:insufficient|not enough|inadequate|no sufficient|lack of|not sufficient) "
    r"(?:information|data|context|evidence|details)|not (?:sufficient|enough) (?:to|information|data"
    r"|detail|evidence)"
    r"|(?:i|we) (?:really |simply |honestly )?(?:do not|don't|cannot|can't|could not|couldn't) (?:know"
    r"|tell|determine|decide|answer|say|find|give|provide|choose|select|conclude)|no idea\b|not sure "
    r"(?:which|what|about)|none of (?:the|these|those|them|above)|no (?:correct|right|suitable|valid"
    r"|definite|definitive|clear|good) (?:answer|option|choice)"
    r"|(?:answers?:? (?:is |are |would be |remains )?(?:therefore )?|(?:it|this|which) (?:is|remains) )"
    rf"{_UNKNOWN}"
    r"|no answer\b|neither (?:option|of|is|seems|fits|applies)"
    r"|none (?:apply|applies|fits?|is correct|are correct)"
    r"|(?:options?|answers?|choices?|questions?|information|context|texts?|passages?"
    r"|snippets?|data|details?|images?|figures?|tables?|case|vignette|it|which|that|this|they|is|are|list)"
    rf"(?: \w+){{0,3}} {_NOT_LISTED}"
    r"|no option\b|depends on\b"
    r"|more (?:information|context|data|details) (?:is|are|would be) (?:needed|required|necessary)"
    r"|(?:evidence|information|data|details?|context) (?:is|are|was) (?:insufficient|not sufficient"
    r"|lacking|inadequate|not enough|too (?:scarce|sparse|limited)))"
    rf"|: {_UNKNOWN}|\A[\W_]*(?:{_UNKNOWN}|{_NOT_LISTED})",
    accepts="it cannot be determined", refuses="it can be determined",
)  # fmt: skip
FILTER_NOTICE = pattern(
    r"content[_ -]?(?:management|filter\w*|moderation|policy violation)|(?:response|output|completion"
    r"|prompt|request|message|content|reply) (?:was|has been|is|were) (?:\w+ )?(?:filtered|blocked"
    r"|flagged|withheld|censored|moderated|removed|redacted|stopped|suppressed)\b[^.\n]{0,80}(?:polic"
    r"|filter|safety|moderation|content|guideline|violat|provider|system|$)|\b(?:blocked|filtered|flagged"
    r"|withheld|removed) (?:by|due to|for|because of)\b[^.\n]{0,40}(?:safety|polic|filter|moderation"
    r"|content|provider)|responsibleaipolicyviolation|finish_?reason['\":\s]+(?:content_filter|safety"
    r"|recitation|prohibited_content)|block_?reason|prohibited_content|harm_category"
    r"|safety[_ ](?:settings?|ratings?|filter|system) (?:blocked|triggered)?|triggering (?:azure|openai"
    r"|content)|" + _forms("filtered"),
    accepts="the response was filtered due to the content policy", refuses="the answer was b",
)  # fmt: skip
# Errors that no model writes: what they mention is no answer, whatever it looks like.
RAW_ERROR = pattern(
    r"\A[\s\W]*(?:traceback \(most recent call last\)|<!doctype|<html|http/\d|\w+(?:error|exception):"
    r"|(?:http(?: status)?(?: code)?|(?:http |api |server )?error(?: code)?|status(?: code)?)[ :]{0,2}"
    r"(?:error )?[45]\d\d\b"
    r"|[45]\d\d[ :-]{1,3}(?:internal server error|service (?:temporarily )?unavailable|bad gateway"
    r"|gateway time|too many requests|bad request|unauthori[sz]ed|forbidden|not found))",
    accepts="traceback (most recent call last):", refuses="the error: none",
)  # fmt: skip
STORED_ERROR = pattern(
    r"\A[\W_]*(?:error|exception|traceback|api ?error|http ?error|\w{0,30}error\b(?=[:( ])|failed|request "
    r"failed|timeout|timed out|connection)\b|\b(?:error code|status code|http(?:/\d)?(?:\.\d)? ?(?:error "
    r")?[45]\d\d|\b(?:429|500|502|503|504|529)\b[^.\n]{0,20}(?:error|too many|bad gateway|unavailable"
    r"|overloaded|timeout)|too many requests|rate limit|internal server error|bad gateway|service "
    r"unavailable|gateway time-?out|connection (?:reset|refused|aborted|error|timed)|read timed out|max "
    r"retries exceeded|overloaded_error|invalid_request_error|insufficient_quota|quota exceeded"
    r"|model_not_found|econnreset|etimedout|openai\.\w*error|<!doctype html|<html)|\b(?:traceback \(most "
    r"recent call last\))",
    accepts="error: connection reset by peer", refuses="the answer is in error",
)  # fmt: skip
