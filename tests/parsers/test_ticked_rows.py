"""One label of a row is ticked, and the others are crossed: "A ✗ B ✓ C ✗"."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}
CHINESE = {"A": "桦树", "B": "橡树", "C": "松树", "D": "榆树"}

letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A ✗ B ✓ C ✗", "B"),
        ("A × B √ C × D ×", "B"),
        ("A（×）B（√）C（×）D（×）", "B"),
        ("A. 桦树 ×\nB. 橡树 √\nC. 松树 ×\nD. 榆树 ×", "B"),
        ("A：×，B：○，C：×，D：×", "B"),
        ("| A | ❌ |\n| B | ✅ |\n| C | ❌ |", "B"),
        ("❌ A ❌ C ✅ B ❌ D", "B"),
        ("✅ A ❌ B", "A"),
        ("❌ A\n✅ B\n❌ C", "B"),
        ("A ✓ B ✓ C ✗ D ✗", ""),
        ("A ✗ B ✗ C ✗", ""),
        ("A × B = C √ 2", ""),
        ("☐ A\n☑ B\n☐ C", "B"),
        ("A. ☐\nB. ☑\nC. ☐", "B"),
        ("☐ A\n☑ B\n☑ C", ""),
        ("☐ A\n☐ B\n☐ C", ""),
        ("The formula is √A × B.", ""),
        ("area = √A × C", ""),
        ("A ✗ B ✓ C ✗ D ✗\n\n答案：B", "B"),
        ("A ✗ B ✓ C ✗ D ✗\nA、C、D错误。", "B"),
        ("选择错误的一项：A ✓ B ✗ C ✗ D ✗", ""),
        ("正しくないもの: A × B × C ○ D ×", ""),
        ("틀린 것: A × B × C ○ D ×", ""),
        ("A：√\nB：×\nC：×\nD：×\n（题目要求选错误项）", ""),
    ],
)
def test_one_label_of_a_row_is_ticked(text, expected):
    assert letters(text, CHINESE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- [ ] A) birch\n- [x] B) oak", "B"),
        ("* [x] A. birch\n* [ ] C. pine\n* [ ] D. elm", "A"),
        ("- [ ] A) birch\n- [x] B) oak\n\nThe answer is A.", "A"),
        ("- [x] A) birch\n- [x] B) oak", ""),
        ("- [ ] A) birch\n- [ ] B) oak", ""),
        ("- [x] A) birch\n- B) oak", ""),
    ],
)
def test_one_box_of_a_list_of_a_part_of_the_options_is_ticked(text, expected):
    assert letters(text) == expected
