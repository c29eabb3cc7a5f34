"""How much CPU a fit of labels takes, against the release's way: SLSQP with numeric gradients.

The baseline minimises the same objective with the same start, bounds and constraints as the release does, in
a loop over preferences as it does. Then 1,000 refits on resampled raters. Ratings are invented, in the
release's numbers.

    python perf/labels.py [--questions 61] [--quick] [--record]
"""

import math
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as the command line does: read when numpy is imported

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from recording import make_parser, recording
from scipy.optimize import LinearConstraint, minimize

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmark.labels.annotations import Annotation
from benchmark.labels.draws import draw_labels
from benchmark.labels.fit import Fitted, fit_labels
from benchmark.labels.hierarchical import Objective
from benchmark.labels.sets import SETS

N_QUESTIONS, N_RATERS, N_ROWS = 61, 8, 600  # as released


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--questions", type=int, default=N_QUESTIONS, help="of the baseline (default: 61)")
    args = parser.parse_args()
    with recording(__file__, args):
        n_few = 3 if args.quick else args.questions
        few, all_of_them = (annotations(n) for n in (n_few, N_QUESTIONS))
        _compare(few, n_few)
        fitted = _timed(f"ours, {N_QUESTIONS} questions", lambda: fit_labels(all_of_them, SETS["experts"]))[1]
        n_draws = 10 if args.quick else 1_000
        _timed(f"{n_draws:,} refits", lambda: draw_labels(fitted, n_draws))


def annotations(n_questions: int) -> list[Annotation]:
    """Invented ratings: as many to a question as released."""
    random = np.random.RandomState(1)
    found = []
    for row in range(N_ROWS * n_questions // N_QUESTIONS):
        question = row % n_questions
        liked = 20.0 * ((np.arange(5) + question) % 5)
        sliders = np.clip(liked + random.normal(scale=25, size=5), 0, 100).round()
        rater = f"x{random.randint(N_RATERS)}"
        found.append(Annotation(rater, question, "male", (0, 1, 2, 3, 4), tuple(sliders.tolist())))
    return found


def _compare(rows: list[Annotation], n_questions: int) -> None:
    ours, fitted = _timed(f"ours, {n_questions} questions", lambda: fit_labels(rows, SETS["experts"]))
    theirs, objective = _timed(f"SLSQP, numeric gradients, {n_questions} questions", lambda: _slsqp(fitted))
    print(f"objectives {fitted.fit.objective:.4f} and {objective:.4f}")
    print(f"{theirs / ours:,.0f} times the CPU of ours")


def _slsqp(fitted: Fitted) -> float:
    preferences = fitted.preferences
    objective = Objective(preferences, preferences.counts(), offset=False, prior_sd=fitted.settings.prior_sd)
    start = objective.start()
    sums = np.zeros((preferences.n_questions, len(start)))
    for question in range(preferences.n_questions):
        sums[question, 5 * question : 5 * question + 5] = 1
    found = minimize(
        _loop(fitted),
        start,
        method="SLSQP",
        bounds=objective.bounds(),
        constraints=LinearConstraint(sums, 0, 0),
        options={"maxiter": 1_000},
    )
    return float(found.fun)


T = TypeVar("T")


def _loop(fitted: Fitted) -> Callable[[Any], float]:
    """The objective as the release has it: one preference after the other."""
    preferences = fitted.preferences
    n, n_raters = preferences.n_questions * 5, preferences.n_raters
    of = preferences.pair
    stated = [a[of].tolist() for a in (preferences.winner, preferences.loser, preferences.rater)]
    triples = list(zip(*stated, strict=True))
    precision = 0.0 if fitted.settings.prior_sd is None else fitted.settings.prior_sd**-2

    def objective(x: Any) -> float:
        value: float
        beta, slopes = x[:n].tolist(), x[n : n + n_raters].tolist()
        value = 5 * sum((slope - 1) ** 2 for slope in slopes) + precision / 2 * sum(b * b for b in beta)
        for winner, loser, rater in triples:
            value += math.log1p(math.exp(-slopes[rater] * (beta[winner] - beta[loser])))
        return value

    return objective


def _timed(what: str, do: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    found = do()
    took = time.process_time() - begun
    print(f"{what}: {took:.3f} s of CPU")
    return took, found


if __name__ == "__main__":
    main()
