"""What `mhclient letters` works out of runs, and its forms: tables, sentences, documents, item by item."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from cache import Store
from mhclient.errors import ReportError, UsageError
from mhclient.figures.letter_probabilities import (
    ChoiceAgreement,
    ChoiceFigures,
    TopFigures,
    WrittenResult,
    agreement,
    choice_figures,
    debias,
    top_figures,
)
from mhclient.figures.proportion_intervals import wilson
from mhclient.providers.letter_choice import LetterScores, Rule, TopLetters
from mhclient.providers.local.wire import ForcedChoice
from mhclient.report.letter_runs import (
    LetterItem,
    LetterRun,
    asked_model,
    both_ways,
    check_only_order_differs,
    load_letters,
)
from mhclient.report.loading.item_choice import ItemChoice
from mhclient.report.table import CI95
from mhclient.run.spec import Ask, RunSpec
from mhclient.show.cells import Interval, interval, p_value, percent
from mhclient.show.counts import agreeing, counted
from mhclient.show.csv_cells import Cells, csv_of

SCHEMA = "mhclient-letters/1"


@dataclass(frozen=True, slots=True)
class DebiasedFigures:
    """A preference for letters, and what taking it out changes.

    Attributes:
        priors: number of options → letter → share the model gives it whatever stands behind it.
        n_correct_raw, n_correct: of `n` items, before and after; with Wilson's intervals, and the exact
            McNemar test between them. The priors are taken as known.
        n_views: items scored in further orders: the cost, beside `n`.
    """

    n: int
    n_correct_raw: int
    n_correct: int
    ci95_raw: Interval
    ci95: Interval
    p_mcnemar: float
    n_changed: int
    n_sample: int
    n_balanced: int
    n_views: int
    priors: Mapping[int, Mapping[str, float]]


def debiased_figures(run: LetterRun, others: Sequence[LetterRun]) -> DebiasedFigures:
    """The prior for letters, estimated from the items that several runs asked, taken out of the first run.

    Raises:
        ReportError: a run differs in more than the order of the options, or no item was asked in two orders.
    """
    for other in others:
        check_only_order_differs(run, other)
    done = debias(run.views(), [other.views(of_all=False) for other in others])
    if not done.n_sample:
        raise ReportError(
            f"{', '.join([run.run_id, *(other.run_id for other in others)])} show no item in two orders. "
            "Ask the same items again, shifted by 1, 2, …: "
            "'mhclient run … --variant letter-only:option_order=cyclic,shift=1'."
        )
    gold = {item.item_id: item.gold for item in run.items}
    raw, after = done.n_correct(gold)
    return DebiasedFigures(
        n=done.n,
        n_correct_raw=raw,
        n_correct=after,
        ci95_raw=wilson(raw, done.n),
        ci95=wilson(after, done.n),
        p_mcnemar=done.p(gold),
        n_changed=done.n_changed,
        n_sample=done.n_sample,
        n_balanced=done.n_balanced,
        n_views=done.n_views,
        priors=done.priors,
    )


@dataclass(frozen=True, slots=True)
class LetterReport:
    """A run's letters in figures; what does not apply to its kind is None.

    Attributes:
        writing: the run of written answers beside it, where one was given.
        written_run: which run the written answers are of.
        other_model: the model that wrote them, if it is another than the one that chose.
        groups: value of a column → the items that have it, where items are grouped by one; without
            `debiased`, which is worked out from all items.
    """

    run: LetterRun
    writing: LetterRun | None
    choices: ChoiceFigures | None
    top: TopFigures | None
    written_run: str | None
    other_model: str | None
    written: ChoiceAgreement | None
    debiased: DebiasedFigures | None
    groups: Mapping[str, "LetterReport"] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<LetterReport {self.run.run_id}, {len(self.run.items):,} items>"


def summarise_letters(
    store: Store,
    run_id: str,
    written: str | None = None,
    orders: Sequence[str] = (),
    choice: ItemChoice | None = None,
) -> LetterReport:
    """What the option letters' probabilities say, in a run asked by "forced-choice" or "logprobs".

    Args:
        store: an open store.
        written: a run of the same model in which it wrote its answers, to compare with.
        orders: runs of forced choices by the same model with the options in other orders, from which the
            model's preference for letters is worked out.
        choice: which items, and by which column they are grouped; None for all, in no groups.

    Raises:
        UnknownRun: there is no such run.
        UsageError: the run has no probabilities of letters, or no item has such a column or value.
        ReportError: it has no items with one right letter, or the runs do not belong together.

    Example:
        >>> summarise_letters(store, letters_run).written.n
        20
    """
    run = load_letters(store, run_id, choice)
    if run.spec.ask not in (Ask.FORCED_CHOICE, Ask.LOGPROBS):
        raise UsageError(
            f"run '{run_id}' has no probabilities of letters: it was asked by '{run.spec.ask}'. Name one "
            f"asked by '{Ask.FORCED_CHOICE}' or '{Ask.LOGPROBS}' first."
        )
    writing = load_letters(store, written, choice) if written else None
    report = letter_report(run, writing, [load_letters(store, other, choice) for other in orders])
    return report if choice is None or choice.by is None else replace(report, groups=_groups(run, writing))


def _groups(run: LetterRun, writing: LetterRun | None) -> dict[str, LetterReport]:
    """The figures of each group's items."""
    names = dict.fromkeys(item.task for item in run.items)
    return {name: letter_report(run.of_task(name), writing and writing.of_task(name)) for name in names}


