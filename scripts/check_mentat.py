"""Compare MENTAT's release, as it was published, with what is known of it. Nothing of it is shown or kept.

    python scripts/check_mentat.py PATH

PATH is a clone of github.com/maxlampe/mentat. Its README states the password of the encrypted files: it is
asked for on the terminal, or taken from MHCLIENT_MENTAT_PASSWORD. One line a figure; status 1 if one differs.
"""

import argparse
import io
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported

import polars as pl

from benchmark import read_items
from benchmark.errors import BenchmarkError
from benchmark.labels.annotations import read_annotations
from benchmark.labels.authors import ANALYSIS, read_analysis
from benchmark.labels.label_file import Label
from benchmark.mentat.items import LETTERS, MentatLabels, labels_for
from benchmark.mentat.release import (
    CATEGORIES,
    HASHES,
    LEFT_OUT,
    NOT_IN_FILE,
    ONE_RIGHT,
    MentatQuestion,
    QuestionShape,
    Release,
    read_questions,
    replay,
    split,
)
from benchmark.mentat.released import ROWS, write_released
from benchmark.untrusted import read_pickle
from mhclient.cli.verbs.labels import ask_password
from mhclient.errors import MhclientError
from mhclient.run.prompts import user_message
from mhclient.run.variant import load_variant
from parsers import read_answer

O1 = "eval_results_o1-2024-12-17_mentat_data_base_2025_01_26_2031.pkl"
# What a pickled data frame needs besides numpy's arrays.
PANDAS = {
    ("pandas._libs.internals", "_unpickle_block"),
    ("pandas.core.frame", "DataFrame"),
    ("pandas.core.indexes.base", "Index"),
    ("pandas.core.indexes.base", "_new_Index"),
    ("pandas.core.indexes.range", "RangeIndex"),
    ("pandas.core.internals.managers", "BlockManager"),
    ("builtins", "slice"),
    *(("pandas", name) for name in ("DataFrame", "Index", "RangeIndex")),  # where newer versions have them
}
# Right of asked, by category, as the released script reads the replies; on other labels than January's, where
# it finds nothing counts as wrong instead of as A (which would be one more right in triage).
O1_PRINTED = {"diagnosis": (44, 46), "monitoring": (41, 42), "treatment": (40, 42)}
O1_ON_LABELS = {
    "january": ((12, 26), (12, 27)),
    "released": ((18, 26), (18, 27)),
    "reordered": ((21, 26), (21, 27)),
    "experts": ((21, 26), (21, 27)),
    "author": ((21, 26), (20, 25)),
}
# The same in triage, as our reader reads them; first worked out by this script.
O1_STRICTLY = {
    "january": (13, 26),
    "released": (21, 26),
    **dict.fromkeys(("reordered", "experts", "author"), (24, 26)),
}


class Check(NamedTuple):
    """A figure: what it is of, what it should be, what it is."""

    what: str
    expected: object
    found: object


