"""What stands above all figures: what was measured, on what, when, how, at what cost, and what is missing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mhclient.figures.clustering import Entities
from mhclient.report.loading.loaded import Spent
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.page.page_run import PageRun
from mhclient.report.summary import Summary
from mhclient.report.wording.names import NOT_MEASURED, benchmark_title, illustration, measured_by, runs_of
from mhclient.run.marks import Mark
from mhclient.show.cells import percent
from mhclient.show.counts import counted

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Fact(NamedTuple):
    """A line of the head: what it is about, what is so, and in small print what belongs to it."""

    name: str
    said: str
    more: str = ""


def number(n: int, one: str) -> str:
    """A small number in words, and what it counts.

    >>> number(2, "model"), number(1, "task"), number(1200, "item")
    ('two models', 'one task', '1,200 items')
    """
    text = counted(n, one)
    return f"{WORDS[n]} {text.partition(' ')[2]}" if n < len(WORDS) else text


def title(runs: Sequence[PageRun]) -> str:
    """What the page is about."""
    on = benchmark_names([who.summary for who in runs])
    if len(runs) == 1:
        return f"{runs[0].model} on {on}"
    text = number(len(runs), "run")
    return f"{text[0].upper()}{text[1:]} on {on}"


def benchmark_names(summaries: Sequence[Summary]) -> str:
    """The benchmarks' names."""
    kinds = {summary.run.benchmark.digest: summary.run.benchmark for summary in summaries}
    return " and ".join(dict.fromkeys(map(benchmark_title, kinds.values())))


def measures(summaries: Sequence[Summary]) -> tuple[str, str]:
    """What the figures measure, and what they do not."""
    return f"{measured_by(summary.run for summary in summaries)}.", f"{NOT_MEASURED}."


def facts(summaries: Sequence[Summary]) -> Iterator[Fact]:
    """The lines of the head."""
    yield _benchmark(summaries)
    yield _runs(summaries)
    yield _asked(summaries)
    yield _settings(summaries)
    yield _complete(summaries)
    yield _cost(summaries)
    yield _intervals(summaries)
    versions = summaries[0].versions
    read = f"replies read by version {versions.parser} of its rules"
    yield Fact("Program", f"mhclient {versions.program}", read)


def _intervals(summaries: Sequence[Summary]) -> Fact:
    """What intervals are about, and within what runs are equivalent, where there are several."""
    settings = summaries[0].settings
    about = "questions like these" if settings.of_items else f"other {settings.plural} like these"
    about = settings.exactly if settings.entities is Entities.FIXED else about
    if len(summaries) < 2:
        return Fact("Intervals", "95 %", f"about {about}")
    said = f"95 %; equivalent: within ±{percent(settings.equivalence)} points"
    return Fact("Intervals and verdicts", said, f"about {about}; tests adjusted for all pairs")


def _benchmark(summaries: Sequence[Summary]) -> Fact:
    known = {summary.run.benchmark.digest: summary.run.benchmark for summary in summaries}
    n_items = sum(len(each.items) for each in known.values())
    tasks = dict.fromkeys(task for each in known.values() for task in each.sizes)
    graphs = [each.graph for each in known.values() if each.graph is not None]
    more = [_part_asked(summaries)] if any(Mark.LIMITED in run.marks for run in runs_of(summaries)) else []
    more += [f"{counted(len(graphs[0].names), 'entity')} in its graph"] if graphs else []
    more += [f"{each.name} {digest[:12]}" for digest, each in known.items()]
    return Fact("Benchmark", f"{counted(n_items, 'item')} in {number(len(tasks), 'task')}", "; ".join(more))


def _part_asked(summaries: Sequence[Summary]) -> str:
    """What runs that asked a part of the items asked."""
    overall = [summary.overall.accuracy for summary in summaries]
    sizes = sorted({round(accuracy.n_planned / accuracy.epochs) for accuracy in overall})
    said = counted(sizes[0], "item") if len(sizes) == 1 else f"{sizes[0]:,} to {counted(sizes[-1], 'item')}"
    tasks = dict.fromkeys(task for summary in summaries for task in summary.tasks)
    return f"asked: {said} in {number(len(tasks), 'task')}"


def _runs(summaries: Sequence[Summary]) -> Fact:
    runs = runs_of(summaries)
    models = dict.fromkeys(run.spec.model for run in runs)
    variants = dict.fromkeys(run.spec.variant.name for run in runs)
    said = f"{number(len(models), 'model')}, {number(len(variants), 'prompt variant')}"
    return Fact("Runs", said, ", ".join(variants))


def _asked(summaries: Sequence[Summary]) -> Fact:
    spans = [summary.run.asked_between for summary in summaries if summary.run.asked_between]
    if not spans:
        return Fact("Asked", "no reply yet")
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    days = first[:10] if first[:10] == last[:10] else f"{first[:10]} to {last[:10]}"
    return Fact("Asked", days, f"{first[11:16]} to {last[11:16]} UTC")


def _settings(summaries: Sequence[Summary]) -> Fact:
    shown = {
        tuple(f"{name.replace('_', ' ')} {value}" for name, value in sent_parameters(run).items())
        for run in runs_of(summaries)
    }
    providers = dict.fromkeys(run.spec.provider for run in runs_of(summaries))
    if len(shown) > 1:
        return Fact("Settings", "differ between runs", "see Method")
    way = f"way of asking: {', '.join(providers)} (not who made the models)"
    return Fact("Settings", ", ".join(next(iter(shown))), way)


def _complete(summaries: Sequence[Summary]) -> Fact:
    n, planned = (
        sum(getattr(summary.overall.accuracy, name) for summary in summaries) for name in ("n", "n_planned")
    )
    if n == planned:
        errors = sum(Mark.ERRORS in run.marks for run in runs_of(summaries))
        return Fact(
            "Complete",
            "every item of the runs was asked",
            f"{number(errors, 'run')} with errors" if errors else "",
        )
    partial = [summary.run.spec.model for summary in summaries if summary.partial]
    return Fact("Complete", f"no: {n:,} of {counted(planned, 'reply')}", f"partial: {', '.join(partial)}")


def _cost(summaries: Sequence[Summary]) -> Fact:
    spent = [summary.run.spent_in_all for summary in summaries]
    total = Spent.total(spent)
    known = [each.cost_usd for each in spent if each.cost_usd is not None]
    tokens = f"{total.tokens_in_words} tokens"
    if total.prompt_tokens is not None and total.completion_tokens is not None:
        tokens = f"{total.prompt_tokens:,} tokens in, {total.completion_tokens:,} out"
    unknown = f"; price of {number(len(spent) - len(known), 'run')} not known" if known else ""
    said = f"${sum(known):,.2f}" if known else "no price known"
    return Fact("Cost", said, tokens + (unknown if len(known) < len(spent) else ""))


def invented(summaries: Sequence[Summary]) -> str:
    """That the report is an illustration, where it is one."""
    return illustration(runs_of(summaries))
