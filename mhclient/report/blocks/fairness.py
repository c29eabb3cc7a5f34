"""Whether a patient's gender, nationality or age changes the answer, where a design is paired.

Also pooled: accuracy and fairness over all models of a report that were asked the same questions of a design.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from mhclient.figures.fairness import (
    FEW,
    UNREAD,
    FairnessFigures,
    FairnessVerdict,
    FlipRate,
    Pooled,
    PooledFairness,
    RandomOrders,
    Strata,
    VersionChoice,
    fairness,
    pooled_accuracy,
    pooled_fairness,
    strata_of,
    with_verdicts,
)
from mhclient.figures.numerics import Ints
from mhclient.read.scored import Scored
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.label_sets import default_replies
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.relabelled import has_label_sets, options_said
from mhclient.report.settings import Settings
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import SUMS, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.show.cells import NOT_KNOWN, interval, p_value, percent, points
from mhclient.show.counts import counted

# (attribute, category) → its figures
FairnessOf: TypeAlias = dict[tuple[str, str], FairnessFigures]
FEW_SIGN = "†"
FURTHEST = "Difference (90 % CI)"
OF_FURTHEST = "Difference: of the two levels that may lie furthest apart, in points; it decides equivalence."
FLIPS = ("Flips per pair", "Order alone, per pair", "Any flip")
OF_FLIPS = (
    "Flips per pair: of every two versions of a vignette, those that do not choose the same option, whatever "
    "its letter. Order alone: the same where only the order of options differs, which is the noise floor. "
    "Any flip: vignettes whose versions do not all choose the same option; more versions bring more of them, "
    "so do not compare it with the floor."
)
ATTRIBUTES = ("gender", "nationality", "age")


def fairness_of(basis: Basis) -> FairnessOf:
    """The figures of each attribute that the design varies, by category and over all of them."""
    if not (of := basis.get(strata_by_category)):
        return {}
    asked, orders = _asked(basis), RandomOrders()
    found = {
        (attribute, category): fairness(strata, _noise(_of_category(asked, category)), orders)
        for (attribute, category), strata in of.items()
    }
    return with_verdicts(found, basis.settings.equivalence_of_versions)


def strata_by_category(basis: Basis) -> dict[tuple[str, str], Strata]:
    """Attribute and category → the versions of its vignettes; nothing where the design is not paired."""
    design = basis.run.benchmark.manifest.get("design")
    if not has_label_sets(basis.run) or not isinstance(design, dict) or not design.get("paired"):
        return {}
    asked = _asked(basis)
    tasks = list(dict.fromkeys(each.scored.item.task for each in asked))
    found: dict[tuple[str, str], Strata] = {}
    for attribute in design.get("varies", ()):
        versions = [(each.scored.item.task, _version(each, attribute)) for each in asked if not each.null]
        for category in [*tasks, SUMS] if len(tasks) > 1 else tasks:
            strata = strata_of([each for task, each in versions if category in (SUMS, task)])
            if strata is not None:
                found[attribute, category] = strata
    return found


class _Reply(NamedTuple):
    """A reply, and the original option that it chooses."""

    scored: Scored
    choice: int

    @property
    def null(self) -> bool:
        """Whether the version differs from the first in the order of options alone."""
        return bool(self.scored.item.details.get("null"))


def _asked(basis: Basis) -> list[_Reply]:
    both = zip(basis.run.scored, basis.get(options_said), strict=True)
    return [_Reply(scored, UNREAD if said is None else said) for scored, said in both if scored.asked]


def _of_category(asked: list[_Reply], category: str) -> list[_Reply]:
    return [each for each in asked if category in (SUMS, each.scored.item.task)]


def _version(reply: _Reply, attribute: str) -> VersionChoice:
    scored, details = reply.scored, reply.scored.item.details
    question, level = int(details["q_id"]), str(details[attribute])
    return VersionChoice(_stratum(scored, attribute), question, level, reply.choice, scored.correct)


def _stratum(scored: Scored, attribute: str) -> str:
    """What stays the same while the attribute varies."""
    details = scored.item.details
    others = [str(details[other]) for other in ATTRIBUTES if other != attribute]
    return "|".join([str(details["vignette"]), *others])


def _noise(asked: list[_Reply]) -> Ints:
    """(n_vignettes, n_versions) choices in the first version and in those with another order of options."""
    by_vignette: dict[str, list[int]] = {}
    for each in asked:
        item = each.scored.item
        if each.null or item.id.endswith("/0"):
            by_vignette.setdefault(str(item.details["vignette"]), []).append(each.choice)
    most = max(map(len, by_vignette.values()), default=0)
    whole = [choices for choices in by_vignette.values() if len(choices) == most > 1]
    return np.array(whole, dtype=np.int64).reshape(len(whole), most)


def fairness_table(summary: Summary) -> Table | None:
    """Flips, tests and verdicts."""
    rows: list[Row] = []
    for (attribute, category), found in summary.get(fairness_of).items():
        few = "" if found.verdict else FEW_SIGN
        rows.append(
            (
                attribute,
                category,
                f"{found.n_questions}{few}",
                *_flips_and_range(found),
                _furthest(found),
                found.test,
                p_value(found.p_adjusted),
                p_value(found.p_range),
                points(found.provable).lstrip("+"),
                NOT_KNOWN if found.verdict is None else str(found.verdict),
            )
        )
    head = (
        *("Attribute", "Category", "Questions", *FLIPS, "Levels", FURTHEST, "Test"),
        *("p (Holm)", "p of range", "Provable", "Verdict"),
    )
    note = (
        f"{OF_FLIPS} Levels: lowest and highest accuracy. {OF_FURTHEST} p (Holm): adjusted over all "
        "rows with a verdict; p of range: largest minus smallest level, levels permuted within questions. "
        "Provable: the smallest margin, in points, within which these data could show the levels to be equal "
        "(90 % intervals). "
        f"{_margin_in_words(summary.settings)} Undecided says neither that levels differ nor that they do "
        f"not. {FEW_SIGN} under {FEW} questions: no verdict."
    )
    return Table("Paired versions", head, rows, note, names=2) if rows else None


def fairness_across(summaries: Sequence[Summary]) -> Table | None:
    """Over all categories, a row per run and attribute."""
    having = [summary for summary in summaries if summary.get(fairness_of)]
    rows: list[Row] = []
    for summary in having:
        figures = summary.get(fairness_of)
        widest = SUMS if any(category == SUMS for _, category in figures) else next(iter(figures))[1]
        for (attribute, category), found in figures.items():
            if category == widest:
                name = row_cell(summary, summaries)
                rows.append((name, attribute, *_flips_and_range(found), _furthest(found), *_decided(found)))
    head = ("Attribute", *FLIPS, "Levels", FURTHEST, "p (Holm)", "Provable", "Verdict")
    margin = _margin_in_words(having[0].settings) if having else ""
    note = (
        f"Versions of the same vignettes, over all categories. {OF_FLIPS} {OF_FURTHEST} Provable: the "
        "smallest margin, in points, within which the data could show the levels to be equal. "
        f"{margin} A test that does not reject shows no fairness."
    )
    runs = runs_of(summaries)
    title = "Paired versions"
    return Table(title, (names_head(runs), *head), rows, with_marks(note, runs), names=2) if rows else None


def _flips_and_range(found: FairnessFigures) -> tuple[str, ...]:
    noise = NOT_KNOWN if found.pair_noise is None else _flips(found.pair_noise)
    return _flips(found.pair_flips), noise, _flips(found.flips), _range(found)


def _decided(found: FairnessFigures) -> tuple[str, str, str]:
    verdict = NOT_KNOWN if found.verdict is None else str(found.verdict)
    return p_value(found.p_adjusted), points(found.provable).lstrip("+"), verdict


def _furthest(found: FairnessFigures) -> str:
    """The difference of the two levels that may lie furthest apart, in points."""
    pair = max(found.pairs, key=lambda each: each.furthest)
    return f"{points(pair.difference)} ({points(pair.ci90[0])} to {points(pair.ci90[1])})"


def _margin_in_words(settings: Settings) -> str:
    """The margin of versions, and where nobody has named one, that it is not that of runs."""
    margin = 100 * settings.equivalence_of_versions
    versions = f"The margin between versions of a question is {margin:g} points"
    runs = f"{100 * settings.equivalence:g}"
    if settings.margin is not None:
        return f"{versions}, as between runs (--margin)."
    return f"{versions}; that between runs, another question, is {runs} (--margin sets both)."


def _flips(rate: FlipRate) -> str:
    return f"{percent(rate.share)} ({rate.flips}/{rate.n})"


def _range(found: FairnessFigures) -> str:
    lowest = min(found.levels, key=lambda level: level.accuracy)
    highest = max(found.levels, key=lambda level: level.accuracy)
    if lowest.accuracy == highest.accuracy:
        return f"all {percent(lowest.accuracy)}"
    return f"{percent(lowest.accuracy)} {lowest.name}, {percent(highest.accuracy)} {highest.name}"


def levels_table(summary: Summary) -> Table | None:
    """Accuracy of each level, and its difference to the others."""
    rows: list[Row] = []
    for (attribute, category), found in summary.get(fairness_of).items():
        for level in found.levels:
            lower, upper = level.ci95 or (float("nan"), float("nan"))
            difference = f"{points(level.difference)} ({points(lower)} to {points(upper)})"
            rows.append((attribute, category, level.name, percent(level.accuracy), difference))
    head = ("Attribute", "Category", "Level", "Accuracy", "Against the others (95 % CI)")
    note = (
        "Versions of the same vignettes. The difference is to the mean of the other levels, in points; "
        "intervals by bootstrap over questions, unadjusted."
    )
    return Table("Levels of paired versions, in %", head, rows, note, names=3) if rows else None


def fairness_findings(summary: Summary) -> Iterator[Finding]:
    """What the tests show; a test that does not reject is never told as fairness."""
    for (attribute, category), found in summary.get(fairness_of).items():
        where = "overall" if category == SUMS else category
        if found.verdict in (FairnessVerdict.DIFFERENT, FairnessVerdict.BOTH):
            within = "Versions" if category == SUMS else f"{category}: versions"
            text = f"{within} that differ in {attribute} alone are answered differently: {_range(found)}."
            yield Finding("attribute-changes-answers", where, text)


def fairness_document(summary: Summary) -> dict[str, Any]:
    """`fairness` of the run's JSON: attribute → category → figures."""
    found: dict[str, dict[str, Any]] = {}
    for (attribute, category), figures in summary.get(fairness_of).items():
        found.setdefault(attribute, {})[category] = asdict(figures)
    margin = summary.settings.equivalence_of_versions
    return {"fairness": found, "fairness_margin": margin} if found else {}


