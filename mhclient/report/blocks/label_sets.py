"""Labels that are uncertain: accuracy on each label set from the same replies, and soft scores."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from mhclient.figures.proportion_intervals import Interval
from mhclient.figures.soft_labels import (
    LabelledAccuracy,
    LabelledReply,
    OptionProbabilities,
    ProbabilityScores,
    SoftScores,
    labelled_accuracy,
    mean_of_categories,
    probability_scores,
    soft_scores,
)
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.relabelled import (
    default_set,
    has_label_sets,
    label_set_names,
    labelled,
    option_probabilities,
    options_said,
    tops_of,
)
from mhclient.report.summary import Summary
from mhclient.report.table import CI95, SUMS, Row, Table
from mhclient.show.cells import NOT_KNOWN, interval, percent

MEAN = "mean of categories"


def accuracy_by_set(basis: Basis) -> dict[str, dict[str, LabelledAccuracy]]:
    """Label set → category, and all → accuracy."""
    return {
        name: {category: labelled_accuracy(replies) for category, replies in found.items()}
        for name, found in basis.get(replies_by_set).items()
    }


def default_replies(basis: Basis) -> dict[str, Sequence[LabelledReply]]:
    """Category, and all → its replies on the set that golds are of."""
    return basis.get(replies_by_set).get(default_set(basis.run), {})


def soft_by_category(basis: Basis) -> dict[str, SoftScores]:
    """Category, and all → soft scores on the set that golds are of."""
    return {category: soft_scores(replies) for category, replies in basis.get(default_replies).items()}


def probabilities_by_category(basis: Basis) -> dict[str, ProbabilityScores]:
    """Category, and all → scores of the letters' probabilities, where they are known."""
    name = default_set(basis.run) if has_label_sets(basis.run) else ""
    found: dict[str, list[OptionProbabilities]] = {}
    for known in basis.run.confidences:
        scored = basis.run.scored[known.place]
        if known.letters and (reply := option_probabilities(scored, known.letters, name)) is not None:
            found.setdefault(scored.item.task, []).append(reply)
    every = [reply for replies in found.values() for reply in replies]
    with_all = found | ({SUMS: every} if len(found) > 1 else {})
    return {category: probability_scores(replies) for category, replies in with_all.items()}


def replies_by_set(basis: Basis) -> dict[str, dict[str, Sequence[LabelledReply]]]:
    """Label set → category → its replies; all together last, where there are several."""
    if not has_label_sets(basis.run):
        return {}
    found: dict[str, dict[str, Sequence[LabelledReply]]] = {}
    for name in label_set_names(basis.run):
        tops = tops_of(basis.run, name)
        by_category: dict[str, list[LabelledReply]] = {}
        for scored, said in zip(basis.run.scored, basis.get(options_said), strict=True):
            if (reply := labelled(scored, said, name, tops)) is not None:
                by_category.setdefault(scored.item.task, []).append(reply)
        every = [reply for replies in by_category.values() for reply in replies]
        if every:
            found[name] = {**by_category, **({SUMS: every} if len(by_category) > 1 else {})}
    return found


def categories_table(summary: Summary) -> Table | None:
    """Accuracy by category on each label set, and the plain mean of the categories."""
    found = summary.get(accuracy_by_set)
    categories = list(dict.fromkeys(c for of_set in found.values() for c in of_set if c != SUMS))
    rows: list[Row] = []
    for category in [*categories, SUMS] if len(categories) > 1 else categories:
        rows.append((category, *(_counts(of_set.get(category)) for of_set in found.values())))
    if len(categories) > 1:
        rows.append((MEAN, *(_mean(of_set) for of_set in found.values())))
    note = (
        "The same replies on each set of labels; unread replies are wrong. In categories with one right "
        "answer all sets are the author's. Accuracy over all is dominated by these: see the mean of "
        "categories."
    )
    return Table("Accuracy by label set, in %", ("Category", *found), rows, note) if rows else None


def _counts(figures: LabelledAccuracy | None) -> str:
    return NOT_KNOWN if figures is None else f"{percent(figures.accuracy)} ({figures.right}/{figures.n})"


def _mean(of_set: Mapping[str, LabelledAccuracy]) -> str:
    return percent(mean_of_categories({name: found for name, found in of_set.items() if name != SUMS}))


