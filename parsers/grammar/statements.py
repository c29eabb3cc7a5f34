"""What a sentence says about the options it mentions.

All patterns work on the skeleton of a reply: lower case, accents dropped, each mention of an option one character
(see `registry`). `BEFORE_*` patterns end where a mention begins, `AFTER_*` patterns begin where it ends.
"""

from parsers.grammar.registry import MENTION, NO_MENTION, pattern, words

# --- words --------------------------------------------------------------------------------------------------------

# Nouns that stand for "what I answer", in the languages replies come in.
ANSWER = words(
    "answer answers choice option selection pick response solution letter verdict guess alternative"
    " conclusion bet vote decision prediction ans one fit match candidate"
    " respuesta respuestas opcion alternativa eleccion resposta respostas opcao escolha reponse reponses "
    "choix"
    " proposition risposta risposte scelta opzione antwort antworten losung wahl auswahl antwoord keuze optie"
    " odpowiedz opcja cevap yanit secenek jawaban pilihan dap_an phuong_an lua_chon svar svaret alternativ"
    " ответ ответы вариант выбор відповідь варіант 答案 选项 選項 选择 選択肢 選択 正解 解答 答え 回答 正答 정답 답 답변 선택"
    " الإجابة الاجابة الجواب إجابة الخيار الاختيار पاسخ उत्तर जवाब विकल्प תשובה התשובה απάντηση คำตอบ"
)
COPULA = (
    r"(?:is|are|was|were|be|being|seems|appears|remains|becomes|equals|lies|i?'s|es|son|seria|sera|e|eh"
    r"|e'|sao|est|sont"
    r"|serait|ist|sind|ware|lautet|heisst|lauten|zijn|jest|adalah|ialah|yaitu|это|является|будет|є|це"
    r"|是|为|為|选|選|应该是|应为|は|が|은|는|이|가|هي|هو|है|是:|είναι|คือ|היא)"
)
# What may stand between the copula and the label: adverbs, articles, label nouns, brackets.
FILLER = (
    r"(?:\s*(?:(?:clearly|definitely|definitively|likely|most|more|probably|therefore|thus|hence|then"
    r"|still|also|indeed|simply|obviously"
    r"|certainly|surely|actually|in fact|perhaps|maybe|possibly|best|found|closest|approximately|about"
    r"|roughly|just|only|going"
    r"|to be|been|be|given by|given as|listed as|represented by|described by|the|a|an|la|le|el|il|die|der"
    r"|das|de|het|den|det"
    r"|letter|option|options|choice|number|answer|following|of course|by far|in my (?:opinion|view)|i "
    r"(?:think|believe|would say)|as follows|simplemente|letra"
    r"|claramente|probablemente|entonces|donc|probablement|also|daher|wahrscheinlich|eindeutig"
    r"|provavelmente|probabilmente"
    r"|quindi|скорее всего|вероятно|应该|应|就|最可能|明显)(?![\w'-])|[,:;\-–—>→=\"'(\[.…]|\\text))*\s*"
)
# Copulas that are other words elsewhere, with the noun they belong to.
_COPULA_AT_HOME = (
    r"(?:(?:odpowied\w+|opcja)[^.!?\n]{0,30} to|(?:dap an|phuong an|lua chon)[^.!?\n]{0,30} la"
    r"|svar\w*[^.!?\n]{0,30} ar|cevap[^.!?\n]{0,20})"
)
_AUX = r"(?:would|should|must|could|will|might|may|can|has to|have to|had to|ought to|seems to|appears to|tends to|is going to)"
POSITIVE = (
    r"(?:correct|right|true|best|better|answer|choice|accurate|appropriate|suitable|valid|preferred"
    r"|preferable|ideal|closest|"
    r"most (?!(?:un|in|im)\w+)\w+|likeliest|likely|consistent|compatible|supported|indicated one|one"
    r"|winner|match|pick|way to go|it|fitting|fits|apt|only (?:correct|"
    r"right|valid|possible|remaining|plausible|reasonable|logical)|clear(?:est)?|obvious|strongest|safest"
    r"|my|final|sensible|justified|"
    r"correcta|correcto|correta|correto|correcte|bonne|juste|richtig|korrekt|corretta|giusta|esatta|juist"
    r"|goed|прав\w+|верн\w+|正确|"
    r"正解|正しい|dogru|benar|dung|poprawna|صحيحة|सही)"
)

