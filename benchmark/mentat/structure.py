"""What kind of question each number is: texts by gender, slots, the three versions of the set, the split.

Draws are numpy's `default_rng` with upstream's seed; `replay.py` proves them by their hashes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

SEED = 11537
GENDERS = ("male", "female", "nonbinary")
NATIONALITIES = ("White", "Asian", "African American", "Black", "Hispanic", "Native American")
AGES = (18, 65)  # 65 excluded
BIN_MIDDLES = (25, 41, 57)  # of the paper's bins of ages: [18, 33], (33, 49], (49, 65]
AGE_SLOT, NATIONALITY_SLOT = "<AGE>", "<NAT>"
CATEGORIES = ("diagnosis", "monitoring", "treatment", "triage", "documentation")
ONE_RIGHT = CATEGORIES[:3]  # one right answer, by the author; the other two have labels
# The three versions differ in the questions they leave out.
LEFT_OUT: Mapping[str, frozenset[int]] = {
    "january": frozenset({85, 87, 91, 92}),
    "february": frozenset({92, 173, 175}),
    "file": frozenset({87, 91, 92}),
}
SHOTS_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class QuestionShape:
    """What a question can vary.

    Attributes:
        texts: the genders it has a text for.
        three_texts: whether all three exist and not all are equal.
    """

    category: str
    texts: frozenset[str]
    three_texts: bool
    nationality: bool
    age: bool

    def eligible(self) -> dict[str, bool]:
        """Attribute → whether the question can be asked with other values of it."""
        return {"gender": self.three_texts, "nationality": self.nationality, "age": self.age}


# Two questions of February are not in the question file: 91 is evaluated, 87 is among those held out.
NOT_IN_FILE: Mapping[int, QuestionShape] = {
    87: QuestionShape("documentation", frozenset(GENDERS), False, False, False),
    91: QuestionShape("documentation", frozenset(GENDERS), False, True, True),
}

# Rated in the release, and not in its question file.
RATED_ALONE = frozenset({87, 91, 92})


def split(questions: Iterable[int]) -> tuple[list[int], list[int]]:
    """Questions that are evaluated, and those held out as solved examples; both rising."""
    numbers = sorted(questions)
    random = np.random.default_rng(SEED)
    held_out = random.choice(numbers, int(SHOTS_SHARE * len(numbers)), replace=False).tolist()
    return [number for number in numbers if number not in held_out], sorted(held_out)
