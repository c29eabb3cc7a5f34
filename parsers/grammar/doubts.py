"""What is only supposed, what would be so if something else were, and what is taken back in a few words.

"On pourrait croire que ◆ est juste, mais ce n'est pas le cas", "◆ byłaby poprawna, gdyby …", "ne ◆ ne ◆".
Lower case, Latin accents dropped. All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "Seven hundred choices and doubts in forty languages".
Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
"""

from parsers.grammar.languages.of_all import words_of_all
from parsers.grammar.pattern import MENTION, NO_MENTION, cued, pattern, words

# "One might think that …": the supposition governs the rest, if nothing is set against it.
SUPPOSED = cued(
    rf"(?:(?<!\w)(?:{words(words_of_all('supposing'))})(?!\w)|(?:可能|也许|也許|或许|或許)(?:会|會)?(?:认为|認為|以为|以為|觉得|覺得))"
    r"(?P<rest>(?:(?!\b(?:aber|sondern|doch|pero|sino|mais|mas|ma|maar|men|ale|lecz|но|однако|а|але|dar)\b"
    rf"|[但而]|لكن|اما|אבל|nhung|tetapi|namun|lakini)[^.;:!?。\n{NO_MENTION}]){{0,60}})\Z",
    accepts="on pourrait croire que ", refuses="on peut dire que ",
)  # fmt: skip

# "… seems right, but it is not": how such a sentence ends.
NOT_SO = tuple(tail.replace("_", " ") for tail in words_of_all("not_so").split())
NOT_SO_ENDS = frozenset(tail[-2:] for tail in NOT_SO)

# "◆ byłaby poprawna, gdyby …".
WOULD_IF = pattern(
    rf"[\s\"')\]*,]*(?:[^\W\d_]+ ){{0,2}}?(?:{words(words_of_all('would'))}) "
    rf"[^.;:!?\n{NO_MENTION}]{{0,50}}?[\s,](?:{words(words_of_all('if_behind_would'))})(?!\w)",
    accepts=" ware richtig, wenn der patient alter ware", how="match", refuses=" ist richtig, wenn man",
)  # fmt: skip
# "… olsaydı, ◆ doğru olurdu": the Turkic "had it been" before the option, and "it would be" at the end.
HAD_IT_BEEN = cued(
    rf"(?:s[ae]yd[iı]\w{{0,3}}|ganida|болса|болсо|булса),?\s[^.;:!?\n{NO_MENTION}]{{0,30}}\Z",
    accepts="xəstə daha yasli olsaydı, ", refuses="dogru cavab ",
)  # fmt: skip
WOULD_BE = ("olardi", "olardı", "olurdu", "bo'lardi", "болар еді", "болмок", "болот эле", "булыр иде")
# "患者が高齢であれば◆が": a condition right before the option.
IF_IT_IS = tuple(
    f"{condition}{comma}"
    for condition in ("であれば", "だったら", "である場合", "である場合は")
    for comma in ("", "、")
)

_NEITHER = r"ne|nə|na|ni|no|nem|sem|ani|nici|nao|nem|ούτε|ουτε|لا|لم|نه|نہ|न|לא"
# "ne ◆ ne ◆": neither.
NEITHER = pattern(
    rf"(?<!\w)(?P<word>{_NEITHER}) (?:[^\W\d_]{{1,3}} )?(?:{MENTION}|[a-e])"
    r"[\"')*]*,? (?:və |va |и |e |y |و)?(?P=word)(?: d[eəa])? (?:[^\W\d_]{1,3} )?\Z",
    accepts="ne ◆ ne ", refuses="ne ◆, ama ",
)  # fmt: skip

