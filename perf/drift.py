"""How soon a service that moved is found by its panels, and how often one that did not is accused.

A panel has 100 items, each asked twice; a share of them wavers. Where a change comes, four items that were
always right are wrong from then on: 4 points. Services that do not change are looked at daily for 60 days.

    python perf/drift.py [--series 300] [--quick] [--record]
"""

import numpy as np
from recording import make_parser, recording

from mhclient.figures.drift import look_at

N_ITEMS, N_EPOCHS, DAYS, CHANGE, LOST = 100, 2, 60, 11, 4
PROMISED = 5  # panels, in docs/drift.md
SHARES = (0.0, 0.2, 0.5)  # of items that waver


def chances(rng: np.random.Generator, share: float) -> np.ndarray:
    """(n_items,) how probable a right reply is to each item."""
    known = (rng.random(N_ITEMS) < 0.8).astype(float)
    return np.where(rng.random(N_ITEMS) < share, rng.uniform(0.2, 0.9, N_ITEMS), known)


def first_shown(rng: np.random.Generator, by_day: list[np.ndarray]) -> int | None:
    """The number of the panel after which a change is shown; None if none is."""
    right, said = [], []
    for now in by_day:
        hits = rng.random((N_ITEMS, N_EPOCHS)) < now[:, None]
        right.append({str(item): hits[item].tolist() for item in range(N_ITEMS)})
        said.append({str(item): ["A" if hit else "B" for hit in hits[item]] for item in range(N_ITEMS)})
    looks = look_at(right, said, [(float(a), float(b)) for a, b in rng.random((len(by_day), 2))])
    return next((number for number, look in enumerate(looks, 2) if look.shows_change), None)


def accused(rng: np.random.Generator, share: float, n_series: int) -> float:
    """Of services that do not change, the share that is ever accused."""
    found = [first_shown(rng, [chances(rng, share)] * DAYS) for _ in range(n_series)]
    return sum(number is not None for number in found) / n_series


def delays(rng: np.random.Generator, share: float, n_series: int) -> tuple[list[int], int]:
    """Panels from the change until it is shown, of those shown at all; and how many were shown before it."""
    found, early = [], 0
    for _ in range(n_series):
        before = chances(rng, share)
        after = before.copy()
        after[rng.choice(np.flatnonzero(before == 1.0), LOST, replace=False)] = 0.0
        number = first_shown(rng, [before] * (CHANGE - 1) + [after] * 20)
        early += number is not None and number < CHANGE
        found += [number - CHANGE + 1] if number is not None and number >= CHANGE else []
    return found, early


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--series", type=int, default=300)
    args = parser.parse_args()
    n_series = 1 if args.quick else args.series
    with recording("drift", args):
        for share in SHARES:
            rng = np.random.default_rng(1)
            rate = accused(rng, share, n_series)
            found, early = delays(rng, share, n_series)
            soon = sum(delay <= PROMISED for delay in found) / n_series
            print(
                f"{share:.0%} of items waver: accused over {DAYS} looks {rate:.1%} (bar 5 %); 4 points found "
                f"within {PROMISED} panels {soon:.1%}, median {np.median(found):g}, before they came {early}"
            )


if __name__ == "__main__":
    main()
