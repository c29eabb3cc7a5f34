"""Texts and numbers that are steps of an argument, beside a label that is called the answer.

Decision: docs/decisions/parsers.md, "What 3,800 published labels and 207 English replies taught the reader".
"""

from parsers.claims.claims import Claim, Force, is_alone
from parsers.pattern import Pattern

_SENTENCE = 25  # characters of an option text that is a sentence or a long phrase


def without_steps(standing: list[Claim]) -> list[Claim]:
    """The claims without those that name an option on the way to a label, or in the reasons for it."""
    standing = _without_statements(_without_figures(standing))
    return _without_judgements(_without_texts_on_the_way(standing))


# "So option A is correct": said of a statement; "is the correct answer" is not.
_CALLED_TRUE = Pattern(
    r"[\s)\"']*(?:is|are)(?: (?:also|both|all))? (?:correct|true|right|accurate)\b(?! \w+er\b)"
)


def _without_judgements(standing: list[Claim]) -> list[Claim]:
    """The claims without options called true in the reasons, behind a label declared with its own text."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    first = declared[0] if declared else None
    if first is None or not first.group.mentions[-1].joined:
        return standing
    if any(claim.options != first.options for claim in declared):
        return standing
    return [claim for claim in standing if claim is first or not _is_called_true(claim, first)]


def _is_called_true(claim: Claim, answer: Claim) -> bool:
    if claim.force is Force.DECLARED or claim.rule != "predicate" or claim.group.start < answer.group.end:
        return False
    return _CALLED_TRUE.match(claim.context.after) is not None


def _without_figures(standing: list[Claim]) -> list[Claim]:
    """The claims without numbers in passing, where a label is declared with its text: "C. 22.5 … 2 parts"."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    if not any(claim.group.has_label and claim.group.mentions[-1].joined for claim in declared):
        return standing
    return [
        claim
        for claim in standing
        if claim.group.has_label or not claim.weak or is_alone(claim.context.after)
    ]


def _without_statements(standing: list[Claim]) -> list[Claim]:
    """The claims without texts called right, where those are several and one label is the answer."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    texts = {claim.options for claim in declared if not claim.group.named_by_label}
    labels = {claim.options for claim in declared if claim.group.named_by_label}
    if len(texts) < 2 or len(labels) != 1:
        return standing
    return [claim for claim in standing if claim not in declared or claim.group.named_by_label]


_ON_THE_WAY = frozenset({"leading", "alone", "pick"})


def _without_texts_on_the_way(standing: list[Claim]) -> list[Claim]:
    """The claims without sentences that are texts of options, where the close declares a label."""
    last = standing[-1] if standing else None
    if last is None or last.force is not Force.DECLARED or not last.group.named_by_label:
        return standing
    if not last.context.closes or not is_alone(last.context.after):
        return standing
    return [claim for claim in standing if claim.group.named_by_label or not _says_a_sentence(claim)]


def _says_a_sentence(claim: Claim) -> bool:
    """Whether a claim by text alone is a sentence of the argument, and no answer in few words."""
    start, end = claim.group.core
    figure = claim.rule == "pick" and claim.weak  # "let's use 150 cm"
    return figure or (claim.rule in _ON_THE_WAY and end - start >= _SENTENCE)
