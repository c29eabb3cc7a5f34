"""A grid: benchmarks × models × ways of asking, each cell of which is a run.

Nothing is sent here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any

from benchmark import Benchmark
from mhclient.ask.making import DEFAULT_VARIANT, make_spec
from mhclient.ask.order import Limits, Pace, RunOrder, make_pace
from mhclient.ask.plan import check_plan
from mhclient.ask.run import benchmark_lines
from mhclient.errors import UsageError
from mhclient.providers.base import Model
from mhclient.run.marks import settings_label
from mhclient.run.prices import Price
from mhclient.run.spec import RunSpec


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A model of a grid, and what is told to it alone.

    Attributes:
        parameters: what `make_spec` takes, over those of the grid.
        price: of a million tokens, where no list has the model.
    """

    model: Model
    parameters: Mapping[str, Any] = field(default_factory=dict)
    price: Price | None = None


@dataclass(frozen=True, slots=True)
class GridCell:
    """One run of a grid.

    Attributes:
        name: the run's id, where the user has given it one.
        of_several: whether the grid asks other benchmarks, too.
    """

    benchmark: Benchmark
    model: Model
    spec: RunSpec
    pace: Pace
    adapt: bool = False
    name: str | None = None
    of_several: bool = False

    @property
    def run_id(self) -> str:
        """Under which the store has it."""
        return self.name or self.spec.run_id()

    @property
    def title(self) -> str:
        """The model, the variant, and what is otherwise than usual; the benchmark where there are several."""
        spec = self.spec
        benchmark = [self.benchmark.name] if self.of_several else []
        epochs = [f"{spec.epochs} epochs"] if spec.epochs > 1 else []
        return " · ".join([*benchmark, spec.model, spec.variant.name, *settings_label(spec), *epochs])

    def order(self) -> RunOrder:
        """What is asked of whom."""
        return RunOrder(self.benchmark, self.spec, self.model.provider, self.run_id, self.pace, self.adapt)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a grid asks of each model, besides whom and what.

    Attributes:
        variants: prompt formats, as `make_spec` takes them.
        parameters: what else `make_spec` takes: tasks, limit, temperature, …
        limits: how fast, and up to what cost, all cells together.
        adapt: let parameters that a model does not take be changed.
        by_batch: all but the first request goes by batch.
    """

    variants: Sequence[str] = (DEFAULT_VARIANT,)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    adapt: bool = False
    by_batch: bool = False


def make_grid(benchmarks: Sequence[Benchmark], asked: Sequence[AskedModel], wanted: Wanted) -> list[GridCell]:
    """Every model asked every benchmark in every variant, under caps that hold for all of it together.

    Raises:
        UsageError: there is nothing to ask, two cells are the same, or a cell cannot be asked so; nothing has
            been sent then.
    """
    cells = []
    for benchmark, one, variant in product(benchmarks, asked, wanted.variants):
        spec = make_spec(benchmark, one.model, variant, **{**wanted.parameters, **one.parameters})
        limits = wanted.limits if one.price is None else Limits(**{**wanted.limits, "price": one.price})
        tier = spec.parameters.tier_asked
        pace = make_pace(one.model, limits, priced=True, by_batch=wanted.by_batch, tier=tier)
        cells.append(GridCell(benchmark, one.model, spec, pace, wanted.adapt))
    return as_grid(cells)


def as_grid(cells: Sequence[GridCell]) -> list[GridCell]:
    """The cells as one piece of work: all of them can be asked, and they share their caps.

    Raises:
        UsageError: as `make_grid`.
    """
    if len(cells) < 2:
        return list(cells)  # whether it can be asked is seen where it is planned
    _refuse_equal(cells)
    for cell in cells:
        check_plan(partial(benchmark_lines, cell.benchmark), cell.spec, cell.model.provider)
    several = len({cell.spec.benchmark for cell in cells}) > 1
    return [replace(cell, of_several=several) for cell in _with_caps_together(cells)]


def _refuse_equal(cells: Collection[GridCell]) -> None:
    seen: set[str] = set()
    for cell in cells:
        if cell.run_id in seen:
            raise UsageError(
                f"{cell.title} is to be asked the same twice ({cell.run_id}). Name each model, each variant "
                "and each source once; `epochs` asks several times."
            )
        seen.add(cell.run_id)


def _with_caps_together(cells: Sequence[GridCell]) -> list[GridCell]:
    """The cells under one set of caps, which hold for all of them and over all starts."""
    together = tuple(cell.run_id for cell in cells)
    dearest = max(cell.pace.caps.unpriced_usd_per_token or 0.0 for cell in cells) or None

    def capped(pace: Pace) -> Pace:
        caps = replace(pace.caps, together=together, unpriced_usd_per_token=dearest)
        return replace(pace, caps=caps)

    return [replace(cell, pace=capped(cell.pace)) for cell in cells]