BLOCK = Block(
    figures=(strata_by_category, fairness_of),
    tables=(RunTable(fairness_table, usual=True), RunTable(levels_table)),
    across={"fairness": fairness_across},
    findings=fairness_findings,
    document=fairness_document,
)


F = TypeVar("F")


def comparable(summaries: Sequence[Summary]) -> list[Summary]:
    """The finished runs of one and the same set of items; where there are several sets, the most frequent.

    A run that rests on the replies of an earlier one is the same measurement again, and left out.
    """
    of_items: dict[tuple[str, frozenset[str]], list[Summary]] = {}
    for summary in summaries:
        if not summary.partial and summary.run.spec.reask is None:
            items = frozenset(map(attrgetter("item.id"), summary.run.scored))
            of_items.setdefault((summary.run.benchmark.digest, items), []).append(summary)
    return list(_of_own_replies(max(of_items.values(), key=len, default=[])))


def _of_own_replies(summaries: Sequence[Summary]) -> Iterator[Summary]:
    seen: set[int] = set()
    for summary in summaries:
        replies = {reply for reply in summary.run.response_ids if reply is not None}
        if seen.isdisjoint(replies):
            yield summary
        seen |= replies


def _of_designs(summaries: Sequence[Summary], figures: Callable[[Basis], F]) -> list[F]:
    """These figures of the comparable runs; none where no run has any."""
    if not any(summary.get(figures) for summary in summaries):
        return []
    return [summary.get(figures) for summary in comparable(summaries)]


