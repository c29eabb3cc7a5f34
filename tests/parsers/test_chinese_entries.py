"""Entries of a list whose noun stands behind the label: "A选项：…"."""

import pytest

from parsers import Outcome, read_answer

TREES = {"A": "红枫", "B": "白桦", "C": "橡树", "D": "松树"}


@pytest.mark.parametrize("noun", ["选项", "選項", "项"])
def test_a_list_that_repeats_the_options_is_no_second_answer(noun):
    completion = f"C\n解析：\nA{noun}：红枫，叶子在秋天变红。\nB{noun}：白桦，树皮是白色的。"
    assert read_answer(completion, TREES).letters == {"C"}


def test_two_options_called_right_in_such_a_list_are_several():
    completion = "A选项：红枫，正确。\nB选项：白桦，正确。\nC选项：橡树，错误。"
    assert read_answer(completion, TREES).outcome is Outcome.AMBIGUOUS