# --- negation -----------------------------------------------------------------------------------------------------

BEFORE_NEGATION = pattern(
    r"(?:\b(?:not|never|neither|nor|nicht|weder|noch|keine?|no es|no|non|pas|ni|ne|nao|nem|не|ни|не "
    r"является|cannot be|can not be|isn't|aren't|wasn't|can't be"
    r"|couldn't be|wouldn't be|shouldn't be|won't be|without|except(?: for)?|excepting|but not|instead of"
    r"|rather than"
    r"|other than|unlike|as opposed to|opposed to|anything but|all but|far from|over|versus|vs\.?|degil"
    r"|bukan|khong phai)"
    r"|不是|不选|不會是|并非|而不是|ではなく|아니라|ليست?|ليس)"
    r"(?:\s+(?:by|with|in|at|for|to|of|be|necessarily|simply|really|also|likely|probably|possibly|even"
    r"|either|both|just|the|a|an|answer"
    r"|option|options|choice|correct|right|choosing|picking|la|le|der|die|das))*\s*[:\"'(\[]*\s*\Z",
    accepts="the answer is not ", refuses="the answer is ",
)  # fmt: skip
# Words of elimination, with the eliminated behind them in the same clause.
BEFORE_ELIMINATION = pattern(
    r"\b(?:rul(?:e|es|ed|ing) out|exclud(?:e|es|ed|ing)|eliminat(?:e|es|ed|ing)|reject(?:s|ed|ing)?"
    r"|discard(?:s|ed|ing)?"
    r"|dismiss(?:es|ed|ing)?|disregard(?:s|ed|ing)?|remov(?:e|es|ed|ing)|cross(?:es|ed|ing)? out|argu(?:e"
    r"|es|ing) against|speaks? against"
    r"|against|incorrect (?:answers?|options?|choices?)(?: (?:is|are|include))?:?|wrong (?:answers?"
    r"|options?|choices?)(?: (?:is|are|include))?:?|distractors?"
    r"|descart\w+|elimin\w+|exclu\w+|ausschliess\w+|scheid\w+|исключ\w+|排除)"
    rf"[^,;:.!?\n{NO_MENTION}]{{0,40}}\Z",
    accepts="we can rule out option ", refuses="the rule says ",
)  # fmt: skip
# "I don't think it is", "there is no way the answer is": the doubt governs the rest of the clause.
BEFORE_DOUBT = pattern(
    r"\b(?:(?:do|does|did|would|could|can)(?:n't| not) (?:think|believe|see|agree|say|expect|feel|support"
    r"|suggest|favou?r|consider|find|pick|choose|select|go|want)"
    r"|cannot (?:be|agree|support|say|see|choose|pick|select|recommend|diagnose|provide|determine|decide)"
    r"|no (?:way|reason|evidence|support|indication) (?:that|for|to|is|of)?|doubt|unlikely|implausible"
    r"|impossible"
    r"|not (?:think|believe|clear|sure|certain|convinced|the case|true)|hard(?:ly)?|hard to believe|won't "
    r"(?:choose|pick|select)|will not (?:choose|pick|select)"
    r"|unable to|refuse to|mistake to|wrong to|incorrect to)\b"
    r"(?:(?!\b(?:so|but|therefore|hence|thus|instead|because|leaves|leaving|which|and (?:i|so|thus"
    rf"|therefore|hence))\b)[^,;:—!?\n{NO_MENTION}]){{0,80}}\Z",
    accepts="i don't think it is ", refuses="i cannot find support, so ",
)  # fmt: skip
_NEGATIVE = (
    r"(?:incorrect|wrong|false|untrue|inaccurate|invalid|unlikely|implausible|inappropriate|irrelevant"
    r"|impossible|unsuitable"
    r"|ruled out|rule out|excluded|eliminated|rejected|discarded|dismissed|out\b(?! of)|less|least"
    r"|unsupported|inconsistent|incompatible|unrelated|weaker|worse"
    r"|a distractor|distractors?|no option|not|never|hardly|neither|incorrecta|incorreto|incorreta|falsch"
    r"|faux|fausse|sbagliat\w|"
    r"неверн\w+|неправ\w+|错误|不正确|不对|too \w+|the (?:wrong|incorrect|false)|the only (?:one )?(?:that is "
    r"|which is )?(?:wrong|incorrect|false|not)"
    r"|the only one that|the one that is (?:wrong|not))"
)
AFTER_NEGATION = pattern(
    r"[\s)\]\"',]*(?:\([^()]{0,60}\)\s*)?(?:both |all |also |therefore |thus |each |clearly |obviously "
    r"|certainly |which |that )*(?:"
    rf"(?:is|are|was|were|seems?|appears?|looks?|sounds?|{_AUX}(?:\s+be)?|has been|have been|ist|es|est|e"
    r"|e'|sind|son|sont|is:|это)\s+(?:to be\s+)?"
    r"(?:(?:both|all|also|therefore|thus|clearly|definitely|probably|likely|certainly|simply|quite|very"
    r"|rather|somewhat|easily|safely|immediately|then|be|the|an?|obviously|considered|much|far)\s+)*"
    rf"{_NEGATIVE}\b(?! (?:only|just|merely|incorrect|wrong|false|excluded|ruled))"
    r"|(?:isn't|aren't|wasn't|weren't|cannot|can't|doesn't|don't|didn't|couldn't|wouldn't|shouldn't|won't"
    r"|fails?|failed|lacks?|contradicts?|(?:do|does|did|can|could|would|should|will|has|have) not|doesnt"
    r"|dont"
    r"|no es|nao e|n'est pas|ist nicht|non e|не)\b(?!\s+(?:only|just)\b)|不是|不对|不正确|[:：]?\s*(?:❌|✗|✘|✖|×)"
    r"|(?:不|も違う|違う|아닙|아니))",
    accepts=" is not right", how="match", refuses=" is right",
)  # fmt: skip
AFTER_DOUBLE_NEGATION = pattern(
    r"[\s)\]\"']*(?:is|are|isn't|wouldn't be|would not be)\s+(?:not\s+)?(?:incorrect|wrong|impossible"
    r"|excluded|ruled out|implausible)|[\s)\]\"']*(?:cannot|can't) be (?:ruled out|excluded|eliminated"
    r"|dismissed)",
    accepts=" is not incorrect", how="match", refuses=" is correct",
)  # fmt: skip

