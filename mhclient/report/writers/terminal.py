"""A report on the terminal: per run its tables and findings; for several runs their comparison first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from mhclient.report.blocks.accuracy import main_table
from mhclient.report.blocks.loop import across_tables, findings, run_tables, usual_tables
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import comparison_findings, comparison_tables
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.summary import Summary
from mhclient.report.table import SUMS, Table
from mhclient.report.wording.names import caveat, illustration, marks_in_brackets, runs_of
from mhclient.run.prices import cost_in_words
from mhclient.show.cells import percent
from mhclient.show.visible import visible

FIGURE_WIDTH = 12  # characters; what is wider is a name, or several figures, and can be folded
LONGEST_WORD = 16  # characters of a word that is not folded: contraindication
GAP = 2  # characters between columns
SENTENCE = re.compile(r"(?<=\.) ")  # where a note's sentences meet


def render_report(summaries: Sequence[Summary], names: Sequence[str] | None = None) -> RenderableType:
    """Everything `mhclient report` prints.

    Args:
        names: of the tables to show; the usual ones unless told.
    """
    parts = [*_illustration(runs_of(summaries))]
    if len(summaries) > 1:
        parts += [render_overview(summaries), Text()]
        parts += _render_tables(_about_all(summaries))
    for summary in summaries:
        parts += [*_one_run(summary, names)]
    return Group(*parts, shown(caveat(summary.run for summary in summaries), style="italic"))


def render_brief(summaries: Sequence[Summary]) -> RenderableType:
    """What stands beside figures: accuracies alone, with what they do not measure."""
    runs = runs_of(summaries)
    overview = [render_overview(summaries), Text(), shown(caveat(runs), style="italic")]
    return Group(*_illustration(runs), *overview)


def _illustration(runs: Sequence[LoadedRun]) -> Iterator[RenderableType]:
    """Before any figure that questions or models are invented, where they are."""
    if said := illustration(runs):
        yield from (shown(said, style="bold"), Text())


def _about_all(summaries: Sequence[Summary]) -> Iterator[Table]:
    """The tables across runs, without those that the paper has too: they repeat the runs' own."""
    return (table for name, table in across_tables(summaries).items() if not name.isdigit())


def _render_tables(tables: Iterable[Table]) -> Iterator[RenderableType]:
    """Tables below each other; each sentence of their notes stands under the first that has it."""
    said: set[str] = set()
    for table in tables:
        sentences = SENTENCE.split(table.note)
        yield render_table(table, note=" ".join(each for each in sentences if each not in said))
        yield Text()
        said.update(sentences)


def shown(text: str, style: str = "") -> Text:
    """Names come from stores, graphs and models: text, never markup, and no character that does something."""
    return Text(visible(text), style=style)


def render_comparison(comparison: Comparison) -> RenderableType:
    """Everything `mhclient compare` prints."""
    parts = [*_illustration(comparison.runs), *_render_tables(comparison_tables(comparison))]
    parts += [shown(f"* {finding.text}") for finding in comparison_findings(comparison, brief=True)]
    return Group(*parts, Text(), shown(caveat(comparison.runs), style="italic"))


def _cost(summary: Summary) -> str:
    """What the replies cost, whoever paid for them; nothing where nothing is known."""
    spent = summary.run.spent_in_all
    usd = "" if spent.cost_usd is None else f", {cost_in_words(spent.cost_usd)} USD"
    return f", {spent.tokens_in_words} tokens{usd}" if spent.known_tokens or usd else ""


def render_overview(summaries: Sequence[Summary]) -> RenderableType:
    """Accuracy per task and average, one column per run; then what the accuracies rest on."""
    main = main_table(summaries)
    columns = list(zip(main.head, *main.texts, strict=True))
    overall = [summary.overall.accuracy for summary in summaries]
    sums = [
        ("all items", *(percent(figures.accuracy) for figures in overall)),
        ("among read", *(percent(figures.answered.value) for figures in overall)),
        ("unread %", *(percent(figures.n_unread / figures.n if figures.n else None) for figures in overall)),
        ("in format %", *(percent(figures.kept_format.value) for figures in overall)),
    ]
    title = "Accuracy in %, unread counts as wrong"
    table = Table(title, ("", *columns[0][1:]), [*columns[1:], *sums], main.note)
    return render_table(table, apart=sums[0][0])


def render_table(table: Table, apart: str = SUMS, note: str | None = None) -> RenderableType:
    """One table; the rows from the one named `apart` on stand below a gap.

    Args:
        note: what stands below it instead of the table's own note.
    """
    note = table.note if note is None else note
    below = [shown(note, style="dim")] if note else []
    return Group(shown(table.title, style="bold"), _Blocks(table, apart), *below)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """A table; where the terminal is too narrow for its columns, in blocks below each other."""

    table: Table
    apart: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        longest = [
            max(map(cell_len, column)) for column in zip(self.table.head, *self.table.texts, strict=True)
        ]
        least = [min(width, self._least_width(column)) for column, width in enumerate(longest)]
        blocks = _blocks(least, options.max_width)
        for number, block in enumerate(blocks):
            if number:
                yield Text()
            yield self._drawn([0, *block], longest, least)

    def _least_width(self, column: int) -> int:
        """So many characters that what is folded is folded between words."""
        words = [word for row in (self.table.head, *self.table.texts) for word in row[column].split()]
        return max([FIGURE_WIDTH, *(min(cell_len(word), LONGEST_WORD) for word in words)])

    def _drawn(self, columns: Sequence[int], longest: Sequence[int], least: Sequence[int]) -> RichTable:
        drawn = RichTable(box=None, pad_edge=False, header_style="bold", show_edge=False)
        for column in columns:
            name = shown(self.table.head[column])
            # Names and intervals may be folded: else the first column, which names the row, makes room.
            figures = column > 0 and longest[column] <= FIGURE_WIDTH
            drawn.add_column(
                name,
                justify="right" if column else "left",
                no_wrap=figures,
                overflow="ellipsis" if figures else "fold",
                min_width=None if figures else least[column],
            )
        for row in self.table.texts:
            if row[0] == self.apart:
                drawn.add_section()
            drawn.add_row(*(shown(row[column]) for column in columns))
        return drawn


def _blocks(widths: Sequence[int], most: int) -> list[list[int]]:
    """The columns after the first, in blocks that are at most so wide together with it; none is empty.

    Args:
        widths: characters that each column needs.
    """
    blocks: list[list[int]] = [[]]
    taken = widths[0]
    for column, width in enumerate(widths[1:], start=1):
        if blocks[-1] and taken + GAP + width > most:
            blocks.append([])
            taken = widths[0]
        blocks[-1].append(column)
        taken += GAP + width
    return blocks


def _one_run(summary: Summary, names: Sequence[str] | None) -> Iterator[RenderableType]:
    spec = summary.run.spec
    reasoning = spec.parameters.reasoning
    said = f" · {reasoning}" if reasoning and reasoning not in summary.run.sent_otherwise else ""
    name = f"{spec.model} · {spec.variant.name}{said}{marks_in_brackets(summary.run)}"
    yield shown(name, style="bold reverse")
    yield shown(
        f"run {summary.run_id}, benchmark {summary.run.benchmark.name} {summary.run.benchmark.digest[:12]}, "
        f"parser {summary.versions.parser}, mhclient {summary.versions.program}{_cost(summary)}",
        style="dim",
    )
    yield Text()
    made = {name: run_tables()[name].make(summary) for name in names or usual_tables()}
    yield from _render_tables(table for table in made.values() if table is not None)
    for name in [name for name, table in made.items() if table is None and names]:  # asked for by name
        yield from (shown(f"{name}: this run has nothing to show there.", style="dim"), Text())
    for finding in findings(summary):
        yield shown(f"* {finding.text}")
    yield Text()
