"""Whether what a partial run has no reply for is missing evenly over the tasks."""

from collections.abc import Mapping

import numpy as np

from mhclient.figures.distributions import independence_p


def missing_at_random_p(planned: Mapping[str, int], missing: Mapping[str, int]) -> float | None:
    """The chi-square test that items without a reply are spread over tasks as chance would have it.

    A small p says that some tasks are short of replies, so that figures over all tasks are not those of the
    whole run. Source: K. Pearson's test of a table of tasks × (missing, not missing), without correction.

    By hand, 2 of 10 and 6 of 10 missing, 4 of 10 expected in each: 4/4 + 4/4 + 4/6 + 4/6 = 3.333 on one
    degree of freedom, p = 0.0679.

    >>> round(missing_at_random_p({"ET": 10, "EC": 10}, {"ET": 2, "EC": 6}), 4)
    0.0679

    Args:
        planned: task → its items.
        missing: task → those without a reply; a task may be absent.

    Returns:
        None where there is nothing to test: one task, nothing missing, or everything.
    """
    n = np.array(list(planned.values()), dtype=float)
    without = np.array([missing.get(task, 0) for task in planned], dtype=float)
    if (n > 0).sum() < 2 or not 0 < without.sum() < n.sum():
        return None
    table = np.stack([without, n - without])[:, n > 0]
    return independence_p(table)