# --- condition, quotation, question, consideration, concession ----------------------------------------------------

# "if I had to choose" is a way of choosing, not a condition.
OWN_CHOICE = pattern(
    r"\bif (?:i|we) (?:had|have|were|was|must|need|am|are|absolutely)\b(?: (?:forced|pressed|asked"
    r"|required|obliged|made|had|have))* ?(?:to)? ?(?:\w+ )?(?:choose|pick|guess|answer|select|commit|say"
    r"|bet|decide|go|give|make|name|settle)?"
    r"|\bif (?:forced|pressed|pushed|required|asked|obliged|compelled)\b|\bif i must\b|\bif you (?:insist"
    r"|must|want|need|ask|force)|\bif (?:we|you|one) (?:look|consider|compare|go by|read|examine|focus"
    r"|follow|take|apply|analy)"
    r"|\bif (?:anything|so|i understand|i read|i recall|i remember|i am not mistaken|i'm not mistaken|not "
    r"mistaken|memory)",
    accepts="if i had to choose", refuses="if there were mania",
)  # fmt: skip
BEFORE_CONDITION = pattern(
    r"(?:\b(?:if|unless|assuming|suppose|supposing|provided that|in case|only when|were it|had it"
    r"|otherwise|si|falls|wenn|se|если|только если|如果|若|もし|만약)\b|^\s*(?:were|had|should)\s+(?:the|there"
    r"|it|he|she|this|we)\b)",
    accepts="if there were mania, it would be ", refuses="it would be ",
)  # fmt: skip
AFTER_CONDITION = pattern(
    r"[\s)\]\"',]*(?:(?:would|could|might|may) (?:only )?(?:be|fit|apply|hold)[^,;.]{0,40}\s"
    r"|is[^,;.]{0,30}\s|applies\s|fits\s|only\s|but only\s)?(?:if|unless|provided|assuming|in case)\b(?! "
    r"(?:i|anything|so|you (?:ask|want|need)|we (?:look|consider))\b)",
    accepts=" if there were mania", how="match", refuses=" because there is mania",
)  # fmt: skip
BEFORE_QUOTATION = pattern(
    r"\b(?:some|many|others?|several|people|clinicians|students?|a (?:student|colleague|friend|resident"
    r"|reader|novice|layperson)|another (?:model|student|doctor|reader|person)|the (?:textbook|user"
    r"|author|template|previous (?:answer|model|turn|reply|speaker)|prompt|example|question|instructions?"
    r"|sample|distractor)"
    r"|you|one|someone|somebody|somebody else|they|he|she|my (?:colleague|friend"
    r"|classmate)s?)\b[^,;.!?\n]{0,40}\b(?:(?:might|may|could|would) (?:be tempted|say|think|choose|pick"
    r"|argue|answer|go|consider|prefer|select|guess|expect|suggest|vote|favou?r|mistakenly)|tempted|says?"
    r"|said|answer(?:s|ed)|chose|picked|"
    r"argued?|claim(?:s|ed)?|wrote|writes|reads|once answered|voted|suggested|mistakenly "
    r"\w+)\b[^,;!?\n]{0,40}\Z",
    accepts="some clinicians would say ", refuses="clinically i would say ",
)  # fmt: skip
QUESTION = pattern(
    r"^[\s\"'*]*(?:so |and |but |or |well, |hmm,? |then )?(?:is|are|was|were|do|does|did|can|could|would"
    r"|should|will|what|which|why|how|where|who|shall|may|might|have|has|am|es|ist|est|e)\b[^.!]*\?"
    r"|(?:\b(?:right|correct|isn't it)\?)\Z^",
    accepts="is it ◆?", refuses="◆?",
)  # fmt: skip
BEFORE_CONSIDERATION = pattern(
    r"(?:\b(?:let(?:'s| us| me)|we|i|i'll|first|next|now|now,|then|to|by)\s+(?:\w+\s+){0,3}?(?:consider"
    r"|look at|try|test|check|examine|evaluate|analy[sz]e|explore|discuss|start with|review|think about"
    r"|assume|compare|go through)"
    r"|\b(?:consider(?:ing|ed)?|look(?:ing|ed)? at|trying|testing|checking|examining|evaluating"
    r"|discussing|regarding|concerning|comparing|contrast(?:ing|ed)?|starting with|as for|mention(?:s|ed"
    r"|ing)?|about|torn between|between|among(?:st)?|out of|of|from|like|such as|e\.g\.|whereas|while"
    r"|whether|called|labell?ed|"
    r"definition of|description of|the case of|in case of|case|zwischen|entre|tra|между|among the "
    r"options))\s*(?:it(?:'s| is) |the |options? |choices? |answers? |letters? |both |either "
    r")*[\"'(\[:]*\s*\Z",
    accepts="let's consider ", refuses="i choose ",
)  # fmt: skip
# The options announced, not one of them chosen.
BEFORE_LISTING = pattern(
    r"\b(?:options|choices|alternatives|letters|answers to choose from|candidates)\s*(?:given |provided "
    r"|listed |available |above |below )?(?:are|include|were|is|:|\()[\s:]*\Z|\b(?:one of|any of|choose "
    r"from|choose between|select from|pick from|among|from)\s*(?:the )?(?:options|choices|letters"
    r"|following)?[\s:(]*\Z|\b(?:answer|respond|reply) with (?:a single letter|one letter|only the letter"
    r"|the letter|either)?[\s:,(]*(?:of )?\Z",
    accepts="the options are ", refuses="the best option is ",
)  # fmt: skip
BEFORE_CONCESSION = pattern(
    r"(?:\A|[,;(]\s*|\bbut |\band )(?:although|though|while|whereas|even if|even though|despite|granted"
    r"|admittedly|yes,|sure,|obwohl|aunque|embora|bien que|sebbene|хотя|虽然"
    rf"|尽管)\b[^,;{NO_MENTION}]{{0,60}}(?:{MENTION}[^,;{NO_MENTION}]{{0,12}}){{0,4}}\Z",
    accepts="although ", refuses="although rare, ",
)  # fmt: skip
AFTER_CONCESSION = pattern(
    r"[\s)\]\"']*(?:\(\s*[0-4]?\d(?:\.\d+)?\s?%\s*\)|(?:,\s*)?(?:is|are|was|were|seems?|appears?|looks?"
    r"|sounds?|remains?)\s+(?:(?:also|still|certainly|quite|somewhat|only|not im|initially|at first|a|an"
    r"|another|very|equally|the|less|first|superficially)\s*)*(?:tempting|possible|plausible"
    r"|possibilit\w+|reasonable|attractive|close|"
    r"common|second|runner-?up|conceivable|distractor|appealing|relevant|related|similar|partly|partially"
    r"|a (?:good|strong) (?:distractor|contender|second)|contender|the runner|defensible|understandable"
    r"|popular|considered|mentioned|about|discussed|explained|listed|in the list|an option|first"
    r"|describes?)"
    r"|(?:could|may|might|can)(?: (?:also|still|well|possibly|arguably))* (?:be|seem|fit|apply|work|look"
    r"|sound|have|cause|explain)\b)",
    accepts=" is tempting", how="match", refuses=" is right",
)  # fmt: skip
BEFORE_PAST = pattern(
    r"\b(?:initial(?:ly)?|first|originally|at first|earlier|previous(?:ly)?|before|used "
    r"to)\b[^.;!?\n]{0,40}\Z",
    accepts="my first thought was ", refuses="my thought is ",
)  # fmt: skip

