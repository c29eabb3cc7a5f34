"""The one option that a reply opens with as the wrong one, written out: it was asked for."""

import pytest

from parsers import read_answer

OPTIONS = {"1": "roble rojo", "2": "abedul blanco", "3": "pino negro", "4": "arce rojo"}
WRONG_IS = "La respuesta incorrecta es:\n\n2) abedul blanco\n\n"


@pytest.mark.parametrize(
    "completion",
    [
        WRONG_IS + "El abedul es un árbol de hoja caduca. Las opciones restantes (1, 3 y 4) son correctas.",
        WRONG_IS + "El texto no habla de zonas frías, sino de la costa, donde no hay ninguno.",
        "La opción INCORRECTA es:\n2. abedul blanco de la costa.\n\nEl abedul vive en zonas frías del norte.",
        "A resposta incorreta é:\n\n2) abedul blanco.\n\nAs alternativas 1, 3 e 4 são corretas.",
        "La risposta errata è:\n\n2) abedul blanco\n\nLe altre opzioni (1, 3 e 4) sono corrette.",
    ],
)
def test_it_is_read_whatever_is_said_of_the_others(completion):
    assert read_answer(completion, OPTIONS).letters == {"2"}


@pytest.mark.parametrize(
    "completion",
    [
        WRONG_IS + "Las opciones 3 y 4 también son incorrectas, según se ha visto antes en el texto.",
        WRONG_IS + "La opción 4 tampoco es correcta, pues ese árbol vive en otras zonas más frías.",
        WRONG_IS + "Por eso descarto esa opción y me quedo con otra de las que hay en la lista.",
        WRONG_IS + "Tras descartarla, quedan tres opciones y hace falta saber más del árbol.",
        WRONG_IS.replace("es:", "no es:") + "El abedul es un árbol de hoja caduca y vive en zonas frías.",
        WRONG_IS.replace("La ", "Otra ") + "No vive en zonas cálidas ni tiene hojas perennes como el pino.",
        "La respuesta incorrecta es 2. abedul blanco. La 1 también es incorrecta. La 4 tampoco.",
        "The incorrect option is:\n\n2. abedul blanco\n\nIt does not fit. Options 1 and 4 are also wrong.",
        "The incorrect options are:\n\n2. abedul blanco\n3. pino negro",
    ],
)
def test_one_of_several_wrong_ones_is_no_answer(completion):
    assert not read_answer(completion, OPTIONS).letters
