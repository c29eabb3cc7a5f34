"""What the replies to the shared items cost."""

from typing import Any

from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.pairs import pair_title
from mhclient.report.names import with_marks
from mhclient.report.table import Table
from mhclient.show.cells import NOT_KNOWN


def cost_table(comparison: Comparison) -> Table:
    """What the replies to the shared items cost."""
    rows = [
        (
            pair_title(pair, comparison),
            *(f"{tokens:,}" for tokens in pair.tokens),
            f"{pair.tokens[0] - pair.tokens[1]:+,}".replace("-", "−"),
            *(_dollars(cost) for cost in pair.cost_usd),
            _dollars_less(pair),
        )
        for pair in comparison.pairs
    ]
    head = ("Runs", "tokens, first", "second", "difference", "USD, first", "second", "difference")
    note = with_marks("Differences: first less second; above 0 the first took more.", comparison.runs)
    return Table("Cost of the replies to shared items", head, rows, note)


def _dollars(cost: float | None) -> str:
    return NOT_KNOWN if cost is None else f"{cost:.4f}"


def _dollars_less(pair: Pair) -> str:
    first, second = pair.cost_usd
    return NOT_KNOWN if first is None or second is None else f"{first - second:+.4f}".replace("-", "−")


def cost_document(pair: Pair) -> dict[str, Any]:
    """Tokens and dollars of the first run's replies and of the second's."""
    return {"tokens": list(pair.tokens), "cost_usd": list(pair.cost_usd)}


BLOCK = PairBlock(table_of_all=cost_table, document=cost_document)
