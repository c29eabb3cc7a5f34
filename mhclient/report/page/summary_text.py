"""What follows, for a reader with one minute: at most eight short sentences, made by rules from figures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mhclient.figures.drug_use import CALLED_A_USE, CONTRAINDICATION
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.blocks.letters import clear_preferences
from mhclient.report.blocks.usage import NOT_SAFE, pairs_of
from mhclient.report.page.pairs import Matrix, PairsInOneWay
from mhclient.report.page.runs import PageRun, number, sets_of, spoken
from mhclient.report.summary import Summary
from mhclient.report.usage import MORE_OFTEN, UsageShare, usage_figures
from mhclient.show.cells import TOO_FEW, interval, is_rough, percent
from mhclient.show.counts import agreeing, counted, join_names


class MinuteSentence(NamedTuple):
    """A sentence: what kind it is, its beginning in bold, the rest, and where to read on.

    Attributes:
        kind: "best", "format", "letter" or "care".
        link: the address within the page, and its words.
    """

    kind: str
    bold: str
    rest: str
    link: tuple[str, str] | None = None


MUCH_UNREAD = 0.05
EASY = 0.85  # a shortcut that is right as often as this says most of a task's items away
MOST_NAMED = 2
MOST_SETS = 4


def minute(runs: Sequence[PageRun], matrix: Matrix | None) -> list[MinuteSentence]:
    """The sentences."""
    way = matrix.ways[0] if matrix is not None else None
    sets = sets_of(runs)
    first = [_one_run(runs[0])] if len(runs) == 1 else list(_several(runs, way, matrix))
    if len(sets) > 1:
        first = list(_of_sets(sets, matrix))
    of_usage = [of for of in sets.values() if any(who.summary.get(usage_figures) for who in of)]
    usage = contraindications(of_usage[0]) if len(of_usage) == 1 else ()
    rest = (*_unread(runs, way), *_preferences(runs), *_easy(runs), *_partial(runs))
    return [*first, *usage, *rest]


def _of_sets(sets: Mapping[str, Sequence[PageRun]], matrix: Matrix | None) -> Iterator[MinuteSentence]:
    """A sentence for each set of questions: runs of different ones are not set beside each other."""
    n_runs = sum(map(len, sets.values()))
    yield MinuteSentence(
        "care",
        f"{number(n_runs, 'run').capitalize()} on {number(len(sets), 'set')} of different questions:",
        "runs are compared on the questions that both were asked, and ranked among runs of the same ones.",
    )
    for name, of in [*sets.items()][:MOST_SETS]:
        lowest, highest = (percent(who.summary.overall.accuracy.accuracy) for who in (of[-1], of[0]))
        found = _one_run(of[0]) if len(of) == 1 or matrix is None else _ahead(of, matrix, (lowest, highest))
        yield found._replace(bold=f"On {name}: {found.bold}")


def _one_run(who: PageRun) -> MinuteSentence:
    overall = who.summary.overall
    bounds = overall.estimate.ci95
    sure = (
        "no interval: too few effective clusters" if bounds is None else f"95 % interval {interval(bounds)}"
    )
    return MinuteSentence(
        "best",
        f"{who.name} answers {percent(overall.accuracy.accuracy)} % of {overall.accuracy.n:,} items right",
        f"({sure}), counting what could not be read as wrong.",
    )


def _several(
    runs: Sequence[PageRun], way: PairsInOneWay | None, matrix: Matrix | None
) -> Iterator[MinuteSentence]:
    lowest, highest = (percent(who.summary.overall.accuracy.accuracy) for who in (runs[-1], runs[0]))
    if way is None or matrix is None:
        yield MinuteSentence("care", "No two runs can be compared:", "they have no items in common.")
        return
    if not way.count("better", "worse", "equivalent", "undecided"):
        rest = f"there are too few effective clusters for one. Accuracy goes from {lowest} to {highest} %."
        yield MinuteSentence("best", "No verdict:", rest)
        return
    ahead = _ahead(runs, matrix, (lowest, highest))
    difference = f" {way.sentences[0].said}" if len(runs) == 2 else ""
    yield ahead._replace(rest=ahead.rest + difference)
    undecided, n = way.count("undecided", "none"), len(way.sentences)
    if 0 < undecided < n:
        or_untested = " or not tested" if way.count("none") else ""
        rest = f"{agreeing(undecided, 'is', 'are')} undecided{or_untested}."
        yield MinuteSentence(
            "best",
            f"Of {counted(n, 'comparison')} over all items, {undecided}",
            rest,
            ("#pairs", "See them."),
        )


def _ahead(runs: Sequence[PageRun], matrix: Matrix, ends: tuple[str, str]) -> MinuteSentence:
    """Which runs no other is shown to be better than."""
    found = matrix.ways[0].ranked
    top = [who for who in runs if any(each.run.run.run_id == who.run and each.first == 1 for each in found)]
    if not found:
        return MinuteSentence(
            "best",
            f"Accuracy goes from {ends[0]} to {ends[1]} %.",
            "The runs have not asked the same items and are not ranked; pairs are compared on shared items.",
        )
    if len(top) == 1:
        accuracy = top[0].summary.overall
        return MinuteSentence(
            "best",
            f"{top[0].name} is best:",
            f"{percent(accuracy.accuracy.accuracy)} % right over all items "
            f"({interval(accuracy.estimate.ci95)}){_as_read(top, runs, matrix.ways[0])}.",
        )
    if len(top) == len(runs):
        return MinuteSentence(
            "best", "No run is shown to be best.", f"Accuracy goes from {ends[0]} to {ends[1]} %."
        )
    more = [f"{len(top) - 4} more"] if len(top) > 4 else []
    names = join_names([*(who.name for who in top[:4]), *more])
    shares = join_names([percent(who.summary.overall.accuracy.accuracy) for who in top[:4]])
    rest = f"({shares} % right): {_among(top, matrix)}{_as_read(top, runs, matrix.ways[0])}."
    return MinuteSentence("best", f"{names} may be best", rest)


def _as_read(top: Sequence[PageRun], runs: Sequence[PageRun], way: PairsInOneWay) -> str:
    """What of this rests on replies that could not be read; nothing where nothing does."""
    if among_read := _among_read(top, runs, way):
        return among_read
    cells = {cell.key: cell for cell in way.cells_of(*(who.run for who in top))}.values()
    n = sum(cell.depends for cell in cells)
    if not n:
        return ""
    them = agreeing(len(top), "it", "them")
    some = f"{n} of the {len(cells)} verdicts on {them} {agreeing(n, 'changes', 'change')}"
    which = "the verdict changes" if len(cells) == 1 else some
    return f", with what could not be read as wrong; on the items that both could be read on, {which}"


def _among_read(top: Sequence[PageRun], runs: Sequence[PageRun], way: PairsInOneWay) -> str:
    """That a run which is none of these has more right of what could be read; nothing where none has."""
    shares = {who.run: who.summary.overall.accuracy.answered.value or 0.0 for who in runs}
    best, other = (max(some, key=lambda who: shares[who.run]) for some in (top, runs))
    if shares[other.run] <= shares[best.run]:
        return ""
    pair = next((each for each in way.sentences if each.names == (best.name, other.name)), None)
    is_shown = pair is not None and len(pair.sides) == 2 and pair.sides[1].verdict == "worse"
    than = f" than {best.name}" if len(top) > 1 else ""
    return (
        f", with what could not be read as wrong. Among the replies that could be read, {other.name} is "
        f"right more often{than}, {percent(shares[other.run])} against {percent(shares[best.run])} %; on the "
        f"items that both could be read on it is {'' if is_shown else 'not '}shown to be better"
    )


def _among(top: Sequence[PageRun], matrix: Matrix) -> str:
    if len(top) == 2:
        cell = matrix.ways[0].cells.get((top[0].run, top[1].run))
        if cell is not None and cell.verdict == "equivalent":
            return f"they are equivalent within ±{percent(matrix.margin)} points"
        return "which of the two is better is undecided"
    return "none of them is shown to be better than all others"


def _unread(runs: Sequence[PageRun], way: PairsInOneWay | None) -> Iterator[MinuteSentence]:
    lost = {who.no: _share_unread(who.summary) for who in runs}
    many = [who for who in runs if lost[who.no] > MUCH_UNREAD]
    if not many:
        return
    low, high = min(lost[who.no] for who in many), max(lost[who.no] for who in many)
    much = percent(high) if len(many) == 1 else f"{percent(low)} to {percent(high)}"
    names = many[0].name if len(many) == 1 else number(len(many), "run").capitalize()
    best = max(many, key=lambda who: who.summary.overall.accuracy.answered.value or 0.0)
    rest = "to replies that could not be read."
    if len(sets_of(runs)) == 1:
        share = percent(best.summary.overall.accuracy.answered.value)
        rest += f" Among what was read, {best.name} is right in {share} %."
    link = None
    if way is not None and way.n_depending:
        n = way.n_depending
        link = (
            "#pairs",
            f"{counted(n, 'verdict')} {agreeing(n, 'depends', 'depend')} on how they are counted"
            f"{_reversed(way.n_reversed, n)}.",
        )
    lose = agreeing(len(many), "loses", "lose")
    yield MinuteSentence("format", f"{names} {lose} {much} % of the items", rest, link)


def _reversed(n: int, of: int) -> str:
    """How many of the verdicts are reversed where both could be read."""
    which = "it" if of == 1 else f"{n} of them"
    return f"; where both could be read, {which} {agreeing(n, 'is', 'are')} the other way round" if n else ""


def _share_unread(summary: Summary) -> float:
    accuracy = summary.overall.accuracy
    return accuracy.n_unread / accuracy.n if accuracy.n else 0.0


def _preferences(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    found = [(who, each) for who in runs for each in clear_preferences(who.summary)]
    found.sort(key=lambda both: -both[1].value)
    for who, each in found[:MOST_NAMED]:
        manifest = who.summary.run.benchmark.manifest
        what = f"yes in {spoken(manifest, each.task)}" if each.task else f"the letter {each.letter}"
        rest = (
            f"{percent(each.said)} % of the replies read say it, but it is the right answer to only "
            f"{percent(each.right)} % of these items: {percent(each.value)} points too often (95 % interval "
            f"{interval(each.bounds)})."
        )
        yield MinuteSentence(
            "letter", f"{who.name} says {what} too often:", rest, ("#letters", "See letters.")
        )


def _easy(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    best = {task: each.guessed for who in runs for task, each in who.summary.get(shortcuts_by_task).items()}
    easy = {task: share for task, share in best.items() if share >= EASY}
    if not easy:
        return
    manifest = runs[0].summary.run.benchmark.manifest
    names = [spoken(manifest, task) for task in list(easy)[:3]]
    names += [f"{number(len(easy) - 3, 'task')} more"] if len(easy) > 3 else []
    low, high = percent(min(easy.values())), percent(max(easy.values()))
    much = high if low == high else f"{low} to {high}"
    rest = (
        f"A rule that knows no facts is right in {much} % there; tasks are named here where it is right in "
        f"{percent(EASY)} % or more."
    )
    rest += " Two-hop: over two facts in a row." if any("two-hop" in name for name in names) else ""
    yield MinuteSentence("care", f"Care with {join_names(names)}.", rest, ("#tasks", "See tasks."))


def _partial(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    partial = [who for who in runs if who.summary.partial]
    for who in partial[:MOST_NAMED]:
        accuracy = who.summary.overall.accuracy
        rest = f"{accuracy.n:,} of {counted(accuracy.n_planned, 'item')} have a reply."
        yield MinuteSentence("care", f"{who.name} is partial:", rest)
    if len(partial) > MOST_NAMED:
        yield MinuteSentence("care", f"{number(len(partial) - MOST_NAMED, 'more run')}", "are partial, too.")


DIFFERENT = ("better", "worse", *MORE_OFTEN.values())


def contraindications(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    """Which run knows most of the graph's contraindications, and which calls them a use most often."""
    right, called = _shares(runs, CONTRAINDICATION), _shares(runs, CALLED_A_USE.key)
    if not right:
        return
    rest = f"{_in_words(right[0][1])} are right."
    if len(right) > 1:
        rest = f"{_from_most_to_fewest(right)}{_shown_to_differ(runs, CONTRAINDICATION)}."
    if called:
        rest += (
            " Where contraindication is right, indication or off-label use is said"
            f"{_most_often(called)} in {_in_words(called[0][1])}{_fewest_of(called)}: the dangerous side"
            f"{_shown_to_differ(runs, CALLED_A_USE.name)}. Warnings missed otherwise are counted apart."
        )
    yield MinuteSentence("care", "Contraindications:", f"{rest} {NOT_SAFE}", ("#usage", "See them."))


