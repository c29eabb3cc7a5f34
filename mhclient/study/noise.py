"""What may say less than it seems to, said before it is paid for: repetitions, and orders of options."""

from collections.abc import Iterator, Sequence

from mhclient.ask.making import n_fixed
from mhclient.show.counts import counted
from mhclient.study.grid import GridCell


def only_noise(cells: Sequence[GridCell]) -> Iterator[str]:
    """The sentence, with the models that are asked each item several times at temperature 0."""
    repeated = (cell for cell in cells if cell.spec.epochs > 1 and cell.spec.parameters.temperature == 0)
    if models := ", ".join(dict.fromkeys(cell.spec.model for cell in repeated)):
        yield (
            "Note: at temperature 0, repetitions show only what the service itself leaves to chance: "
            f"{models}. `temperature` sets how much chance there is in a reply."
        )


def keeping_places(cells: Sequence[GridCell]) -> Iterator[str]:
    """How many questions have options that cannot be moved, of each benchmark asked in another order."""
    asked = {(cell.benchmark.name, cell.spec.tasks): cell for cell in cells if cell.spec.variant.keep_places}
    for (name, tasks), cell in asked.items():
        if n := n_fixed(cell.benchmark, tasks):
            yield (
                f"{counted(n, 'question')} of {name} {'has' if n == 1 else 'have'} options that speak of "
                "other options (“All of the above”, “Both A and B”): these keep their places, and "
                "comparisons of orders leave such questions out."
            )
