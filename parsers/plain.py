"""What readings have in common that need no search: nothing is removed, folded or set aside for a clash."""

from parsers.options.options import OptionSet
from parsers.outcome import Outcome
from parsers.reading import AnswerMode, Candidate, Grade, Reading, Span

# Outcome, letters, grade, rule, the words that decided, and every place where options are named.
Said = tuple[Outcome, tuple[str, ...], Grade | None, str, Span, tuple[Candidate, ...]]


def plain_reading(
    said: Said, completion: str, options: OptionSet, finish_reason: str | None, mode: AnswerMode
) -> Reading:
    """The reading of a completion that says this and nothing else."""
    outcome, letters, grade, rule, span, candidates = said
    return Reading(
        outcome=outcome,
        letters=frozenset(letters),
        grade=grade,
        rule=rule,
        span=span,
        candidates=candidates,
        clash=None,
        removed=(),
        folded=(),
        finish_reason=finish_reason,
        mode=mode,
        visible_chars=len(completion),
        options_digest=options.digest,
    )