def _from_most_to_fewest(right: Sequence[tuple[str, UsageShare]]) -> str:
    """Which run has most right, and which fewest; runs that have as many are all named."""
    most, fewest = _alike(right, right[0][1]), _alike(right, right[-1][1])
    if len(most) == len(right):
        return f"all runs have the same share right, {_in_words(right[0][1])}"
    has, have = agreeing(len(most), "has", "have"), agreeing(len(fewest), "", " have")
    return (
        f"{join_names(most)} {has} most right, {_in_words(right[0][1])}, and "
        f"{join_names(fewest)}{have} fewest, {_in_words(right[-1][1])}"
    )


def _most_often(called: Sequence[tuple[str, UsageShare]]) -> str:
    """By which run something is said most often; nothing of one run, or where all say it as often."""
    names = _alike(called, called[0][1])
    if len(called) < 2:
        return ""
    return " by all runs as often," if len(names) == len(called) else f" most often by {join_names(names)},"


def _fewest_of(called: Sequence[tuple[str, UsageShare]]) -> str:
    """How often the run says it that says it least; nothing where all say it as often."""
    most, least = called[0][1], called[-1][1]
    if most.estimate.value == least.estimate.value:
        return ""
    return f", least often in {percent(least.estimate.value)} %"


def _alike(shares: Sequence[tuple[str, UsageShare]], share: UsageShare) -> list[str]:
    """The names of those with the same share."""
    return [name for name, each in shares if each.estimate.value == share.estimate.value]


