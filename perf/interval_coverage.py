"""Whether intervals and verdicts hold their level on real structures of items, by simulation.

Models answer with logit p = a + the effects of all entities of an item; effects are drawn anew every time,
and the truth is the mean over new entities. a is such that this mean is the accuracy that stands above a
column. Effects: standard deviations on the logit scale of drugs, genes, phenotypes and exposures, and of
diseases; 0.5 is about ±12 points at 50 %. Or a model knows an entity or does not, and is right where it knows
all of an item's entities ("known").

    python perf/interval_coverage.py [--quick] [--record] [--shared ../shared/data]
    python perf/interval_coverage.py --items "real all,sample RP" --table verdicts --draws 1000

`coverage` is of accuracy, `figures` of averages of tasks and of coverage of the graph, over all items. Cells:
how often the interval holds the truth ± the standard error of that share of draws, and how often the truth
lies below it. Bars: .93 to .985 (where entities are known or not: at least .90), below at most .05; a cell
that is beyond one by less than two standard errors is no miss. In `verdicts` cells have Type I errors of one
comparison and of any of 15, of six equal models. Bars: .08.

The table `equivalence` has runs that are right to 95 and 98 %, exactly a margin apart: a sample is likely to
show too few differences there. Bar: called equivalent, or not inferior, at most .08; where entities are known
or not, nothing in a sample shows what it has not met, and there is no bar. Beside it: how often runs that are
both right to 97 % are called equivalent.

The last two tables are about exactly these entities (`--entities fixed`): their effects are given, and
questions about them are drawn at random; or, in the last, as many about each as there are, or answers alone.
In the last coverage may be higher: answers that vary less than independent ones have wider intervals than
they need.
"""

import argparse
import gzip
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import TypeAlias

import numpy as np
from fixed_entities import print_drawn, print_fixed
from recording import make_parser, recording
from scipy.optimize import brentq
from scipy.sparse import csr_array
from scipy.special import expit

from benchmark import BuildSettings, Item, Sources
from benchmark.build.build import Built, build
from benchmark.build.seeds import seed_path
from benchmark.sample import sample_paths
from mhclient.figures.accuracy import MHGRAPHBENCH
from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ClusterBy, ItemClusters, entity_kind, sharing_keys
from mhclient.figures.confidence_intervals import DIFFERENCE, SHARE, Estimate
from mhclient.figures.coverage import COVERAGE_NAMES, CoverageBasis, CoverageItems, Slice, parts_of_each
from mhclient.figures.paired import Verdict, judged

MARGINALS = (0.5, 0.75, 0.9, 0.95, 0.98)
KNOWN = "known"  # or not: a model is right on all that it knows
EFFECTS = ((0.0, 0.0), (1.0, 0.0), (0.5, 0.5), (1.0, 1.0))
ENDS = (EFFECTS[0], EFFECTS[-1])
WEAK = (0.3, 0.3)  # where degrees of freedom are estimated too high most easily
# Of the variance of entities, what two models have in common.
COMMON = 0.5
MARGIN = 0.03
MODELS = 6
INDEPENDENT = (20, 60, 120, 431, 2_000, 11_348)
PARTS_OF_EC = (431, 1_000)


