"""Items that ask which of the statements A and B are right: their names head entries, and are no answers."""

import pytest

from tests.support.letters import letters_for

TATAR = {"A": "А гына дөрес", "B": "ике фикер дә дөрес", "C": "Б гына дөрес", "D": "ике фикер дә дөрес түгел"}
RUSSIAN = {"A": "верно только А", "B": "верно только Б", "C": "верны оба суждения", "D": "оба неверны"}
ENGLISH = {"A": "A only", "B": "B only", "C": "Both A and B", "D": "Neither A nor B"}

letters = letters_for(RUSSIAN)


@pytest.mark.parametrize(
    ("reply", "options", "label"),
    [
        (
            "Җавап: **B) ике фикер дә дөрес**\n\n**А. Гаилә кече төркем.** - дөрес.\n\n**Б. Шулай ук.**",
            TATAR,
            "B",
        ),
        ("Ответ: C) верны оба суждения\n\nА. Общество развивается. Верно.\nБ. Верно.", RUSSIAN, "C"),
        ("А. Общество развивается — верно.\nБ. Общество меняется — верно.\n\nОтвет: C", RUSSIAN, "C"),
        ("C) Both A and B\n\nA. The tree grows. True.\nB. The tree falls. True.", ENGLISH, "C"),
        ("А", RUSSIAN, "A"),
        ("Ответ: А", RUSSIAN, "A"),
        ("Верно только А.", RUSSIAN, "A"),
        ("Ответ: A\n\nОтвет: C", RUSSIAN, ""),
        ("C. Верны оба.\nD. Нет", RUSSIAN, ""),
        ("B. B only\n\nC. It is.", ENGLISH, ""),
    ],
)
def test_entries_that_name_statements_are_no_second_answer(reply, options, label):
    assert letters(reply, options) == label


def test_without_statements_such_an_entry_is_one():
    trees = {"A": "oak tree", "B": "birch tree", "C": "pine tree", "D": "maple tree"}
    assert letters("C) pine tree\n\nA. The tree grows. True.", trees) == ""
