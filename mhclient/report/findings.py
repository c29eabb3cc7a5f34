"""What one would conclude from a run's figures, and where that depends on how replies are read.

A figure is defensible if the conclusion stands whichever way one counts. Where it does not, the report
says so and says what it hangs on. Each finding has a code for programs and a sentence for people.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mhclient.report.cells import p_value, percent, points
from mhclient.report.figures import Figures
from mhclient.report.summary import Summary
from mhclient.scoring.intervals import Interval
from mhclient.scoring.metrics import AccuracyFigures
from mhclient.scoring.missing import missing_at_random_p
from mhclient.scoring.scored import Ending

FEW_CLUSTERS = 20
UNEVEN = 0.05  # p below which missing items count as unevenly spread over the tasks
# How the endings that are no answer read in a sentence.
ENDINGS: Mapping[str, str] = {
    Ending.AMBIGUOUS: "said more than one thing",
    Ending.OUT_OF_RANGE: "named a letter that is no option",
    Ending.REFUSAL: "declined",
    Ending.FILTERED: "were withheld by the provider's filter",
    Ending.NO_ANSWER: "gave no answer",
    Ending.TRUNCATED: "were cut before an answer",
    Ending.EMPTY: "were empty",
    Ending.ERROR: "never came (errors)",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One conclusion: `code` for programs, `where` it holds ("overall" or a task), `text` for people."""

    code: str
    where: str
    text: str


def findings(summary: Summary) -> list[Finding]:
    """The findings of one run, the gravest first."""
    return [
        *_partial(summary),
        *_reasked(summary),
        *_decided(summary),
        *_unread(summary),
        *_served(summary),
        *_tasks(summary),
        *_clusters(summary),
        *_choices(summary),
    ]


def _partial(summary: Summary) -> Iterator[Finding]:
    overall = summary.overall.accuracy
    if overall.partial:
        text = (
            f"PARTIAL: {overall.n_planned - overall.n} of {overall.n_planned} items have not been asked. "
            f"The figures are of those that were.{_spread(summary)}"
        )
        yield Finding("partial", "overall", text)


def _reasked(summary: Summary) -> Iterator[Finding]:
    again = summary.run.spec.reask
    if again is not None:
        text = (
            f"ASKED AGAIN: these are the {len(again.items)} items of run {again.run} whose replies were "
            f"{' or '.join(again.outcomes)}, and no others. The figures are not those of a benchmark."
        )
        yield Finding("reasked", "overall", text)


def _decided(summary: Summary) -> Iterator[Finding]:
    decided, before = summary.run.decided, summary.before
    if decided is not None and before is not None:
        accuracies = (percent(each.overall.accuracy.accuracy) for each in (before, summary))
        text = (
            f"DECIDED BY PEOPLE: {decided.n_replies} replies have a decision (file {decided.digest[:12]}), "
            f"{decided.n_changed} of them not what the reader says. Accuracy {' → '.join(accuracies)} %."
        )
        yield Finding("decided", "overall", text)


def _spread(summary: Summary) -> str:
    """Whether the tasks have come equally far."""
    of_tasks = {task: figures.accuracy for task, figures in summary.tasks.items()}
    planned = {task: accuracy.n_planned for task, accuracy in of_tasks.items()}
    missing = {task: accuracy.n_planned - accuracy.n for task, accuracy in of_tasks.items()}
    p = missing_at_random_p(planned, missing)
    if p is None:
        return ""
    if p >= UNEVEN:
        return f" They are spread over the tasks as chance would have it (p {p_value(p)})."
    return (
        f" They are not spread over the tasks as chance would have it (p {p_value(p)}): "
        "figures over all items are not those of the whole run; read task by task."
    )


def _unread(summary: Summary) -> Iterator[Finding]:
    overall = summary.overall.accuracy
    if not overall.n_unread or overall.bounds is None:
        return
    low, high = (percent(bound) for bound in overall.bounds)
    text = (
        f"Accuracy counts {overall.n_unread} unread of {overall.n} as wrong: {reasons(overall)}. Had all "
        "of them "
        f"been right it would be {high} over all items, not {low}; among those read it is "
        f"{percent(overall.answered.value)}."
    )
    yield Finding("unread", "overall", text)
    if errors := overall.outcomes[Ending.ERROR.value]:
        yield Finding("errors", "overall", _errors(summary, errors))


def _errors(summary: Summary, n: int) -> str:
    causes = summary.run.errors
    too_long = causes.get("PromptTooLong", 0)
    text = f"{n} items got no reply at all; they count as unread."
    if too_long:
        text += f" {too_long} of them have prompts longer than was allowed, which were not cut."
    return text if too_long == n else f"{text} The run can be started again."


