"""What a completion can come to, and the forms of an answer that a prompt can ask for.

Light, since help texts list both.
"""

from enum import StrEnum


class Outcome(StrEnum):
    """What a completion comes to. Every completion has exactly one.

    Attributes:
        phrase: how it reads in a sentence, behind a count; {were} stands for "was" or "were".
        colour: of its part of a bar (after Okabe and Ito); of an answer, where it is right.
        code: one letter for pages of many items; "" for an answer, which is right or wrong there.
    """

    phrase: str
    colour: str
    code: str

    ANSWER = "answer", "{were} answered", "#009E73", ""
    AMBIGUOUS = "ambiguous", "said more than one thing", "#F0E442", "m"
    OUT_OF_RANGE = "out_of_range", "named a letter that is no option", "#CC79A7", "o"
    REFUSAL = "refusal", "declined", "#D55E00", "f"
    FILTERED = "filtered", "{were} withheld by the provider's filter", "#A0522D", "b"
    NO_ANSWER = "no_answer", "gave no answer", "#E69F00", "n"
    TRUNCATED = "truncated", "{were} cut before an answer", "#0072B2", "t"
    EMPTY = "empty", "{were} empty", "#56B4E9", "e"

    def __new__(cls, name: str, phrase: str = "", colour: str = "", code: str = "") -> "Outcome":
        outcome = str.__new__(cls, name)
        outcome._value_ = name
        outcome.phrase, outcome.colour, outcome.code = phrase, colour, code
        return outcome

    @property
    def unread(self) -> bool:
        """Whether it brought no answer."""
        return self is not Outcome.ANSWER


class AnswerFormat(StrEnum):
    """What a prompt asks the reply to be."""

    LETTER = "letter"  # one option letter
    LETTERS = "letters"  # one letter, or several joined by "&" or ","
    LINE = "line"  # one line "Answer: X"
    JSON = "json"  # one object {"answer": "X"}
    REASONING = "reasoning"  # free text, then a last line "Answer: X"
