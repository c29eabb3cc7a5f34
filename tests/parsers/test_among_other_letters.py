"""What is told at once of letters beside other scripts is what all rules together tell."""

from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from parsers import read_answer
from parsers.grammar.languages.lexicon import LONG, roles_in
from parsers.grammar.pattern import LABEL_BASE
from parsers.mentions import labels
from parsers.pattern import Pattern

OPTIONS = {"A": "lithium", "B": "protein kinase B", "C": "ยา", "D": "病"}
NEVER = Pattern(r"(?!)")
PIECES = ["ยา", "ไม่", "อื่น", "คำตอบ", "答案", "不符合", "は", "정답", "ा", "是", "。", "·", "×", "๑"]
TEXTS = st.lists(
    st.sampled_from(
        [*"ABCDIOQXab", *PIECES, " ", ":", "(", ")", ".", "=", "-", "'", "\n", "cells", "vitamin", "7"]
    )
).map("".join)


@given(text=TEXTS)
@example("P(ยา | ยา A ยา)")
@example("ยา A ยา = 3")
@example("病。A：病，B病")
def test_a_letter_beside_them_is_a_label_as_all_rules_say(text):
    said = read_answer(text, OPTIONS).to_json()
    with patch.object(labels, "_AMONG_OTHERS", NEVER):
        assert read_answer(text, OPTIONS).to_json() == said


@given(
    parts=st.lists(st.sampled_from([*PIECES, " ", '"', "(", ","]), min_size=LONG),
    closing=st.sampled_from(" ([\"'"),
)
def test_a_clause_has_the_roles_that_it_has_before_the_next_option(parts, closing):
    clause = "".join(parts)
    assert roles_in(clause) == roles_in(f"{clause}{closing}{chr(LABEL_BASE)}")
