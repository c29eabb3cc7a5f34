"""A lone label whose sentence ends in a verdict, or says that the option agrees with the text."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "oak tree", "B": "birch tree", "C": "pine tree", "D": "maple tree"})


@pytest.mark.parametrize(
    "text",
    [
        "La opción C se refiere al bosque, lo que hace que sea la opción correcta.",
        "La opción C se refiere al bosque, lo que la convierte en la respuesta correcta.",
        "La opción C se refiere al bosque, por lo que es la correcta.",
        "A opção C refere-se à floresta, o que a torna a alternativa correta.",
        "L'option C fait référence à la forêt, ce qui en fait la bonne réponse.",
        "L'opzione C si riferisce al bosco, il che la rende la risposta corretta.",
        "Option C bezieht sich auf den Wald, was sie zur richtigen Antwort macht.",
        "Вариант C относится к лесу, что делает его правильным ответом.",
        "Opcja C odnosi się do lasu, co czyni ją poprawną odpowiedzią.",
        "C seçeneği ormana değinmektedir, bu nedenle doğru cevaptır.",
        "Pilihan C merujuk pada hutan, sehingga merupakan jawaban yang benar.",
        "选项C涉及森林，因此是正确答案。",
        "선택지 C는 숲을 언급하므로, 정답이다.",
        "الخيار C يشير إلى الغابة، لذلك فهو الإجابة الصحيحة.",
        "La alternativa C coincide con el texto, que no habla de otros.",
        "La alternativa C coincide con la postura que considera que no es posible.",
        "Option C entspricht dem Text.",
        "Вариант C соответствует тексту.",
        "Варіант C відповідає тексту.",
        "Opcja C jest zgodna z tekstem.",
        "L'option C concorde avec le texte.",
        "Option C entspricht den Kriterien.",
        "Вариант C полностью соответствует критериям.",
        "Opsi C sesuai dengan teks.",
    ],
)
def test_a_verdict_that_ends_the_sentence_is_read(text):
    assert letters(text) == "C"


@pytest.mark.parametrize(
    "text",
    [
        "La opción C se refiere al bosque.",
        "La opción C se refiere al bosque, por lo que no es la correcta.",
        "La opción C se refiere al bosque, lo que la hace incorrecta.",
        "La opción C no se refiere al bosque, por lo que es la correcta.",
        "¿La opción C se refiere al bosque, por lo que es la correcta?",
        "La opción C se refiere al bosque, por lo que difiere de la respuesta correcta.",
        "La opción C contradice el texto, por lo que la respuesta correcta es otra.",
        "L'option C fait référence à la forêt, ce qui n'en fait pas la bonne réponse.",
        "Вариант C относится к лесу, поэтому правильный ответ другой.",
        "选项C涉及森林，因此不是正确答案。",
        "La opción C y la D se refieren a lo mismo, por lo que es la correcta.",
        "La alternativa C coincide con el texto, pero no responde.",
        "La alternativa C coincide parcialmente con el texto.",
        "La alternativa C no coincide con el texto.",
        "La alternativa C coincide con el texto y no con la pregunta.",
        "La alternativa C coincide con el texto, no con la pregunta.",
        "Вариант C соответствует тексту лишь частично.",
        "Вариант C соответствует тексту в меньшей степени.",
        "La opción C coincide con el texto en menor medida.",
        "Вариант C соответствует 1810 году.",
        "Варіант C відповідає 1810 року.",
        "Opsi C sesuai dengan tahun 1810.",
        "La opción C coincide con el año 1810.",
        "L'option C coïncide avec 1810.",
        "Opcja C jest zgodna z rokiem 1810.",
        "Phương án C phù hợp với năm 1810.",
        "الخيار C يتوافق مع عام 1810.",
        "A opção C coincide com 1810.",
        "Option C stimmt mit 1810 überein.",
        "Option C stimmt mit A überein.",
        "Вариант C соответствует описанию другого заболевания.",
        "Вариант C соответствует берёзе.",
        "La opción C coincide con lo contrario del texto.",
        "La opción C coincide con la afirmación contraria.",
        "La opción C coincide con el texto de otro autor.",
        "La opción C coincide con el texto de la opción A.",
        "La opción C coincide con el texto de 1810.",
        "Option C entspricht der Definition einer anderen Störung.",
        "Option C entspricht der Aussage weniger.",
    ],
)
def test_a_sentence_that_denies_or_says_something_else_is_not(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    ("announced", "heading", "reason"),
    [
        ("Die vernünftigste Vorgehensweise ist", "Überlegung", "A ist sicher, aber nicht praktikabel."),
        ("La más sensata es", "Razonamiento", "A es segura, pero no siempre práctica."),
        ("La plus sensée est", "Raisonnement", "A est sûre, mais pas toujours pratique."),
    ],
)
def test_a_sentence_below_a_heading_is_not_what_it_announces(announced, heading, reason):
    assert letters(f"{announced} **B: birch tree**.\n\n**{heading}:**\n{reason}") == "B"
    assert letters(f"**{heading}:**\n{reason}") == ""
