"""What `mhclient letters` shows people: rows of tables, and the sentences under them."""

from collections.abc import Iterator

from mhclient.figures.letter_probabilities import ChoiceAgreement, ChoiceFigures, TopFigures, WrittenResult
from mhclient.providers.letter_choice import Rule
from mhclient.report.letters import DebiasedFigures
from mhclient.show.cells import interval, percent
from mhclient.show.counts import agreeing, counted

RULES = {
    Rule.MAX: "best form (the paper's rule)",
    Rule.LOG_SUM_EXP: "all forms together",
    Rule.LENGTH_NORMALISED: "best form per token",
    Rule.CLOSED: "forms that end the letter",
}


RULE_HEAD = ("Letter chosen by", "n", "right", "Accuracy", "95 % CI", "other letter")
WRITTEN_HEAD = ("Choice", *(kind.value for kind in WrittenResult), "all")


def rule_rows(figures: ChoiceFigures) -> list[tuple[str, ...]]:
    """One row per rule, under `RULE_HEAD`."""
    return [
        (
            RULES[Rule(name)],
            str(figures.n),
            "–" if rule.accuracy is None else str(rule.n_correct),
            percent(rule.accuracy),
            interval(rule.ci95),
            "–" if rule.accuracy is None else str(rule.n_flipped),
        )
        for name, rule in figures.rules.items()
    ]


def written_rows(both: ChoiceAgreement) -> list[tuple[str, ...]]:
    """Choice right or wrong against what was written, under `WRITTEN_HEAD`."""
    rows = (("right", both.chosen_right), ("wrong", both.chosen_wrong))
    return [
        (name, *(str(counts[kind]) for kind in WrittenResult), str(sum(counts.values())))
        for name, counts in rows
    ]


def choice_notes(figures: ChoiceFigures) -> Iterator[str]:
    """What a reader of forced choices must know, in sentences."""
    n, items = figures.n, counted(figures.n, "item")
    if figures.mass:
        low, median, high = map(percent, (figures.mass.low, figures.mass.median, figures.mass.high))
        yield (
            f"All forms of all letters together have {median} % of the model's probability at the median "
            f"item ({low} to {high} from the 5th to the 95th percentile), less than half of it at "
            f"{figures.n_small_mass} of {items}."
        )
    if n and not figures.checks:
        yield "The numerical noise was not measured (--checks): near ties are not known."
    for name, check in figures.checks.items():
        how = "alone instead of in a bucket" if name == "alone" else f"in {name}"
        yield (
            f"Computed {how}, {check.n_flipped} of {counted(check.n, 'item')} "
            f"{agreeing(check.n_flipped, 'is', 'are')} chosen otherwise, and margins change "
            f"by {check.noise:.2g} nats at most; {check.n_near_ties} of {items} "
            f"{agreeing(check.n_near_ties, 'has', 'have')} a margin within that."
        )
    if figures.checks:
        yield f"Near ties: {len(figures.near_ties)} of {items}, which rounding might decide otherwise."
    if ways := {way: count for way, count in figures.ways.items() if way != "packed"}:
        listed = ", ".join(f"{counted(count, 'item')} by the {way} way" for way, count in ways.items())
        yield f"Not computed in one pass: {listed}."
    if figures.n_shortened:
        at = counted(figures.n_shortened, "item")
        yield f"At {at} a form merges with the end of the prompt: scored as one text."


def top_notes(figures: TopFigures) -> Iterator[str]:
    """What the top log-probs say, in sentences."""
    yield (
        f"{figures.n_chosen} of {counted(figures.n, 'reply')} "
        f"{agreeing(figures.n_chosen, 'has', 'have')} an option letter among the top tokens; for "
        f"{figures.n_certain} of them no hidden token could make another letter the likeliest."
    )
    yield (
        f"The likeliest letter is the right one for {figures.n_correct} of {figures.n} "
        f"({percent(figures.n_correct / figures.n if figures.n else None)} %), and the written one for "
        f"{figures.n_same} of the {figures.n_read} that could be read."
    )
    if figures.n_unplaced:
        yield (
            f"{counted(figures.n_unplaced, 'answer')} could not be found among the tokens of "
            f"{agreeing(figures.n_unplaced, 'its reply', 'their replies')}, and "
            f"{agreeing(figures.n_unplaced, 'is', 'are')} not counted here."
        )
    if figures.n > figures.n_read:
        yield (
            f"Of {counted(figures.n - figures.n_read, 'reply')} that could not be read, the likeliest "
            f"letter is right for {figures.n_unread_correct}."
        )
    if figures.hidden:
        yield (
            f"Whatever the hidden tokens are, the likeliest letter is right for {figures.n_correct_least} of "
            f"{figures.n} at the least and {figures.n_correct_most} at the most."
        )
        yield (
            f"The top tokens leave {percent(figures.hidden.median)} % hidden at the median item, "
            f"{percent(figures.hidden.high)} % at the 95th percentile."
        )


def written_notes(both: ChoiceAgreement) -> Iterator[str]:
    """How choice and written answer go together, in sentences."""
    yield (
        f"Of {counted(both.n, 'item')} asked both ways, {both.n_chosen_right} "
        f"{agreeing(both.n_chosen_right, 'is', 'are')} chosen rightly "
        f"({percent(both.n_chosen_right / both.n)} %), {both.n_written_right} written rightly "
        f"({percent(both.n_written_right / both.n)} %), {both.n_written_strictly_right} as the letter alone "
        f"({percent(both.n_written_strictly_right / both.n)} %)."
    )
    yield (
        f"{both.n_hidden} {agreeing(both.n_hidden, 'is', 'are')} chosen rightly and not written so. Where "
        "a letter could be read it is the chosen "
        f"one for {both.n_same} of {both.n_read}."
    )


def debiased_notes(figures: DebiasedFigures) -> Iterator[str]:
    """What a preference for letters does to the choices, in sentences."""
    for size, prior in figures.priors.items():
        listed = ", ".join(f"{label} {percent(share)} %" for label, share in prior.items())
        yield f"Among {size} options, whatever stands behind them, the model gives {listed}."
    yield (
        f"With that taken out, {figures.n_correct} of {counted(figures.n, 'item')} "
        f"{agreeing(figures.n_correct, 'is', 'are')} chosen rightly "
        f"({percent(figures.n_correct / figures.n)} %), {figures.n_correct_raw} as asked "
        f"({percent(figures.n_correct_raw / figures.n)} %); {figures.n_changed} "
        f"{agreeing(figures.n_changed, 'is', 'are')} chosen otherwise."
    )
    unbalanced = figures.n_sample - figures.n_balanced
    hedge = f"; at {unbalanced} not every option stood behind every letter" if unbalanced else ""
    yield (
        f"Estimated from {counted(figures.n_sample, 'item')} in several orders{hedge}. "
        f"Cost: {counted(figures.n_views, 'item')} scored beside the {figures.n}."
    )
