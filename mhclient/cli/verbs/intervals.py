"""What `report` and `compare` share: how clustered intervals are worked out."""

import argparse

from mhclient.figures.clusters import ClusterBy
from mhclient.report.settings import Settings


def settings_of(args: argparse.Namespace) -> Settings:
    """What `add_interval_options` was given."""
    return Settings(ClusterBy(args.cluster), args.resamples, args.seed)