def labels_table(summary: Summary) -> Table | None:
    """How sure accuracy is, where labels are uncertain, too."""
    rows: list[Row] = []
    for name, of_set in summary.get(accuracy_by_set).items():
        for category, figures in of_set.items():
            rows.append(
                (
                    name,
                    category,
                    percent(figures.accuracy),
                    *(_interval(each) for each in (figures.of_items, figures.of_labels, figures.joint)),
                    percent(figures.expected),
                    f"{figures.contested}/{figures.n_questions}",
                )
            )
    head = ("Labels", "Category", "Accuracy", "CI items", "CI labels", "CI both", "Expected", "Contested")
    note = (
        "95 % intervals: over questions like these with the labels as they are, over labels that other "
        "raters would have given, and over both; with other raters a reply that agrees can mostly only lose "
        "its agreement, so that the last two reach further down than up. Expected: mean share of draws of "
        "the label in which the said option is on top. Contested: questions whose top option leads in fewer "
        "than 90 % of draws. "
        "Sets without draws have no interval of labels."
    )
    return Table("Accuracy and the uncertainty of labels, in %", head, rows, note, names=2) if rows else None


def _interval(bounds: Interval) -> str:
    return NOT_KNOWN if bounds is None else interval(bounds)


def soft_table(summary: Summary) -> Table | None:
    """Scores by the labels' probabilities."""
    rows = [
        (
            category,
            f"{found.n}",
            *(percent(x) for x in (found.agreement, found.agreement_of_label, found.agreement_of_guess)),
            *(f"{x:.3f}" for x in (found.brier, found.brier_of_label, found.brier_of_guess)),
            percent(found.listed_wrong),
        )
        for category, found in summary.get(soft_by_category).items()
    ]
    head = (
        *("Category", "n", "Agreement", "of label", "of guess", "Brier", "Brier of label", "Brier of guess"),
        "Listed wrong",
    )
    note = (
        "On the labels that golds are of. Agreement: the label's probability of the said option, in %; "
        "beside it that of the label's own top, and of guessing. Brier: expected squared distance to an "
        "option drawn from the label, lower is better; an unread reply counts as a guess there. Listed "
        "wrong: replies that say an option listed as plainly wrong, in %."
    )
    return Table("Soft scores", head, rows, note) if rows else None


def probabilities_table(summary: Summary) -> Table | None:
    """How far the letters' probabilities are from the labels'."""
    rows = [
        (
            category,
            str(found.n),
            _number(found.cross_entropy),
            f"{found.bounds[0]:.3f}–{_number(found.bounds[1])}",
            f"{found.guess_cross_entropy:.3f}",
            _number(found.divergence),
            NOT_KNOWN if found.ci95 is None else f"{found.ci95[0]:.3f}–{found.ci95[1]:.3f}",
            f"{found.guess_divergence:.3f}",
            *(f"{x:.3f}" for x in (found.brier, found.guess_brier, found.expected)),
        )
        for category, found in summary.get(probabilities_by_category).items()
    ]
    head = (
        *("Category", "n", "Cross-entropy", "bounds", "of guess", "KL", CI95, "KL of guess"),
        *("Brier", "of guess", "expected Brier"),
    )
    note = (
        "Letters' probabilities, as shares of all letters', beside the default label's; natural logarithms. "
        "Lower is better. KL: cross-entropy minus the label's own entropy, 0 where both are the same; its "
        "interval is over questions like these. Bounds: for what hidden tokens may hold; with no upper one "
        f"({NOT_KNOWN}) an option that raters chose may have no probability at all. Guess: each option alike."
    )
    return Table("Letters' probabilities and labels", head, rows, note) if rows else None


def _number(value: float | None) -> str:
    return NOT_KNOWN if value is None else f"{value:.3f}"


def label_document(summary: Summary) -> dict[str, Any]:
    """`label_sets` and `soft` of the run's JSON."""
    found = summary.get(accuracy_by_set)
    if not found:
        return {}
    return {
        "label_sets": {
            name: {
                category: {"accuracy": figures.accuracy, **asdict(figures)}
                for category, figures in of_set.items()
            }
            for name, of_set in found.items()
        },
        "soft": {category: asdict(scores) for category, scores in summary.get(soft_by_category).items()},
        "soft_probabilities": {
            category: asdict(scores) for category, scores in summary.get(probabilities_by_category).items()
        },
    }


BLOCK = Block(
    figures=(accuracy_by_set, default_replies, soft_by_category, probabilities_by_category),
    tables=(
        RunTable(categories_table, usual=True),
        RunTable(labels_table),
        RunTable(soft_table),
        RunTable(probabilities_table),
    ),
    document=label_document,
)
