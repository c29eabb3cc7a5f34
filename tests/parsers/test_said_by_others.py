"""What somebody else answers, what is said of the wrong options, and letters of reactions and formulas.

Each stands beside a reply that looks alike and is read otherwise.
"""

import pytest

from parsers import read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
MARKS = {"A": "correct", "B": "incorrect"}
SCALE = {"5": "Agree strongly", "4": "Agree", "3": "Neutral", "2": "Disagree", "1": "Disagree strongly"}
PAIRS = {"A": "He loses his fight.", "B": "He loses his fight but wins the next."}
SPORTS = {"A": "rowing", "B": "sailing", "C": "chess", "D": "roller coaster"}
JANITORS = {"A": "The white janitor", "B": "The tall janitor"}
REACTION = (
    "Step 1: bromide + H2O ---> A\n\nThis gives:\n\n**A: an alcohol of oak**\n\nStep 2: A + PDC ---> B\n\n"
    "This gives:\n\n**B: a ketone of oak**\n\nStep 3: B + H2CPPh3 ---> C\n\nIt is:\n\n**C: oil of oak**\n\n"
)


def read(text, options=TREES):
    reading = read_answer(text, options)
    return "".join(sorted(reading.letters)) or reading.outcome.value


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # whose answer it is
        (
            "If one went by the professor's answer being B, it would still be none.",
            TREES,
            "no_answer",
        ),
        ("Looking back, the professor's answer was D. But I thought of another tree.", TREES, "no_answer"),
        ("The teacher's answer is B, but I think it is C.", TREES, "C"),
        ("The professor suggested that the answer is B.", TREES, "no_answer"),
        ("My professor insisted that the correct answer was B. I chose C.", TREES, "C"),
        ("The professor's answer is B, and I agree.", TREES, "B"),
        ("The professor thinks the answer is B, which is right.", TREES, "B"),
        ("The student's answer is incorrect.", MARKS, "B"),
        ("A professor thinks the answer is (C).", TREES, "no_answer"),
        ("As the professor suggested, the answer is B.", TREES, "B"),
        # a list of wrong answers
        (
            "It is white.\n\nIncorrect Answers:\nAnswer A: oak is dark.\nAnswer C: larch applies to it.",
            TREES,
            "no_answer",
        ),
        ("It is white.\n\nIncorrect options:\nA. oak: dark\nC. larch: red\n\nAnswer: B", TREES, "B"),
        ("Incorrect answers:\nA: oak is dark.\nC: larch is red.\n\nCorrect answer:\nB. birch", TREES, "B"),
        ("Incorrect answers:\nA. oak\nC. larch\nD. elm\n\nB", TREES, "B"),
        (
            "Incorrect options:\n- A is dark.\n- C is red.\n\nConclusion:\nOption B fits the case best.",
            TREES,
            "B",
        ),
        # an answer that begins
        (
            "A: Let's think step by step. Oaks are dark. Let us solve this. The larch is red, so (C) it is.",
            TREES,
            "C",
        ),
        ("A: Let me see. Oaks are dark, and larches shed their needles when", TREES, "no_answer"),
        ("A: let it be an oak.", TREES, "A"),
        ("A: Let me know if you need more details!", TREES, "A"),
        ("A: Let us choose A.", TREES, "A"),
        ("A: let's not rule it out, it is the best.", TREES, "A"),
        ("**A**: Let me explain why.", TREES, "A"),
        ("A: Let me explain why.", TREES, "no_answer"),
        ("A: The oak is dark.", TREES, "A"),
        # the sentence that was asked for
        ('It is white, so:\n\n"Therefore, the best answer is: B. birch."', TREES, "B"),
        ('Reply in the form "Therefore, the best answer is: B".', TREES, "no_answer"),
        # what is taken back
        (
            "B\nThe answer is B. The white janitor pays.\n\nWait, that's not correct. The question is",
            JANITORS,
            "no_answer",
        ),
        ("The answer is B.\n\nWait, that's not correct. The oak is taller. So oak.", TREES, "A"),
        # numbers that head a list
        ("1. I leave my room and walk.\n\n2. I sit down at once.\n\n5. I smile.", SCALE, "no_answer"),
        (
            "For it:\n1. The risks.\n2. The costs.\n\nAgainst the proposition:\n1. The law.\n2. Personal",
            SCALE,
            "no_answer",
        ),
        ("1. Disagree strongly", SCALE, "1"),
        ("1. I see no reason for it.", SCALE, "1"),
    ],
)
def test_what_others_say_is_no_answer(text, options, expected):
    assert read(text, options) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (f"{REACTION}Therefore, the correct answer is option B.", TREES, "B"),
        ("The number is given by:\n\nC(p - qr + q, q)\n\nIt is none of these.", TREES, "no_answer"),
        ("The tree is given by:\n\nC (larch)", TREES, "C"),
        ("Therefore, option (b) is a special case and cannot be more likely.", PAIRS, "no_answer"),
        ("Therefore, option (b) is a part of the text and the answer.", PAIRS, "B"),
        (
            "(A) is too dark. Sailing (C) applies to nonlinear shores. The **white one (B)** is it.",
            TREES,
            "B",
        ),
        ("C applies to this case.", TREES, "C"),
        ("A. oak: no\nB. birch: Right to grow, not white.\nC. larch: no\nD. elm: no", TREES, "no_answer"),
        ("A. oak: no\nB. birch: Correct to use this.\nC. larch: no\nD. elm: no", TREES, "B"),
        ("A. oak: no\nB. birch: Yes to all.\nC. larch: no\nD. elm: no", TREES, "B"),
        ("A. oak: no\nB. birch: Right, it grows.\nC. larch: no\nD. elm: no", TREES, "B"),
        (
            "Nothing fits. It doesn't seem to be a roller coaster.",
            SPORTS,
            "no_answer",
        ),
        ("It doesn't sound like rowing, sailing, or chess. It is a roller coaster.", SPORTS, "D"),
        ("What doesn't seem to be a tree is B.", TREES, "B"),
    ],
)
def test_what_is_said_of_options_chooses_none(text, options, expected):
    assert read(text, options) == expected


