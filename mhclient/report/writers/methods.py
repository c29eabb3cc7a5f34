"""A methods paragraph: what was done, in words that a paper can adapt, with every number from the store."""

from collections.abc import Iterator, Mapping, Sequence

from benchmark.kinds import BenchmarkKind, task_words
from mhclient.errors import ReportError
from mhclient.figures.clustering import Entities
from mhclient.read.scored import ENDINGS
from mhclient.report.compare.comparing import compare
from mhclient.report.loading.loaded import LoadedBenchmark
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.loading.same_items import SameItems, names_of_benchmarks
from mhclient.report.settings import for_a_paper
from mhclient.report.summary import Summary
from mhclient.report.wording.names import benchmark_title, caveat, runs_of
from mhclient.report.wording.verdicts import verdict_cell
from mhclient.show.cells import clusters, interval, percent
from mhclient.show.counts import agreeing, counted

SOURCES: Mapping[BenchmarkKind, str] = {
    BenchmarkKind.MHGRAPHBENCH: "MHGraphBench, arXiv:2605.15589; PrimeKG, doi:10.1038/s41597-023-01960-3",
    BenchmarkKind.MENTALBENCH: "MentalBench, arXiv:2602.12871",
    BenchmarkKind.MENTALKG: "MentalBench, arXiv:2602.12871",
    BenchmarkKind.MENTAT: "MENTAT, arXiv:2502.16051",
}
STATISTICS = (
    "Aronow, Samii and Assenova 2015, doi:10.1093/pan/mpv018 (variance of items that share entities)",
    "Carter, Schnepel and Steigerwald 2017, doi:10.1162/REST_a_00639 (effective clusters)",
    "Holm 1979, A simple sequentially rejective multiple test procedure",
)
EQUIVALENCE = "Schuirmann 1987, doi:10.1007/BF01068419 (two one-sided tests)"


def as_methods(summaries: Sequence[Summary]) -> str:
    """The paragraphs, and what to cite."""
    found = [_asked(summaries), _read(summaries), _figures(summaries), *_compared(summaries)]
    cited = "\n".join(f"- {source}" for source in _sources(summaries))
    said = "\n\n".join([*found, caveat(runs_of(summaries))])
    return f"{said}\n\nCite:\n\n{cited}\n"


def _asked(summaries: Sequence[Summary]) -> str:
    """Who was asked what, when and how."""
    runs = runs_of(summaries)
    models = dict.fromkeys(f"{run.spec.model}{_served(run.served, run.spec.model)}" for run in runs)
    by = dict.fromkeys(run.spec.provider for run in runs)
    known = {run.benchmark.digest: run.benchmark for run in runs}
    items = [
        f"the {counted(len(each.items), 'item')} of {benchmark_title(each)} "
        f"(SHA-256 {digest[:12]}; {_tasks(each)})"
        for digest, each in known.items()
    ]
    settings = dict.fromkeys(
        ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in sent_parameters(run).items())
        for run in runs
    )
    variants = dict.fromkeys(f"“{run.spec.variant.name}”" for run in runs)
    epochs = sorted({run.spec.epochs for run in runs})
    times = "once" if epochs == [1] else " or ".join(f"{n} times" for n in epochs)
    variant = agreeing(len(variants), "prompt variant", "prompt variants")
    text = (
        f"We asked {counted(len(models), 'model')} ({', '.join(models)}; asked by way of {' or '.join(by)}) "
        f"{' and '.join(items)}{_when(summaries)}, with the {variant} {', '.join(variants)} and "
        f"{'; or '.join(settings)}. Each item was asked {times}."
    )
    n, planned = (sum(getattr(each.overall.accuracy, of) for each in summaries) for of in ("n", "n_planned"))
    missing = f" {planned - n:,} of {planned:,} planned replies are missing." if n < planned else ""
    return f"{text} There are {counted(n, 'reply')} in all.{missing}{_cost(summaries)}"


def _served(served: Mapping[str, int], model: str) -> str:
    """Under which name the provider served it, where that is another."""
    others = [name for name in served if name != model]
    return f" (served as {', '.join(others)})" if others else ""


def _tasks(benchmark: LoadedBenchmark) -> str:
    """Every task with its name and its size."""
    names = {task: task_words(benchmark.manifest, task).name for task in benchmark.sizes}
    return ", ".join(
        f"{task}{f' ({names[task]})' if names[task] else ''} {n:,}" for task, n in benchmark.sizes.items()
    )


def _when(summaries: Sequence[Summary]) -> str:
    spans = [run.asked_between for run in runs_of(summaries) if run.asked_between]
    if not spans:
        return ""
    first, last = min(span[0] for span in spans)[:10], max(span[1] for span in spans)[:10]
    return f" on {first}" if first == last else f" between {first} and {last}"


