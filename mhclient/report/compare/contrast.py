"""What a comparison of runs consists of: contrasts of two runs, pairs, and the family of verdicts.

`comparing.py` makes them. A block of a comparison is one topic in every form; what blocks share stands here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias

from markupsafe import Markup

from mhclient.figures.paired import Paired, Verdict
from mhclient.figures.proportion_intervals import Interval
from mhclient.read.scored import Ending
from mhclient.report.chart import Chart
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.same_items import SameItems, Unlike, is_circular
from mhclient.report.settings import Settings
from mhclient.report.summary import Finding
from mhclient.report.table import CI95, SUMS, Behind, Table
from mhclient.report.wording.names import full_name, marked_name, minus, with_marks
from mhclient.report.wording.verdicts import PairVerdict, verdict_cell, verdict_sentence
from mhclient.show.cells import interval, points
from mhclient.show.visible import visible

HEAD = ("first", "second", "first minus second", f"simultaneous {CI95}", "verdict")
_NUMBERS = (2, 3)  # columns


def pairs_as_html(rows: Iterable[Sequence[str]]) -> str:
    """The table; differences and intervals in percentage points."""
    body = Markup("").join(_row("td", row) for row in rows)
    return str(
        Markup("<table class='mhclient'><thead>{}</thead><tbody>{}</tbody></table>").format(
            _row("th", HEAD), body
        )
    )


def _row(tag: str, texts: Sequence[str]) -> Markup:
    cells = (
        Markup("<{} style='text-align:{}'>{}</{}>").format(
            Markup(tag), "right" if column in _NUMBERS else "left", visible(text), Markup(tag)
        )
        for column, text in enumerate(texts)
    )
    return Markup("<tr>{}</tr>").format(Markup("").join(cells))


TINY = 1e-9  # bounds are sums of shares: what differs by less is a rounding error

# The ways of counting a verdict is looked at under: fields of a contrast.
Way: TypeAlias = Literal["right", "explicit", "both_read"]


def keeps_its_sign(bounds: Interval) -> bool:
    """Whether bounds exclude 0, so that unread replies cannot turn the order of two runs round."""
    return bounds is not None and (bounds[0] > TINY or bounds[1] < -TINY)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two runs on one set of items; differences are first minus second: above 0 the first is better.

    Attributes:
        right: items answered right; unread counts as wrong.
        explicit: the same, counting only explicit readings.
        both_read: right, on the items that both runs could be read on.
        read: items from which an answer could be read.
        kept_format: replies that are just what the prompt asked for.
    """

    right: Paired
    explicit: Paired
    both_read: Paired
    read: Paired
    kept_format: Paired

    @property
    def bounds(self) -> Interval:
        """The least and the most that the difference can be, whatever unread replies would have said.

        At the least all unread replies of the first are wrong and all of the second right. Source: C. F.
        Manski, "Nonparametric bounds on treatment effects", 1990. By hand, of 10 items: the first has 6 right
        and reads all, the second has 5 right and reads 8: from 6 − 7 to 6 − 5, that is −0.1 to 0.1.
        """
        right, read = self.right, self.read
        if right.first is None or right.second is None or read.first is None or read.second is None:
            return None
        most_first, most_second = right.first + 1 - read.first, right.second + 1 - read.second
        return right.first - most_second, most_first - right.second

    @property
    def p_holm(self) -> float | None:
        """Of the items answered right, adjusted over the family it is in."""
        return self.right.p_holm

    def way(self, name: Way) -> Paired:
        """The items counted in this way."""
        return {"right": self.right, "explicit": self.explicit, "both_read": self.both_read}[name]


