"""Benchmarks whose makers ask not to pass on files with answers: exports hold them only if told to.

Decision: docs/decisions/report.md, "What holds golds item by item is written only when told".
"""

from collections.abc import Mapping
from typing import Any

from benchmark.folder import RESTRICTED
from cache import RunRow, Store
from mhclient.errors import UsageError
from mhclient.run.spec import spec_of


def is_restricted(manifest: Mapping[str, Any]) -> bool:
    """Whether a benchmark's makers ask not to pass its answers on."""
    return manifest.get("restricted") == RESTRICTED


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
    if is_restricted(manifest) and not with_answers:
        raise UsageError(
            f"{name}: {manifest.get('name', 'its benchmark')} asks not to distribute files with its answers, "
            f"and this would hold them. Pass `with_answers` for a file that stays with you.{otherwise}"
        )


def refuse_solved_examples(store: Store, run_id: str | None, *, with_answers: bool) -> None:
    """Refuse to write requests that show solved examples of a restricted benchmark.

    Args:
        run_id: whose requests; None for those of every run. A run that cannot be read is passed over.

    Raises:
        UsageError: there are such, and nobody said `with_answers`.
    """
    for run in store.runs.get_all():
        if run_id in (None, run.run_id) and _shows_examples(run):
            manifest = store.benchmarks.get(run.benchmark).manifest
            refuse_answers(manifest, f"{run.run_id} shows solved examples", with_answers=with_answers)


def _shows_examples(run: RunRow) -> bool:
    try:
        return spec_of(run).variant.shots > 0
    except UsageError:  # of a later version, or broken: it hinders no other run
        return False
