"""Cases written from a diagnosis graph: by writer, and by the pair of disorders that a case lies between.

Where writers were given the same patients, a writer is compared with the others patient by patient. A model
that fares better on its own texts than on theirs knows its own style (self-preference), not more psychiatry.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from benchmark import Item
from benchmark.shortcuts import pair_named
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ClusterBy, ItemClusters, entity_kind, sharing_keys
from mhclient.figures.confidence_intervals import DIFFERENCE, Estimate
from mhclient.figures.numerics import Ints
from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import Scored

# MentalBench's release has a case's pair of disorders in its file's name only.
_PAIR_OF_PATH = re.compile(r"dataset/high/(D\d+)/(D\d+)/")
Patient: TypeAlias = str


@dataclass(frozen=True, slots=True)
class WriterRow:
    """The cases of one task by one writer.

    Attributes:
        own: whether the writer is the model that was asked.
        correct: exact sets among those asked.
        accuracy: the same, with the report's interval.
        difference: to the mean of the other writers' cases of the same patients; None where no patient has
            cases of several writers.
    """

    task: str
    writer: str
    own: bool
    correct: Share
    accuracy: Estimate
    difference: Estimate | None


@dataclass(frozen=True, slots=True)
class PairRow:
    """The cases of one task that lie between two disorders, the differential's first disorder first.

    Attributes:
        pair: the ids of both, as in D013-D020; None for all pairs together.
        correct: exact sets.
        both: cases in which both disorders were said, whatever else: right where the case is ambiguous, more
            than is known where it is clear (over-commitment).
        always_both: cases that whoever always says both and nothing else would have right.
    """

    task: str
    pair: str | None
    names: tuple[str, str]
    correct: Share
    both: Share
    always_both: Share


@dataclass(frozen=True, slots=True)
class CardinalityRow:
    """How many answers replies name, in one task: one, two, more, or none that was read; and exact sets."""

    task: str
    named: Mapping[str, Share]
    correct: Share


def writer_of(item: Item) -> str | None:
    """Who wrote a case; None where the item is none."""
    writer = item.details.get("generator")
    return writer if isinstance(writer, str) and "option_ids" in item.details else None


def pair_of(item: Item) -> tuple[str, str] | None:
    """The ids of the two disorders that a case lies between; None where it lies between none."""
    if named := pair_named(item.details):
        return named
    found = _PAIR_OF_PATH.match(str(item.details.get("path", "")))
    return (found[1], found[2]) if found else None


def paired_by_patient(asked: Sequence[Scored], writer: str) -> Estimate | None:
    """A writer's cases minus the mean of the other writers' cases of the same patients; None without such.

    Patients who share a gold disorder are right or wrong together, as the report's other intervals have it.

    Args:
        asked: cases of one task.
    """
    of_patient: dict[Patient, dict[str, list[Scored]]] = defaultdict(lambda: defaultdict(list))
    for case in asked:
        patient = case.item.details.get("patient")
        if isinstance(patient, str):
            of_patient[patient][str(writer_of(case.item))].append(case)
    shared = [by for by in of_patient.values() if writer in by and len(by) > 1]
    if not shared:
        return None
    values = [_right(by[writer]) - np.mean([_right(by[one]) for one in by if one != writer]) for by in shared]
    keys = sharing_keys([by[writer][0].item for by in shared], ClusterBy.ENTITY)
    figure = mean_of(ItemClusters.of(keys, entity_kind), within=DIFFERENCE)
    return figure.estimate(np.array(values))


def _right(cases: Sequence[Scored]) -> float:
    """The share that is right, of one case asked several times."""
    return sum(case.correct for case in cases) / len(cases)


def pair_rows(asked: Sequence[Scored], task: str, epochs: int = 1) -> list[PairRow]:
    """Every pair of a task, those whose cases are said to be both most often first, then all together.

    Args:
        epochs: how often each case was asked.
    """
    of_pair: dict[tuple[str, str], list[Scored]] = defaultdict(list)
    for case in asked:
        if (pair := pair_of(case.item)) is not None:
            of_pair[pair].append(case)
    rows = [_pair_row(task, pair, cases, epochs) for pair, cases in of_pair.items()]
    rows.sort(key=lambda row: (-(row.both.value or 0.0), row.pair or ""))
    if not rows:
        return []
    together = _pair_row(task, None, [case for cases in of_pair.values() for case in cases], epochs)
    return [*rows, together] if len(rows) > 1 else rows


def _pair_row(task: str, pair: tuple[str, str] | None, cases: Sequence[Scored], epochs: int) -> PairRow:
    letters = [_letters_of(case.item, pair_of(case.item)) for case in cases]
    names = ("", "") if pair is None else _names(cases[0].item, pair)

    def counted(which: Sequence[bool]) -> Share:
        return Share(sum(which), len(which), epochs)

    return PairRow(
        task,
        None if pair is None else "-".join(pair),
        names,
        counted([case.correct for case in cases]),
        counted([two <= (case.prediction or set()) for two, case in zip(letters, cases, strict=True)]),
        counted([two == set(case.item.gold) for two, case in zip(letters, cases, strict=True)]),
    )


def _letters_of(item: Item, pair: tuple[str, str] | None) -> frozenset[str]:
    """The letters under which a case offers both disorders of its pair."""
    return frozenset(letter for letter, key in item.details["option_ids"].items() if key in (pair or ()))


def _names(item: Item, pair: tuple[str, str]) -> tuple[str, str]:
    by_id = {key: item.options[letter] for letter, key in item.details["option_ids"].items()}
    return by_id.get(pair[0], pair[0]), by_id.get(pair[1], pair[1])


NAMED = ("one", "two", "more", "none")


def cardinality_row(asked: Sequence[Scored], task: str, epochs: int = 1) -> CardinalityRow:
    """How many answers the replies of a task name."""
    counts = Counter(_named(case) for case in asked)
    n = len(asked)
    named = {name: Share(counts[name], n, epochs) for name in NAMED}
    return CardinalityRow(task, named, Share(sum(case.correct for case in asked), n, epochs))


def _named(case: Scored) -> str:
    if case.said is None:
        return "none"
    return NAMED[min(len(case.said), 3) - 1]


def places_by_writer(cases: Sequence[Scored], rows: Ints) -> dict[str, Ints]:
    """Writer → the places, among these rows, of the cases that were asked; writers by name."""
    found: dict[str, list[int]] = defaultdict(list)
    for row in rows.tolist():
        writer = writer_of(cases[row].item)
        if writer is not None and cases[row].asked:
            found[writer].append(row)
    return {writer: np.array(found[writer], dtype=np.int64) for writer in sorted(found)}