def _cost(summaries: Sequence[Summary]) -> str:
    costs = [run.spent_in_all.cost_usd for run in runs_of(summaries)]
    known = [cost for cost in costs if cost is not None]
    return f" The replies cost ${sum(known):,.2f}." if known and len(known) == len(costs) else ""


def _read(summaries: Sequence[Summary]) -> str:
    """How replies were read, and how many were not."""
    first = summaries[0]
    accuracies = [summary.overall.accuracy for summary in summaries]
    n, unread = sum(each.n for each in accuracies), sum(each.n_unread for each in accuracies)
    causes = {
        ending: sum(each.outcomes[ending] for each in accuracies) for ending in ENDINGS if ending.unread
    }
    listed = ", ".join(
        f"{ending.value.replace('_', ' ')} {count:,}" for ending, count in causes.items() if count
    )
    kept = [each.kept_format.value for each in accuracies if each.kept_format.value is not None]
    in_format = f" The format asked for was kept in {_range(kept)} % of the replies of a run." if kept else ""
    return (
        f"Replies were read by mhclient {first.versions.program} (version {first.versions.parser} of its "
        "reader), which takes a reply as an answer only where it commits to one option, and never guesses. "
        f"{unread:,} of {n:,} replies could not be read{f' ({listed})' if listed else ''}; they count as "
        f"wrong, and accuracy among those read is reported beside it.{in_format}"
    )


def _range(shares: Sequence[float]) -> str:
    low, high = percent(min(shares)), percent(max(shares))
    return low if low == high else f"{low} to {high}"


def _worth(n_effective: Sequence[float]) -> str:
    """
    >>> _worth([24.0, 24.04]), _worth([24.0, 31.5])
    ('24.0', '24.0 to 31.5')
    """
    low, high = clusters(min(n_effective)), clusters(max(n_effective))
    return low if low == high else f"{low} to {high}"


def _figures(summaries: Sequence[Summary]) -> str:
    """What the intervals are."""
    settings = summaries[0].settings
    known = [each.overall.estimate for each in summaries]
    worth = [each.n_effective for each in known if each.n_effective is not None]
    several = len({each.run.benchmark.digest for each in summaries}) > 1
    accuracies = ", ".join(
        f"{each.run.spec.model} ({each.run.spec.variant.name}"
        f"{f', {benchmark_title(each.run.benchmark)}' if several else ''}) "
        f"{percent(each.overall.accuracy.accuracy)} % ({interval(each.overall.estimate.ci95)})"
        for each in summaries
    )
    clustered = (
        f" Items of a run are worth {_worth(worth)} independent clusters."
        if worth and settings.entities is Entities.SAMPLE
        else ""
    )
    about = for_a_paper(settings.estimand)
    return (
        "Accuracy is the share of all items asked that were read and right, with 95 % intervals by Student's "
        f"t over effective clusters. {about}{clustered} Over all items: {accuracies}."
    )


def _compared(summaries: Sequence[Summary]) -> Iterator[str]:
    """How runs were compared, where there are several."""
    if len(summaries) < 2:
        return
    settings, runs = summaries[0].settings, runs_of(summaries)
    names = names_of_benchmarks(run.benchmark for run in runs)
    for two in SameItems(runs).benchmarks():
        both = f"{names[two.first.digest]} and {names[two.second.digest]}"
        said = f" {two.unlike.said}" if two.unlike.said else ""
        yield f"{both} have {counted(two.n_same, 'question')} in common, by their words.{said}"
    try:
        found = compare(runs, settings, every_pair=True)
    except ReportError:
        return
    verdicts = [verdict_cell(pair.overall.right) for pair in found.pairs if not pair.circular]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    yield (
        f"Every two runs were compared on the items that both were asked ({counted(len(verdicts), 'pair')}). "
        "Tests of the difference in accuracy are one family, adjusted by Holm's method; intervals of "
        "differences are simultaneous by Bonferroni's. Two runs are called equivalent where two one-sided "
        f"tests, adjusted likewise, place their difference within ±{percent(settings.equivalence)} points. "
        f"Verdicts on the first of each pair: {counts}."
    )


def _sources(summaries: Sequence[Summary]) -> Iterator[str]:
    yield f"mhclient {summaries[0].versions.program} (CITATION.cff in its repository)"
    kinds = dict.fromkeys(BenchmarkKind.of(run.benchmark.manifest) for run in runs_of(summaries))
    yield from (SOURCES[kind] for kind in kinds if kind is not None and kind in SOURCES)
    yield from STATISTICS
    if len(summaries) > 1:
        yield EQUIVALENCE
