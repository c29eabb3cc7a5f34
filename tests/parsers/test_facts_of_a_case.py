"""What a patient takes or has had is a fact of the case, unless that is what was asked for."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "lithium", "B": "valproate", "C": "lamotrigine", "D": "quetiapine"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The patient is already on lithium, so adding something is an option.", ""),
        ("He is currently prescribed quetiapine.", ""),
        ("He has tried lamotrigine without success.", ""),
        ("Her mother responded to lithium.", ""),
        ("The patient's lithium level is 0.4.", ""),
        ("She is allergic to lamotrigine.", ""),
        ("He refuses lithium.", ""),
        ("Since the patient is on lithium, add quetiapine.", "D"),
        ("He is already on lithium; add quetiapine.", "D"),
        ("The patient should be started on lithium.", "A"),
        ("The patient is most likely taking lithium.", "A"),
        ("The patient's lithium should be continued.", "A"),
        ("The patient's lithium is causing this.", "A"),
        ("She should continue lithium.", "A"),
    ],
)
def test_what_a_patient_takes_already_is_not_what_is_chosen(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Agranulocytosis suggests that he is currently taking quetiapine.", "D"),
        ("Based on the findings, the patient is currently receiving quetiapine.", "D"),
        ("The patient is most likely already on lithium.", "A"),
        ("Her brother responded to lithium, so it should be tried first.", "A"),
        ("The rash shows he is allergic to lamotrigine.", "C"),
        ("He is allergic to lamotrigine, which caused the rash.", "C"),
    ],
)
def test_what_a_patient_takes_may_be_what_was_asked(text, expected):
    assert letters(text) == expected
