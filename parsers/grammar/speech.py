"""Words behind which somebody else speaks: "el paciente dijo: espera, me equivoqué".

All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from parsers.grammar.pattern import pattern, words

_SPEAKING = """
    said says saying replied replies answered shouted wrote exclaimed admitted
    dijo dice decia respondio contesto exclamo grito escribio admitio disse diz respondeu exclamou
    dit disait repondit repondu ecrit s'ecria sagte sagt meinte antwortete rief schrieb
    rispose risponde esclamo zei zegt antwoordde riep powiedzial powiedziala mowi odpowiedzial
    rekl rekla rika odpovedel сказал сказала говорит ответил ответила воскликнул сказав каже відповів
    spus zice raspuns mondta mondja sanoi sanoo vastasi sagde siger sade sager svarade sier svarte
    dedi diyor soyledi deyir soyladi деді айтты деп_айтты alisema anasema akasema alijibu
    berkata mengatakan noi_rang bao_rang είπε ειπε λέει λεει απάντησε απαντησε قال قالت يقول گفت کہا
    कहा बोला বলল বললেন
"""
# "That said", "como dice el texto", "j'ai dit", "ich sagte": nobody else speaks.
_NOBODY_ELSE = """
    i ich ik jag jeg je ai j'ai yo eu ho am я have had i've i'd having just that as como comme come wie zoals
    som jak jako как як ca kama question text book option texto pregunta enunciado pergunta texte frage
    tekst вопрос
"""
_OTHER = "".join(rf"(?<!\b{word} )" for word in _NOBODY_ELSE.split())
_THING = "text|texto|texte|testo|tekst|question|pregunta|enunciado|pergunta|frage|domanda|текст|вопрос"
# In Chinese a person must stand before the verb: "也就是说", "应该说" and "我想说" are one's own words.
_PERSON = "者生師师員员医醫护護患妈媽爸母父友"
SPEAKS = pattern(
    rf"{_OTHER}(?<!\w)(?:{words(_SPEAKING)})(?!\w)(?! that\b)(?!(?: \w+)? (?:{_THING})(?!\w))"
    r"[^.!?:\n]{0,30}"
    r"(?:[:：][\s\"'“”«»*_(]*|,\s*[\"'“”«»][\s\"'*_(]*)"
    rf"|(?:(?<!我)們|(?<!我)们|(?<!本)人|[{_PERSON}他她它])[^我.!?。:：,，\n]{{0,6}}"
    r"(?:说|說|喊|回答)[:：,，][\s\"'“”「『]*"
    r"|(?:言った|叫んだ|말했다|말하길)[:：,，][\s\"'“”「『]*",
    accepts="el paciente dijo: ", refuses="el paciente dijo que no. ",
)  # fmt: skip
# "Viele wählen ◆", "很多人会选◆": others choose it, at the head of the sentence.
_OTHERS_CHOOSE = (
    r"(?:viele|manche|einige|die meisten|andere) (?:\w+ )?(?:wahl\w+|nehm\w+|sag\w+|tipp\w+|antwort\w+)",
    r"(?:beaucoup|certains|plusieurs|la plupart|d'autres)(?: \w+){0,2}"
    r" (?:chois\w+|dir\w+|pens\w+|repond\w+|coch\w+)",
    r"(?:much[oa]s|algun[oa]s|la mayoria|otr[oa]s)(?: \w+){0,2}"
    r" (?:elig\w+|elegir\w+|escog\w+|diri\w+|marca\w*)",
    r"(?:muit[oa]s|algun?s|a maioria|outr[oa]s)(?: \w+){0,2} (?:escolh\w+|diri\w+|respond\w+|marca\w*)",
    r"(?:molti|alcuni|la maggior parte|altri)(?: \w+){0,2} (?:scelg\w+|sceglier\w+|direbb\w+|rispond\w+)",
    r"(?:wielu|niektorzy|wiekszosc|inni)(?: \w+){0,2} (?:wybier\w+|wybra\w+|odpowiad\w+)",
    r"(?:многие|некоторые|большинство|другие)(?: \w+){0,2} (?:выбира\w+|отвеча\w+|говорят|назыв\w+)",
    r"(?:багато хто|деякі|більшість|інші)(?: \w+){0,2} (?:обира\w+|вибира\w+|відповіда\w+)",
    r"(?:banyak|beberapa|sebagian) orang(?: \w+){0,2} (?:memilih|menjawab)",
    r"(?:nhieu|mot so|hau het moi) nguoi(?: \w+){0,2} (?:chon|tra loi)",
)
_OTHERS_UNSPACED = (
    r"(?:很多|许多|許多|有些|有的|大多数|大多數|一些)(?:人|学生|考生|医生)[^，,。；;：:\n]{0,6}[选選答]"
)
OTHERS_CHOOSE = pattern(
    rf"\W*(?:(?:{'|'.join(_OTHERS_CHOOSE)})(?: \w+){{0,2}}[\s\"'(:]*|{_OTHERS_UNSPACED})\Z",
    accepts="viele wahlen ", how="match", refuses="viele symptome sprechen fur ",
)  # fmt: skip
# "多くの人はBを選ぶ": the verb stands behind.
OTHERS = pattern(
    r"\W*(?:(?:多くの|一部の|大半の)(?:人|学生|医師)[はが]|(?:많은|일부|대부분의) (?:사람|학생|의사)\w* "
    r"|(?:bircok|cogu|bazi) (?:kisi|insan\w*|ogrenci\w*) )\Z",
    accepts="多くの人は", how="match", refuses="多くの症状は",
)  # fmt: skip
CHOOSE = pattern(
    r"[\s\"')]*(?:を(?:選|答)|[를을]? ?(?:선택|고르|고른|골라|답)|'?\w{0,2} (?:sec|isaretl))",
    accepts="を選ぶ", how="match", refuses="を示す",
)  # fmt: skip