def _shares(runs: Sequence[PageRun], of: str) -> list[tuple[str, UsageShare]]:
    """Name of a run → its share of a relation or wrong way, the largest first."""
    found = [(who.name, who.summary.get(usage_figures)) for who in runs]
    known = [(name, share) for name, figures in found if figures and (share := figures.share(of))]
    return sorted(known, key=lambda both: -(both[1].estimate.value or 0.0))


def _in_words(share: UsageShare) -> str:
    """A share with its interval, without a sign that is explained elsewhere."""
    found = share.estimate
    rough = ", rough" if is_rough(found.ci95, found.n_effective) else ""
    bounds = TOO_FEW if found.ci95 is None else interval(found.ci95)
    return f"{percent(found.value)} % of {counted(share.n_items, 'item')} ({bounds}{rough})"


def _shown_to_differ(runs: Sequence[PageRun], on: str) -> str:
    """Between how many pairs of runs a difference is shown on contraindications, or on calling them a use."""
    pairs = [each for each in pairs_of([who.summary for who in runs]) if each.what == on]
    shown = sum(each.verdict in DIFFERENT for each in pairs)
    if not pairs:
        return ""
    if not shown:
        return "; no difference between runs is shown, so their order may be chance"
    return f"; a difference is shown in {shown} of {counted(len(pairs), 'pair')} of runs"
