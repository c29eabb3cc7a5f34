"""What a run of a local model would compute: tokens are counted and nothing is scored."""

from dataclasses import dataclass
from pathlib import Path

from mhclient.ask.estimate import Items, planned_pages, stored_of
from mhclient.ask.order import Pace
from mhclient.providers.base import Provider
from mhclient.providers.outline import ModelOutline
from mhclient.run.spec import RunSpec


@dataclass(frozen=True, slots=True)
class LocalEstimate:
    """What would be computed, and where.

    Attributes:
        n_items, n_stored: items of the run; those whose reply is in the store. An item that is asked several
            times counts as often.
        lengths: tokens of each prompt and its longest answer, of the items to compute; equal ones once.
    """

    outline: ModelOutline
    n_items: int
    n_stored: int
    lengths: tuple[int, ...]

    @property
    def n_too_long(self) -> int:
        """Items that would be recorded as too long."""
        return sum(length > self.outline.room for length in self.lengths)


def estimate_local(
    items: Items, spec: RunSpec, provider: Provider, outline: ModelOutline, pace: Pace, store: Path
) -> LocalEstimate:
    """Make token ids of everything a run would compute.

    Raises:
        ModelUnusable: the tokenizer cannot tell letters apart.
    """
    n_items, n_stored = 0, 0
    lengths: dict[str, int] = {}  # by key
    for page in planned_pages(items, spec, provider):
        bodies = {request.key: request.body for request, _ in page}
        stored = stored_of(list(bodies), store, pace)
        n_items += len(page)
        n_stored += sum(request.key in stored for request, _ in page)
        new = [key for key in bodies if key not in stored and key not in lengths]
        lengths |= zip(new, outline.lengths(bodies[key] for key in new), strict=True)
    return LocalEstimate(outline, n_items, n_stored, tuple(lengths.values()))
