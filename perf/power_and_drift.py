"""Whether `mhclient drift` accuses services that only vary, and how soon it finds one that changed.

    python perf/power_and_drift.py [--quick] [--record] [--series 200]

Services that do not change: of 50 items some waver, from day to day (both replies of a panel alike) or from
reply to reply, 60 panels; bar: at most 5 % accused. Where a route serves all of them on some days, items do
not vary each for itself, which the evidence assumes: that row has no bar. Services that change: of 100 items
20 waver, and some that were always right are lost for good. Beside shares stand their standard errors.
"""

from collections.abc import Iterator

import numpy as np
from recording import make_parser, recording

from mhclient.figures.drift import look_at

WAYS = ("by day", "by reply", "by route")
WITHIN = (1, 2, 3, 5, 10)  # panels since the change


def panels(
    draw: np.random.Generator, n: tuple[int, int, int], way: str, change: tuple[int, int] | None = None
) -> np.ndarray:
    """(n_panels, n_items, 2) whether each reply is right.

    Args:
        n: panels, items, and those that waver.
        change: from which panel on, counted from 1, and how many items that were always right are lost.
    """
    n_panels, n_items, n_waver = n
    chance = (draw.random(n_items) < 0.8).astype(float)
    known = np.flatnonzero(chance[n_waver:] == 1.0) + n_waver
    chance[:n_waver] = draw.uniform(0.2, 0.9, n_waver)
    drawn = draw.random((n_panels, n_items, 2))
    if way == "by day":
        drawn[:, :, 1] = drawn[:, :, 0]
    elif way == "by route":
        drawn[:] = drawn[:, :1, :1]
    right: np.ndarray = drawn < chance[:, None]
    if change is not None:
        right[change[0] - 1 :, draw.choice(known, change[1], replace=False)] = False
    return right


def shown_at(draw: np.random.Generator, right: np.ndarray) -> int | None:
    """The panel, counted from 1, after which a change is first shown."""
    replies = [{str(item): of.tolist() for item, of in enumerate(panel)} for panel in right]
    said = [{item: ["AB"[hit] for hit in of] for item, of in panel.items()} for panel in replies]
    looks = look_at(replies, said, [(one, other) for one, other in draw.random((len(right), 2))])
    return next((number for number, look in enumerate(looks, 2) if look.shows_change), None)


def accused(n_series: int) -> Iterator[tuple[str, float]]:
    """Way of varying with the share of items → how often a service that does not change is accused."""
    for way, n_waver in (("by day", 0), *((way, n) for way in WAYS for n in (1, 3, 5, 10))):
        draw = np.random.default_rng(1)
        found = [shown_at(draw, panels(draw, (60, 50, n_waver), way)) is not None for _ in range(n_series)]
        yield f"{way} | {n_waver / 50:.0%}", float(np.mean(found))


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--series", type=int, default=200, help="simulated services of each row (default: 200)"
    )
    args = parser.parse_args()
    with recording(__file__, args):
        measure(2 if args.quick else args.series)


def measure(n_series: int) -> None:
    print("| items vary | of them | accused (standard error) | bar |\n| --- | --- | --- | --- |")
    for row, share in accused(n_series):
        bar = "none" if row.startswith("by route") else "kept" if share <= 0.05 else "MISSED"
        print(f"| {row} | {cell(share, n_series)} | {bar} |", flush=True)
    print(f"\n| lost of 100 | at panel | {' | '.join(f'shown within {n}' for n in WITHIN)} |")
    print("| --- " * (2 + len(WITHIN)) + "|")
    for lost in (4, 8, 20):
        for began in (3, 5, 11, 31):
            draw, waits = np.random.default_rng(2), []
            for _ in range(n_series):
                shown = shown_at(draw, panels(draw, (began + 9, 100, 20), "by reply", (began, lost)))
                waits.append(np.inf if shown is None else shown - began + 1)
            found = [float(np.mean([1 <= each <= n for each in waits])) for n in WITHIN]
            print(f"| {lost} | {began} | {' | '.join(cell(each, n_series) for each in found)} |", flush=True)


def cell(share: float, n: int) -> str:
    """A share of n draws with its standard error; of none or all, that of one."""
    error = np.sqrt(max(share * (1 - share), (n - 1) / n**2) / n)
    return f"{share:.3f} ({error:.3f})"


if __name__ == "__main__":
    main()
