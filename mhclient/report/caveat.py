"""The sentence that stands with every figure: what the figures measure, and what they do not."""

from collections.abc import Iterable, Mapping

from mhclient.report.loaded import LoadedRun

NOT_SAFETY = "They do not measure clinical safety or fitness for use with patients."
GIVEN = "the golds that were given"
# Kind of benchmark → with what its golds have the figures measure agreement.
AGREEMENT: Mapping[str, str] = {
    "mhgraphbench": "a curated knowledge graph",
    "mentalbench": "the diagnoses of synthetic cases, which were generated from a curated knowledge graph",
    "own": GIVEN,
}


def caveat(runs: Iterable[LoadedRun]) -> str:
    """What the figures of these runs measure, and what they do not."""
    return caveat_of(str(run.benchmark.manifest.get("kind")) for run in runs)


def caveat_of(kinds: Iterable[str]) -> str:
    """The same for benchmarks of these kinds.

    >>> caveat_of(["own", "own"]).partition(".")[0]
    'These figures measure agreement with the golds that were given'
    """
    measured = list(dict.fromkeys(AGREEMENT.get(kind, GIVEN) for kind in kinds))
    by_benchmark = ", each by its benchmark," if len(measured) > 1 else ""
    return f"These figures measure{by_benchmark} agreement with {' or with '.join(measured)}. {NOT_SAFETY}"