def letter_report(
    run: LetterRun, writing: LetterRun | None = None, orders: Sequence[LetterRun] = ()
) -> LetterReport:
    """The figures of a run of forced choices, or of written answers with top log-probs.

    Args:
        writing: a run of the same model in which it wrote its answers. A run with top log-probs has its own.
        orders: runs of forced choices by the same model with the options in other orders.
    """
    written_by = run if writing is None and run.spec.ask is Ask.LOGPROBS else writing
    return LetterReport(
        run=run,
        writing=writing,
        choices=choice_figures(run.chosen()) if run.spec.ask is Ask.FORCED_CHOICE else None,
        top=top_figures(run.top_items(), run.n_unplaced()) if run.spec.ask is Ask.LOGPROBS else None,
        written_run=None if written_by is None else written_by.run_id,
        other_model=None if written_by is None else _other_model(run.spec, written_by.spec),
        written=None if written_by is None else agreement(both_ways(run, written_by)),
        debiased=debiased_figures(run, orders) if orders else None,
    )


def _other_model(choosing: RunSpec, writing: RunSpec) -> str | None:
    return None if asked_model(choosing) == asked_model(writing) else writing.model


def as_json(report: LetterReport) -> str:
    """The document, described in the README; `groups` only where items are grouped."""
    document = {"schema": SCHEMA, **_as_document(report)}
    if report.groups:
        document["groups"] = {name: _as_document(group) for name, group in report.groups.items()}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _as_document(report: LetterReport) -> dict[str, Any]:
    return {
        "run": report.run.run_id,
        "n": len(report.run.items),
        "unanswered": report.run.unanswered(),
        "choices": None if report.choices is None else asdict(report.choices),
        "top_log_probs": None if report.top is None else asdict(report.top),
        "written_run": report.written_run,
        "other_model": report.other_model,
        "written": None if report.written is None else asdict(report.written),
        "debiased": None if report.debiased is None else asdict(report.debiased),
    }


HEAD = ("item", "task", "gold", "choice", "margin", "mass", "sure", "written", "outcome", "error")


def as_csv(run: LetterRun, writing: LetterRun | None, cells: Cells | None = None) -> str:
    """One line per item: gold, choice, what was written, and how sure the choice is."""
    return csv_of(HEAD, (row for _, row in _rows(run, writing)), cells)


def as_json_lines(run: LetterRun, writing: LetterRun | None) -> str:
    """As the table, with every form's log-prob and every rule's score, or every letter's bounds."""
    lines = (json.dumps(row | _letters(item), ensure_ascii=False) for item, row in _rows(run, writing))
    return "".join(f"{line}\n" for line in lines)


def _rows(run: LetterRun, writing: LetterRun | None) -> Iterator[tuple[LetterItem, dict[str, Any]]]:
    written = {item.item_id: item for item in (writing or run).items}
    near_ties = set(choice_figures(run.chosen()).near_ties)
    for item in run.items:
        other, scores = written.get(item.item_id), item.forced.scores if item.forced else None
        sure = item.item_id not in near_ties if item.forced else item.top.certain() if item.top else None
        yield (
            item,
            {
                "item": item.item_id,
                "task": item.task,
                "gold": item.gold,
                "choice": item.choice,
                "margin": _rounded(scores.margin()) if scores else None,
                "mass": _rounded(scores.mass()) if scores else None,
                "sure": sure,
                "written": other.written if other else None,
                "outcome": other.outcome if other else None,
                "error": item.error,
            },
        )


