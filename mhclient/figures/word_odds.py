"""Words that stand in some texts more often than in others: log-odds with an informative Dirichlet prior.

Source: B. L. Monroe, M. P. Colaresi, K. M. Quinn, "Fightin' words: lexical feature selection and evaluation
for identifying the content of political conflict", Political Analysis 16, 2008, section 3.5
(equations 15, 16, 22).
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

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
