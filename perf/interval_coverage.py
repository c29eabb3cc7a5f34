"""Whether intervals and verdicts hold their level on real structures of items, by simulation.

Models answer with logit p = a + the effects of all entities of an item (and of its task, where it says so);
effects are drawn anew every time, and the truth is the mean over new entities. Effects: standard deviations
on the logit scale of drugs, genes, phenotypes and exposures, and of diseases; 0.5 is about ±12 points.

    python perf/interval_coverage.py [--quick] [--record] [--shared ../shared/data]
    python perf/interval_coverage.py --items "real all,sample RP" --table power --draws 1000

The table `ceiling` is the first again, of models that are right to 95 %, where 40 % is the start otherwise.

The table `equivalence` has runs that are exactly a margin apart, on few items and one way: the case in which
a sample is most likely to show too few differences. Bar: called equivalent, or not inferior, at most .08.

The last two tables are about exactly these entities (`--entities fixed`): their effects are given, and
questions about them are drawn at random; or, in the last, as many about each as there are, or answers alone.

Bars: coverage .93 to .985 wherever there is an interval, Type I at most .08, family-wise at most .08, power
of the verdict within .05 of what `mhclient power` promises. Both are shares of draws: beside what they are
apart stands its standard error, up to .035 at 400 draws and .016 at 2,000; a row that misses the bar by less
than two of them needs more draws. In the last table coverage may be higher: answers that vary less than
independent ones have wider intervals than they need.
"""

import argparse
import gzip
import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import numpy as np
from fixed_entities import print_drawn, print_fixed
from recording import make_parser, recording
from scipy.sparse import csr_array
from scipy.special import expit, logit, ndtri

from benchmark import BuildSettings, Item, Sources
from benchmark.build.build import build
from benchmark.build.seeds import seed_path
from benchmark.sample import sample_paths
from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ClusterBy, ItemClusters, entity_kind, sharing_keys
from mhclient.figures.estimate import DIFFERENCE, SHARE
from mhclient.figures.paired import Verdict, judged
from mhclient.figures.power import Pilot, VerdictPower

SHARE_RIGHT = 0.4
CEILING = 0.95
EFFECTS = ((0.0, 0.0), (1.0, 0.0), (0.5, 0.5), (1.0, 1.0))
# Of the variance of entities, what two models have in common.
COMMON = 0.5
# On the logit scale, what a better model is better by: about four points at the start.
GAIN = 0.2
MARGIN = 0.03
# Real tasks differ in difficulty: on the logit scale, beside the entities' effects.
TASKS = {
    "ET": 4.0,
    "EC": 1.0,
    "FC": 1.0,
    "RT": 0.0,
    "RP": 0.2,
    "R1": 0.3,
    "R2": -0.6,
    "R1+E": 0.5,
    "R2+E": -0.2,
}


