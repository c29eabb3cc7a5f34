"""The end of a grid: one ranked row per run, what can be said of the models, as text and as HTML.

Ranks, differences and verdicts are those of `mhclient compare --all-pairs`; items of another benchmark are
another table. From top to bottom: the ranking, its lines for a terminal or `print`, its sentences, and the
table for a notebook (HTML without scripts, with the intervals drawn beside it).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup
from rich.cells import cell_len

from mhclient.errors import ReportError
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.paired import Verdict
from mhclient.loading import later
from mhclient.report.loading.basis import Basis, Sharings
from mhclient.report.loading.loaded import LoadedRun, Spent
from mhclient.report.loading.same_items import SameItems
from mhclient.report.settings import Settings
from mhclient.report.summary import figures
from mhclient.report.table import CI95
from mhclient.report.wording.names import caveat, full_name, illustration
from mhclient.report.wording.verdicts import MOST_OPEN, is_open, many_open, verdict_sentence
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.prices import cost_in_words
from mhclient.show.cells import FEW_EFFECTIVE, ROUGH, interval, percent, rough_interval
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import visible
from parsers import Outcome

if TYPE_CHECKING:
    from mhclient.report.compare import comparing, tables
    from mhclient.report.compare.contrast import Comparison, Pair
else:  # a run alone is compared with none
    comparing = later("mhclient.report.compare.comparing")
    tables = later("mhclient.report.compare.tables")


@dataclass(frozen=True, slots=True)
class RankedRun:
    """One run.

    Attributes:
        ranks: first and last rank that it may have among the runs of its benchmark; None where it has none.
        accuracy: over all items asked, unread ones counting as wrong.
        unread: how many items ended in each way other than an answer.
        n, n_planned: items asked, items to be asked.
        spent: what the replies cost, whoever paid for them.
    """

    run: LoadedRun
    name: str
    ranks: tuple[int, int] | None
    accuracy: Estimate
    unread: Counter[str]
    n: int
    n_planned: int
    spent: Spent

    @property
    def unread_share(self) -> float | None:
        """The share of the items asked from which no answer could be read."""
        return self.unread.total() / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The runs of one benchmark, best first, and the comparison behind their ranks; None for a single run."""

    benchmark: str
    rows: tuple[RankedRun, ...]
    comparison: "Comparison | None"

    def __repr__(self) -> str:
        return f"<Ranking {self.benchmark}: {', '.join(row.name for row in self.rows)}>"


def rank_runs(runs: Sequence[LoadedRun], settings: Settings | None = None) -> list[Ranking]:
    """The rankings of runs, one per set of questions, in the order in which benchmarks come."""
    return [_ranking(of, settings or Settings()) for of in SameItems(runs).by_set()]


def _ranking(runs: Sequence[LoadedRun], settings: Settings) -> Ranking:
    sharings = Sharings(settings)
    try:
        comparison = comparing.compare(runs, settings, every_pair=True)
    except ReportError:  # a single run, or none that share an item
        comparison = None
    # No ranks unless every pair has been compared on all items of both.
    ranked = [] if comparison is None else tables.ranking(comparison)
    ranks = {each.run.run.run_id: (each.first, each.last) for each in ranked}
    rows = [_row(run, runs, sharings, ranks.get(run.run.run_id)) for run in runs]
    rows.sort(key=lambda row: (-(row.accuracy.value or 0.0), row.ranks or (0, 0)))
    return Ranking(runs[0].benchmark.name, tuple(rows), comparison)


def _row(
    run: LoadedRun, among: Sequence[LoadedRun], sharings: Sharings, ranks: tuple[int, int] | None
) -> RankedRun:
    basis = Basis.of(run, sharings)
    found = figures(basis.tally, np.arange(len(run.scored)), basis.sharing, sharings.settings)
    unread = Counter(item.ending.value for item in run.scored if item.ending.unread)
    return RankedRun(
        run=run,
        name=full_name(run, among),
        ranks=ranks,
        accuracy=found.estimate,
        unread=unread,
        n=found.accuracy.n,
        n_planned=found.accuracy.n_planned,
        spent=run.spent_in_all,
    )