@dataclass(frozen=True)
class Structure:
    """Items, as far as their correctness depends on them.

    Attributes:
        has: (n_items, n_entities) 1 where an item has an entity.
        is_disease: (n_entities,).
        parts: (n_items,) number of each item's task.
        twin_of: (n_items,) number of each item's question; an item and its twin with evidence share it.
        tasks: (n_items,) names.
        basis: of figures of coverage, where all items of a benchmark are there.
    """

    name: str
    shared: ItemClusters
    has: csr_array
    is_disease: np.ndarray
    parts: np.ndarray
    twin_of: np.ndarray
    tasks: np.ndarray
    basis: CoverageBasis | None = None

    @classmethod
    def of(cls, name: str, items: Sequence[Item], graph: Slice | None = None) -> "Structure":
        keys = sharing_keys(items, ClusterBy.ENTITY)
        place = {key: at for at, key in enumerate(dict.fromkeys(key for each in keys for key in each))}
        rows = np.repeat(np.arange(len(items)), [len(each) for each in keys])
        columns = np.array([place[key] for each in keys for key in each])
        tasks = np.array([item.task for item in items])
        shared, parts = ItemClusters.of(keys, entity_kind), np.unique(tasks, return_inverse=True)[1]
        counts_for = parts_of_each(items, CoverageItems.ALL)
        return cls(
            name,
            shared,
            csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(items), len(place))),
            np.array([key.startswith("disease|") for key in place]),
            parts,
            np.unique([item.details.get("base_item", item.id) for item in items], return_inverse=True)[1],
            tasks,
            None if graph is None else CoverageBasis(counts_for, graph, shared, parts),
        )

    @classmethod
    def independent(cls, n: int) -> "Structure":
        """Items that share nothing."""
        none, names = np.zeros(n, dtype=np.int64), np.full(n, "EC")
        shared = ItemClusters.of([()] * n, entity_kind)
        return cls(f"independent {n}", shared, csr_array((n, 0)), np.zeros(0, bool), none, none, names)

    def some(self, n: int) -> "Structure":
        """Some of the items, drawn at random."""
        rows = np.sort(np.random.default_rng(5).choice(self.shared.n_items, n, replace=False))
        columns = (self.has, self.parts, self.twin_of, self.tasks)
        has, parts, twin_of, tasks = (each[rows] for each in columns)
        name, shared = f"{n} of {self.name}", self.shared.among(rows)
        return Structure(name, shared, has, self.is_disease, parts, twin_of, tasks)

    @property
    def figure(self) -> LinearFigure:
        return mean_of(self.shared, parts=self.parts, within=SHARE)

    @property
    def difference(self) -> LinearFigure:
        return mean_of(self.shared, parts=self.parts, within=DIFFERENCE)

    def spreads(self, effects: tuple[float, float]) -> np.ndarray:
        others, diseases = effects
        return np.where(self.is_disease, diseases, others)

    def chances(self, base: np.ndarray, effects: tuple[float, float]) -> np.ndarray:
        """(n_items,) the means over new entities, by Gauss–Hermite quadrature."""
        spread = np.sqrt(self.has @ self.spreads(effects) ** 2)
        nodes, weights = np.polynomial.hermite_e.hermegauss(40)
        parts = [weight * expit(base + spread * node) for node, weight in zip(nodes, weights, strict=True)]
        found: np.ndarray = np.sum(parts, axis=0) / weights.sum()
        return found

    def averages(self) -> "dict[str, Average]":
        """By name."""
        found = {}
        for name, weights in MHGRAPHBENCH.items():
            of = np.sum(
                [each * (self.tasks == task) / sum(self.tasks == task) for task, each in weights.items()],
                axis=0,
            )
            rows = np.flatnonzero(of)
            parts = np.unique(self.parts[rows], return_inverse=True)[1]
            found[name] = Average(rows, LinearFigure(self.shared.among(rows), of[rows], parts, SHARE))
        return found

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


@dataclass(frozen=True)
class Average:
    """An average of tasks, and (n,) its items."""

    rows: np.ndarray
    figure: LinearFigure


Effects: TypeAlias = tuple[float, float] | str
EVERY: tuple[Effects, ...] = (*EFFECTS, KNOWN)


@dataclass(frozen=True)
class World:
    """Models that are right on so many items on average.

    Attributes:
        chances: (n_items,) the mean over new entities.
        level: the logit where entities have no effect; or the chance that an entity is not known.
    """

    of: Structure
    effects: Effects
    chances: np.ndarray
    level: float

    @classmethod
    def at(cls, of: Structure, effects: Effects, marginal: float) -> "World":
        def chances(level: float) -> np.ndarray:
            if isinstance(effects, str):
                return np.asarray((1 - level) ** np.asarray(of.has.sum(axis=1)).ravel())
            return of.chances(np.full(of.shared.n_items, level), effects)

        ends = (0.0, 1.0) if isinstance(effects, str) else (-20.0, 30.0)
        level = float(brentq(lambda level: chances(level).mean() - marginal, *ends))
        return cls(of, effects, chances(level), level)

    def runs(self, draw: np.random.Generator, levels: Sequence[float]) -> list[np.ndarray]:
        """(n_items,) 1 where right, for a model of each level; half of what entities do is common."""
        of = self.of
        if not isinstance(self.effects, str):
            return of.runs(draw, self.effects, [np.full(of.shared.n_items, level) for level in levels])
        n, found = of.has.shape[1], []
        together = draw.random(n)
        for level in levels:
            unknown = np.where(draw.random(n) < COMMON, together, draw.random(n)) < level
            found.append((of.has @ unknown == 0).astype(float))
        return found


Figures: TypeAlias = Callable[[np.ndarray], Sequence[Estimate]]


