"""What one would conclude from a run's figures, and where that depends on how replies are read.

A figure is defensible if the conclusion stands whichever way one counts. Where it does not, the report
says so and says what it hangs on. Each finding has a code for programs and a sentence for people.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from mhclient.figures.intervals import Interval
from mhclient.figures.letters import LetterFigures
from mhclient.figures.metrics import AccuracyFigures
from mhclient.figures.paired import holm
from mhclient.figures.power import ALPHA
from mhclient.judge.decisions import RULE
from mhclient.read.scored import Ending
from mhclient.report.figures import Figures
from mhclient.report.finding import Finding
from mhclient.report.run_findings import run_findings
from mhclient.report.summary import Summary
from mhclient.show.cells import FEW_CLUSTERS, is_rough, p_value, percent, points
from mhclient.show.counts import agreeing, counted

# How the endings that are no answer read in a sentence, behind their count.
ENDINGS: Mapping[str, str] = {
    Ending.AMBIGUOUS: "said more than one thing",
    Ending.OUT_OF_RANGE: "named a letter that is no option",
    Ending.REFUSAL: "declined",
    Ending.FILTERED: "{were} withheld by the provider's filter",
    Ending.NO_ANSWER: "gave no answer",
    Ending.TRUNCATED: "{were} cut before an answer",
    Ending.EMPTY: "{were} empty",
    Ending.ERROR: "never came (errors)",
}


def findings(summary: Summary) -> list[Finding]:
    """The findings of one run, the gravest first."""
    return [
        *run_findings(summary),
        *map(partial(_by_whom, summary), (*_unread(summary), *_tasks(summary))),
        *_clusters(summary),
        *_calibration(summary),
        *_choices(summary),
    ]


def _by_whom(summary: Summary, finding: Finding) -> Finding:
    """A finding about what replies say, told as the raters' where their decisions stand in for readings."""
    decided = summary.run.decided
    if decided is None or not decided.n_changed:
        return finding
    return replace(finding, text=f"As raters decided, not as was read: {finding.text}")


def _unread(summary: Summary) -> Iterator[Finding]:
    overall = summary.overall.accuracy
    if not overall.n_unread or overall.bounds is None:
        return
    low, high = (percent(bound) for bound in overall.bounds)
    among_read = f"among those read it is {percent(overall.answered.value)}"
    text = (
        f"Accuracy counts {overall.n_unread} unread of {overall.n} as wrong: {reasons(overall)}. Had all "
        f"of them been right it would be {high} over all items, not {low}; "
        f"{among_read if overall.answered.n else 'none was read'}."
    )
    yield Finding("unread", "overall", text)
    if errors := overall.outcomes[Ending.ERROR.value]:
        yield Finding("errors", "overall", _errors(summary, errors))


def _errors(summary: Summary, n: int) -> str:
    causes = summary.run.errors
    too_long = causes.get("PromptTooLong", 0)
    text = f"{counted(n, 'item')} got no reply at all; {agreeing(n, 'it counts', 'they count')} as unread."
    if too_long:
        text += (
            f" {too_long} of them {agreeing(too_long, 'has a prompt', 'have prompts')} longer than was "
            "allowed, and not cut."
        )
    return text if too_long == n else f"{text} The run can be started again."


def reasons(accuracy: AccuracyFigures) -> str:
    """Why items were not read, most frequent first."""
    counts = [(accuracy.outcomes[ending], words) for ending, words in ENDINGS.items()]
    return ", ".join(
        f"{n} {words.format(were=agreeing(n, 'was', 'were'))}"
        for n, words in sorted(counts, key=lambda entry: -entry[0])
        if n
    )


def _tasks(summary: Summary) -> Iterator[Finding]:
    for task, figures in summary.tasks.items():
        yield from _against_chance(task, figures)
        yield from _read_loosely(summary, task, figures)
    yield from _letter_bias(summary)


def _against_chance(task: str, figures: Figures) -> Iterator[Finding]:
    """A task's verdict against guessing, if it hangs on what is done with the unread."""
    accuracy = figures.accuracy
    if figures.chance is None or not accuracy.n_unread:
        return
    verdicts = {
        "with unread as wrong": _verdict(figures.clustered.ci95, figures.chance),
        "among those read": _verdict(accuracy.answered.ci95, figures.chance),
    }
    if accuracy.answered.n and len(set(verdicts.values())) > 1:
        listed = "; ".join(f"{how}, it is {verdict} guessing" for how, verdict in verdicts.items())
        text = (
            f"{task}: whether the model beats guessing ({percent(figures.chance)}) hangs on the unread: "
            f"{listed}. "
            f"Of {counted(accuracy.n, 'reply')}, {reasons(accuracy)}."
        )
        yield Finding("chance_depends_on_unread", task, text)


def _verdict(interval: Interval, chance: float) -> str:
    if interval is None:
        return "not to be told from"
    low, high = interval
    if low > chance:
        return "better than"
    return "worse than" if high < chance else "not to be told from"


