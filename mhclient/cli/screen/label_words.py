"""What `mhclient labels` prints for people: tables, and what their figures mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.table import Table

from benchmark.labels.agreement import OrderAgreement, Support
from benchmark.labels.annotations import Annotation
from benchmark.labels.compare import LabelDistance, by_category, numbers, overlap, unlike
from benchmark.labels.fit import SEPARATED, Fitted
from benchmark.labels.label_file import LabelSet
from benchmark.labels.models import OFFSETS, SLOPES
from mhclient.cli.screen.console import out, plain
from mhclient.show.cells import NOT_KNOWN
from mhclient.show.counts import counted

N_SHOWN = 20
LETTERS = "ABCDE"
OF_AGREEMENT = (
    "Correlation and alpha: 1 is perfect agreement, 0 is what chance gives. Options were shown in a random "
    "order; the columns are three ways of putting ratings back into the original one (value: the rating of "
    "an option, shown: the slider at a place, order: which option stood at a place):"
)
OF_DISTANCES = (
    "Gold: the option that counts as right, which is the most probable one. Total variation: how much "
    "probability lies on other options, from 0 (the same label) to 1. Jensen–Shannon: another distance, from "
    "0 to 0.83. Both are means over questions."
)


def say_counts(annotations: Sequence[Annotation]) -> None:
    """How many ratings there are, of what."""
    raters = {each.rater for each in annotations}
    questions = {each.question for each in annotations}
    out.print(
        f"{counted(len(annotations), 'annotation')} of {counted(len(questions), 'question')} "
        f"by {counted(len(raters), 'rater')}."
    )


def say_agreement(found: Sequence[OrderAgreement]) -> None:
    """The table of agreement in each order, and what it means."""
    out.print(agreement_table(found))
    out.print(OF_AGREEMENT, soft_wrap=True)
    for each in found:
        out.print(plain(f"  {each.order}: {each.order.said}"), soft_wrap=True)


def agreement_table(found: Sequence[OrderAgreement]) -> Table:
    """A column for each way of undoing the order of options."""
    table = Table("", box=None, pad_edge=False)
    for each in found:
        table.add_column(str(each.order), justify="right")

    def add(what: str, figure: Callable[[OrderAgreement], float | None], form: str = ".3f") -> None:
        table.add_row(what, *(_figure(figure(each), form) for each in found))

    retest, between = found[0].retest.n, found[0].between.n
    table.add_row(f"One rater, the same question twice ({counted(retest, 'pair')})")
    add("  correlation of the two ratings, median", lambda each: each.retest.median)
    add("  the same option rated highest", lambda each: each.retest.same_top, ".0%")
    table.add_row(f"Two raters, the same question ({counted(between, 'pair')})")
    add("  correlation of the two ratings, mean", lambda each: each.between.mean)
    add("  the same option rated highest", lambda each: each.between.same_top, ".0%")
    table.add_row("All raters of a question (Krippendorff's alpha)")
    add(f"  median of {counted(len(found[0].alphas), 'question')}", lambda each: each.median_alpha)
    add("  mean of triage", lambda each: each.mean_alpha("triage"))
    add("  mean of documentation", lambda each: each.mean_alpha("documentation"))
    return table


def _figure(value: float | None, form: str) -> str:
    return NOT_KNOWN if value is None else format(value, form).replace("-", "−").replace("%", " %")


def support_in_words(support: Support) -> str:
    """Which order the ratings support, and why; or why that is not known."""
    if support.order is None:
        return f"Which order the ratings support is not known: {support.why}."
    return f"The ratings support the order {support.order}: {support.why} in it."


def say_fit(fitted: Fitted, labels: LabelSet, path: Path) -> None:
    """What was fitted, and what to know about it."""
    fit = fitted.fit
    out.print(plain(f"{labels.name}: labels of {counted(len(labels.labels), 'question')} in {path}"))
    ended = "converged after" if fit.converged else "did not converge: its labels depend on when it stopped,"
    out.print(f"The fit {ended} {counted(fit.n_iterations, 'iteration')} (objective {fit.objective:.4f}).")
    if names := labels.about["at_bound"]:
        slopes, offsets = (f"{low:g} to {high:g}".replace("-", "−") for low, high in (SLOPES, OFFSETS))
        out.print(
            plain(
                f"At a limit of what the fit allows a rater (slope {slopes}, offset {offsets}): "
                f"{', '.join(names)}."
            ),
            soft_wrap=True,
        )
    if fitted.separated:
        out.print(
            f"Practically certain labels (one option above {100 * SEPARATED:g} %): "
            f"{_listed(fitted.separated)}. Hardly a rating speaks against these options; without a prior "
            "that makes them certain, however few the raters.",
            soft_wrap=True,
        )
    for question, why in fitted.left_out.items():
        out.print(f"Left out: question {question}, {why}.")


def _listed(questions: Sequence[int]) -> str:
    more = ", …" if len(questions) > N_SHOWN else ""
    return f"{len(questions)} ({', '.join(map(str, questions[:N_SHOWN]))}{more})"


def say_compared(files: Sequence[Path], first: LabelSet, second: LabelSet) -> None:
    """What is compared: two files by name and set, and over how many questions."""
    out.print(plain(f"First: {files[0]} ({first.name}). Second: {files[1]} ({second.name})."), soft_wrap=True)
    found = overlap(first, second)
    both = f"Compared over the {counted(len(found.both), 'question')} that both have."
    alone = {"first": found.first_alone, "second": found.second_alone}
    besides = [f"Only the {name} has {numbers(those)}." for name, those in alone.items() if those]
    out.print(" ".join([both, *besides]), soft_wrap=True)
    for sentence in unlike(first, second):
        out.print(plain(sentence), soft_wrap=True)


def say_distances(distances: Sequence[LabelDistance]) -> None:
    """How far apart two sets are, by category, and the questions whose golds differ."""
    table = Table(
        "Category", "Questions", "Same gold", "Total variation", "Jensen–Shannon", box=None, pad_edge=False
    )
    for row in by_category(distances):
        cells = (f"{row.n}", f"{row.same_top}", f"{row.total_variation:.3f}", f"{row.jensen_shannon:.3f}")
        table.add_row(row.category, *cells)
    out.print(table)
    out.print(OF_DISTANCES, soft_wrap=True)
    changed = [
        f"{each.question} ({LETTERS[each.first_top]}, {LETTERS[each.second_top]})"
        for each in distances
        if not each.same_top
    ]
    if changed:
        out.print(
            f"Another option is the gold in {counted(len(changed), 'question')} (in brackets the first's and "
            f"the second's, in the order of the question file): {', '.join(changed)}.",
            soft_wrap=True,
        )