# The properties of a contrast, of which each is a family of tests.
PROPERTIES = tuple(each.name for each in fields(Contrast))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs compared.

    Attributes:
        overall, tasks: the contrasts. Of each of a contrast's properties the overall tests of all pairs are a
            family, and the tests of all pairs' tasks another.
        transitions: how items ended in the first run and in the second → items; ends are "right", "wrong" or
            what kept an answer from being read. Items that were asked several times count as often as both
            runs asked them.
        lost, won: ids of items right in the first run alone, in the second alone; or more often.
        unread: of the replies of either run to the shared items that could not be read, the items' tasks and
            how they ended.
        left_out: items that only one of the runs has asked; `unlike`, which of these look alike.
        tokens: of the first and of the second run's replies to the shared items, prompts included; None
            where they are not known of each.
        cost_usd: likewise; None where the store knows no price.
    """

    first: LoadedRun
    second: LoadedRun
    overall: Contrast
    tasks: Mapping[str, Contrast]
    transitions: Mapping[tuple[str, str], int]
    lost: tuple[str, ...]
    won: tuple[str, ...]
    unread: frozenset[tuple[str, Ending]]
    left_out: int
    unlike: Unlike
    tokens: tuple[int | None, int | None]
    cost_usd: tuple[float | None, float | None]

    def __repr__(self) -> str:
        """Which two: their replies would fill pages."""
        return f"<Pair {self.first.run.run_id}, {self.second.run.run_id}>"

    @property
    def circular(self) -> bool:
        """Whether one run's items were chosen by how the other's replies ended: no test can be made."""
        return is_circular(self.first, self.second)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The pairs that are told of at length, and the verdicts of all pairs.

    Attributes:
        verdicts: of every pair of the family, over all items. Of each `right.difference` is the first less
            the second (`value`, `ci95`), and `right.judged` the verdict with the `simultaneous` interval.
        n_tests: the size of the tasks' family, of what is right; those that cannot be tested do not count.
        apart: pairs of runs that have asked no item in common.
        same: pairs of runs that rest on the same replies, with how many; they are in no family.
        first_only: whether the first run's pairs alone are the family.
        items: which items of the runs are the same.
    """

    pairs: tuple[Pair, ...]
    verdicts: tuple[PairVerdict, ...]
    n_tests: int
    settings: Settings
    apart: tuple[tuple[LoadedRun, LoadedRun], ...] = ()
    same: tuple[tuple[LoadedRun, LoadedRun, int], ...] = ()
    first_only: bool = False
    items: SameItems = field(default_factory=lambda: SameItems(()), compare=False)

    @property
    def runs(self) -> list[LoadedRun]:
        """The runs compared, each once, in the order given."""
        same = [(first, second) for first, second, _ in self.same]
        pairs = [*((pair.first, pair.second) for pair in self.pairs), *self.apart, *same]
        runs = [run for pair in pairs for run in pair]
        return list({run.run.run_id: run for run in runs}.values())

    def __repr__(self) -> str:
        """A sentence per pair with its difference, as a notebook shows it."""
        name_of = {run.run.run_id: full_name(run, self.runs) for run in self.runs}
        said = [
            _with_figures(
                verdict_sentence(
                    pair.overall.right,
                    (name_of[pair.first.run.run_id], name_of[pair.second.run.run_id]),
                    self.settings.equivalence,
                ),
                pair.overall.right,
            )
            for pair in self.pairs
        ]
        return "\n".join(f"{sentence}." for sentence in said)

    def _repr_html_(self) -> str:
        """A row per pair, for a notebook."""
        name_of = {run.run.run_id: full_name(run, self.runs) for run in self.runs}
        return pairs_as_html(
            [
                (
                    name_of[pair.first.run.run_id],
                    name_of[pair.second.run.run_id],
                    points(pair.overall.right.difference.value),
                    interval(pair.overall.right.judged.simultaneous),
                    verdict_cell(pair.overall.right),
                )
                for pair in self.pairs
            ]
        )


def _with_figures(sentence: str, pair: Paired) -> str:
    """A sentence that names no difference itself, with the first run's minus the second's."""
    if pair.judged.verdict in (Verdict.BETTER, Verdict.WORSE) or pair.judged.simultaneous is None:
        return sentence
    bounds = interval(pair.judged.simultaneous)
    apart = f"first minus second {points(pair.difference.value)}"
    return f"{sentence} ({apart}, simultaneous 95 % interval {bounds})"


def pair_title(pair: Pair, comparison: Comparison) -> str:
    """A pair as its differences are meant: the first minus the second."""
    return minus(*pair_names(pair, comparison))


def pair_names(pair: Pair, comparison: Comparison) -> tuple[str, str]:
    """The two runs' names."""
    return marked_name(pair.first, comparison.runs), marked_name(pair.second, comparison.runs)


def contrasts(pair: Pair) -> list[tuple[str, Contrast]]:
    """The tasks' contrasts, and the one over all items where there are several tasks."""
    overall = [(SUMS, pair.overall)] if len(pair.tasks) > 1 else []
    return [*pair.tasks.items(), *overall]


def of_pair(
    pair: Pair, comparison: Comparison, table: Table, named: Callable[[str, str], str] = minus
) -> Table:
    """A table with the runs' names in its title, and what their marks mean in its note.

    Args:
        named: how the title names the two; the first minus the second, where it shows differences.
    """
    title = f"{named(*pair_names(pair, comparison))}: {table.title}"
    return replace(table, title=title, own_note=with_marks(table.own_note, (pair.first, pair.second)))


def compared_items(pair: Pair, **filters: str) -> Behind:
    """Items of the second run that pass the filters, compared with the first run's.

    Tasks are the first run's: a log of the same questions may have another name for them all.
    """
    if filters.get("task") not in pair.second.benchmark.sizes:
        filters.pop("task", None)
    return Behind(pair.second.run.run_id, filters, against=pair.first.run.run_id)


def nothing(*_: object) -> tuple[()]:
    """Of what a block does not have."""
    return ()


def no_table(*_: object) -> None:
    """The table of a block that has none."""


def no_keys(_: object) -> Mapping[str, Any]:
    """The part of the document of a block that has none."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairBlock:
    """One topic of a comparison.

    Attributes:
        table: of one pair of runs.
        table_of_all: of all pairs; these stand behind the pairs'.
        charts: of all pairs together.
        findings: conclusions about one pair.
        document: keys of the pair's JSON document → JSON-ready values.
        document_of_all: likewise of the whole document, where it is about all pairs.
    """

    table: Callable[[Pair, Comparison], Table | None] = no_table
    table_of_all: Callable[[Comparison], Table | None] = no_table
    charts: Callable[[Comparison], Iterable[Chart]] = nothing
    findings: Callable[[Pair, Comparison], Iterable[Finding]] = nothing
    document: Callable[[Pair], Mapping[str, Any]] = no_keys
    document_of_all: Callable[[Comparison], Mapping[str, Any]] = no_keys