def main() -> int:
    """Print every figure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    path = parser.parse_args().path
    n_differ = n = 0
    try:
        for n, check in enumerate(checks(Release(path, ask_password)), 1):  # noqa: B007
            same = check.expected == check.found
            n_differ += not same
            print(f"{'as known' if same else 'DIFFERS ':8}  {check.what}: {check.found}", end="")
            print("" if same else f", expected {check.expected}")
    except (BenchmarkError, MhclientError) as error:
        print(f"check_mentat: {error}", file=sys.stderr)
        return 2
    print(f"{n - n_differ} of {n} figures are as known.")
    return 1 if n_differ else 0


def checks(release: Release) -> Iterator[Check]:
    """All figures, one after the other."""
    labels = labels_for(release.path, n_draws=0)
    questions = read_questions(*release.questions())
    shapes = {**{number: each.shape for number, each in questions.items()}, **NOT_IN_FILE}
    yield from _questions(questions, shapes)
    yield from _sets(release, labels)
    yield from _labels(release, labels, set(split(shapes.keys() - LEFT_OUT["february"])[0]))
    orders = {draw.question: draw.order for draw in replay("january", shapes)}
    yield from _o1(_replies(release, orders, questions), labels, questions)


def _questions(
    questions: Mapping[int, MentatQuestion], shapes: Mapping[int, QuestionShape]
) -> Iterator[Check]:
    """The question file: its numbers, and every draw from it."""
    yield Check("questions in the file", 204, len(questions))
    for version, expected in (("january", (203, 183)), ("february", (204, 184))):
        all_of_it = shapes.keys() - LEFT_OUT[version]
        yield Check(f"questions, evaluated ({version})", expected, (len(all_of_it), len(split(all_of_it)[0])))
    counts = Counter(each.category for each in questions.values())
    yield Check("questions by category", (50, 49, 47, 28, 30), tuple(counts[name] for name in CATEGORIES))
    for name in HASHES:
        yield Check(f"draws of {name} again, by their hash", "proved", _replayed(name, shapes))


def _replayed(name: str, shapes: Mapping[int, QuestionShape]) -> str:
    try:
        replay(name, shapes)
    except BenchmarkError:
        return "another hash"
    return "proved"


def _sets(release: Release, labels: MentatLabels) -> Iterator[Check]:
    """The four evaluation sets, and the items they become."""
    rows = {name: pl.read_ipc_stream(io.BytesIO(data)) for name, data in release.eval_sets().items()}
    for name, frame in rows.items():
        yield Check(f"rows of {name}", ROWS[name], len(frame))
    with tempfile.TemporaryDirectory() as scratch:
        benchmark = write_released(release, Path(scratch) / "b", labels)
        items = list(read_items(benchmark.items_path))
    yield Check("differences found at the import", (), tuple(benchmark.manifest.get("differences", ())))
    variant = load_variant("mentat-a")
    rebuilt = [user_message(item.question, item.options, variant) for item in items]
    prompts = [prompt for frame in rows.values() for prompt in frame["prompt_mcq"]]
    yield Check("prompts that mentat-a makes letter for letter", len(prompts), _equal(prompts, rebuilt))
    scores = _published(release)
    fitted = [row for frame in rows.values() for row in frame.to_dicts() if row["category"] not in ONE_RIGHT]
    published = [_shown(scores[row["q_id"]], row["random_order"]) for row in fitted]
    same = _equal([row["labels"] for row in fitted], published)
    yield Check("labels that are hbt_scores exactly, in the order shown", len(fitted), same)
    base = rows["base"]
    counts = Counter(base["category"].to_list())
    yield Check("base, by category", (45, 43, 44, 25, 27), tuple(counts[name] for name in CATEGORIES))
    n_genders = Counter(rows["gender"].group_by("q_id").agg(pl.col("gender").n_unique())["gender"].to_list())
    found = tuple(n_genders[n] for n in (3, 2, 1))
    yield Check("questions of gender with 3, 2, 1 genders", (26, 122, 36), found)


def _equal(one: Sequence[Any], other: Sequence[Any]) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


def _shown(p: Sequence[float], order: Sequence[int]) -> list[float]:
    return [p[option] for option in order]


def _labels(release: Release, labels: MentatLabels, evaluated: set[int]) -> Iterator[Check]:
    """The annotations, and how far label sets share their golds."""
    annotations = read_annotations(release.path)
    counted = (len(annotations), len({each.question for each in annotations}))
    yield Check("annotations, questions", (600, 61), counted)
    released, experts = labels.sets["released"].labels, labels.sets["experts"].labels
    scores = _published(release)
    distances = [
        abs(p - q)
        for number in released
        for p, q in zip(released[number].probabilities, scores[number], strict=True)
    ]
    yield Check("released labels, fitted again, within 0.001", True, max(distances) < 1e-3)
    same = {number for number in experts if experts[number].top == released[number].top}
    yield Check("golds that experts and released share", (48, 61), (len(same), len(experts)))
    shared = (len(same & evaluated), len(evaluated & experts.keys()))
    yield Check("golds that experts and released share, evaluated", (44, 52), shared)


def _published(release: Release) -> dict[int, list[float]]:
    """Question → the released hierarchical label, by original option."""
    scores = read_analysis(release.path / ANALYSIS)["hbt_scores"]
    return {int(number): [float(p) for p in found["bt_scores"]] for number, found in scores.items()}


class Reply(NamedTuple):
    """A released reply of o1: to which question, what it says, and January's label in the order shown."""

    question: int
    category: str
    text: str
    label: Sequence[float]
    order: Sequence[int]
    options: Mapping[str, str]

    def at_an_end(self) -> int | None:
        """The option whose letter is the first character, else the last; None where neither is one."""
        found = next((end for end in (self.text[:1], self.text[-1:]) if end and end in LETTERS), None)
        return None if found is None else self.order[LETTERS.index(found)]

    def as_published(self) -> int:
        """The same as the released script has it, which takes A where neither is one."""
        found = self.at_an_end()
        return self.order[0] if found is None else found

    def strictly(self) -> int | None:
        """The option, as our reader reads it; None where it does not."""
        letters = read_answer(self.text, self.options).letters
        return self.order[LETTERS.index(next(iter(letters)))] if letters else None


