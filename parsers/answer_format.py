"""The forms of an answer that a prompt can ask for."""

from enum import StrEnum


class AnswerFormat(StrEnum):
    """What a prompt asks the reply to be."""

    LETTER = "letter"  # one option letter
    LETTERS = "letters"  # one letter, or several joined by "&" or ","
    LINE = "line"  # one line "Answer: X"
    JSON = "json"  # one object {"answer": "X"}
    REASONING = "reasoning"  # free text, then a last line "Answer: X"
