"""English replies written for this project, labelled by the definitions before the reader saw them.

Each line of the corpus: letters or outcome, mode (and the finish reason, where it is no normal stop), reply;
"#" lists the options of the lines below it.

Decision: docs/decisions/parsers.md, "A thousand English replies written before they were read".
"""

import json
from collections.abc import Iterator

import pytest

from parsers import read_answer
from tests.support.corpus import CORPUS
from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "elm", "C": "ash", "D": "fir", "E": "yew"}
DOSES = {"A": "5 mg", "B": "10 mg", "C": "15 mg", "D": "50 mg"}
RELATIONS = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}

# How the replies begin that are not read as labelled: answers left unread, and conflicts read as no answer.
# None of them is a letter where the label has none or another.
NOT_READ = (
    "B. No, no such edge.",
    "B12.",
    "The dose is 15 milligrams.",
    "1.5-2.0 mEq/L is toxic for maintenance.",
    "Indication and contraindication both apply.",
    "Which of these encodes the serotonin transporter?",
    "Since the session lasted 52 minutes,",
    "In maintenance treatment most guidelines",
    "Category B",
    "B\n\n(Explanation: a contraindication means",
    "indication? no - contraindication",
    "The criteria for D are fully met,",
    "I retract A and answer B.",
    "50% A, 50% B",
    "He avoids people out of fear, not out of indifference.",
    "None but A fits.",
    "1) A 2) D",
    "Schizoid or avoidant personality disorder.",
    "Lorazepam works fast but causes dependence.",
    "D, then A if he refuses.",
    "While A is lawful,",
    "B? Too risky. A? Too soon.",
    "REM",
    "N3",
)
_SHORT = 10  # characters of such a beginning that is the whole reply

letters = letters_for(TREES)


def _cases() -> Iterator[tuple[dict[str, str], str, str, str, str]]:
    """Options, what is expected, mode, finish reason and reply of each line."""
    options: dict[str, str] = {}
    for line in (CORPUS / "written_english.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            options = dict(zip("ABCDEFGH", line[2:].split(" | "), strict=False))
            continue
        expected, how, reply = line.split("\t")
        mode, _, finish = how.partition(" ")
        yield options, expected, mode, finish or "stop", json.loads(reply)


def _said(options: dict[str, str], mode: str, finish: str, reply: str) -> str:
    reading = read_answer(reply, options, finish_reason=finish, mode=mode)
    outcome = "refusal" if reading.outcome.value == "filtered" else reading.outcome.value
    return "".join(sorted(reading.letters)) or outcome


def _listed_as(reply: str) -> str:
    """How a reply begins in the list of those that are not read; itself where it is not listed."""
    starts = (start for start in NOT_READ if len(start) > _SHORT and reply.startswith(start))
    return reply if reply in NOT_READ else next(starts, reply)


CASES = list(_cases())


def test_written_replies_are_read_as_labelled_but_for_those_listed():
    otherwise = {
        _listed_as(reply): f"{reply!r} ({mode}, {finish}) is {said}, should be {expected}"
        for options, expected, mode, finish, reply in CASES
        if (said := _said(options, mode, finish, reply)) != expected
    }
    wrong = [told for start, told in otherwise.items() if start not in NOT_READ]
    assert not wrong, "\n".join(wrong)
    assert not set(NOT_READ) - otherwise.keys(), "read by now: take it off the list"


def test_what_is_not_read_is_no_wrong_letter():
    said = {
        reply: _said(options, mode, finish, reply)
        for options, _, mode, finish, reply in CASES
        if _listed_as(reply) in NOT_READ
    }
    assert len(said) == len(NOT_READ)
    assert not any(outcome.isupper() for outcome in said.values()), said


@pytest.mark.parametrize(
    ("text", "several", "single"),
    [
        ("Answer: b & d", "BD", ""),
        ("Answer: b, d.", "BD", ""),
        ("My answer: b/d", "BD", ""),
        ("Answer: b and d are right", "BD", ""),
        ("Answer: b or d", "", ""),
        ("Answer: c, f", "", ""),
        ("The answer is b and d.", "BD", ""),
        ("the answer is a or b", "", ""),
        ("Answer: b, a tree", "B", "B"),
        ("Answer: c, because a is wrong", "C", "C"),
    ],
)
def test_small_letters_behind_a_colon_are_all_read(text, several, single):
    assert (letters(text, mode="multi"), letters(text)) == (several, single)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It falls under B.", "B"),
        ("Falls B zutrifft, ist A falsch.", ""),
        ("Eliminating A, C and D, we are left with B.", "B"),
        ("We are left with B or C.", ""),
        ("I'm torn between A and B, but its bark tips the balance towards B.", "B"),
        ("D is the only one that explains the acorns.", "D"),
        ("D is the only one that does not fit.", ""),
        ("Its oil (D) treats only rust. The answer is to plant, i.e. B.", "B"),
        ("B fits only in part.", ""),
        ("1st choice: B; 2nd choice: C", "B"),
        ("Best next step = E", "E"),
        ("It's a tie-break between A and C, and C wins.", "C"),
        ("B is the option I select.", "B"),
        ("B is not the option I select.", ""),
        ("The option I can rule out is A.", ""),
        ("B\n\n## Next case\nIt has needles.\nAnswer: D", "B"),
        ("The answer is B. Next case law says C. The answer is C.", ""),
        ("A rather than B, as it is big.", "A"),
        ("A rather than B would be rash.", ""),
        ("B (elm). Ash (C) is for autumn.", "B"),
        ("B (elm). Ash (C) is right, too.", ""),
        ('"C" would need leaves. "B"', "B"),
        ("E - yew (not to be confused with fir, D)", "E"),
        ("A. oak\n\nWhy not the others:\n- B: no.\n- C: there are no leaves.\n- D: no.\n- E: no.", "A"),
        ("A. oak\nB. elm\nC. ash\nD. fir\nE. yew\n\nWhy not the others:", ""),
    ],
)
def test_what_leads_to_an_option_and_what_is_said_of_another(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My answers are B and C; A is excluded.", "BC"),
        ("A or B; C is out.", ""),
        ("It is none of A, B.", ""),
        ("My first answer was A & B. I revise it to A & D.", "AD"),
        ("I'd like to change my answer from A to B.", "B"),
        ("I would not change my answer from A to B.", ""),
    ],
)
def test_what_becomes_of_a_set(text, expected):
    assert letters(text, mode="multi") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The graph has an edge. So, yes, they are linked.", "A"),
        ("The graph has none. Therefore, no, they are not linked.", "B"),
        ("It is rare. So, no, I cannot answer.", ""),
        ("It is linked. So, yes, unless it is not.", ""),
    ],
)
def test_yes_or_no_may_open_the_conclusion(text, expected):
    assert letters(text, {"A": "Yes", "B": "No"}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Not 5 mg, not 10 mg. 15 mg.", "C"),
        ("Not 5 mg. 15 mg is too much.", ""),
        ("5 mg is too low for her. The dose is 10 mg.", ""),
    ],
)
def test_a_number_stands_in_the_place_of_one_that_is_denied(text, expected):
    assert letters(text, DOSES) == expected


