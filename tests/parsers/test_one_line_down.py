"""Long English arguments: what is announced on the line above, what a cut leaves, what contradicts what."""

import pytest

from tests.support.letters import letters_for

OPTIONS = {
    "A": "Tides follow the wind along the coast.",
    "B": "Salt lowers the freezing point of sea water.",
    "C": "Harbour walls always reflect every wave.",
    "D": "43",
    "E": "precise",
}
REASONS = "Salt water was cooled in a tub, and a probe was read each minute while the fan was off. " * 5
CUT = "\n\nExplanation: " + REASONS + "The wind matters less here, since"


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Of the five statements, the one that fits the readings best is:\n\nB. {OPTIONS['B']}{CUT}", "B"),
        (f"Based on the tub and the probe, the most likely account would be:\nB) {OPTIONS['B']}{CUT}", "B"),
        (f"{OPTIONS['A']} {OPTIONS['C']} The answer is (B).", "B"),
        ("There are 3 ways to choose 43 waves of that kind. The answer is (B).", "B"),
        (f"The answer is B.\n\n{OPTIONS['C']} That is not so in the open sea, where none stand.", "B"),
        (f"The answer is:\n\nB. {OPTIONS['B']}\n\n| T | T | T |\n| T | F | T |\n| F | F | F |\n\nSo", "B"),
        (f"The correct answer is (B). {REASONS}Therefore, options A, C and D", "B"),
        (f"The correct answer is (B). {REASONS}\n\nOption A", "B"),
        (f"{REASONS}A sensible reading lies in between. The answer is (B", "B"),
        ("A. is not an option that explains the tub.\n\nSo the correct answer is: B. Salt does it.", "B"),
        ("B. Salt does it. Other views, such as tides (A), walls (C), and counting (D), hold less.", "B"),
    ],
)  # fmt: skip
def test_an_argument_is_read(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"{REASONS}The options are:\n\nB. {OPTIONS['B']}{CUT}",
        "The wind drives it. The answer is (A).\n\nFinal Answer: The answer is (C).",
        "The wind drives it. The answer is (A) and (B).\n\nFinal Answer:\nThe answer is (C).",
        "The answer is:\n\nC. none of the above\n\nNo statement fits what was read off the probe.",
        f"{REASONS}Whoever writes this calls the reading {OPTIONS['E']},",
        f"{REASONS}Therefore, options A and B",
        f"{REASONS}The force is given by A/r_2, where r is how far the tub stands from the fan.",
        f"{REASONS}The heat is B{{vap}} in the table, and nothing else was noted",
    ],
)  # fmt: skip
def test_no_letter_is_taken(text):
    assert letters(text) == ""
