"""Option texts of a single character of a script without blanks: "是", "예"."""

import pytest

from parsers import read_answer

CHINESE = {"A": "是", "B": "否"}
KOREAN = {"A": "예", "B": "아니오"}
JUDGED = {"A": "对", "B": "错"}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("예", KOREAN, "A"),
        ("否。", CHINESE, "B"),
        ("**错**", JUDGED, "B"),
        ("정답: 예", KOREAN, "A"),
        ("정답은 '예'입니다.", KOREAN, "A"),
        ("예, 한강은 서울을 지난다.", KOREAN, "A"),
        ("答案：否，因为没有证据。", CHINESE, "B"),
        ("综上所述，答案是错。", JUDGED, "B"),
        ("A. 예", KOREAN, "A"),
        ("A. 否", CHINESE, ""),
        ("예를 들어 서울은 크다.", KOREAN, ""),
        ("'예' 또는 '아니오'로만 답하세요.", KOREAN, ""),
        ("请回答“是”或“否”。", CHINESE, ""),
        ("这是一个问题，不对。", {"A": "是", "B": "对"}, ""),
        ("是否正确不能判断。", CHINESE, ""),
        ("心是五脏之一，心主血脉。", {"A": "心", "B": "肝"}, ""),
    ],
)
def test_a_single_character_is_an_option_where_no_letter_stands_beside_it(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected
