"""What people judged, as rich renderables: agreement, disagreements, the reader's errors."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mhclient.audit.render import EXAMPLE_WIDTH
from mhclient.figures.proportion_intervals import Interval
from mhclient.judge.agreement import RaterAgreement
from mhclient.judge.judgements import Judgement
from mhclient.judge.reader_errors import ReaderErrors
from mhclient.judge.sample_store import BlindJudgements, Sample
from mhclient.read.case import Case
from mhclient.report.cells import share_of
from mhclient.show.cells import NOT_KNOWN, coefficient, interval, percent
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import one_line, visible


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