@dataclass(frozen=True)
class Structure:
    """Items, as far as their correctness depends on them.

    Attributes:
        has: (n_items, n_entities) 1 where an item has an entity.
        is_disease: (n_entities,).
        easier: (n_items,) the task's effect.
        parts: (n_items,) number of each item's task.
        twin_of: (n_items,) number of each item's question; an item and its twin with evidence share it.
    """

    name: str
    shared: ItemClusters
    has: csr_array
    is_disease: np.ndarray
    easier: np.ndarray
    parts: np.ndarray
    twin_of: np.ndarray

    @classmethod
    def of(cls, name: str, items: Sequence[Item]) -> "Structure":
        keys = sharing_keys(items, ClusterBy.ENTITY)
        place = {key: at for at, key in enumerate(dict.fromkeys(key for each in keys for key in each))}
        rows = np.repeat(np.arange(len(items)), [len(each) for each in keys])
        columns = np.array([place[key] for each in keys for key in each])
        tasks = [item.task for item in items]
        return cls(
            name,
            ItemClusters.of(keys, entity_kind),
            csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(items), len(place))),
            np.array([key.startswith("disease|") for key in place]),
            np.array([TASKS[task] for task in tasks]),
            np.unique(tasks, return_inverse=True)[1],
            np.unique([item.details.get("base_item", item.id) for item in items], return_inverse=True)[1],
        )

    @property
    def figure(self) -> LinearFigure:
        return mean_of(self.shared, parts=self.parts, within=SHARE)

    @property
    def difference(self) -> LinearFigure:
        return mean_of(self.shared, parts=self.parts, within=DIFFERENCE)

    def spreads(self, effects: tuple[float, float]) -> np.ndarray:
        others, diseases = effects
        return np.where(self.is_disease, diseases, others)

    def truth(self, base: np.ndarray, effects: tuple[float, float]) -> float:
        """The mean over new entities, by Gauss–Hermite quadrature."""
        spread = np.sqrt(self.has @ self.spreads(effects) ** 2)
        nodes, weights = np.polynomial.hermite_e.hermegauss(40)
        parts = [weight * expit(base + spread * node) for node, weight in zip(nodes, weights, strict=True)]
        return float(np.mean(sum(parts)) / weights.sum())

    def runs(
        self, draw: np.random.Generator, effects: tuple[float, float], bases: Sequence[np.ndarray]
    ) -> list[np.ndarray]:
        """(n_items,) 1 where right, for each of several models; half of the entities' variance is common."""
        spreads = self.spreads(effects)
        together = math.sqrt(COMMON) * draw.standard_normal(len(spreads))
        found = []
        for base in bases:
            own = math.sqrt(1 - COMMON) * draw.standard_normal(len(spreads))
            chance = expit(base + self.has @ (spreads * (together + own)))
            found.append((draw.random(len(chance)) < chance).astype(float))
        return found


def coverage(of: Structure, effects: tuple[float, float], draws: int, base: np.ndarray) -> dict[str, float]:
    """How often the interval of one run's accuracy holds the truth. Args: base: (n_items,) logits."""
    truth, draw, figure = of.truth(base, effects), np.random.default_rng(1), of.figure
    found, n_effective = [], figure.n_effective
    for _ in range(draws):
        (right,) = of.runs(draw, effects, [base])
        estimate = figure.estimate(right)
        if (bounds := estimate.ci95) is not None:
            found.append((bounds[0] <= truth <= bounds[1], (bounds[1] - bounds[0]) / 2))
    covered, widths = zip(*found, strict=True) if found else ((math.nan,), (math.nan,))
    return {
        "covered": float(np.mean(covered)),
        "half_width": 100 * float(np.mean(widths)),
        "clusters": n_effective,
        "given": len(found) / draws,
    }


def false_verdicts(of: Structure, effects: tuple[float, float], draws: int, models: int) -> float:
    """How often equally good models get any verdict, all pairs being one family."""
    base, draw, figure = np.full(len(of.easier), logit(SHARE_RIGHT)), np.random.default_rng(2), of.difference
    false = 0
    for _ in range(draws):
        runs = of.runs(draw, effects, [base] * models)
        family = judged([figure.estimate(one - other) for one, other in combinations(runs, 2)])
        false += any(each.verdict is not Verdict.UNDECIDED for each in family)
    return false / draws


def powers(of: Structure, effects: tuple[float, float], draws: int) -> tuple[float, float, float]:
    """The true difference of two models, how often it is found, and how often `mhclient power` says so."""
    base, draw, figure = np.full(len(of.easier), logit(SHARE_RIGHT)), np.random.default_rng(3), of.difference
    pilots, found = [], []
    for _ in range(draws):
        first, second, third = of.runs(draw, effects, [base + GAIN, base, base])
        pilots.append(pilot_of(figure, second - third))
        found.append(judged([figure.estimate(first - second)])[0].verdict is Verdict.BETTER)
    true = of.truth(base + GAIN, effects) - of.truth(base, effects)
    promised = VerdictPower(of.shared, typical(list(filter(None, pilots))), parts=of.parts, draws=draws)
    return true, float(np.mean(found)), promised.at(true)


