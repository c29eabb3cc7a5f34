"""Words behind which somebody else speaks: "el paciente dijo: espera, me equivoqué".

All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from parsers.grammar.pattern import pattern, words

_SPEAKING = """
    said says saying replied replies answered shouted wrote exclaimed admitted
    dijo dice decia respondio contesto exclamo grito escribio admitio disse diz respondeu exclamou
    dit disait repondit repondu ecrit s'ecria sagte sagt meinte antwortete rief schrieb gesagt gerufen
    detto rispose risponde esclamo zei zegt antwoordde riep powiedzial powiedziala mowi odpowiedzial
    rekl rekla rika odpovedel сказал сказала говорит ответил ответила воскликнул сказав каже відповів
    spus zice raspuns mondta mondja sanoi sanoo vastasi sagde siger sade sager svarade sier svarte
    dedi diyor soyledi deyir soyladi деді айтты деп_айтты alisema anasema akasema alijibu
    berkata mengatakan noi_rang bao_rang είπε ειπε λέει λεει απάντησε απαντησε قال قالت يقول گفت کہا
    कहा बोला বলল বললেন
"""
SPEAKS = pattern(
    rf"(?<!\bi )(?<!\w)(?:{words(_SPEAKING)})(?!\w)[^.!?:\n]{{0,30}}[:：,][\s\"'“”«»*_(]*"
    r"|(?:说|說|喊|回答|言った|叫んだ|말했다|말하길)[:：,，][\s\"'“”「『]*",
    accepts="el paciente dijo: ", refuses="el paciente dijo que no. ",
)  # fmt: skip