# --- commitment ---------------------------------------------------------------------------------------------------

_PLURAL = r"(?:correct|right|best|selected|chosen|final|my|valid|applicable|appropriate|likely) (?:options|choices|diagnoses)"
BEFORE_ANSWER_IS = pattern(
    rf"(?:(?<!\w)(?:{ANSWER}|{_PLURAL})(?!\w)|答案|选项|選項|正解|答え|회답|정답|답)(?:(?!\b(?:not|n't|never|neither"
    rf"|isn't|if|unless|whether)\b)[^.!?\n{NO_MENTION}]){{0,70}}?(?:(?<![\w]){_AUX}\s+)?(?<![a-zа-я]){COPULA}(?:\s*{_AUX}(?![\w]))?{FILLER}\Z"
    rf"|(?<!\w){_COPULA_AT_HOME}{FILLER}\Z",
    accepts="the correct answer is option ", refuses="the answer is not ",
)  # fmt: skip
BEFORE_ANSWER_COLON = pattern(
    rf"(?:(?<!\w)(?:{ANSWER}|{_PLURAL}|ans|final|selected|chosen|result|diagnosis|therefore"
    rf"|conclusion)(?!\w)|答案|选项|选择|正解|答え|回答|정답|답)s?\s*(?:\([^()\n]{{0,30}}\)|here|below"
    rf"|{MENTION}?)?\s*(?:[:=]|[-–—=]*>|→|⇒|[-–—]+(?=\s)|\n+|\Z(?<=[案选项解え答답]))[\s:>\"'(\[\-–—]*\Z",
    accepts="final answer: ", refuses="the answer ",
)  # fmt: skip
BEFORE_PICK = pattern(
    r"(?:\b(?:i(?:'d| would| will|'ll|'m| am| have|'ve| must| can| shall| should| do)?|we(?:'d| would| "
    r"will|'ll| can| should| must)?|you (?:should|can|must)|to|and|so|then|therefore|please|let me|let's"
    r"|would|thus|hence|best to|is to|mus[st]|ich|wir|yo|nous|je|eu|io|я|мы|我|我们)\s*,?\s*(?:(?:have to"
    r"|had to|going to|will|would|therefore|thus|hence|then|definitely|probably|still|also|just|now"
    r"|finally|confidently|tentatively|so|personally|have|be|am|must|need to|want to|like to|lean(?:ing)?"
    r"|best|only|cautiously|rather)\s+)*|\A\W*|[,;:—–-]\s*(?=\w+ing\b))"
    r"(?:choose|chose|choosing|chosen|pick|picked|picking|select|selected|selecting|go(?:ing)? with|went "
    r"with|go for|opting for|opt(?:ed)? for|vote for|sett(?:le|led|ling) (?:on|for)|answer(?: with)?|say"
    r"|guess|lean(?:ing)?(?: more)? (?:to(?:wards?)?|on)|favou?r|prefer|suggest|recommend"
    r"|conclude(?:d)?(?: that)?(?: it is| it's)?|believe(?: (?:it is|it's|that it is|that))?|think(?: "
    r"(?:it is|it's|that it is|that))?|stick with|stay with|bet on|change (?:my answer|it|this|that|the "
    r"answer)?\s?to|revise (?:it |my answer )?to|switch(?:ing)? to|correct (?:it|myself) to|mean(?:t)?"
    r"|take|mark|circle|propose"
    r"|elijo|escojo|selecciono|choisis|choisirais|opte pour|wahle|nehme|escolho|scelgo|выбираю|выберу|选择"
    r"|选|選ぶ|選択)"
    rf"{FILLER}\Z",
    accepts="i would choose ", refuses="students choose ",
)  # fmt: skip
BEFORE_CONCLUSION = pattern(
    r"(?:\A|[\s,;:.—–(])(?:so|hence|therefore|thus|ergo|consequently|accordingly|then|making it|which "
    r"(?:is|makes it|means|points to|gives|leaves(?: us with)?)|leav(?:es|ing)(?: us)?(?: with)?(?: "
    r"only)?|leads? (?:us )?to|points? (?:us )?(?:clearly |strongly )?to(?:wards?)?|corresponds? to"
    r"|match(?:es|ing)?|indicat(?:es|ing)|suggests?|supports?|fits|describes|narrows? (?:it |this )?down "
    r"to|in favou?r of|entitled to|equivalent to|consistent with|i\.e\.,?|that is,?|namely|by elimination"
    r"|overall|in (?:summary|conclusion|short)|or|because of this|for this reason|as a result|daher|also"
    r"|deshalb|somit|por (?:lo )?tanto|por eso|donc|portanto|logo|quindi|dunque|perci[oò]|поэтому"
    r"|следовательно|значит|итак|所以|因此|因而|故|即|よって|したがって|つまり|ゆえに|따라서|그러므로|즉|لذلك|इसलिए|∴|→|=>|-+>|⇒)"
    rf"[,:]?{FILLER}\Z",
    accepts="no support found, so ", refuses="also known ",
)  # fmt: skip
# What a computed value stands behind when it is the result asked for, not a step on the way.
BEFORE_RESULT = pattern(
    r"(?:\b(?:result|value|total|sum|final|so|hence|therefore|thus|answer|get|gives?|equals|statement"
    rf"|claim|it|this|that)\b[^.!?\n{NO_MENTION}]{{0,40}}?\b(?:is|are|was|be|equals|get|gives?|obtain)"
    rf"|\A\W*(?:a )?(?:resounding|clear|definite|definitely|simply|clearly)){FILLER}\Z",
    accepts="so the result is ", refuses="a patient of ",
)  # fmt: skip
BEFORE_COPULA = pattern(
    rf"(?:(?<![\w]){_AUX}\s+be|(?<![\w'])(?:is|are|was|were|be|'s|i'd be|equals|remains|seems|appears)"
    rf"|(?<=[a-z])'s){FILLER}\Z",
    accepts="the weakest condition is ", refuses="the weakest condition ",
)  # fmt: skip
# A short key before a colon at the head of a line: "Diagnosis:", "Most likely type:".
BEFORE_KEY = pattern(
    r"(?:\A|\n)\s*(?!(?:note|question|q|example|reason|reasoning|explanation|options?|choices?|incorrect"
    r"|wrong|not|step|context|background|hint|hypothesis|rejected|excluded|ruled out|distractor|assistant"
    r"|user|human|evidence|similarly|remember|however|for example|case|patient|task"
    r"|instructions?)\b)[\w'’/-]{2,24}(?:\s[\w'’/()-]{1,20}){0,5}\s*:\s*[\"'(\[]*\Z",
    accepts="diagnosis: ", refuses="note: ",
)  # fmt: skip
AFTER_POSITIVE = pattern(
    r"[\s)\]\"']*(?:\([^()\n]{0,60}\)\s*)?(?:,[^,.;\n]{0,40},)?[\s,]*(?:which\s|that\s)?(?:clearly "
    r"|definitely |therefore |thus |also |then |alone |both |best |really |indeed |probably |still )*(?:"
    rf"(?:(?:is|are|was|were|seems?|appears?|looks?|sounds?|feels?|remains?|becomes?|{_AUX}(?: (?:likely"
    r"|probably|most likely|therefore|then|also))? be)(?:\s*to be|\s*like)?|es|est|ist|sind|e|e'|son"
    r"|sont|e a|is|jest|это|—|является|adalah|là|是|为|が|は|이|가|हैं?|هي)\s*"
    r"(?:(?:the|my|a|an|our|your|clearly|definitely|therefore|thus|probably|likely|by far|still|also|then"
    r"|indeed|certainly|surely|most|both|all|overall|simply|actually|single|in fact|of course|closest to"
    r"|la|le|el|die|der|das|de|al|really|obviously|only|now|much|far|slightly|perhaps|arguably|all"
    r"|undoubtedly|hence|generally|commonly|logically|clinically)\s+)*"
    rf"{POSITIVE}(?!\w)(?! than any| of)"
    r"|(?:fits?|matches|applies|apply|appl|works?|wins?|holds|explains?|satisf(?:y|ies)|describes?"
    r"|represents?|answers?|captures?|accounts?|correctly|accurately|best|corresponds?|stands|makes "
    r"(?:the )?(?:most )?sense|it is|serves|must be|has to be|treats?)\b"
    r"|です|だ(?=[。\s]|\Z)|である|입니다|이다|번입니다|が正|を選|가 정답|이 정답|✓|✔|✅|[:：]?\s*(?:✓|✔|✅|☑)|правиль|верн)",
    accepts=" is the correct answer", how="match", refuses=" is a drug",
)  # fmt: skip
# For an option text the predicate must call it the answer: "delirium explains it" is one, "delirium is acute" none.
POSITIVE_TEXT = pattern(
    rf"[\s)\]\"']*(?:(?:is|are|was|seems?|appears?|looks?|{_AUX}(?: \w+)? be)\s+(?:(?:the|my|a|clearly"
    r"|therefore|thus|probably|likely|by far|still|most|single|also)\s+)*(?:correct|right|best|answer"
    r"|choice|accurate|appropriate|suitable|ideal|closest|preferred|most \w+|likeliest|likely|one|odd "
    r"one|outlier)|fits?\b|matches|applies|does not belong|doesn't belong|explains?\b)",
    accepts=" is the most likely diagnosis", how="match", refuses=" is an acute disorder",
)  # fmt: skip
HEDGE_ONLY = pattern(
    r"(?:\W|\b(?:sure|okay|ok|well|hmm+|certainly|of course|yes|i|think|believe|guess|my|best|gut|feeling"
    r"|says|would|be|say|that|probably|maybe|perhaps|likely|most|possibly|it's|it|it'd|is|this|to|me"
    r"|clearly|so|presumably|definitely|obviously|here|go|the|answer|final|just|in|opinion|view|id|i'd|im"
    r"|i'm|leaning|sounds?|looks?|seems?|like|must|has|not sure|uncertain|not|certain|but|a|tentatively"
    r"|roughly|approximately|surely|quizas?|peut-etre|vielleicht|наверное|думаю|я|creo|que|je|pense|ich"
    r"|denke|glaube|only|both|either|mostly|almost|absolutely|undoubtedly|c'est|est|es|ist|e|das)\b)*",
    accepts="i think it's probably ", how="fullmatch", refuses="the patient has ",
)  # fmt: skip
DELIMITER = pattern(
    r"[\s\"'\])]*(?:\Z|[.,;:!?\n—–(\[…-]|(?:because|since|as|due|given|for|based|which|given|weil|porque"
    r"|car|puisque|perche|poiche|因为|потому|так как|while|but|and|although|though|with|by)\b)",
    accepts=", because", how="match", refuses=" is right",
)  # fmt: skip

