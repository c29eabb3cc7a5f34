"""For a paper: tables in LaTeX with booktabs, and a methods paragraph with every number from the store.

Each table has n, intervals and the best figure in bold. The paragraph says what was done in words that a
paper can adapt.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from benchmark.kinds import BenchmarkKind, task_words
from mhclient.errors import ReportError
from mhclient.figures.clustering import Entities
from mhclient.figures.confidence_intervals import Estimate
from mhclient.read.scored import ENDINGS
from mhclient.report.blocks.loop import across_tables, merged, paper_tables
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import comparison_tables
from mhclient.report.loading.loaded import LoadedBenchmark
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.loading.same_items import SameItems, names_of_benchmarks
from mhclient.report.settings import Versions, for_a_paper
from mhclient.report.summary import Summary
from mhclient.report.table import AnyCell, Table, as_cell, joined_note, text_of
from mhclient.report.wording.names import benchmark_title, caveat, marks_in_brackets, runs_of
from mhclient.report.wording.verdicts import verdict_cell
from mhclient.show.cells import FEW_REPLIES, ROUGH, ROUGH_NOTE, clusters, interval, percent
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import visible

MOST_COLUMNS = 10  # of figures beside each other
# What labels begin with.
PREFIX, COMPARED = "tab:mhclient-", "tab:mhclient-compare-"


def as_latex(summaries: Sequence[Summary], prefix: str = PREFIX) -> str:
    """The tables across runs and those of single runs that a paper has, for booktabs and graphicx.

    Args:
        prefix: what labels begin with, so that they are no other labels of the paper.
    """
    versions = summaries[0].versions
    measured = caveat(summary.run for summary in summaries)
    comments = [measured, f"mhclient {versions.program}, parser {versions.parser}; runs:"]
    comments += [f"  {s.run_id}{marks_in_brackets(s.run)}{_by_whom(s)}" for s in summaries]
    tables = merged([across_tables(summaries), paper_tables(summaries)])
    topics = [topic_of(table.title) if name.isdigit() else name for name, table in tables.items()]
    return _head(comments) + _labelled(prefix, topics, tables.values(), measured)


def comparison_as_latex(comparison: Comparison, prefix: str = COMPARED) -> str:
    """Every table of a comparison, likewise; labels name runs and topic."""
    versions, measured = Versions(), caveat(comparison.runs)
    comments = [measured, f"mhclient {versions.program}, parser {versions.parser}; runs:"]
    comments += [f"  {run.run.run_id}{marks_in_brackets(run)}" for run in comparison.runs]
    tables = list(comparison_tables(comparison))
    return _head(comments) + _labelled(prefix, [topic_of(each.title) for each in tables], tables, measured)


def _labelled(prefix: str, topics: Sequence[str], tables: Iterable[Table], measured: str) -> str:
    """The tables, each with a label of its topic; of several of one topic, the later ones are numbered."""
    seen: Counter[str] = Counter()
    written = []
    for topic, table in zip(topics, tables, strict=True):
        seen[topic] += 1
        label = topic if seen[topic] == 1 else f"{topic}-{seen[topic]}"
        written.append(latex_table(table, f"{prefix}{label}", measured))
    return "\n".join(written)


def topic_of(title: str) -> str:
    """A table's title as its label says it.

    >>> topic_of("Accuracy by task, and averages, in %"), topic_of("gpt-5 minus o3: how items ended")
    ('accuracy-by-task', 'gpt-5-minus-o3-how-items-ended')
    """
    topic = re.split("[,;]", title)[0].removesuffix(" in %")
    return "-".join(re.findall(r"[a-z0-9]+", topic.lower()))


def _head(comments: Iterable[str]) -> str:
    # A line break in a name would end the comment, and the rest of the name would be LaTeX.
    head = "".join(f"% {' '.join(visible(line).splitlines())}\n" for line in comments)
    return head + "% \\usepackage{booktabs,graphicx}\n\n"


def _by_whom(summary: Summary) -> str:
    """That people decided, where they did."""
    decided = summary.run.decided
    if decided is None or not decided.about_this:
        return ""
    return f", with people's decisions (file {decided.digest[:12]})"


def latex_table(table: Table, label: str, measured: str) -> str:
    """A table in LaTeX; a wider one shrinks to the text's width. The best figure of a column is bold.

    A figure's interval stands small below it, and how many items a column is of below its head.
    Behind a share of few items stands, in brackets, of how many.

    Args:
        measured: what its figures measure, for the caption.
    """
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escape_latex(f'{_ended(table.title)} {measured}')}}}",
        rf"\label{{{label}}}",
        *_tabulars(table),
        *([rf"\par\smallskip\footnotesize {escape_latex(note)}"] if (note := _latex_note(table)) else []),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _tabulars(table: Table) -> Iterator[str]:
    """The table's columns, so many of them below each other that they can be read."""
    head = [_stacked(escape_latex(name), below) for name, below in _with_below(table)]
    rows = list(_latex_cells(table))
    names, columns = list(range(table.names)), list(range(table.names, len(head)))
    n_parts = max(1, -(-len(columns) // MOST_COLUMNS))
    size = -(-len(columns) // n_parts)
    for part in range(n_parts):
        chosen = [*names, *columns[part * size : (part + 1) * size]]
        yield from ([r"\par\medskip"] if part else [])
        yield r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"
        yield rf"\begin{{tabular}}{{{'l' * len(names)}{'r' * (len(chosen) - len(names))}}}"
        yield r"\toprule"
        yield _latex_row(head[at] for at in chosen)
        yield r"\midrule"
        yield from (_latex_row(cells[at] for at in chosen) for cells in rows)
        yield r"\bottomrule"
        yield r"\end{tabular}}"


def _ended(title: str) -> str:
    return title if title.endswith("?") else f"{title}."


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cells(table: Table) -> Iterator[list[str]]:
    best = table.best_places
    for row, cells in enumerate(table.rows):
        texts = [escape_latex(text_of(cell)) for cell in cells]
        bold = [
            rf"\textbf{{{text}}}" if (row, at) in best or as_cell(cell).strong else text
            for at, (text, cell) in enumerate(zip(texts, cells, strict=True))
        ]
        yield [
            _stacked(text + _few(cell), as_cell(cell).interval)
            for text, cell in zip(bold, cells, strict=True)
        ]


def _with_below(table: Table) -> Iterator[tuple[str, str]]:
    return zip(table.head, table.below or [""] * len(table.head), strict=True)


def _stacked(text: str, below: str) -> str:
    """A text with another small below it."""
    return rf"\shortstack[r]{{{text}\\ \scriptsize {escape_latex(below)}}}" if below else text


def _few(cell: AnyCell) -> str:
    """Of how many replies a share is, where they are few."""
    behind = as_cell(cell).behind
    if behind is None or behind.of is None or not 0 < behind.of < FEW_REPLIES:
        return ""
    return f" ({behind.of})"


def _latex_note(table: Table) -> str:
    own = for_a_paper(table.note_with_intervals)
    few = any(_few(cell) for row in table.rows for cell in row)
    words = f"In brackets: of how many replies, where they are fewer than {FEW_REPLIES}." if few else ""
    marked = any(ROUGH in text_of(cell) for row in table.rows for cell in row)
    rough = ROUGH_NOTE if marked and "†" not in table.note_with_intervals else ""
    return joined_note([own, words, rough])


def escape_latex(text: str) -> str:
    """Text that LaTeX shows as it is.

    >>> escape_latex("50 % of R_1 & more")
    '50 \\\\% of R\\\\_1 \\\\& more'
    >>> escape_latex("--limit")  # two hyphens would be set as a dash
    '-{}-limit'
    """
    parts = re.split(r"(?<=-)(?=-)", visible(text))
    return "{}".join("".join(_LATEX.get(character, character) for character in part) for part in parts)


_LATEX = {
    **{character: f"\\{character}" for character in "%&_#${}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": r"$-$",
    "→": r"$\to$",
    "·": r"$\cdot$",
    "<": r"$<$",
    ">": r"$>$",
    "†": r"$\dagger$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "“": "``",
    "”": "''",
    "’": "'",
    "…": r"\ldots{}",
    "\n": " ",
}


SOURCES: Mapping[BenchmarkKind, str] = {
    BenchmarkKind.MHGRAPHBENCH: "MHGraphBench, arXiv:2605.15589; PrimeKG, doi:10.1038/s41597-023-01960-3",
    BenchmarkKind.MENTALBENCH: "MentalBench, arXiv:2602.12871",
    BenchmarkKind.MENTALKG: "MentalBench, arXiv:2602.12871",
    BenchmarkKind.MENTAT: "MENTAT, arXiv:2502.16051",
}
STATISTICS = (
    "Wilson 1927, doi:10.1080/01621459.1927.10502953 (score interval)",
    "Henderson 1953, doi:10.2307/3001853 (moments by kind of pair of items)",
    "Satterthwaite 1946, doi:10.2307/3002019 (degrees of freedom)",
    "Aronow, Samii and Assenova 2015, doi:10.1093/pan/mpv018 (variance of items that share entities)",
    "Carter, Schnepel and Steigerwald 2017, doi:10.1162/REST_a_00639 (effective clusters)",
    "Holm 1979, A simple sequentially rejective multiple test procedure",
)
EQUIVALENCE = "Schuirmann 1987, doi:10.1007/BF01068419 (two one-sided tests)"


def as_methods(summaries: Sequence[Summary]) -> str:
    """The paragraphs, and what to cite."""
    found = [_asked(summaries), _read(summaries), _figures(summaries), *_compared(summaries)]
    cited = "\n".join(f"- {source}" for source in _sources(summaries))
    # A line break in a name, such as a server's of its model, would begin a paragraph.
    found = [" ".join(visible(each).splitlines()) for each in (*found, caveat(runs_of(summaries)))]
    said = "\n\n".join(found)
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
        f"{percent(each.overall.accuracy.accuracy)} % ({interval(each.overall.estimate.ci95)}"
        f"{_worked_out(each.overall.estimate)})"
        for each in summaries
    )
    clustered = (
        f" Items of a run are worth {_worth(worth)} independent clusters."
        if worth and settings.entities is Entities.SAMPLE
        else ""
    )
    about = for_a_paper(settings.estimand)
    return (
        f"Accuracy is the share of all items asked that were read and right. {INTERVALS} {about}{clustered} "
        f"Over all items: {accuracies}."
    )


INTERVALS = (
    "Its 95 % intervals hold all p with (accuracy − p)² ≤ t²·p(1 − p)/m·max(1, 1 + ρ/2·(p(1 − p)/q − 1)), "
    "Wilson's score interval where ρ is 0: q = a(1 − a), where a is the accuracy with one item more in each "
    "task that is half right; m = q/V, the effective number of items; V is the variance by the moments of "
    "each kind of pair of items that depend on each other, with what that item adds; ρ is the part of it "
    "that comes from such pairs; t is Student's, with Satterthwaite's ν degrees of freedom. Differences: "
    "± t·√V."
)


def _worked_out(estimate: Estimate) -> str:
    """
    >>> _worked_out(Estimate(0.75, 0.05, 20.0, (0, 1), freedom=41.3, at=0.74, of_pairs=0.2))
    '; m 77.0, ρ 0.20, q 0.1924, ν 41.3'
    """
    if estimate.at is None or not estimate.se or estimate.given is not None or estimate.freedom is None:
        return ""
    q = estimate.at * (1 - estimate.at)
    return f"; m {q / estimate.se**2:.1f}, ρ {estimate.of_pairs:.2f}, q {q:.4f}, ν {estimate.freedom:.1f}"


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
