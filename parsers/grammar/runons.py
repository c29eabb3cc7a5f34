"""Where a reply ends and the model goes on by itself: the next question, the next turn.

Base models continue the pattern of the prompt; whatever they answer there is no answer to the item.

Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
Decision: docs/decisions/parsers.md, "One look at a text's characters, and words of one script".
Decision: docs/decisions/parsers.md, "What 0.1.0 read outside English, and the reader did not".
"""

import re

from parsers.grammar.pattern import MENTION, pattern, words
from parsers.pattern import Pattern

_NEXT = words(
    "question q problem exercise query task item quiz user human student patient_case instruction input "
    "prompt example"
    " next_case next_vignette next_item next_scenario next_patient new_case"
    " next_question new_question another_question follow-up_question pregunta frage domanda pergunta "
    "вопрос soru"
    " pertanyaan pytanie vraag"
)
_NEXT_UNSPACED = "问题|题目|質問|질문|سؤال|प्रश्न"
_ELSEWHERE = words(
    "savol савол суроо сорау soraw sorau suraq сұрақ sual суаль so'al soal سوئال سوال swali tambaya ibeere"
    " питання otazka kerdes cau_hoi שאלה প্রশ্ন सवाल கேள்வி ప్రశ్న ಪ್ರಶ್ನೆ ചോദ്യം પ્રશ્ન ਸਵਾਲ ጥያቄ"
    " 请回答 请你回答 请您回答"
)
_TURN = words("assistant ai bot model system chatgpt gpt")
_PART = "instruction|input|response|question|user|human"
_REFERENCES = (
    r"references?|sources|bibliograph\w+|works cited|fuentes|quellen\w*|literatur\w*|fonti"
    r"|referencias(?: bibliograficas)?|bibliografia|riferimenti|referencje|zrodla|kaynak\w*"
    r"|список литературы|источники|参考文献|参考资料|引用文献|참고 ?문헌|المراجع|منابع"
)


def _first_letters(*alternatives: str) -> str:
    """A class of them: told of a line at once, where the engine would try each word."""
    return f"[{''.join(sorted({word[0] for listed in alternatives for word in listed.split('|')}))}]"


