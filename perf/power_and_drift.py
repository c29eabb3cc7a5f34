"""Whether `mhclient power` keeps what it promises, and `mhclient drift` accuses no service that only varies.

    python perf/power_and_drift.py [--quick] [--record] [--draws 400] [--shared ../shared/data] [--table NAME]

`assumed`: without a pilot, items being right each for itself as is assumed: how often the difference that is
promised at power .80 gets its verdict, of one pair and of fifteen. `pilot`: models as in
`interval_coverage.py`; each of some pilots names a smallest difference with a range; how often the range
holds what the mean of the pilots names, and how often that difference gets its verdict. Bars: found in .72 to
.88; ranges .80 or more. Beside shares stand their standard errors.

`steady`: services that do not change: of 50 items some waver, from day to day (both replies of a panel alike)
or from reply to reply, over 60 panels; bar: at most 5 % accused. Where a route serves all of them on some
days, items do not vary each for itself, which the evidence assumes: such rows have no bar. `changed`: of 100
items 20 waver from reply to reply, and some that were always right are lost for good.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np
from interval_coverage import Structure, World, parser_of, structures
from recording import recording

from mhclient.figures.drift import look_at
from mhclient.figures.power import Pilot, VerdictPower, pilot_range, share_of_entities

POWER = 0.8
RIGHT = 0.6
N_PILOTS = 30
OF_PILOTS = ("sample RP", "sample all", "real RP")
EFFECTS = ((0.0, 0.0), (0.5, 0.5))
WAYS = ("by day", "by reply", "by route")
WITHIN = (1, 2, 3, 5, 10)  # panels since the change


def found(of: Structure, effects: tuple[float, float], apart: float, level: float, draws: int) -> float:
    """How often two models of which one is so much better get its verdict."""
    first, second = (World.at(of, effects, right) for right in (RIGHT, RIGHT - apart))
    draw, figure, better = np.random.default_rng(3), of.difference, 0
    for _ in range(draws):
        one, other = first.runs(draw, [first.level, second.level])
        estimate = figure.estimate(one - other)
        p = estimate.p() if estimate.testable else None
        better += p is not None and p < level and (estimate.value or 0.0) > 0
    return better / draws


def print_assumed(built: list[Structure], draws: int) -> None:
    print("\n| items | G* | pairs | promised, points | found (standard error) | bar |\n" + "| --- " * 6 + "|")
    for of, pairs in product(built, (1, 15)):
        level, clusters = 0.05 / pairs, of.figure.n_effective
        smallest = promised(of, level) if clusters >= 2 else None
        if smallest is None or smallest > RIGHT:
            print(f"| {of.name} | {clusters:.1f} | {pairs} | none | – | said |", flush=True)
            continue
        share = found(of, (0.0, 0.0), smallest, level, draws)
        cells = f"{100 * smallest:.1f} | {cell(share, draws)} | {kept(abs(share - POWER) <= 0.08)}"
        print(f"| {of.name} | {clusters:.1f} | {pairs} | {cells} |", flush=True)


def promised(of: Structure, level: float) -> float | None:
    """The smallest difference without a pilot, of models that differ on as many items as is assumed."""
    smallest: float | None = 0.0
    for _ in range(3):
        other = RIGHT - (smallest or 0.0)
        pilot = Pilot(RIGHT + other - 2 * RIGHT * other, 1.0)
        power = VerdictPower(of.shared, pilot, parts=of.parts, of_entities=0.0, level=level)
        smallest = power.smallest(POWER)
    return smallest


def print_pilot(built: list[Structure], draws: int) -> None:
    head = ("items", "effects", "named, points", "found (standard error)", "by pilots", "ranges hold", "bars")
    print(f"\n| {' | '.join(head)} |\n" + "| --- " * len(head) + "|")
    n_pilots = min(N_PILOTS, draws)
    for of, effects in product([of for of in built if of.name in OF_PILOTS], EFFECTS):
        draw, world = np.random.default_rng(7), World.at(of, effects, RIGHT)
        runs = (world.runs(draw, [world.level] * 2) for _ in range(n_pilots))
        pilots = list(filter(None, (pilot_of(of, one - other) for one, other in runs)))
        true, _ = named(of, typical(pilots))
        each = [named(of, pilot) for pilot in pilots]
        holds = float(np.mean([low * value <= true <= high * value for value, (low, high) in each]))
        share = found(of, effects, true, 0.05, draws)
        least, most = min(value for value, _ in each), max(value for value, _ in each)
        cells = f"{100 * true:.1f} | {cell(share, draws)} | {100 * least:.1f} to {100 * most:.1f}"
        bars = kept(abs(share - POWER) <= 0.08 and holds >= 0.8)
        print(f"| {of.name} | {effects} | {cells} | {cell(holds, len(each))} | {bars} |", flush=True)


def pilot_of(of: Structure, differences: np.ndarray) -> Pilot | None:
    """The pilot that two runs are, as `mhclient power --pilot` makes it."""
    discordant, figure = float(np.mean(differences != 0)), of.difference
    estimate, by_kind = figure.estimate(differences), figure.by_kind(differences)
    return Pilot.of(estimate, discordant, len(differences), by_kind=by_kind)


def typical(pilots: Sequence[Pilot]) -> Pilot:
    """The mean of pilots: one alone says too little about entities to test the promise."""
    kinds = {kind for pilot in pilots for kind in pilot.by_kind}
    by_kind = {kind: float(np.mean([pilot.by_kind.get(kind, 0.0) for pilot in pilots])) for kind in kinds}
    discordant, design_effect = np.mean([(each.discordant, each.design_effect) for each in pilots], axis=0)
    total = sum(by_kind.values())
    shares = {kind: share / total for kind, share in sorted(by_kind.items())} if total else {}
    return Pilot(discordant, design_effect, by_kind=shares)


def named(of: Structure, pilot: Pilot) -> tuple[float, tuple[float, float]]:
    """The smallest difference that a pilot names (1 for none), and its range as a multiple."""
    of_entities = share_of_entities(of.shared, pilot, of.parts)
    smallest = VerdictPower(of.shared, pilot, parts=of.parts, of_entities=of_entities).smallest(POWER)
    return smallest or 1.0, pilot_range(of.shared, pilot, of_entities, of.parts)


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
        looked = [shown_at(draw, panels(draw, (60, 50, n_waver), way)) is not None for _ in range(n_series)]
        yield f"{way} | {n_waver / 50:.0%}", float(np.mean(looked))


def print_steady(built: list[Structure], draws: int) -> None:
    print("\n| items vary | of them | accused (standard error) | bar |\n| --- | --- | --- | --- |")
    for row, share in accused(draws):
        bar = "none" if row.startswith("by route") else kept(share <= 0.05)
        print(f"| {row} | {cell(share, draws)} | {bar} |", flush=True)


def print_changed(built: list[Structure], draws: int) -> None:
    print(f"\n| lost of 100 | at panel | {' | '.join(f'shown within {n}' for n in WITHIN)} |")
    print("| --- " * (2 + len(WITHIN)) + "|")
    for lost, began in product((4, 8, 20), (3, 5, 11, 31)):
        draw, waits = np.random.default_rng(2), []
        for _ in range(draws):
            shown = shown_at(draw, panels(draw, (began + 9, 100, 20), "by reply", (began, lost)))
            waits.append(math.inf if shown is None else shown - began + 1)
        shares = [float(np.mean([1 <= each <= n for each in waits])) for n in WITHIN]
        print(f"| {lost} | {began} | {' | '.join(cell(each, draws) for each in shares)} |", flush=True)


TABLES = {"assumed": print_assumed, "pilot": print_pilot, "steady": print_steady, "changed": print_changed}


def main() -> None:
    args = parser_of(__doc__, TABLES).parse_args()
    with recording(__file__, args):
        built = list(structures(Path("/nowhere") if args.quick else args.shared))
        for name in [args.table] if args.table else TABLES:
            TABLES[name](built[:1] if args.quick else built, 2 if args.quick else args.draws)


def cell(share: float, n: int) -> str:
    """A share of n draws with its standard error; of none or all, that of one."""
    error = math.sqrt(max(share * (1 - share), (n - 1) / n**2) / n)
    return f"{share:.3f} ({error:.3f})"


def kept(holds: bool) -> str:
    return "kept" if holds else "MISSED"


if __name__ == "__main__":
    main()
