"""What `report` and `compare` share: which items, and how intervals are worked out."""

import argparse

from mhclient.figures.clustering import ClusterBy, Entities
from mhclient.report.loading.item_choice import ItemChoice, in_words
from mhclient.report.settings import Settings


def settings_of(args: argparse.Namespace) -> Settings:
    """What `add_interval_options` was given."""
    known = args.cluster in tuple(ClusterBy)
    return Settings(
        cluster_by=ClusterBy(args.cluster) if known else ClusterBy.ITEM,
        column=None if known else args.cluster,
        entities=Entities(args.entities),
        only=in_words(items_of(args).where),
        margin=None if (points := getattr(args, "margin", None)) is None else points / 100,
    )


def items_of(args: argparse.Namespace) -> ItemChoice:
    """Which items `add_interval_options` was given."""
    where: dict[str, list[str]] = {}
    for column, value in getattr(args, "where", ()):
        where.setdefault(column, []).append(value)
    return ItemChoice(where, getattr(args, "by", None), getattr(args, "with_answers", False))
