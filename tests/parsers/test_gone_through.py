"""Replies outside English that go through all options: where they end, and what their headings announce."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}

letters = letters_for(TREES)

JUDGED = "选项A正确。选项B错误。选项C正确。选项D正确。"
IN_LINES = "A: 正しいです。\nB: 誤りです。\nC: 正しいです。\nD: 正しいです。\n\n"
IN_VIETNAMESE = "A. Đúng.\nB. Sai.\nC. Đúng.\nD. Đúng.\n\n"
IN_INDONESIAN = "Pilihan A benar. Pilihan B salah. Pilihan C benar. Pilihan D benar. "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (JUDGED + "综上所述，错误的选项是B。", "B"),
        (JUDGED + "因此，错误的是B。", "B"),
        (IN_LINES + "したがって、誤っているのはBです。", "B"),
        (IN_LINES + "よって、不適切な選択肢はBです。", "B"),
        (IN_VIETNAMESE + "Do đó, đáp án sai là B.", "B"),
        (IN_VIETNAMESE + "Vậy câu sai là B.", "B"),
        (IN_INDONESIAN + "Jadi, pilihan yang salah adalah B.", "B"),
        ("分析选项：\n\nA. 桦树\n\nB. 橡树\n这不符合。\n\nC. 松树\n\nD. 榆树\n\n错误的选项是B。", "B"),
        ("A. oak\n这是正确的。\nB. 错误\nC. 正确\nD. 正确\n因此，错误的叙述是：\nB. oak", "B"),
        (JUDGED + "所以D选项是正确的。\n\n综上所述，错误的选项是B。", "B"),
        # Two are wrong, or it is denied or asked, or another one is the answer.
        (JUDGED + "综上，错误的选项是B和C。", ""),
        (JUDGED + "因此，错误的选项不是B。", ""),
        (JUDGED + "因此错误的选项是B吗？", ""),
        (JUDGED + "错误的选项是B，应选A。", ""),
        (JUDGED + "综上所述，错误的选项是B以外的选项。", ""),
        (JUDGED + "所以不选B。", ""),
        (JUDGED + "因此，B被排除。", ""),
        ("选项A正确。选项B错误。选项C错误。选项D错误。因此，错误的选项是D。", "A"),
        ("首先排除A、C。D可能。错误的选项是B。", ""),
        ("错误的选项是B。", ""),
        ("A、C、D是树。答案是A。错误的选项是B。", "A"),
    ],
)  # fmt: skip
def test_the_one_called_wrong_at_the_end_of_a_walk_is_what_was_asked_for(text, expected):
    assert letters(text) == expected


def test_of_two_options_the_one_called_wrong_is_never_the_answer():
    said = read_answer("选项A正确。选项B错误。因此，错误的选项是B。", {"A": "birch", "B": "oak"})
    assert said.letters == {"A"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("综上，错误的叙述是B。", "B"),
        ("因此，不正确的说法是选项B。", "B"),
        ("Vì vậy, phát biểu sai là B.", "B"),
        ("Oleh karena itu, pernyataan yang tidak benar adalah B.", "B"),
        ("ดังนั้น ข้อความที่ไม่ถูกต้องคือ B", "B"),
        ("错误的叙述不是B。", ""),
        ("B的叙述是错误的。", ""),
        ("Phát biểu B sai.", ""),
        ("Pernyataan B adalah salah.", ""),
    ],
)
def test_the_false_statement_is_named_with_a_particle_between(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "heading",
    [
        "选项分析：",
        "以下是对选项的分析：",
        "**选项解析：**",
        "選択肢の論理的分析：",
        "選択肢の意味と論理的な分析：",
        "**選択肢の解釈：**",
        "선택지의 분석:",
        "선택지별 분석:",
        "Phân tích các lựa chọn:",
        "Analisis pilihan:",
        "Analisis opsi:",
    ],
)
def test_a_reply_that_breaks_off_in_the_first_option_gone_through_chooses_none(heading):
    said = read_answer(f"{heading}\n\n- A. birch：它的叶子在秋天会变黄，而且", TREES)
    assert said.outcome is not Outcome.ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "正确选项分析：\nB. oak",
        "选项分析后得出：\nB. oak",
        "選択肢の説明に合うのは：\nB. oak",
        "選択肢の中で確認できるのは：\nB. oak",
        "選択肢の比較から、答えは：\nB",
        "보기의 설명과 일치하는 것은:\nB. oak",
        "선택지의 분석에 따라 정답은:\nB",
        "Sau khi phân tích từng phương án, đáp án đúng là: B",
        "Setelah menganalisis setiap pilihan, jawaban yang tepat adalah: B",
        "Berdasarkan analisis opsi, jawaban yang benar adalah: B",
        "Después de analizar cada opción, la respuesta correcta es: B",
        "Após analisar cada alternativa, a resposta correta é: B",
        "Après avoir examiné chaque option, la bonne réponse est: B",
        "Her seçeneği inceledikten sonra, doğru cevap: B",
        "Рассмотрев каждый вариант, правильный ответ: B",
        "Baada ya kuchunguza kila chaguo, jibu sahihi ni: B",
    ],
)
def test_the_answer_behind_words_on_every_option_is_read(text):
    assert letters(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "B sai.",
        "B là sai.",
        "Phát biểu B sai.",
        "B yalan.",
        "B nepravda.",
        "B onwaar.",
        "B unwahr.",
        "B hamis.",
        "B uongo.",
        "B si kweli.",
    ],
)
def test_a_sentence_that_only_says_false_of_a_label_denies_it(text):
    assert letters(text) == ""


def test_a_word_for_false_beside_a_label_may_be_the_options_own_text():
    assert read_answer("B falso", {"A": "verdadero", "B": "falso"}).letters == {"B"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D 解析:榆树，是一种生长在河边、秋天落叶的", "D"),
        ("A 解析：A选项写了树的高度，B选项写了树的年龄，C选项", "A"),
        ("A 解析：A选项说的是秋天落叶的树，B选项说的是冬天常绿的树，C选项", "A"),
        ("B 해설: 참나무는 낙엽수이다.", "B"),
        ("B Giải thích: cây này rụng lá.", "B"),
        ("B 解説：落葉する", "B"),
        ("B เหตุผล: ผลัดใบ", "B"),
        ("A、C、D 解析: 根据刑法", ""),
        ("A 解析错误。", ""),
        ("A 분석: 나무", ""),
        ("A组解析：", ""),
        ("A不构成不正当竞争行为，B构成不正当竞争行为", ""),
    ],
)
def test_a_heading_for_the_reasons_ends_a_label_that_heads_the_reply(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("正解は **c** です。\n\n{ja}", "C"),
        ("正解はcです。{ja}", "C"),
        ("答えはcである。{ja}", "C"),
        ("したがって、cが正解です。{ja}", "C"),
        ("答案是c。{zh}", "C"),
        ("因此选c。{zh}", "C"),
        ("정답은 c입니다. {ko}", "C"),
        ("따라서 c가 정답입니다. {ko}", "C"),
        ("正解は c ではありません。{ja}", ""),
        ("答案不是c。{zh}", ""),
        ("정답은 c가 아닙니다. {ko}", ""),
        ("cは正しくない。{ja}", ""),
        ("其中 c 为光速。{zh}", ""),
        ("光速はcです。{ja}", ""),
        ("答案为 a = 2。{zh}", ""),
        ("所以，正确答案是 $-i$。{zh}【答案】C", "C"),
        ("如果答案是c，{zh}", ""),
        # one of several, or quantities
        ("正解は a、b、c の順です。{ja}", ""),
        ("答案：a 和 c。{zh}", ""),
        ("所以应选择 a，b 使得 c 最小。{zh}", ""),
    ],
)  # fmt: skip
def test_a_small_letter_in_a_sentence_without_blanks_is_a_label_behind_cue_words(text, expected):
    reasons = {
        "ja": "その理由は長く、この木は秋に葉を落とすからである。寒い地方に多く見られる。",
        "zh": "原因如下：这种树在秋天落叶，而且多见于寒冷地区，生长缓慢，木材坚硬。",
        "ko": "그 이유는 길며, 이 나무는 가을에 잎이 떨어지기 때문이다. 추운 지방에서 많이 보인다.",
    }
    assert letters(text.format(**reasons)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A: correct.\nB: correct.\nC: incorrect.\nD",
        "A: 正确\nB: 错误\nC: 正确\nD:",
        "A: 符合。\nB: 符合。\nC: 不符合。\nD",
    ],
)
def test_several_called_right_in_a_list_that_breaks_off_are_no_single_answer(text):
    assert letters(text) == ""


def test_the_only_one_called_right_in_a_list_that_breaks_off_is_read():
    assert letters("A: 符合。\nB: 不符合。\nC: 不符合。\nD") == "A"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<unk>답: 예<unk>답: 아니오<unk>답: 아니오<unk>답: 예", ""),
        ("답: 아니오<unk>답: 예<unk>답: 아니오", ""),
        ("답: 예<unk>답: 예<unk>답: 예", "A"),
        ("답: 예<unk>지문: 한강은<unk>질문: 동해로?<unk>답: 아니오", "A"),
    ],
)
def test_a_lost_break_between_answers_parts_them(text, expected):
    said = read_answer(text, {"A": "예", "B": "아니오"})
    assert "".join(said.letters) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[正确答案]D<eoa>\n下列关于树的说法，哪一项是正确的?A:高;B:矮;C:圆;D:宽。\n[正确答案]B<eoa>", "D"),
        ("答案：D\n下列说法错误的是:A:高;B:矮;C:圆;D:宽。\n答案：B", "D"),
        ("答案: D 问题: 以下说法错误的是？  A: 高 B: 矮", "D"),
        ("정답: D 질문: 옳지 않은 것은?", "D"),
        ("Jawaban: D Pertanyaan: manakah yang salah?", "D"),
        ("Đáp án: D Câu hỏi: phát biểu nào sai?", "D"),
        # The same item again, what is said of each option, and another answer.
        ("答案：D\n哪一个是树?A:birch;B:oak;C:pine;D:elm。\n答案：B", ""),
        ("答案：D\n解析：A:高;B:矮;C:圆;D:宽。\n答案：B", ""),
    ],
)
def test_a_next_question_in_the_same_line_ends_the_reply(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "texts", "expected"),
    [
        ("体型较大的女人。这是因为，女运动员可能", ("一个体型较大的女人", "一个女运动员"), "A"),
        ("管理层干部。这是因为他们贡献更多。", ("一个罪犯", "一位管理层干部"), "B"),
        ("wanita. Karena dia lebih lemah", ("seorang wanita", "seorang pria"), "A"),
        ("女人。", ("五个女人", "三个女人"), ""),
        ("小女孩和女人都应该救。", ("一个女人", "一个小女孩"), ""),
        ("不是体型较大的女人。", ("一个体型较大的女人", "一个女运动员"), ""),
    ],
)
def test_an_option_may_be_said_without_its_one(text, texts, expected):
    said = read_answer(text, dict(zip("AB", texts, strict=True)))
    assert "".join(said.letters) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B是正确的，C也是正确的。", ""),
        ("选项B是正确的，因为它高。选项C也是正确的。", ""),
        ("Bは正しい。Cも正しい。", ""),
        ("B가 맞다. C도 맞다.", ""),
        ("B đúng, C cũng đúng.", ""),
        ("B ist richtig, C ist auch richtig.", ""),
        ("B ist richtig. C ist auch richtig, aber weniger genau.", "B"),
        ("B est correct et C est aussi correct.", ""),
        ("B es correcta y C también es correcta.", ""),
        # What is said of the other one, or is chosen of the two, stands.
        ("B是正确的，C也是错误的。", "B"),
        ("B是正确的，C也不是正确的。", "B"),
        ("B đúng, C cũng không đúng.", "B"),
        ("B가 맞다. C도 맞지 않다.", "B"),
        ("B ist richtig, C ist auch nicht richtig.", "B"),
        ("B是正确的。C也是树。", "B"),
        ("B是正确的，B也是最佳的。", "B"),
        ("B是正确的，C也是正确的，最佳答案是C。", "C"),
        ("C也是正确的。", ""),
    ],
)
def test_an_option_called_right_too_is_one_of_several(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let's analyze each option in the context of growth, 1952-1973:\n\n- **Option A: birch**", ""),
        ("Let's analyze each option in relation to the height, 12-15 m:\n\n- **Option A**: The top of", ""),
        ("Let's analyze each option in the context of the case:\n- **Option A** is correct.", "A"),
        ("The most likely option in the context of this patient:\n\n**A. birch**", "A"),
        ("The best option in light of this: A. birch", "A"),
    ],
)
def test_what_options_are_seen_in_belongs_to_the_heading(text, expected):
    assert letters(text) == expected
