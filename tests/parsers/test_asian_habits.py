"""How replies in languages of Asia answer, and what only looks like an answer there."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}
CHINESE = {"A": "桦树", "B": "橡树", "C": "松树", "D": "榆树"}
KOREAN = {"1": "자작나무", "2": "참나무", "3": "소나무", "4": "느릅나무"}
LETTERED = dict(zip("ABCD", KOREAN.values(), strict=True))
FALLACIES = {"A": "성급한 일반화의 오류", "B": "인신공격의 오류", "C": "순환 논증", "D": "허수아비"}
BANGLA = {"A": "বার্চ", "B": "ওক", "C": "পাইন", "D": "এলম"}

letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("따라서 선택지 1번은 부정확하다.", ""),
        ("따라서 선택지 1번은 맞지 않는다.", ""),
        ("따라서 선택지 1번은 적절하지 못하다.", ""),
        ("따라서 선택지 1번은 검토할 필요가 있다.", ""),
        ("최종 정답: 2번\n1번: 작다. 따라서 선택지 1번은 부정확하다.\n3번: 따라서 3번은 부정확하다.", "2"),
        ("따라서 선택지 2번이다.", "2"),
        ("따라서 선택지 2번은 정답이다.", "2"),
        ("따라서 선택지 2번은 정확하다.", "2"),
    ],
)  # fmt: skip
def test_what_a_conclusion_says_of_an_option_may_deny_it(text, expected):
    assert "".join(read_answer(text, KOREAN).letters) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("B는 정확한 정보를 제공하지 않는다.", LETTERED, ""),
        ("B는 정확한 진단이 필요하다.", LETTERED, ""),
        ("A는 정확한 측정이 어렵다. 따라서 정답은 B이다.", LETTERED, "B"),
        ("B는 정확합니다. 하지만 정답은 C입니다.", LETTERED, "C"),
        ("C, 순환 논증의 오류이다.", FALLACIES, "C"),
        ("정답은 C, 순환 논증 오류입니다.", FALLACIES, "C"),
        ("정답은 C번 거짓기억 증후군입니다.", LETTERED, "C"),
        ("C는 거짓이므로 정답은 C이다.", LETTERED, "C"),
        ("정답: B (제1종 오류)", LETTERED, "B"),
    ],
)
def test_korean_words_for_exact_false_and_error_may_be_of_the_subject(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("따라서 B번은 문제의 조건을 모두 만족하는 정답이다.", "B"),
        ("그러므로 B는 문제의 조건을 모두 만족한다.", "B"),
        ("따라서 선택지 B는 정답이 된다.", "B"),
        ("따라서 B는 답이다.", "B"),
        ("따라서 B는 참이다.", "B"),
        ("따라서 B는 우리가 찾는 답입니다.", "B"),
        ("따라서 B는 조건을 만족하지 않는다.", ""),
        ("따라서 B는 정답이 될 수 없다.", ""),
        ("따라서 B는 오답이다.", ""),
        ("따라서 B(심장)은 혈액을 펌프질하므로 정답입니다.", "B"),
        ("したがってBはこの問いの答えになる。", "B"),
        ("したがってBは答えにならない。", ""),
    ],
)
def test_a_conclusion_that_says_what_was_sought_of_its_topic_chooses_it(text, expected):
    assert letters(text) == expected


def test_in_japanese_too():
    assert letters("したがってBは検討が必要です。") == ""
    assert letters("したがって、Bが正解です。") == "B"


def test_an_entry_that_was_only_begun_is_no_second_answer():
    reply = "C\n\n**解説:**\n\n説明します。\n\n*   **{}"
    assert letters(reply.format("A"), CHINESE) == "C"
    assert letters(reply.format("A**"), CHINESE) == ""


@pytest.mark.parametrize("announced", ["La respuesta correcta es:\n\n* **B", "Đáp án đúng:\n- **B"])
def test_an_entry_that_a_line_announces_is_the_answer(announced):
    assert letters(announced, CHINESE) == "B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Análisis:\n\n* **A) 桦树**: no.\n\nRespuesta correcta:\n* **B", "B"),
        ("Análisis:\n\n* **A) 桦树**: no.\n* **B", ""),
    ],
)
def test_a_list_above_the_announced_entry_is_another_one(text, expected):
    assert letters(text, CHINESE) == expected


@pytest.mark.parametrize(
    "text",
    [
        "मैं इस प्रश्न का उत्तर देने में असमर्थ हूँ।",
        "मैं उत्तर देने में सक्षम नहीं हूँ।",
        "আমি এই প্রশ্নের উত্তর দিতে অক্ষম।",
        "میں اس سوال کا جواب دینے سے قاصر ہوں۔",
        "மன்னிக்கவும், இந்தக் கேள்விக்கு பதிலளிக்க முடியாது.",
        "माफ गर्नुहोस्, म यो प्रश्नको उत्तर दिन सक्दिनँ।",
        "माफ करा, मी या प्रश्नाचे उत्तर देऊ शकत नाही.",
    ],
)
def test_one_who_cannot_answer_declines(text):
    assert read_answer(text, TREES).outcome is Outcome.REFUSAL


def test_one_who_cannot_walk_does_not_decline():
    said = "উত্তর হলো সেই রোগী যে চলতে অক্ষম, অর্থাৎ B"
    assert read_answer(said, TREES).outcome is not Outcome.REFUSAL


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("逐一分析选项：\n\n**A. 桦树**：这是一种落叶树，不对。\n\n**B. 橡树**：这是", ""),
        ("A. 桦树 —— 错误。\nB. 橡树 ——", ""),
        ("首先看A选项，桦树，不正确。再看B选项，橡树的叶子很", ""),
        ("A选项错误，因为桦树不是常绿树。B选项", ""),
        ("A选项错误，因为桦树不是常绿树。B选项正确", "B"),
        ("A选项错误。因此选B", "B"),
        ("**B. 橡树**：这是一种常绿树", "B"),
    ],
)
def test_the_entry_in_which_a_list_is_cut_is_no_answer(text, expected):
    assert letters(text, CHINESE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("উত্তর B, C নয়।", "B"),
        ("উত্তর: B, C নয়।", "B"),
        ("उत्तर B, C नहीं।", "B"),
        ("సమాధానం B, C కాదు.", "B"),
        ("答案是B，C不对。", "B"),
        ("B, C নয়।", ""),
        ("विकल्प B, C नहीं", ""),
        ("有人说答案是B，C不对", ""),
        ("所以答案选B，C错误", "B"),
        ("উত্তর B এবং C নয়।", ""),
        ("উত্তর A, B, C নয়।", ""),
        ("B，C不对。", ""),
        ("정답은 B, C가 아닙니다.", ""),
        ("答えはB、Cではない。", ""),
    ],
)
def test_what_follows_the_answer_and_another_label_denies_the_other(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("是，因为水是液体。", {"A": "是", "B": "否"}, "A"),
        ("否。由于水不是固体。", {"A": "是", "B": "否"}, "B"),
        ("错，因为太阳更大。", {"A": "对", "B": "错"}, "B"),
        ("예, 왜냐하면 물은 액체이기 때문입니다.", {"A": "예", "B": "아니오"}, "A"),
        ("예, 질문을 이해했습니다.", {"A": "예", "B": "아니오"}, ""),
        ("예, 이해했습니다. 왜냐하면 쉽기 때문입니다.", {"A": "예", "B": "아니오"}, ""),
        ("是，我明白了。", {"A": "是", "B": "否"}, ""),
        ("对，因为你说得对，我会回答。", {"A": "对", "B": "错"}, ""),
        ("不是，因为水不是固体。", {"A": "是", "B": "否"}, ""),
        ("是否，因为水是液体。", {"A": "是", "B": "否"}, ""),
    ],
)
def test_a_single_character_that_its_reason_follows_opens_the_reply_as_an_answer(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("答案是B：桦树。", CHINESE),
        ("정답은 B: 자작나무입니다.", {"A": "자작나무", "B": "참나무"}),
        ("正解はB: 樺の木です。", {"A": "樺の木", "B": "樫の木"}),
        ("उत्तर B: सन्टी है।", {"A": "सन्टी", "B": "ओक"}),
        ("جواب B: برچ ہے۔", {"A": "برچ", "B": "اوک"}),
        ("উত্তর B: বার্চ হবে।", BANGLA),
    ],
)
def test_a_label_beside_the_text_of_another_option_is_a_clash(text, options):
    assert read_answer(text, options).rule == "label-text-clash"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("下列描述错误的是:A:审理人员应当公正、公开、公正、公开", ""),
        ("以下说法错误的是:A:叶子很大;B:根很深", ""),
        ("下列说法正确的是：A. 桦树", "A"),
        ("以下正确的是：A. 因为叶子是白色的，而且树皮也是白色的", "A"),
        ("以下选项中，最恰当的一项是 A：该树的树皮是白色的。", "A"),
        ("下列说法正确的是A：白色树皮。B、C、D错误。", "A"),
        ("根据以下分析，正确的选项是：A. 白色的树皮只在它那里出现，由它形成", "A"),
        ("以下分析说明正确的选项是：A. 白色的树皮只在它那里出现，由它形成", "A"),
        ("下列说法正确的是：A. 桦树的树皮是白色的，叶子是绿色的", "A"),
        ("下列说法正确的是：A：白色树皮。B：错误。C：错误。", "A"),
        ("下列说法正确的是A", "A"),
        ("下列说法正确的是：B", "B"),
        ("答案是B：橡树。", "B"),
    ],
)
def test_the_stem_of_a_question_heads_its_options(text, expected):
    assert letters(text, CHINESE) == expected
