"""Options that say what a model is told besides the prompt."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from mhclient.cli.as_options import as_options
from mhclient.errors import UsageError
from mhclient.run.body_fields import parse_route, parse_setting
from mhclient.run.parameters import EFFORTS, TIERS, check_thinking

__all__ = ["EFFORTS", "TIERS", "Given", "route", "setting", "thinking"]


class Given(argparse.Action):
    """Keeps the value, and in `NAME_given` that it was said."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """See `argparse.Action`."""
        setattr(namespace, self.dest, values)
        setattr(namespace, f"{self.dest}_given", True)


def setting(text: str) -> dict[str, Any]:
    """`PATH=JSON`, for argparse."""
    try:
        return parse_setting(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(as_options(str(error))) from None


def route(text: str) -> dict[str, Any]:
    """A wish of a route, for argparse."""
    try:
        return parse_route(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(as_options(str(error))) from None


def thinking(text: str) -> int | str:
    """A number of tokens, off or adaptive, for argparse."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
    try:
        check_thinking(found)
    except UsageError as error:
        raise argparse.ArgumentTypeError(as_options(str(error))) from None
    return found