def _o1(
    replies: Sequence[Reply], labels: MentatLabels, questions: Mapping[int, MentatQuestion]
) -> Iterator[Check]:
    """The released replies of o1, read again and on other labels."""
    truths = {number: each.truth for number, each in questions.items()}
    yield Check("replies of o1", 183, len(replies))
    exact = sum(list(each.label) == _shown(truths[each.question], each.order) for each in replies)
    yield Check("January's labels that are the question file's, in the order replayed", 183, exact)
    right = sum(each.order[each.label.index(max(each.label))] == each.as_published() for each in replies)
    yield Check("o1 right, as published", (149, 183), (right, len(replies)))
    for category, expected in O1_PRINTED.items():
        yield Check(f"o1 right, {category}", expected, _right(replies, category, truths))
    sets = {name: _by_number(of.labels) for name, of in labels.sets.items()}
    for name, expected_of in O1_ON_LABELS.items():
        golds = sets.get(name) or truths
        for category, expected in zip(CATEGORIES[3:], expected_of, strict=True):
            read = Reply.as_published if name == "january" else Reply.at_an_end
            yield Check(f"o1 right on {name}, {category}", expected, _right(replies, category, golds, read))
        strictly = _right(replies, "triage", golds, Reply.strictly)
        yield Check(f"o1 right on {name}, triage, by our reader", O1_STRICTLY[name], strictly)
    bare = sum(each.text in tuple(LETTERS) for each in replies)
    unread = sum(each.strictly() is None for each in replies)
    yield Check("replies that are one letter; that our reader does not read", (117, 1), (bare, unread))


def _by_number(labels: Mapping[int, Label]) -> dict[int, Sequence[float]]:
    return {number: label.probabilities for number, label in labels.items()}


def _right(
    replies: Sequence[Reply],
    category: str,
    golds: Mapping[int, Sequence[float]],
    read: Callable[[Reply], int | None] = Reply.as_published,
) -> tuple[int, int]:
    asked = [each for each in replies if each.category == category and each.question in golds]
    tops = {number: p.index(max(p)) for number, p in golds.items()}
    return sum(read(each) == tops[each.question] for each in asked), len(asked)


def _replies(
    release: Release, orders: Mapping[int, Sequence[int]], questions: Mapping[int, MentatQuestion]
) -> list[Reply]:
    """The replies, from a pickled data frame whose other classes are replaced by empty ones."""
    data, where = release.read(O1)
    frame = read_pickle(data, where, _stand_in)
    found = []
    for row in frame.to_dict("records"):
        number = int(row["q_id"])
        order = orders[number]
        options = {
            letter: questions[number].options[option] for letter, option in zip(LETTERS, order, strict=True)
        }
        text = row["model_response"].choices[0].message.content
        found.append(Reply(number, row["category"], text, row["labels"], order, options))
    return found


class _Plain:
    """Stands for a class of an SDK: holds what was set, and does nothing."""

    def __setstate__(self, state: Any) -> None:
        self.__dict__.update(state.get("__dict__", state) if isinstance(state, dict) else {})


def _stand_in(module: str, name: str) -> Any:
    if (module, name) in PANDAS:
        return getattr(import_module(module), name)
    return _Plain if module.startswith("openai.types.") else None


if __name__ == "__main__":
    sys.exit(main())
