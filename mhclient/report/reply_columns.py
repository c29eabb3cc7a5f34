"""What stands in the order of a run's replies: one thing of each row of the store."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from cache import ReplyRow
from mhclient.report.packed import Column, PackedRows


class ReplyColumns(NamedTuple):
    """One thing of each row, for each of those that are looked at in all rows."""

    completion: Sequence[str | None]
    request_key: Sequence[str]
    response_id: Sequence[int | None]
    repetition: Sequence[int]
    from_cache: Sequence[bool]
    served_model: Sequence[str | None]
    fingerprint: Sequence[str | None]
    route: Sequence[str | None]
    tier: Sequence[str | None]
    cached_tokens: Sequence[int | None]
    filters: Sequence[str | None]


def columns_of(rows: Sequence[ReplyRow]) -> ReplyColumns:
    """The columns of a run's rows, of which there is at least one."""
    if isinstance(rows, PackedRows):
        return ReplyColumns(*(Column(rows, attrgetter(name)) for name in ReplyColumns._fields))
    return ReplyColumns(*zip(*map(attrgetter(*ReplyColumns._fields), rows), strict=True))
