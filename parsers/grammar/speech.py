"""Words behind which somebody else speaks: "el paciente dijo: espera, me equivoqué".

All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from parsers.grammar.languages.of_all import forms_of_all, words_of_all
from parsers.grammar.pattern import pattern, words

_SAID = words(words_of_all("said"))
_TASK = words_of_all("task")
# "That said", "como dice el texto", "j'ai dit", "ich sagte": nobody else speaks.
_NOBODY_ELSE = "".join(rf"(?<!\b{word} )" for word in words(words_of_all("own_voice"), _TASK).split("|"))
# In Chinese a person must stand before the verb: "也就是说", "应该说" and "我想说" are one's own words.
_PERSON = "者生師师員员医醫护護患妈媽爸母父友"
SPEAKS = pattern(
    rf"{_NOBODY_ELSE}(?<!\w)(?:{_SAID})(?!\w)(?! that\b)(?!(?: \w+)? (?:{words(_TASK)})(?!\w))"
    r"[^.!?:\n]{0,30}"
    r"(?:[:：][\s\"'“”«»*_(]*|,\s*[\"'“”«»][\s\"'*_(]*)"
    rf"|(?:(?<!我)們|(?<!我)们|(?<!本)人|[{_PERSON}他她它])[^我.!?。:：,，\n]{{0,6}}"
    r"(?:说|說|喊|回答)[:：,，][\s\"'“”「『]*"
    r"|(?:言った|叫んだ|말했다|말하길)[:：,，][\s\"'“”「『]*",
    accepts="el paciente dijo: ", refuses="el paciente dijo que no. ",
)  # fmt: skip
_FORMS = [form.partition("◆") for form in forms_of_all("others_choose")]
# "Viele wählen ◆", "很多人会选◆": others choose it, at the head of the sentence.
OTHERS_CHOOSE = pattern(
    rf"\W*(?:{'|'.join(before for before, option, _ in _FORMS if not option)})(?: \w+){{0,2}}[\s\"'(:]*\Z",
    accepts="viele wahlen ", how="match", refuses="viele symptome sprechen fur ",
)  # fmt: skip
# "多くの人はBを選ぶ": the verb stands behind.
OTHERS = pattern(
    rf"\W*(?:{'|'.join(before for before, option, _ in _FORMS if option)})\Z",
    accepts="多くの人は", how="match", refuses="多くの症状は",
)  # fmt: skip
CHOOSE = pattern(
    rf"[\s\"')]*(?:{'|'.join(after for _, option, after in _FORMS if option)})",
    accepts="を選ぶ", how="match", refuses="を示す",
)  # fmt: skip
