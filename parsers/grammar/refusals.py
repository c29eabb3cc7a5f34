"""Refusal, abstention, filter notice, stored error: four ways of not answering, distinguished by their
words.

A refusal rests on policy, safety, ethics, role or capability as an AI; an abstention on missing evidence
or on no option being right. Lower case, accents dropped. The ten languages are those models most often
fall into.
"""

from parsers.grammar.languages.of_all import forms_of_all
from parsers.grammar.pattern import pattern
from parsers.grammar.screened import Screened

_FOREIGN_REFUSALS = "|".join(forms_of_all("refusal"))
_FOREIGN_ABSTENTIONS = "|".join(forms_of_all("abstention"))

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
    rf"\b(?:i|we|i'm|i am|we're|we are|me|as an ai|sorry)\b[^.!?\n]{{0,60}}?\b{_CANNOT}\s+(?:\w+ly |be "
    rf"able to |be |in good conscience |ethically |to )*{_SERVICE}\b"
    r"|\b(?:i (?:must|have to|will|need to)|i'll|i'd) (?:respectfully |politely )?(?:decline|refuse"
    r"|abstain)\b|\bi (?:decline|refuse)\b|\b(?:have|need) to (?:refuse|decline)\b"
    r"|\bnot possible for me to (?:recommend|advise|choose|select|answer|diagnos|give|provide)"
    r"|\bi(?:'m| am) (?:not comfortable|uncomfortable)|\b(?:do not"
    r"|don't) feel comfortable\b"
    r"|\bas an? (?:ai|artificial intelligence|(?:large )?language model|assistant|chatbot"
    r"|virtual)\b[^.!?\n]{0,120}\b(?:cannot|can't|can not|unable|not able|do not|don't|not (?:qualified"
    r"|allowed|permitted|a (?:doctor|physician|psychiatrist|clinician))|must not|should not|shouldn't"
    r"|won't|decline|no (?:ability|access|capability))"
    r"|\bi (?:do not|don't) have (?:any )?(?:personal|my own|subjective|political)"
    r" (?:opinions?|beliefs?|views?|feelings|preferences)\b"
    r"|\bi (?:do not|don't) have the (?:ability|capacity) to (?:\w+ )?(?:have|hold|form|express|perceive"
    r"|agree)\b"
    r"|\bi (?:cannot|can't|can not) (?:\w+ ){0,2}(?:express|endorse|have an opinion|agree or disagree"
    r"|take a (?:\w+ )?(?:stance|position|side))\b"
    r"|\b(?:i am|i'm) (?:just |only )?an? (?:ai|artificial intelligence|language model|ai language "
    r"model)\b[^.!?\n]{0,120}\b(?:cannot|can't|unable|not able|do not|don't|not)\b"
    r"|\b(?:against|violates?|violating|outside|breach(?:es)?|conflicts? with|goes against|contrary to"
    r"|not permitted by|prohibited by|prevent(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|do(?:es)? not "
    r"allow|don't allow)\b[^.!?\n]{0,40}\b(?:(?:usage |use |content |safety |company |my |our |openai'?s? "
    r")*(?:polic(?:y|ies)|guidelines|rules|programming|principles|terms|scope|me from (?:answering"
    r"|selecting|giving|providing|choosing)))\b|\b(?:my|our|the) (?:\w+ )?(?:guidelines|polic(?:y|ies)"
    r"|programming|safety rules|instructions) (?:\w+ )?(?:prevent|prohibit|forbid|do not allow|don't "
    r"allow|does not allow|require me)"
    r"|\b(?:please|you should|i (?:would |strongly )?(?:recommend|suggest|advise|encourage)"
    r"|it is best to|better to|strongly)[^.!?\n]{0,60}\b(?:consult(?:ing)?|seek(?:ing)?"
    r"|speak(?:ing)? (?:to|with)|see"
    r"|contact(?:ing)?|talk(?:ing)? (?:to|with)|reach(?:ing)? out)\b[^.!?\n]{0,60}\b(?:healthcare|health "
    r"care|health|medical|mental|qualified|licensed|professional|doctor|physician|psychiatrist"
    r"|psychologist|therapist|clinician|provider|emergency)"
    r"|\b(?:can't|cannot|unable to|not able to) (?:see|view|access|open|browse|read|process) (?:the |any "
    r"|this |that |these |your )?(?:images?|pictures?|figures?|files?|links?|attachments?|internet|web"
    r"|external|real-time)",
    r"|\b(?:inappropriate|not appropriate|not be (?:right|appropriate|ethical|proper)|wouldn't be "
    r"(?:right|appropriate|ethical|proper)|n't be (?:right|appropriate|ethical|proper)|irresponsible"
    r"|unethical|unsafe|improper|not right|harmful) (?:for me|of me|to (?:answer|diagnos|choose|select"
    r"|provide|give))|\b(?:must|have to|should|will) (?:respectfully )?refrain from",
    r"|\b(?:programmed|designed|instructed|trained|told|required|supposed) (?:not to|to not|to refuse|to "
    r"decline)\b|\bi(?:'m| am) not (?:allowed|permitted|authori[sz]ed|supposed|licensed|qualified"
    r"|programmed) to\b",
    r"|\b(?:that|this|it)(?:'s| is) not something (?:that )?i(?:'m| am| can| will| would)?\b[^.!?\n]{0,20}"
    r"\b(?:do|answer|help|provide|give|advise|discuss|say|offer|comment)\b"
    r"|\b(?:outside|beyond) (?:of )?(?:what i(?: can|'m able| am able)|my (?:\w+ )?(?:scope|remit"
    r"|abilities|capabilities|expertise))"
    r"|\bi (?:can't|cannot|won't|can not)\b[^!?\n]{0,100}\b(?:because|since|as) (?:that|this|it|doing so"
    r"|they) (?:would be|is|are|constitutes?|amounts? to) (?:giving )?(?:medical|clinical|a diagnosis)",
    accepts="i'm sorry, but i can't assist with that", refuses="the drug cannot help with mania",
    kind=Screened,
)  # fmt: skip
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
    r"|信息不足|无法确定|无法判断|没有足够|不足以|未提供|没有提供|未提及|情報が不足|判断できません"
    r"|判断できない|わかりません|不明|정보가 부족|알 수 없|판단할 수 없|충분하지|no "
    r"hay (?:suficiente )?informacion|informacion insuficiente|no se puede determinar|pas assez "
    r"d'informations|ne permet(?:tent)? pas|impossible de determiner|nicht genug|nicht genugend"
    r"|unzureichend|lasst sich nicht|kann nicht bestimmt|nao ha informac|informacoes insuficientes|nao e "
    r"possivel determinar|недостаточно|невозможно определить|нельзя определить|не указан|non ci sono "
    r"(?:abbastanza|sufficienti)|informazioni insufficienti|non e possibile determinare|لا توجد معلومات"
    r"|لا يمكن تحديد|معلومات غير كافية|पर्याप्त जानकारी|निर्धारित नहीं"
    r"|sans (?:plus|davantage)(?: ample)? ?(?:de |d')?(?:contexte|informations?|precisions?|details?)"
    r"|s(?:in|em) (?:mas|mais|mayor|maiores) (?:informacion|informacoes|contexto|da[td]os|detal\w+)"
    r"|ohne (?:weitere|mehr|zusatzliche|genauere|nahere) (?:informationen|kontext|angaben|details)"
    r"|senza (?:ulteriori|altre|piu|maggiori) (?:informazioni|dettagli|dati)"
    r"|zonder (?:meer|verdere|aanvullende) (?:informatie|context|gegevens)"
    r"|ut[ae]n (?:mer|ytterligare|ytterligere) (?:information|informasjon|kontext|kontekst)"
    r"|bez (?:dodatkowych|wiecej|blizszych|dalsich|vice) (?:informac\w+|danych|kontekstu)"
    r"|без (?:дополнительн\w+|додатков\w+|більш\w*|больш\w*) "
    r"(?:информаци\w+|інформаці\w+|контекст\w*|данн\w+|даних)"
    r"|uden (?:flere|yderligere|mere) (?:oplysninger|information\w*|kontekst)|ilman (?:lisa|enemp)\w+"
    r"|χωρ[ιί]ς (?:περισσ[οό]τερες |επιπλ[εέ]ον )?(?:πληροφορ[ιί]ες|στοιχε[ιί]α)"
    r"|fara (?:mai multe|alte) (?:informatii|detalii|date)|(?:informacio|adat)\w* nelkul"
    r"|məlumat\w* olmadan|ma'?lumot\w*siz\b|ақпаратсыз|маалыматсыз|мәгълүматсыз"
    r"|بدون (?:اطلاعات|معلومات)|دون معلومات|בלי מידע|ללא מידע"
    r"|daha fazla (?:bilgi|baglam)\w* olmadan|bila (?:maelezo|taarifa|muktadha)(?: \w+)? zaidi",
    accepts="not enough information", refuses="i cannot help with that",
)  # fmt: skip
# Refusals in other languages: the first person declines a service.
FOREIGN_REFUSAL = pattern(
    rf"{_FOREIGN_REFUSALS}|"
    r"我是[^。\n]{0,12}(?:ai|人工智能|语言模型)[^。\n]{0,20}(?:不能|无法|不会)|(?:抱歉|对不起|很抱歉|不好意思)[^。\n]{0,30}(?:无法|不能|没法"
    r"|不便)|(?:我|本人)(?:无法|不能|不便|不会|没有能力|没办法)[^。\n]{0,20}(?:提供|回答"
    r"|诊断|协助|帮助|给出|建议|做出|判断|选择|满足|处理)|作为(?:一个|一名)?(?:人工智能|AI|ai|语言模型"
    r"|大语言模型)[^。\n]{0,40}(?:无法|不能|不会|没有"
    r"|不具备)|請諮詢|(?:咨询|諮詢)(?:专业|醫|医|您的)|無法(?:提供|回答|協助)"
    r"|申し訳(?:ありません|ございません)|(?:お答え|お手伝い|回答|提供|診断|アドバイス|お応え)(?:は|を"
    r"|が)?(?:する(?:こと)?(?:は|が)?)?(?:できません|できかねます"
    r"|いたしかねます|致しかねます|控え)|ai(?:アシスタント|モデル|として)[^。\n]{0,40}(?:できません|できない)"
    r"|(?:죄송|미안)[^.\n]{0,60}(?:수 없|어렵|못|드릴 수|불가)|(?:의료|의학|진단)[^.\n]{0,30}(?:제공할 "
    r"수 없|드릴 수 없|할 수 없|내릴 수 없)|(?:ai|인공지능)[^.\n]{0,40}(?:수 없|못합니다)"
    r"|\b(?:lo siento|lo lamento|perdon|disculp\w*)\b[^.\n]{0,60}\bno (?:puedo|podemos|me es posible"
    r"|estoy)|\bno (?:puedo|podemos|me es posible|estoy autorizad\w|estoy capacitad\w) (?:\w+ "
    r")?(?:ayudar\w*|proporcionar|dar|ofrecer|responder|diagnosticar|asistir|brindar|elegir|recomendar"
    r"|contestar|hacer)|como (?:modelo de lenguaje|inteligencia artificial|ia)\b[^.\n]{0,60}\bno\b"
    r"|\b(?:desole|pardon|excusez|regrette)\b[^.\n]{0,60}\b(?:ne peux|ne puis|ne suis|impossible)|\bje ne "
    r"(?:peux|puis|suis) pas (?:\w+ )?(?:vous )?(?:aider|fournir|donner|repondre|poser|diagnosti\w+|en "
    r"mesure|autorise\w*|choisir|recommander|habilite)|en tant qu(?:'|e )(?:ia|intelligence|modele"
    r"|assistant)\b[^.\n]{0,80}\bne\b"
    r"|\b(?:leid|entschuldig\w*|bedau\w*)\b[^.\n]{0,60}\b(?:kann|darf|konnen|mochte"
    r"|nicht)\b[^.\n]{0,40}\bnicht\b|\b(?:leid|entschuldig\w*|bedau\w*)\b[^.\n]{0,80}\bnicht (?:helfen"
    r"|beantworten|geben|stellen|moglich|unterstutzen)|\bich (?:kann|darf|werde"
    r"|mochte)\b[^.\n]{0,60}\b(?:nicht|keine?n?)\b[^.\n]{0,40}\b(?:helfen|beantworten|geben|stellen"
    r"|anbieten|beraten|empfehlen|diagnos\w+|unterstutzen|antworten)|als (?:ki|kunstliche"
    r"|sprachmodell)\b[^.\n]{0,80}\b(?:nicht|keine)"
    r"|\b(?:desculp\w*|lamento|sinto muito|perdao)\b[^.\n]{0,60}\bnao (?:posso|podemos|consigo|e "
    r"possivel)|\bnao (?:posso|podemos|consigo|estou autorizad\w) (?:\w+ )?(?:ajudar|fornecer|dar"
    r"|oferecer|responder|diagnosticar|fazer|escolher|recomendar|prestar)|como (?:um )?modelo de "
    r"linguagem\b[^.\n]{0,60}\bnao\b"
    r"|(?:извините|простите|к сожалению|сожалею|прошу прощения)[^.\n]{0,60}(?:не могу|не можем|не в "
    r"состоянии|невозможно|не имею)|(?:я|мы) не (?:могу|можем|имею права|буду"
    r"|вправе)[^.\n]{0,20}(?:помочь|ответить|предостав\w+|дать|давать|ставить|поставить|выбрать"
    r"|рекоменд\w+|консульт\w+)|как (?:искусственный интеллект|ии|языковая модель)[^.\n]{0,80}не"
    r"|\bkann ich (?:\w+ )?nicht (?:beantworten|helfen|sagen|tun|weiterhelfen|unterstutzen)"
    r"|答えられません|(?:답변|대답)(?:할|드릴|해 드릴) 수 없"
    r"|\bkann (?:\w+ )?keine?n? (?:\w+ )?(?:diagnos\w+|auskunft|empfehl\w+|beratung|ratschlag\w*)"
    r"|\bik (?:kan|mag) (?:u |je )?(?:hier |daar )?(?:geen|niet)\b"
    r"|\b(?:ik (?:kan|mag)|kan ik) [^.,;\n]{0,60}\bniet (?:beantwoorden|helpen|geven|verstrekken|adviseren)"
    r"|het spijt me[^.\n]{0,60}\b(?:niet|geen)\b"
    r"|\b(?:mi dispiace|spiacente|scusa\w*)\b[^.\n]{0,60}\bnon (?:posso|possiamo|sono)|\bnon (?:posso"
    r"|possiamo|sono in grado|sono autorizzat\w)(?: di)? (?:\w+ )?(?:aiutar\w*|fornire|dare|rispondere"
    r"|offrire|diagnosticare|fare|scegliere|consigliare)"
    r"|(?:عذرا|عذراً|آسف|أعتذر|المعذرة|نأسف)[^.\n]{0,60}(?:لا (?:يمكنني|أستطيع|استطيع)|لا يمكن)|لا "
    r"(?:يمكنني|أستطيع) (?:مساعد|المساعد|تقديم|الإجاب|إعطاء|تشخيص)|بصفتي (?:نموذج|ذكاء)"
    r"|(?:माफ|क्षमा|खेद)[^।\n]{0,80}(?:नहीं)|(?:मैं|मैं)[^।.\n]{0,60}(?:मदद|सलाह|उत्तर|निदान|जवाब"
    r"|सहायता)[^।.\n]{0,30}नहीं"
    r"|\b(?:maaf|mohon maaf)\b[^.\n]{0,60}\btidak (?:bisa|dapat)|\buzgunum\b[^.\n]{0,60}"
    r"|\byapay zeka\b[^.\n]{0,60}\b(?:ver|yap|koy|cevapla\w*|yanitla\w*)e?a?mem\b|\bxin "
    r"loi\b[^.\n]{0,60}\bkhong the\b|\bprzepraszam\b[^.\n]{0,60}\bnie (?:moge|mozemy)|\b(?:het spijt me"
    r"|sorry)\b[^.\n]{0,60}\b(?:kan|mag) (?:ik )?(?:\w+ )?(?:niet|geen)",
    accepts="lo siento, pero no puedo ayudar con eso", refuses="la paciente no puede dormir", kind=Screened,
)  # fmt: skip
# Bare apologies and short formulas that are a whole refusal by themselves.
SHORT_REFUSAL = pattern(
    r"[\W_]*(?:(?:i'm |i am |we're |we are )?(?:very |so |truly )?sorry\b[^.!?\n]{0,30}\b(?:can(?:'t|not)"
    r"|unable|but no)\b[^.!?\n]{0,60}|(?:i )?(?:can(?:'t|not)|won't|will not) (?:help|assist|do that"
    r"|comply|answer that|answer this)\b[^.!?\n]{0,40}|no comment|i refuse\b[^.!?\n]{0,60}|(?:request "
    r")?(?:declined|refused)|sorry,? (?:but )?(?:i )?(?:can(?:'t|not)|won't)\b[^.!?\n]{0,80})[\W_]*",
    accepts="i can't help with that.", how="fullmatch", refuses="i can't tell",
)  # fmt: skip
ABSTENTION = pattern(
    rf"{_FOREIGN_ABSTENTIONS}|"
    r"\b(?:cannot|can't|can not|could not|couldn't) be (?:\w+ly )?(?:determined|decided|answered"
    r"|established|inferred|concluded|known|verified|solved|selected|given)|\b(?:unable|impossible|not "
    r"possible) to (?:\w+ly )?(?:determine|tell|decide|answer|say|conclude|solve|choose|select|identify"
    r"|give|provide)|\b(?:insufficient|not enough|inadequate|no sufficient|lack of|not sufficient) "
    r"(?:information|data|context|evidence|details)|\bnot (?:sufficient|enough) (?:to|information|data"
    r"|detail|evidence)"
    r"|\b(?:i|we) (?:really |simply |honestly )?(?:do not|don't|cannot|can't|could not|couldn't) (?:know"
    r"|tell|determine|decide|answer|say|find|give|provide|choose|select|conclude)|\bno idea\b|\bnot sure "
    r"(?:which|what|about)|\bnone of (?:the|these|those|them|above)|\bno (?:correct|right|suitable|valid"
    r"|definite|definitive|clear|good) (?:answer|option|choice)|(?:\A[\W_]*|: "
    r"|\banswers?:? (?:is |are |would be |remains )?(?:therefore )?|\b(?:it|this|which) (?:is|remains) )"
    r"(?:n/a|not applicable|no answer|unanswerable|undetermined|unknown|indeterminate|inconclusive)\b"
    r"|\b(?:do(?:es)?|did) not (?:provide|contain|give|include|offer|have) (?:us )?(?:with )?"
    r"(?:enough|sufficient|adequate|any direct|direct) (?:\w+ )?"
    r"(?:information|data|context|evidence|details)\b"
    r"|\bno answer\b|\bneither (?:option|of|is|seems|fits|applies)"
    r"|\bnone (?:apply|applies|fits?|is correct|are correct)"
    r"|(?:\A[\W_]*|\b(?:options?|answers?|choices?|questions?|information|context|texts?|passages?"
    r"|snippets?|data|details?|images?|figures?|tables?|case|vignette|it|which|that|this|they|is|are|list)"
    r"(?: \w+){0,3} )"
    r"(?:is |are |was |were )?not (?:\w+ )?(?:listed|among|provided|given|available)\b|\bno option\b"
    r"|\bdepends on\b|\bmore "
    r"(?:information|context|data|details) (?:is|are|would be) (?:needed|required|necessary)|无法确定"
    r"|无法判断|信息不足|以上都不|都不(?:对|是|正确)|わかりません|不明です|どれでもない|알 수 없|모르겠"
    r"|no se puede determinar|ninguna de|ninguno de|aucune? d|impossible de determiner|je ne sais pas"
    r"|keine der|keines der|weiss nicht"
    r"|nicht bestimm\w+|nenhuma d|nao sei|nao e possivel determinar|ни один из|не знаю|невозможно "
    r"определить|nessuna delle|non lo so|لا أعرف|لا يمكن تحديد|पता नहीं",
    r"|\b(?:evidence|information|data|details?|context) (?:is|are|was) (?:insufficient|not sufficient"
    r"|lacking|inadequate|not enough|too (?:scarce|sparse|limited))",
    accepts="it cannot be determined", refuses="it can be determined", kind=Screened,
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
    r"|content)|内容(?:审核|过滤|安全)|敏感(?:内容|信息|词)|违反(?:了)?(?:内容|相关|社区|使用)",
    accepts="the response was filtered due to the content policy", refuses="the answer was b", kind=Screened,
)  # fmt: skip
# Errors that no model writes: what they mention is no answer, whatever it looks like.
RAW_ERROR = pattern(
    r"\A[\s\W]*(?:traceback \(most recent call last\)|<!doctype|<html|http/\d|\w+(?:error|exception):"
    r"|(?:http(?: status)?(?: code)?|(?:http |api |server )?error(?: code)?|status(?: code)?)[ :]{0,2}"
    r"(?:error )?[45]\d\d\b"
    r"|[45]\d\d[ :-]{1,3}(?:internal server error|service (?:temporarily )?unavailable|bad gateway"
    r"|gateway time|too many requests|bad request|unauthori[sz]ed|forbidden|not found))",
    accepts="traceback (most recent call last):", how="match", refuses="the error: none",
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
    accepts="error: connection reset by peer", refuses="the answer is in error", kind=Screened,
)  # fmt: skip
