"""What reports call their runs and benchmarks, and the sentences that stand with every figure.

A run's name is as short as tells it apart, with its marks. The caveat says what the figures measure and what
they do not; that questions or models are invented is said first.
"""

from collections.abc import Iterable, Sequence

from benchmark.kinds import BenchmarkKind
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun
from mhclient.report.loading.marks import marks_note, shown_marks
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell
from mhclient.run.marks import in_brackets, settings_besides_reasoning
from mhclient.run.parameters import SIMULATED
from mhclient.show.counts import counted


def run_name(run: LoadedRun, among: Sequence[LoadedRun]) -> str:
    """The model; its variant where that alone tells runs apart; both, or the run's id where they do not.

    Of a model that several providers serve, the provider stands before it; of one that was asked several
    benchmarks, the benchmark behind it.
    """
    alike = [other for other in among if other.spec.model == run.spec.model]
    if len(alike) < 2:
        return run.spec.model
    name = run.spec.variant.name
    asked_so = [other for other in alike if other.spec.variant.name == name]
    if len(asked_so) == 1:
        return name if len(alike) == len(among) else f"{run.spec.model} · {name}"
    if _benchmark_tells(asked_so):
        variants = {other.spec.variant.name for other in among}
        return " · ".join([run.spec.model, *([name] if len(variants) > 1 else []), run.benchmark.name])
    if not _provider_tells(asked_so):
        return run.run.run_id
    return _with_provider(run) if len(asked_so) == len(alike) else f"{_with_provider(run)} · {name}"


def full_name(run: LoadedRun, among: Sequence[LoadedRun]) -> str:
    """The model, its variant and its effort; where it takes that, its provider, what else was set, its id."""
    alike = [other for other in among if _named(other) == _named(run)]
    parts = list(_named(run))
    if not _provider_tells(alike):
        parts += _own_words(run, alike)
        alike = [
            other
            for other in alike
            if settings_besides_reasoning(other.spec) == settings_besides_reasoning(run.spec)
        ]
    if len(alike) == 1:
        return " · ".join(parts)
    if _benchmark_tells(alike):
        return " · ".join([*parts, run.benchmark.name])
    if not _provider_tells(alike):
        return run.run.run_id
    return " · ".join([_with_provider(run), *parts[1:]])


def _own_words(run: LoadedRun, among: Sequence[LoadedRun]) -> list[str]:
    """What was set in this run and not in all of these."""
    said = [settings_besides_reasoning(other.spec) for other in among]
    return [each for each in settings_besides_reasoning(run.spec) if not all(each in words for words in said)]


def _provider_tells(alike: Sequence[LoadedRun]) -> bool:
    """Whether each of these runs has a provider of its own."""
    return len({other.spec.provider for other in alike}) == len(alike)


def _benchmark_tells(alike: Sequence[LoadedRun]) -> bool:
    """Whether each of these runs has a benchmark of its own, and another name for it."""
    return len({other.benchmark.name for other in alike}) == len(alike)


def _with_provider(run: LoadedRun) -> str:
    return f"{run.spec.provider}:{run.spec.model}"


def _named(run: LoadedRun) -> tuple[str, ...]:
    said = run.spec.parameters.reasoning
    return run.spec.model, run.spec.variant.name, *([said] if said else [])


def marked_name(run: LoadedRun, among: Sequence[LoadedRun]) -> str:
    """The name, and behind it the run's marks."""
    return run_name(run, among) + marks_in_brackets(run)


def minus(first: str, second: str) -> str:
    """Two runs as a difference of theirs is meant: above 0 the first has more.

    >>> minus("a", "b"), minus("a · strict", "a · free")
    ('a minus b', '(a · strict) minus (a · free)')
    """
    if " · " in first + second:
        return f"({first}) minus ({second})"
    return f"{first} minus {second}"


def marks_in_brackets(run: LoadedRun) -> str:
    """A run's marks, to stand behind its name; empty where it has none."""
    return in_brackets(shown_marks(run))


def names_head(among: Sequence[LoadedRun]) -> str:
    """The head of a column of names: they are models' names if no two runs are of one model."""
    return "Model" if len({run.spec.model for run in among}) == len(among) else "Run"


def with_marks(note: str, runs: Sequence[LoadedRun]) -> str:
    """A table's note, and what the marks in its names mean."""
    meant = marks_note(runs)
    return " ".join(part for part in (note, meant and f"Marks: {meant}") if part)


def row_name(summary: Summary, among: Sequence[Summary]) -> str:
    """The run's name among those of a report, with its marks."""
    return marked_name(summary.run, runs_of(among))


def row_cell(summary: Summary, among: Sequence[Summary]) -> Cell:
    """The cell of the run's name: behind it are all items that were asked."""
    return Cell(row_name(summary, among), Behind(summary.run_id))


def runs_of(summaries: Sequence[Summary]) -> list[LoadedRun]:
    """The runs of a report."""
    return [summary.run for summary in summaries]


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