_NEXT_LETTERS = _first_letters(_NEXT, _NEXT_UNSPACED, "q|w", "|".join("123456789"))
# Begins with a line break: for the head of a text, set one before it.
NEXT_QUESTION = pattern(
    rf"\n[ \t#>*-]*(?={_NEXT_LETTERS})"
    rf"(?!input\s?:[^\n]*(?:->|→)|q ?: *\\)(?:(?:{_NEXT})\s?\d*\s*(?:[:.)]|\n)"
    rf"|(?:{_NEXT_UNSPACED})\s?\d*\s*[:.]"
    # "Q2. What …", "Q2 What … ?"; a charge or a quartile is none: "Q1 - the charge", "Q3 (third quartile)"
    r"|q\d+\b(?:(?=\s*[:.)、\n]|\s*\Z|\s(?:what|which|who|whose|whom|when|where|why|how|find|solve|name)\b)"
    r"|(?=\s[^\n=]{3,300}[?;؟][\s*]*(?:\n|\Z))(?!(?:,| [^\W\d_]{1,6}) q\d| (?:is|are)\b))"
    # "12. 下列药物属于…的是( )": an exam's next item, with the gap for its answer
    rf"|\d{{1,3}}\s?[.、:)][^\n]{{4,300}}[\s\u3040-\u9fff]\(\s{{0,8}}\)[.。?]?\s*\n\s*(?:{MENTION}|a)\s?[.、:)]"
    r"|(?:which|what) of the following\b[^\n]{0,300}\?\s*\n)",
    accepts="\nquestion: what is it?", refuses="the question: what is it?", flags=re.IGNORECASE,
)  # fmt: skip
# The same where solutions restate the question under such a heading: after an answer, or at the head.
NEXT_QUESTION_ELSEWHERE = pattern(
    rf"\n[ \t#>*-]*(?={_first_letters(_ELSEWHERE)})(?:{_ELSEWHERE})\s?\d*\s*(?:[:.)]|\n)",
    accepts="\nсавол: 2 + 2?", refuses="бу савол: 2 + 2?", flags=re.IGNORECASE,
)  # fmt: skip
# "答案: C 问题: …": on the line of an answer, with nothing between. Which answers count is asked apart.
NEXT_ON_LINE = pattern(
    r"(?:question|pregunta|pergunta|domanda|frage|fraga|sporsmal|vraag|pytanie|otazka|вопрос|питання|сұрақ|суроо"
    r"|soru|sual|суаль|savol|савол|сорау|soraw|sorau|suraq|so'?al|سوئال|pertanyaan|soalan|swali|tambaya"
    r"|cau hoi|คำถาม|ερωτηση|שאלה"
    r"|问题|題目|题目|質問|질문|سؤال|سوال|प्रश्न|প্রশ্ন) ?\d*[:：]",
    accepts="question: what is", how="match", refuses="the question is what is",
)  # fmt: skip
BEFORE_NEXT = pattern(r"[.)。]? +", accepts=". ", refuses="a. ", how="match")
# "Demak, javob C.Savol: …": the next question is glued to the full stop behind the answer's sentence.
BEFORE_GLUED = pattern(r"[^\n.]{0,80}\.(?=[^\W\d_])", accepts=" seçeneğidir.s", refuses=". s", how="match")
# After an answer: the model sums up a whole prompt's worth of questions, or announces the next one. Likewise.
NEXT_TASK = pattern(
    r"[.!?:)。\n][^\S\n]*(?:now,? ?)?(?:let'?s|let us|we (?:can|will)|i will|now,?) ?(?:总结|回顾|解答"
    r"|来看|继续|做"
    r"|summari[sz]e|recap|compile|combin\w+|review|complete"
    r"|answer|solve|move on|continue|proceed|try|go)\s*(?:以上|上述|所有|to|on|with|the|all|these|those"
    r"|another"
    r"|next|following|remaining|other|previous|above|our|a|new|more)*"
    r"[^.!?\n]{0,40}(?:answers?|questions?|problems?|答案|问题|one|exercises?)\b",
    accepts=". now, let's summarize all the answers:", refuses=". now, let's answer a bit differently",
    flags=re.IGNORECASE,
)  # fmt: skip
NEXT_TURN = pattern(
    rf"\n[ \t#>*-]*(?={_first_letters(_TURN)})(?:{_TURN})\s*:"
    rf"|\n[ \t]*###\s*(?:{_PART})\b",
    accepts="\nassistant: the answer", refuses="the assistant: yes", flags=re.IGNORECASE,
)  # fmt: skip
OWN_TURN = pattern(
    rf"\n[ \t#>*-]*(?:{_TURN})\s*:", accepts="\nassistant: the answer", refuses="\nuser: why",
    how="match",
)  # fmt: skip
# "Q1: ◆": the answer to one of several questions.
NUMBERED_ANSWER = pattern(
    r"(?:\A|\n)[ \t>*-]*(?:q|question|frage|pregunta|вопрос|问题|soru)\s?\d+\s*[:.)=-]\s*\Z",
    accepts="q1: ", refuses="question: ",
)  # fmt: skip
# The same, with the bare number too: "1. ◆", one line after the other.
ANY_NUMBERED_ANSWER = pattern(
    r"\n[ \t>*-]*(?:(?:q|question|frage|pregunta|вопрос|问题|soru)?\s?\d+)\s*[:.)=-]\s*\Z",
    accepts="\n1. ", refuses="\nanswer: ",
)  # fmt: skip
# "Question 1:" heading a line, and "Question 2:" heading another: all of them are answered, in a row.
_QUESTION = r"\n[ \t>#*-]*(?:question|frage|pregunta|questao|вопрос|soru) ?{}[ \t*]*[:.)\n]"
FIRST_QUESTION = pattern(_QUESTION.format(1), accepts="\nquestion 1: it is", refuses="\nquestion 2: it is")
SECOND_QUESTION = pattern(_QUESTION.format(2), accepts="\n**question 2:**", refuses="\nquestion: it is")
# The same with its number, whatever sign stands behind it.
NUMBERED_QUESTION = pattern(
    _QUESTION.replace("[:.)\\n]", "[:.)\\n–—-]").format(r"(?P<number>\d{1,2})"),
    accepts="\n**question 12 – what is it?", refuses="\nquestion: it is",
)  # fmt: skip
NUMBERED_LINE = pattern(
    r"\n[ \t>#*-]*(?P<number>\d{1,2})[.)] ", accepts="\n2. what is it?", refuses="\n2.5 mg"
)
# What a solution opens with, above a heading under which it restates the item.
SOLVING = pattern(
    r"\b(?:let(?:'s| us| me) (?:solve|break|work|tackle|analy[sz]e|go|start|think|look|address|find|figure)"
    r"|step[- ]by[- ]step|i(?:'ll| will) (?:solve|answer|work|explain|break)"
    r"|to (?:solve|answer|find|determine|address) (?:this|the))",
    accepts="alright, let's solve the problem step by step.", refuses="the dose is 5 mg.",
)  # fmt: skip
# All that stands above the first heading: a title or two, "Part I: Multiple Choice Questions".
TITLES = pattern(
    r"(?:\W*[^\W\d_][^\n.!?]{1,60}\n\s*){1,2}",
    accepts="part i: multiple choice questions\n\n", refuses="it is so.\n\n", how="fullmatch",
)  # fmt: skip
# A heading that restates what is asked, in the middle of a solution: "Task:", "Problem statement:".
RESTATED_TASK = pattern(
    r"[\s>#*-]*(?:task|problem|exercise)\s*[:.]", accepts="task:\ncompute it", how="match",
    refuses="question: compute it",
)  # fmt: skip
# The list of sources below a reply, whose numbers and initials are no labels.
REFERENCES = pattern(
    rf"\n[ \t#>*_-]*(?:{_REFERENCES})[ \t:：*_]*\n",
    accepts="it is ◆.\n### references\n1. smith", refuses="the references are",
)  # fmt: skip
# What heads a line, and which of these letters a text must have there for a marker to stand in it.
LINE_HEAD = Pattern(r"\n[ \t#>*_-]*([^\s#>*_-])")
HEADED_BY = {
    NEXT_QUESTION: Pattern(_NEXT_LETTERS, re.IGNORECASE),
    NEXT_QUESTION_ELSEWHERE: Pattern(_first_letters(_ELSEWHERE), re.IGNORECASE),
    NEXT_TURN: Pattern(_first_letters(_TURN, _PART), re.IGNORECASE),
    REFERENCES: Pattern(_first_letters(_REFERENCES)),
}

_HEAD = 40  # characters before a marker that are looked at


def below_break(marker: Pattern, low: str) -> list[int]:
    """Where a marker begins that needs a line break before it, or the beginning of the text."""
    return [max(0, match.start() - 1) for match in marker.finditer("\n" + low)]


def heads_text(low: str, at: int) -> bool:
    """Whether only signs stand before a place: "--- / Câu hỏi: …"."""
    return not any(map(str.isalnum, low[: min(at, _HEAD)])) and at < _HEAD
