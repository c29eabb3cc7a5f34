"""Letter bias: which letters a model says, whatever is right, and agreement beyond their frequencies."""

from collections.abc import Iterator, Sequence
from typing import Any

from mhclient.figures.letter_bias import LetterFigures, LetterRow
from mhclient.figures.paired import holm
from mhclient.figures.proportion_intervals import ALPHA
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.coverage import by_cov_t
from mhclient.report.blocks.drilldown import RIGHT, share
from mhclient.report.blocks.preference import letter_points, preferences_document, preferences_of, yes_points
from mhclient.report.chart import Chart, Dots, Measured, Series, intervals_in_words, series_of
from mhclient.report.summary import Figures, Finding, Summary, by_whom
from mhclient.report.table import AnyCell, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import bounds_document, share_document
from mhclient.show.cells import ROUGH, coefficient, p_value, percent, points

TOO_OFTEN = "said minus right, points"


def letters_table(summary: Summary) -> Table | None:
    """Letter bias per task."""
    rows = [
        _letters_row(task, figures, summary.run_id)
        for task, figures in summary.tasks.items()
        if figures.letters
    ]
    head = ("Task", "A said", "A is right", "A by reading", "Moved", "p", "Balanced", "MCC", "Kappa")
    note = (
        "A said: in so many % of the replies read; A is right: in so many % of the items asked. A by "
        "reading: by how many points reading beyond explicit answers raises the first above the second, "
        "among the same replies. Moved: replies in % that would have to name another letter for each letter "
        "to be said as often as it is right; p: of no difference there, by Stuart and Maxwell's test, not "
        "adjusted (findings adjust it for the run's tasks). Balanced: balanced accuracy. Balanced, MCC, "
        "kappa: unread counts as wrong."
    )
    return Table("Letters", head, rows, note) if rows else None


def _letters_row(task: str, figures: Figures, run: str) -> Row:
    letters, agreement = figures.letters, figures.agreement
    assert letters is not None
    assert agreement is not None
    gold, said, _ = _letter_cells(run, task, letters.letters[0], "")
    return (
        task,
        said,
        gold,
        points(letters.made_by_reading) + (ROUGH if letters.reading_is_rough else ""),
        percent(letters.imbalance("all")),
        p_value(letters.homogeneity_p),
        percent(agreement.balanced_accuracy.value),
        coefficient(agreement.mcc.value),
        coefficient(agreement.kappa.value),
    )


def shares_table(summary: Summary) -> Table | None:
    """Every letter, and every place where that is something else: how often right, said, and found."""
    rows: list[Row] = []
    for task, figures in summary.tasks.items():
        if letters := figures.letters:
            rows += [_shares_row(summary.run_id, task, row, "") for row in letters.letters]
            rows += [_shares_row(summary.run_id, task, row, "_at") for row in letters.places]
    note = (
        "Is right: in so many % of the items asked. Said: in so many % of the replies read. Found: of the "
        "items where it is right, so many % were answered with it."
    )
    head = ("Task", "Letter or place", "Is right", "Said", "Found")
    return Table("Letters and places, in %", head, rows, note, names=2) if rows else None


def _shares_row(run: str, task: str, row: LetterRow, of: str) -> Row:
    return (task, row.name, *_letter_cells(run, task, row, of))


def _letter_cells(run: str, task: str, row: LetterRow, of: str) -> tuple[Cell, Cell, Cell]:
    """How often a letter, or a place among the lines ("_at"), is right, is said, and is found."""
    gold, said = ({"task": task, name + of: row.name} for name in ("gold", "said"))
    return (
        Cell(percent(row.gold.value), share(run, row.gold, **gold)),
        Cell(percent(row.said.value), share(run, row.said, **said)),
        Cell(percent(row.recall.value), share(run, row.recall, **gold, **RIGHT)),
    )


def rates_table(summaries: Sequence[Summary]) -> Table | None:
    """Rate of A among what was read, and balanced accuracy, for tasks that ask A or B; one row per run."""
    tasks = list(
        dict.fromkeys(
            task
            for summary in summaries
            for task, figures in summary.tasks.items()
            if figures.prediction_a_rate
        )
    )
    columns = [name for task in tasks for name in (f"{task} A-rate", f"{task} balanced")]
    rows = [
        (row_cell(summary, summaries), *(cell for task in tasks for cell in _a_rate(summary, task)))
        for summary in by_cov_t(summaries)
    ]
    head = (names_head(runs_of(summaries)), *columns)
    words = "A-rate: in so many % of the replies read A is said. Balanced: balanced accuracy."
    note = with_marks(words, runs_of(summaries))
    best = range(2, len(head), 2)
    title = "A-rate and balanced accuracy, in %"
    return Table(title, head, rows, note, best=best) if tasks else None


