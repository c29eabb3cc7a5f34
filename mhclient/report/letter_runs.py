"""From the store to letters: a run's items with what was chosen, nearly said, or written.

Three kinds of run meet here: forced choices, written answers with top log-probs, and written answers alone.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchmark.fixed_places import speaking
from cache import Store
from mhclient.errors import ReportError
from mhclient.figures.letter_probabilities import AskedBothWays, TopItem, View
from mhclient.providers.letter_choice import TopLetters
from mhclient.providers.local.wire import ForcedChoice
from mhclient.read.choices import Chosen, forced_choice, top_of
from mhclient.read.scored import NoReply, Scored
from mhclient.report.loading.item_choice import ItemChoice
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.loaded import LoadedRun
from mhclient.run.spec import Ask, RunSpec
from parsers import Grade

LEAST = 1e-9  # of a letter that has no probability left, so that it has a logarithm


@dataclass(frozen=True, slots=True)
class LetterItem:
    """One item of a run. Letters are the item's own, whatever they were shown as.

    Attributes:
        shown: letter as shown → the item's own.
        shown_gold: the gold as shown.
        outcome: as in reports; "error" has a cause in `error`.
        fixed: whether options keep their places, so that no order shows what its letters are given by habit.
        written: the letter read from a completion; None in a forced choice.
        forced, top: as the run's kind has them, letters as shown; None without a reply.
    """

    item_id: str
    task: str
    gold: str
    shown: Mapping[str, str]
    shown_gold: str
    outcome: str
    error: str | None = None
    fixed: bool = False
    written: str | None = None
    strict: bool = False
    forced: ForcedChoice | None = None
    top: TopLetters | None = None

    @property
    def choice(self) -> str | None:
        """The letter that the probabilities choose, if they do."""
        label = self.forced.choice if self.forced else self.top.choice() if self.top else None
        return None if label is None else self.shown[label]


@dataclass(frozen=True, slots=True)
class LetterRun:
    """A run's items that have one right letter.

    Attributes:
        manifest: of the benchmark.
        n_multi: items left out, because they may have several.
    """

    run_id: str
    spec: RunSpec
    benchmark: str
    manifest: Mapping[str, Any]
    items: tuple[LetterItem, ...]
    n_multi: int

    def chosen(self) -> list[Chosen]:
        """The items with a forced choice."""
        return [
            Chosen(item.item_id, item.task, item.shown_gold, item.forced)
            for item in self.items
            if item.forced is not None
        ]

    def top_items(self) -> list[TopItem]:
        """The items with top log-probs."""
        return [
            TopItem(item.item_id, item.task, item.shown_gold, _as_shown(item), item.top)
            for item in self.items
            if item.top is not None
        ]

    def of_task(self, task: str) -> "LetterRun":
        """The same with the items of one task alone."""
        return replace(self, items=tuple(item for item in self.items if item.task == task))

    def n_unplaced(self) -> int:
        """How many answers were read, but not found among the tokens of their replies."""
        return sum(item.written is not None and item.top is None for item in self.items)

    def views(self, *, of_all: bool = True) -> dict[str, View]:
        """The items with probabilities of letters, as `figures.letter_probabilities.debias` takes them.

        Args:
            of_all: also those with options that keep their places.
        """
        scores = {item.item_id: _scores(item) for item in self.items if of_all or not item.fixed}
        return {
            item.item_id: View(item.shown, its) for item in self.items if (its := scores.get(item.item_id))
        }

    def unanswered(self) -> dict[str, int]:
        """Why items have no reply → how many."""
        return dict(Counter(item.error or item.outcome for item in self.items if _without_reply(item)))


def load_letters(store: Store, run_id: str, choice: ItemChoice | None = None) -> LetterRun:
    """A run as the store holds it at this moment; of items asked several times, the first reply.

    Args:
        choice: which items, and what stands in the place of their tasks; None for all, as they are.

    Raises:
        UnknownRun: there is no such run.
        UsageError: no item has such a column or value.
        ReportError: it has no items with one right letter.
    """
    (run,) = (choice or ItemChoice()).apply(load_runs(store, [run_id]))
    rows = store.results.read_replies(run_id)
    errors = {row.item_id: row.error for row in rows if row.error and row.repetition == 1}
    has_letters = run.spec.ask in (Ask.FORCED_CHOICE, Ask.LOGPROBS)
    bodies = dict(store.results.read_bodies(run_id)) if has_letters else {}
    first = [item for item, number in zip(run.scored, run.repetitions, strict=True) if number == 1]
    single = [scored for scored in first if scored.item.mode.value == "single"]
    if not single:
        raise ReportError(f"run '{run_id}' has no items with one right letter.")
    return LetterRun(
        run_id=run_id,
        spec=run.spec,
        benchmark=run.benchmark.digest,
        manifest=run.benchmark.manifest,
        items=tuple(_item(scored, run, errors, bodies.get(scored.item.id)) for scored in single),
        n_multi=len(first) - len(single),
    )


def _item(scored: Scored, run: LoadedRun, errors: Mapping[str, str], body: bytes | None) -> LetterItem:
    forced = body is not None and run.spec.ask is Ask.FORCED_CHOICE
    written = None if forced or scored.prediction is None else next(iter(scored.prediction))
    return LetterItem(
        item_id=scored.item.id,
        task=scored.task,
        gold=scored.item.gold[0],
        shown=scored.shown.letter_of,
        shown_gold=next(iter(scored.gold)),
        outcome=scored.ending.value,
        error=errors.get(scored.item.id),
        fixed=bool(speaking(scored.item.options)),
        written=written,
        strict=scored.grade is Grade.STRICT,
        forced=forced_choice(body) if forced and body is not None else None,
        top=top_of(body, scored) if body is not None and run.spec.ask is Ask.LOGPROBS else None,
    )


def _scores(item: LetterItem) -> dict[str, float] | None:
    """The log scores of an item's letters as shown; of top log-probs, the middle between the bounds."""
    if item.forced is not None:
        return item.forced.scores.scores()
    if item.top is None or item.top.choice() is None:
        return None
    return {label: math.log(max(sum(item.top.bounds(label)) / 2, LEAST)) for label in item.top.shown}


