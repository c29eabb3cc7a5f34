"""The last line of a reply, what is said of the other options, and letters that stand for other things."""

import pytest

from parsers import read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
CLAIMS = {
    "A": "The oak is tall.",
    "B": "The elm is a fern.",
    "C": "The birch is white.",
    "D": "The larch is tall.",
}
ACIDS = {
    "A": "A = HCl, B = 3-(2-oxo)propanal",
    "B": "A = HCl, B = 1-(2-oxo)propanal",
    "C": "A = TsOH, B = 1-(2-oxo)propanal",
}
NUMBERS = {"A": "1/4", "B": "1/64", "C": "1/8", "D": "15/64"}
STEPS = {"A": "Start lithium", "B": "Start valproate", "C": "Order an EEG", "D": "Stop caffeine"}
TALL = "It is a tall tree with white bark that grows in the north. " * 9
JUDGED = (
    "A. The oak is tall. This statement is correct.\nB. The elm is a fern. This statement is incorrect.\n"
    "C. The birch is white. This statement is correct.\nD. The larch is tall. This statement is correct.\n\n"
)
REACTIONS = "Step 1: resin + water ---> A\n\nStep 2: A + lime ---> B\n\nB: a salt\n\n"


def read(text, options=TREES):
    reading = read_answer(text, options)
    return "".join(sorted(reading.letters)) or reading.outcome.value


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # the last line, below one that announces it
        (f"{JUDGED}Therefore, the incorrect statement is:\n\n**B. The elm is a fern.**", CLAIMS, "B"),
        (
            f"{JUDGED}The incorrect statements are:\n\nB. The elm is a fern.\nC. The birch is white.",
            CLAIMS,
            "ambiguous",
        ),
        (
            "The bark is that of a tree: its name is B.\n\nThe tree is most likely:\n\n**C. larch**",
            TREES,
            "C",
        ),
        # a label by itself at the end
        ("Therefore:\nP(X > 3) = 1/8\n\nP(X > 3 or Y > 3) = 1 - 49/64 = 15/64\n\nD", NUMBERS, "D"),
        ("Parity:\nC - P = S\n\nP = 15/64\n\nD", NUMBERS, "D"),
        ("(a) It is tall.\n(b) It is white.\n\n**D**", TREES, "D"),
        ("Answer: A... wait, that one is small.\n\nIt must be tall.\n\nD", TREES, "D"),
        # a conclusion with a label and its text, below statements that were judged
        (
            f"Let's see.\n\n{JUDGED}Therefore, the best description of this is **C. The birch is white.**",
            CLAIMS,
            "C",
        ),
        # what is sought may be said with "not"
        (
            f"The most likely tree for not flowering is:\n\nA. oak\n\n{TALL}\n\nOther trees fail:\n\n"
            "B. birch. It is not tall.\nC. larch. It cannot grow.\n",
            TREES,
            "A",
        ),
        ("The wrong option is:\n\nA. oak", TREES, "no_answer"),
    ],
)
def test_the_last_line(text, options, expected):
    assert read(text, options) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"The answer is C.\n\n{TALL}\n\n**In summary:** Options A, B, and D all grow in the south.", "C"),
        (
            "The answer is C.\n\nIncorrect options:\n\n* **Option A:** The leaf of B is right, but small.",
            "C",
        ),
        (f"The answer is C.\n\nWhy the other options are wrong:\n\n* **A. Oaks.** {TALL}", "C"),
        (
            f"The tree is a birch (Option B).\n\n{TALL}\n\nOther options:\n\n* **C. larch:** It is a fern.",
            "B",
        ),
        (f"The tree is a birch (Option C). {TALL}", "ambiguous"),
        ("I respectfully disagree with the claim that C is correct. The answer is A.", "A"),
    ],
)
def test_what_is_said_of_the_others(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"{TALL}\n\nThe tree will be a birch (B) at first.\n\nTherefore, the answer is either A or D.",
            "ambiguous",
        ),
        ("The answer could be either A or D, depending on its height. It is tall, so the answer is D.", "D"),
        ("The correct answer is:\n\nC. larch (in the north)\nor\nD. elm (in the south)", "ambiguous"),
    ],
)
def test_two_that_are_declared(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (f"{REACTIONS}Therefore, the correct answer is option D.", TREES, "D"),
        ("Therefore, the starting material A is likely to be elm (D).", TREES, "D"),
        ("Compound D reacts.\n\nThe tree that is most likely cut is:\n\n**D. \\( E_{lm} \\)**", TREES, "D"),
        (
            "1. A = HCl, B = 3-(2-oxo)propanal\n2. A = HCl, B = 1-(2-oxo)propanal\n"
            "3. A = TsOH, B = 1-(2-oxo)propanal\n\n"
            "The answer is:\n\nC. A = TsOH, B = 1-(2-oxo)propanal",
            ACIDS,
            "C",
        ),
        ("<unused94>thought\nThe oak is the answer. A<unused95>The answer is B.", TREES, "B"),
        ("<unused94>thought\nOption A is the correct answer, but", TREES, "no_answer"),
        ("<|channel>thought\nThe answer is A.\nB is wrong, so A.<channel|>B", TREES, "B"),
        ("<|channel>thought\nOption A is the correct answer, but", TREES, "empty"),
        ("<|turn>model\nB<turn|>\n<|turn>user\nIs the answer C?", TREES, "B"),
        ("B<turn|>\n<|turn>user\nWhat else? The answer is C.", TREES, "B"),
    ],
)
def test_letters_of_other_things_and_thoughts(text, options, expected):
    assert read(text, options) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Start lithium and an SSRI.", "no_answer"),
        ("The next step is to start lithium plus quetiapine.", "no_answer"),
        ("Start lithium and monitor its level.", "A"),
        ("The answer is to start lithium along with close monitoring.", "A"),
        ("Start lithium and order an EEG.", "ambiguous"),
        ("Lithium should be started.", "A"),
        ("An EEG must be ordered.", "C"),
        ("Lithium should be stopped.", "no_answer"),
        ("Lithium should not be started.", "no_answer"),
    ],
)
def test_what_is_to_be_done(text, expected):
    assert read(text, STEPS) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            f"{TALL}For simplicity we choose a = 1 in the vector. {TALL}",
            {"A": "0", "B": "1"},
            "no_answer",
        ),
        (
            f"A. oak: This could be true but it is no fern.\nB. birch: This is unlikely.\n"
            f"C. larch: This is not seen there.\nD. elm: This is wrong. {TALL}",
            TREES,
            "no_answer",
        ),
    ],
)
def test_what_chooses_nothing(text, options, expected):
    assert read(text, options) == expected


