"""Designs: which versions of a question are asked. Paired by construction.

A vignette is a question with its order of options and the attributes that do not vary, drawn once; its
versions differ in the attribute alone. A null version is equal to the first but for the order of options: how
often the chosen option changes there is the noise floor.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

import numpy as np

from benchmark.errors import SettingsError
from benchmark.labels.annotations import N_OPTIONS
from benchmark.mentat.release import (
    AGE_SLOT,
    AGES,
    BIN_MIDDLES,
    COPIES,
    GENDERS,
    LEFT_OUT,
    NATIONALITIES,
    NATIONALITY_SLOT,
    NOT_IN_FILE,
    CopyDraw,
    MentatQuestion,
    split,
)

REPLAY = "replay:"
MOST_NULLS = 20


class QuestionPart(StrEnum):
    """Which questions are asked."""

    EVAL = "eval"
    SHOTS = "shots"
    ALL = "all"


class DesignName(StrEnum):
    """What varies within a vignette."""

    GENDER = "gender"
    NATIONALITY = "nationality"
    AGE = "age"
    CROSSED = "crossed"
    BASE = "base"

    @property
    def varies(self) -> tuple[str, ...]:
        """The attributes whose values are all asked."""
        if self is DesignName.CROSSED:
            return ("gender", "nationality", "age")
        return () if self is DesignName.BASE else (self.value,)


@dataclass(frozen=True, slots=True)
class DesignSettings:
    """A design.

    Attributes:
        ages: the ages asked where age varies; the middles of the paper's groups unless given.
        n_null: null versions of each vignette.
    """

    design: DesignName = DesignName.GENDER
    seed: int = 42
    part: QuestionPart = QuestionPart.EVAL
    ages: tuple[int, ...] = BIN_MIDDLES
    n_null: int = 0

    def __post_init__(self) -> None:
        if (
            len(set(self.ages)) != len(self.ages)
            or len(self.ages) < 2
            or not all(0 < a < 120 for a in self.ages)
        ):
            raise SettingsError(
                f"`ages={','.join(map(str, self.ages))}`: two or more different ages are needed."
            )
        if not 0 <= self.seed < 2**32:
            raise SettingsError(f"`seed={self.seed}`: must be between 0 and {2**32 - 1:,}.")
        if not 0 <= self.n_null <= MOST_NULLS:
            raise SettingsError(f"`n_null={self.n_null}`: must be between 0 and {MOST_NULLS}.")


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a vignette; `null` numbers those that differ in the order of options alone, from 1."""

    draw: CopyDraw
    vignette: str
    null: int = 0


def parse_design(text: str) -> tuple[DesignName | None, str]:
    """The design, or None and the name of the released set to replay.

    Raises:
        SettingsError: there is no such design.
    """
    if text.startswith(REPLAY):
        name = text.removeprefix(REPLAY)
        if name not in COPIES:
            raise SettingsError(f"`design={text}`: released sets are {', '.join(COPIES)}.")
        return None, name
    try:
        return DesignName(text), ""
    except ValueError:
        known = [*DesignName, *(REPLAY + name for name in COPIES)]
        raise SettingsError(f"`design={text}`: designs are {', '.join(known)}.") from None


def questions_of(questions: Mapping[int, MentatQuestion], part: QuestionPart) -> list[int]:
    """The numbers asked, rising; the split is February's, as the question file has it."""
    evaluated, held_out = split((questions.keys() | NOT_IN_FILE.keys()) - LEFT_OUT["february"])
    wanted = {
        QuestionPart.EVAL: evaluated,
        QuestionPart.SHOTS: held_out,
        QuestionPart.ALL: sorted(questions),
    }[part]
    return [number for number in wanted if number in questions]


def versions(
    questions: Mapping[int, MentatQuestion], settings: DesignSettings
) -> tuple[list[Version], dict[int, str]]:
    """All versions by question, and the questions left out with the reason."""
    random = np.random.RandomState(settings.seed)  # its streams do not change between versions of numpy
    made: list[Version] = []
    left_out = {}
    for number in questions_of(questions, settings.part):
        question = questions[number]
        drawn = _vignette(
            question, random
        )  # for each question, so that one that is left out changes no other
        nulls = _null_orders(drawn, random, settings)
        if reason := _unfit(question, settings.design):
            left_out[number] = reason
        else:
            made += _of_vignette(question, _with_text(question, drawn), nulls, settings)
    return made, left_out


def _null_orders(
    drawn: CopyDraw, random: np.random.RandomState, settings: DesignSettings
) -> list[tuple[int, ...]]:
    """Orders that differ from the first version's and from each other.

    A null version in an order that was asked would be the same prompt again: its reply comes from the store,
    and the noise floor would be too low. Such a draw is drawn again, by a generator of the question's own, so
    that no other question's draws change.
    """
    orders = [drawn.order]
    for _ in range(settings.n_null):
        order = _permutation(random)
        again = np.random.RandomState([settings.seed, drawn.question]) if order in orders else random
        while order in orders:
            order = _permutation(again)
        orders.append(order)
    return orders[1:]


def _permutation(random: np.random.RandomState) -> tuple[int, ...]:
    return tuple(random.permutation(N_OPTIONS).tolist())


def _vignette(question: MentatQuestion, random: np.random.RandomState) -> CopyDraw:
    genders = [gender for gender in GENDERS if gender in question.texts]
    return CopyDraw(
        question.number,
        0,
        _permutation(random),
        genders[random.randint(len(genders))],
        NATIONALITIES[random.randint(len(NATIONALITIES))],
        int(random.randint(*AGES)),
    )


def _with_text(question: MentatQuestion, drawn: CopyDraw) -> CopyDraw:
    """The draw without the attributes that no text has a slot for."""
    shape = question.shape
    return replace(
        drawn,
        nationality=drawn.nationality if shape.nationality else None,
        age=drawn.age if shape.age else None,
    )


def _unfit(question: MentatQuestion, design: DesignName) -> str:
    """Why a question cannot be asked in a design; empty where it can."""
    eligible = question.shape.eligible()
    reasons = {
        "gender": "no three different texts",
        "nationality": "no slot for nationality",
        "age": "no slot for age",
    }
    for attribute in design.varies:
        if not eligible[attribute]:
            return reasons[attribute]
    slots = {"nationality": NATIONALITY_SLOT, "age": AGE_SLOT}
    for attribute in (each for each in design.varies if each in slots):
        if any(slots[attribute] not in text for text in question.texts.values()):
            return f"a text without the slot for {attribute}"
    return ""


def _of_vignette(
    question: MentatQuestion, drawn: CopyDraw, nulls: Sequence[tuple[int, ...]], settings: DesignSettings
) -> Iterator[Version]:
    vignette = f"q{question.number}"
    levels = list(_levels(drawn, settings))
    for draw in levels:
        yield Version(draw, vignette)
    for number, order in enumerate(nulls, 1):
        copy = len(levels) + number - 1
        yield Version(replace(levels[0], copy=copy, order=order), vignette, null=number)


def _levels(drawn: CopyDraw, settings: DesignSettings) -> Iterator[CopyDraw]:
    varies = settings.design.varies
    attributes = product(
        GENDERS if "gender" in varies else (drawn.gender,),
        NATIONALITIES if "nationality" in varies else (drawn.nationality,),
        settings.ages if "age" in varies else (drawn.age,),
    )
    for copy, (gender, nationality, age) in enumerate(attributes):
        yield CopyDraw(drawn.question, copy, drawn.order, gender, nationality, age)
