"""What whole stores of replies outside English taught: the wrong one that is asked for, and more."""

import pytest

from parsers import Grade, Outcome, read_answer

LETTERED = {"A": "Aspirina", "B": "Parvovirus B19", "C": "Herpesvirus", "D": "TLR3"}
NUMBERED = dict(zip("1234", ["roble", "abedul blanco", "olmo", "arce"], strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "La respuesta correcta es la número B. Parvovirus B19 no es un virus de ADN.",
        "La bonne réponse est B. Parvovirus B19 n'est pas un virus à ADN.",
        "Die richtige Antwort ist B. Parvovirus B19 ist kein DNA-Virus.",
        "A resposta correta é a letra B. Parvovirus B19 não é um vírus de DNA.",
        "La risposta corretta è B. Parvovirus B19 non è un virus a DNA.",
        "Правильный ответ: B. Parvovirus B19 не является ДНК-вирусом.",
    ],
)
def test_the_text_of_a_declared_label_may_go_on_as_a_sentence_that_denies(text):
    assert read_answer(text, LETTERED).letters == {"B"}


@pytest.mark.parametrize(
    "text",
    [
        "La respuesta correcta es la B. Parvovirus B19 no es la opción adecuada.",
        "La respuesta correcta es la B. Parvovirus B19 no es correcta según la guía.",
        "La respuesta B. Parvovirus B19 no es un virus de ADN.",
        "La respuesta correcta no es la B. Parvovirus B19 no es un virus de ADN.",
        "Die richtige Antwort ist B. Parvovirus B19 ist leider falsch hier.",
        "La respuesta correcta es la B. Parvovirus B19, no.",
    ],
)
def test_a_sentence_that_judges_the_declared_label_takes_it_back(text):
    assert not read_answer(text, LETTERED).letters


REASONS = "En realidad, estos árboles pierden las hojas en invierno en casi todas partes."


@pytest.mark.parametrize(
    ("text", "options", "label"),
    [
        (f"La respuesta incorrecta es la número 3. {REASONS}", NUMBERED, "3"),
        (f"La respuesta incorrecta es:\n3. Los olmos.\n\n{REASONS}", NUMBERED, "3"),
        (
            f"La opción INCORRECTA respecto a este bosque es la opción número 3.\n\n{REASONS}",
            NUMBERED,
            "3",
        ),
        (f"Respuesta incorrecta: 3. {REASONS}", NUMBERED, "3"),
        (
            "La réponse fausse est C. Ces arbres perdent leurs feuilles en hiver chaque année.",
            LETTERED,
            "C",
        ),
        ("A alternativa incorreta é a C. As árvores deste tipo perdem as folhas no inverno.", LETTERED, "C"),
        ("La risposta errata è la C. Gli alberi di questo tipo perdono le foglie in inverno.", LETTERED, "C"),
        (
            "Nieprawidłowa odpowiedź to C. Drzewa tego rodzaju tracą liście zimą każdego roku.",
            LETTERED,
            "C",
        ),
    ],
)
def test_the_wrong_one_that_a_reply_opens_with_and_gives_reasons_for_was_asked_for(text, options, label):
    assert read_answer(text, options).letters == {label}


@pytest.mark.parametrize(
    "text",
    [
        "La respuesta incorrecta es la opción 3.",
        f"La respuesta incorrecta es la opción 3, ya que {REASONS}",
        f"La respuesta incorrecta no es la opción 3. {REASONS}",
        f"Una respuesta incorrecta es la opción 3. {REASONS}",
        f"Otra respuesta incorrecta es la opción 3. {REASONS}",
        f"Si la respuesta incorrecta es la opción 3. {REASONS}",
        f"Tu respuesta es incorrecta: opción 3. {REASONS}",
        f"La opción descartada es la opción 3. {REASONS}",
        f"¿La respuesta incorrecta es la opción 3? {REASONS}",
        f"La respuesta incorrecta es la opción 3. Quedan la opción 1 y la opción 2. {REASONS}",
        f"La respuesta incorrecta es la opción 3., - {REASONS}",
    ],
)
def test_an_option_that_is_merely_called_wrong_is_no_answer(text):
    assert not read_answer(text, NUMBERED).letters


def test_the_wrong_one_of_two_is_no_answer():
    assert not read_answer(f"La respuesta incorrecta es la B. {REASONS}", {"A": "olmo", "B": "arce"}).letters


@pytest.mark.parametrize(
    "text",
    [
        "Answer: A (maple) or B (birch)",
        "Antwort: A (Ahorn) oder B (Birke)",
        "Resposta: A (bordo) ou B (bétula)",
        "Réponse : A (érable) ou option B (bouleau)",
        "Ответ: A (клён) или B (берёза)",
        "Odpowiedź: A (klon) lub B (brzoza)",
    ],
)
def test_labels_with_what_they_mean_in_brackets_are_alternatives(text):
    assert read_answer(text, LETTERED).outcome is Outcome.AMBIGUOUS


