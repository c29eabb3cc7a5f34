"""From a clone of MENTAT to a benchmark folder, in one call: a paired design, or the four evaluation sets as
released, bit for bit: texts are cut from the prompts by position.
"""

import hashlib
import io
import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from benchmark.errors import ItemFormatError
from benchmark.folder import Benchmark, check_folder, write_benchmark
from benchmark.item import Item
from benchmark.labels.annotations import N_OPTIONS, annotation_files
from benchmark.labels.label_file import Label, LabelSet
from benchmark.mentat.design import (
    DesignSettings,
    check_rated,
    listed_wrong,
    mentat_manifest,
    parse_design,
    write_paired,
    write_replay,
)
from benchmark.mentat.items import LETTERS, Frame, MentatLabels, labels_for, shown
from benchmark.mentat.release import (
    AGE_SLOT,
    CATEGORIES,
    EVAL_SETS,
    GENDERS,
    HASHES,
    NATIONALITY_SLOT,
    CopyDraw,
    MentatQuestion,
    Password,
    QuestionShape,
    Release,
    checked_probabilities,
    hash_of_draws,
    open_release,
)

# Each column, what it holds, and how to know that by its type.
COLUMNS: Mapping[str, tuple[str, Callable[[pl.DataType], bool]]] = {
    "prompt_mcq": ("texts", lambda of: of == pl.String),
    "labels": ("lists of numbers", lambda of: isinstance(of, pl.List) and of.inner.is_numeric()),
    "gender": ("texts", lambda of: of == pl.String),
    "nat": ("texts", lambda of: of in (pl.String, pl.Null)),
    "age": ("numbers", lambda of: of.is_numeric() or of == pl.Null),
    "q_id": ("whole numbers", lambda of: of.is_integer()),
    "category": ("texts", lambda of: of == pl.String),
    "random_order": ("lists of numbers", lambda of: isinstance(of, pl.List) and of.inner.is_numeric()),
}
MAY_BE_EMPTY = ("nat", "age")
MOST_AGE = 120  # years
ROWS = {"base": 184, "gender": 552, "nat": 1104, "age": 920}
BEFORE, AFTER = "Question: ", "\n\nAnswer (single letter): "
RELEASED_LABELS = "released"


def write_released(release: Release, out: Path, labels: MentatLabels, *, force: bool = False) -> Benchmark:
    """Write the four sets as one benchmark; its manifest says what is not as released, in sentences.

    Raises:
        ItemFormatError: a set is missing, or a row is not as expected; names set and row, and no text of it.
    """
    check_folder(out, force=force)
    items: list[Item] = []
    differences: list[str] = []
    hashes = {}
    for name, data in release.eval_sets().items():
        rows = _rows(f"{release.path}: set {name!r}", data)
        of_set, draws = _items(name, rows, labels, listed_wrong(release.path))
        items += of_set
        hashes[name] = hashlib.sha256(data).hexdigest()
        differences += _differences(name, len(rows), hash_of_draws(draws))
    facts = {
        "design": {"name": "released", "varies": [], "paired": False},
        "sets": {name: {"items": sum(item.details["set"] == name for item in items)} for name in EVAL_SETS},
        "draws_as_released": not differences,
        **({"differences": differences} if differences else {}),
        "inputs_sha256": hashes,
    }
    return write_benchmark(out, items, mentat_manifest(items, labels, {}, facts))


def _differences(name: str, n_rows: int, digest: str) -> list[str]:
    found = []
    if n_rows != ROWS[name]:
        found.append(f"Set {name!r} has {n_rows:,} rows; the release has {ROWS[name]:,}.")
    if digest != HASHES[name]:
        found.append(f"Set {name!r}: its draws are not upstream's (hash {digest[:12]}…).")
    return found


def _rows(where: str, data: bytes) -> list[dict[str, Any]]:
    try:
        frame = pl.read_ipc_stream(io.BytesIO(data))
    except (pl.exceptions.PolarsError, OSError, ValueError) as error:
        raise ItemFormatError(f"{where} cannot be read as an Arrow stream.") from error
    for column, (what, is_kind) in COLUMNS.items():
        if column not in frame.columns:
            raise ItemFormatError(f"{where}: column {column!r} is missing.")
        if not is_kind(frame.schema[column]):
            raise ItemFormatError(f"{where}: column {column!r} must hold {what}.")
        if column not in MAY_BE_EMPTY and (empty := frame[column].is_null().arg_true()).len():
            raise ItemFormatError(f"{where}, row {empty[0] + 1}: {column!r} is empty.")
    return frame.select(list(COLUMNS)).to_dicts()


