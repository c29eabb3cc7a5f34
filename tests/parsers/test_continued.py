"""A list of options that a base model goes on with, and letters that are numerals, initials and unknowns."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}
VOTES = {"A": "The Civil War", "B": "The gold rush", "C": "The famine", "D": "A.Lincoln's election"}

trees = letters_for(TREES)
votes = letters_for(VOTES)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("E) palm\n\nResposta: D", "D"),
        ("E) palm\nF) fig\nAnswer: B", "B"),
        ("E) palm\nAnswer: B\n\nQuestion: what?\nA) x\nB) y\nAnswer: C", "B"),
    ],
)
def test_the_next_option_of_the_list_goes_on_with_the_prompt_where_an_answer_follows(said, expected):
    assert trees(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "E) palm",
        "E) palm is the answer.\n\nAnswer D is wrong.",
        "E) palm\n\nAnswer: E, not B",
        "E) palm\nAnswer: B\nNo, the answer is E.",
        "E) Answer: B or C",
        "F) fig\n\nAnswer: B\nAnswer: C",
        "E\n\nAnswer: B",
        "E.\n\nResposta: B",
        "E and F\n\nThe correct answer is B.",
    ],
)
def test_an_option_that_the_item_lacks_is_else_the_answer_or_one_of_several(said):
    assert trees(said) == ""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Dolayısıyla doğru cevap I ve II. ifadeleri içeren A seçeneğidir.\n\nCevap: A", "A"),
        ("The correct answer is I and III, which is option C.\n\nAnswer: C", "C"),
        ("Calculate the result: x = 6000\n\nAnswer: B", "B"),
        ("The answer: n = 12. So option C.", "C"),
        ("q₁ және q₂ зарядтары тең.\n\nq1 және q2 бірдей.\n\nЖауап: B", "B"),
    ],
)
def test_numerals_that_are_joined_unknowns_and_charges_are_no_labels(said, expected):
    assert trees(said) == expected


@pytest.mark.parametrize(
    "said", ["Cevap I ve II", "Answer: I and II", "Answer: x = 6", "The result: x = 6000", "Answer: E", "E"]
)
def test_they_choose_no_option_either(said):
    assert trees(said) == ""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("A.Lincoln was elected.\n\nCevap: D", "D"),
        ("A.Lincolnning saylanishi shunga olib keldi.\n\nJavob: D", "D"),
        ("A.Lincoln was elected.", ""),
        ("A.The Civil War", "A"),
        ("A. Lincoln lost that one", "A"),
    ],
)
def test_an_initial_before_a_name_that_an_option_has_is_no_label(said, expected):
    assert votes(said) == expected


@pytest.mark.parametrize(
    "completion",
    [
        " of the following sheds its needles?\n\nA)",
        " of the following sheds its needles?\nA) Spruce, which",
        "? \nA) Spruce\nB",
        ", and then the leaves fell. Which of the following trees is it?\n\nA. A",
        "of these. Which tree is it?\n\nA. Spruce\nB. Cedar\n\n**Answer**\n\nB. Cedar",
    ],
)
def test_the_question_that_a_base_model_goes_on_with_has_other_options(completion):
    assert trees(completion) == ""


@pytest.mark.parametrize(
    ("completion", "label"),
    [
        ("Which of the following sheds its needles?\n\nA", "A"),
        (" which of them sheds its needles?\nThe answer is A", "A"),
        ("which of them sheds its needles?\n\nA) " + TREES["A"], "A"),
        ("which of them sheds its needles?\n\nB)", "B"),
        ("hmm, which tree sheds its needles?\nA. That is my answer.", "A"),
        ("which of these fits?\n\nA) because it has needles", "A"),
        ("hmm?\nA", "A"),
        ("ok, which one is it?\nA", "A"),
    ],
)
def test_an_answer_below_a_question_is_read(completion, label):
    assert trees(completion) == label
