"""Two runs of the page compared: the cell of the matrix, and the sentence behind it."""

from dataclasses import dataclass, replace

from mhclient.figures.paired import Paired
from mhclient.figures.proportion_intervals import Interval
from mhclient.report.compare.contrast import Pair, keeps_its_sign
from mhclient.report.page.page_run import PageRun
from mhclient.report.wording.names import minus
from mhclient.report.wording.shapes import points_interval
from mhclient.report.wording.verdicts import NOT_TESTED, why_beside, why_not_tested
from mhclient.show.cells import ROUGH, clusters, interval, is_rough, p_value, percent, points
from mhclient.show.counts import counted

NONE = "none"  # no verdict
SIGNS = {"better": "▲", "worse": "▼", "equivalent": "=", "undecided": "?", NONE: "·"}
REVERSED = {"better": "worse", "worse": "better"}


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A row's run against a column's.

    Attributes:
        key: names the pair's sentence.
        depends: whether the verdict is another on the items that both could be read on.
    """

    key: str
    verdict: str
    difference: str
    interval: str
    depends: bool

    @property
    def sign(self) -> str:
        return SIGNS[self.verdict]


@dataclass(frozen=True, slots=True)
class Side:
    """The first of a pair under one way of counting: the verdict, and the difference with its interval."""

    verdict: str
    said: str
    size: str
    n: int

    @property
    def sign(self) -> str:
        return SIGNS[self.verdict]


@dataclass(frozen=True, slots=True)
class PairSentence:
    """What a pair's verdict is, and what it rests on.

    Attributes:
        names: the more accurate run's first.
        depends: in words, that what could not be read decides the verdict; "" where it does not.
        sides: with unread as wrong, and on the items that both could be read on, where these are others.
    """

    key: str
    names: tuple[str, str]
    verdict: str
    said: str
    basis: str
    depends: str = ""
    sides: tuple[Side, ...] = ()


def is_reversed(sides: tuple[Side, ...]) -> bool:
    """Whether the other run is better on the items that both could be read on."""
    verdicts = [side.verdict for side in sides]
    return len(verdicts) == 2 and REVERSED.get(verdicts[0]) == verdicts[1]


@dataclass(frozen=True, slots=True)
class FoundPair:
    """Two runs compared, the row's first; None where they are not compared.

    Attributes:
        bounds: what the difference can be, whatever unread replies would have said.
        unlike: in words, which items look alike in the two and are not compared.
    """

    right: Paired | None
    both_read: Paired | None
    verdict: str
    sign: int = 1
    bounds: Interval = None
    unlike: str = ""

    @classmethod
    def of(cls, pair: Pair | None, turned: Pair | None) -> "FoundPair":
        chosen = pair or turned
        if chosen is None or chosen.circular:
            return cls(None, None, NONE)
        of = chosen.overall
        found = cls(of.right, of.both_read, _verdict(of.right), bounds=of.bounds, unlike=chosen.unlike.said)
        return found if pair else found.turned

    @property
    def turned(self) -> "FoundPair":
        """The same, the other run first."""
        return replace(self, verdict=REVERSED.get(self.verdict, self.verdict), sign=-self.sign)

    @property
    def depends(self) -> bool:
        """Whether what could not be read decides the verdict."""
        if self.right is None or self.both_read is None or self.both_read.n == self.right.n:
            return False
        return _verdict(self.right) != _verdict(self.both_read)

    def value(self, pair: Paired) -> str:
        found = pair.difference.value
        return points(None if found is None else self.sign * found)

    def interval(self, pair: Paired) -> str:
        bounds = pair.judged.simultaneous
        if bounds is None:
            return "no interval"
        turned = bounds if self.sign > 0 else (-bounds[1], -bounds[0])
        return points_interval(turned) + (ROUGH if is_rough(bounds, pair.difference.n_effective) else "")

    def side(self, pair: Paired) -> Side:
        """The pair under one way of counting."""
        verdict = _verdict(pair) if self.sign > 0 else REVERSED.get(_verdict(pair), _verdict(pair))
        said = NOT_TESTED if verdict == NONE else verdict
        return Side(verdict, said, f"{self.value(pair)} ({self.interval(pair)})", pair.n)

    def cell(self, key: str) -> MatrixCell:
        if self.right is None:
            return MatrixCell(key, NONE, "", "not compared", depends=False)
        return MatrixCell(key, self.verdict, self.value(self.right), self.interval(self.right), self.depends)


def _verdict(pair: Paired) -> str:
    """The verdict; none where there is no test."""
    if pair.p is None:
        return NONE
    return pair.judged.verdict.value


def sentence_of(
    found: FoundPair, key: str, pair: tuple[PageRun, PageRun], margin: float, n_tested: int
) -> PairSentence:
    names = pair[0].name, pair[1].name
    right, read = found.right, found.both_read
    if right is None or read is None:
        said = (
            f"{names[0]} and {names[1]} are not compared: they rest on the same replies, or one asked the "
            "other's unread items again."
        )
        return PairSentence(key, names, NONE, said, "")
    sides = tuple(found.side(each) for each in ((right, read) if read.n < right.n else (right,)))
    said, basis = _said(found, names, margin), _basis(found, names, margin, n_tested)
    depends = f"{_depends(sides, found)}." if found.depends else ""
    return PairSentence(key, names, found.verdict, said, basis, depends, sides)


def _depends(sides: tuple[Side, ...], found: FoundPair) -> str:
    """That unread replies decide the verdict, and how far: whether it is reversed, whether it can be."""
    said = "The verdict depends on how unread replies are counted"
    if is_reversed(sides):
        said += ": on the items that both could be read on it is the other way round"
    if keeps_its_sign(found.bounds):
        said += "; which has more right over all these items cannot turn round, whatever they would have said"
    return said


def _said(found: FoundPair, names: tuple[str, str], margin: float) -> str:
    """The verdict; the number points the way that the word says."""
    right = found.right
    assert right is not None
    value = found.sign * (right.difference.value or 0.0)
    bounds = right.judged.simultaneous
    first, second = names if value >= 0 else names[::-1]
    within = f"within ±{percent(margin)} points"
    more = f"{first} scores {percent(abs(value))} points more than {second}"
    if bounds is None or found.verdict == NONE:
        alike = more if value else f"{first} and {second} have as many right"
        return f"Not tested: {alike}; {why_not_tested(right)}."
    low, high = sorted(found.sign * bound for bound in bounds)
    if found.verdict in ("better", "worse"):
        size = interval((low, high) if value >= 0 else (-high, -low))
        return f"{first} is {percent(abs(value))} points better than {second} ({size})."
    if found.verdict == "equivalent":
        return (
            f"{names[0]} and {names[1]} are equivalent {within}: {minus(*names)} is {points(value)} points "
            f"({points_interval((low, high))})."
        )
    across = points_interval((low, high) if value >= 0 else (-high, -low))
    return f"Undecided: {more} ({across}); neither a difference nor equivalence {within} is shown."


def _basis(found: FoundPair, names: tuple[str, str], margin: float, n_tested: int) -> str:
    right, read = found.right, found.both_read
    assert right is not None
    assert read is not None
    asked = (
        f"{counted(right.n, 'item')} asked of both, worth {clusters(right.difference.n_effective)} "
        "independent groups (effective clusters); the interval holds for "
        f"{'this comparison' if n_tested < 2 else f'all {n_tested} comparisons together'}; adjusted p "
        f"{p_value(right.p_holm)}."
        f"{f' {found.unlike}' if found.unlike else ''}"
    )
    asked += why_beside(right, margin)
    if read.n == right.n:
        return f"{asked} All replies of both could be read."
    both = f"On the {counted(read.n, 'item')} that both could be read on"
    side = found.side(read)
    return f"{asked} {both}: {side.said}, {minus(*names)} {side.size}.{why_beside(read, margin)}"
