"""How often the interval of the reader's error rate covers the truth, in repeated draws from simulated runs.

Each row is a run with known errors: its strata, their true error rates, and a sample of 200 drawn as
`mhclient audit sample` draws it. A 95 % interval should cover the truth in 95 % of the draws.

    python perf/reader_error_coverage.py [--draws 1000] [--quick] [--record]
"""

from functools import cache

import numpy as np
from recording import make_parser, recording

from mhclient.figures.proportion_intervals import Stratum, stratified_interval
from mhclient.judge.samples import allocate

USUAL = (8_500, 3_200, 760, 450, 60)
# name → (replies per stratum, true error rate per stratum)
RUNS = {
    "errors where trust is low": (USUAL, (0.0005, 0.005, 0.02, 0.08, 0.2)),
    "a very good reader": (USUAL, (0.0, 0.0, 0.002, 0.01, 0.05)),
    "a bad reader": (USUAL, (0.02, 0.05, 0.1, 0.2, 0.3)),
    "errors in the large stratum alone": (USUAL, (0.03, 0.0, 0.0, 0.0, 0.0)),
    "the same everywhere": (USUAL, (0.05,) * 5),
    "no errors": (USUAL, (0.0,) * 5),
    "replies not read": ((400, 270, 260, 160, 125), (0.02, 0.1, 0.05, 0.0, 0.3)),
    "a small run": ((300, 60, 30, 20, 8), (0.01, 0.03, 0.05, 0.1, 0.25)),
    "one stratum": ((1_200,), (0.05,)),
}
SAMPLE = 200


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--draws", type=int, default=1_000)
    args = parser.parse_args()
    with recording(__file__, args):
        measure(2 if args.quick else args.draws)


def measure(draws: int) -> None:
    print(f"{'run':36} {'true rate':>9} {'covered':>8} {'too high':>9} {'too low':>8} {'mean width':>11}")
    for name, (sizes, rates) in RUNS.items():
        truth, intervals = drawn(sizes, rates, draws)
        low, high = intervals.T
        shares = [np.mean(part) for part in ((low <= truth) & (truth <= high), truth < low, truth > high)]
        figures = "".join(f"{100 * share:8.1f} " for share in shares)
        print(f"{name:36} {100 * truth:8.2f}% {figures} {100 * np.mean(high - low):10.2f}")


def drawn(sizes: tuple[int, ...], rates: tuple[float, ...], draws: int) -> tuple[float, np.ndarray]:
    """The true rate of a run, and the intervals (draws, 2) of that many samples."""
    rng = np.random.default_rng(1)
    wrong = [round(size * rate) for size, rate in zip(sizes, rates, strict=True)]
    shares = list(allocate({str(place): size for place, size in enumerate(sizes)}, SAMPLE).values())

    @cache  # many draws find the same numbers
    def interval(hits: tuple[int, ...]) -> tuple[float, float]:
        return stratified_interval([Stratum(*part) for part in zip(hits, shares, sizes, strict=True)])

    found = []
    for _ in range(draws):
        parts = zip(wrong, sizes, shares, strict=True)
        hits = tuple(int(rng.hypergeometric(bad, size - bad, n)) for bad, size, n in parts)
        low, high = interval(hits)
        found.append((low - 1e-9, high + 1e-9))  # the ends are found to seven digits
    return sum(wrong) / sum(sizes), np.array(found)


if __name__ == "__main__":
    main()
