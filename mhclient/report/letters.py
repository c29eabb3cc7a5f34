"""What `mhclient letters` works out of runs, and its document for programs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from cache import Store
from mhclient.errors import ReportError, UsageError
from mhclient.figures.letter_probabilities import (
    ChoiceAgreement,
    ChoiceFigures,
    TopFigures,
    agreement,
    choice_figures,
    debias,
    top_figures,
)
from mhclient.report.letter_runs import (
    LetterRun,
    asked_model,
    both_ways,
    check_only_order_differs,
    load_letters,
)
from mhclient.report.loading.item_choice import ItemChoice
from mhclient.run.spec import Ask, RunSpec

SCHEMA = "mhclient-letters/1"


@dataclass(frozen=True, slots=True)
class DebiasedFigures:
    """A preference for letters, and what taking it out changes.

    Attributes:
        priors: number of options → letter → share the model gives it whatever stands behind it.
        n_correct_raw, n_correct: of `n` items, before and after.
        n_views: items scored in further orders: the cost, beside `n`.
    """

    n: int
    n_correct_raw: int
    n_correct: int
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
    raw, after = done.n_correct({item.item_id: item.gold for item in run.items})
    return DebiasedFigures(
        n=done.n,
        n_correct_raw=raw,
        n_correct=after,
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
