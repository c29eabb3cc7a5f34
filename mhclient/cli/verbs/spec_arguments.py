"""From the options of a run to what `make_spec` takes besides the variant."""

import argparse
from typing import Any

from mhclient.run.body_fields import joined, route_of

PLAIN = ("tasks", "limit", "epochs", "max_tokens", "effort", "thinking", "tier")


def parameters_of(args: argparse.Namespace) -> dict[str, Any]:
    """Everything that is said; a temperature only if it is, for models that reason are sent none.

    Raises:
        UsageError: a field of the body is set twice.
    """
    found = {name: getattr(args, name) for name in PLAIN}
    if getattr(args, "temperature_given", False):
        found["temperature"] = args.temperature
    if getattr(args, "route", None):
        found["route"] = route_of(args.route)
    if args.set:
        found["parameters"] = joined(args.set)
    return found