LOG = "The log measures natural potentials between the borehole and the rock, as long as fluids conduct. "
STEPS = (
    "Oaks are dark and grow slowly, birches are white, and larches shed their needles when the winter comes. "
)
YES = {"A": "yes", "B": "no"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # stored in part, with dots behind the last letter
        (
            f"{LOG * 2}It consumes carbon and gives minerals that sink.\n\nB) Weathering of lim...",
            "no_answer",
        ),
        (f"{LOG * 2}It is not that deep. Option C...", "no_answer"),
        (f"{LOG * 2}So the answer is B...", "B"),
        (f"{LOG * 2}\n\nB...", "B"),
        ("Hmm, B...", "B"),
        # what describes is no verdict
        (
            f"{STEPS * 5}\n6) Option A describes a typical tree.\n7) Option B is incorrect.\nFinal Answer: 1",
            "no_answer",
        ),
        (f"{STEPS * 4}Option A best describes a typical tree.", "A"),
        # letters that things are given
        ("Take G as the group of trees. So the answer should be A. oak", "A"),
        ("Over two fields, say K and L, it holds. The answer is B.", "B"),
        ("I would pick E, as it is tall.", "out_of_range"),
        # the one that is wrong
        ("The option I am sure is wrong is B.", "no_answer"),
        ("The only option I am sure is wrong is B, so A.", "A"),
        ("The option I am sure is right is B.", "B"),
        # left open at the end
        ("It is hard to say why, but it might be A.", "A"),
        ("It could be A, although the guideline suggests C. Hard to say.", "no_answer"),
        ("It is hard to say, but A fits best.", "A"),
        ("The answer is A. It's hard to tell.", "A"),
        ("The most likely answer is B. It's difficult to tell for sure.", "B"),
        ("Likely answer: B. Hard to say.", "B"),
        ("It could be A. Hard to say.", "no_answer"),
        ("Maybe the answer is B. Hard to tell.", "no_answer"),
        ("The answer could be A. Hard to say.", "no_answer"),
        # a clause of its own behind the answer
        ("The answer is D, and A is wrong.", "D"),
        ("The answer is D, and A is a tree that is not met.", "D"),
        ("The answer is D, and A is also correct.", "ambiguous"),
        ("The answer is D, and A is too.", "ambiguous"),
        ("The answer is D, and A would be as well.", "ambiguous"),
        ("The answer is D, and A is part of it.", "ambiguous"),
        ("The answer is D, and A is no less right.", "ambiguous"),
        ("I choose D, and A is my second choice.", "ambiguous"),
        ("The answer is B, and C is plausible.", "ambiguous"),
        ("The answer is B, and C is the other answer.", "ambiguous"),
        ("Answer: B, and C is one of them.", "ambiguous"),
        ("The answer is D, and A would not fit.", "D"),
        ("The answer is D, and A isn't right.", "D"),
        ("The answer is D, and A is contraindicated.", "D"),
        ("The answer is D, and A has no leaves.", "ambiguous"),
        ("The tree is birch, and oak is less likely.", "B"),
        # below the wrong ones
        ("**Incorrect options:**\n* **A:** dark\n* **C:** red\n\n**B** is correct.", "B"),
        ("Incorrect answers:\nA) dark\nC) red\nD) tall\n\n✅ B) birch", "B"),
        ("Incorrect answers:\nA) dark\nC) red\nD) tall\n\n**B) birch** – first choice", "B"),
        ("Wrong answers:\nA. It is dark\nC. It is red\nD. It is tall\nB. birch tree fits", "B"),
        ("Wrong answers:\nA. It is dark\nC. It is red\nB. birch hardly fits", "no_answer"),
        ("Wrong answers:\nA. oak fits the bark, but is dark\nC. It is red\nD. It is tall", "no_answer"),
        ("The student's answer was B. That is correct.", "B"),
        ("The student's answer was B. This matches the guideline.", "B"),
        ("The student's answer was B; this is right.", "B"),
        ("The student's answer was B; this is not right.", "no_answer"),
        ("The student's answer was B. Which is right?", "no_answer"),
        ("The student's answer is B. This is wrong; C is right.", "C"),
    ],
)
def test_what_is_left_open_or_said_besides_is_no_answer(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The answer is D, and A is a plausible comorbidity but not met", "D"),
        ("The answer is D, and A is also correct.", "AD"),
        ("The answers are A, and B.", "AB"),
        ("B, and D is right too.", "BD"),
        ("The answer is A, and C applies too.", "AC"),
        ("I pick A, and C is needed.", "AC"),
        ("I choose A, and C is chosen as well.", "AC"),
        ("The answers are B, and D is one of them.", "BD"),
        ("The answers are A and B, and C is wrong.", "AB"),
    ],
)
def test_a_clause_behind_a_set_is_no_part_of_it(text, expected):
    assert "".join(sorted(read_answer(text, TREES, mode="multi").letters)) == expected


def test_a_program_answers_neither_way():
    assert (
        read("if x > y:\n    answer = 'yes'\nelse:\n    answer = 'no'\n\nprint(answer)", YES) == "no_answer"
    )
    cases = (
        "if x:\n    answer = '(A) oak'\nelif y:\n    answer = '(B) birch'\nelse:\n    answer = '(C) larch'"
    )
    assert read(cases) == "no_answer"
    named = (
        "krill = 'birch'\n\nif krill == 'birch':\n    food = 'birch'\nelse:\n    food = 'oak'\n\nprint(food)"
    )
    assert read(named) == "no_answer"
    assert read("answer = 'yes'\nprint(answer)", YES) == "A"
    assert read("There is nothing else:\nanswer = B") == "B"
    assert read("If it is white:\nit is a birch.\nThere is nothing else:\nanswer = B") == "B"