def _read_loosely(summary: Summary, task: str, figures: Figures) -> Iterator[Finding]:
    """A task much of whose accuracy rests on readings beyond explicit answers."""
    steps = figures.accuracy.by_strictness
    explicit, every = steps["explicit"].correct, steps["all"].correct
    if explicit.ci95 and every.value is not None and every.value > explicit.ci95[1]:
        text = (
            f"{task}: accuracy is {percent(every.value)} with every reading, {percent(explicit.value)} with "
            f"explicit answers alone: {_beyond_explicit(summary, task, every.count - explicit.count)}."
        )
        yield Finding("depends_on_strictness", task, text)


def _beyond_explicit(summary: Summary, task: str, n: int) -> str:
    """Where right answers come from that are not explicit: what raters decided no reply need say."""
    items = [] if summary.run.decided is None else summary.run.scored
    by_raters = sum(item.rule == RULE and item.correct for item in items if item.task == task)
    in_prose = f"{counted(n - by_raters, 'right answer stands', 'right answers stand')} in prose"
    decided = counted(by_raters, "is a rater's decision", "are raters' decisions")
    return f"{in_prose}, {decided}" if by_raters else in_prose


def _letter_bias(summary: Summary) -> Iterator[Finding]:
    """Tasks in which letters are not said as often as they are right; the tests of a run are one family."""
    tested = {task: figures.letters for task, figures in summary.tasks.items() if figures.letters}
    adjusted = holm([letters.homogeneity_p for letters in tested.values()])
    for (task, letters), p in zip(tested.items(), adjusted, strict=True):
        if p is not None and p < ALPHA:
            yield Finding(
                "letter_bias", task, f"{task}: {_favoured(letters)} (Stuart–Maxwell, p Holm {p_value(p)})."
            )


def _favoured(letters: LetterFigures) -> str:
    """The letter that is said too often by most, A before others."""
    said, gold = (
        {name: share.value or 0.0 for name, share in by_strictness["all"].items()}
        for by_strictness in (letters.said_by_strictness, letters.gold_by_strictness)
    )
    name = max(sorted(said), key=lambda letter: said[letter] - gold[letter])
    text = f"{name} is said in {percent(said[name])} % of the replies read and is right in "
    text += f"{percent(gold[name])} % of them"
    made = letters.made_by_reading
    if name != "A" or not made:
        return text
    rough = ", of few replies" if letters.reading_is_rough else ""
    return f"{text}; reading beyond explicit answers adds {points(made)} to the excess{rough}"


def _clusters(summary: Summary) -> Iterator[Finding]:
    """Where clustered intervals say little, and why."""
    by = summary.settings.cluster_by
    few = {
        task: each.n_clusters for task, each in summary.tasks.items() if 0 < each.n_clusters < FEW_CLUSTERS
    }
    if few:
        listed = ", ".join(f"{task} ({n})" for task, n in few.items())
        text = (
            f"Fewer than {FEW_CLUSTERS} {by}-clusters in {listed}: clustered intervals are rough there, and "
            "where there is one cluster there is none. Go by Wilson's."
        )
        yield Finding("few_clusters", "overall", text)
    alike = [task for task, each in summary.tasks.items() if is_rough(each.clustered.ci95)]
    if alike:
        text = (
            f"All {by}-clusters are alike in {', '.join(alike)}: the clustered interval has no width there, "
            "which does not mean that the accuracy is known for certain. Go by Wilson's."
        )
        yield Finding("no_width", "overall", text)


def _calibration(summary: Summary) -> Iterator[Finding]:
    """Whether the letters' probabilities can be taken at their word."""
    figures = summary.calibration
    if figures is None or figures.confidence is None or figures.correct.ci95 is None:
        return
    low, high = figures.correct.ci95
    sure = figures.confidence
    verdict = (
        "too sure" if sure > high else "not sure enough" if sure < low else "about as sure as it is right"
    )
    text = (
        f"On average the model is {verdict}: its likeliest letters have {percent(sure)} % of the letters' "
        f"probability and are right in {percent(figures.correct.value)} % of "
        f"{counted(figures.correct.n, 'item')} "
        f"(calibration error {percent(figures.error.value)})."
    )
    yield Finding("calibration", "overall", text)


def _choices(summary: Summary) -> Iterator[Finding]:
    """Forced choices that rounding, another precision, another batch or another rule would make otherwise."""
    choices = summary.run.choices
    if choices is None or not choices.n:
        return
    others = {name: rule.n_flipped for name, rule in choices.rules.items() if rule.n_flipped}
    if others:
        listed = ", ".join(f"{n} by {name.replace('_', ' ')}" for name, n in others.items())
        text = f"Of {counted(choices.n, 'forced choice')} another rule would make some otherwise: {listed}."
        yield Finding("choices_depend_on_rule", "overall", text)
    if not choices.checks:
        text = "Forced choices: the numerical noise was not measured (--checks), so near ties are not known."
        yield Finding("noise_not_measured", "overall", text)
        return
    seen = ", ".join(
        f"{check.n_flipped} of {check.n} computed {name if name == 'alone' else f'in {name}'}"
        for name, check in choices.checks.items()
    )
    text = (
        f"{len(choices.near_ties)} of {counted(choices.n, 'forced choice')} "
        f"{agreeing(len(choices.near_ties), 'is a near tie', 'are near ties')}, within the noise that was "
        f"measured; chosen otherwise: {seen}. 'mhclient letters {summary.run_id}' shows more."
    )
    yield Finding("near_ties", "overall", text)