def false_equivalences(
    of: Structure, of_entities: float, noise: float, draws: int
) -> tuple[float, float, float]:
    """How often runs that are a margin apart are called equivalent, the worse one not inferior; and better.

    The first fails on a share MARGIN of the items, on which ones depends on their entities by this share of
    the variance; besides, each run alone is right on so many items by chance.
    """
    draw, figure, most = np.random.default_rng(4), of.difference, -float(ndtri(MARGIN))
    found = []
    for _ in range(draws):
        own = draw.standard_normal(of.shared.n_items)
        latent = math.sqrt(of_entities) * of.shared.draw_effects(draw) + math.sqrt(1 - of_entities) * own
        worse = -(latent > most).astype(float)
        chance = draw.random(len(worse))
        worse += (worse == 0) * ((chance < noise).astype(float) - (chance > 1 - noise))
        one = judged([figure.estimate(worse)], MARGIN)[0]
        found.append((one.verdict is Verdict.EQUIVALENT, one.not_inferior, one.verdict is Verdict.WORSE))
    equivalent, not_inferior, told = np.mean(found, axis=0)
    return float(equivalent), float(not_inferior), float(told)


def pilot_of(figure: LinearFigure, differences: np.ndarray) -> Pilot | None:
    """The pilot that two runs are, as `mhclient power --pilot` makes it."""
    discordant, estimate = float(np.mean(differences != 0)), figure.estimate(differences)
    return Pilot.of(estimate, discordant, len(differences), by_kind=figure.by_kind(differences))


def typical(pilots: Sequence[Pilot]) -> Pilot:
    """The mean of pilots: one alone says too little about entities to test the promise."""
    kinds = {kind for pilot in pilots for kind in pilot.by_kind}
    by_kind = {kind: float(np.mean([pilot.by_kind.get(kind, 0.0) for pilot in pilots])) for kind in kinds}
    discordant, design_effect = np.mean([(each.discordant, each.design_effect) for each in pilots], axis=0)
    total = sum(by_kind.values())
    shares = {kind: share / total for kind, share in sorted(by_kind.items())} if total else {}
    return Pilot(discordant, design_effect, by_kind=shares)


def structures(shared: Path) -> Iterator[Structure]:
    """Tasks of the packaged sample, and of real rows where they are at hand."""
    built = {"sample": list(build(sample_paths(), BuildSettings()).items())}
    if (shared / "primekg_slice").is_dir():
        built["real"] = real_items(shared / "primekg_slice")
    for name, items in built.items():
        for task in ("RP", "FC", "EC", "R1"):
            yield Structure.of(f"{name} {task}", [item for item in items if item.task == task])
        yield Structure.of(f"{name} all", items)


def real_items(folder: Path) -> list[Item]:
    with tempfile.TemporaryDirectory() as scratch:
        kg = Path(scratch) / "kg.csv"
        background = gzip.decompress((folder / "kg_background.csv.gz").read_bytes()).split(b"\n", 1)[1]
        kg.write_bytes((folder / "kg.csv").read_bytes() + background)
        features = (folder / "disease_features.tab", folder / "drug_features.tab")
        sources = Sources(kg, seed_path("psychiatric-42"), *features, skip_missing_seeds=True)
        return list(build(sources, BuildSettings()).items())


def main() -> None:
    parser = make_parser(__doc__)
    default = Path(__file__).parents[2] / "shared" / "data"
    parser.add_argument(
        "--shared", type=Path, default=default, metavar="DIR", help="real rows, where they are"
    )
    parser.add_argument("--draws", type=int, default=400, help="simulations of each row (default: 400)")
    parser.add_argument("--items", default="", metavar="NAMES", help="these alone, as 'real all,sample RP'")
    parser.add_argument("--table", choices=TABLES, help="this alone")
    args = parser.parse_args()
    with recording(__file__, args):
        measure(args)


