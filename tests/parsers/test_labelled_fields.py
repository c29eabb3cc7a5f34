"""Fields of a structure that hold a label with its own text, under every kind of key."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}
CHINESE = {"A": "桦树", "B": "橡树", "C": "松树", "D": "榆树"}

letters = letters_for(TREES)


NO_CHOICE = (
    "오답",
    "неверный",
    "salah",
    "descartada",
    "错误选项",
    "pregunta",
    "不正解",
    "yanlış",
    "خطأ",
    "غلط",
    "ผิด",
    "fausse",
    "écartée",
    "falsch",
    "Frage",
    "问题",
    "例",
    "opcion_incorrecta",
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("### 答案\n{'8': ['C. 松树']}", "C"),
        ('{"8": "C. 松树"}', "C"),
        ('{"8": "C. 桦树"}', ""),
        ('{"8": ["C. 松树", "A. 桦树"]}', ""),
        ('{"wrong": "C. 松树"}', ""),
        ('{"A": "A. 桦树"}', ""),
        ('{"问题8": "C. 松树"}', "C"),
        ('{"比例": "C. 松树"}', "C"),
        *((f'{{"{key}": "C. 松树"}}', "") for key in NO_CHOICE),
        ('{"选择": "C", "排除": "A. 桦树"}', "C"),
        ('{"letra": "C", "comparada_con": "A. 桦树"}', "C"),
        ('{"выбор": "C", "исключено": "A. 桦树"}', "C"),
        ('{"선택": "C. 松树", "제외": "A. 桦树"}', "C"),
    ],
)
def test_a_field_may_hold_a_label_with_its_own_text(text, expected):
    assert letters(text, CHINESE) == expected
