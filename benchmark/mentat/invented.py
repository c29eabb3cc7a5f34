"""An invented release in the shape of MENTAT's files, for trying things out: no question of it makes sense.

126 questions in five categories, each with three texts by gender and slots for age and ethnicity, and ratings
of the two categories without a right answer by six invented raters, as jsPsych logs have them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmark.csv_text import csv_text
from benchmark.labels.annotations import LOG_FOLDER, N_OPTIONS
from benchmark.mentat.release import COLUMNS, ONE_RIGHT, QUESTION_FILE

# Numbers by category; those of triage and documentation are numbers that these have in the release, too.
NUMBERS: Mapping[str, Sequence[int]] = {
    "diagnosis": range(1, 31),
    "monitoring": range(201, 231),
    "treatment": range(301, 331),
    "triage": [*range(32, 40), *range(73, 83), *range(124, 130)],
    "documentation": range(164, 176),
}
PRONOUNS = {"male": "He", "female": "She", "nonbinary": "They"}
COMPLAINTS = (
    "sleeps badly",
    "worries a lot",
    "feels flat",
    "hears humming",
    "counts steps",
    "loses the thread",
)
STEPS = ("wait", "call back", "adjust the plan", "ask a colleague", "write it down")
RATERS = ("r0", "r1", "r2", "r3", "r4", "r5")
LOG_FIELDS = (
    *("rt", "stimulus", "response", "trial_type", "trial_index", "time_elapsed", "internal_node_id"),
    *("participant_name", "rater_id", "question_order", "q_no", "q", "q_key"),
)
SEED = 7
RATED_BY = 5  # ratings of each question, one of them by a rater who rated it before


def write_invented_release(folder: Path, numbers: Mapping[str, Sequence[int]] = NUMBERS) -> Path:
    """Write question file and logs into a folder, the same bytes each time.

    Args:
        numbers: category → numbers of its questions.
    """
    (folder / LOG_FOLDER).mkdir(parents=True, exist_ok=True)
    _write(folder / QUESTION_FILE, (*COLUMNS, "possible_modifiers", "comment"), _questions(numbers))
    random = np.random.RandomState(SEED)
    logs: dict[str, list[dict[str, str]]] = {rater: [] for rater in RATERS}
    rated = [number for category, of in numbers.items() if category not in ONE_RIGHT for number in of]
    for number in rated:
        chosen = [RATERS[place] for place in random.permutation(len(RATERS))[: RATED_BY - 1]]
        for rater in (*chosen, chosen[0]):
            logs[rater].append(_rating(number, random))
    for rater, rows in logs.items():
        _write(folder / LOG_FOLDER / f"{rater}_annotation_data_0.csv", LOG_FIELDS, _log(rater, rows))
    return folder


def _questions(numbers: Mapping[str, Sequence[int]]) -> Iterator[dict[str, str]]:
    for category, of in numbers.items():
        for number in of:
            complaint = COMPLAINTS[number % len(COMPLAINTS)]
            yield {
                "q_id": str(number),
                "category": category,
                **{
                    f"answer_{letter}": f"{step} ({category} {number})"
                    for letter, step in zip("abcde", STEPS, strict=True)
                },
                "creator_truth": str([1.0 if option == best(number) else 0.0 for option in range(N_OPTIONS)]),
                **{
                    f"text_{gender}": f"Invented case {number}: a <AGE> <NAT> patient {complaint}. "
                    f"{pronoun} asked for an appointment. What comes first?"
                    for gender, pronoun in PRONOUNS.items()
                },
                "possible_modifiers": "['age', 'nat']",
                "comment": "",
            }


def best(number: int) -> int:
    """The option that the invented authors and raters like best."""
    return number * 3 % N_OPTIONS


def _rating(number: int, random: np.random.RandomState) -> dict[str, str]:
    liking = 75.0 - 17 * ((np.arange(N_OPTIONS) - best(number)) % N_OPTIONS)
    sliders = np.clip(liking + random.normal(scale=12, size=N_OPTIONS), 0, 100).round()
    order = random.permutation(N_OPTIONS).tolist()
    response = {f"Q{place}": int(sliders[option]) for place, option in enumerate(order)}
    return {
        "response": json.dumps({**response, "comment": ""}),
        "question_order": json.dumps(order),
        "q_no": str(number),
        "q_key": ("q_male", "q_female", "q_they")[random.randint(3)],
    }


def _log(rater: str, ratings: Iterable[Mapping[str, str]]) -> Iterator[Mapping[str, str]]:
    """Four rows of instructions, the second with the rater, then the ratings, then a farewell."""
    yield from ({}, {"rater_id": rater}, {}, {})
    yield from ratings
    yield {}


def _write(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    lines = [columns, *([row.get(name, "") for name in columns] for row in rows)]
    path.write_bytes(csv_text(lines).encode())