def _items(
    name: str, rows: list[dict[str, Any]], labels: MentatLabels, wrong: Mapping[int, tuple[int, ...]]
) -> tuple[list[Item], list[CopyDraw]]:
    shapes = _shapes(rows)
    frame = Frame(name, "february", labels, wrong)
    copies: dict[int, int] = {}
    items, draws = [], []
    for number, row in enumerate(rows, 1):
        where = f"set {name!r}, row {number} (question {row['q_id']})"
        copy = copies[row["q_id"]] = copies.get(row["q_id"], -1) + 1
        draw = _draw(where, row, copy)
        text, options = cut_prompt(where, row["prompt_mcq"])
        question = _question(where, row, draw, options, shapes[row["q_id"]])
        shown = frame.shown(question, draw.order, options, _labels(frame, question, draw), where)
        items.append(frame.finished(question, draw, f"q{draw.question}/{copy}", text, shown))
        draws.append(draw)
    return items, draws


def _shapes(rows: list[dict[str, Any]]) -> dict[int, QuestionShape]:
    """What the rows show of each question; whether its texts differ is not among it."""
    genders: dict[int, set[str]] = {}
    for row in rows:
        genders.setdefault(row["q_id"], set()).add(str(row["gender"]).removeprefix("text_"))
    return {
        row["q_id"]: QuestionShape(
            row["category"],
            frozenset(genders[row["q_id"]]),
            False,
            row["nat"] is not None,
            _has_age(row),
        )
        for row in rows
    }


def _has_age(row: Mapping[str, Any]) -> bool:
    return row["age"] is not None and not math.isnan(row["age"])


def _age(where: str, row: Mapping[str, Any]) -> int | None:
    if not _has_age(row):
        return None
    if not 0 < row["age"] < MOST_AGE or row["age"] != int(row["age"]):
        raise ItemFormatError(f"{where}: 'age' is no age in whole years.")
    return int(row["age"])


def _draw(where: str, row: Mapping[str, Any], copy: int) -> CopyDraw:
    order, gender = row["random_order"], str(row["gender"]).removeprefix("text_")
    if None in order or sorted(order) != list(range(N_OPTIONS)):
        raise ItemFormatError(f"{where}: 'random_order' is no permutation of 0 to 4.")
    if gender not in GENDERS or row["category"] not in CATEGORIES:
        raise ItemFormatError(f"{where}: gender or category is none of the release's.")
    return CopyDraw(
        int(row["q_id"]), copy, tuple(int(k) for k in order), gender, row["nat"], _age(where, row)
    )


def _question(
    where: str, row: Mapping[str, Any], draw: CopyDraw, options: list[str], shape: QuestionShape
) -> MentatQuestion:
    truth = checked_probabilities(
        [math.nan if each is None else float(each) for each in row["labels"]], where
    )
    by_original = dict(zip(draw.order, zip(options, truth, strict=True), strict=True))
    return MentatQuestion(
        draw.question,
        shape.category,
        tuple(by_original[k][0] for k in range(N_OPTIONS)),
        tuple(by_original[k][1] for k in range(N_OPTIONS)),
        dict.fromkeys(shape.texts, ""),
    )


def _labels(frame: Frame, question: MentatQuestion, draw: CopyDraw) -> dict[str, Any]:
    """The sets' labels; the labels in the row are the released ones, exactly."""
    found = frame.shown_labels(question, draw.order)
    in_row = shown(Label(question.truth), draw.order, "release")
    return {**found, RELEASED_LABELS: in_row}