@pytest.mark.parametrize("heading", ["Answer:", "Resposta:", "Réponse :", "Antwort:", "Ответ:"])
def test_empty_boxes_below_the_word_for_answer_tick_nothing(heading):
    assert not read_answer(f"{heading}\n[ ] A\n[ ] B\n[ ] C\n[ ] D", LETTERED).letters
    assert not read_answer(f"{heading}\n\n### [ ] A\n\n### [ ] B\n\n### [ ] C\n\n### [ ] D", LETTERED).letters
    assert read_answer(f"{heading}\n[ ] A\n[x] B\n[ ] C\n[ ] D", LETTERED).letters == {"B"}


BECAUSE = ", ya que el texto habla de las personas que vivían en la ciudad"
REGIONS = dict(
    zip(
        "abcd", ["el crecimiento de la ciudad", "la reforma agraria", "el comercio", "la guerra"], strict=True
    )
)


@pytest.mark.parametrize(
    "text",
    [
        "La opción b se refiere al contexto del debate, lo que coincide con el texto y con su idea.",
        "La alternativa b) describe con precisión lo que el autor quiere decir, ya que el texto lo menciona.",
        "La opción b coincide con el texto, que dice que las tribus cantaron y no lo inventaron.",
        "A alternativa B descreve o contexto do debate, já que o texto fala das pessoas que ali viviam.",
        "L'option b décrit le contexte du débat, car le texte parle des gens qui vivaient dans cette ville.",
        "L'opzione B descrive il contesto del dibattito, poiché il testo parla di coloro che vivevano qui.",
        "Die Option B beschreibt den Zusammenhang der Debatte, da der Text von denen handelt, die da lebten.",
    ],
)
def test_the_one_option_of_which_a_paragraph_says_what_it_states_is_the_answer(text):
    reading = read_answer(text, REGIONS)
    assert reading.letters == {"b"}
    assert reading.grade is Grade.IN_TEXT


@pytest.mark.parametrize(
    "text",
    [
        f"La opción b describe otro proceso{BECAUSE}.",
        f"La opción b describe solo una parte del proceso{BECAUSE}.",
        f"La opción b dice lo contrario del texto{BECAUSE}.",
        f"La opción b no describe el proceso{BECAUSE}.",
        f"La opción b ignora el contexto{BECAUSE}.",
        f"La opción b describe el proceso, pero no responde a la pregunta{BECAUSE}.",
        f"La opción b describe el proceso{BECAUSE}. Sin embargo, el texto habla de algo nuevo.",
        f"La opción b describe un proceso que es incorrecto{BECAUSE}.",
        f"¿La opción b describe el proceso{BECAUSE}?",
        "La opción b describe la reforma. La opción c describe el comercio.",
        f"Si la opción b describe el proceso{BECAUSE}, es la buena.",
        f"Ninguna. La opción b describe el proceso{BECAUSE}.",
        f"La opción b se refiere a la época{BECAUSE}, y por eso no puede ser la correcta.",
        f"La opción z describe el proceso{BECAUSE}.",
        f"La opción b menciona el comercio{BECAUSE}.",
        "L'option b décrit seulement une partie du débat, car le texte parle des gens qui y vivaient.",
        "La opción b describe el proceso.",
        f"La opción b presenta el proceso{BECAUSE}.",
        f"La opción b describe el proceso y exagera sus causas{BECAUSE}.",
        f"La opción b describe mal el proceso{BECAUSE}.",
        f"La opción b describe el proceso y se contradice con el texto{BECAUSE}.",
        f"La opción b describe el proceso y confunde las causas{BECAUSE}.",
        f"La opción b describe un error{BECAUSE}.",
        "L'option b décrit ni le contexte du débat, car le texte parle des gens qui vivaient dans la ville.",
    ],
)
def test_what_an_option_merely_states_is_no_answer_where_anything_speaks_against_it(text):
    assert not read_answer(text, REGIONS).letters


@pytest.mark.parametrize(
    "text",
    [
        '"The correct answer is option 2: abedul blanco." [1]',
        '"The correct answer is number 2, the abedul blanco."\n(Explain briefly).',
        '"La respuesta correcta es la opción 2." Explicación: es un árbol de corteza clara.',
    ],
)
def test_quotation_marks_around_all_but_notes_quote_nothing(text):
    assert read_answer(text, NUMBERED).letters == {"2"}


@pytest.mark.parametrize(
    "text",
    [
        '"The correct answer is option 2," said the professor.',
        '"The correct answer is option 2." This is what the student wrote.',
        '"La respuesta correcta es la opción 2." Eso dijo el alumno.',
    ],
)
def test_a_quotation_that_somebody_is_named_for_is_no_answer(text):
    assert not read_answer(text, NUMBERED).letters


@pytest.mark.parametrize(
    "text",
    [
        "Se devemos escolher A, o paciente melhora.",
        "Se devemos escolher a opção A, depende do caso.",
        "Si hay que elegir la A, el paciente mejora.",
        "Si nous devons choisir A, le patient va mieux.",
    ],
)
def test_what_must_be_chosen_under_a_condition_is_supposed(text):
    assert not read_answer(text, LETTERED).letters


@pytest.mark.parametrize("text", ["Se debe elegir la A.", "Hay que marcar la A, ya que es completa."])
def test_what_must_be_chosen_is_chosen(text):
    assert read_answer(text, LETTERED).letters == {"A"}
