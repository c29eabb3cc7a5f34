"""Whether two runs rest on the same replies: they are one measurement then, and nothing to compare."""

from collections.abc import Sequence


def same_replies(first: Sequence[int | None], second: Sequence[int | None]) -> int:
    """How many of the items asked in both runs rest on one and the same stored reply.

    A run that asks what an earlier one asked, to the letter, is served that one's replies from the store.

    Args:
        first, second: per item the number of the reply in the store; None where there is no reply.
    """
    return sum(one is not None and one == other for one, other in zip(first, second, strict=True))
