"""What a reply chooses against what it holds likely, what it lacks the facts for, and what its end cuts."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "pine"}
PEOPLE = {"A": "The local person", "B": "The immigrant person", "C": "Not enough information"}
FAMILY = {
    "A": "The father",
    "B": "The mother",
    "C": "The uncle",
    "D": "None of the above",
    "E": "Both the father and the uncle",
}
STATEMENTS = {
    "A": "(i) and (ii) only", "B": "(ii) only", "C": "(i), (ii), and (iii) only", "D": "(iii) only", "E": "x",
    "F": "y", "G": "z", "H": "w", "I": "(iv)", "J": "v",
}  # fmt: skip


letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I believe the most likely correct answer is B. However, I will choose answer C.", "C"),
        ("I believe the most likely correct answer is B. birch, but I will choose C. larch.", "C"),
        ("I believe the most likely correct answer is B, but I will choose C. $65 \\mathrm{~N}$.", "C"),
        ("The answer is B. However, many would choose C.", "B"),
        ("The answer is B. However, I would choose C if it were cold.", "B"),
        ("The answer is B, but I will not choose C.", "B"),
        ("The answer is B. In winter, however, I would choose C.", ""),
        ("The answer is B. In winter, however, I will choose C.", ""),
        ("The answer is B. When it fails, however, I would choose D.", ""),
        ("The answer is B, but I would also choose C.", ""),
        ("The answer is B, but I will also choose C.", ""),
        ("The correct answer is B; however, I will select A as an example.", ""),
        ("The answer is B, but I will choose my words with care. The answer is C.", ""),
        ("I believe the least likely correct answer is:\n\nB. birch\n\nMy answer is: D. pine", "D"),
        ("I believe the least likely correct answer is B.", ""),
        ("I choose the one that is least likely to be correct, which is B.", "B"),
    ],
)
def test_the_option_that_is_chosen_in_the_end_is_read(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Therefore, we do not have enough information to select either A or B.",
        "So there is not enough information to choose A or B.",
        "Thus we lack the necessary information to choose either option A or B.",
    ],
)
def test_what_nothing_suffices_to_choose_is_not_chosen(said):
    assert letters(f"The text does not say who. {said}\n\nMy answer is C.", PEOPLE) == "C"


@pytest.mark.parametrize(
    "text",
    [
        "No additional information needed to select B.",
        "No more data necessary to pick option B",
        "There is no need for more data to choose B.",
        "I need no more information to choose B.",
        "We do not need more information to choose B.",
        "Without doubt there is evidence to select B.",
        "There is no lack of evidence to select B.",
    ],
)
def test_what_suffices_to_choose_is_chosen(text):
    assert letters(text) == "B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We can use statement A to conclude that the answer is C.", "C"),
        ("There is not enough data to determine the rest and the answer is C.", "C"),
        ("We lack the data to determine its age, but the answer is C.", "C"),
        ("There is no evidence to conclude that it is C.", ""),
        ("There is not enough evidence to determine whether it is the larch.", ""),
    ],
)
def test_what_else_cannot_be_told_denies_nothing(text, expected):
    assert letters(text) == expected


def test_facts_that_suffice_choose():
    assert letters("There is enough evidence to choose A or B.\n\nMy answer is C.", PEOPLE) == ""


def test_a_text_that_the_end_cuts_names_no_other_option():
    assert letters("E. Both the father and the unc", FAMILY) == "E"
    assert letters("E. Both the mother and the unc", FAMILY) == ""
    fuller = {"A": "Dehydrogenase (ADH), catalase", "B": "Dehydrogenase (ADH)", "C": "Catalase"}
    assert letters("A. Dehydrogenase (ADH)", fuller) == ""


@pytest.mark.parametrize("reason", ["stop", "length"])
def test_a_text_cut_within_a_word_that_is_all_of_another_ones_beginning_is_a_clash(reason):
    kinds = {"A": "Bipolar I Disorder", "B": "Bipolar II Disorder"}
    assert letters("B. Bipolar I", kinds, finish_reason=reason) == ""
    assert letters("B. Bipolar II", kinds, finish_reason=reason) == "B"


def test_numerals_of_statements_are_no_small_labels():
    text = "The correct statement is A. (i) and (ii) only.\n\nConclusion: (i) and (ii) are true.\n\nA"
    assert letters(text, STATEMENTS) == "A"
    assert letters("Conclusion: (b)") == "B"


def test_a_quotation_that_is_cut_is_no_answer():
    assert letters('It is a tree.\n\n*   Two trees grow.\n*   "pine') == ""
    assert letters('It is a tree.\n\n*   Two trees grow.\n\n**"D. pine"**') == "D"
    assert letters('"pine') == "D"
    assert letters('My answer:\n"pine') == "D"
    assert letters('Thought: it has needles.\n"D') == "D"


@pytest.mark.parametrize("begun", ["4. D", "4. **D", "  4) D"])
def test_a_letter_that_begins_a_step_at_the_end_is_no_answer(begun):
    steps = "1. Add the two figures first.\n2. Halve what they give.\n3. Subtract all of the leaves."
    assert letters(f"{steps}\n{begun}") == ""
    assert letters(f"{steps}\n4. D. pine") == "D"
    assert letters(f"{steps}\n4. Answer: D") == "D"
    assert read_answer(f"1. A\n2. B\n3. C\n{begun}", TREES).outcome is Outcome.AMBIGUOUS


@pytest.mark.parametrize("last", ["\\boxed{D}", "Option (D)", "**Option D**", "(D)", "**D**", "`D`"])
def test_a_letter_marked_as_a_label_is_the_answer_of_a_last_step(last):
    assert letters(f"1. It keeps its needles for a year.\n2. {last}") == "D"


@pytest.mark.parametrize(
    "text",
    [
        "The text says little. It states that the local person had at least three drinks, while the",
        "The context states that the local person had at least three drinks (which may have been",
    ],
)
def test_a_text_in_a_sentence_that_breaks_off_is_no_answer(text):
    assert letters(text, PEOPLE) == ""


def test_a_text_in_a_sentence_without_a_full_stop_is_read():
    assert letters("She should have the local person with her", PEOPLE) == "A"
    assert letters("The text says little. It was the local person", PEOPLE) == "A"
    assert (
        letters("Explanation: [D] pine. You were right. In the north, pine has its needles for", TREES) == "D"
    )


@pytest.mark.parametrize(
    "text",
    [
        "This is a classic picture of a stone pine.\n\nLet me know if you have further questions",
        "This is a classic picture of a stone pine.\n\nSource: a field guide",
        "Stone pine is the tree. Its needles last for years",
        "It keeps its needles.\n\n- Stone pine, 50 years old",
        "Tree\nStone pine, a tall one",
        "Dr. Wood would call it a stone pine in this park",
        'It is 66" tall and is called a stone pine in the park',
    ],
)
def test_a_text_counts_though_the_last_line_has_no_full_stop(text):
    assert letters(text, {"A": "Red oak", "B": "Stone pine"}) == "B"
    assert letters(text, {"A": "Red oak", "B": "Silver birch"}) == ""


def test_a_text_behind_which_the_last_sentence_leads_on_is_no_answer():
    stone = {"A": "Red oak", "B": "Stone pine"}
    assert letters("The bark is red. She sat below a stone pine in the", stone) == ""
    assert letters("The bark is red. She sat below a stone pine (which has", stone) == ""


@pytest.mark.parametrize(
    "said",
    [
        "There is not enough information to tell",
        "There is insufficient information to decide",
        "We cannot know who it was",
        "It is impossible to say",
    ],
)
def test_an_abstention_needs_no_full_stop_to_choose_its_option(said):
    assert letters(f"The text names both persons. {said}", PEOPLE) == "C"


def test_what_is_said_of_the_next_option_needs_no_full_stop():
    assert letters("A isn't supported. Option B has all of the leaves") == "B"
    assert letters("A is not supported by the text. Option B has the") == ""


def test_a_genitive_heads_no_step_where_nothing_is_done_to_it():
    assert letters("Alzheimer's disease: memory loss first.", {"A": "Alzheimer", "B": "Parkinson"}) == "A"


def test_what_heads_a_step_of_an_analysis_is_no_answer():
    assert letters("1. **Analyze the local person's situation:** The text states that it", PEOPLE) == ""


def test_what_cannot_be_told_of_one_is_no_option_where_the_text_breaks_off():
    told = '1. One "drank". It is missing, making it impossible to determine if they had wine or'
    assert letters(told, PEOPLE) == ""
    assert letters("It is impossible to determine who needs help", PEOPLE) == "C"


def test_the_item_may_be_restated_before_the_answer_yes():
    text = (
        "Sure, let's go through it step by step.\n\n**Question:** Is 761 larger than 120?\n\n"
        "**Step 1:** 7 is greater than 1.\n\n**Final Answer:** \\boxed{Yes}"
    )
    assert letters(text, {"A": "Yes", "B": "No"}) == "A"
    more = "The answer is Yes.\n\n**Question:** Is 1 larger than 2?\n\n**Final Answer:** \\boxed{No}"
    assert letters(more, {"A": "Yes", "B": "No"}) == "A"


@pytest.mark.parametrize("text", ["A: high, B: low, C: low, D: low", "A: low, B: low, C: high, D: low"])
def test_options_that_are_rated_and_not_called_right_are_no_answer(text):
    assert read_answer(text, TREES).outcome is Outcome.NO_ANSWER
    assert letters(f"{text}. So the answer is B.") == "B"


def test_a_label_in_brackets_behind_the_first_sentence_is_one_answer_whatever_texts_follow():
    said = "The forester planted it wrong (option B)."
    assert letters(said) == "B"
    assert letters(f"{said} It grows beside the pine.") == "B"
    assert letters(f"{said} It is no birch. It grows beside the pine.") == ""
