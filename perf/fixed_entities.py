"""What `interval_coverage.py` measures about exactly these entities (`--entities fixed`).

Entities' effects are given: they are drawn, and the truth is that of these very effects. What varies in
`print_drawn` is which questions about these entities were drawn, and so also how many are about each: that is
what the interval is about. In `print_fixed` less varies: as many questions about each entity as there are,
each with an effect of its own, are drawn anew; or the same questions are answered anew. Intervals may then
be wider than they need be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, logit

from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ItemClusters, one_kind
from mhclient.figures.confidence_intervals import DIFFERENCE, SHARE, Bounds
from mhclient.figures.numerics import Floats, Ints
from mhclient.figures.paired import Verdict, judged
from mhclient.figures.proportion_intervals import Share

if TYPE_CHECKING:
    from interval_coverage import Structure

SHARE_RIGHT, MODELS = 0.4, 6
# On the logit scale: what a question has of its own beside its entities, and how much of that variance two
# models have in common.
OWN, COMMON = 0.5, 0.5
WORLDS = 20  # draws of the entities' effects
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(12)
SIZES = ((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))  # of entities' effects
STEPS = 5  # of Newton's method
HEAD = (
    *("items", "effects", "twins alike", "covered, questions anew", "half-width, points"),
    *("covered, answers anew", "Type I", "family-wise, 6 models", "bars"),
)


@dataclass(frozen=True)
class World:
    """Entities with their effects, and the questions that are asked about them.

    Attributes:
        twin_of: (n_items,) numbers of questions; items of one number share what a question has of its own.
    """

    of: "Structure"
    effects: tuple[float, float]
    twin_of: Ints
    draw: np.random.Generator

    def model(self) -> Floats:
        """(n_items,) a model's logits without what questions have of their own; `SHARE_RIGHT` are right."""
        spreads = self.of.spreads(self.effects)
        logits = logit(SHARE_RIGHT) + self.of.has @ (spreads * self.draw.standard_normal(len(spreads)))
        for _ in range(STEPS):
            found = chances(logits)
            logits = logits + (SHARE_RIGHT - found.mean()) / (found * (1 - found)).mean()
        return np.asarray(logits)

    def questions(self) -> Floats:
        """(n_items,) what questions have of their own."""
        found: Floats = OWN * self.draw.standard_normal(int(self.twin_of.max()) + 1)[self.twin_of]
        return found

    def answers(self, logits: Floats) -> Floats:
        """(n_items,) 1 where right."""
        right: Floats = (self.draw.random(len(logits)) < expit(logits)).astype(float)
        return right


def chances(logits: Floats) -> Floats:
    """(n_items,) how likely a question like each is right, over what such questions have of their own."""
    each = [weight * expit(logits + OWN * node) for node, weight in zip(NODES, WEIGHTS, strict=True)]
    found: Floats = np.sum(each, axis=0) / WEIGHTS.sum()
    return found


def independent(of: "Structure", within: Bounds) -> LinearFigure:
    """The mean over the items as a report with `--entities fixed` has it: no two depend on each other."""
    return mean_of(ItemClusters.of([()] * len(of.parts), one_kind), None, of.parts, within)


def covered(world: World, figure: LinearFigure, draws: int, same_questions: bool) -> list[tuple[bool, float]]:
    """Of each run, whether the interval of its accuracy holds the truth, and its half-width."""
    model, found = world.model(), []
    logits, truth = model + world.questions(), SHARE_RIGHT
    if same_questions:
        truth = float(expit(logits).mean())
    for _ in range(draws):
        right = world.answers(logits if same_questions else model + world.questions())
        estimate = replace(figure.estimate(right), given=Share(int(right.sum()), len(right)).ci95)
        if (bounds := estimate.ci95) is not None:
            found.append((bounds[0] <= truth <= bounds[1], (bounds[1] - bounds[0]) / 2))
    return found


