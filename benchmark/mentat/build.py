"""The whole road from a clone of MENTAT to a benchmark folder with a design."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmark.build.manifest import describe_items, manifest
from benchmark.errors import ItemFormatError, NothingToAsk
from benchmark.folder import RESTRICTED, Benchmark, check_folder, write_benchmark
from benchmark.item import HELD_OUT, Item
from benchmark.kinds import BenchmarkKind
from benchmark.labels.authors import CONFIG, read_listed_wrong
from benchmark.mentat.design import DesignSettings, QuestionPart, Version, questions_of, versions
from benchmark.mentat.items import Frame, MentatLabels, ratings_alone
from benchmark.mentat.release import (
    CATEGORIES,
    HASHES,
    NOT_IN_FILE,
    RATED_ALONE,
    MentatQuestion,
    Release,
    read_questions,
    replay,
)

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