def _as_shown(item: LetterItem) -> str | None:
    return next((label for label, letter in item.shown.items() if letter == item.written), None)


def _without_reply(item: LetterItem) -> bool:
    return item.outcome in (NoReply.ERROR, NoReply.MISSING)


def check_same_items(one: LetterRun, other: LetterRun) -> None:
    """Refuse runs that cannot be compared.

    Raises:
        ReportError: they are of different benchmarks.
    """
    if one.benchmark != other.benchmark:
        raise ReportError(
            f"runs '{one.run_id}' and '{other.run_id}' are of different benchmarks: "
            "they have no items in common."
        )


def check_only_order_differs(one: LetterRun, other: LetterRun) -> None:
    """Refuse runs whose preference for letters need not be one and the same.

    Raises:
        ReportError: they differ in the items, or in more than the order of the options.
    """
    check_same_items(one, other)
    for what, mine, its in zip(ASKED, _asked(one.spec), _asked(other.spec), strict=True):
        if mine != its:
            raise ReportError(
                f"runs '{one.run_id}' and '{other.run_id}' differ in {what}, not in the order of the options "
                "alone: a preference for letters cannot be estimated from them."
            )


ASKED = ("the model", "the way of asking", "the prompt")


def _asked(spec: RunSpec) -> tuple[object, ...]:
    """What must be the same, in the order of `ASKED`."""
    prompt = replace(
        spec.variant, name="", description="", option_order="as-is", shift=1, seed=0, keep_places=False
    )
    return asked_model(spec), (spec.ask, spec.settings), prompt


def asked_model(spec: RunSpec) -> str:
    """Which model it is: a local one is what its files hold, whatever the folder is called."""
    local = spec.endpoint.startswith("local:")
    return spec.endpoint.rpartition("@")[2] if local else spec.model


def both_ways(choosing: LetterRun, writing: LetterRun) -> list[AskedBothWays]:
    """The items that one run chose (or nearly said) and the other wrote.

    Raises:
        ReportError: the runs are not of the same benchmark, or share no item that was asked.
    """
    check_same_items(choosing, writing)
    written = {item.item_id: item for item in writing.items}
    pairs = [(item, written[item.item_id]) for item in choosing.items if item.item_id in written]
    both = list(_pairs(pairs))
    if not both:
        raise ReportError(f"runs '{choosing.run_id}' and '{writing.run_id}' share no item that was answered.")
    return both


def _pairs(pairs: Iterable[tuple[LetterItem, LetterItem]]) -> Iterable[AskedBothWays]:
    for choosing, writing in pairs:
        if not _without_reply(choosing) and not _without_reply(writing):
            yield AskedBothWays(
                item_id=choosing.item_id,
                task=choosing.task,
                gold=choosing.gold,
                choice=choosing.choice,
                written=writing.written,
                strict=writing.strict,
                outcome=writing.outcome,
            )