def false_verdicts(world: World, figure: LinearFigure, draws: int) -> list[tuple[bool, bool]]:
    """Whether models that are equal on these entities get a verdict: two of them, and any two of six."""
    models, found = [world.model() for _ in range(MODELS)], []
    for _ in range(draws):
        common = COMMON**0.5 * world.questions()
        runs = [world.answers(each + common + (1 - COMMON) ** 0.5 * world.questions()) for each in models]
        found.append((is_told_apart(figure, runs[:2]), is_told_apart(figure, runs)))
    return found


def is_told_apart(figure: LinearFigure, runs: Sequence[Floats]) -> bool:
    family = judged([figure.estimate(first - second) for first, second in combinations(runs, 2)])
    return any(each.verdict is not Verdict.UNDECIDED for each in family)


def print_fixed(found: Sequence["Structure"], draws: int) -> None:
    """A row for each structure and size of effects; those of all items again with twins alike."""
    print("\nExactly these entities (`--entities fixed`):\n")
    print(f"| {' | '.join(HEAD)} |")
    print("| --- " * len(HEAD) + "|")
    for of, effects in product(found, SIZES):
        for alike in (False, True) if of.name.endswith("all") else (False,):
            print_row(of, effects, draws, of.twin_of if alike else np.arange(len(of.parts)))


def print_drawn(found: Sequence["Structure"], draws: int) -> None:
    """A row for each structure and size of effects; those of all items again with twins alike."""
    print("\nExactly these entities, questions about them drawn at random:\n")
    print("| items | effects | twins alike | covered | bar |")
    print("| --- " * 5 + "|")
    for of, effects in product(found, SIZES):
        for alike in (False, True) if of.name.endswith("all") else (False,):
            twin_of = of.twin_of if alike else np.arange(len(of.parts))
            share = covered_drawn(of, effects, twin_of, draws)
            bar = "kept" if 0.93 <= share <= 0.985 else "MISSED"
            print(f"| {of.name} | {effects} | {'yes' if alike else 'no'} | {share:.3f} | {bar} |", flush=True)


def covered_drawn(of: "Structure", effects: tuple[float, float], twin_of: Ints, draws: int) -> float:
    """How often the interval holds the share of all questions that there are about these entities.

    A question is drawn with all of its items: with its twin, where that is as hard.
    """
    draw, covered = np.random.default_rng(4), []
    order, starts = np.argsort(twin_of, kind="stable"), np.append(0, np.cumsum(np.bincount(twin_of)))
    sizes = np.diff(starts)
    for _ in range(min(WORLDS, draws)):
        world = World(of, effects, twin_of, draw)
        model = world.model()
        for _ in range(max(1, draws // WORLDS)):
            drawn = draw.integers(0, len(sizes), len(sizes))
            own = np.repeat(OWN * draw.standard_normal(len(drawn)), sizes[drawn])
            first = np.repeat(starts[drawn] - np.append(0, np.cumsum(sizes[drawn])[:-1]), sizes[drawn])
            rows = order[first + np.arange(len(own))]
            right = world.answers(model[rows] + own)
            bounds = Share(int(right.sum()), len(right)).ci95
            covered.append(bounds is not None and bounds[0] <= SHARE_RIGHT <= bounds[1])
    return float(np.mean(covered))


def print_row(of: "Structure", effects: tuple[float, float], draws: int, twin_of: Ints) -> None:
    draw, each = np.random.default_rng(4), max(1, draws // WORLDS)
    share, difference = independent(of, SHARE), independent(of, DIFFERENCE)
    anew, same, false = [], [], []
    for _ in range(min(WORLDS, draws)):
        world = World(of, effects, twin_of, draw)
        anew += covered(world, share, each, same_questions=False)
        same += covered(world, share, each, same_questions=True)
        false += false_verdicts(world, difference, each)
    (questions, half), (answers, _), (one, six) = (np.mean(rows, axis=0) for rows in (anew, same, false))
    bars = "kept" if questions >= 0.93 and answers >= 0.93 and one <= 0.08 and six <= 0.08 else "MISSED"
    alike = "no" if len(np.unique(twin_of)) == len(twin_of) else "yes"
    cells = f"{questions:.3f} | {100 * half:.1f} | {answers:.3f} | {one:.3f} | {six:.3f} | {bars}"
    print(f"| {of.name} | {effects} | {alike} | {cells} |", flush=True)
