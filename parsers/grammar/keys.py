"""Keys before a colon: which of them announce an answer, and which head reasons or something else.

All patterns work on the skeleton (see `pattern`) and end where a mention begins.

Decision: docs/decisions/parsers.md, "Letters and words in replies that answer nothing".
"""

from parsers.grammar import vocabulary as say
from parsers.grammar.pattern import cued, whole, words

# What asks for reasons, or for something else than the answer: "Explanation: ", "Figure: ".
_OTHER_KEYS = """
    explanation reason reasons reasoning rationale justification analysis note step patient example confidence
    certainty difficulty version appendix figure section comorbid differential* i'm_torn hesitating undecided
    grade
"""
# "Ruled out: ◆", on a separate line; "Incorrect statement: ◆" may be what is asked for.
REJECTING = """
    rule_out ruled_out ruling_out i_ruled_out eliminat* exclud* to_exclude reject* discard* dismiss*
    crossed_out not_this decoy* distractor* trap* backup close_second second_best second-best
    second_choice second_place runner-up runner_up rank_2 least_likely least_appropriate least_suitable
    worst also_possible
    incorrect_option* incorrect_answer* incorrect_choice* wrong_option* wrong_answer* wrong_choice*
    previous_answer old_answer former_answer earlier_answer my_earlier_answer my_previous_answer
"""
_NO_KEYS = words(
    f"""
    {_OTHER_KEYS} {REJECTING}
    note question q option options choice choices incorrect wrong not context background hint hypothesis
    assistant user human evidence similarly remember however for_example case valueerror keyerror typeerror
    error exception warning file line traceback task instruction instructions claim premise conclusion
    statement torn caution discussion differential differentials explicacion justificacion explicacao
    explication begrundung erklarung spiegazione uitleg wyjasnienie uzasadnienie vysvetleni penjelasan
    aciklama giai_thich ly_do объяснение пояснение обоснование пояснення
    解説 解析 说明 説明 理由 설명 풀이
    """
)
# A short key before a colon at the head of a line: "Diagnosis:", "Most likely type:".
BEFORE_KEY = cued(
    rf"(?:\A|\n)\s*(?!(?:{_NO_KEYS})\b)(?![^:\n]*\b(?:each|every|following|check|list|several|if|unless"
    rf"|options|choices|all)\b)"
    r"[\w'’/-]{2,24}(?:\s[\w'’/()-]{1,20}){0,5}\s*:\s*[\"'(\[]*\Z",
    accepts="diagnosis: ", refuses="note: ",
)  # fmt: skip
_THOUGHTS = words(
    """
    uberlegung* analyse* gedanken* gedankengang bewertung betrachtung herleitung abwagung begrundung*
    analysis thoughts considerations analisis explicacion razonamiento analise raciocinio raisonnement
    reflexion explication analisi ragionamento spiegazione overweging* redenering uitleg resonemang
    overvagande* begrunnelse begrundelse vurdering analiza rozumowanie wyjasnienie rozbor uvaha
    vysvetleni vysvetlenie elemzes indoklas magyarazat explicatie analiz* dusunce aciklama
    gerekce pembahasan penjelasan phan_tich giai_thich uchambuzi maelezo анализ рассуждени*
    объяснение аналіз міркування пояснення αναλυση ανάλυση ניתוח הסבר تحليل شرح تحلیل توضیح विश्लेषण
    """
)
# A heading of thoughts above a paragraph: "Überlegung:", and the line ends.
BEFORE_THOUGHTS = cued(
    rf"(?:\A|\n)[\s\"'*_#-]*(?:[\w'’-]{{2,20}}\s){{0,3}}(?:{_THOUGHTS}|分析|解析|思考|考察|推理|분석)"
    r"(?:\s[\w'’-]{2,20}){0,3}\s*:[ \"'(\[]*\n\s*\Z",
    accepts="uberlegung:\n", refuses="fazit:\n",
)  # fmt: skip
# Keys that announce an option text; any other key may head a paragraph that only mentions one.
KEY_FOR_TEXT = cued(whole(say.ASKED_NOUNS), accepts="most likely diagnosis: ", refuses="time horizon: ")
# A reply that is a key and its value: "Sentiment: negative".
BEFORE_ONLY_KEY = cued(r"\A[\w ]{3,30}:\s*\Z", accepts="sentiment: ", refuses="the sentiment, as said: is ")
BEFORE_OTHER_VALUE = cued(
    rf"(?:\A|\n)[\s\"'*_-]*(?:{words(_OTHER_KEYS)})(?: (?:diagnos[ei]s|disorders?))?[\s\"'*_]*:[\s\"'*_(]*\Z",
    accepts="explanation: ", refuses="answer: ",
)  # fmt: skip
# "Statement index: ": a number that counts the items, whatever follows.
BEFORE_INDEX = cued(
    r"\b(?:statement|item|question|page)[ _](?:index|number|no\.?|id)\s*[:#=]\s*\Z",
    accepts="statement index: ", refuses="number of items: ",
)  # fmt: skip
# "◆, 3, 6, 7": a label in a row of numbers that are none.
AFTER_IN_NUMBERS = cued(
    r"[)\s]*(?:, ?\d{1,2}(?![\d%]| ?[a-z]|[.,]\d)){2,}[\s.]*(?:\n|\Z)",
    accepts=", 3, 6, 7", how="match", refuses=", 3 years",
)  # fmt: skip
