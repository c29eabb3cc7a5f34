"""What may stand in the place of readings and golds: people's decisions, and other label sets of items."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

from benchmark import Item
from benchmark.kinds import BenchmarkKind
from cache import Store
from mhclient.errors import UsageError
from mhclient.figures.soft_labels import LabelledReply, OptionProbabilities, share_bounds
from mhclient.judge.decisions import Decision, Decisions, apply_decision
from mhclient.judge.judgements import Judgement, JudgementError, check_judgement
from mhclient.read.case import key_of_scored
from mhclient.read.choices import LetterShare
from mhclient.read.scored import Scored
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.loaded import AppliedDecisions, LoadedRun, OtherLabels


def as_decided(store: Store, run: LoadedRun, decisions: Decisions) -> LoadedRun:
    """The run as people decided; replies without a decision stay as they were read.

    Raises:
        UsageError: a decision says what nobody can say of the item.
    """
    found = list(_found(store, run, decisions))
    decided = tuple(
        scored if decision is None else apply_decision(scored, decision) for scored, decision in found
    )
    about = [
        (now.ending, now.said) != (scored.ending, scored.said)
        for now, (scored, decision) in zip(decided, found, strict=True)
        if decision is not None
    ]
    return replace(
        run, scored=decided, decided=AppliedDecisions(decisions.digest, len(about), sum(about), run.scored)
    )


def _found(store: Store, run: LoadedRun, decisions: Decisions) -> Iterator[tuple[Scored, Decision | None]]:
    """Every item of the run with the decision about its reply, if there is one.

    Raises:
        UsageError: a decision says what nobody can say of the item.
    """
    rows = store.results.read_replies(run.run.run_id)
    for scored, row in zip(run.scored, rows, strict=True):
        key = None if row.response_id is None else key_of_scored(scored, row.completion)
        decision = None if key is None else decisions.decisions.get(key)
        if decision is not None:
            _check(decision, scored)
        yield scored, decision


def _check(decision: Decision, scored: Scored) -> None:
    """Hold a decision to what a rater may say of the item."""
    item = scored.item
    try:
        said = Judgement(decision.verdict, decision.letters)
        check_judgement(said, scored.shown.options(item.options), item.mode.value)
    except JudgementError as error:
        case = decision.case[:12]
        raise UsageError(f"the decision on case {case} does not fit item {item.id}: {error}") from error


LETTERS = "ABCDE"


def has_label_sets(run: LoadedRun) -> bool:
    """Whether the run's items carry label sets."""
    return BenchmarkKind.of(run.benchmark.manifest) is BenchmarkKind.MENTAT


def label_set_names(run: LoadedRun) -> tuple[str, ...]:
    """The label sets that any of the run's items has, the default first."""
    found = dict.fromkeys(name for scored in run.scored for name in labels_of_item(scored.item))
    default = default_set(run)
    return tuple(sorted(found, key=lambda name: (name != default, list(found).index(name))))


def default_set(run: LoadedRun) -> str:
    """The set that golds are of: the benchmark's own, unless replies are scored by another."""
    if run.other_labels is not None:
        return run.other_labels.name
    labels = run.benchmark.manifest.get("labels")
    return str(labels.get("default", "")) if isinstance(labels, dict) else ""


def labels_of_item(item: Item) -> Mapping[str, Any]:
    """Name of a set → the item's label in the order shown."""
    found = item.details.get("labels")
    return found if isinstance(found, dict) else {}


def option_said(scored: Scored) -> int | None:
    """The original option that was said: letters are not options, whose order differs between copies."""
    letters = scored.prediction
    order = scored.item.details.get("order")
    if letters is None or len(letters) != 1 or not isinstance(order, list):
        return None
    return int(order[LETTERS.index(next(iter(letters)))])


def options_said(basis: Basis) -> list[int | None]:
    """The same of each reply of a run."""
    return [option_said(scored) for scored in basis.run.scored]


