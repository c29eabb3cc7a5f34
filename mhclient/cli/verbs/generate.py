"""`mhclient generate mentalkg`: new cases from a diagnosis graph."""

import argparse

from mhclient.cli.verbs.generate_check import check_graph


def execute(args: argparse.Namespace) -> int:
    """Check the graph, or make what was asked for."""
    return check_graph(args.kg)