# "However … none of the options is correct", as the last thing said.
CONTRAST = pattern(
    r"\b(?:however|but|sin embargo|pero|no obstante|contudo|porem|mas|entretanto|cependant|mais|toutefois"
    r"|tuttavia|ma|jedoch|aber|однако|но|проте|але|ancak|fakat|ama|amma|lakin|ancaq|lekin|biroq|ammo|biraq"
    r"|бірақ|алайда|бирок|ләкин|tuy nhien|nhung|namun|tetapi|lakini|hata hivyo)\b"
    r"|لكن|ومع ذلك|但|然而|しかし|하지만|그러나|लेकिन|কিন্তু",
    accepts=". ancak ", refuses=". ve ",
)  # fmt: skip
NO_OPTION_RIGHT = cued(
    r"none of the (?:given |listed |provided |available |answer )*(?:options|choices|answers) (?:is|are) "
    r"(?:correct|right)|no (?:correct|right) (?:answer|option) (?:among|is (?:given|listed|provided))"
    r"|(?:cannot|can't|can not) (?:definitively |confidently )?(?:choose|select|pick)"
    r" (?:any|one|an answer|any one) (?:of|from) the (?:provided|given|listed|available)"
    r" (?:options|choices|answers)"
    r"|answer (?:cannot|can't|can not) be (?:chosen|selected) from the (?:provided|given|listed|available)"
    r" (?:options|choices)"
    r"|ningun[ao] de l[ao]s (?:opciones|respuestas|alternativas)(?: \w+){0,2} (?:es|son) (?:correct|valid)\w*"
    r"|no hay (?:ninguna )?(?:respuesta|opcion) correcta"
    r"|nenhuma das (?:opcoes|alternativas|respostas)(?: \w+){0,2} (?:e|esta|estao) corret\w*"
    r"|nao ha (?:resposta|alternativa|opcao) correta"
    r"|aucune des (?:reponses|options|propositions)(?: \w+){0,2} n'est (?:correcte|exacte|juste|bonne)"
    r"|nessuna delle (?:opzioni|risposte)(?: \w+){0,2} e (?:corretta|giusta|esatta)"
    r"|keine der (?:\w+ )?(?:optionen|antworten|antwortmoglichkeiten)(?: \w+){0,2} (?:richtig|korrekt)"
    r"|среди (?:\w+ ){0,3}(?:вариантов|ответов)(?: \w+){0,2} нет (?:правильн|верн)\w*|нет правильного ответа"
    r"|ни один из (?:\w+ )?вариантов(?: \w+){0,2} не (?:является )?(?:правильн|верн|подход)\w*"
    r"|seceneklerin hicbiri(?: \w+){0,2} degil|dogru (?:bir )?(?:cevap|secenek) (?:yok|bulunma)\w*"
    r"|(?:duzgun|dogru) cavab yox\w*|variantlar\w*(?: \S+){0,3} javob yo.?q|javob variantlarda yo.?q"
    r"|variantlarda xato\w* bor|natija variantlarda yo.?q|durys jawap joq"
    r"|дұрыс жауап жоқ|туура жооп жок|дөрес җавап юк"
    r"|لا توجد (?:أي )?إجابة صحيحة|لا يوجد (?:خيار|جواب) صحيح|没有正确(?:的)?(?:答案|选项)|沒有正確答案"
    r"|正解(?:は|が)(?:ありません|ない|存在し)|정답[이은] 없|khong co (?:dap an|phuong an)(?: nao)? dung"
    r"|tidak ada (?:jawaban|pilihan|opsi) yang (?:benar|tepat)|hakuna (?:jibu|chaguo)(?: \w+)? sahihi"
    r"|कोई (?:भी )?(?:विकल्प|उत्तर) सही नहीं",
    accepts="ninguna de las opciones es correcta", refuses="ninguna otra es correcta", in_passages=True,
)  # fmt: skip
# "But apart from oak none of the options is correct", "students say that none …": not said of all of them,
# or not by the one who answers.
LESS_THAN_ALL = cued(
    r"(?<!\w)(?:others?|remaining|apart from|except|besides|not true|students|some|many|people|if|unless|only"
    r"|otr[ao]s|demas|restantes?|excepto|salvo|outr[ao]s|autres|restant[es]+|sauf|altr[ie]|rimanenti|tranne"
    r"|ander\w+|ubrigen|restlichen|ausser|wenn|falls|nur|остальн\w+|друг\w+|кроме|если|diger|kalan|disinda"
    r"|lain\w*|khac|con lai)(?!\w)|其他|其它|其余|其餘|除了|如果|他の|残り|以外|다른|나머지|الأخرى|अन्य",
    accepts="but apart from oak, ", refuses="however, ", in_passages=True,
)  # fmt: skip

