"""Replies that answer nothing yield no letter, whatever their script."""

import os

import pytest

from parsers import Outcome, read_answer
from tests.support.non_answers import non_answers

SEED = 19
COUNT = int(os.environ.get("NON_ANSWERS", "300"))  # NON_ANSWERS=20000: half a minute
ALLOWED = 2 + COUNT // 2000  # two options called right, of which one is not seen, or is only a statement


@pytest.mark.slow
def test_generated_non_answers_hardly_ever_yield_a_letter():
    taken = [
        (completion, sorted(reading.letters), reading.rule)
        for completion, options in non_answers(SEED, COUNT)
        if (reading := read_answer(completion, options)).letters
    ]
    assert len(taken) <= ALLOWED, "\n".join(map(repr, taken[:20]))


@pytest.mark.parametrize(
    "completion",
    [
        "Ich kann diese Anfrage nicht erfüllen.",
        "Leider kann ich dieser Aufforderung nicht nachkommen.",
        "No puedo cumplir con esta solicitud.",
        "Não posso atender a essa solicitação.",
        "Non posso soddisfare questa richiesta.",
        "Je ne peux pas accéder à votre demande.",
        "Я не могу выполнить этот запрос.",
        "Я не можу виконати цей запит.",
        "Bu isteği yerine getiremem.",
        "Nie mogę spełnić tej prośby.",
        "Tôi không thể đáp ứng yêu cầu này.",
        "Saya tidak dapat memenuhi permintaan ini.",
        "Jag kan inte uppfylla denna begäran.",
        "이 요청을 수행할 수 없습니다.",
    ],
)
def test_a_request_that_is_declined_is_a_refusal(completion):
    options = {"A": "oak", "B": "birch", "C": "larch"}
    assert read_answer(completion, options).outcome is Outcome.REFUSAL


def test_an_answer_beside_what_cannot_be_done_is_read():
    completion = "No puedo completar la tabla con estos datos, pero la respuesta correcta es B."
    assert read_answer(completion, {"A": "oak", "B": "birch", "C": "larch"}).letters == {"B"}
