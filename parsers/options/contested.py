"""Numbers that are the label of one option and the text of another: {"1": "14", "2": "1"}.

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from collections.abc import Mapping, Sequence


def contested(labels: Sequence[str], owners: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Each such number → the position of the option that it labels.

    >>> contested(("1", "2"), {"14": (0,), "1": (1, 0), "2": (1,)})
    {'1': 0}
    """
    return {
        label: position
        for position, label in enumerate(labels)
        if label.isdecimal() and any(owner != position for owner in owners.get(label, ()))
    }
