"""`mhclient labels`, and MENTAT, whose golds are labels: check ratings, fit labels, compare sets of labels.

`mhclient import mentat` and `mhclient build mentat` stand at the end: the released sets, and paired designs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from getpass import getpass
from pathlib import Path
from typing import Any

from benchmark import Benchmark
from benchmark.labels.agreement import OrderAgreement, PairsOfRows, Support, agreement_by_order, supported
from benchmark.labels.annotations import Annotation, annotation_files, read_annotations
from benchmark.labels.authors import read_listed_wrong
from benchmark.labels.compare import LabelDistance, by_category, compare_labels, numbers, overlap, unlike
from benchmark.labels.fit import DEFAULT_SET, SEPARATED, SETS, Fitted, LabelModel, LabelSettings
from benchmark.labels.label_file import LabelSet, make_labels, read_labels
from benchmark.labels.models import OFFSETS, SLOPES
from benchmark.labels.ratings import OrderUndone
from benchmark.mentat.design import DesignName, DesignSettings, QuestionPart, parse_design
from benchmark.mentat.release import BIN_MIDDLES
from benchmark.mentat.released import build_mentat, check_places, import_mentat
from mhclient.cli.screen.console import out, plain, print_table, tell
from mhclient.errors import UsageError
from mhclient.show.cells import NOT_KNOWN
from mhclient.show.counts import counted
from mhclient.show.files import check_out, print_text, write_file


def execute_labels(args: argparse.Namespace) -> int:
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
                "orders": {
                    str(each.order): {
                        "retest": _pairs_document(each.retest),
                        "between": _pairs_document(each.between),
                        "alpha": {
                            "median": each.median_alpha,
                            "triage": each.mean_alpha("triage"),
                            "documentation": each.mean_alpha("documentation"),
                        },
                    }
                    for each in found
                },
            }
        )
    say_counts(annotations)
    say_agreement(found)
    tell(support_in_words(support))
    return 0


def _pairs_document(found: PairsOfRows) -> dict[str, Any]:
    return {"n": found.n, "same_top": found.same_top, "median": found.median, "mean": found.mean}


def _fit(args: argparse.Namespace) -> int:
    if args.out.exists() and not args.force:
        raise UsageError(f"{args.out} exists. Pass --force to replace it, or name another file with --out.")
    check_out(args.out)
    annotation_files(args.annotations)  # a wrong folder is told before work that is not done
    if args.draws:
        tell(f"Fitting the labels, then again on {counted(args.draws, 'resample')} of the raters.")
    labels, fitted = make_labels(
        args.annotations, _settings(args), draws=args.draws, seed=args.seed, analysis=args.author_from
    )
    if args.zero_listed_wrong:
        labels = labels.without_listed_wrong(read_listed_wrong(args.zero_listed_wrong))
    write_file(args.out, labels.to_text().encode())
    say_fit(fitted, labels, args.out)
    return 0


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
    _print_agreement(found)
    out.print(OF_AGREEMENT, soft_wrap=True)
    for each in found:
        out.print(plain(f"  {each.order}: {each.order.said}"), soft_wrap=True)


def _print_agreement(found: Sequence[OrderAgreement]) -> None:
    """A column for each way of undoing the order of options."""
    rows: list[tuple[str, ...]] = []

    def add(what: str, figure: Callable[[OrderAgreement], float | None], form: str = ".3f") -> None:
        values = map(figure, found)
        shown = (NOT_KNOWN if value is None else format(value, form) for value in values)
        rows.append((what, *(text.replace("-", "−").replace("%", " %") for text in shown)))

    retest, between = found[0].retest.n, found[0].between.n
    rows.append((f"One rater, the same question twice ({counted(retest, 'pair')})",))
    add("  correlation of the two ratings, median", lambda each: each.retest.median)
    add("  the same option rated highest", lambda each: each.retest.same_top, ".0%")
    rows.append((f"Two raters, the same question ({counted(between, 'pair')})",))
    add("  correlation of the two ratings, mean", lambda each: each.between.mean)
    add("  the same option rated highest", lambda each: each.between.same_top, ".0%")
    rows.append(("All raters of a question (Krippendorff's alpha)",))
    add(f"  median of {counted(len(found[0].alphas), 'question')}", lambda each: each.median_alpha)
    add("  mean of triage", lambda each: each.mean_alpha("triage"))
    add("  mean of documentation", lambda each: each.mean_alpha("documentation"))
    print_table(("", *(str(each.order) for each in found)), rows, range(1, len(found) + 1))


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
        n = len(fitted.separated)
        shown = ", ".join(map(str, fitted.separated[:N_SHOWN])) + (", …" if n > N_SHOWN else "")
        out.print(
            f"Practically certain labels (one option above {100 * SEPARATED:g} %): {n} ({shown}). Hardly a "
            "rating speaks against these options; without a prior that makes them certain, however few the "
            "raters.",
            soft_wrap=True,
        )
    for question, why in fitted.left_out.items():
        out.print(f"Left out: question {question}, {why}.")


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
    rows = (
        (of.category, f"{of.n}", f"{of.same_top}", f"{of.total_variation:.3f}", f"{of.jensen_shannon:.3f}")
        for of in by_category(distances)
    )
    print_table(("Category", "Questions", "Same gold", "Total variation", "Jensen–Shannon"), rows)
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


PASSWORD_VARIABLE = "MHCLIENT_MENTAT_PASSWORD"


def import_released(args: argparse.Namespace) -> int:
    """`mhclient import mentat PATH --out DIR`."""
    clone = _clone(args, sets=True)
    benchmark = import_mentat(clone, args.out, password=ask_password, labels=args.labels, force=args.force)
    differences = benchmark.manifest.get("differences", ())
    for sentence in differences:
        tell(sentence)
    _show(benchmark)
    if not differences:
        out.print("All draws are the release's, by their hashes.")
    return 0


def build_design(args: argparse.Namespace) -> int:
    """`mhclient build mentat PATH --design NAME --out DIR`."""
    named, _ = parse_design("gender" if args.design is None else args.design)
    _refuse_ignored(args, named)
    settings = named and DesignSettings(
        named, args.seed, QuestionPart(args.split), tuple(args.ages or BIN_MIDDLES), args.null
    )
    clone, design = _clone(args, sets=False), settings or args.design
    _show(build_mentat(clone, args.out, design, password=ask_password, labels=args.labels, force=args.force))
    return 0


def _refuse_ignored(args: argparse.Namespace, design: DesignName | None) -> None:
    """Refuse what the design does not look at.

    Raises:
        UsageError: names the option, and the designs that look at it.
    """
    if args.ages and (design is None or "age" not in design.varies):
        raise UsageError(
            f"--ages counts where age varies, in --design age or crossed, and not in {args.design or design}."
        )
    if args.null and design is None:
        raise UsageError(f"--null is for designs that are made here; {args.design} has the released draws.")


def _clone(args: argparse.Namespace, *, sets: bool) -> Path:
    """The clone, which has what is needed."""
    path: Path | None = args.path
    if path is None:
        raise UsageError("Where is it? Name a clone of MENTAT after the word mentat.")
    check_places(path, args.out, sets=sets, rated=args.labels is None, force=args.force)
    if args.labels is None:
        tell("Fitting labels; some seconds.")
    return path


def ask_password() -> str:
    """From the environment, or from the terminal without showing it.

    Raises:
        UsageError: there is neither.
    """
    if given := os.environ.get(PASSWORD_VARIABLE):
        return given
    if not sys.stdin.isatty():
        raise UsageError(f"The files are encrypted: set {PASSWORD_VARIABLE}, or run this on a terminal.")
    return getpass("Password (stated in MENTAT's README): ")


def _show(benchmark: Benchmark) -> None:
    manifest = benchmark.manifest
    print_table(("Category", "Items"), ((of, f"{n['items']:,}") for of, n in manifest["tasks"].items()))
    reasons = list(manifest["left_out"].values())
    for reason in dict.fromkeys(reasons):
        out.print(f"Left out: {counted(reasons.count(reason), 'question')}, {reason}.")
    if alone := manifest.get("rated_without_question"):
        out.print(f"Rated, and not in the question file: {', '.join(map(str, alone))}.")
    labels = manifest["labels"]
    others = [name for name in labels["sets"] if name != labels["default"]]
    beside = f"; also: {', '.join(others)}" if others else ""
    out.print(plain(f"Golds by the label set {labels['default']}{beside}."))
    out.print(plain(f"{counted(manifest['items']['count'], 'item')} in {benchmark.directory}"))
    out.print("It holds answers: the release asks not to pass such files on.")
