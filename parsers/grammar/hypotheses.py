"""Words of conditions, of questions, and of what takes back at once, in the languages replies come in.

Lower case, Latin accents dropped. All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "Replies of four stores not met before, in languages of Asia".
"""

from parsers.grammar.cued import Cued
from parsers.grammar.languages.of_all import words_of_all
from parsers.grammar.pattern import NO_MENTION, cued, pattern, words

# Dutch "als" is "if", and "as": "Als taalmodel kan ik …" says who speaks, and is no condition.
_AS_AN_AI = r"als (?:een )?(?:ai|taalmodel|assistent)\b"
# "Als de patiënt een kind was, …": the condition up to its comma.
CONDITION_AT_HEAD = pattern(
    rf"[\s\"'(*]*(?:(?!{_AS_AN_AI})(?:{words(words_of_all('if_at_head'))})(?!\w)"
    rf"(?P<clause>[^,،、;:.!?\n{NO_MENTION}]{{3,120}}(?=[,،、]| تو | thi ))"
    rf"|(?P<ending>(?:ถ้า|หาก)[^ ,.\n{NO_MENTION}]{{3,80}}(?=[ ,])"
    rf"|[^,、。;:.!?\n{NO_MENTION}]{{2,60}}"
    r"(?:(?:なら|であれば|だったら)ば?(?=、)|[가-힣](?:라|다)면(?=[ ,]))))",
    accepts="als de patient een kind was, is het antwoord ", how="match", refuses="als antwoord geldt ",
    kind=Cued,
)  # fmt: skip
# "Se devemos escolher A, …": to choose this one is what is supposed, and no way of choosing it.
IF_WE_MUST_CHOOSE = pattern(
    r"[\s\"'(*]*(?:se (?:devemos|temos (?:que|de)|precisamos|dobbiamo)"
    r"|si (?:debemos|hay que|tenemos que|nous devons))"
    r" \w+ (?:(?:a|la|el|o|le|il) )?(?:\w+ )?[\"'(*]*\Z",
    accepts="se devemos escolher ", how="match", refuses="se deve escolher ",
)  # fmt: skip
# "If we look at the description": a way of arguing.
LOOKING = pattern(
    r"\b(?:kijk\w*|bekijk\w*|beschouw\w*|kiez\w*|kies\w*|moet\w*|spojrz\w*|patrz\w*|rozwaz\w*"
    r"|wybra\w*|wybier\w*|analiz\w*|musi\w*"
    r"|podiv\w*|zvaz\w*|vybr\w*|musim\w*|погля\w*|розгля\w*|обра\w*|обира\w*|вибра\w*"
    r"|врахов\w*|треба|bak\w*|incele\w*|sec\w*"
    r"|degerlendir\w*|gerek\w*|bax\w*|nezer\w*|nəzər\w*|seç\w*|lazim\w*|qara\w*|tanla\w*"
    r"|tahlil\w*|kerak\w*|қара\w*|таңда\w*"
    r"|талда\w*|керек\w*|кара\w*|танда\w*|керек\w*|сайла\w*|кирәк\w*|نظر\w*|اختر\w*|نگاه\w*"
    r"|انتخاب\w*|بررسی\w*|xet|nhin|chon|dua|xem"
    r"|melihat|lihat|dilihat|memilih|dipilih|pertimbang\w*|harus|kuangali\w*|tukiangalia"
    r"|kuchagua|duba|zabi)\b"
    r"|נסתכל|מסתכל|לבחור|נבחן|בוחנים|देख|चुन|विचार|দেখ|বেছে|বিবেচ|చూస్తే|ఎంచు|دیکھ|غور|منتخب"
    r"|ดู|เลือก|พิจารณา|選|考え|言|挙|본|골라|선택|고려|고르|고른|\w*chagua",
    accepts="we naar de beschrijving kijken", refuses="de patient een kind was",
)  # fmt: skip
# "Ich glaube nicht, dass die Antwort ": the doubt governs the rest, if nothing is set against it.
DOUBTED = cued(
    rf"(?:(?<!\w)(?:{words(words_of_all('doubting'))})(?!\w)|不确定|不確定|不敢肯定|ไม่แน่ใจ)"
    r"(?P<rest>(?:(?!\b(?:aber|sondern|pero|sino|mais|mas|ma|maar|men|ale|lecz|но|а|але)\b)"
    rf"[^.;:!?\n{NO_MENTION}]){{0,60}})\Z",
    accepts="ich glaube nicht, dass die antwort ", refuses="ich glaube, dass die antwort ",
)  # fmt: skip
_FOR_EXAMPLE = words(words_of_all("for_example"))
_ANSWER_NOUNS = (
    "answer|option|choice|respuesta|resposta|reponse|antwort|antwoord|svar|risposta|ответ|відповідь|odpowiedz|cevap|cavab|javob"
    "|vastaus|odpoved|odgovor|valasz|raspuns|απάντηση"
    "|жауап|jibu|jawaban|dap an|الاجابة|الإجابة|الجواب|جواب|پاسخ|گزینه|תשובה|उत्तर|जवाब|জবাব|উত্তর|คำตอบ|คําตอบ"
    "|விடை|பதில்|సమాధానం|ಉತ್ತರ|ഉത്തരം|答|选项|選項|正解|정답|답"
)
_LIGHT = words(
    """
    the a an your my his correct right final best la el una su correcta correcto final die der das eine
    richtige korrekte a o resposta_correta le bonne meilleure il giusta corretta het juiste правильный
    верный правильна
    dogru dogru_cevap duzgun togri дұрыс sahihi yang benar dap_an_dung الصحيحة الصحيح הנכונה صحیح सही সঠিক
    के_लिए के_तौर_पर হিসেবে হিসাবে স্বরূপ ที่ถูกต้อง சரியான సరైన
    """
)
# At the head of its clause, or with no comma behind it: "الكبد مثلا، الجواب: ◆" is about the liver.
_FOR_EXAMPLE_OF = (
    rf"(?:(?<!\w)(?:{_FOR_EXAMPLE})(?!\w)|例如|比如|譬如|例えば|たとえば|(?<!\w)例(?=[:：\"])"
    r"|예를 들[어면]|(?<!\w)예시?(?=:)"
    r"|উদাহরণ\w*|उदाहरण\w*|ตัวอย่าง|เช่น|உதாரண\w*|ఉదాహరణ\w*)"
)
# "例如[正确答案]◆", "e.g. Answer: ◆": the form of an answer line, as an instruction shows it. Only words
# that belong to the noun stand between: "for example in the heart, the answer: ◆" has an example of its own.
SHOWN = cued(
    rf"(?:(?:\A|[\n,،、，;:.!?。(（][\s\"'(\[*]*){_FOR_EXAMPLE_OF}[\s]*[,،、，:：]?|{_FOR_EXAMPLE_OF}[:：]?)"
    rf"[\s\"'(\[<*]*(?:(?:(?:{_LIGHT})(?!\w)\s*|正确|正確|正しい|最终|最終|最佳|标准"
    r"|올바른 |정확한 |최종 )[\s\"'(\[<]*){0,3}"
    rf"(?:{_ANSWER_NOUNS})[^.;!?。,،、，؛\n{NO_MENTION}]{{0,12}}?[:\]>=][\s\"'(\[]*\Z",
    accepts="例如[正确答案]", refuses="例如, 答案是",
)  # fmt: skip
# "例:" above the answer line is a noun, as "Ejemplo:" is: it may head anything.
EXAMPLE_ABOVE = pattern(r"(?<!\w)(?:例|예시?):\s*\n", accepts="例:\n", refuses="例えば:\n")
# "It is unclear whether ◆ is right".
BEFORE_ASKED_OF = cued(
    r"\bwhether (?:or not )?(?:(?:the )?(?:option|answer|choice|statement) )?[\"'(*]*\Z",
    accepts="it is unclear whether option ", refuses="whether it is seen in ",
)  # fmt: skip
AFTER_AFFIRMED = pattern(
    r"[^.,;:!?\n]{1,40}(?:, and|;) (?:indeed,? )?it (?:(?:is|does)(?: indeed)?(?:[.!]|\Z)"
    r"|indeed (?:is|does)\b)",
    accepts=" is right, and it is.", how="match", refuses=" is right, and it is not.",
)  # fmt: skip
# What is asked of the option stands before it, or behind: "Ist ◆ die richtige Antwort?". Where a dash, a
# bracket or the end of a statement comes before, something else is asked: "◆입니다 더 궁금한 점이 있나요?".
ASKED = pattern(
    rf"(?:(?! - |입니다|이에요|예요|です(?!か)|である|(?:ครับ|ค่ะ|คะ)(?!\W*[?؟]))"
    rf"[^,،、;:.。!?¿؟–—(/\n{NO_MENTION}]){{0,60}}[?؟]",
    accepts=" die richtige antwort?",
    how="match",
    refuses=" – ist das klar?",
)
# What asks for the reason takes it for the answer: "Warum ist ◆ richtig?".
WHY = pattern(
    r"(?<![^\W_])(?:p[eo]r ?que|pourquoi|perche|warum|wieso|weshalb|waarom|varfor|hvorfor|miksi|why|почему"
    r"|отчего|чому|dlaczego|proc|preco|zasto|zakaj|защо|neden|nicin|niye|nima uchun|nega|неге|неліктен|эмнеге"
    r"|mengapa|kenapa|tai sao|vi sao|kwa nini|γιατι|de ce|miert|למה|מדוע|لماذا|لم|چرا|کیوں|क्यों|কেন)(?![^\W_])"
    r"|(?<![^\W_])(?:como (?:se sabe|saber|sabemos)|откуда известно|woher weiss (?:man|ich))(?![^\W_])"
    r"|为什么|為什麼|为何|為何|怎么|なぜ|何故|どうして|왜|어째서|ทำไม|เหตุใด",
    accepts="warum ist ",
    refuses="ist ",
)
_THAT = (
    "but (?:that|this|it)|(?:aber|doch|jedoch) (?:das|dies|es)|mais(?: (?:c'est|cela|ce|ca))?"
    "|pero(?: (?:eso|esto|esa|esta))?"
    "|mas(?: (?:isso|isto|essa))?|ma(?: (?:questo|questa|cio))?|maar (?:dat|dit|het)|men (?:det"
    "|detta)|(?:ale|lecz)(?: (?:to|tato))?"
    "|(?:но|однако) (?:это|он|она)|(?:але|проте) (?:це|він)|(?:ama|fakat|ancak|amma|lakin) bu"
    "|(?:lekin|ammo|biroq) bu"
    "|(?:бірақ|алайда) бұл|бирок бул|(?:ләкин|әмма) бу|و?لكن (?:هذا|هذه|ذلك)|(?:اما|ولی) این"
    "|(?:אבל|אך)(?: (?:זו|זה|זאת))?"
    "|(?:लेकिन|परंतु|किन्तु) (?:यह|वह)|কিন্তু (?:এটি|এটা|তা)|కానీ (?:అది|ఇది)|(?:لیکن"
    "|مگر) (?:یہ|وہ)|(?:但|不过|但是)[这這那它]?"
    "|(?:が|けれど|しかし)、?[これそ]れは|[가-힣]*(?:지만|그러나|하지만),? (?:이는"
    "|이것은|그것은|이건)|nhung(?: (?:dieu (?:do|nay)|no|do))?"
    "|(?:tetapi|namun|tapi) (?:itu|ini)|แต่(?:นั่น|มัน|นี่)|lakini(?: (?:hilo|hiyo|hili))?|amma"
    "|sugbon(?: (?:iyen|eyi))?"
)
# "…, aber das": what is said next is of the option.
BUT_THAT = pattern(
    rf"[^.!?;:\n{NO_MENTION}]{{0,30}}?(?:[,،、，\s]\s*|(?<=す))(?:{_THAT})(?=[\s']|[\u0e00-\u9fff])",
    accepts=", aber das ist falsch", how="match", refuses=", aber die anderen nicht",
)  # fmt: skip
IS_WRONG = pattern(
    r"(?:'s| is| was| would be) (?:clearly |simply |also )?(?:wrong|incorrect|false|a mistake"
    r"|not (?:it|(?:the )?(?:correct|right|exact)(?: answer| option| choice| one)?|the answer))\b",
    accepts=" is wrong", how="match", refuses=" is rare",
)  # fmt: skip
# "…, but that is not the only right answer".
ONLY = pattern(
    r"\b(?:only|seul\w*|unic\w*|einzig\w*|enige|enda|jedyn\w*|jedin\w*|единственн\w*|єдин\w*"
    r"|tek|yegane|yagona|жалғыз|жалгыз|бердәнбер)\b"
    r"|唯一|유일|duy nhat|satu-satunya|เดียว|pekee|الوحيد|تنها|היחיד|एकमात्र|একমাত্র|ఏకైక|واحد",
    accepts=" die einzige richtige", refuses=" die richtige",
)  # fmt: skip
