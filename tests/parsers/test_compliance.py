"""Whether a reply kept to its format: exactly, under decoration, among prose, or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers import AnswerFormat, Compliance, Outcome, check_compliance, read_answer
from tests.support import writing

OPTIONS = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}
EXACT, DECORATED, WITH_PROSE, NOT = Compliance

LETTER = [
    ("B", EXACT),
    (" B\n", EXACT),
    ("<think>A, or rather B.</think>\n\nB", EXACT),
    ("B.", DECORATED),
    ("(B)", DECORATED),
    ("**B**", DECORATED),
    ("b", DECORATED),
    ("Ｂ", DECORATED),
    ("B<|im_end|>", DECORATED),
    ("Answer: B", WITH_PROSE),
    ("B. contraindication", WITH_PROSE),
    ("I would say B.", WITH_PROSE),
    ("B<|im_end|>\n<|im_start|>user\nThank you", WITH_PROSE),
    ("contraindication", NOT),
    ("E", NOT),
    ("A or B", NOT),
    ("A & B", NOT),
    ("I'm sorry, but I can't help with that.", NOT),
    ("", NOT),
]
LETTERS = [
    ("B", EXACT),
    ("A & C", EXACT),
    ("A, B, D", EXACT),
    ("A&C", EXACT),
    ("A and C", DECORATED),
    ("**A & C**", DECORATED),
    ("(A), (C)", DECORATED),
    ("Answer: A & C", WITH_PROSE),
    ("A or C", NOT),
    ("A & E", NOT),
]
LINE = [
    ("Answer: B", EXACT),
    ("Answer: B\n", EXACT),
    ("**Answer: B**", DECORATED),
    ("Answer: (B).", DECORATED),
    ("answer:b", DECORATED),
    ("Final answer: B", DECORATED),
    ("Answer: B. contraindication", WITH_PROSE),
    ("It harms the foetus.\nAnswer: B", WITH_PROSE),
    ("Answer: B\nIt harms the foetus.", WITH_PROSE),
    ("B", NOT),
    ("The answer is B.", NOT),
    ("Answer: E", NOT),
    ("Answer: contraindication", NOT),
]
REASONING = [
    ("It harms the foetus.\n\nAnswer: B", EXACT),
    ("Answer: B", EXACT),
    ("It harms the foetus.\n**Answer:** B.", DECORATED),
    ("Answer: B\nIt harms the foetus.", WITH_PROSE),
    ("It harms the foetus. The answer is B.", NOT),
    ("It harms the foetus, so", NOT),
]
JSON = [
    ('{"answer": "B"}', EXACT),
    ('{ "answer" : "B" }\n', EXACT),
    ('```json\n{"answer": "B"}\n```', DECORATED),
    ("{'answer': 'B'}", DECORATED),
    ('{"Answer": "b"}', DECORATED),
    ('{"answer": "B", "reason": "It harms the foetus."}', WITH_PROSE),
    ('{"answer": "B. contraindication"}', WITH_PROSE),
    ('Here it is: {"answer": "B"}', WITH_PROSE),
    ('{"answer": "E"}', NOT),
    ('{"answer": "B"', NOT),
    ('["B"]', NOT),
    ("B", NOT),
    ("[" * 5_000, NOT),
]
CASES = [
    *((AnswerFormat.LETTER, *case) for case in LETTER),
    *((AnswerFormat.LINE, *case) for case in LINE),
    *((AnswerFormat.REASONING, *case) for case in REASONING),
    *((AnswerFormat.JSON, *case) for case in JSON),
]


@pytest.mark.parametrize(("answer_format", "completion", "expected"), CASES)
def test_a_single_answer_keeps_to_its_format_as_far_as_it_shows(answer_format, completion, expected):
    assert check_compliance(completion, OPTIONS, answer_format) is expected


@pytest.mark.parametrize(("completion", "expected"), LETTERS)
def test_a_set_of_letters_is_joined_by_signs(completion, expected):
    assert check_compliance(completion, OPTIONS, "letters", mode="multi") is expected


@pytest.mark.parametrize(
    ("answer_format", "completion", "expected"),
    [
        ("line", "Answer: A & C", EXACT),
        ("line", "Answer: A and C", DECORATED),
        ("json", '{"answer": ["A", "C"]}', EXACT),
        ("json", '{"answer": ["a", "c"]}', DECORATED),
        ("json", 'Both: {"answer": ["A", "C"]}', WITH_PROSE),
        ("json", '{"answer": ["A", "E"]}', NOT),
        ("json", '{"answer": []}', NOT),
        ("json", '{"answer": ["A", "A"]}', NOT),
    ],
)
def test_a_set_in_a_line_or_an_object_is_a_set(answer_format, completion, expected):
    assert check_compliance(completion, OPTIONS, answer_format, mode="multi") is expected


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="essay"):
        check_compliance("B", OPTIONS, "essay")


@given(writing.completions(), writing.options(), writing.MODES, st.sampled_from(AnswerFormat))
def test_a_bare_reply_in_its_format_is_an_answer(completion, options, mode, answer_format):
    compliance = check_compliance(completion, options, answer_format, mode=mode)
    if answer_format in ("letter", "letters") and compliance is not NOT:
        assert read_answer(completion, options, mode=mode).outcome is Outcome.ANSWER


@given(writing.completions(), writing.options(), writing.MODES, st.sampled_from(AnswerFormat))
def test_a_reading_at_hand_changes_nothing(completion, options, mode, answer_format):
    reading = read_answer(completion, options, mode=mode)
    alone = check_compliance(completion, options, answer_format, mode=mode)
    assert check_compliance(completion, options, answer_format, mode=mode, reading=reading) is alone
