"""The sentence that stands with every figure: what the figures measure, and what they do not."""

from collections.abc import Iterable

from benchmark.kinds import BenchmarkKind
from mhclient.report.loaded import LoadedRun

NOT_SAFETY = "They do not measure clinical safety or fitness for use with patients."


def caveat(runs: Iterable[LoadedRun]) -> str:
    """What the figures of these runs measure, and what they do not."""
    return caveat_of(BenchmarkKind.of(run.benchmark.manifest) for run in runs)


def caveat_of(kinds: Iterable[BenchmarkKind | None]) -> str:
    """The same for benchmarks of these kinds; of one that is not known, only its golds are.

    >>> caveat_of([BenchmarkKind.OWN, None]).partition(".")[0]
    'These figures measure agreement with the golds that were given'
    """
    measured = list(dict.fromkeys((kind or BenchmarkKind.OWN).golds for kind in kinds))
    by_benchmark = ", each by its benchmark," if len(measured) > 1 else ""
    return f"These figures measure{by_benchmark} agreement with {' or with '.join(measured)}. {NOT_SAFETY}"
