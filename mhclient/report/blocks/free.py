"""Free answers: replies to questions without options, compared with the text of the right option."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mhclient.figures.text_scores import (
    FreeAnswer,
    Inconsistency,
    TextMetric,
    inconsistency,
    mean_words,
)
from mhclient.read.scored import Scored
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, SUMS, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.show.cells import NOT_KNOWN
from mhclient.show.counts import counted

LIMITS = (
    "Inconsistency: 1 minus how alike a reply and the text of the right option are; 0 is the same words. It "
    "measures wording, not whether the answer is right: a right answer in a longer sentence counts as "
    "inconsistent (0.8 and more). Compare it with that of the question's wrong options, which a reply "
    "should stay below."
)


@dataclass(frozen=True, slots=True)
class FreeFigures:
    """The free answers of a set of items.

    Attributes:
        n_without: replies that never came, or without a text; they are in no figure here.
        words, words_of_option: per reply, and per text of the right option.
        by_metric: in the order of the settings.
    """

    n_without: int
    words: float
    words_of_option: float
    by_metric: tuple[Inconsistency, ...]


def free_figures(basis: Basis) -> dict[str, FreeFigures]:
    """Category, and all → its figures; nothing where options were shown."""
    found: dict[str, list[FreeAnswer]] = {}
    without: dict[str, int] = {}
    for scored, text in zip(basis.run.scored, basis.run.completions, strict=bool(basis.run.completions)):
        answers = found.setdefault(scored.task, [])
        if text is not None:
            answers.append(free_answer(scored, text))
        elif scored.asked:
            without[scored.task] = without.get(scored.task, 0) + 1
    if len(found) > 1:
        found[SUMS] = [answer for answers in found.values() for answer in answers]
        without[SUMS] = sum(without.values())
    metrics = basis.settings.text_metrics
    return {
        category: FreeFigures(
            without.get(category, 0),
            mean_words(answer.reply for answer in answers),
            mean_words(answer.reference for answer in answers),
            tuple(inconsistency(answers, metric) for metric in metrics),
        )
        for category, answers in found.items()
        if answers
    }


def free_answer(scored: Scored, text: str) -> FreeAnswer:
    """A reply with what it is compared with: the gold's text, of several golds all of them."""
    item = scored.item
    right = [item.options[letter] for letter in sorted(item.gold)]
    wrong = tuple(text for letter, text in item.options.items() if letter not in item.gold)
    return FreeAnswer(str(item.details.get("q_id", item.id)), item.id, text, ", ".join(right), wrong)


def row_scores(run: LoadedRun, metrics: Sequence[TextMetric]) -> Iterator[dict[str, float | None]]:
    """Each reply's inconsistency by each measure, in the order of the run; None without a reply."""
    from_texts = [
        None if text is None else free_answer(scored, text)
        for scored, text in zip(run.scored, run.completions, strict=True)
    ]
    pairs = [(answer.reply, answer.reference) for answer in from_texts if answer is not None]
    found = {metric.key: iter(metric.scores(pairs)) for metric in metrics}
    for answer in from_texts:
        yield {key: None if answer is None else 1 - min(max(next(of), 0.0), 1.0) for key, of in found.items()}


def free_table(summary: Summary) -> Table | None:
    """Inconsistency by category and measure."""
    rows: list[Row] = []
    for category, figures in summary.get(free_figures).items():
        for metric, found in zip(summary.settings.text_metrics, figures.by_metric, strict=True):
            texts = (f"{figures.words:.1f}", f"{figures.words_of_option:.1f}")
            counts = (str(found.n_questions), _replies(found, figures))
            rows.append((category, metric.title, *counts, *_figures(found), *texts))
    head = (
        *("Category", "Measure", "Questions", "Replies", "Inconsistency", CI95, "of wrong options"),
        *("Words", "of the option"),
    )
    note = (
        f"{LIMITS} Means over an item's replies, then over questions; intervals by bootstrap over questions."
    )
    return Table("Free answers", head, rows, note, names=2) if rows else None


def _replies(found: Inconsistency, figures: FreeFigures) -> str:
    missing = f" ({figures.n_without} without a text)" if figures.n_without else ""
    return f"{found.n_replies}{missing}"


def _figures(found: Inconsistency) -> tuple[str, str, str]:
    bounds = NOT_KNOWN if found.ci95 is None else f"{found.ci95[0]:.3f}–{found.ci95[1]:.3f}"
    wrong = NOT_KNOWN if found.of_wrong is None else f"{found.of_wrong:.3f}"
    return f"{found.value:.3f}", bounds, wrong


def free_across(summaries: Sequence[Summary]) -> Table | None:
    """All categories, a row per run and measure."""
    having = [summary for summary in summaries if summary.get(free_figures)]
    rows: list[Row] = []
    for summary in having:
        figures = list(summary.get(free_figures).values())[-1]
        for metric, found in zip(summary.settings.text_metrics, figures.by_metric, strict=True):
            cells = (metric.title, str(found.n_questions), str(found.n_replies), *_figures(found))
            rows.append((row_cell(summary, summaries), *cells))
    head = ("Measure", "Questions", "Replies", "Inconsistency", CI95, "of wrong options")
    runs = runs_of(summaries)
    return Table("Free answers", (names_head(runs), *head), rows, with_marks(LIMITS, runs)) if rows else None


def free_findings(summary: Summary) -> Iterator[Finding]:
    """That nothing here says how much a model knows, and where replies are no nearer than wrong options."""
    found = summary.get(free_figures)
    if not found:
        return
    figures = list(found.values())[-1]
    metric, first = summary.settings.text_metrics[0], figures.by_metric[0]
    text = (
        f"{counted(first.n_replies, 'reply')} without options: inconsistency by {metric.title} is "
        f"{first.value:.2f}. It says how far replies use the words of the right option, not how often they "
        "are right."
    )
    if first.of_wrong is not None and first.ci95 is not None and first.ci95[1] >= first.of_wrong:
        text += " Replies are no nearer to the right option than its wrong ones are."
    yield Finding("free-answers", "overall", text)


def free_document(summary: Summary) -> dict[str, Any]:
    """`free` of the run's JSON: measure → signature, and category → figures."""
    found = summary.get(free_figures)
    if not found:
        return {}
    return {
        "free": {
            metric.key: {
                "signature": metric.signature,
                "categories": {
                    category: {
                        **asdict(figures.by_metric[place]),
                        "n_without_reply": figures.n_without,
                        "words": figures.words,
                        "words_of_option": figures.words_of_option,
                    }
                    for category, figures in found.items()
                },
            }
            for place, metric in enumerate(summary.settings.text_metrics)
        }
    }


BLOCK = Block(
    figures=(free_figures,),
    tables=(RunTable(free_table, usual=True),),
    across={"free": free_across},
    findings=free_findings,
    document=free_document,
)