# "等等，我可能算错了。": an answer is withdrawn, and none is put in its place. The interjection opens a
# sentence, a sign stands behind it, and the speaker erred; "树皮等等，我认为其他选项错了" is no such.
_OPENS = r"(?:\A|[.!?。！？；;।۔:\n—–…]|ครับ|ค่ะ)[\s\"'*_)]*"
WITHDRAWN = cued(
    rf"{_OPENS}(?:"
    r"(?:等等|等一下|稍等|不对|不對)[,，。！!.…\s]+[^。！？\n]{0,8}我[^。！？\n]{0,4}"
    r"(?:(?<!没)(?<!没有)[算弄搞看][错錯]|错了|錯了|犯了)"
    r"|(?:待って|待てよ|いや)[、,。.…\s]+[^。\n]{0,14}(?:間違え(?:た|まし)|間違いまし|計算ミス)"
    r"(?!た?(?:人|場合|もの))"
    r"|(?:잠깐|잠시)만?요?[,.!…]+ ?(?:제가|내가|아까)?[^.。\n]{0,20}(?:실수|잘못 (?:계산|생각|이해))"
    r"|रुक(?:िए|ो|ें)[,!।]? [^।.\n]{0,20}(?:मुझसे|मैंने|मैं)[^।.\n]{0,20}(?:गलती|ग़लती)"
    r"|(?:একটু )?অপেক্ষা কর(?:ুন|ো)?[,!] [^।\n]{0,30}ভুল (?:করেছি|হয়েছে)"
    r"|انتظر[،,!.] ?[^.\n]{0,20}(?:أخطأت|أخطات|ارتكبت خطأ)"
    r"|صبر کنید?[،,!.] ?[^.\n]{0,20}اشتباه کرد(?:م|ه‌ام)|ٹھہر\w*[،,!] [^۔.\n]{0,30}غلطی"
    r"|(?:khoan|doi)(?: da)?[,!.] (?:toi|minh|co)\b[^.\n]{0,20}\b(?:nham|tinh sai|sai sot)"
    r"|tunggu(?: dulu| sebentar)?[,!.]\s[^.\n]{0,20}"
    r"\b(?:saya (?:salah|keliru|membuat kesalahan)|kesalahan saya)"
    r"|เดี๋ยวก่อน[^\n]{0,40}ผิดพลาด"
    r"|(?:espera|espere|un momento)[,!.]\s[^.\n]{0,40}\b(?:me equivoque|me he equivocado"
    r"|cometi un error|cometi um erro|errei)"
    r"|attend(?:ez|s)[,!.]\s[^.\n]{0,40}\b(?:je me suis trompe|j'ai fait une erreur)"
    r"|(?:moment|warte)(?: mal)?[,!.]\s(?:da )?(?:habe )?ich\b[^.\n]{0,40}"
    r"\b(?:geirrt|verrechnet|fehler gemacht)"
    r"|aspetta[,!.]\s[^.\n]{0,20}\bho (?:sbagliato|fatto un errore)"
    r"|подожд\w+[,!.]\s[^.\n]{0,10}я [^.\n]{0,20}(?:ошиб(?:ся|лась)|ошибку)"
    r"|(?:bekle|dur)(?:yin|un)?[,!.]\s[^.\n]{0,30}\b(?:hata yaptim|yanlis hesapladim))",
    accepts="等等，我可能算错了。", refuses="叶子、树皮等等，我认为其他选项错了。", in_passages=True,
)  # fmt: skip

