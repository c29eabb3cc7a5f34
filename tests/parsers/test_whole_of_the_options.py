"""All of the above in other languages, and lists of options that a reply goes on with."""

import pytest

from parsers import Outcome, read_answer

BAR = {"A": "mandado de segurança", "B": "medida cautelar", "C": "ação anulatória", "D": "ação declaratória"}


@pytest.mark.parametrize(
    "whole",
    [
        "tout ce qui précède",
        "todas las anteriores",
        "以上都是",
        "hepsi",
        "tutte le precedenti",
        "جميع ما ذكر أعلاه",
    ],
)
def test_parts_called_right_do_not_contradict_all_of_the_above(whole: str):
    options = {"A": "géoradar", "B": "magnétomètre", "C": "résistivité", "D": whole}
    reply = f"The correct answer is **D. {whole}**, as all options A, B, and C are valid."
    assert read_answer(reply, options).letters == {"D"}


def test_a_further_entry_of_the_list_does_not_contradict_the_answer_below_it():
    assert read_answer("E) Ação de consignação em pagamento.\nResposta: A", BAR).letters == {"A"}


def test_a_label_that_the_item_lacks_stays_out_of_range_where_it_is_the_answer():
    assert read_answer("E) Nenhuma.\nResposta: E", BAR).outcome is Outcome.OUT_OF_RANGE
    assert read_answer("E) Consignação", BAR).outcome is Outcome.OUT_OF_RANGE


@pytest.mark.parametrize(
    "reply",
    [
        "La respuesta correcta sobre la vía de eliminación es la B.",
        "A resposta correta sobre a exclusão social é a letra B.",
        "Правильный ответ на вопрос об исключении из партии — B.",
        "Ausschließlich B ist richtig.",
    ],
)
def test_a_topic_that_is_called_elimination_denies_nothing(reply: str):
    assert read_answer(reply, BAR).letters == {"B"}


@pytest.mark.parametrize(
    "heading",
    ["Vamos analisar cada opção:", "Analicemos cada opción:", "Разберём каждый вариант:", "各選択肢:"],
)
def test_a_heading_for_each_option_announces_none(heading: str):
    reply = f"{heading}\n\nA) mandado de segurança é possível.\n\nB) medida cautelar é possível. O prazo"
    assert not read_answer(reply, BAR).letters


def test_what_is_said_of_the_other_options_is_not_said_of_the_answer_above():
    reply = (
        "The correct answer is:\n\nA. mandado de segurança (a writ)\n\nA writ is a remedy. "
        "The other options are incorrect because:\n\nB. medida cautelar (a measure) is not a writ.  \n"
        "C. ação anulatória (a suit) is another thing, unrelated to it.  \n"
        "D. ação declaratória (a claim) refers to a group, not a remedy.  \n\n"
        "Thus, the writ fits the definition of a remedy."
    )
    assert read_answer(reply, BAR).letters == {"A"}


def test_the_only_label_with_its_text_on_a_line_below_a_colon_is_the_answer():
    options = {"A": "disarmament", "B": "détente", "C": "antikomunisti", "D": "trade"}
    reply = (
        "His policy was marked by:\n\nC. antikomunisti (anticommunism)\n\n" + "He spent much on arms. " * 20
    )
    assert read_answer(reply, options).letters == {"C"}
