"""Numbers that label beside numbers that count, texts behind a bracket, and somebody else who is quoted."""

import pytest

from parsers import AnswerMode, Outcome, read_answer
from tests.support.letters import letters_for

DOSES = {"1": "100 mL", "2": "1.700 mL; 70 mL/h.", "3": "500 mg", "4": "850 mL"}
TREES = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}
MOVED = {"1": "14", "2": "1", "3": "3", "4": "11"}

doses = letters_for(DOSES)
trees = letters_for(TREES)
moved = letters_for(MOVED)
labels = letters_for({"0": "No", "1": "Yes"})


@pytest.mark.parametrize(
    "said",
    [
        "Respuesta correcta = 1.700 mL por día",
        "La respuesta es 1.800 mL",
        "The answer is 1,700 units.",
        "Antwort: 3.000 Liter",
        "La réponse est 1 700",
        "Answer: 1,5",
        "La respuesta correcta es 4.2",
        "The answer is 3 mL",
        "Ответ: 2 мл",
        "La respuesta es 2 %",
        "5 mg",
    ],
)
def test_a_part_of_a_number_and_a_number_with_a_unit_are_no_labels(said):
    assert doses(said) == ""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("La respuesta correcta es la 3.500 mg", "3"),
        ("3.0", "3"),
        ("Answer: 3.", "3"),
        ("La respuesta es la 3, porque sí.", "3"),
        ("The answer is 3, 500 mg", "3"),
        ("Respuesta: 2) 1.700 mL; 70 mL/h.", "2"),
    ],
)
def test_a_label_before_its_own_text_or_a_full_stop_is_one(said, expected):
    assert doses(said) == expected


def test_labels_joined_by_commas_are_a_set():
    assert doses("1,3", mode=AnswerMode.MULTI) == "13"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("10,11", {"10", "11"}),
        ("1,10,12", {"1", "10", "12"}),
        ("10,2", {"10", "2"}),
        ("Answers: 2,10,11", {"2", "10", "11"}),
        ("The answer is 10,11.", {"10", "11"}),
        ("1,100", set()),
    ],
)
def test_labels_of_two_digits_joined_by_commas_are_a_set(said, expected):
    options = {str(number): f"tree of kind {chr(96 + number)}" for number in range(1, 13)}
    assert read_answer(said, options, mode=AnswerMode.MULTI).letters == expected


@pytest.mark.parametrize(
    "said",
    [
        "label: 1.0, confidence: 0.95",
        "label=1.0, score=0.98",
        "Prediction: 1.0 (yes)",
        "The label is 1.0 since the text says yes.",
        "The answer is 1.0.",
    ],
)
def test_a_label_in_the_form_of_a_whole_decimal_is_one_beside_more_text(said):
    assert labels(said) == "1"


@pytest.mark.parametrize("said", ["The answer is 1.0 mL", "The answer is 1.02", "The answer is 1.0.2"])
def test_a_decimal_that_counts_is_no_label(said):
    assert labels(said) == ""


def test_a_percentage_behind_a_label_is_no_part_of_its_number():
    assert doses("Answer: 3 100%") == "3"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("La respuesta correcta es la opción 1, con puntuación 14.", "1"),
        ("The answer is option 1.", "1"),
        ("La respuesta correcta es la número 1.", "1"),
        ("1", "1"),
        ("Answer: 1", ""),
        ("La respuesta es 1.", ""),
        ("Answer: 14", "1"),
        ("La opción 1 no es correcta.", ""),
    ],
)
def test_a_number_that_is_a_label_and_another_options_text_is_read_where_a_noun_tells(said, expected):
    assert moved(said) == expected


DOUBLES = {"1": "2", "2": "4", "3": "8", "4": "16"}
TRIPLES = {"1": "3", "2": "6", "3": "9", "4": "12"}
FROM_ZERO = {"0": "1", "1": "2", "2": "3"}


@pytest.mark.parametrize(
    ("options", "said"), [(DOUBLES, "2. 8"), (TRIPLES, "3. 12"), (TRIPLES, "**3. 12**"), (FROM_ZERO, "1. 3")]
)
def test_such_a_number_before_another_options_text_is_a_clash(options, said):
    assert read_answer(said, options).outcome is Outcome.AMBIGUOUS


@pytest.mark.parametrize(
    ("options", "said", "expected"),
    [
        (DOUBLES, "2) 4", "2"),
        (DOUBLES, "(2) 4", "2"),
        (DOUBLES, "2. 4", "2"),
        (DOUBLES, "2: 4", "2"),
        (DOUBLES, "Answer: 2. 4", "2"),
        (DOUBLES, "\\boxed{2) 4}", "2"),
        (TRIPLES, "1) 3", "1"),
        (TRIPLES, "(1) 3", "1"),
        (FROM_ZERO, "Answer: 2 (3)", "2"),
        (DOUBLES, "The correct option is 2.", "2"),
        (DOUBLES, "The correct choice is 2: 4", "2"),
        (DOUBLES, "Option number 2", "2"),
        (DOUBLES, "1. 2\n2. 4\n3. 8\n4. 16\nAnswer: 4. 16", "4"),
        (DOUBLES, "Answer: 2", ""),
        (DOUBLES, "2 + 2 = 4", ""),
        (DOUBLES, "1. 2\n2. 4\n3. 8\n4. 16", ""),
    ],
)
def test_such_a_number_before_its_own_text_or_behind_the_noun_is_the_label(options, said, expected):
    assert read_answer(said, options).letters == frozenset(expected)


