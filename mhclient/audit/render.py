"""What audit shows on the terminal, as rich renderables: the overview, what people judged (agreement,
disagreements, the reader's errors), and what a later reader or other rules read otherwise.

Text from models is text, never markup.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mhclient.audit.overview import COMMONEST, OutcomeRow, Overview
from mhclient.figures.proportion_intervals import Interval
from mhclient.judge.agreement import RaterAgreement
from mhclient.judge.judgements import Judgement
from mhclient.judge.reader_errors import ReaderErrors
from mhclient.judge.reread import Change, RuleAgreement
from mhclient.judge.samples import BlindJudgements, Sample
from mhclient.read.case import Case
from mhclient.read.collect import Collected
from mhclient.report.wording.shapes import share_of
from mhclient.run.marks import Mark, in_brackets, meanings
from mhclient.show.cells import NOT_KNOWN, coefficient, interval, percent
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import one_line, visible

EXAMPLE_WIDTH = 60
NAMED = 5  # of the items that cannot be used


def render_overview(
    view: Overview, marks: Mapping[str, Sequence[Mark]] | None = None, commonest: int = COMMONEST
) -> RenderableType:
    """Outcomes by model and task, grades of what was read, and the commonest shapes of what was not.

    Args:
        marks: run → what sets it apart, to stand behind its name.
    """
    read = view.n - view.n_unread
    grades = ", ".join(f"{grade} {count:,}" for grade, count in view.grades.most_common())
    parts: list[RenderableType] = [
        Text(f"{counted(view.n, 'reply')}, {read:,} read, {view.n_unread:,} not read", style="bold"),
        Text(f"Grades of what was read: {grades or 'none'}", style="dim"),
        Text(),
        *_outcomes(view, marks or {}),
    ]
    if view.unread:
        parts += [Text(), *_shapes(view, commonest)]
    return Group(*parts)


def _outcomes(view: Overview, marks: Mapping[str, Sequence[Mark]]) -> Iterator[RenderableType]:
    """One table, or one per run where a model has several: what is counted together is one run's."""
    models = {row.run_id: row.model for row in view.rows}
    if len(set(models.values())) == len(models):
        rows = [replace(row, model=row.model + in_brackets(marks.get(row.run_id, ()))) for row in view.rows]
        yield _outcome_table(view.outcomes, rows, several=len(models) > 1)
        return
    for run_id in models:
        yield Text(visible(run_id) + in_brackets(marks.get(run_id, ())), style="bold")
        yield _outcome_table(view.outcomes, [row for row in view.rows if row.run_id == run_id])


def _outcome_table(outcomes: Sequence[str], rows: Sequence[OutcomeRow], *, several: bool = False) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (*(["model"] if several else []), "task"):
        table.add_column(name, overflow="fold", vertical="bottom")
    for name in ("replies", *outcomes, "low trust"):
        table.add_column(re.sub("[_ ]", "\n", name), justify="right", no_wrap=True)
    for row in rows:
        counts = [row.outcomes[outcome] for outcome in outcomes]
        names = [Text(visible(row.model))] if several else []
        numbers = [f"{count:,}" if count else "·" for count in (row.n, *counts, row.low_trust)]
        table.add_row(*names, Text(visible(row.task)), *numbers)
    return table


def _shapes(view: Overview, commonest: int) -> Iterator[RenderableType]:
    shown = view.unread[:commonest]
    yield Text(f"The commonest shapes of unread replies ({len(shown)} of {len(view.unread):,})", style="bold")
    for shape in shown:
        line = Text(f"{shape.n:6,}  ", no_wrap=True, overflow="ellipsis")
        line.append(shape.outcome.replace("_", " "), style="bold")
        line.append(f"  {visible(shape.form)[:200]}")
        yield line
        if shape.example.completion.strip():
            yield Text(f"        e.g. {one_line(shape.example.completion, EXAMPLE_WIDTH)}", style="dim")


def render_what_is_counted(collected: Collected) -> Iterator[Text]:
    """What of the runs is no case, or only a part, so that nobody takes the counts for all there is."""
    for run_id, n in collected.without_reply.items():
        if n:
            yield Text(f"{visible(run_id)}: {n:,} more without a reply (errors, or not asked)")
    for run_id, items in collected.left_out.items():
        named = ", ".join(visible(str(item))[:80] for item in items[:NAMED])
        yield Text(
            f"{visible(run_id)}: LEFT OUT: {counted(len(items), 'item')} that cannot be used, since what the "
            f"store holds of {agreeing(len(items), 'it', 'them')} is broken: {named}"
            f"{', …' if len(items) > NAMED else '.'}"
        )
    marks = {run_id: found for run_id, found in collected.marks.items() if found}
    if marks:
        listed = ", ".join(visible(run_id) + in_brackets(found) for run_id, found in marks.items())
        yield Text(f"Marks: {listed}. {meanings(list(chain.from_iterable(marks.values())))}")
    for run_id, again in collected.asked_again.items():
        n = len(again.items)
        twice = ", which is counted here too" if again.run in collected.without_reply else ""
        yield Text(
            f"ASKED AGAIN: {visible(run_id)} has only the {counted(n, 'item')} of run {visible(again.run)} "
            f"whose {agreeing(n, 'reply was', 'replies were')} {' or '.join(again.outcomes)}{twice}."
        )


