"""That questions or models are invented, where they are: every form of a report says so."""

from collections.abc import Sequence

from benchmark.kinds import BenchmarkKind
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun
from mhclient.run.parameters import SIMULATED
from mhclient.show.counts import counted

SAMPLE = "a small invented sample that comes with mhclient, not the published benchmark"


def illustration(runs: Sequence[LoadedRun]) -> str:
    """What is invented, and what the figures then do not say; "" where nothing is."""
    sample, simulated = [is_sample(run.benchmark) for run in runs], [is_simulated(run) for run in runs]
    questions = f"{_all_or_some(sample)} questions are {SAMPLE}" if any(sample) else ""
    models = f"{_all_or_some(simulated)} models are simulated" if any(simulated) else ""
    said = ", and ".join(part for part in (questions, models) if part)
    about = "real models" if models else "what a model knows"
    figures = f"Illustration only: {said}. These figures say nothing about {about}." if said else ""
    return " ".join(part for part in (figures, guesses(runs)) if part)


def guesses(runs: Sequence[LoadedRun]) -> str:
    """How many questions simulated models guessed, since their answer key lacks them; "" where none."""
    counts = {(run.guessed, len({scored.item.id for scored in run.scored})) for run in runs if run.guessed}
    if not counts:
        return ""
    n, of = max(counts)
    most = "up to " if len(counts) > 1 else ""
    return f"Guessed, not in the simulator's answer key: {most}{n:,} of {counted(of, 'question')}."


def is_sample(benchmark: LoadedBenchmark) -> bool:
    """Whether a benchmark was made from the packaged sample."""
    return "illustration" in benchmark.manifest


def benchmark_title(benchmark: LoadedBenchmark) -> str:
    """What sentences call a benchmark, whose own name is that of its folder."""
    if is_sample(benchmark):
        return "the packaged sample"
    of_graph = BenchmarkKind.of(benchmark.manifest) is BenchmarkKind.MHGRAPHBENCH
    return "MHGraphBench" if of_graph else benchmark.name


def is_simulated(run: LoadedRun) -> bool:
    """Whether the run is of a simulated model."""
    return run.spec.model.startswith(SIMULATED)


def _all_or_some(flags: Sequence[bool]) -> str:
    return "the" if all(flags) else "some of the"
