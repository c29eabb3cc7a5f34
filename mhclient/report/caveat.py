"""The sentence that stands with every figure: what the figures measure, and what they do not."""

from collections.abc import Iterable, Sequence

from benchmark.kinds import BenchmarkKind
from mhclient.report.illustration import illustration
from mhclient.report.loading.loaded import LoadedRun

NOT_MEASURED = "clinical safety or fitness for use with patients"
NOT_SAFETY = f"They do not measure {NOT_MEASURED}."


def caveat(runs: Iterable[LoadedRun]) -> str:
    """What the figures of these runs measure, and what they do not; first that they are an illustration."""
    known = list(runs)
    measured = caveat_of(BenchmarkKind.of(run.benchmark.manifest) for run in known)
    return " ".join(part for part in (illustration(known), measured) if part)


def measured_by(runs: Iterable[LoadedRun]) -> str:
    """What the figures of these runs measure, without a sentence around it."""
    return _agreement(_golds(BenchmarkKind.of(run.benchmark.manifest) for run in runs))


def caveat_of(kinds: Iterable[BenchmarkKind | None]) -> str:
    """The same for benchmarks of these kinds; of one that is not known, only its golds are.

    >>> caveat_of([BenchmarkKind.OWN, None]).partition(".")[0]
    'These figures measure agreement with the answers that were given as right'
    """
    golds = _golds(kinds)
    by_benchmark = ", each by its benchmark," if len(golds) > 1 else ""
    return f"These figures measure{by_benchmark} {_agreement(golds)}. {NOT_SAFETY}"


def _golds(kinds: Iterable[BenchmarkKind | None]) -> list[str]:
    """Where the golds come from, each once."""
    return list(dict.fromkeys((kind or BenchmarkKind.OWN).golds for kind in kinds))


def _agreement(golds: Sequence[str]) -> str:
    return f"agreement with {' or with '.join(golds)}"
