"""Letter bias: which letters a model says, whatever is right, and agreement beyond their frequencies.

A clear preference is what is said too often, whatever is right: a letter where options stand in changing
order, yes where they do not. In a task whose options always stand in the same order a letter is its text: a
preference for A cannot be distinguished there from a preference for yes. So letters are looked at where
options change their places, and in tasks whose answers are yes and no it is how often yes is said. Both are a
difference of shares of the same replies: how often something is said minus how often it is right, among what
was read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from benchmark import Mode
from mhclient.figures.confidence_intervals import DIFFERENCE, Estimate
from mhclient.figures.letter_bias import LetterFigures, LetterRow
from mhclient.figures.numerics import Ints
from mhclient.figures.paired import holm
from mhclient.figures.proportion_intervals import ALPHA
from mhclient.read.scored import Scored
from mhclient.report.blocks.block import RIGHT, Block, RunTable, one_of_tasks, share
from mhclient.report.blocks.coverage import by_cov_t
from mhclient.report.chart import Chart, Dots, Measured, Point, Series, intervals_in_words, series_of
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Figures, Finding, Summary, by_whom
from mhclient.report.table import AnyCell, Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import bounds_document, share_document
from mhclient.show.cells import ROUGH, coefficient, is_rough, p_value, percent, points

LOOKED_AT = 500  # items of a task, by which it is told whether its options change their places
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Excess:
    """How often something is said minus how often it is right, among `n` replies read.

    Attributes:
        said: how many of the replies say it.
    """

    estimate: Estimate
    said: int
    n: int


@dataclass(frozen=True, slots=True)
class SaidTooOften:
    """What a run says too often.

    Attributes:
        tasks: those whose options change their places.
        letters: letter as shown → its excess over these tasks; empty without such a task.
        yes: yes-or-no task → the letter that yes is shown under, and its excess.
    """

    tasks: tuple[str, ...] = ()
    letters: Mapping[str, Excess] = field(default_factory=dict)
    yes: Mapping[str, tuple[str, Excess]] = field(default_factory=dict)


def preferences_of(basis: Basis) -> SaidTooOften:
    """The excess of every letter, and of yes."""
    fixed = {task: _fixed_options(basis, rows) for task, rows in basis.of_task.items()}
    moving = tuple(task for task, options in fixed.items() if options is None and _single(basis, task))
    letters: dict[str, Excess] = {}
    if moving:
        rows = np.sort(np.concatenate([_read(basis, basis.of_task[task]) for task in moving]))
        letters = {letter: _excess(basis, rows, letter) for letter in _letters(basis, rows)}
    yes = {
        task: (options[YES], _excess(basis, _read(basis, basis.of_task[task]), options[YES]))
        for task, options in fixed.items()
        if options and set(options) == {YES, NO} and _single(basis, task)
    }
    return SaidTooOften(moving, letters, yes)


def _single(basis: Basis, task: str) -> bool:
    first = basis.tally.scored[int(basis.of_task[task][0])]
    return first.item.mode is Mode.SINGLE


def _fixed_options(basis: Basis, rows: Ints) -> dict[str, str] | None:
    """Text → the letter it is shown under, where that is the same in all items; None where it is not."""
    found: dict[str, str] | None = None
    for row in islice(rows.tolist(), LOOKED_AT):
        scored = basis.tally.scored[row]
        shown = {
            scored.item.options[own].strip().casefold(): label
            for label, own in scored.shown.letter_of.items()
        }
        if found is not None and shown != found:
            return None
        found = shown
    return found if len(rows) > 1 else None


def _read(basis: Basis, rows: Ints) -> Ints:
    """The rows from whose reply one letter was read."""
    read: Ints = rows[basis.tally.codes(rows, lambda item: int(item.said is not None)) == 1]
    return read


def _letters(basis: Basis, rows: Ints) -> list[str]:
    """The letters of all these items: one that only some of them have would be compared with nothing."""
    counted = [set(item.shown.letter_of) for item, _ in basis.tally.counted(rows)]
    return sorted(set.intersection(*counted)) if counted else []


def _excess(basis: Basis, rows: Ints, letter: str) -> Excess:
    alone = frozenset({letter})

    def which(item: Scored) -> int:
        return 2 * (item.said == alone) + (item.gold == alone)

    codes = basis.tally.codes(rows, which) if len(rows) else np.zeros(0, dtype=np.int64)
    said, gold = codes // 2, codes % 2
    if not len(rows):
        return Excess(Estimate(None), 0, 0)
    estimate = basis.sharing.mean(rows).estimate((said - gold).astype(np.float64), DIFFERENCE)
    return Excess(estimate, int(said.sum()), len(rows))


def letter_points(summary: Summary) -> list[Point]:
    """Every letter's excess over the tasks whose options change their places."""
    found = summary.get(preferences_of)
    return [_point(summary, letter, found.tasks, letter, each) for letter, each in found.letters.items()]


