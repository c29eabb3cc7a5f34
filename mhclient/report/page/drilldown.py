"""Which items are behind the cells of a run's tables: per table, for each of its rows, column → items.

Decision: docs/decisions/report.md, "What is behind a figure".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from mhclient.figures.averages import GROUPS, averages_for
from mhclient.figures.coverage import COVERAGE_NAMES, Part
from mhclient.figures.letters import LetterRow
from mhclient.figures.metrics import AccuracyFigures, Share
from mhclient.figures.paired import Paired
from mhclient.report.compare.tables import CHANGED
from mhclient.report.document import TOP
from mhclient.report.page.addresses import Behind, one_of_tasks
from mhclient.report.summary import EvidenceEffect, Summary
from mhclient.report.tables import with_overall

Row: TypeAlias = Mapping[str, Behind | tuple[Behind, ...]]
Filters: TypeAlias = Mapping[str, str]

READ, RIGHT, UNREAD = ({"result": result} for result in ("read", "right", "unread"))
# What the same items were without evidence, on the page of the run; see filters.js.
BARE = {"against": "base"}


def behind_rows(name: str, summary: Summary, top: int | None = TOP) -> Sequence[Row]:
    """The rows of the run's table of this name; none for a table whose figures are of no items."""
    if name == "entities" and summary.coverage:
        return _parts("entity", summary.coverage.entities[:top])
    return list(_ROWS[name](summary)) if name in _ROWS else ()


def share(filters: Filters, part: Share) -> Behind:
    """The items that a share counts."""
    return Behind(filters, part.count, part.n)


def of_figures(filters: Filters, figures: AccuracyFigures) -> dict[str, Behind]:
    """The items behind the figures of a set of items, under the columns of the table of accuracy."""
    return {
        "n": Behind(filters, figures.n),
        "Accuracy": share({**filters, **RIGHT}, figures.correct),
        "Among read": Behind({**filters, **READ}, figures.answered.n),
        "Unread": Behind({**filters, **UNREAD}, figures.n_unread),
        "Format": share({**filters, "format": "yes"}, figures.kept_format),
    }


def of_average(name: str, summary: Summary) -> Behind:
    """The items of the tasks that an average is over."""
    weights = averages_for(summary.tasks, summary.run.benchmark.sizes)[name]
    n = sum(summary.tasks[task].accuracy.n for task in weights if task in summary.tasks)
    return Behind(one_of_tasks(list(weights), summary), n)


def of_coverage(summary: Summary) -> dict[str, Behind]:
    """The items that figures of coverage rest on: those that count for an entity, or for a relation."""
    asked = [scored.item for scored in summary.run.scored if scored.asked]
    relations = Behind({"relation": "*"}, sum(item.relation is not None for item in asked))
    entities = Behind({"entity": "*"}, sum(bool(item.entities) for item in asked))
    return {name: relations if name.endswith("(R)") else entities for name in COVERAGE_NAMES}


def of_paired(filters: Filters, pair: Paired) -> Row:
    """The items behind a pair's figures, on the page of the second run.

    Args:
        filters: what the first is.
    """
    both = {**filters, "there": "asked"}
    return {
        "n": Behind(both, pair.n),
        "first": Behind({**filters, "there": "right"}, pair.both + pair.first_only, pair.n),
        "second": Behind({**both, **RIGHT}, pair.both + pair.second_only, pair.n),
        CHANGED: (
            Behind({**filters, "change": "lost"}, pair.first_only),
            Behind({**filters, "change": "won"}, pair.second_only),
        ),
    }


def of_effect(effect: EvidenceEffect) -> Row:
    """The items behind the effect of evidence: those with it."""
    found = of_paired({"task": effect.with_evidence, **BARE}, effect.right)
    return {**found, "without": found["first"], "with": found["second"]}


def _accuracy(summary: Summary) -> Iterator[Row]:
    return (of_figures({"task": task}, figures.accuracy) for task, figures in with_overall(summary))


def _groups(summary: Summary) -> Iterator[Row]:
    for name, figures in summary.groups.items():
        tasks = [task for task in GROUPS[name] if task in summary.tasks]
        yield of_figures(one_of_tasks(tasks, summary), figures.accuracy)


def _averages(summary: Summary) -> Iterator[Row]:
    known = (name for name, figure in summary.averages.items() if figure.value is not None)
    return ({"Average": of_average(name, summary)} for name in known)


def _outcomes(summary: Summary) -> Iterator[Row]:
    for task, figures in with_overall(summary):
        yield {
            name.replace("_", " "): Behind({"task": task, "ending": name}, count)
            for name, count in figures.accuracy.outcomes.items()
        }


def _strictness(summary: Summary) -> Iterator[Row]:
    for task, figures in with_overall(summary):
        found = of_figures({"task": task}, figures.accuracy)
        steps = {
            step: share({"task": task, "grade": step, **RIGHT}, part.correct)
            for step, part in figures.accuracy.by_strictness.items()
        }
        yield {**steps, "among read": found["Among read"], "bounds": found["Unread"]}


def _letters(summary: Summary) -> Iterator[Row]:
    for task, figures in summary.tasks.items():
        if figures.letters:
            found = _letter({"task": task}, figures.letters.letters[0], "")
            yield {"A said": found["Said"], "A gold": found["Gold"]}


def _shares(summary: Summary) -> Iterator[Row]:
    for task, figures in summary.tasks.items():
        if figures.letters:
            yield from (_letter({"task": task}, row, "") for row in figures.letters.letters)
            yield from (_letter({"task": task}, row, "_at") for row in figures.letters.places)


def _letter(filters: Filters, row: LetterRow, of: str) -> dict[str, Behind]:
    """The items behind a letter's shares, or behind those of a place among the lines ("_at")."""
    gold, said = ({**filters, name + of: row.name} for name in ("gold", "said"))
    return {
        "Gold": share(gold, row.gold),
        "Said": share(said, row.said),
        "Recall": share({**gold, **RIGHT}, row.recall),
    }


def _calibration(summary: Summary) -> Iterator[Row]:
    if summary.calibration is None:
        return
    bins = [(str(number), one.correct.n) for number, one in enumerate(summary.calibration.bins)]
    for number, n in [*((number, n) for number, n in bins if n), ("*", summary.calibration.correct.n)]:
        items = Behind({"confidence": number}, n)
        yield {"n": items, "mean": items}


def _coverage(summary: Summary) -> Iterator[Row]:
    return ({"Coverage": items} for items in of_coverage(summary).values())


def _relations(summary: Summary) -> Sequence[Row]:
    return _parts("relation", summary.coverage.relations) if summary.coverage else ()


def _parts(kind: str, parts: Iterable[Part]) -> Sequence[Row]:
    return [
        {
            "Items": Behind({kind: part.key}, part.correct.n),
            "Accuracy": share({kind: part.key, **RIGHT}, part.correct),
        }
        for part in parts
    ]


def _evidence(summary: Summary) -> Iterator[Row]:
    return (of_effect(effect) for effect in summary.evidence)


def _sets(summary: Summary) -> Iterator[Row]:
    for task, figures in summary.tasks.items():
        if sets := figures.sets:
            parts = {"right": sets.exact, "over": sets.over, "under": sets.under}
            parts |= {"incorrect": sets.incorrect, "unread": sets.unread}
            found = {result: share({"task": task, "result": result}, part) for result, part in parts.items()}
            yield {
                ("Exact" if result == "right" else result.capitalize()): items
                for result, items in found.items()
            }


def _disorders(summary: Summary) -> Iterator[Row]:
    rows: dict[str, dict[str, Behind]] = {}
    for row in summary.classes:
        filters = {"task": row.task, "disorder": row.name, **RIGHT}
        rows.setdefault(row.name, {})[row.task] = share(filters, row.correct)
    return iter(rows.values())


def _confusions(summary: Summary) -> Iterator[Row]:
    for pair in summary.confused[:TOP]:
        yield {"Items": Behind({"disorder": pair.gold, "instead": pair.said}, pair.n)}


_ROWS: Mapping[str, Callable[[Summary], Iterable[Row]]] = {
    "accuracy": _accuracy,
    "groups": _groups,
    "averages": _averages,
    "outcomes": _outcomes,
    "strictness": _strictness,
    "letters": _letters,
    "shares": _shares,
    "calibration": _calibration,
    "coverage": _coverage,
    "relations": _relations,
    "evidence": _evidence,
    "sets": _sets,
    "disorders": _disorders,
    "confusions": _confusions,
}