# "Sau khi phân tích từng phương án, đáp án đúng là: ": what follows is the answer.
_THEN_ANSWER = (
    r",[^.!?:\n]* (?:respuesta|opcion correcta|resposta|opcao correta|alternativa correta|reponse|risposta"
    r"|antwort|antwoord|svar|odpowiedz|odpoved|ответ|відповідь|cevap|cavab|javob|жауап|jawaban|dap an|jibu)"
)
# "Vamos analisar cada opção:": a heading of a list that chooses nothing.
EACH_OPTION = cued(
    r"(?<!\w)(?:(?:cada (?:una de las |uma das )?"
    r"(?:opcion|opcao|opciones|opcoes|alternativas?|respuesta|resposta"
    r"|proposicao|afirmativa|assertiva)|chaque (?:option|proposition|reponse|affirmation)"
    r"|ogni (?:opzione|risposta|alternativa)|jede[rsn]? (?:option|antwort\w*|aussage|moglichkeit)"
    r"|elke optie|varje (?:alternativ|svar\w*)|kazda (?:opcje|odpowiedz)|kazdou (?:moznost|odpoved)"
    r"|каждый (?:вариант|ответ)|каждого варианта|кожен варіант|her (?:bir )?(?:secene\w+|sikk?\w*)"
    r"|hər (?:bir )?variant\w*|har bir variant\w*|әр (?:бір )?нұсқа\w*|setiap (?:pilihan|opsi|alternatif)"
    r"|masing-masing pilihan|(?:tung|moi) (?:phuong an|dap an|lua chon)|kila (?:chaguo|jibu))"
    rf"(?:(?!{_THEN_ANSWER})[^.!?:\n]){{0,40}}:[\s*#•-]*"
    # "Phân tích các lựa chọn:", "Analisis pilihan:", above the list; "sau khi …" leads to an answer
    r"|(?<!sau khi )(?<!ket qua )(?<!berdasarkan )(?<!hasil )(?<!setelah )(?<!hasil dari )"
    r"(?:phan tich (?:cac|nhung) (?:phuong an|dap an|lua chon)"
    r"|(?:meng)?analisis(?: \w+){0,2} (?:pilihan|opsi)(?:-\w+)?|pembahasan (?:pilihan|opsi))(?: [a-z]{1,9})?"
    r":[ *]*\n[\s*#•-]*)\Z",
    accepts="vamos analisar cada opcao:\n\n", refuses="a resposta de cada item e ",
)  # fmt: skip
# What lies between is no conclusion: "逐项分析后，我选：".
_CONCLUDES = (
    r"正解|答|適切|正し|正确|正確|[选選](?!项|項|擇肢|択肢)|剩|残|结果|結果|结论|結論|該当|정답|옳|적절|맞|결과|답|선택[은이하]"
    r"|صحيح|درست|نختار|الإجابة|پاسخ|انتخاب"
)
_REST = rf"(?:(?!{_CONCLUDES})[^.!?:：。\n])"
_HEAD_END = rf"(?:(?!{_CONCLUDES})[^.!?:：。，、,\n]){{0,14}}[:：][ *]*\n[\s*#•-]*\Z"
EACH_OPTION_DENSE = pattern(
    r"(?:كل (?:خيار|إجابة)|[每各](?:个|個|一个)?(?:选项|選項)|各選択肢|それぞれの選択肢"
    r"|각 (?:선택지|보기|항목)"
    r"|प्रत्येक विकल्प|প্রতিটি বিকল্প|แต่ละ(?:ตัวเลือก|ข้อ))"
    rf"{_REST}{{0,20}}[:：][\s*#•-]*\Z"
    # "選択肢を一つずつ検討します：", "逐一分析选项：", "보기를 하나씩 검토해 보겠습니다:"
    rf"|(?:(?<![いなる])選択肢(?:の(?!中|うち|内)|[をはに]|(?=[分検整評])){_REST}{{0,16}}?"
    r"(?:検討|分析|見て|確認|評価|考え|整理|吟味|以下の|次の|(?<=の)(?:解釈|解説|比較))"
    # "选项分析：", "以下是对选项的解析："
    rf"|(?<![确確佳选選])(?:选项|選項){_REST}{{0,4}}?(?:分析|解析|讨论|討論|评估|評估|比较|比較)(?![后後得可])"
    rf"|(?:逐[一个個项項]|依次|分别|分別|一一){_REST}{{0,8}}?(?:分析|看|考虑|考慮|检查|檢查|评估|評估|判断|判斷|讨论|验证)"
    rf"|(?:보기|선택지|항목)(?:들?[을를의]|별|에 대한)? {_REST}{{0,12}}?(?:검토|살펴|분석|확인|평가)"
    rf"|(?:لن|سن|ن)(?:ستعرض|حلل|نظر في|راجع|ناقش) (?:كل |جميع )?(?:ال)?(?:خيارات|إجابات)"
    rf"|گزینه ?ها(?:ی \w+)?(?: را)? {_REST}{{0,16}}?(?:بررسی|تحلیل|مرور)){_HEAD_END}",
    accepts="分析每个选项:\n", refuses="每个选项都对",
)  # fmt: skip

