"""Figures that are smooth functions of a table of counts (kappa, MCC, balanced accuracy), with intervals.

Such a figure is, for small changes, a weighted sum over items: each item weighs as much as one more item in
its cell would change the figure. The variance of that sum is worked out as for any other (`linear.py`): items
that share entities are taken to depend here too. Source: F. R. Hampel, "The influence curve and its role
in robust estimation", 1974 (the method is also known as the delta method, or linearisation).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from mhclient.figures.arrays import Floats, Ints
from mhclient.figures.estimate import ANY, UNDEFINED, Bounds, Estimate
from mhclient.figures.linear import LinearFigure

# From tables (..., n_cells) to figures (...); NaN where undefined.
OfTable: TypeAlias = Callable[[Floats], Floats]
STEP = 1e-4  # items: small against the least count there is, large against rounding
# Slopes that are all below this are rounding: a figure of about 1 is known to 1e-16, and divided by STEP.
NO_SLOPE = 1e-11


def smooth_estimate(
    figure: OfTable, codes: Ints, n_cells: int, mean: LinearFigure, within: Bounds = ANY
) -> Estimate:
    """A figure of a table, with its standard error.

    Args:
        codes: (n_items,) each item's cell.
        mean: the mean over these items.
        within: what the figure can be.
    """
    table = np.bincount(codes, minlength=n_cells).astype(np.float64)
    value = float(figure(table))
    if np.isnan(value):
        return UNDEFINED
    influence = len(codes) * slopes(figure, table)[codes]
    return replace(mean.estimate(influence), value=value, within=within)


def slopes(figure: OfTable, table: Floats) -> Floats:
    """(n_cells,) how fast the figure grows with each cell; 0 for cells without items, which none looks up."""
    cells = np.flatnonzero(table)
    steps = np.zeros((len(cells), len(table)))
    steps[np.arange(len(cells)), cells] = STEP
    found = np.zeros(len(table))
    found[cells] = (figure(table + steps) - figure(table - steps)) / (2 * STEP)
    found = np.nan_to_num(found)
    return found if np.abs(found).max(initial=0.0) >= NO_SLOPE else np.zeros(len(table))
