"""What a family of differences comes to: better, worse, equivalent within a margin, or undecided.

A family is all tests of one question that are looked at together. Each error is kept at 5 % over the whole
family: a false "better" or "worse" by Holm's method, a false "equivalent" by Holm's method over the tests of
equivalence, and likewise a false "not inferior". The intervals beside them are simultaneous by Bonferroni's
method: step-down methods such as Holm's have no bounded interval that always agrees with their verdict (K.
Strassburger and F. Bretz, "Compatible simultaneous lower confidence bounds for the Holm procedure", 2008, doi
10.1002/sim.3338), so a verdict may stand where its simultaneous interval reaches past 0. More tests never
make an adjusted p smaller: adding a run turns no "undecided" into "better".

Decision: docs/decisions/report.md, "Four verdicts, three points, one rule for unfinished runs".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mhclient.figures.estimate import Estimate
from mhclient.figures.holm import holm
from mhclient.figures.intervals import Interval

ALPHA = 0.05


class Verdict(StrEnum):
    """What can be said of a first run beside a second."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"  # the difference is smaller than the margin, either way
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judged:
    """One difference of a family, first run minus second; None where it cannot be tested.

    Attributes:
        p, p_holm: two-sided, of no difference; adjusted over the family.
        simultaneous: intervals that hold together for the whole family, at 95 %.
        p_equivalent, p_not_inferior: of the margin's tests, adjusted over the family; None without a margin.
    """

    estimate: Estimate
    p: float | None
    p_holm: float | None
    simultaneous: Interval
    p_equivalent: float | None
    p_not_inferior: float | None

    @classmethod
    def alone(cls, estimate: Estimate) -> "Judged":
        """Before it is put into a family: nothing is adjusted, so nothing is found."""
        return cls(estimate, estimate.p(), None, None, None, None)

    @property
    def verdict(self) -> Verdict:
        """What the adjusted tests say; a difference that is shown comes before what the margin says."""
        if _found(self.p_holm):
            return Verdict.BETTER if (self.estimate.value or 0.0) > 0 else Verdict.WORSE
        return Verdict.EQUIVALENT if self.within_margin else Verdict.UNDECIDED

    @property
    def within_margin(self) -> bool:
        """Whether the difference is shown to be smaller than the margin, whatever its sign."""
        return _found(self.p_equivalent)

    @property
    def not_inferior(self) -> bool:
        """Whether the first is shown to be worse by less than the margin, if at all."""
        return _found(self.p_not_inferior)

    @property
    def not_excluded(self) -> float | None:
        """The largest difference, either way, that the simultaneous interval leaves open."""
        return None if self.simultaneous is None else max(abs(bound) for bound in self.simultaneous)


def judged(family: Sequence[Estimate], margin: float | None = None) -> list[Judged]:
    """The verdicts of one family of differences.

    A difference that is the same on every item has no standard error to speak of: it is not tested.

    Args:
        margin: the smallest difference that matters, as a share.
    """
    tested = [each.testable for each in family]

    def family_p(p_of: Callable[[Estimate], float | None]) -> list[float | None]:
        return [p_of(each) if made else None for each, made in zip(family, tested, strict=True)]

    p = family_p(Estimate.p)
    adjusted = holm(p)
    equivalent = holm(family_p(lambda each: _equivalence_p(each, margin)))
    not_inferior = holm(family_p(lambda each: _not_inferior_p(each, margin)))
    level = 1 - ALPHA / max(1, sum(tested))
    return [
        Judged(
            estimate=each,
            p=p[place],
            p_holm=adjusted[place],
            simultaneous=each.interval(level) if tested[place] else None,
            p_equivalent=equivalent[place],
            p_not_inferior=not_inferior[place],
        )
        for place, each in enumerate(family)
    ]


def _equivalence_p(estimate: Estimate, margin: float | None) -> float | None:
    """Two one-sided tests, with the standard error that a difference as large as the margin has at least.

    Source: D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for
    assessing the equivalence of average bioavailability", 1987.
    """
    if margin is None:
        return None
    there = estimate.at_margin(margin)
    above, below = there.p_above(-margin), there.p_below(margin)
    return None if above is None or below is None else max(above, below)


def _not_inferior_p(estimate: Estimate, margin: float | None) -> float | None:
    return None if margin is None else estimate.at_margin(margin).p_above(-margin)


def _found(p: float | None) -> bool:
    return p is not None and p < ALPHA