# "unklar, ob ◆ richtig ist", "reste à savoir si la réponse ◆ est la bonne": up to two words between.
BEFORE_ASKED_OF = cued(
    rf"(?<![\w'-])(?P<word>{words(words_of_all('asked_of'))})"
    r"(?P<between>(?: [^\W\d_]{1,14}){0,2})[\s\"'(*]+\Z",
    accepts="es bleibt unklar, ob ", refuses="ob mit fieber oder ohne, ",
)  # fmt: skip
# One of these words is "and" in Romanian, where its sign is lost: "și", before a Romanian "is" or "are".
ROMANIAN_AND = "si"
AFTER_ROMANIAN_AND = pattern(
    r"[^.;:!?\n]*\b(?:este|sunt|e|ar fi)\b",
    accepts=" ◆ sunt corecte", how="match", refuses=" es correcta",
)  # fmt: skip
# "◆が正しいかどうか", "◆가 맞는지", "◆是否正确".
# A look ahead for the sign that ends it first: most texts have none, which tells that sooner.
AFTER_ASKED_OF = pattern(
    r"[\"')*]*(?:"
    r"(?=[^.。,、!?\n]{0,22}か)(?:[がはも])?[^.。,、!?\n]{0,14}(?:かどうか|か否か"
    r"|(?:正しい|正解|適切|妥当|正答|答え|該当する)(?:である|なの)?か(?![らつものとな]))"
    r"|(?=[^.。,!?\n]{0,18}지)[가-힣]{0,2} ?[^.。,!?\n]{0,12}"
    r"(?:[맞옳](?:는|은|을)|정답인|답인|정답일|적절한|올바른|타당한)지(?!만|[가-힣]{2})"
    r"|(?:项|項)?(?:是否|是不是|对不对|對不對))",
    accepts="が正しいかどうか", refuses="が正しいから", how="match",
)  # fmt: skip
# "Ist ◆ die richtige Antwort? Auf jeden Fall."
CERTAINLY = pattern(
    r"[^?\n]*\?[\"'*)\s]*(?:(?:auf jeden fall|sicher(?:lich)?|naturlich|definitiv|genau|claro(?: que si)?"
    r"|por supuesto|sin duda|com certeza|sem duvida|bien sur|certainement|certo|certamente|sicuramente|zeker"
    r"|natuurlijk|конечно|безусловно|верно|звичайно|oczywiscie|zdecydowanie|tabii(?: ki)?|kesinlikle"
    r"|elbette)(?!\w)|当然|没错|沒錯|もちろん|물론|بالتأكيد|بالطبع)(?=[.!。]|입니다[.]|です。|\s*\Z)"
    r"|[^?\n]*\?[\"'*)\s]*(?:richtig|stimmt|korrekt|correcto|correta?|exacto|exactement|esatto|правильно)(?=[,.!])",
    accepts=" die richtige antwort? auf jeden fall.", how="match", refuses=" die richtige antwort? nein",
)  # fmt: skip
