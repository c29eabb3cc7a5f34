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
        ("정답: 예, 한강은 서울을 지난다.", KOREAN, "A"),
        ("한강은 서울을 지난다.\n\n**예**", KOREAN, "A"),
        ("答えは「否」です。", CHINESE, "B"),
        ('{"answer": "예"}', KOREAN, "A"),
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


POLITE = {"A": "네", "B": "아니요"}
ORGANS = {"A": "간", "B": "폐", "C": "뇌", "D": "위"}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("예, 한강은 서울을 지난다.", KOREAN, ""),  # not to be told from "예, 질문을 이해했습니다."
        ("예, 질문을 이해했습니다.", KOREAN, ""),
        ("네, 알겠습니다. 차례로 살펴보겠습니다.", POLITE, ""),
        ("네? 무슨 말씀인지 모르겠습니다.", POLITE, ""),
        ("네, 차례로 살펴보겠습니다.\n\n정답: 아니요", POLITE, "B"),
        ("네. 알겠습니다.\n\n답변: 아니요", POLITE, "B"),
        ("예: 강, 산, 바다 등이 있습니다.", KOREAN, ""),
        ("(예: 한강) 이런 강은 길다.", KOREAN, ""),
        ("답: '예'는 아님", KOREAN, ""),
        ("답이 예 인지 확실하지 않습니다.", KOREAN, ""),
        ("对，我们先看题目。", JUDGED, ""),
        ("选项：对，错。", JUDGED, ""),
        ("위: 문제의 조건", ORGANS, ""),
        ("위 (1)을 참고하라.", ORGANS, ""),
        ("心：主血脉。", {"A": "心", "B": "肝"}, ""),
        ("是 否", CHINESE, ""),
        ("是\n否", CHINESE, ""),
    ],
)
def test_a_single_character_that_opens_a_reply_or_is_another_word_is_no_answer(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected
