"""Families of tests that are looked at together."""

from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's adjustment of a family of tests; those that could not be made are no part of the family.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.

    By hand: 0.01 * 3 = 0.03; 0.02 * 2 = 0.04; 0.04 stays.

    >>> holm([0.02, None, 0.04, 0.01])
    [0.04, None, 0.04, 0.03]
    """
    # statsmodels has it, but its loading and 10 ms per family were a tenth of a report of many runs.
    made = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    found: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for step, (p, place) in enumerate(made):
        largest = max(largest, min(1.0, (len(made) - step) * p))
        found[place] = largest
    return found