def coverage(world: World, figures: Figures, draws: int) -> list[tuple[float, float, float]]:
    """Of each figure: how often its interval holds the truth, lies above it, and its mean half-width."""
    truths, draw = [each.value or 0.0 for each in figures(world.chances)], np.random.default_rng(1)
    found: list[list[tuple[bool, bool, float]]] = [[] for _ in truths]
    for _ in range(draws):
        (right,) = world.runs(draw, [world.level])
        for of_each, truth, estimate in zip(found, truths, figures(right), strict=True):
            if (bounds := estimate.ci95) is not None:
                low, high = bounds
                of_each.append((low <= truth <= high, truth < low, (high - low) / 2))
    return [tuple(np.mean(each, axis=0).tolist()) if each else (math.nan,) * 3 for each in found]


def false_verdicts(world: World, draws: int) -> tuple[float, float]:
    """How often two of six equally good models get a verdict, alone; and any two, as one family of 15."""
    draw, figure = np.random.default_rng(2), world.of.difference
    found = []
    for _ in range(draws):
        family = [
            figure.estimate(one - other)
            for one, other in combinations(world.runs(draw, [world.level] * MODELS), 2)
        ]
        alone, together = judged(family[:1]), judged(family)
        found.append(
            [any(each.verdict is not Verdict.UNDECIDED for each in all) for all in (alone, together)]
        )
    one, six = np.mean(found, axis=0).tolist()
    return one, six


def equivalences(first: World, second: World, draws: int) -> tuple[float, float]:
    """How often two models are called equivalent, and the first not inferior."""
    draw, figure, found = np.random.default_rng(4), first.of.difference, []
    for _ in range(draws):
        one, other = first.runs(draw, [first.level, second.level])
        judgement = judged([figure.estimate(one - other)], MARGIN)[0]
        found.append((judgement.verdict is Verdict.EQUIVALENT, judgement.not_inferior))
    equivalent, not_inferior = np.mean(found, axis=0)
    return float(equivalent), float(not_inferior)


def structures(shared: Path) -> Iterator[Structure]:
    """Tasks of the packaged sample, and of real rows where they are at hand; independent items."""
    built = {"sample": build(sample_paths(), BuildSettings())}
    if (shared / "primekg_slice").is_dir():
        built["real"] = built_of_real_rows(shared / "primekg_slice")
    for name, benchmark in built.items():
        items, graph = benchmark.items(), Slice.from_csv(benchmark.triples.text)
        for task in ("RP", "FC", "EC", "R1"):
            of = Structure.of(f"{name} {task}", [item for item in items if item.task == task])
            yield of
            if of.name == "real EC":
                yield from map(of.some, PARTS_OF_EC)
        yield Structure.of(f"{name} all", items, graph)
    yield from map(Structure.independent, INDEPENDENT)


def built_of_real_rows(folder: Path) -> Built:
    with tempfile.TemporaryDirectory() as scratch:
        kg = Path(scratch) / "kg.csv"
        background = gzip.decompress((folder / "kg_background.csv.gz").read_bytes()).split(b"\n", 1)[1]
        kg.write_bytes((folder / "kg.csv").read_bytes() + background)
        features = (folder / "disease_features.tab", folder / "drug_features.tab")
        sources = Sources(kg, seed_path("psychiatric-42"), *features, skip_missing_seeds=True)
        return build(sources, BuildSettings())


def parser_of(about: str | None, tables: Iterable[str]) -> argparse.ArgumentParser:
    """Options of scripts that simulate on structures of items."""
    parser = make_parser(about)
    default = Path(__file__).parents[2] / "shared" / "data"
    parser.add_argument(
        "--shared", type=Path, default=default, metavar="DIR", help="real rows, where they are"
    )
    parser.add_argument("--draws", type=int, default=400, help="simulations of each row (default: 400)")
    parser.add_argument("--table", choices=tables, help="this alone")
    return parser


def main() -> None:
    parser = parser_of(__doc__, TABLES)
    parser.add_argument("--items", default="", metavar="NAMES", help="these alone, as 'real all,sample RP'")
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
    tested = [of for of in found if of.name in TESTED]
    of_table = {"coverage": found, "figures": found}
    for name in [args.table] if args.table else TABLES:
        TABLES[name](of_table.get(name, tested), draws)


TESTED = [f"{of} {name}" for of in ("sample", "real") for name in ("RP", "FC", "EC", "all")]


def worlds(of: Structure) -> Sequence[Effects]:
    """Items without entities have one way alone to depend on each other: none."""
    return EVERY if of.has.shape[1] else EFFECTS[:1]


def print_coverage(found: Sequence[Structure], draws: int) -> None:
    print_head(("items", "G*", "effects"), "half-widths, points")
    for of in found:
        figure = of.figure
        for effects in worlds(of):
            at = [coverage(World.at(of, effects, each), partial(only, figure), draws) for each in MARGINALS]
            print_row((of.name, f"{figure.n_effective:.1f}", effects), [each for (each,) in at], draws)