def _letters(item: LetterItem) -> dict[str, Any]:
    if item.forced is not None:
        return _forced(item.forced, item.shown)
    return _top(item.top, item.shown) if item.top is not None else {}


def _forced(forced: ForcedChoice, shown: Mapping[str, str]) -> dict[str, Any]:
    """What a forced choice rests on, by the item's own letters."""
    choices = forced.scores.choices()
    return {
        "way": forced.way,
        "choices": {rule: None if label is None else shown[label] for rule, label in choices.items()},
        "letters": {letter: _scored(forced, label) for label, letter in shown.items()},
        "checks": {
            name: {"choice": shown[check.choice], "shift": check.shift}
            for name, check in forced.checks.items()
        },
    }


def _scored(forced: ForcedChoice, label: str) -> dict[str, Any]:
    scores: LetterScores = forced.scores
    log_probs = (form.log_prob for form in scores.by_letter[label])
    return {
        "forms": dict(zip(forced.forms.of(label), log_probs, strict=True)),
        "scores": {rule.value: _finite(scores.score(label, rule)) for rule in Rule},
    }


def _top(top: TopLetters, shown: Mapping[str, str]) -> dict[str, Any]:
    """Each letter's least and most probability where the answer was written, by the item's own letters."""
    return {
        "position": top.index,
        "hidden": _rounded(top.hidden),
        "opening": _rounded(top.opening),
        "other": _rounded(top.other),
        "letters": {
            letter: [_rounded(bound) for bound in top.bounds(label)] for label, letter in shown.items()
        },
    }


def _finite(score: float) -> float | None:
    """JSON knows no infinity: a rule without a form of its kind scores nothing."""
    return None if score == float("-inf") else _rounded(score)


def _rounded(value: float | None) -> float | None:
    """To the six digits that log-probs are kept with."""
    return None if value is None else round(value, 6)


RULES = {
    Rule.MAX: "best form (the paper's rule)",
    Rule.LOG_SUM_EXP: "all forms together",
    Rule.LENGTH_NORMALISED: "best form per token",
    Rule.CLOSED: "forms that end the letter",
}


RULE_HEAD = ("Letter chosen by", "n", "right", "Accuracy", CI95, "other letter")
WRITTEN_HEAD = ("Choice", *(kind.value for kind in WrittenResult), "all")


def rule_rows(figures: ChoiceFigures) -> list[tuple[str, ...]]:
    """One row per rule, under `RULE_HEAD`."""
    return [
        (
            RULES[Rule(name)],
            str(figures.n),
            "–" if rule.accuracy is None else str(rule.n_correct),
            percent(rule.accuracy),
            interval(rule.ci95),
            "–" if rule.accuracy is None else str(rule.n_flipped),
        )
        for name, rule in figures.rules.items()
    ]


def written_rows(both: ChoiceAgreement) -> list[tuple[str, ...]]:
    """Choice right or wrong against what was written, under `WRITTEN_HEAD`."""
    rows = (("right", both.chosen_right), ("wrong", both.chosen_wrong))
    return [
        (name, *(str(counts[kind]) for kind in WrittenResult), str(sum(counts.values())))
        for name, counts in rows
    ]


def choice_notes(figures: ChoiceFigures) -> Iterator[str]:
    """What a reader of forced choices must know, in sentences."""
    n, items = figures.n, counted(figures.n, "item")
    if figures.mass:
        low, median, high = map(percent, (figures.mass.low, figures.mass.median, figures.mass.high))
        yield (
            f"All forms of all letters together have {median} % of the model's probability at the median "
            f"item ({low} to {high} from the 5th to the 95th percentile), less than half of it at "
            f"{figures.n_small_mass} of {items}."
        )
    if n and not figures.checks:
        yield "The numerical noise was not measured (--checks): near ties are not known."
    for name, check in figures.checks.items():
        how = "alone instead of in a bucket" if name == "alone" else f"in {name}"
        yield (
            f"Computed {how}, {check.n_flipped} of {counted(check.n, 'item')} "
            f"{agreeing(check.n_flipped, 'is', 'are')} chosen otherwise, and margins change "
            f"by {check.noise:.2g} nats at most; {check.n_near_ties} of {items} "
            f"{agreeing(check.n_near_ties, 'has', 'have')} a margin within that."
        )
    if figures.checks:
        yield f"Near ties: {len(figures.near_ties)} of {items}, which rounding might decide otherwise."
    if ways := {way: count for way, count in figures.ways.items() if way != "packed"}:
        listed = ", ".join(f"{counted(count, 'item')} by the {way} way" for way, count in ways.items())
        yield f"Not computed in one pass: {listed}."
    if figures.n_shortened:
        at = counted(figures.n_shortened, "item")
        yield f"At {at} a form merges with the end of the prompt: scored as one text."


