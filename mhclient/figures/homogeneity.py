"""Whether letters are said as often as they are gold, where replies are of copies of one question.

Decision: docs/decisions/figures.md, "Copies of a question are one in the test of letters".
"""

import numpy as np

from mhclient.figures.arrays import Floats, Ints, renumbered
from mhclient.figures.distributions import chi2_above


def copies_p(gold: Ints, said: Ints, question: Ints) -> float | None:
    """The p-value of Stuart and Maxwell's test with each question's replies summed up.

    A question's row is how often each letter is gold in it minus how often it is said; S is their sum, V the
    sum of their outer products, and S'V⁻¹S is chi-squared. Of questions with one reply each this is Stuart
    and Maxwell's own statistic (Maxwell 1970, British Journal of Psychiatry 116:651).

    Args:
        gold, said: (n_replies,) numbers of letters, of replies that were read.
        question: (n_replies,) from 0; replies of one question depend on each other.

    Returns:
        None where it cannot be tested: nothing was read, or too few questions disagree for the letters.
    """
    if not len(gold):
        return None
    differ = gold != said  # the others add nothing to their question's row
    rows = _by_question(gold[differ], said[differ], renumbered(question[differ])[1])
    rows = rows[:, (rows != 0).any(axis=0)][:, :-1]  # letters that stand in no disagreement say nothing
    if not rows.size:
        return 1.0
    covariance, total = rows.T @ rows, rows.sum(axis=0)
    if np.linalg.matrix_rank(covariance) < len(total):
        return None
    return chi2_above(float(total @ np.linalg.solve(covariance, total)), len(total))


def _by_question(gold: Ints, said: Ints, question: Ints) -> Floats:
    """(n_questions, n_letters) how often each letter is gold minus how often it is said."""
    n_letters = int(max(gold.max(initial=0), said.max(initial=0))) + 1
    size, shape = n_letters * (int(question.max(initial=-1)) + 1), (-1, n_letters)
    of_gold, of_said = (np.bincount(question * n_letters + each, minlength=size) for each in (gold, said))
    difference: Floats = (of_gold - of_said).reshape(shape).astype(np.float64)
    return difference
