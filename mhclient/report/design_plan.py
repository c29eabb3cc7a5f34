"""What a paired design can show of one attribute before it is asked, category by category."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from benchmark import Item
from mhclient.errors import UsageError
from mhclient.figures.fairness import FEW, MARGIN
from mhclient.figures.power import MOST_DISCORDANT, DesignPower, design_power
from mhclient.report.table import SUMS, Table
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import counted


def plan_design(
    items: Sequence[Item], attribute: str, discordant: float, alpha: float, power: float
) -> dict[str, DesignPower]:
    """Category, and all → what its questions can show; Holm's family is the categories with enough of them.

    Args:
        discordant: share of vignettes that two versions answer differently.

    Raises:
        UsageError: more vignettes are to differ than can.
    """
    if discordant > MOST_DISCORDANT:
        raise UsageError(f"`discordant` {discordant:g}: of versions that are alike at most half can differ.")
    questions: dict[str, set[int]] = defaultdict(set)
    levels: dict[str, None] = {}
    for item in items:
        if not item.details.get("null"):
            questions[item.task].add(int(str(item.details["q_id"])))
            levels[str(item.details[attribute])] = None
    sizes = {category: len(found) for category, found in questions.items()}
    sizes |= {SUMS: sum(sizes.values())} if len(sizes) > 1 else {}
    tests = max(1, sum(n >= FEW for n in sizes.values()))
    return {
        category: design_power(n, len(levels), discordant, level=alpha / tests, power=power)
        for category, n in sizes.items()
    }


def design_table(found: Mapping[str, DesignPower], attribute: str, discordant: float, power: float) -> Table:
    """A row per category."""
    rows = [
        (category, str(row.n_questions), str(row.n_levels), _points(row.found), _points(row.provable))
        for category, row in found.items()
    ]
    tested = [row for row in found.values() if row.n_questions >= FEW]
    note = (
        f"Simulated with the report's own tests. Assumed (`discordant`): in {100 * discordant:g} % of the "
        "questions one of any two versions is answered rightly and the other is not, as a model does that "
        "wavers. Smallest difference: how far one version must lie from all others, in points, to be called "
        f"different in {100 * power:g} % of such runs, after Holm's adjustment over "
        f"{counted(len(tested), 'test')}; {NOT_KNOWN}: even the largest possible one is found less often. "
        "Smallest margin: that within which versions that differ by chance alone are called equivalent in "
        f"{100 * power:g} % of such runs, in points; a report's is {100 * MARGIN:g} unless `margin` names "
        f"another. Under {FEW} questions there is no verdict."
    )
    head = ("Category", "Questions", "Versions", "Smallest difference", "Smallest margin")
    return Table(f"What versions that differ in {attribute} can show", head, rows, note)


def _points(value: float | None) -> str:
    return NOT_KNOWN if value is None else percent(value)
