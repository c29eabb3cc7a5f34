"""The release's draws again: which order, gender, nationality and age each copy of a question got.

Every copy draws all four anew, so the sets are not crossed: comparisons between groups compare different
questions.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.errors import ItemFormatError
from benchmark.mentat.structure import AGES, GENDERS, LEFT_OUT, NATIONALITIES, SEED, QuestionShape, split

COPIES: Mapping[str, int] = {"base": 1, "gender": 3, "nat": 6, "age": 5}
# SHA-256 over lines "q_id,copy,order,gender,nationality,age\n".
HASHES: Mapping[str, str] = {
    "base": "7e905d1d3f9af84981b3ecd75b4bf920c50638b2cf1a615827152fb933c1d6e1",
    "gender": "450a183e9a312a5b66fda9daa048f1257917bd5f52b378d65b82fc80a031cd28",
    "nat": "56928364beff69ec67728a781ea5f09eefb7883e865e4d4f8e78521337b57d2f",
    "age": "2479a8278b7889bf8ab184cccf05389738882d3443a27dfda6ae8820a65e22f2",
    "january": "256f029879b115d49bfa2bdc23b4de7fb4868730215a4df78ea6924376e6e094",
}


@dataclass(frozen=True, slots=True)
class CopyDraw:
    """One copy of a question.

    Attributes:
        order: `order[i]` is the original option shown at place i.
        nationality, age: None where the question has no slot for it.
    """

    question: int
    copy: int
    order: tuple[int, ...]
    gender: str
    nationality: str | None = None
    age: int | None = None

    def line(self) -> str:
        """As it is hashed."""
        order = "".join(map(str, self.order))
        age = "" if self.age is None else self.age
        return f"{self.question},{self.copy},{order},{self.gender},{self.nationality or ''},{age}\n"


def replay(name: str, shapes: Mapping[int, QuestionShape]) -> list[CopyDraw]:
    """The draws of a released set ("base", "gender", "nat", "age") or of January's base set ("january").

    Args:
        shapes: of all questions of the version.

    Raises:
        ItemFormatError: the draws are not the release's: other questions, or another generator.
    """
    version = "january" if name == "january" else "february"
    evaluated, _ = split(shapes.keys() - LEFT_OUT[version])
    draws = list(_draws(evaluated, shapes, COPIES.get(name, 1)))
    if (found := hash_of_draws(draws)) != HASHES[name]:
        raise ItemFormatError(
            f"the draws of set {name!r} are not the release's: their hash is {found[:12]}…, it must be "
            f"{HASHES[name][:12]}…. The questions differ from the released ones, or numpy draws otherwise "
            "than version 2.4."
        )
    return draws


def hash_of_draws(draws: Sequence[CopyDraw]) -> str:
    """SHA-256 of all lines."""
    return hashlib.sha256("".join(draw.line() for draw in draws).encode()).hexdigest()


def _draws(questions: Sequence[int], shapes: Mapping[int, QuestionShape], copies: int) -> Iterator[CopyDraw]:
    """In upstream's order of calls; each call advances the generator, also where its result is not used."""
    random = np.random.default_rng(SEED)
    for question in questions:
        shape = shapes[question]
        for copy in range(copies):
            order = tuple(random.choice([0, 1, 2, 3, 4], 5, replace=False).tolist())
            gender = str(random.choice(GENDERS, 1, replace=False)[0])
            nationality = str(random.choice(NATIONALITIES, 1, replace=False)[0])
            age = int(random.integers(*AGES, 1)[0])
            if gender not in shape.texts:
                gender = _gender_with_text(random, shape)
            yield CopyDraw(
                question,
                copy,
                order,
                gender,
                nationality if shape.nationality else None,
                age if shape.age else None,
            )


def _gender_with_text(random: np.random.Generator, shape: QuestionShape) -> str:
    """One draw is thrown away, then the first of further draws counts if its text exists."""
    random.choice(GENDERS, 3, replace=False)
    while (gender := str(random.choice(GENDERS, 3, replace=False)[0])) not in shape.texts:
        pass
    return gender
