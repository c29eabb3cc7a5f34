"""Benchmarks whose makers ask not to pass on files with answers: exports hold them only if told to."""

from collections.abc import Mapping
from typing import Any

from benchmark.folder import RESTRICTED
from mhclient.errors import UsageError


def refuse_answers(
    manifest: Mapping[str, Any], name: str, *, with_answers: bool, otherwise: str = ""
) -> None:
    """Refuse to write the answers of a restricted benchmark.

    Args:
        name: of the benchmark or the run, for the message.
        otherwise: what else can be done, as a sentence.

    Raises:
        UsageError: it is restricted, and nobody said `with_answers`.
    """
    if manifest.get("restricted") == RESTRICTED and not with_answers:
        raise UsageError(
            f"{name}: {manifest.get('name', 'its benchmark')} asks not to distribute files with its answers, "
            f"and this would hold them. Pass `with_answers` for a file that stays with you.{otherwise}"
        )