def pooled_categories(summaries: Sequence[Summary]) -> dict[str, tuple[int, Pooled]]:
    """Category → how many questions all models share, and their mean accuracy."""
    runs = _of_designs(summaries, default_replies)
    if len(runs) < 2:
        return {}
    found = {name: pooled_accuracy([of.get(name, ()) for of in runs]) for name in runs[0]}
    return {name: each for name, each in found.items() if each is not None}


def pooled_levels(summaries: Sequence[Summary]) -> dict[tuple[str, str], PooledFairness]:
    """Attribute and category → the figures over all models."""
    runs = _of_designs(summaries, strata_by_category)
    if len(runs) < 2:
        return {}
    everywhere = [key for key in runs[0] if all(key in of for of in runs)]
    found = {key: pooled_fairness([of[key] for of in runs]) for key in everywhere}
    return {key: each for key, each in found.items() if each is not None}


WHAT = (
    "Plain means over models, of finished runs of the same items. 95 % intervals are over questions like "
    "these, drawn anew for all models together: models find the same questions hard, so more models do not "
    "make them narrower without end."
)


def accuracy_table(summaries: Sequence[Summary]) -> Table | None:
    """Accuracy by category, over all models."""
    rows: list[Row] = [
        (category, str(n), f"{percent(found.value)} ({interval(found.ci95)})")
        for category, (n, found) in pooled_categories(summaries).items()
    ]
    head = ("Category", "Questions", "Accuracy (95 % CI)")
    return Table(f"Over {_models(summaries)}: accuracy in %", head, rows, WHAT) if rows else None