def measure(args: argparse.Namespace) -> None:
    """Two structures of the sample alone where it is to be quick, and for power, which takes long, one."""
    found = list(structures(Path("/nowhere") if args.quick else args.shared))
    draws = 2 if args.quick else args.draws
    if args.quick:
        found = [of for of in found if of.name in ("sample RP", "sample all")]
    found = [of for of in found if not args.items or of.name in args.items.split(",")]
    tested = [of for of in found if of.name.split()[1] in ("RP", "FC", "EC", "all")]
    of_table = {"coverage": found, "ceiling": found, "power": tested[:1] if args.quick else tested}
    for name in [args.table] if args.table else TABLES:
        TABLES[name](of_table.get(name, tested), draws)


def print_coverage(found: Sequence[Structure], draws: int, right: float = SHARE_RIGHT) -> None:
    print("| items | effects | tasks differ | G* | covered | half-width, points | bar |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for of, effects in product(found, EFFECTS):
        for differ in (False, True) if of.name.endswith("all") else (False,):
            got = coverage(of, effects, draws, logit(right) + differ * of.easier)
            verdict = "no interval" if not got["given"] else kept(0.93 <= got["covered"] <= 0.985)
            print(
                f"| {of.name} | {effects} | {'yes' if differ else 'no'} | {got['clusters']:.1f} | "
                f"{got['covered']:.3f} | {got['half_width']:.1f} | {verdict} |",
                flush=True,
            )


def print_ceiling(found: Sequence[Structure], draws: int) -> None:
    print(f"\nModels that are right to {100 * CEILING:.0f} %:\n")
    print_coverage(found, draws, CEILING)


def print_verdicts(found: Sequence[Structure], draws: int) -> None:
    print("\n| items | effects | Type I | family-wise, 6 models | bars |")
    print("| --- | --- | --- | --- | --- |")
    for of, effects in product(found, EFFECTS):
        one, six = false_verdicts(of, effects, draws, 2), false_verdicts(of, effects, draws, 6)
        bars = kept(one <= 0.08 and six <= 0.08)
        print(f"| {of.name} | {effects} | {one:.3f} | {six:.3f} | {bars} |", flush=True)


def print_power(found: Sequence[Structure], draws: int) -> None:
    print("\n| items | effects | true difference | power | promised | apart (standard error) | bar |")
    print("| --- " * 7 + "|")
    for of, effects in product(found, EFFECTS):
        true, power, promised = powers(of, effects, draws)
        apart, error = abs(power - promised), error_of_both(power, promised, draws)
        cells = f"{100 * true:.1f} | {power:.3f} | {promised:.3f} | {apart:.3f} ({error:.3f})"
        print(f"| {of.name} | {effects} | {cells} | {told_apart(apart, error)} |", flush=True)


def print_equivalence(found: Sequence[Structure], draws: int) -> None:
    print(f"\nRuns that are exactly the margin of {100 * MARGIN:.0f} points apart:\n")
    print("| items | of entities | either way besides | equivalent | not inferior | worse | bar |")
    print("| --- " * 7 + "|")
    for of, of_entities, noise in product(found, (0.0, 0.2, 0.5), (0.0, 0.05)):
        equivalent, not_inferior, worse = false_equivalences(of, of_entities, noise, draws)
        bar = kept(max(equivalent, not_inferior) <= 0.08)
        shares = f"{equivalent:.3f} | {not_inferior:.3f} | {worse:.3f}"
        print(f"| {of.name} | {of_entities} | {2 * noise:.0%} | {shares} | {bar} |", flush=True)


def error_of_both(power: float, promised: float, draws: int) -> float:
    """The standard error of the difference of two shares, each of as many independent draws."""
    return math.sqrt((power * (1 - power) + promised * (1 - promised)) / draws)


def told_apart(apart: float, error: float) -> str:
    """Missed where even two standard errors less would miss the bar; else the draws are too few to say."""
    if apart <= 0.05:
        return "kept"
    return "MISSED" if apart - 2 * error > 0.05 else "too few draws"


TABLES = {
    "coverage": print_coverage,
    "ceiling": print_ceiling,
    "verdicts": print_verdicts,
    "power": print_power,
    "equivalence": print_equivalence,
    "drawn": print_drawn,
    "fixed": print_fixed,
}


def kept(holds: bool) -> str:
    return "kept" if holds else "MISSED"


if __name__ == "__main__":
    main()
