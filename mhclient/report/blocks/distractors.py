"""Which options of hardened items a run chose: right ones, new ones by the length of their path, old ones."""

from typing import Any

from benchmark.item import noted_in
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.option_origins import OriginShare, origin_shares
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.show.cells import percent

NOTE = (
    "Options of hardened items ('mhclient harden'), over the replies that could be read. A path leads from "
    "an entity of the question to the option's."
)


def chosen_by_origin(basis: Basis) -> tuple[OriginShare, ...]:
    """The options of hardened items by origin; () where a run has none."""
    rows = basis.asked_where("hardened", lambda item: bool(noted_in(item)))
    return origin_shares(basis.tally.scored[row] for row in rows.tolist())


def distractors_table(summary: Summary) -> Table | None:
    """How often options of each origin were chosen."""
    found = summary.get(chosen_by_origin)
    rows = [
        (each.origin, f"{each.n_options:,}", f"{each.n_shown:,}", f"{each.n_chosen:,}", percent(each.share))
        for each in found
    ]
    headings = ("Option", "Options", "Shown", "Chosen", "Of those shown")
    return Table("Which options were chosen", headings, rows, NOTE) if rows else None


def distractors_document(summary: Summary) -> dict[str, Any]:
    """Its key of the run's JSON."""
    found = summary.get(chosen_by_origin)
    return {"distractors": [origin_document(each) for each in found]} if found else {}


def origin_document(each: OriginShare) -> dict[str, Any]:
    """One origin."""
    numbers = {"options": each.n_options, "shown": each.n_shown, "chosen": each.n_chosen}
    return {"origin": each.origin, **numbers, "share": each.share}


BLOCK = Block(
    figures=(chosen_by_origin,), tables=(RunTable(distractors_table),), document=distractors_document
)