def labelled(scored: Scored, said: int | None, name: str, tops: Mapping[str, str]) -> LabelledReply | None:
    """A reply on a label set; None where the set does not have the question.

    Args:
        said: what `option_said` finds in it.
        tops: of the set, number of a question → its draws.
    """
    details = scored.item.details
    label = labels_of_item(scored.item).get(name)
    if label is None or not scored.asked:
        return None
    order = [int(option) for option in details["order"]]
    by_original = dict(zip(order, label["p"], strict=True))
    wrong = frozenset(order[LETTERS.index(letter)] for letter in details.get("listed_wrong", ()))
    return LabelledReply(
        int(details["q_id"]),
        said,
        tuple(by_original[option] for option in range(len(order))),
        tops.get(str(details["q_id"]), "") if scored.task in AMBIGUOUS else "",
        wrong,
    )


def option_probabilities(
    scored: Scored, letters: Sequence[LetterShare], name: str
) -> OptionProbabilities | None:
    """The letters' probabilities by original option, beside a set's label; None where it has none."""
    details = scored.item.details
    label = labels_of_item(scored.item).get(name)
    if label is None or len(letters) != len(details["order"]):
        return None
    bounds = {letter: between for letter, _, between in letters}
    low, high = share_bounds(bounds.__getitem__, [letter for letter, _, _ in letters])
    place = [int(details["order"][LETTERS.index(scored.shown.letter_of[letter])]) for letter, _, _ in letters]
    p = dict(zip(map(int, details["order"]), label["p"], strict=True))

    def by_option(values: Iterable[float]) -> tuple[float, ...]:
        found = dict(zip(place, map(float, values), strict=True))
        return tuple(found[option] for option in range(len(found)))

    share = by_option(share for _, share, _ in letters)
    options = tuple(float(p[option]) for option in range(len(p)))
    return OptionProbabilities(int(details["q_id"]), options, share, by_option(low), by_option(high))


AMBIGUOUS = ("triage", "documentation")  # the categories whose labels are fitted


def tops_of(run: LoadedRun, name: str) -> Mapping[str, str]:
    """Number of a question → the draws of its label in a set, from the manifest."""
    labels = run.benchmark.manifest.get("labels")
    sets = labels.get("sets", {}) if isinstance(labels, dict) else {}
    found = sets.get(name, {}).get("tops", {})
    return found if isinstance(found, dict) else {}


def with_labels(run: LoadedRun, name: str) -> LoadedRun:
    """The run with golds of another label set: stored replies are scored anew, nothing is asked again.

    Items that the set does not have are left out.

    Raises:
        UsageError: no item has such a set; names those there are.
    """
    known = label_set_names(run)
    if name not in known:
        there = f"There are {', '.join(known)}." if known else "Its benchmark has no label sets."
        raise UsageError(f"`labels={name}`: run '{run.run.run_id}' has no such labels. {there}")
    kept = [name in labels_of_item(scored.item) for scored in run.scored]
    dropped = {s.item.id: s.task for s, k in zip(run.scored, kept, strict=True) if not k}
    others = OtherLabels(name, known, Counter(dropped.values()))
    scored = tuple(_regolded(each, name) for each in compress(run.scored, kept))
    golds = {each.item.id: each.item for each in scored}
    return replace(
        run.at([place for place, is_kept in enumerate(kept) if is_kept]),
        scored=scored,
        benchmark=replace(run.benchmark, items={**run.benchmark.items, **golds}),
        other_labels=others if dropped or name != default_set(run) else None,
        choices=None,  # worked out on the golds of the benchmark
        confidences=(),
    )


def _regolded(scored: Scored, name: str) -> Scored:
    p = labels_of_item(scored.item)[name]["p"]
    gold = frozenset({LETTERS[p.index(max(p))]})
    item = replace(scored.item, gold=tuple(gold))
    return replace(scored, item=item, gold=scored.shown.labels(gold))
