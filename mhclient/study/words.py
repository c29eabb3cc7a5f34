"""The end of a grid as lines of text, for terminals, pipes and `print`."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from mhclient.report.caveat import caveat
from mhclient.report.illustration import illustration
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.prices import cost_in_words
from mhclient.show.cells import FEW_EFFECTIVE, ROUGH, percent, rough_interval
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import visible
from mhclient.study.table import RankedRun, Ranking
from mhclient.study.verdicts import verdicts_in_words

HEAD = ("rank", "", "accuracy", "95 % interval", "unread", "tokens", "cost USD")
LEFT = 2  # columns that name the row
INTERVAL = HEAD.index("95 % interval")
GAP = "  "


def result_lines(rankings: Sequence[Ranking]) -> Iterator[str]:
    """Per benchmark its table, what it says, and what to bear in mind."""
    for number, ranking in enumerate(rankings):
        if number:
            yield ""
        if len(rankings) > 1:
            yield visible(ranking.benchmark)
        yield from _drawn([head_of(ranking), *cells_of(ranking)])
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


def _drawn(rows: Sequence[Sequence[str]]) -> Iterator[str]:
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
