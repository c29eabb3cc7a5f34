"""What `report` and `compare` share: how intervals are worked out."""

import argparse

from mhclient.figures.clusters import ClusterBy, Entities
from mhclient.report.settings import Settings


def settings_of(args: argparse.Namespace) -> Settings:
    """What `add_interval_options` was given."""
    known = args.cluster in tuple(ClusterBy)
    return Settings(
        cluster_by=ClusterBy(args.cluster) if known else ClusterBy.ITEM,
        column=None if known else args.cluster,
        entities=Entities(args.entities),
        margin=None if (points := getattr(args, "margin", None)) is None else points / 100,
    )