@pytest.mark.parametrize(
    ("completion", "letter"),
    [
        ("Low sodium + high urine osmolality → C", "C"),
        ("Low sodium + high osmolality --> **C**\nIt is C.", "C"),
        ("Bが正解ですが、補足します。", "B"),
        ("最も可能性が高いのはBですが、確定には検査が必要です。", "B"),
        ("B가 정답이지만, 주의가 필요합니다.", "B"),
        ("Choc cardiogénique donc réponse B", "B"),
        ("Även om A är möjligt är B det bästa svaret.", "B"),
        ("Hoewel A mogelijk is is B het juiste antwoord.", "B"),
        ("El médico debe elegir la opción A solo si hay fiebre.", ""),
        ("O médico deve escolher a opção A quando há febre.", ""),
        ("ควรใช้ A เมื่อมีไข้", ""),
        ("मैं प्रश्न A का उत्तर देता हूँ।", ""),
        ("كما أقول A", ""),
    ],
)
def test_words_that_may_deny_or_choose_elsewhere_do_neither_here(completion, letter):
    options = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
    assert read_answer(completion, options).letters == set(letter)


@pytest.mark.parametrize(
    ("completion", "letter"),
    [
        ("Therefore, lithium should be started.", "A"),
        ("Lithium should be started or stopped.", ""),
        ("Before that an EEG should be ordered.", ""),
    ],
)
def test_what_should_be_done_is_the_whole_of_what_should_be_done(completion, letter):
    options = {"A": "Start lithium", "B": "Order an EEG", "C": "Stop lithium"}
    assert read_answer(completion, options).letters == set(letter)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("正确答案是A。等等，我可能算错了。让我重新检查。", ""),
        ("答案是A。等等，我算错了，重新计算后，答案是B。", "B"),
        ("答案是A，因为叶子、树皮等等，都符合。", "A"),
        ("答えはAです。待って、間違えたかもしれません。もう一度計算します。", ""),
        ("정답은 A입니다. 잠깐, 제가 실수한 것 같습니다. 다시 계산해 보겠습니다.", ""),
        ("সঠিক উত্তর হলো A। একটু অপেক্ষা করুন, সম্ভবত আমি ভুল করেছি।", ""),
        ("सही उत्तर A है। रुकिए, मुझसे गलती हुई है। फिर से जाँचते हैं।", ""),
        ("الإجابة هي A. انتظر، ربما أخطأت. دعني أتحقق مرة أخرى.", ""),
        ("Đáp án là A. Khoan đã, tôi có thể đã tính sai. Hãy kiểm tra lại.", ""),
        ("Jawabannya A. Tunggu, sepertinya saya salah hitung. Mari kita periksa lagi.", ""),
        ("Ответ: A. Подождите, я ошибся. Проверим ещё раз.", ""),
        (f"Answer: C\n\n{TALL * 3}\n\nHowever, the answer cannot be chosen from the provided options.", ""),
        (f"Answer: C\n\n{TALL * 3}\n\nHowever, the bark is white.", "C"),
        ('したがって、「answer: "A"」です。', "A"),
        ("したがって、「answer: A」で回答します。", "A"),
        ("最終的な答えを「answer: B」の形式で出力します。", ""),
        ("出力形式：「answer: A」で回答してください。", ""),
        ("回答は、「answer: A」で答えてください。", ""),
        ("指示:「answer: A」で回答すること。", ""),
        ('形式は、"answer: A"です。', ""),
        ("出力例は、「answer: B」です。", ""),
        ("例:\n「answer: A」", ""),
        ("フォーマットは「answer: C」とします。", ""),
        ("正解なら、「answer: A」です。", ""),
        ("例えば、「answer: A」となります。", ""),
        ("答えがわからないが、「answer: A」です。", ""),
        ("Bなら、「answer: B」とします。Aなら、「answer: A」とします。", ""),
    ],
)
def test_what_is_withdrawn_is_no_answer_and_the_line_that_was_asked_for_is_one(text, expected):
    assert "".join(read_answer(text, TREES).letters) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("選択肢を一つずつ検討します：\n\nA. larch tree：これは大きい木です。しかし、", ""),
        ("逐一分析选项：\n\nA. larch tree：这是大树。但是", ""),
        ("보기를 하나씩 검토해 보겠습니다:\n\nA. larch tree: 이것은 큰 나무입니다. 하지만", ""),
        ("لنستعرض الخيارات:\n\nA. larch tree: هذه شجرة كبيرة. لكن", ""),
        ("بیایید گزینه‌ها را بررسی کنیم:\n\nA. larch tree: این درخت بزرگ است. اما", ""),
        ("選択肢を検討した結果、正解は次の通りです：\n\nA. larch tree", "A"),
        ("正しい選択肢は次の通りです：\n\nB. birch\n\n理由：", "B"),
        ("逐一分析后，正确答案是：\n\nA. larch tree", "A"),
    ],
)
def test_a_reply_cut_in_the_first_of_the_options_it_goes_through_is_no_answer(text, expected):
    options = {"A": "larch tree", "B": "birch", "C": "elm", "D": "oak"}
    assert "".join(read_answer(text, options).letters) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Options:\n\n- **A. larch tree**: not it.\n- **B. birch**: this is a", ""),
        ("Let's look at the options:\n\nA. larch tree: not right.\nB. birch: this is a", ""),
        ("選択肢を分析すると：\n\n**A. larch tree**\nThis is wrong.\n\n**B. birch**\nこれは", ""),
        ("- **A. larch tree**: not it.\n- **B. birch**: this is white, as the question says.", "B"),
        ("**A. larch tree**: no.\n\n**B. birch**", "B"),
        ("A. larch tree: incorrect.\nB. birch: correct, it is white", "B"),
    ],
)
def test_a_reply_cut_in_an_option_that_it_has_not_judged_is_no_answer(text, expected):
    options = {"A": "larch tree", "B": "birch", "C": "elm", "D": "oak"}
    assert "".join(read_answer(text, options).letters) == expected
