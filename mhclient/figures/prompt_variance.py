"""How far an accuracy depends on the wording of the prompt: the same items under several variants.

Sources: M. Mizrahi et al., "State of what art? A call for multi-prompt LLM evaluation", 2024; F. M. Polo et
al., "Efficient multi-prompt evaluation of LLMs" (PromptEval), 2024 (quantiles over prompts).
"""

from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats


@dataclass(frozen=True, slots=True)
class PromptVariance:
    """Accuracy over variants of a prompt.

    Attributes:
        mean: over variants. low, median, high: its 5 %, 50 % and 95 % points over variants. worst, best: its
            ends.
        prompts: the variance of a variant's own accuracy, noise of the items taken off; 0 where accuracies
            differ no more than chance makes them.
        residual: the variance of one reply that neither its item nor its variant explains.
    """

    mean: float
    low: float
    median: float
    high: float
    worst: float
    best: float
    prompts: float
    residual: float

    @property
    def spread(self) -> float:
        """The standard deviation over variants, as a share."""
        return float(np.sqrt(self.prompts))


def prompt_variance(right: Floats) -> PromptVariance | None:
    """The variance over prompts, from a table without repetitions; None for fewer than two of either.

    Items × variants is a two-way layout with random effects: the mean square of variants is, on average,
    n · prompts + residual (H. Scheffé, "The analysis of variance", 1959, section 7.4).

    By hand, two items under two variants, [[1, 0], [1, 0]]: accuracies 1 and 0, residual 0, prompts 1/2.

    >>> prompt_variance(np.array([[1.0, 0.0], [1.0, 0.0]])).prompts
    0.5

    Args:
        right: (n_items, n_variants), 1 where right.
    """
    n_items, n_variants = right.shape
    if min(n_items, n_variants) < 2:
        return None
    accuracy = right.mean(axis=0)
    left = right - right.mean(axis=1, keepdims=True) - accuracy + right.mean()
    residual = float((left**2).sum() / ((n_items - 1) * (n_variants - 1)))
    low, median, high = np.quantile(accuracy, [0.05, 0.5, 0.95])
    return PromptVariance(
        mean=float(accuracy.mean()),
        low=float(low),
        median=float(median),
        high=float(high),
        worst=float(accuracy.min()),
        best=float(accuracy.max()),
        prompts=max(0.0, float(accuracy.var(ddof=1)) - residual / n_items),
        residual=residual,
    )
