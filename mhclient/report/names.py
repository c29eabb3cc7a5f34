"""What reports call their runs: as short as tells them apart, with their marks."""

from collections.abc import Sequence

from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import marks_note, shown_marks
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell
from mhclient.run.marks import in_brackets, settings_besides_reasoning


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