def only(figure: LinearFigure, right: np.ndarray) -> list[Estimate]:
    return [figure.estimate(right)]


def print_figures(found: Sequence[Structure], draws: int) -> None:
    print("\nAverages of tasks and coverage of the graph, over all items:\n")
    print_head(("items", "figure", "effects"), "half-widths, points")
    for of in found:
        if (basis := of.basis) is None:
            continue
        averages = of.averages()
        figures = partial(averages_and_coverage, averages, basis)
        for effects in (*ENDS, KNOWN):
            at = [coverage(World.at(of, effects, each), figures, draws) for each in MARGINALS]
            for name, cells in zip((*averages, *COVERAGE_NAMES), zip(*at, strict=True), strict=True):
                print_row((of.name, name, effects), cells, draws)


def averages_and_coverage(
    averages: "dict[str, Average]", basis: CoverageBasis, right: np.ndarray
) -> list[Estimate]:
    of_graph = basis.coverage(right)
    means = [each.figure.estimate(right[each.rows]) for each in averages.values()]
    return [*means, *(getattr(of_graph, name) for name in COVERAGE_NAMES.values())]


def print_head(first: Sequence[str], *last: str) -> None:
    head = (*first, *(f"{100 * each:.0f} %" for each in MARGINALS), *last, "bars")
    print(f"| {' | '.join(head)} |")
    print("| --- " * len(head) + "|")


def print_row(first: Sequence[object], cells: Sequence[tuple[float, float, float]], draws: int) -> None:
    """Args: cells: covered, truth below, half-width, at each accuracy."""
    least = 0.9 if KNOWN in first else 0.93
    shown = [f"{with_error(covered, draws)}, {below:.3f}" for covered, below, _ in cells]
    widths = ", ".join(f"{100 * width:.1f}" for *_, width in cells)
    if any(math.isnan(covered) for covered, *_ in cells):
        shown, bars = ["no interval"] * len(cells), "–"
    else:
        most = 1.0 if KNOWN in first else 0.985
        worst = max(
            max(least - covered, covered - most) - 2 * error_of(covered, draws) for covered, *_ in cells
        )
        too_high = max(below - 0.05 - 2 * error_of(below, draws) for _, below, _ in cells)
        bars = kept(worst <= 0 and (too_high <= 0 or KNOWN in first))
    print(f"| {' | '.join([*map(str, first), *shown, widths, bars])} |", flush=True)


def error_of(share: float, draws: int) -> float:
    """The standard error of a share of draws."""
    return math.sqrt(share * (1 - share) / draws)


def with_error(share: float, draws: int) -> str:
    return f"{share:.3f} ± {error_of(share, draws):.3f}"


def print_verdicts(found: Sequence[Structure], draws: int) -> None:
    print("\nType I errors of one comparison; of any of 15, of six equal models:\n")
    print_head(("items", "effects"))
    for of, effects in product(found, (*EVERY, WEAK)):
        at = [false_verdicts(World.at(of, effects, each), draws) for each in MARGINALS]
        bars = kept(all(share - 2 * error_of(share, draws) <= 0.08 for both in at for share in both))
        cells = [f"{with_error(one, draws)}; {with_error(six, draws)}" for one, six in at]
        print(f"| {' | '.join([of.name, str(effects), *cells, bars])} |", flush=True)


def print_equivalence(found: Sequence[Structure], draws: int) -> None:
    print(f"\nRuns of 95 and 98 %, exactly the margin of {100 * MARGIN:.0f} points apart:\n")
    print(
        "| items | effects | equivalent | not inferior | bar | both 97 %: equivalent |\n" + "| --- " * 6 + "|"
    )
    for of, effects in product(found, EVERY):
        worse, better, alike = (World.at(of, effects, right) for right in (0.95, 0.98, 0.97))
        shares = equivalences(worse, better, draws)
        bar = "none" if effects == KNOWN else kept(max(shares) - 2 * error_of(0.08, draws) <= 0.08)
        cells = [*(with_error(each, draws) for each in shares), bar]
        cells.append(with_error(equivalences(alike, alike, draws)[0], draws))
        print(f"| {of.name} | {effects} | {' | '.join(cells)} |", flush=True)


TABLES = {
    "coverage": print_coverage,
    "figures": print_figures,
    "verdicts": print_verdicts,
    "equivalence": print_equivalence,
    "drawn": print_drawn,
    "fixed": print_fixed,
}


def kept(holds: bool) -> str:
    return "kept" if holds else "MISSED"


if __name__ == "__main__":
    main()