def pairs_of_models(comparison: "Comparison") -> "Iterator[Pair]":
    """The pairs of runs of one model, which differ in how it was asked."""
    return (
        pair
        for pair in comparison.pairs
        if (pair.first.spec.provider, pair.first.spec.model)
        == (pair.second.spec.provider, pair.second.spec.model)
    )


HEAD = ("rank", "", "accuracy", CI95, "unread", "tokens", "cost USD")
LEFT = 2  # columns that name the row
INTERVAL = HEAD.index(CI95)
GAP = "  "


def result_lines(rankings: Sequence[Ranking]) -> Iterator[str]:
    """Per benchmark its table, what it says, and what to bear in mind."""
    for number, ranking in enumerate(rankings):
        if number:
            yield ""
        if len(rankings) > 1:
            yield visible(ranking.benchmark)
        yield from _aligned([head_of(ranking), *cells_of(ranking)])
        yield from map(visible, verdicts_in_words(ranking))
        yield from map(visible, unread_lines(ranking))
    closing = [*simulated_lines(rankings), *map(visible, closing_lines(rankings))]
    yield from ["", *closing] if closing and len(rankings) > 1 else closing


def closing_lines(rankings: Sequence[Ranking]) -> Iterator[str]:
    """What is to be borne in mind of all tables, each sentence once."""
    yield from dict.fromkeys(line for ranking in rankings for line in rough_lines(ranking))
    yield from cost_lines(rankings)


def simulated_lines(rankings: Sequence[Ranking]) -> Iterator[str]:
    """That models or questions are invented, and how much was guessed, where it is so."""
    if said := illustration([row.run for ranking in rankings for row in ranking.rows]):
        yield visible(said)


def head_of(ranking: Ranking) -> tuple[str, ...]:
    """The names of the columns; where nothing is ranked, there is no rank."""
    return HEAD if any(row.ranks for row in ranking.rows) else ("", *HEAD[1:])


def cells_of(ranking: Ranking) -> list[tuple[str, ...]]:
    """The rows as they are shown, under `HEAD`."""
    costs = [row.spent.cost_usd for row in ranking.rows]
    return [_cells(row, costs) for row in ranking.rows]


def _cells(row: RankedRun, costs: Sequence[float | None]) -> tuple[str, ...]:
    return (
        ranks_in_words(row.ranks),
        visible(name_of(row)),
        percent(row.accuracy.value),
        rough_interval(row.accuracy.ci95, row.accuracy.n_effective),
        percent(row.unread_share),
        row.spent.tokens_in_words,
        cost_in_words(row.spent.cost_usd, costs),
    )


def name_of(row: RankedRun) -> str:
    """The run's name, and how far it is if it is not done."""
    return row.name if row.n == row.n_planned else f"{row.name} ({row.n:,} of {row.n_planned:,} asked)"


def ranks_in_words(ranks: tuple[int, int] | None) -> str:
    """The ranks that a run may have.

    >>> ranks_in_words((1, 2)), ranks_in_words((3, 3)), ranks_in_words(None)
    ('1–2', '3', '')
    """
    if ranks is None:
        return ""
    return str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}–{ranks[1]}"


def rough_lines(ranking: Ranking) -> Iterator[str]:
    """What the sign behind an interval means, where there is one."""
    if any(cells[INTERVAL].endswith(ROUGH) for cells in cells_of(ranking)):
        sign = ROUGH.strip()
        yield f"{sign}: rough, since the questions are worth fewer than {FEW_EFFECTIVE} independent ones."


def unread_lines(ranking: Ranking) -> Iterator[str]:
    """How unread items ended, a line per run that has some."""
    for row in ranking.rows:
        if row.unread:
            listed = ", ".join(f"{n:,} {ending.replace('_', ' ')}" for ending, n in row.unread.most_common())
            yield f"Unread, {row.name}: {listed}."