def render_agreement(found: RaterAgreement, n_cases: int) -> RenderableType:
    """How far raters agree."""
    if not found.decided:
        return Text(f"No judgements yet among {counted(n_cases, 'different reply')}.")
    parts: list[RenderableType] = [
        Text(
            ", ".join(f"{visible(rater)} decided {counted(n, 'reply')}" for rater, n in found.decided.items())
        )
    ]
    for pair in found.pairs:
        names = f"{visible(pair.first)} and {visible(pair.second)}"
        parts.append(
            Text(
                f"{names}: the same in {share_of(pair.same)}, 95 % interval {interval(pair.same.ci95)}; "
                f"Cohen's kappa {coefficient(pair.kappa)}"
            )
        )
    alpha = NOT_KNOWN if found.alpha is None else f"{found.alpha:.3f}"
    disagreements = counted(len(found.disagreements), "disagreement")
    parts.append(Text(f"Krippendorff's alpha (nominal): {alpha}; {disagreements}"))
    return Group(*parts)


def render_disagreements(found: Sequence[tuple[Case, Mapping[str, Judgement]]]) -> RenderableType:
    """Each reply on which raters disagree, with what each said."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=bool(found))
    for name in ("item", "raters", "reply"):
        table.add_column(name, overflow="fold")
    for case, raters in found:
        said = ", ".join(
            f"{visible(rater)}: {judgement.label}" for rater, judgement in sorted(raters.items())
        )
        reply = Text(one_line(case.completion, EXAMPLE_WIDTH))
        table.add_row(Text(visible(case.name)), Text(said), reply)
    return table


def render_reader_errors(
    found: ReaderErrors, sample: Sample, judged: BlindJudgements, n_open: int
) -> RenderableType:
    """How good the reader is, as far as the sample has been judged."""
    decided = sum(row.decided for row in found.strata)
    head = (
        f"Sample {sample.row.sample_id} of {visible(sample.row.run_id)}: "
        f"{counted(len(sample.cases), 'reply')} drawn with seed {sample.row.seed} from the readings of "
        f"{sample.row.reader}; {decided:,} decided blind, {n_open:,} in dispute"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("stratum", no_wrap=True)
    for name in ("in the run", "drawn", "decided", "read wrongly"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in found.strata:
        table.add_row(row.name, *(f"{n:,}" for n in (row.size, row.drawn, row.decided, row.wrong)))
    return Group(Text(head, style="bold"), table, Text(), *_error_lines(found), *_blindness(judged))


def _blindness(judged: BlindJudgements) -> Iterator[Text]:
    if judged.n_in_sight:
        yield Text(
            f"{judged.n_in_sight:,} of the sample {agreeing(judged.n_in_sight, 'has', 'have')} been judged "
            "with the reading in sight only, which does not count here."
        )
    if judged.n_seen_before:
        yield Text(
            f"{judged.n_seen_before:,} of those decided had been judged before by the same rater with the "
            "reading in sight."
        )


def _error_lines(found: ReaderErrors) -> Iterator[Text]:
    for name, rate in (("False accepts", found.false_accept), ("False rejects", found.false_reject)):
        among = "read" if rate is found.false_accept else "not read"
        yield Text(
            f"{name}, among the {counted(rate.size, 'reply')} {among}: {_known(rate.value, rate.ci95)} "
            f"({rate.hits} of {rate.n} decided, weighted by stratum)"
        )
    yield Text(
        f"Accuracy of the {counted(found.accuracy.n, 'reply')} as read: {percent(found.accuracy.value)} %; "
        f"corrected for the reader's errors: {_known(found.corrected, found.corrected_ci95)}"
    )
    if found.unjudged:
        yield Text(f"Nothing decided yet in: {'; '.join(found.unjudged)}", style="dim")
    note = "The intervals show the uncertainty of reading alone: they treat these items and replies as fixed."
    yield Text(note, style="dim")


def _known(value: float | None, ci95: Interval) -> str:
    if value is None:
        return "not known before something is decided in every stratum"
    return f"{percent(value)} %, 95 % interval {interval(ci95)}"


def render_changes(changes: Sequence[Change], before: str, now: str, n: int) -> RenderableType:
    """Replies that a later reader reads otherwise."""
    n_changed = sum(change.n for change in changes)
    other = sum(change.n_other_answer for change in changes)
    head = Text(
        f"{counted(n, 'different reply')} read by {before} before and {now} now: {n_changed:,} read "
        f"otherwise, {other:,} of them with another answer or outcome",
        style="bold",
    )
    if not changes:
        return head
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("replies", "before", "now", "other answer", "example"):
        table.add_column(name, justify="right" if name in ("replies", "other answer") else "left")
    for change in changes:
        table.add_row(
            f"{change.n:,}",
            Text(f"{change.outcome_before} ({visible(change.rule_before)})"),
            Text(f"{change.outcome_now} ({visible(change.rule_now)})"),
            f"{change.n_other_answer:,}",
            Text(one_line(change.example.completion, EXAMPLE_WIDTH)),
        )
    return Group(head, table)


def render_rules(rules: Sequence[RuleAgreement]) -> RenderableType:
    """How much the rule of extraction matters, on the items that ask for one letter."""
    if not rules or not rules[0].read.n:
        return Text("No item asks for one letter: public rules read nothing else.")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rule", no_wrap=True)
    for name in ("finds a\nletter", "says\nthe same", "another\nletter", "kappa", "accuracy", "A-rate"):
        table.add_column(name, justify="right", no_wrap=True)
    for rule in rules:
        table.add_row(
            rule.name,
            percent(rule.read.value),
            percent(rule.same.value),
            percent(rule.other.value),
            coefficient(rule.kappa),
            percent(rule.correct.value),
            percent(rule.a_rate.value),
        )
    note = (
        "In %, of all replies to items that ask for one letter; unread counts as wrong. Kappa: Cohen's, with "
        "the first row, nothing read as a category. A-rate: among letters found in items with two options."
    )
    head = Text(f"The same {counted(rules[0].read.n, 'reply')} by other rules", style="bold")
    return Group(head, table, Text(note, style="dim"))