def reasons(accuracy: AccuracyFigures) -> str:
    """Why items were not read, most frequent first."""
    counts = [(accuracy.outcomes[ending], words) for ending, words in ENDINGS.items()]
    return ", ".join(f"{n} {words}" for n, words in sorted(counts, key=lambda entry: -entry[0]) if n)


def _served(summary: Summary) -> Iterator[Finding]:
    if len(summary.run.served) > 1:
        listed = ", ".join(f"{name} ({n})" for name, n in summary.run.served.items())
        text = f"The provider served more than one model under the name asked for: {listed}."
        yield Finding("several_models_served", "overall", text)


def _tasks(summary: Summary) -> Iterator[Finding]:
    for task, figures in summary.tasks.items():
        yield from _against_chance(task, figures)
        yield from _read_loosely(task, figures)
        yield from _a_rate(task, figures)


def _against_chance(task: str, figures: Figures) -> Iterator[Finding]:
    """A task's verdict against guessing, if it hangs on what is done with the unread."""
    accuracy = figures.accuracy
    if figures.chance is None or not accuracy.n_unread:
        return
    verdicts = {
        "with unread as wrong": _verdict(figures.clustered.ci95, figures.chance),
        "among those read": _verdict(accuracy.answered.ci95, figures.chance),
    }
    if len(set(verdicts.values())) > 1:
        listed = "; ".join(f"{how}, it is {verdict} guessing" for how, verdict in verdicts.items())
        text = (
            f"{task}: whether the model beats guessing ({percent(figures.chance)}) hangs on the unread: "
            f"{listed}. "
            f"Of {accuracy.n} replies, {reasons(accuracy)}."
        )
        yield Finding("chance_depends_on_unread", task, text)


def _verdict(interval: Interval, chance: float) -> str:
    if interval is None:
        return "not to be told from"
    low, high = interval
    if low > chance:
        return "better than"
    return "worse than" if high < chance else "not to be told from"


def _read_loosely(task: str, figures: Figures) -> Iterator[Finding]:
    """A task much of whose accuracy rests on readings beyond explicit answers."""
    steps = figures.accuracy.by_strictness
    explicit, every = steps["explicit"].correct, steps["all"].correct
    if explicit.ci95 and every.value is not None and every.value > explicit.ci95[1]:
        text = (
            f"{task}: accuracy is {percent(every.value)} with every reading, {percent(explicit.value)} "
            "with explicit "
            f"answers alone: {every.count - explicit.count} right answers were read from prose."
        )
        yield Finding("depends_on_strictness", task, text)


def _a_rate(task: str, figures: Figures) -> Iterator[Finding]:
    letters, rate = figures.letters, figures.prediction_a_rate
    if rate is None or letters is None or rate.value is None or rate.ci95 is None:
        return
    gold = letters.gold_by_strictness["all"]["A"].value
    if gold is not None and not rate.ci95[0] <= gold <= rate.ci95[1]:
        made = letters.made_by_reading
        part = "" if made is None else f"; reading beyond explicit answers adds {points(made)}"
        text = (
            f"{task}: A is said in {percent(rate.value)} of the replies read and is right in "
            f"{percent(gold)} of "
            f"them{part}."
        )
        yield Finding("letter_bias", task, text)


def _clusters(summary: Summary) -> Iterator[Finding]:
    few = [
        task
        for task, figures in summary.tasks.items()
        if figures.n_clusters < FEW_CLUSTERS < figures.accuracy.n
    ]
    if few:
        text = (
            f"Fewer than {FEW_CLUSTERS} {summary.settings.cluster_by}-clusters in {', '.join(few)}: "
            "clustered intervals are rough there, and where there is one cluster there is none."
        )
        yield Finding("few_clusters", "overall", text)


def _choices(summary: Summary) -> Iterator[Finding]:
    """Forced choices that rounding, another precision, another batch or another rule would make otherwise."""
    choices = summary.run.choices
    if choices is None or not choices.n:
        return
    others = {name: rule.n_flipped for name, rule in choices.rules.items() if rule.n_flipped}
    if others:
        listed = ", ".join(f"{n} by {name.replace('_', ' ')}" for name, n in others.items())
        text = f"Of {choices.n} forced choices another rule would make some otherwise: {listed}."
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
        f"{len(choices.near_ties)} of {choices.n} forced choices are near ties, within the noise that was "
        f"measured; chosen otherwise: {seen}. 'mhclient letters {summary.run_id}' shows more."
    )
    yield Finding("near_ties", "overall", text)
