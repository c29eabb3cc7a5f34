"""Items looked at one by one, over a jury of models: can one be answered at all, how does it correlate with
the others, and which words stand in some items more often than in others?

An item is *suspect* if most of the jury choose the same wrong option, each in two orders of the options, or
if most of it answer nothing. Such an item may be ambiguous, which is not the same as hard.

Words: B. L. Monroe, M. P. Colaresi, K. M. Quinn, "Fightin' words: lexical feature selection and evaluation
for identifying the content of political conflict", Political Analysis 16, 2008, section 3.5 (equations 15,
16, 22): log-odds with an informative Dirichlet prior.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from mhclient.figures.numerics import Floats

# Fewer models are no jury: two that agree may share a mistake.
LEAST_MODELS = 3
ORDERS = 2
# Below so many runs an item's correlation with the others is noise.
LEAST_RUNS = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading of an item.

    Attributes:
        order: the order in which the options stood.
        text: the one option that was chosen; None where nothing was read, or several were.
        answered: whether anything was read.
    """

    order: tuple[str, ...]
    text: str | None
    answered: bool


# Model → what it chose, over its runs.
Votes: TypeAlias = Mapping[str, Sequence[Choice]]


def why_suspect(votes: Votes, right: str) -> str | None:
    """The option that most of the jury take for right although it is wrong, or that most answer nothing.

    >>> wrong = [Choice(("a", "b"), "b", True), Choice(("b", "a"), "b", True)]
    >>> right = [Choice(("a", "b"), "a", True), Choice(("b", "a"), "a", True)]
    >>> why_suspect({"one": wrong, "two": wrong, "three": right}, "a")
    'b'
    >>> why_suspect({"one": wrong, "two": right, "three": right}, "a") is None
    True
    """
    held = Counter(text for choices in votes.values() for text in _held(choices) - {right})
    for text, models in held.most_common(1):
        if 2 * models > len(votes):
            return text
    silent = sum(not any(choice.answered for choice in choices) for choices in votes.values())
    return NOT_ANSWERED if 2 * silent > len(votes) else None


NOT_ANSWERED = "most answer nothing"


def _held(choices: Sequence[Choice]) -> set[str]:
    """The options that a model chose in two orders."""
    orders: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for choice in choices:
        if choice.text is not None:
            orders[choice.text].add(choice.order)
    return {text for text, seen in orders.items() if len(seen) >= ORDERS}


def item_total(right: Floats) -> Floats | None:
    """Each item's correlation with the rest of the items, over runs; None with too few runs.

    Corrected: the item itself is left out of the total. An item that all runs answer alike has none (nan).

    Args:
        right: (n_runs, n_items), 1 where the run had the item right.

    Returns:
        (n_items,), each from −1 to 1.
    """
    n_runs, n_items = right.shape
    if n_runs < LEAST_RUNS or n_items < 2:
        return None
    rest = right.sum(axis=1, keepdims=True) - right
    own, others = right - right.mean(axis=0), rest - rest.mean(axis=0)
    spread = np.sqrt((own**2).sum(axis=0) * (others**2).sum(axis=0))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.where(spread > 0, (own * others).sum(axis=0) / spread, np.nan)
    return found


PRIOR_WORDS = 500.0  # the prior weighs as much as so many words of all texts together
WORD = re.compile(r"[^\W\d_]{3,}")


class WordOdds(NamedTuple):
    """One word: in how many of the texts it stands, and how far its share differs.

    Attributes:
        log_odds: its log-odds in the texts minus those in the others; above 0 where it is over-represented.
        z: that by its standard error.
    """

    word: str
    n_in: int
    n_others: int
    log_odds: float
    z: float


def words_of(text: str) -> set[str]:
    """The words of a text, each once, in lower case.

    >>> sorted(words_of("Is lithium contraindicated for a patient (lithium, 2 mg)?"))
    ['contraindicated', 'for', 'lithium', 'patient']
    """
    return {word.casefold() for word in WORD.findall(text)}


def word_odds(
    texts: Iterable[set[str]], others: Iterable[set[str]], prior_words: float = PRIOR_WORDS
) -> list[WordOdds]:
    """The words of both, the most over-represented in `texts` first.

    A word counts once per text: a question that names a drug in each of its options says it once.
    """
    here, there = _counted(texts), _counted(others)
    both = here + there
    scale = prior_words / (both.total() or 1)
    prior = {word: count * scale for word, count in both.items()}
    return sorted(_odds(here, there, prior), key=lambda odds: (-odds.z, odds.word))


def _odds(here: Counter[str], there: Counter[str], prior: Mapping[str, float]) -> Iterator[WordOdds]:
    n_here, n_there, n_prior = here.total(), there.total(), math.fsum(prior.values())
    for word, weight in prior.items():
        a, b = here[word] + weight, there[word] + weight
        rest_a, rest_b = n_here + n_prior - a, n_there + n_prior - b
        if rest_a > 0 and rest_b > 0:
            difference = math.log(a / rest_a) - math.log(b / rest_b)
            z = difference / math.sqrt(1 / a + 1 / b)
            yield WordOdds(word, here[word], there[word], difference, z)


def _counted(texts: Iterable[set[str]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for words in texts:
        counts.update(words)
    return counts