def cost_lines(rankings: Sequence[Ranking]) -> Iterator[str]:
    """What the cost is, where one is known; and why `mhclient runs` has less where a run has not paid it."""
    rows = [row for ranking in rankings for row in ranking.rows]
    if not any(row.spent.cost_usd for row in rows):
        return
    said = "Cost: what the replies of a run cost, whoever paid."
    if sharing := [row for row in rows if row.run.from_cache and row.run.spec.provider != ADOPTED]:
        n = sum(row.run.from_cache for row in sharing)
        first = sharing[0].name
        whose = first if len(sharing) == 1 else f"{first} and {counted(len(sharing) - 1, 'other run')}"
        said += (
            f" {counted(n, 'reply')} of {whose} {agreeing(n, 'was', 'were')} in the store already, paid for "
            "before: what each run paid itself says 'mhclient runs'."
        )
    yield said


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns aligned; one that is empty throughout is left out."""
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    first = [place for place, column in enumerate(zip(*rows, strict=True)) if any(column)]
    widths = [max(map(cell_len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = zip(first, row, widths, strict=True)
        yield GAP.join(_padded(cell, width, left=place < LEFT) for place, cell, width in cells).rstrip()


def _padded(cell: str, width: int, *, left: bool) -> str:
    space = " " * (width - cell_len(cell))
    return cell + space if left else space + cell


def caveat_line(rankings: Sequence[Ranking]) -> str:
    """What the figures measure, and what they do not."""
    return caveat([row.run for ranking in rankings for row in ranking.rows])


# What a truncated reply is blamed on is said from this share of items on.
WORTH_SAYING = 0.005
MOST_OF_MODELS = 5


def verdicts_in_words(ranking: Ranking) -> Iterator[str]:
    """What is shown between the variants of each model; of models asked in one way, beside the best."""
    if ranking.comparison is None:
        return
    say, pairs = _between_variants, list(pairs_of_models(ranking.comparison))
    if not pairs:
        best, every = ranking.rows[0].run.run.run_id, ranking.comparison.pairs
        of_best = [pair for pair in every if best in (pair.first.run.run_id, pair.second.run.run_id)]
        say, pairs = _of_models, of_best[:MOST_OF_MODELS]
    still_open = {_names(pair, ranking): pair.overall.right for pair in pairs if is_open(pair.overall.right)}
    many = len(still_open) > MOST_OPEN
    yield from (say(pair, ranking) for pair in pairs if not many or not is_open(pair.overall.right))
    if many:
        yield f"{many_open(still_open, len(pairs))}; 'mhclient compare' has each."


def _between_variants(pair: "Pair", ranking: Ranking) -> str:
    """The sentence; the model, which both rows of the table begin with, is said once."""
    assert ranking.comparison is not None
    names, model = _names(pair, ranking), f"{pair.first.spec.model} · "
    before = ""
    if all(name.startswith(model) for name in names):
        before = f"{pair.first.spec.model}: "
        names = names[0].removeprefix(model), names[1].removeprefix(model)
    words = verdict_sentence(pair.overall.right, names, ranking.comparison.settings.equivalence)
    return f"{before}{words}{_because_cut(pair, names)}."


def _names(pair: "Pair", ranking: Ranking) -> tuple[str, str]:
    """What the table calls the two."""
    called = {row.run.run.run_id: row.name for row in ranking.rows}
    return called[pair.first.run.run_id], called[pair.second.run.run_id]


def _because_cut(pair: "Pair", names: tuple[str, str]) -> str:
    """How much of a difference comes of replies that were cut where the other run is right."""
    verdict = pair.overall.right.judged.verdict
    if verdict not in (Verdict.BETTER, Verdict.WORSE):
        return ""
    cut = Outcome.TRUNCATED.value
    first_worse = verdict is Verdict.WORSE
    ends = (cut, "right") if first_worse else ("right", cut)
    lost = pair.transitions.get(ends, 0) / pair.overall.right.n
    if lost < WORTH_SAYING:
        return ""
    worse, name = (pair.first, names[0]) if first_worse else (pair.second, names[1])
    difference = abs(pair.overall.right.difference.value or 0.0)
    part = "all" if lost >= difference else f"{100 * lost:.1f}"
    cap = worse.spec.parameters.max_tokens
    at = "its token cap" if cap is None else f"{cap:,} tokens"
    return f"; {part} of them because {name} was cut at {at}"


def _of_models(pair: "Pair", ranking: Ranking) -> str:
    assert ranking.comparison is not None
    margin = ranking.comparison.settings.equivalence
    return f"{verdict_sentence(pair.overall.right, _names(pair, ranking), margin)}."


WIDTH, HEIGHT, MARGIN = 220, 16, 6  # pixels of an interval's drawing
HEAD_OF_CHART = "0 – 100 %"


def ranking_html(rankings: Sequence[Ranking], notes: Sequence[str] = ()) -> str:
    """Per benchmark its table with a chart, and what can be said.

    Args:
        notes: sentences that come first.
    """
    parts = [_sentence(note) for note in notes]
    for ranking in rankings:
        if len(rankings) > 1:
            parts.append(Markup("<p><b>{}</b></p>").format(visible(ranking.benchmark)))
        said = (*verdicts_in_words(ranking), *unread_lines(ranking))
        parts += [_html_table(ranking), *map(_sentence, said)]
    parts += map(_sentence, closing_lines(rankings))
    parts.append(Markup("<p><small>{}</small></p>").format(caveat_line(rankings)) if rankings else Markup())
    return str(Markup("").join(parts))


def _sentence(text: str) -> Markup:
    return Markup("<p style='margin:.2em 0'>{}</p>").format(visible(text))


def _html_table(ranking: Ranking) -> Markup:
    def row_of(tag: str, texts: Sequence[str]) -> Markup:
        cell = Markup(f"<{tag} style='text-align:{{}}'>{{}}</{tag}>")
        sides = ["left"] * LEFT + ["right"] * (len(texts) - LEFT)
        return Markup("").join(map(cell.format, sides, texts))

    rows = Markup("").join(
        Markup("<tr>{}<td>{}</td></tr>").format(row_of("td", texts), _interval_svg(row))
        for row, texts in zip(ranking.rows, cells_of(ranking), strict=True)
    )
    return Markup("<table class='mhclient'><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(
        row_of("th", [*head_of(ranking), HEAD_OF_CHART]), rows
    )


def _interval_svg(row: RankedRun) -> Markup:
    """The accuracy as a dot on its interval, on a line from 0 to 100 %."""
    value, bounds = row.accuracy.value, row.accuracy.ci95
    if value is None:
        return Markup()
    said, middle = f"{percent(value)} ({interval(bounds)})", HEIGHT / 2

    def line(left: float, right: float, *ink: object) -> Markup:
        return Markup(
            "<line x1='{:.1f}' x2='{:.1f}' y1='{}' y2='{}' stroke='{}' stroke-width='{}' "
            "stroke-opacity='{}'/>"
        ).format(MARGIN + WIDTH * left, MARGIN + WIDTH * right, middle, middle, *ink)

    shapes = line(0, 1, "currentColor", 1, 0.25)
    if bounds is not None:
        shapes += line(*bounds, "#0072B2", 3, 0.6)
    dot = Markup("<circle cx='{:.1f}' cy='{}' r='4' fill='#0072B2'/>")
    shapes += dot.format(MARGIN + WIDTH * value, middle)
    return Markup(
        "<svg role='img' aria-label='{}' width='{}' height='{}' style='vertical-align:middle'>"
        "<title>{}</title>{}</svg>"
    ).format(said, WIDTH + 2 * MARGIN, HEIGHT, said, shapes)
