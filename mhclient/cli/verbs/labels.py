"""`mhclient labels`: check what ratings say, fit labels to them, compare sets of labels."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from benchmark.labels.agreement import OrderAgreement, PairsOfRows, agreement_by_order, supported
from benchmark.labels.annotations import annotation_files, read_annotations
from benchmark.labels.authors import read_listed_wrong
from benchmark.labels.compare import by_category, compare_labels, numbers, overlap, unlike
from benchmark.labels.fit import DEFAULT_SET, SETS, LabelModel, LabelSettings
from benchmark.labels.label_file import LabelSet, make_labels, read_labels
from benchmark.labels.ratings import OrderUndone
from mhclient.cli.screen.console import tell
from mhclient.cli.screen.label_words import (
    say_agreement,
    say_compared,
    say_counts,
    say_distances,
    say_fit,
    support_in_words,
)
from mhclient.errors import UsageError
from mhclient.show.counts import counted
from mhclient.show.files import check_out, print_text, write_file


def execute(args: argparse.Namespace) -> int:
    actions = {"check": _check, "fit": _fit, "compare": _compare}
    return actions[args.action](args)


def _check(args: argparse.Namespace) -> int:
    annotations = read_annotations(args.annotations)
    found = agreement_by_order(annotations)
    support = supported(found)
    if args.format == "json":
        return _print_json(
            {
                "schema": "mhclient-label-check/1",
                "annotations": len(annotations),
                "supported": None if support.order is None else str(support.order),
                "supported_why": support.why,
                "orders": {str(each.order): _agreement_document(each) for each in found},
            }
        )
    say_counts(annotations)
    say_agreement(found)
    tell(support_in_words(support))
    return 0


def _agreement_document(found: OrderAgreement) -> dict[str, Any]:
    return {
        "retest": _pairs_document(found.retest),
        "between": _pairs_document(found.between),
        "alpha": {
            "median": found.median_alpha,
            "triage": found.mean_alpha("triage"),
            "documentation": found.mean_alpha("documentation"),
        },
    }


def _pairs_document(found: PairsOfRows) -> dict[str, Any]:
    return {"n": found.n, "same_top": found.same_top, "median": found.median, "mean": found.mean}


def _fit(args: argparse.Namespace) -> int:
    if args.out.exists() and not args.force:
        raise UsageError(f"{args.out} exists. Pass --force to replace it, or name another file with --out.")
    check_out(args.out)
    ratings = annotation_files(args.annotations)  # a wrong folder is told before work that is not done
    _refuse_inputs(args.out, [*ratings, args.author_from, args.zero_listed_wrong])
    if args.draws:
        tell(f"Fitting the labels, then again on {counted(args.draws, 'resample')} of the raters.")
    labels, fitted = make_labels(
        args.annotations, _settings(args), draws=args.draws, seed=args.seed, analysis=args.author_from
    )
    if args.zero_listed_wrong:
        labels = labels.without_listed_wrong(read_listed_wrong(args.zero_listed_wrong))
    _write(args.out, labels)
    say_fit(fitted, labels, args.out)
    return 0


def _refuse_inputs(out: Path, inputs: Iterable[Path | None]) -> None:
    """Labels are not written over what they are made of, whatever --force says."""
    for given in inputs:
        if given is not None and given.exists() and out.exists() and out.samefile(given):
            raise UsageError(f"{out}: the labels are made of this file. Name another with --out.")


def _settings(args: argparse.Namespace) -> LabelSettings:
    """The named set, with what the options change."""
    changes: dict[str, Any] = {}
    if args.order:
        changes["order"] = OrderUndone[args.order.upper()]
    if args.model:
        changes["model"] = LabelModel(args.model)
        changes["offset"] = False if args.model == LabelModel.BT else SETS[args.set or DEFAULT_SET].offset
    for name in ("author", "offset"):
        if getattr(args, name) is not None:
            changes[name] = getattr(args, name)
    if hasattr(args, "prior_sd"):
        changes["prior_sd"] = args.prior_sd
    return replace(SETS[args.set or DEFAULT_SET], **changes)


def _write(path: Path, labels: LabelSet) -> None:
    write_file(path, labels.to_text().encode())


def _compare(args: argparse.Namespace) -> int:
    first, second = (read_labels(path) for path in args.files)
    distances = compare_labels(first, second)
    if not distances:
        raise UsageError(
            f"{args.files[0]} (questions {numbers(overlap(first, second).first_alone)}) and {args.files[1]} "
            f"({numbers(overlap(first, second).second_alone)}) have no question in common."
        )
    if args.format == "json":
        return _print_json(
            {
                "schema": "mhclient-label-comparison/1",
                "names": [first.name, second.name],
                "overlap": asdict(overlap(first, second)),
                "unlike": list(unlike(first, second)),
                "categories": [asdict(each) for each in by_category(distances)],
                "questions": [asdict(each) for each in distances],
            }
        )
    say_compared(args.files, first, second)
    say_distances(distances)
    return 0


def _print_json(document: dict[str, Any]) -> int:
    print_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    return 0
