"""What the replies to the shared items cost."""

from collections.abc import Iterator
from typing import Any

from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.pairs import pair_title
from mhclient.report.table import Table
from mhclient.report.wording.names import with_marks
from mhclient.show.cells import NOT_KNOWN


def cost_table(comparison: Comparison) -> Table:
    """What the replies to the shared items cost."""
    rows = [
        (
            pair_title(pair, comparison),
            *_three(pair.tokens, ","),
            *_three(pair.cost_usd, ".4f"),
        )
        for pair in comparison.pairs
    ]
    head = ("Runs", "tokens, first", "second", "difference", "USD, first", "second", "difference")
    note = with_marks("Differences: first minus second; above 0 the first took more.", comparison.runs)
    return Table("Cost of the replies to shared items", head, rows, note)


def _three(both: tuple[float | None, float | None], form: str) -> Iterator[str]:
    """The first run's figure, the second's, and the difference, as far as they are known."""
    for value in both:
        yield NOT_KNOWN if value is None else f"{value:{form}}"
    first, second = both
    known = first is not None and second is not None
    yield f"{(first or 0) - (second or 0):+{form}}".replace("-", "−") if known else NOT_KNOWN


def cost_document(pair: Pair) -> dict[str, Any]:
    """Tokens and dollars of the first run's replies and of the second's."""
    return {"tokens": list(pair.tokens), "cost_usd": list(pair.cost_usd)}


BLOCK = PairBlock(table_of_all=cost_table, document=cost_document)