def _a_rate(summary: Summary, task: str) -> tuple[AnyCell, AnyCell]:
    figures = summary.tasks.get(task)
    if figures is None or figures.prediction_a_rate is None or figures.agreement is None:
        return "", ""
    rate, balanced = percent(figures.prediction_a_rate.value), figures.agreement.balanced_accuracy
    if figures.letters is None:
        return rate, percent(balanced.value)
    said = share(summary.run_id, figures.letters.letters[0].said, task=task, said="A")
    return Cell(rate, said), percent(balanced.value)


def letters_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """How much more often each letter is said than it is right, where options are shuffled."""
    series = [
        series_of(summary, summaries, points) for summary in summaries if (points := letter_points(summary))
    ]
    words = (
        "How much more often each letter is said than it is right, in points, among the replies read, in "
        "tasks whose options stand in changing order. Above 0: said too often, whatever stands behind it. "
        f"{_intervals(series)}"
    )
    if series:
        yield Chart("letters", "Letters said too often", words, Dots(series, Measured.POINTS, axis=TOO_OFTEN))
    yield from _yes_chart(summaries)


def _yes_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    series = [
        series_of(summary, summaries, points) for summary in summaries if (points := yes_points(summary))
    ]
    words = (
        "In tasks whose answers are yes and no: how much more often yes is said than it is right, in points, "
        f"among the replies read. {_intervals(series)}"
    )
    if series:
        yield Chart("yes", "Yes said too often", words, Dots(series, Measured.POINTS, axis=TOO_OFTEN))


def _intervals(series: Sequence[Series]) -> str:
    return intervals_in_words([point for each in series for point in each.points])


def letters_findings(summary: Summary) -> Iterator[Finding]:
    """Tasks in which letters are not said as often as they are right; the tests of a run are one family."""
    return by_whom(summary, _letter_bias(summary))


def _letter_bias(summary: Summary) -> Iterator[Finding]:
    tested = {task: figures.letters for task, figures in summary.tasks.items() if figures.letters}
    adjusted = holm([letters.homogeneity_p for letters in tested.values()])
    for (task, letters), p in zip(tested.items(), adjusted, strict=True):
        if p is not None and p < ALPHA:
            text = f"{task}: {_favoured(letters)} (Stuart–Maxwell, adjusted p {p_value(p)})."
            yield Finding("letter_bias", task, text)


def _favoured(letters: LetterFigures) -> str:
    """The letter that is said too often by most, A before others."""
    said, gold = (
        {name: share.value or 0.0 for name, share in by_strictness["all"].items()}
        for by_strictness in (letters.said_by_strictness, letters.gold_by_strictness)
    )
    name = max(sorted(said), key=lambda letter: said[letter] - gold[letter])
    text = f"{name} is said in {percent(said[name])} % of the replies read and is the right answer to "
    text += f"{percent(gold[name])} % of these items"
    made = letters.made_by_reading
    if name != "A" or not made:
        return text
    rough = ", of few replies" if letters.reading_is_rough else ""
    return f"{text}; reading beyond explicit answers adds {points(made)} to the excess{rough}"


def letters_keys(figures: Figures) -> dict[str, Any]:
    """What a set of items says of letters; null where it does not apply."""
    agreement = figures.agreement
    estimates = {
        "prediction_a_rate": figures.prediction_a_rate,
        "balanced_accuracy": agreement and agreement.balanced_accuracy,
        "kappa": agreement and agreement.kappa,
        "mcc": agreement and agreement.mcc,
        "kappa_answered": agreement and agreement.kappa_answered,
        "mcc_answered": agreement and agreement.mcc_answered,
    }
    return {
        **{name: found and found.value for name, found in estimates.items()},
        **{f"ci95_{name}": found and bounds_document(found.ci95) for name, found in estimates.items()},
        "gold_a_rate": figures.gold_a_rate,
        "chance": figures.chance,
        "letters": figures.letters and _letters(figures.letters),
    }


def _letters(letters: LetterFigures) -> dict[str, Any]:
    return {
        "by_letter": [_letter(row) for row in letters.letters],
        "by_place": [_letter(row) for row in letters.places],
        "homogeneity_p": letters.homogeneity_p,
        "imbalance": {name: letters.imbalance(name) for name in letters.said_by_strictness},
        "a_rate_by_strictness": {name: said["A"].value for name, said in letters.said_by_strictness.items()},
        "gold_a_rate_by_strictness": {
            name: gold["A"].value for name, gold in letters.gold_by_strictness.items()
        },
        "n_by_strictness": {name: letters.n_read(name) for name in letters.said_by_strictness},
        "a_rate_made_by_reading": letters.made_by_reading,
    }


def _letter(row: LetterRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "gold": share_document(row.gold),
        "said": share_document(row.said),
        "recall": share_document(row.recall),
    }


BLOCK = Block(
    figures=(preferences_of,),
    tables=(RunTable(letters_table, usual=True), RunTable(shares_table)),
    across={"6": rates_table},
    charts=letters_chart,
    findings=letters_findings,
    document=preferences_document,
    of_set=letters_keys,
)
