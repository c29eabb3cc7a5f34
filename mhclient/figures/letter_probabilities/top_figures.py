"""What the top log-probs of a run come to: is the written letter the likeliest, and how surely? Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from mhclient.figures.letter_probabilities.figures import Spread
from mhclient.providers.top_tokens import TopLetters


@dataclass(frozen=True, slots=True)
class TopItem:
    """One item with its letters' probabilities; letters as shown.

    Attributes:
        right: the gold.
        written: the letter read from the completion; None if none could be read.
    """

    item_id: str
    task: str
    right: str
    written: str | None
    top: TopLetters


@dataclass(frozen=True, slots=True)
class TopFigures:
    """The letters among the most probable tokens, in figures.

    Attributes:
        n_chosen: items with a letter among the top tokens.
        n_certain: of those, where nothing hidden could make another letter the likeliest.
        n_correct: likeliest letter is the gold.
        n_correct_least, n_correct_most: whatever the hidden tokens are.
        n_read, n_same: letters read from the completions; of those, how many are the likeliest.
        n_unread_correct: items nothing could be read from, whose likeliest letter is the gold.
        hidden: probability outside the top tokens.
        n_unplaced: replies that were read, but not found among their tokens; not among the n.
    """

    n: int
    n_chosen: int
    n_certain: int
    n_correct: int
    n_correct_least: int
    n_correct_most: int
    n_read: int
    n_same: int
    n_unread_correct: int
    hidden: Spread | None
    n_unplaced: int = 0


def top_figures(items: Sequence[TopItem], n_unplaced: int = 0) -> TopFigures:
    """The figures of a run's top log-probs."""
    read = [item for item in items if item.written is not None]
    unread = [item for item in items if item.written is None]
    return TopFigures(
        n=len(items),
        n_chosen=sum(item.top.choice() is not None for item in items),
        n_certain=sum(item.top.certain() for item in items),
        n_correct=sum(item.top.choice() == item.right for item in items),
        n_correct_least=sum(item.top.certain() and item.top.choice() == item.right for item in items),
        n_correct_most=sum(item.top.possible(item.right) for item in items),
        n_read=len(read),
        n_same=sum(item.top.choice() == item.written for item in read),
        n_unread_correct=sum(item.top.choice() == item.right for item in unread),
        hidden=Spread.of([item.top.hidden for item in items]),
        n_unplaced=n_unplaced,
    )