def yes_points(summary: Summary) -> list[Point]:
    """The excess of yes, task by task."""
    yes = summary.get(preferences_of).yes.items()
    return [_point(summary, task, [task], letter, each) for task, (letter, each) in yes]


def favoured_point(summary: Summary) -> Point | None:
    """The letter that is said too often by most, with an interval that holds for all letters together.

    None where options never change their places.
    """
    found = summary.get(preferences_of)
    known = {letter: each for letter, each in found.letters.items() if each.estimate.value is not None}
    if not known:
        return None
    letter = max(known, key=lambda name: known[name].estimate.value or 0.0)
    estimate = known[letter].estimate
    behind = Behind(
        summary.run_id,
        {**one_of_tasks(found.tasks, summary), "said": letter},
        known[letter].said,
        known[letter].n,
    )
    bounds = estimate.interval(1 - ALPHA / len(known))
    return Point(letter, estimate.value, bounds, behind, is_rough(bounds, estimate.n_effective))


def _point(summary: Summary, name: str, tasks: Sequence[str], letter: str, each: Excess) -> Point:
    found = each.estimate
    behind = Behind(summary.run_id, {**one_of_tasks(tasks, summary), "said": letter}, each.said)
    return Point(name, found.value, found.ci95, behind, is_rough(found.ci95, found.n_effective))


def preferences_document(summary: Summary) -> dict[str, Any]:
    """What is said too often, for programs."""
    found = summary.get(preferences_of)
    return {
        "said_too_often": {
            "tasks": list(found.tasks),
            "letters": [{"name": letter, **_document(each)} for letter, each in found.letters.items()],
            "yes": [{"name": task, **_document(each)} for task, (_, each) in found.yes.items()],
        }
    }


def _document(each: Excess) -> dict[str, Any]:
    estimate = each.estimate
    return {"n": each.n, "excess": estimate.value, "ci95": bounds_document(estimate.ci95)}


class Preference(NamedTuple):
    """What is shown to be said too often, by a 95 % interval.

    Attributes:
        task: of yes; None for a letter.
        bounds: of its excess, together with those of all letters, or of yes in all tasks.
    """

    letter: str
    task: str | None
    excess: Excess
    bounds: tuple[float, float]

    @property
    def said(self) -> float:
        """How often it is said, as a share of the replies read."""
        return self.excess.said / self.excess.n

    @property
    def right(self) -> float:
        """How often it is right there."""
        return self.said - self.value

    @property
    def value(self) -> float:
        return self.excess.estimate.value or 0.0


def clear_preferences(summary: Summary) -> Iterator[Preference]:
    """What is shown to be said too often: the favoured letter, and yes."""
    found, point = summary.get(preferences_of), favoured_point(summary)
    if point is not None and point.bounds is not None and point.bounds[0] > 0:
        yield Preference(point.name, None, found.letters[point.name], point.bounds)
    for task, (letter, excess) in found.yes.items():
        bounds = excess.estimate.interval(1 - ALPHA / len(found.yes))
        if bounds is not None and bounds[0] > 0:
            yield Preference(letter, task, excess, bounds)


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
        p_value(letters.homogeneity_p) + (ROUGH if letters.p_is_rough else ""),
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
            rough = ", rough: of few replies" if letters.p_is_rough else ""
            text = f"{task}: {_favoured(letters)} (Stuart–Maxwell, adjusted p {p_value(p)}{rough})."
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
        "letters": figures.letters and _letter_figures(figures.letters),
    }


def _letter_figures(letters: LetterFigures) -> dict[str, Any]:
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