@pytest.mark.parametrize(
    "said",
    [
        "Resposta: D) Os atos que não designarem o nome.",
        "Resposta: D) Não há previsão constitucional para isso.",
        "Respuesta correcta: D) los que no tienen nombre.",
        "La respuesta correcta es la D) los que no tienen nombre.",
        "Réponse : D) les cas qui ne sont pas nommés.",
        "Antwoord: D) de gevallen die niet genoemd zijn",
        "Risposta: D) i casi che non sono nominati",
        "Jibu: D) watu ambao si wazima sana",
        "Svar: D) de fall som inte nämns",
    ],
)
def test_a_text_in_other_words_behind_the_bracket_of_an_answer_denies_nothing(said):
    assert trees(said) == "D"


@pytest.mark.parametrize(
    "said",
    [
        "Respuesta: D) esta opción no es correcta",
        "Resposta: D) não está correta aqui hoje",
        "Respuesta: D) No es correcta porque falla.",
        "Antwort: D) das ist leider nicht richtig",
        "Réponse : D) ce qui n'est pas correct ici",
        "Ответ: D) это не является правильным ответом",
        "Respuesta incorrecta: D) los que no tienen nombre",
        "La respuesta correcta no es D) los que tienen nombre",
        "答えはD)だとは思いません。",
    ],
)
def test_a_verdict_behind_the_bracket_of_an_answer_denies_it(said):
    assert trees(said) == ""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Antwort B) trifft hier leider nicht zu", ""),
        ("Respuesta B) en este caso no procede", ""),
        ("Respuesta: B) en este caso no procede ya", ""),
        ("Ответ B) здесь никак не подойдёт", ""),
        ("Risposta B) qui non va proprio bene", ""),
        ("Antwort A) kommt hier nicht in Frage, also B.", "B"),
        ("Respuesta A) en este caso no procede; queda la B", "B"),
        ("Ответ A) здесь никак не подойдёт, поэтому B.", "B"),
    ],
)
def test_what_is_denied_of_an_answer_that_nothing_announces_is_no_text(said, expected):
    assert trees(said) == expected


@pytest.mark.parametrize(
    "said", ["Cel B.", "Cea B.", "Cel mai B", "Meest B", "Más B", "Le plus B", "Mest B", "Най B", "Eng B"]
)
def test_most_without_what_it_is_the_most_of_chooses_nothing(said):
    assert trees(said) == ""


@pytest.mark.parametrize(
    "said",
    ["Cea mai bună B", "Meest waarschijnlijk B", "Más probable B", "Plus probable B", "Beste B", "Best B"],
)
def test_a_superlative_that_says_in_what_chooses(said):
    assert trees(said) == "B"


@pytest.mark.parametrize(
    "said",
    [
        "La respuesta es B. El paciente dijo: espera, me equivoqué",
        'La respuesta es B. El paciente dijo: "espera, me equivoqué".',
        "The answer is B. The patient said: wait, I made a mistake.",
        'Answer: B\nThe nurse replied, "Wait, I was wrong."',
        "Die Antwort ist B. Der Patient sagte: Moment, ich habe mich geirrt.",
        "La réponse est B. Le patient a dit : attendez, je me suis trompé.",
    ],
)
def test_somebody_elses_mistake_that_is_quoted_takes_nothing_back(said):
    assert trees(said) == "B"


@pytest.mark.parametrize(
    "said",
    [
        "La respuesta es B. Espera, me equivoqué.",
        "La respuesta es B. El paciente dijo: duele. Espera, me equivoqué.",
        "The answer is B. I said: wait, I made a mistake.",
        "The answer is B. The patient said: it hurts. Wait, I made a mistake.",
    ],
)
def test_an_own_mistake_takes_the_answer_back_whoever_spoke_before(said):
    assert trees(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "答案是B。也就是说：等等，我错了。",
        "答案是B。我想说：等等，我错了。",
        "答案是B。应该说：等等，我错了。",
        "答案是B。我回答：等等，我错了。",
        "La respuesta es B. Como dice el texto: espera, me equivoqué.",
        "Answer: B. That said, I was wrong.",
        "Answer: B. That said: wait, I was wrong.",
        "Answer: B. The question says acute, I was wrong.",
        "Die Antwort ist B. Ich sagte: Moment, ich habe mich geirrt.",
    ],
)
def test_a_mistake_behind_words_of_saying_that_are_nobody_elses_takes_the_answer_back(said):
    assert trees(said) == ""


def test_a_mistake_that_a_person_owns_to_in_chinese_takes_nothing_back():
    assert trees("答案是B。病人说：等等，我错了。") == "B"