def top_notes(figures: TopFigures) -> Iterator[str]:
    """What the top log-probs say, in sentences."""
    yield (
        f"{figures.n_chosen} of {counted(figures.n, 'reply')} "
        f"{agreeing(figures.n_chosen, 'has', 'have')} an option letter among the top tokens; for "
        f"{figures.n_certain} of them no hidden token could make another letter the likeliest."
    )
    yield (
        f"The likeliest letter is the right one for {figures.n_correct} of {figures.n} "
        f"({percent(figures.n_correct / figures.n if figures.n else None)} %), and the written one for "
        f"{figures.n_same} of the {figures.n_read} that could be read."
    )
    if figures.n_unplaced:
        yield (
            f"{counted(figures.n_unplaced, 'answer')} could not be found among the tokens of "
            f"{agreeing(figures.n_unplaced, 'its reply', 'their replies')}, and "
            f"{agreeing(figures.n_unplaced, 'is', 'are')} not counted here."
        )
    if figures.n > figures.n_read:
        yield (
            f"Of {counted(figures.n - figures.n_read, 'reply')} that could not be read, the likeliest "
            f"letter is right for {figures.n_unread_correct}."
        )
    if figures.hidden:
        yield (
            f"Whatever the hidden tokens are, the likeliest letter is right for {figures.n_correct_least} of "
            f"{figures.n} at the least and {figures.n_correct_most} at the most."
        )
        yield (
            f"The top tokens leave {percent(figures.hidden.median)} % hidden at the median item, "
            f"{percent(figures.hidden.high)} % at the 95th percentile."
        )


def written_notes(both: ChoiceAgreement) -> Iterator[str]:
    """How choice and written answer go together, in sentences."""
    yield (
        f"Of {counted(both.n, 'item')} asked both ways, {both.n_chosen_right} "
        f"{agreeing(both.n_chosen_right, 'is', 'are')} chosen rightly "
        f"({percent(both.n_chosen_right / both.n)} %), {both.n_written_right} written rightly "
        f"({percent(both.n_written_right / both.n)} %), {both.n_written_strictly_right} as the letter alone "
        f"({percent(both.n_written_strictly_right / both.n)} %)."
    )
    yield (
        f"{both.n_hidden} {agreeing(both.n_hidden, 'is', 'are')} chosen rightly and not written so. Where "
        "a letter could be read it is the chosen "
        f"one for {both.n_same} of {both.n_read}."
    )


def debiased_notes(figures: DebiasedFigures) -> Iterator[str]:
    """What a preference for letters does to the choices, in sentences."""
    for size, prior in figures.priors.items():
        listed = ", ".join(f"{label} {percent(share)} %" for label, share in prior.items())
        yield f"Among {size} options, whatever stands behind them, the model gives {listed}."
    yield (
        f"With that taken out, {figures.n_correct} of {counted(figures.n, 'item')} "
        f"{agreeing(figures.n_correct, 'is', 'are')} chosen rightly "
        f"({percent(figures.n_correct / figures.n)} %, 95 % interval {interval(figures.ci95)}), "
        f"{figures.n_correct_raw} as asked ({percent(figures.n_correct_raw / figures.n)} %, "
        f"{interval(figures.ci95_raw)}); exact McNemar p {p_value(figures.p_mcnemar)}, items independent. "
        f"{figures.n_changed} {agreeing(figures.n_changed, 'is', 'are')} chosen otherwise."
    )
    unbalanced = figures.n_sample - figures.n_balanced
    hedge = f"; at {unbalanced} not every option stood behind every letter" if unbalanced else ""
    yield (
        f"Estimated from {counted(figures.n_sample, 'item')} in several orders{hedge}. "
        f"Cost: {counted(figures.n_views, 'item')} scored beside the {figures.n}."
    )
