"""Benchmarks and items in a store: items checked whole, names for people, and what may not be passed on.

Anyone may have made a store, and what cannot be scored is not asked. Benchmarks whose makers ask not to pass
on files with answers are restricted: exports hold answers only if told to.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from benchmark import Item
from benchmark.checks import item_from_line
from benchmark.folder import RESTRICTED
from benchmark.kinds import BenchmarkKind
from cache import BenchmarkItem, RunRow, Store
from cache.rows import BenchmarkRow
from mhclient.errors import UsageError
from mhclient.run.given import nearest_hint
from mhclient.run.spec import spec_of


def stored_item(entry: BenchmarkItem, seen: dict[Any, Any] | None = None) -> Item:
    """A stored benchmark's item; `seen` as `item_from_line` has it.

    Raises:
        ValueError: it is not one, or not the one whose place it has; says why.
    """
    item = item_from_line(entry.body, seen)
    if (item.id, item.task) != (entry.item_id, entry.task):
        raise ValueError(
            f"it has the place of item {str(entry.item_id)[:80]!r} of task {str(entry.task)[:80]!r}"
        )
    return item


def reply_name(item_id: str, repetition: int) -> str:
    """What a reply of a run is called: its item, and the number of the repetition from the second on.

    >>> reply_name("FC-12", 1), reply_name("FC-12", 3)
    ('FC-12', 'FC-12 (3)')
    """
    return item_id if repetition == 1 else f"{item_id} ({repetition})"


def check_items(entries: Iterable[BenchmarkItem], source: str) -> None:
    """Look at every item before any is asked.

    Raises:
        UsageError: one cannot be used; `source` is named.
    """
    for entry in entries:
        try:
            stored_item(entry)
        except ValueError as error:
            raise UsageError(
                f"{source}: item {str(entry.item_id)[:80]!r} of the benchmark cannot be used: {error}. "
                "Nothing was asked. Use a new store with `store`, or mend the items and import them again."
            ) from error


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


def benchmark_names(store: Store, digests: Iterable[str]) -> dict[str, str]:
    """Benchmark → its name.

    The folder of a file has part of a hash in its name, which tells two files of one name apart; it is left
    out where these benchmarks have different names without it.
    """
    rows = [store.benchmarks.get(digest) for digest in dict.fromkeys(digests)]
    short = Counter(map(_name, rows))
    return {row.digest: name if short[name := _name(row)] == 1 else row.name for row in rows}


def _name(row: BenchmarkRow) -> str:
    own = BenchmarkKind.of(row.manifest) is BenchmarkKind.OWN
    return str(row.manifest.get("name") or row.name) if own else row.name


def check_tasks(names: Sequence[str], there: Collection[str]) -> None:
    """Refuse the first that is none.

    Args:
        there: the tasks that the benchmark has.

    Raises:
        UsageError: names it, and the tasks there are, the nearest first.
    """
    unknown = next((name for name in names if name not in there), None)
    if unknown is None:
        return
    if [*there] == [BenchmarkKind.OWN]:
        raise UsageError(
            f"`tasks`: the questions are in no groups, so that there is no task '{unknown}'. Leave it "
            "out; a column 'task' of the file makes groups."
        )
    hint = nearest_hint(unknown, there)
    raise UsageError(
        f"`tasks`: the benchmark has no task '{unknown}'{f': {hint}' if hint else '.'} It has "
        f"{', '.join(_nearest_first(unknown, there))}."
    )


def _nearest_first(unknown: str, there: Collection[str]) -> list[str]:
    def likeness(name: str) -> float:
        return SequenceMatcher(None, unknown.casefold(), name.casefold()).ratio()

    return sorted(there, key=likeness, reverse=True)
