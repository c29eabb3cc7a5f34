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
