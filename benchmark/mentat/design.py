"""Designs: which versions of a question are asked, paired by construction; and the whole road from a clone
of MENTAT to a benchmark folder with a design.

A vignette is a question with its order of options and the attributes that do not vary, drawn once; its
versions differ in the attribute alone. A null version is equal to the first but for the order of options:
how often the chosen option changes there is the noise floor.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from benchmark.build.manifest import describe_items, manifest
from benchmark.errors import ItemFormatError, NothingToAsk, SettingsError
from benchmark.folder import RESTRICTED, Benchmark, check_folder, write_benchmark
from benchmark.item import HELD_OUT, Item
from benchmark.kinds import BenchmarkKind
from benchmark.labels.annotations import N_OPTIONS
from benchmark.labels.authors import CONFIG, read_listed_wrong
from benchmark.mentat.items import Frame, MentatLabels, ratings_alone
from benchmark.mentat.release import (
    AGE_SLOT,
    AGES,
    BIN_MIDDLES,
    CATEGORIES,
    COPIES,
    GENDERS,
    HASHES,
    LEFT_OUT,
    NATIONALITIES,
    NATIONALITY_SLOT,
    NOT_IN_FILE,
    RATED_ALONE,
    CopyDraw,
    MentatQuestion,
    Release,
    read_questions,
    replay,
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


NOT_IN_QUESTIONS = "not in the question file"
NO_LABEL = "no label"


def write_paired(
    release: Release, out: Path, labels: MentatLabels, settings: DesignSettings, *, force: bool = False
) -> Benchmark:
    """Write a paired design; the same input and seed give the same bytes.

    Raises:
        ItemFormatError: labels are of a question that the question file does not have.
        NothingToAsk: no question fits the design.
    """
    check_folder(out, force=force)
    questions, digest = _questions(release, labels)
    frame = Frame(settings.design.value, "file", labels, listed_wrong(release.path))
    made, left_out = versions(questions, settings)
    unlabelled = _without_label({version.draw.question for version in made}, questions, labels)
    held_out = questions_of(questions, QuestionPart.SHOTS) if settings.part is QuestionPart.ALL else []
    items = [
        frame.item(questions[v.draw.question], v.draw, v.vignette, **_more(v, held_out))
        for v in made
        if v.draw.question not in unlabelled
    ]
    facts = {
        "design": {
            "name": settings.design.value,
            "varies": list(settings.design.varies),
            "part": settings.part.value,
            "ages": list(settings.ages),
            "null": settings.n_null,
            "paired": True,
        },
        "seed": settings.seed,
        "rated_without_question": _rated_alone(questions, labels),
    }
    return _write(out, items, {**left_out, **unlabelled}, labels, {**facts, "inputs_sha256": digest})


def _more(version: Version, held_out: Sequence[int]) -> dict[str, Any]:
    """What an item's details say of its version beyond the draw."""
    null = {"null": version.null} if version.null else {}
    return {**null, HELD_OUT: True} if version.draw.question in held_out else null


def write_replay(
    release: Release, out: Path, labels: MentatLabels, name: str, *, force: bool = False
) -> Benchmark:
    """Write a released set from the question file, draw by draw as upstream; proved by its hash.

    Raises:
        ItemFormatError: the draws are not the release's.
    """
    check_folder(out, force=force)
    questions, digest = _questions(release, labels)
    shapes = {number: question.shape for number, question in questions.items()}
    draws = replay(name, {**shapes, **NOT_IN_FILE})
    frame = Frame(name, "february", labels, listed_wrong(release.path))
    left_out = {draw.question: NOT_IN_QUESTIONS for draw in draws if draw.question not in questions}
    left_out |= _without_label({d.question for d in draws} - left_out.keys(), questions, labels)
    kept = [draw for draw in draws if draw.question not in left_out]
    items = [frame.item(questions[draw.question], draw, f"q{draw.question}/{draw.copy}") for draw in kept]
    facts = {
        "design": {"name": f"replay:{name}", "varies": [], "paired": False},
        "draws_sha256": HASHES[name],
    }
    return _write(out, items, left_out, labels, {**facts, "inputs_sha256": digest})


def check_rated(release: Release) -> None:
    """Refuse ratings of questions that the question file does not have, before labels are fitted for seconds.

    Raises:
        AnnotationError: the clone has no annotations.
        ItemFormatError: the question file cannot be read, or does not have a question that is rated.
    """
    _questions(release, ratings_alone(release.path))


def listed_wrong(path: Path) -> Mapping[int, tuple[int, ...]]:
    """Upstream's table of wrong options; empty where the clone does not have it."""
    return read_listed_wrong(path) if (path / CONFIG).is_file() else {}


def _questions(release: Release, labels: MentatLabels) -> tuple[dict[int, MentatQuestion], dict[str, str]]:
    """The question file's questions, and its hash."""
    data, where = release.questions()
    questions = read_questions(data, where)
    if unknown := [number for number in _rated_alone(questions, labels) if number not in RATED_ALONE]:
        numbers, rated = ", ".join(map(str, unknown)), labels.questions()[unknown[0]]
        place = f" (rated in {rated})" if rated else ""
        raise ItemFormatError(
            f"{where} does not have question {numbers}, which the labels are of{place}. Are these the "
            "ratings, or the labels, of other questions?"
        )
    return questions, {"questions": hashlib.sha256(data).hexdigest()}


def _rated_alone(questions: Mapping[int, MentatQuestion], labels: MentatLabels) -> list[int]:
    """Questions that somebody rated, or that any set has a label of, and the question file does not have."""
    return sorted(labels.questions().keys() - questions.keys())


def _without_label(
    numbers: set[int], questions: Mapping[int, MentatQuestion], labels: MentatLabels
) -> dict[int, str]:
    found = {}
    for number in sorted(numbers):
        question = questions[number]
        if labels.default not in labels.of(number, question.category, question.truth):
            found[number] = NO_LABEL
    return found


def _write(
    out: Path, items: Sequence[Item], left_out: Mapping[int, str], labels: MentatLabels, facts: dict[str, Any]
) -> Benchmark:
    if not items:
        raise NothingToAsk("No question fits this design: " + "; ".join(sorted(set(left_out.values()))) + ".")
    return write_benchmark(out, items, mentat_manifest(items, labels, left_out, facts))


def mentat_manifest(
    items: Sequence[Item], labels: MentatLabels, left_out: Mapping[int, str], facts: Mapping[str, Any]
) -> dict[str, Any]:
    """The manifest; it holds no text of a question."""
    tasks = {
        category: {**describe_items(of_task), "fewer_because": None}
        for category in CATEGORIES
        if (of_task := [item for item in items if item.task == category])
    }
    for found in tasks.values():
        found.pop("gold_texts", None)
    return manifest(
        BenchmarkKind.MENTAT,
        "MENTAT",
        **facts,
        restricted=RESTRICTED,
        variants=dict.fromkeys(tasks, "mentat-b"),
        left_out={str(number): why for number, why in sorted(left_out.items())},
        labels=labels.document(),
        tasks=tasks,
    )
