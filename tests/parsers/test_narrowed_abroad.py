"""Rules outside English kept from what they do not say: polite endings, later questions, headings, denials.

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

import pytest

from parsers import read_answer

OPTIONS = {"A": "xerosol", "B": "mirtavine", "C": "quentarol", "D": "dolupam"}


def read_as(text: str) -> str:
    """The letter that is read, or nothing."""
    return "".join(sorted(read_answer(text, OPTIONS).letters))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("したがって、Bが最も適切かと思います。", "B"),
        ("以上より、選択肢Bが正解かと思われます。", "B"),
        ("Bが正しいかと存じます。", "B"),
        ("Bが妥当かと考えます。", "B"),
        ("Bが正解かと。", "B"),
        ("Bが正解かなと思います。", "B"),
        ("정답은 B가 맞지 싶습니다.", "B"),
        ("B가 옳지, A는 아니다.", "B"),
        ("Bが正しいか分からない。", ""),
        ("Bが正しいかどうかは不明。", ""),
        ("B가 옳은지 확실하지 않다.", ""),
        ("B가 정답인지 알 수 없다.", ""),
    ],
)
def test_a_polite_guess_is_no_question(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Die richtige Antwort ist B – ist das klar?", "B"),
        ("Die richtige Antwort ist B - ist das klar?", "B"),
        ("Antwort B – haben Sie noch Fragen?", "B"),
        ("A resposta correta é B (Quer uma explicação?)", "B"),
        ("정답은 B입니다 더 궁금한 점이 있으신가요?", "B"),
        ("正解はBです 説明が必要ですか?", "B"),
        ("الإجابة الصحيحة هي B. mirtavine هل تريد شرحا؟", "B"),
        ("Ist B die richtige Antwort?", ""),
        ("Je B správná odpověď?", ""),
        ("Est-ce que B est la bonne réponse ?", ""),
        ("B는 정답입니까?", ""),
        ("Bが正解ですか?", ""),
        ("A resposta correta é B?", ""),
    ],
)
def test_what_is_asked_behind_an_answer_takes_nothing_back(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Вывод:\nB так как он сильнее.", "B"),
        ("Conclusão:\nB porque é mais forte.", "B"),
        ("结论：\nB 因为更强。", "B"),
        ("الخلاصة:\nB لأنه أقوى.", "B"),
        ("Fazit:\nOption B erklärt alles am besten.", "B"),
        ("Diagnóstico:\nB por la ictericia.", "B"),
        ("Závěr:\nB vysvětluje vše.", "B"),
        ("Überlegung:\nB kommt selten vor.", ""),
        ("Explicación:\nB es frecuente en niños.", ""),
        ("Analyse:\nB kommt häufig vor.", ""),
        ("Beschreibung der Aufgabe:\nB fährt am Mittag ab.", ""),
    ],
)
def test_a_conclusion_heads_its_sentence_and_thoughts_do_not(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Odpověď: B – nepoužívá se.",
        "Odpoveď: B – nepoužíva sa.",
        "B) mirtavine – nepatří sem",
        "B. mirtavine nepatří do této skupiny.",
    ],
)
def test_words_that_describe_an_option_call_it_wrong_in_no_list(text):
    assert read_as(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "Es bleibt B. Aber B passt nicht. Also D.",
        "Es bleibt B. Die Antwort ist D.",
        "A und C scheiden aus. Es bleibt B, aber B ist falsch, also D.",
        "Il reste B, mais B est fausse, donc D.",
        "Resta B, ma è errata, quindi D.",
        "Rimane B. Però B è sbagliata. Risposta: D",
        "Resta B. Mas B está errada. Resposta: D",
        "Zostaje B. Jednak B jest błędna. Odpowiedź: D",
        "Kvarstår B. Men B är fel. Svar: D",
        "Marad a B. De a B hibás. Válasz: D",
        "Rămâne B. Dar B este greșită. Răspuns: D",
        "Geriye kalır B. Ama B yanlış. Cevap: D",
        "Μένει το B. Αλλά το B είναι λάθος. Απάντηση: D",
        "Ostaje B. Ali B je netočna. Odgovor: D",
        "Imebaki B. Lakini B si sahihi. Jibu: D",
        "Chỉ còn B. Nhưng B sai. Đáp án: D",
    ],
)
def test_what_is_left_gives_way_to_what_is_said_later(text):
    assert read_as(text) == "D"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Es bleibt Option B, die aber falsch ist.", ""),
        ("Es bleibt Option B: falsch.", ""),
        ("Değişmeden kalır A", ""),
        ("Bệnh nhân chỉ còn A", ""),
        ("Zostaje pytanie A", ""),
        ("Na resta A", ""),
        ("ช่วยเหลือ B", ""),
        ("Es bleibt B.", "B"),
        ("A, C und D sind falsch. Es bleibt B.", "B"),
        ("A, C et D sont fausses. Il ne reste que B.", "B"),
        ("A, C e D sono errate. Resta la risposta B.", "B"),
        ("Zostaje odpowiedź B.", "B"),
        ("Resta apenas a alternativa B.", "B"),
        ("Chỉ còn lại đáp án B.", "B"),
    ],
)
def test_what_is_left_is_an_option_and_nothing_else(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Správná odpověď je A. Oprava: B se týká dětí.", "A"),
        ("Točan odgovor je A. Ispravak: B se odnosi na djecu.", "A"),
        ("答案是A。修正：B有错字。", "A"),
        ("正解はA。間違えました場合はB", "A"),
        ("Správná odpověď je A. Oprava: B", "B"),
        ("Odpověď: A. Oprava: správná odpověď je B.", "B"),
        ("Odgovor je A. Ispravak: B.", "B"),
        ("答案是A。修正：答案是B。", "B"),
        ("Het antwoord is A. Ik heb me vergist, het is B.", "B"),
        ("Odgovor je A. Pogriješio sam, odgovor je B.", "B"),
        ("正解はAです。間違えました。正解はBです。", "B"),
    ],
)
def test_a_correction_names_the_option_and_is_made(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A. Als ik me vergist heb, is het B.",
        "Odgovor: A. Ako sam pogriješio sam, B",
        "答案是A。我判断错误的话是B",
    ],
)
def test_a_supposed_mistake_corrects_nothing(text):
    assert read_as(text) != "B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("図のアが正しい位置を示す。", ""),
        ("空欄アは胃、空欄イは肝臓である。", "イ"),
        ("正解はイです。", "イ"),
        ("イ", "イ"),
        ("図の位置から、正解はイ。", "イ"),
    ],
)
def test_signs_of_the_question_are_no_labels(text, expected):
    options = {"ア": "胃", "イ": "肝臓", "ウ": "腎臓", "エ": "肺"}
    assert "".join(sorted(read_answer(text, options).letters)) == expected


OTHERS_TREES = {"A": "oak", "B": "birch", "C": "maple", "D": "fir"}


@pytest.mark.parametrize(
    "text",
    [
        "Viele wählen B.",
        "Die meisten Studenten sagen B.",
        "Beaucoup choisissent B.",
        "Muchos eligen B.",
        "Muitos escolhem B.",
        "Molti scelgono B.",
        "Wielu wybiera B.",
        "Многие выбирают B.",
        "Banyak orang memilih B.",
        "Nhiều người chọn B.",
        "很多人会选B。",
        "多くの人はBを選ぶ。",
        "많은 사람들이 B를 고른다.",
        "Birçok kişi B seçer.",
    ],
)
def test_what_others_choose_is_no_answer(text):
    assert read_answer(text, OTHERS_TREES).letters == frozenset()
    assert read_answer(f"{text}\n\nAnswer: A", OTHERS_TREES).letters == {"A"}


@pytest.mark.parametrize(
    "text",
    [
        "Muchos criterios indican que la respuesta es B.",
        "Ich wähle B.",
        "Elijo B.",
        "我选B。",
    ],
)
def test_what_many_things_speak_for_is(text):
    assert read_answer(text, OTHERS_TREES).letters == {"B"}


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("Der Patient nimmt bereits Lithium.", "Lithium"),
        ("El paciente ya está tomando litio.", "litio"),
        ("Le patient prend déjà du lithium.", "lithium"),
        ("Пациент уже принимает литий.", "литий"),
        ("患者已经在服用锂盐。", "锂盐"),
        ("患者はすでにリチウムを服用している。", "リチウム"),
        ("환자는 이미 리튬을 복용하고 있다.", "리튬"),
        ("Pacjent już przyjmuje lit.", "lit"),
        ("Il est déjà sous lithium.", "lithium"),
    ],
)
def test_what_a_patient_takes_already_is_not_what_is_chosen(text, drug):
    options = {"A": drug, "B": "mirtavine", "C": "quentarol"}
    assert read_answer(text, options).letters == frozenset()


@pytest.mark.parametrize(
    ("text", "texts", "expected"),
    [
        ("Đáp án: gia tốc tăng", "tăng,giảm,không đổi,dao động", "A"),
        ("Câu trả lời đúng là tác giả Nguyễn Du.", "Nguyễn Du,Nguyễn Trãi,Hồ Xuân Hương", "A"),
        ("정답: 이미지 센서 CMOS", "CCD,CMOS,LED", "B"),
        ("El represor deja el operón inactivo.", "activo,inactivo", "B"),
        ("El virus ya está latente.", "activo,latente", "B"),
        ("Si tratta già di meiosi.", "mitosi,meiosi", "B"),
        ("Mittel der ersten Wahl ist bereits Lithium.", "Lithium,Valproat", "A"),
        ("Jawabannya adalah vitamin C atau asam askorbat.", "vitamin C,vitamin D", "A"),
        ("Die richtige Antwort ist Vitamin C oder Ascorbinsäure.", "Vitamin C,Vitamin D", "A"),
        ("Ngành nghiên cứu chuyên sâu sinh học.", "toán học,vật lý,sinh học", "C"),
        ("Muchos pacientes responden a Amiodarona.", "Verapamilo,Amiodarona", "B"),
        ("많은 사람들이 서울에 산다.", "서울,부산", "A"),
    ],
)
def test_texts_near_facts_choices_of_others_and_second_names_are_chosen(text, texts, expected):
    options = dict(zip("ABCD", texts.split(","), strict=False))
    assert read_answer(text, options).letters == {expected}
