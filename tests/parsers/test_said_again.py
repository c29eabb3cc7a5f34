"""Words like those that take an answer back, open a list or cut it, in replies that do none of that."""

import pytest

from parsers import AnswerMode
from tests.support.letters import letters_for

OPTIONS = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}
LONG = "The tree loses its leaves in autumn and has deep roots in the soil. " * 14


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("答案是A。因为叶子、树皮等等，我认为其他选项错了。", "A"),
        ("答案是A。选项B不对，如果选B我们就错了。", "A"),
        ("答案是A。其他选项不对，我确认没有弄错。", "A"),
        ("答案：C。A项不对，因为我们知道A说法有误。", "C"),
        ("Đáp án đúng là C. Đối với lựa chọn B, đây là nhầm lẫn phổ biến.", "C"),
        ("Đáp án đúng là A. Sự thay đổi này dễ bị nhầm với B.", "A"),
        ("Đáp án đúng là A. Đôi khi học sinh tính sai nên chọn B.", "A"),
        ("Doğru cevap A'dır. Bu durumda doktor dozu yanlış hesaplamıştır.", "A"),
        ("Doğru cevap A. Beklenen değer B'de yanlış hesaplanmıştır.", "A"),
        ("정답은 A입니다. 잠깐의 실수로 B를 고르기 쉽습니다.", "A"),
        ("正解はAです。Bは葉が小さいやつなので間違えた人が多い。", "A"),
        ("Die richtige Antwort ist A. Im Moment des Unfalls hat der Fahrer einen Fehler gemacht.", "A"),
        ("La risposta corretta è C. Ci si aspetta un errore del 5%.", "C"),
        ("Правильный ответ: A. Подождав, врач допустил ошибку.", "A"),
        ("Jawaban yang benar adalah C. Masa tunggu bukan sebuah kesalahan.", "C"),
        ("सही उत्तर A है। रुकिए, B चुनना गलती होगी।", "A"),
    ],
)
def test_words_like_an_interjection_withdraw_nothing(text, expected):
    assert letters(text) == expected


def test_the_and_so_on_of_a_list_withdraws_none_of_several_options():
    assert letters("答案是A和B。叶子、树皮等等，我认为其他选项错了。", mode=AnswerMode.MULTI) == "AB"


@pytest.mark.parametrize(
    "text",
    [
        "正确答案是A。等等，我可能算错了。让我重新检查。",
        "正解はAです。待って、計算を間違えました。",
        "정답은 A입니다. 잠깐, 제가 실수했습니다.",
        "Đáp án đúng là A. Khoan, tôi nhầm.",
        "La respuesta correcta es A. Espera, me equivoqué.",
        "Die richtige Antwort ist A. Moment, da habe ich einen Fehler gemacht.",
        "Правильный ответ: A. Подождите, я допустил ошибку.",
        "Doğru cevap A. Bekle, yanlış hesapladım.",
    ],
)
def test_an_interjection_and_an_own_mistake_withdraw_the_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    "head",
    [
        "Thus, from the options:",
        "Therefore, among the choices:",
        "I'd pick from the options:",
        "My selection from the options provided:",
        "The closest of the choices:",
        "This matches one of the choices:",
        "Only one of the options fits:",
        "After considering each option:",
        "I compared all the options:",
        "Por lo tanto, de las opciones dadas:",
        "Donc, parmi les options:",
        "Quindi tra le opzioni:",
        "Meine Auswahl aus den Optionen:",
        "Выбранные варианты:",
        "Jibu langu kwa undani:",
    ],
)
def test_a_line_that_takes_one_out_of_the_options_opens_no_list(head):
    assert letters(f"{head}\n\nA. oak") == "A"


@pytest.mark.parametrize(
    ("head", "label"),
    [
        ("逐项分析后，我选：", "B"),
        ("逐一分析选项后选择：", "A"),
        ("依次看下来，选：", "A"),
        ("逐个判断后剩下：", "B"),
        ("选项逐一检查，结果：", "B"),
        ("選択肢を検討した結果：", "A"),
        ("選択肢を検討した結果、選ぶのは：", "A"),
        ("選択肢を確認すると該当するのは：", "B"),
        ("보기를 검토한 결과 답: ", "B"),
        ("선택지를 확인하면 답은: ", "A"),
        ("بعد أن نناقش الخيارات نختار: ", "A"),
        ("گزینه ها را بررسی کردیم و پاسخ: ", "A"),
    ],
)
def test_a_conclusion_behind_the_words_for_going_through_heads_the_answer(head, label):
    assert letters(head + label) == label
    assert letters(f"{head.strip()}\n\n{label}. {OPTIONS[label]}") == label


@pytest.mark.parametrize("before", ["", LONG])
@pytest.mark.parametrize(
    "said",
    [
        "However, students often say none of the options is correct.",
        "But it is not true that none of the options is correct.",
        "However, apart from oak, none of the options is correct.",
        "But there is no correct answer among the remaining three.",
        "However, none of the options are correct for winter, only for summer.",
        "Aber keine der anderen Optionen ist richtig.",
        "Pero ninguna de las opciones restantes es correcta.",
        "However, if the text is misread, one cannot choose one of the provided options.",
    ],
)
def test_none_right_but_for_some_or_on_a_condition_takes_nothing_back(said, before):
    assert letters(f"The answer is A. {before}{said}") == "A"


@pytest.mark.parametrize("before", ["", LONG])
def test_none_right_takes_the_answer_back(before):
    assert letters(f"The answer is A. {before}However, none of the given options is correct.") == ""


@pytest.mark.parametrize(
    "text",
    [
        "A. oak: wrong.\nB. birch: I choose this",
        "A. oak – wrong.\nB. birch – my pick",
        "A. oak: no, it keeps its leaves.\nB. birch: is the tree in question",
        "A. oak: wrong.\nB. birch: corresponds to the description",
    ],
)
def test_an_entry_that_picks_its_option_is_whole_without_a_full_stop(text):
    assert letters(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "A: the leaves fall in autumn, and B, C and D stay green.",
        "A: pierde las hojas, y B, C y D no.",
        "A: umore basso, e B, C e D no.",
        "A: 85%, B: 5%, C: 5%, D: 5%",
    ],
)
def test_options_without_a_text_of_their_own_are_no_inline_list(text):
    assert letters(text) == "A"