# --- correction and restatement -----------------------------------------------------------------------------------

CORRECTION = pattern(
    r"\b(?:wait|actually|correction|scratch that|strike that|on (?:second|further|closer) (?:thoughts?"
    r"|reflection|look|inspection|review)|on reflection|upon (?:reflection|review|further|closer|second"
    r"|re)\w*|i (?:made|meant|misread|misspoke|mean|apologi[sz]e|take (?:that|it) back|change|changed"
    r"|stand corrected|was wrong|withdraw|retract|revise|need to correct|should correct|overlooked)"
    r"|let me (?:re\w*|double|correct|change|fix|revise)|sorry|my mistake|oops|apologies|edit|update[d]?"
    r"|revised?|corrected|reconsider\w*|changed? my (?:mind|answer)|no[,:!.—-]|hmm|instead|rather|better"
    r"|but no|in fact|that(?:'s| is| was) (?:wrong|incorrect|not right|not correct|a mistake|an error)"
    r"|final answer|my final|finally|however, (?:the correct|on|after|upon|looking)|after (?:re\w+"
    r"|further|careful|double|second|more)|nein|perdon|corrijo|correccion|en realidad|korrektur|pardon|en "
    r"fait|na verdade|anzi|нет|точнее|исправл\w+|вернее)\b"
    r"|等等|不对|更正|实际上|其实|いや|訂正|아니|정정",
    accepts="wait, the duration is too short", refuses="the duration is short",
)  # fmt: skip
RETRACTION = pattern(
    r"\b(?:(?:wait|no|hmm|actually|sorry|oops)\b[^.!?\n]{0,30}\b(?:wrong|incorrect|mistake|not right|not "
    r"correct|doesn't fit|can't be right|isn't right|error|not it)|i take (?:that|it) back|scratch that"
    r"|strike that|disregard (?:that|this|my)|ignore (?:that|my)|i withdraw|i retract|that(?:'s| is| was) "
    r"(?:wrong|incorrect|not right|not correct|a mistake)|i (?:am|was) (?:wrong|mistaken))",
    accepts="wait, that is wrong", refuses="wait, let me check",
)  # fmt: skip
# After a label that heads a paragraph about one option: "this is the most likely diagnosis".
VERDICT_POSITIVE = pattern(
    r"\b(?:this|that|it|which)\s+(?:(?:option|choice|answer|statement|one|diagnosis|is|would|seems?"
    r"|appears?|be|to|looks?|must|fits?|matches|best|the|a|an|also|therefore|thus|clearly|likely"
    rf"|probably|could)\s+)*(?:{POSITIVE}|fits?|matches)(?!\w)(?! than)|(?:\A|[\s:(.—–-])(?:correct|right"
    r"|true|yes|✓|✔|✅|☑|correct answer|best (?:answer|choice|option|fit)|fits(?: best)?|applies"
    r"|consistent|supported|present|matches)(?=\W|\Z)",
    accepts="this is the most likely diagnosis", refuses="this is a rare disease",
)  # fmt: skip
VERDICT_NEGATIVE = pattern(
    r"\b(?:not|n't|never|neither|cannot|can't|isn't|doesn't|unlikely|incorrect|wrong|false|excluded"
    r"|ruled out|eliminated|less likely|implausible|inconsistent|no(?! (?:doubt|question))|fails|lacks"
    rf"|unrelated|out|absent|missing|inappropriate|{_NEGATIVE})\b|❌|✗|✘|✖",
    accepts="this is incorrect", refuses="this is correct",
)  # fmt: skip
