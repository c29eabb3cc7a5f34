"""Forced choices as the store has them: replies that hold every form's score."""

import json
from collections.abc import Mapping, Sequence

from mhclient.letters.figures import Chosen
from mhclient.scoring.scored import Scored
from mhclient.wire.local import ForcedChoice


def chosen_items(scored: Sequence[Scored], bodies: Mapping[str, bytes]) -> list[Chosen]:
    """The items of a run of forced choices that have one.

    Args:
        bodies: item id → its reply, as kept.
    """
    return [
        Chosen(
            item.item.id,
            item.task,
            next(iter(item.gold)),
            ForcedChoice.from_json(json.loads(bodies[item.item.id])),
        )
        for item in scored
        if item.item.id in bodies
    ]
