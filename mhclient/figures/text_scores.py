"""Free answers compared with the text of the right option: how unlike they are in words."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, TypeAlias

import numpy as np

from benchmark.extras import how_to_install
from mhclient.errors import MissingPackage
from mhclient.figures.numerics import Floats, Ints, middle_95, resamples
from mhclient.figures.proportion_intervals import Interval

N_DRAWS = 1_000

# A reply and the text that it is compared with.
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TextMetric:
    """A measure of how alike two texts are, from 0 to 1.

    Attributes:
        key: as columns and JSON call it; title: as people do.
        signature: how it is worked out, so that others can do the same.
        scores: of each pair.
    """

    key: str
    title: str
    signature: str
    scores: Callable[[Sequence[Pair]], Sequence[float]]


def rouge_l(reply: str, reference: str) -> float:
    """ROUGE-L, the F-measure: twice the longest common subsequence of words over all words of both.

    Words are runs of a to z and 0 to 9 in small letters, without a stemmer. By hand: "stop the lithium" and
    "stop lithium now" have two words in the same order, so that F = 2·2 / (3 + 3).

    >>> round(rouge_l("Stop the lithium.", "stop lithium now"), 4), rouge_l("", "lithium")
    (0.6667, 0.0)

    Source: C.-Y. Lin, "ROUGE", 2004; as rouge-score 0.1.2 works it out.
    """
    said, wanted = _words(reply), _words(reference)
    common = _longest_common(said, wanted)
    return 2 * common / (len(said) + len(wanted)) if common else 0.0


def _words(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", text.lower())


def _longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in one:
        before = row
        row = [0]
        for place, wanted in enumerate(other):
            row.append(before[place] + 1 if word == wanted else max(before[place + 1], row[place]))
    return row[-1]


ROUGE_L = TextMetric(
    "rouge_l",
    "ROUGE-L",
    "ROUGE-L F-measure, no stemmer",
    lambda pairs: [rouge_l(*pair) for pair in pairs],
)


def bleu() -> TextMetric:
    """BLEU of sentences, as sacrebleu works it out.

    Raises:
        MissingPackage: it is not installed.
    """
    if find_spec("sacrebleu") is None:
        raise MissingPackage(f"BLEU needs sacrebleu. {how_to_install('text')}")
    # By name: the library is an extra.
    measure = import_module("sacrebleu").BLEU(effective_order=True)

    def scores(pairs: Sequence[Pair]) -> list[float]:
        return [measure.sentence_score(reply, [reference]).score / 100 for reply, reference in pairs]

    measure.sentence_score("a", ["a"])  # the signature is known after a first sentence
    return TextMetric("bleu", "BLEU", f"sacrebleu, sentence: {measure.get_signature()}", scores)


class FreeAnswer(NamedTuple):
    """A reply to a question without its options.

    Attributes:
        question: copies of a question have the same.
        item: replies to an item count as one, whose mean is taken first.
        reference: the text of the right option; wrong: those of the others.
    """

    question: str
    item: str
    reply: str
    reference: str
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """1 minus how alike replies and the right option are, by one measure.

    Attributes:
        value: mean over an item's replies, then a question's items, then questions; 0: the same words.
        ci95: over questions like these.
        of_wrong: the same of the question's wrong options as if they were replies; None where there are none.
    """

    n_questions: int
    n_replies: int
    value: float
    ci95: Interval
    of_wrong: float | None


def inconsistency(answers: Sequence[FreeAnswer], metric: TextMetric) -> Inconsistency:
    """The figures of some answers; at least one."""
    questions, of = _numbered(answer.question for answer in answers)
    items, item_of = _numbered((answer.question, answer.item) for answer in answers)
    unlike = 1 - scores_of(metric, [(answer.reply, answer.reference) for answer in answers])
    by_item = _means(unlike, item_of, len(items))
    question_of_item = np.zeros(len(items), dtype=np.int64)
    question_of_item[item_of] = of
    by_question, n = _means(by_item, question_of_item, len(questions)), len(questions)
    return Inconsistency(
        n,
        len(answers),
        float(by_question.mean()),
        middle_95(resamples(n, N_DRAWS) @ by_question / n) if n > 1 else None,
        _of_wrong(answers, metric),
    )


def scores_of(metric: TextMetric, pairs: Sequence[Pair]) -> Floats:
    """How alike the texts of each pair are, within 0 and 1; equal pairs are looked at once."""
    different = list(dict.fromkeys(pairs))
    found = dict(zip(different, metric.scores(different), strict=True))
    return np.clip(np.array([found[pair] for pair in pairs], dtype=np.float64), 0.0, 1.0)


def mean_words(texts: Iterable[str]) -> float:
    """Words per text, on average."""
    return float(np.mean([len(text.split()) for text in texts]))


def _numbered(keys: Iterable[object]) -> tuple[dict[object, int], Ints]:
    numbers: dict[object, int] = {}
    places = [numbers.setdefault(key, len(numbers)) for key in keys]
    return numbers, np.array(places, dtype=np.int64)


def _means(values: Floats, of: Ints, n: int) -> Floats:
    found: Floats = np.bincount(of, values, n) / np.bincount(of, minlength=n)
    return found


def _of_wrong(answers: Sequence[FreeAnswer], metric: TextMetric) -> float | None:
    by_question = {answer.question: answer for answer in answers}
    pairs = [(text, answer.reference) for answer in by_question.values() for text in answer.wrong]
    return float(1 - scores_of(metric, pairs).mean()) if pairs else None
