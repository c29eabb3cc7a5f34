"""Tasks by name, as a user gives them: those that a benchmark has not are refused, with those that it has."""

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from benchmark.kinds import BenchmarkKind
from mhclient.errors import UsageError
from mhclient.run.given import nearest_hint


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
