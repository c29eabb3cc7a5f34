"""What the page says of its runs before any figure: their names and numbers, tasks, and the head of the page.

A run is named by a number, the place by accuracy, and by name; no colour is a run's. Links lead to the items
behind a figure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmark.kinds import task_words
from mhclient.figures.clustering import Entities
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.loading.loaded import Spent
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.loading.same_items import SameItems, names_of_benchmarks
from mhclient.report.summary import Summary
from mhclient.report.table import Behind
from mhclient.report.wording.names import (
    NOT_MEASURED,
    benchmark_title,
    illustration,
    measured_by,
    run_name,
    runs_of,
)
from mhclient.run.marks import MEANING, Mark
from mhclient.show.cells import percent
from mhclient.show.counts import counted

# No figure rests on items that were not asked.
ASKED = {"asked": "yes"}


@dataclass(frozen=True, slots=True)
class Links:
    """The item pages beside a report.

    Attributes:
        folder: their folder's name; None if there are none, and no figure is linked.
        numbers: run id → the number of its page, from 1.
    """

    folder: str | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def to(cls, folder: str | None, summaries: Sequence[Summary]) -> "Links":
        """Links to the pages of these runs."""
        return cls(folder, {summary.run_id: number for number, summary in enumerate(summaries, start=1)})

    @property
    def pages(self) -> str | None:
        """What the address of every run's page begins with; behind it stands the run's number."""
        return None if self.folder is None else _encoded(self.folder) + "/run-"

    def href(self, behind: Behind | None) -> str | None:
        """The address that picks the items on their run's page; None where there are none, or no page."""
        pages = self.pages
        if pages is None or behind is None or behind.n == 0:
            return None
        return f"{pages}{self.numbers[behind.run]}.html#{urlencode(self._filters(behind) | ASKED)}"

    def _filters(self, behind: Behind) -> dict[str, str]:
        against = {} if behind.against is None else {"against": str(self.numbers[behind.against])}
        return {**behind.filters, **against}


@cache
def _encoded(folder: str) -> str:
    """A folder's name as addresses have it."""
    return urlencode({"": folder})[1:]


@dataclass(frozen=True, slots=True)
class PageRun:
    """A run on the page.

    Attributes:
        no: its place by accuracy, from 1, set of questions by set; it orders runs and proves nothing. 0 for a
            run alone.
        name: what sentences call it.
        model, detail: how rows name it: bold, and small below.
        marks: what sets it apart from the others, each with what it means.
        href: the address of its items; None where there are none.
    """

    no: int
    summary: Summary
    name: str
    model: str
    detail: str
    marks: Sequence[tuple[str, str]]
    href: str | None

    @property
    def run(self) -> str:
        return self.summary.run_id


def by_accuracy(summaries: Sequence[Summary], links: Links) -> list[PageRun]:
    """The runs, those of one set of questions together, and of these the most accurate first."""
    same = SameItems(runs_of(summaries))
    ordered = sorted(
        summaries,
        key=lambda summary: (same.set_of(summary.run), -(summary.overall.accuracy.accuracy or 0.0)),
    )
    first = 1 if len(ordered) > 1 else 0
    return [_page_run(no, summary, summaries, links) for no, summary in enumerate(ordered, start=first)]


def _page_run(no: int, summary: Summary, among: Sequence[Summary], links: Links) -> PageRun:
    run, runs = summary.run, runs_of(among)
    same = shared_marks(among)
    alike = [each for each in runs if each.spec.model == run.spec.model]
    variants = {each.spec.variant.name for each in runs}
    twice = [each for each in alike if each.spec.variant.name == run.spec.variant.name]
    details = [run.spec.variant.name] if len(variants) > 1 or len(runs) == 1 else []
    details += [run.run.run_id] if len(twice) > 1 else []
    return PageRun(
        no=no,
        summary=summary,
        name=run_name(run, runs),
        model=run.spec.model,
        detail=" · ".join(details),
        marks=[(_chip(mark, summary), MEANING[mark]) for mark in run.marks if mark not in same],
        href=links.href(Behind(summary.run_id)),
    )


def shared_marks(summaries: Sequence[Summary]) -> list[Mark]:
    """The marks that all of several runs have: said once."""
    if len(summaries) < 2:
        return []
    first, *others = (summary.run.marks for summary in summaries)
    each = {Mark.OTHER_PARAMETERS}  # which they are is said of each run
    return [mark for mark in first if mark not in each and all(mark in marks for marks in others)]


def _chip(mark: Mark, summary: Summary) -> str:
    accuracy = summary.overall.accuracy
    if mark is Mark.OTHER_PARAMETERS:
        return summary.run.sent_otherwise or str(mark)
    return f"{mark}: {accuracy.n:,} of {accuracy.n_planned:,}" if mark is Mark.PARTIAL else str(mark)


def sets_of(runs: Sequence[PageRun]) -> dict[str, list[PageRun]]:
    """Name of each set of questions → the runs of it, in their order."""
    same = SameItems([who.summary.run for who in runs])
    found: dict[int, list[PageRun]] = {}
    for who in runs:
        found.setdefault(same.set_of(who.summary.run), []).append(who)
    names = names_of_benchmarks(of[0].summary.run.benchmark for of in found.values())
    return {names[of[0].summary.run.benchmark.digest]: of for of in found.values()}


def known_by_run(runs: Sequence[PageRun]) -> Mapping[str, PageRun]:
    """Run id → the run."""
    return {who.run: who for who in runs}


@dataclass(frozen=True, slots=True)
class TaskHead:
    """What stands above a task's chart.

    Attributes:
        name: in words; "" where the code is the name.
        asks: what it asks; "" where nobody has said.
        without: what guessing gives, and the best rule that knows no facts.
    """

    code: str
    name: str = ""
    asks: str = ""
    n: str = ""
    without: str = ""


def spoken(manifest: Mapping[str, Any], task: str) -> str:
    """A task as a sentence names it."""
    name = task_words(manifest, task).name
    return f"{name} ({task})" if name else task


def task_heads(summaries: Sequence[Summary]) -> dict[str, TaskHead]:
    """Task → its head, for the tasks of all runs."""
    found: dict[str, TaskHead] = {}
    for summary in summaries:
        for task in summary.tasks:
            if task not in found:
                found[task] = _head(summary, task)
    return found


def _head(summary: Summary, task: str) -> TaskHead:
    words = task_words(summary.run.benchmark.manifest, task)
    figures = summary.tasks[task]
    parts = [] if figures.chance is None else [f"Guessing {percent(figures.chance)} %"]
    shortcut = summary.get(shortcuts_by_task).get(task)
    parts += (
        [] if shortcut is None else [f"best shortcut {percent(shortcut.guessed)} % ({shortcut.shortcut})"]
    )
    n = round(figures.accuracy.n_planned / figures.accuracy.epochs)
    return TaskHead(task, words.name, words.asks, f"{n:,} {'item' if n == 1 else 'items'}", "; ".join(parts))


# A page of more items would take more memory than the report, and hours to look through.
MOST_ITEMS = 100_000


def too_many_items(summaries: Sequence[Summary]) -> str:
    """Why there are no pages of items; "" where there can be."""
    largest = max((len(summary.run.scored) for summary in summaries), default=0)
    if largest <= MOST_ITEMS:
        return ""
    return (
        f"Pages of items hold at most {MOST_ITEMS:,} replies of a run; one has {largest:,} here. "
        "`mhclient audit` shows them, and a report as CSV lists them."
    )


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