def test_a_number_said_first_is_no_answer_where_another_is_called_it():
    ranges = {"A": "0.2-0.4 mEq/L", "B": "0.6-1.2 mEq/L", "C": "1.5-2.0 mEq/L"}
    assert letters("1.5-2.0 mEq/L is toxic for maintenance. The range is 0.6-1.2 mEq/L.", ranges) != "C"


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ("frontal lobe, temporal lobe, parietal lobe", "Frontal.", "A"),
        ("frontal lobe, temporal lobe, parietal lobe", "frontal or temporal", ""),
        ("frontal lobe, temporal lobe, parietal lobe", "lobe", ""),
        ("is not safe, is safe", "not", ""),
        ("stage 1, stage 2", "2", ""),
    ],
)
def test_the_part_that_tells_an_option_from_the_others_may_stand_alone(options, text, expected):
    assert letters(text, dict(zip("ABC", options.split(", "), strict=False))) == expected


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Option H is correct.", "out_of_range"),
        ("E. None of the above", "out_of_range"),
        ("E. contraindication", "ambiguous"),
        ("Option F is correct, so B.", "answer"),
    ],
)
def test_a_label_that_the_item_lacks(text, outcome):
    assert read_answer(text, RELATIONS).outcome.value == outcome


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"answer": "B", "confidence": {"A": 0.2, "B": 0.7}}', "B"),
        ('{"answer": "B", "why": {"A": "too big", "B": "fits", "C": "no"}}', "B"),
        ('{"scores": {"A": 1, "B": 0}, "answer": "B"}', "B"),
        ('{"answer": "B", "options": {"A": "oak", "B": "elm", "C": "ash"}}', "B"),
        ('{"answer": "B", "text": "ash", "p": {"A": 0.1, "B": 0.9}}', ""),
        ('{"answer": "B", "judged": {"A": true, "B": false}}', ""),
        ('{"question": "x", "A": "oak", "B": "elm", "answer": ""}', ""),
        ('{"A": 0.2, "B": 0.7}', ""),
    ],
)
def test_an_answer_field_counts_beside_what_is_said_of_each_letter(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'd need to know if it is an indication.", ""),
        ("If I had to choose, it is an indication.", "A"),
        ("Hardly an indication.", ""),
        ("It is hardly surprising that the answer is A.", "A"),
        ("For example, A.", ""),
        ("For example, A is right.", "A"),
        ("A remains possible, and so does B.", ""),
        ("A is possible, and so is B. The answer is C.", "C"),
        ("Please check the drug label for the indication.", ""),
        ("I checked the label. It is a contraindication.", "B"),
    ],
)
def test_an_option_named_on_the_way_to_nothing(text, expected):
    assert letters(text, RELATIONS) == expected


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ("Start lithium | Start an SSRI", "Start lithium or an SSRI.", ""),
        ("Start lithium | Start an SSRI", "He refuses to start lithium.", ""),
        ("drug | disease | exposure", "A drug is a substance.", ""),
        ("drug | disease | exposure", "A drug is a substance. The answer is B.", "B"),
        ("drug | disease | exposure", "A drug, since it is a substance.", "A"),
        ("mania | delusional disorder", "A diagnosis of delusional disorder was made last year.", ""),
    ],
)
def test_an_option_text_that_is_said_of_something_else(options, text, expected):
    assert letters(text, dict(zip("ABC", options.split(" | "), strict=False))) == expected
