"""Replies without an answer: what many of them have in common, and what to do about it.

It is said once the first replies have come, while most of the money is not spent yet, and at the end.
"""

from collections.abc import Iterator

from mhclient.ask.causes import StopReason
from mhclient.ask.progress import Progress
from mhclient.ask.session import Session
from mhclient.providers.without_text import CUT_IN_THOUGHT
from mhclient.show.cells import percent
from mhclient.show.counts import agreeing, counted
from parsers import Outcome

FIRST = 30  # replies
MANY = 0.1  # a share of the replies, from which on something is said of it


def look_at_first(session: Session) -> None:
    """Say what the first replies of a start have in common, if many of them hold no answer.

    Where not one holds an answer, or is withheld, nothing more is asked: whoever starts the run again, or
    leaves the preflight out, wants it so.
    """
    progress = session.progress
    outcomes = progress.outcomes()
    if session.looked_at_first or outcomes.total() < FIRST:
        return
    session.looked_at_first = True
    if progress.done >= progress.total:  # it has ended, and the summary says it
        return
    told = " ".join(in_common(progress))
    without = outcomes[Outcome.EMPTY] + outcomes[Outcome.TRUNCATED]
    if session.stops_without_answers and without == outcomes.total() and not progress.n_earlier:
        session.stop.drain(StopReason.NO_ANSWERS.cause(outcomes.total(), told))
    elif told:
        session.tell(f"Of the first {outcomes.total()} replies: {told}")


def in_common(progress: Progress) -> Iterator[str]:
    """What many replies of this start have in common that hold no answer, or no count of their tokens.

    Nothing where all is well.
    """
    outcomes, whys = progress.outcomes(), progress.without_text
    n = outcomes.total()
    if (cut := outcomes[Outcome.TRUNCATED]) >= max(1, MANY * n):
        n_thinking = whys[CUT_IN_THOUGHT]
        thinking = f", {n_thinking:,} of them while thinking" if n_thinking else ""
        remedy = (
            "or think less with `effort=low` or `thinking=off`" if n_thinking else "or ask for short answers"
        )
        cap = "" if progress.cap is None else f" of {progress.cap:,} tokens"
        yield (
            f"{percent(cut / n)} % ({cut:,} of {n:,}) were cut at the cap{cap} before an answer{thinking}: "
            f"raise `max_tokens`, {remedy}."
        )
    if (filtered := outcomes[Outcome.FILTERED]) >= max(1, MANY * n):
        yield (
            f"{percent(filtered / n)} % ({filtered:,} of {n:,}) were withheld by the provider's filter: "
            "'mhclient report RUN --show filters' says what, and under which category."
        )
    for why, count in whys.most_common():
        if why is not CUT_IN_THOUGHT and count >= MANY * n:
            are = agreeing(count, "is", "are")
            remedy = why.remedy if progress.of_service else why.of_server + why.remedy
            yield f"{counted(count, 'reply')} of {n:,} {are} empty: {why.what}. What to do: {remedy}."
    if n_uncounted := progress.n_uncounted:
        yield (
            f"{counted(n_uncounted, 'reply')} of {n:,} came without counts of prompt and completion "
            "tokens that can be true: what they took is shown as –, and charged at the most it can be."
        )
