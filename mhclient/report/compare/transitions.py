"""How items ended in the first run and in the second, and which of them changed."""

from dataclasses import replace
from typing import Any

from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.pairs import compared_items, of_pair
from mhclient.report.table import Cell, Row, Table


def transitions_table(pair: Pair, comparison: Comparison) -> Table:
    """How items ended in the first run (rows) and in the second (columns)."""
    ends = list(
        dict.fromkeys(["right", "wrong", *(end for ends in sorted(pair.transitions) for end in ends)])
    )
    rows: list[Row] = [(end.replace("_", " "), *(_cell(pair, end, other) for other in ends)) for end in ends]
    head = ("first \\ second", *(end.replace("_", " ") for end in ends))
    several = max(pair.first.spec.epochs, pair.second.spec.epochs) > 1
    note = "Counted: replies, repetition by repetition." if several else ""
    return of_pair(pair, comparison, Table("how items ended", head, rows, note), "{} beside {}".format)


def _cell(pair: Pair, first: str, second: str) -> Cell:
    n = pair.transitions.get((first, second), 0)
    ended = {"result" if second in ("right", "wrong") else "ending": second}
    return Cell(str(n), replace(compared_items(pair, there=first, **ended), n=n))


def transitions_document(pair: Pair) -> dict[str, Any]:
    """The same, with the items that changed, and how many only one of the runs has asked."""
    return {
        "transitions": [
            {"first": first, "second": second, "n": n}
            for (first, second), n in sorted(pair.transitions.items())
        ],
        "lost": list(pair.lost),
        "won": list(pair.won),
        "left_out": pair.left_out,
    }


BLOCK = PairBlock(table=transitions_table, document=transitions_document)
