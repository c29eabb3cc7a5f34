"""Tasks by name, as a user gives them: those that a benchmark has not are refused, with those that it has."""

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher, get_close_matches

from benchmark.kinds import BenchmarkKind
from mhclient.errors import UsageError


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
    raise UsageError(
        f"`tasks`: the benchmark has no task '{unknown}'.{_meant(unknown, there)} It has "
        f"{', '.join(_nearest_first(unknown, there))}."
    )


def _meant(unknown: str, there: Collection[str]) -> str:
    folded = {name.casefold(): name for name in there}
    near = get_close_matches(unknown.casefold(), folded, 1)
    return f" Did you mean '{folded[near[0]]}'?" if near else ""


def _nearest_first(unknown: str, there: Collection[str]) -> list[str]:
    def likeness(name: str) -> float:
        return SequenceMatcher(None, unknown.casefold(), name.casefold()).ratio()

    return sorted(there, key=likeness, reverse=True)