def cut_prompt(where: str, prompt: str) -> tuple[str, list[str]]:
    """Question and options of a prompt of form A, cut by position.

    Raises:
        ItemFormatError: it is not of that form, a slot is left, or two options are equal.
    """
    if not prompt.startswith(BEFORE) or not prompt.endswith(AFTER):
        raise ItemFormatError(f"{where}: the prompt is not of the released form.")
    body = prompt[len(BEFORE) : -len(AFTER)]
    places = [body.rfind(f"\n\n{LETTERS[0]}: ")]
    for letter in LETTERS[1:]:
        places.append(body.find(f"\n{letter}: ", places[-1] + 1))
    if -1 in places:
        raise ItemFormatError(f"{where}: the prompt does not have five options.")
    text = body[: places[0]]
    ends = [*places[1:], len(body)]
    options = [body[a:b].split(": ", 1)[1].strip() for a, b in zip(places, ends, strict=True)]
    if AGE_SLOT in text or NATIONALITY_SLOT in text:
        raise ItemFormatError(f"{where}: a slot is left in the prompt.")
    if len(set(options)) != N_OPTIONS or "" in options:
        raise ItemFormatError(f"{where}: two options are equal, or one is empty.")
    return text, options


def import_mentat(
    clone: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    password: str | Password | None = None,
    labels: LabelSet | str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Benchmark:
    """MENTAT's four evaluation sets, as they were released.

    Args:
        clone: of MENTAT.
        out: the folder to make.
        password: of encrypted files, or what asks for it.
        labels: which option is right, as `make_labels` or a file of 'mhclient labels fit' has it (default:
            fitted to the clone's ratings, in some seconds).
        force: replace a benchmark that is there.

    Returns:
        The benchmark; `manifest["differences"]` says what is not as released, where something is not.

    Raises:
        ItemFormatError: the folder is not a clone of MENTAT, or a set is not as expected.
        AnnotationError, LabelError: there are no ratings, or the labels cannot be read.
        OutputError: the folder to make is there.

    Example:
        >>> released = import_mentat(mentat, "mentat-sets", labels=make_labels(mentat).labels)
        >>> sorted(released.manifest["sets"])
        ['age', 'base', 'gender', 'nat']
    """
    check_places(clone, out, sets=True, rated=labels is None, force=force)
    release = open_release(clone, password)
    return write_released(release, Path(out), _given_labels(release, labels), force=force)


def build_mentat(
    clone: str | os.PathLike[str],
    out: str | os.PathLike[str],
    design: DesignSettings | str = "gender",
    *,
    password: str | Password | None = None,
    labels: LabelSet | str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Benchmark:
    """MENTAT's questions in versions that differ in a patient's gender, nationality or age alone.

    Args:
        clone, out, password, labels, force: as `import_mentat`.
        design: gender, nationality, age, crossed, base or replay:SET, one of the released sets drawn again;
            or `benchmark.mentat.design.DesignSettings`, which also has the seed, ages and null versions.

    Raises:
        SettingsError: there is no such design.
        NothingToAsk: no question fits the design.
        Others: as `import_mentat`.

    Example:
        >>> paired = build_mentat(mentat, "mentat-gender", "gender", labels=make_labels(mentat).labels)
        >>> paired.manifest["design"]["varies"]
        ['gender']
    """
    replayed = ""
    if not isinstance(design, DesignSettings):
        named, replayed = parse_design(design)
        design = DesignSettings() if named is None else DesignSettings(named)
    check_places(clone, out, sets=False, rated=labels is None, force=force)
    release = open_release(clone, password)
    if labels is None:
        check_rated(release)
    given = _given_labels(release, labels)
    if replayed:
        return write_replay(release, Path(out), given, replayed, force=force)
    return write_paired(release, Path(out), given, design, force=force)


def check_places(
    clone: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    sets: bool,
    rated: bool,
    force: bool = False,
) -> None:
    """Refuse a clone that lacks files, and a folder that is taken, before labels are fitted for seconds.

    Args:
        sets: the released sets are needed; else the question file.
        rated: ratings are needed.

    Raises:
        ItemFormatError, AnnotationError: the clone lacks what is needed.
        OutputError: the folder to make is there.
    """
    release = open_release(clone)
    if rated:
        annotation_files(release.path)
    _ = release.find_sets() if sets else release.find_questions()
    check_folder(Path(out), force=force)


def _given_labels(release: Release, labels: LabelSet | str | os.PathLike[str] | None) -> MentatLabels:
    return labels_for(release.path, Path(labels) if isinstance(labels, str | os.PathLike) else labels)