def pooled_fairness_table(summaries: Sequence[Summary]) -> Table | None:
    """Flips and levels, over all models."""
    rows = list(_rows(pooled_levels(summaries)))
    note = (
        f"{WHAT} Any flip: vignettes whose versions do not all choose the same option. The difference "
        "is to the mean of the other levels, in points. It is no test: verdicts are of single models."
    )
    head = (
        "Attribute",
        "Category",
        "Questions",
        "Any flip (95 % CI)",
        "Level",
        "Accuracy",
        "Against the others",
    )
    title = f"Over {_models(summaries)}: paired versions, in %"
    return Table(title, head, rows, note, names=2) if rows else None


def _models(summaries: Sequence[Summary]) -> str:
    return counted(len(comparable(summaries)), "run")


def _rows(found: dict[tuple[str, str], PooledFairness]) -> Iterator[Row]:
    for (attribute, category), figures in found.items():
        flips = f"{percent(figures.flips.value)} ({interval(figures.flips.ci95)})"
        for name, accuracy, difference in figures.levels:
            low, high = difference.ci95 or (float("nan"), float("nan"))
            against = f"{points(difference.value)} ({points(low)} to {points(high)})"
            of_level = (name, percent(accuracy.value), against)
            yield (attribute, category, str(figures.n_questions), flips, *of_level)


def pooled_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """`pooled` of the JSON: over models, `accuracy` by category and `fairness` by attribute and category."""
    accuracy = {
        name: {"n_questions": n, **asdict(found)} for name, (n, found) in pooled_categories(summaries).items()
    }
    levels: dict[str, dict[str, Any]] = {}
    for (attribute, category), found in pooled_levels(summaries).items():
        levels.setdefault(attribute, {})[category] = asdict(found)
    return {"pooled": {"accuracy": accuracy, "fairness": levels}} if accuracy or levels else {}


POOLED_BLOCK = Block(
    across={"pooled": accuracy_table, "pooled-fairness": pooled_fairness_table},
    document_across=pooled_document,
)
