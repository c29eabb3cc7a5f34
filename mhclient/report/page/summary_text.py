"""What follows, for a reader with one minute: at most eight short sentences, made by rules from figures.

A sentence has at most 25 words, its link included: names beyond the first few are counted, and what a figure
rests on stands where the link leads. What is partial is always said; letters and easy tasks give way first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mhclient.figures.drug_use import CALLED_A_USE, CONTRAINDICATION
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.blocks.letters import clear_preferences
from mhclient.report.blocks.usage import pairs_of
from mhclient.report.page.pairs import Matrix, PairsInOneWay
from mhclient.report.page.runs import PageRun, number, sets_of, spoken
from mhclient.report.summary import Summary
from mhclient.report.usage import MORE_OFTEN, UsageShare, usage_figures
from mhclient.report.wording.verdicts import are_equivalent
from mhclient.show.cells import TOO_FEW, interval, percent
from mhclient.show.counts import agreeing, counted, join_names

MOST_SENTENCES = 8
MOST_WORDS = 8  # of names in one sentence
MUCH_UNREAD = 0.05
EASY = 0.85  # a shortcut that is right as often as this says most of a task's items away
MOST_PREFERENCES = 2
MOST_SETS = 3
DIFFERENT = ("better", "worse", *MORE_OFTEN.values())
WARNINGS = (CONTRAINDICATION, CALLED_A_USE.name)


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


def in_a_row(names: Sequence[str], more: int = 0, most: int = MOST_WORDS) -> str:
    """Names as a sentence lists them: as many as are read at a glance, the others counted.

    >>> in_a_row(["a", "b", "c"]), in_a_row(["a"]), in_a_row(["a · b c d", "e · f g h i"], more=2)
    ('a, b and c', 'a', 'a · b c d and 3 more')
    """
    n_words, listed = 0, list[str]()
    for name in names:
        n_words += len(name.split())
        if listed and n_words > most:
            break
        listed.append(name)
    more += len(names) - len(listed)
    return join_names([*listed, *([f"{more} more"] if more else [])])


def minute(runs: Sequence[PageRun], matrix: Matrix | None) -> list[MinuteSentence]:
    """The sentences, the most important first."""
    way = matrix.ways[0] if matrix is not None else None
    sets = sets_of(runs)
    if len(sets) > 1:
        first = list(_of_sets(sets, matrix))
    else:
        first = [_one_run(runs[0])] if len(runs) == 1 else list(_several(runs, way, matrix))
    of_usage = [of for of in sets.values() if any(who.summary.get(usage_figures) for who in of)]
    usage = contraindications(of_usage[0]) if len(of_usage) == 1 else ()
    said, partial = [*first, *usage, *_unread(runs, way)], list(_partial(runs))
    rest = [*_preferences(runs), *_easy(runs)]
    return [*said, *rest[: MOST_SENTENCES - len(said) - len(partial)], *partial]


def _of_sets(sets: Mapping[str, Sequence[PageRun]], matrix: Matrix | None) -> Iterator[MinuteSentence]:
    """A sentence for each set of questions: runs of different ones are not set beside each other."""
    n_runs = sum(map(len, sets.values()))
    yield MinuteSentence(
        "care",
        f"{number(n_runs, 'run').capitalize()} on {number(len(sets), 'set')} of different questions:",
        "compared on shared questions, ranked among runs of the same ones.",
    )
    for name, of in [*sets.items()][:MOST_SETS]:
        found = _one_run(of[0]) if len(of) == 1 or matrix is None else _ahead(of, matrix)
        yield found._replace(bold=f"On {name}: {found.bold}")


def _one_run(who: PageRun) -> MinuteSentence:
    overall = who.summary.overall
    bounds = overall.estimate.ci95
    sure = "no interval: too few clusters" if bounds is None else f"95 % interval {interval(bounds)}"
    right = f"{who.name} answers {percent(overall.accuracy.accuracy)} % of {overall.accuracy.n:,} items right"
    return MinuteSentence("best", right, f"({sure}), with unread replies as wrong.")


def _several(
    runs: Sequence[PageRun], way: PairsInOneWay | None, matrix: Matrix | None
) -> Iterator[MinuteSentence]:
    """Which run is best, what of that depends on unread replies, and how much is undecided."""
    if way is None or matrix is None:
        yield MinuteSentence("care", "No two runs can be compared:", "they have no items in common.")
        return
    if not way.count("better", "worse", "equivalent", "undecided"):
        rest = f"too few effective clusters; accuracy goes {_from_lowest(runs)}."
        yield MinuteSentence("best", "No verdict:", rest)
        return
    yield _ahead(runs, matrix)
    top = _top(runs, matrix)
    if 0 < len(top) < len(runs):
        yield from _if_read(top, runs, way)
    if len(runs) == 2:
        bold, _, rest = way.sentences[0].said.partition(" ")
        yield MinuteSentence("best", bold, rest)
    undecided, n = way.count("undecided", "none"), len(way.sentences)
    if 0 < undecided < n:
        or_untested = " or not tested" if way.count("none") else ""
        of = f"Of {counted(n, 'comparison')} over all items, {undecided}"
        rest = f"{agreeing(undecided, 'is', 'are')} undecided{or_untested}."
        yield MinuteSentence("best", of, rest, ("#pairs", "See them."))


def _from_lowest(runs: Sequence[PageRun]) -> str:
    lowest, highest = (percent(who.summary.overall.accuracy.accuracy) for who in (runs[-1], runs[0]))
    return f"from {lowest} to {highest} %"


def _top(runs: Sequence[PageRun], matrix: Matrix) -> list[PageRun]:
    """The runs that no other is shown to be better than."""
    first = {each.run.run.run_id for each in matrix.ways[0].ranked if each.first == 1}
    return [who for who in runs if who.run in first]


def _ahead(runs: Sequence[PageRun], matrix: Matrix) -> MinuteSentence:
    """Which runs no other is shown to be better than."""
    if not matrix.ways[0].ranked:
        rest = "the runs are not ranked, since they have not asked the same items."
        return MinuteSentence("best", f"Accuracy goes {_from_lowest(runs)}:", rest)
    top = _top(runs, matrix)
    if len(top) == 1:
        accuracy = top[0].summary.overall
        right = f"{percent(accuracy.accuracy.accuracy)} % right over all items"
        return MinuteSentence(
            "best", f"{top[0].name} is best:", f"{right} ({interval(accuracy.estimate.ci95)})."
        )
    if len(top) == len(runs):
        return MinuteSentence("best", "No run is shown to be best:", f"accuracy goes {_from_lowest(runs)}.")
    high, low = (percent(who.summary.overall.accuracy.accuracy) for who in (top[0], top[-1]))
    shares = high if low == high else f"{low} to {high}"
    names = in_a_row([who.name for who in top[:4]], more=len(top[4:]))
    return MinuteSentence("best", f"{names} may be best", f"({shares} % right): {_among(top, matrix)}.")


def _if_read(top: Sequence[PageRun], runs: Sequence[PageRun], way: PairsInOneWay) -> Iterator[MinuteSentence]:
    """What of this rests on replies that could not be read."""
    shares = {who.run: who.summary.overall.accuracy.answered.value or 0.0 for who in runs}
    best, other = (max(some, key=lambda who: shares[who.run]) for some in (top, runs))
    if shares[other.run] > shares[best.run]:
        pair = next((each for each in way.sentences if each.names == (best.name, other.name)), None)
        is_shown = pair is not None and len(pair.sides) == 2 and pair.sides[1].verdict == "worse"
        shown = f"{'' if is_shown else 'not '}shown to be better on what both read"
        than = f"{percent(shares[other.run])} against {percent(shares[best.run])} %"
        yield MinuteSentence(
            "format", "Among readable replies", f"{other.name} is right more often, {than}; {shown}."
        )
        return
    cells = {cell.key: cell for cell in way.cells_of(*(who.run for who in top))}.values()
    if n := sum(cell.depends for cell in cells):
        verdicts = "the verdict" if len(cells) == 1 else f"{n} of the {len(cells)} verdicts"
        on = f"{verdicts} on {agreeing(len(top), 'it', 'them')} {agreeing(n, 'changes', 'change')}."
        yield MinuteSentence("format", "On the items that both could be read on,", on)


def _among(top: Sequence[PageRun], matrix: Matrix) -> str:
    if len(top) == 2:
        cell = matrix.ways[0].cells.get((top[0].run, top[1].run))
        if cell is not None and cell.verdict == "equivalent":
            return are_equivalent("they", matrix.margin)
        return "which of the two is better is undecided"
    return "none is shown to be better than all others"


def contraindications(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    """Which run knows most of the graph's contraindications, and which calls them a use most often."""
    right, called = _shares(runs, CONTRAINDICATION), _shares(runs, CALLED_A_USE.key)
    if not right:
        return
    yield MinuteSentence("care", "Contraindications:", _most_and_fewest(right), ("#usage", "See them."))
    if called:
        names = _alike(called, called[0][1])
        who = f"{in_a_row(names, most=4)} most often {agreeing(len(names), 'says', 'say')}"
        if len(names) == len(called):
            who = "all runs as often say" if len(called) > 1 else f"{names[0]} says"
        share = _in_words(called[0][1], with_n=False)
        rest = f"{who} a use, in {share}: the dangerous side."
        yield MinuteSentence("care", "Where contraindication is right,", rest)
    verdicts = [each.verdict for each in pairs_of([who.summary for who in runs]) if each.what in WARNINGS]
    if shown := sum(verdict in DIFFERENT for verdict in verdicts):
        of = f"in {shown} of {counted(len(verdicts), 'comparison')} of runs; other orders may be chance."
        yield MinuteSentence("care", "A difference is shown there", of)
    elif verdicts:
        rest = "is shown there: their order may be chance."
        yield MinuteSentence("care", "No difference between runs", rest)


def _most_and_fewest(right: Sequence[tuple[str, UsageShare]]) -> str:
    """Which run has most right, and which fewest."""
    most, fewest = _alike(right, right[0][1]), _alike(right, right[-1][1])
    if len(right) == 1:
        return f"{_in_words(right[0][1])} are right."
    if len(most) == len(right):
        return f"all runs have the same share right, {_in_words(right[0][1])}."
    has, least = agreeing(len(most), "has", "have"), percent(right[-1][1].estimate.value)
    last = fewest[0] if len(fewest) == 1 else counted(len(fewest), "run")
    return f"{in_a_row(most, most=4)} {has} most right, {_in_words(right[0][1])}; {last} fewest, {least} %."


def _alike(shares: Sequence[tuple[str, UsageShare]], share: UsageShare) -> list[str]:
    """The names of those with the same share."""
    return [name for name, each in shares if each.estimate.value == share.estimate.value]


def _shares(runs: Sequence[PageRun], of: str) -> list[tuple[str, UsageShare]]:
    """Name of a run → its share of a relation or wrong way, the largest first."""
    found = [(who.name, who.summary.get(usage_figures)) for who in runs]
    known = [(name, share) for name, figures in found if figures and (share := figures.share(of))]
    return sorted(known, key=lambda both: -(both[1].estimate.value or 0.0))


def _in_words(share: UsageShare, *, with_n: bool = True) -> str:
    """A share with its interval, without a sign that is explained elsewhere."""
    found = share.estimate
    of = f" of {counted(share.n_items, 'item')}" if with_n else ""
    return f"{percent(found.value)} %{of} ({TOO_FEW if found.ci95 is None else interval(found.ci95)})"


def _unread(runs: Sequence[PageRun], way: PairsInOneWay | None) -> Iterator[MinuteSentence]:
    lost = {who.no: _share_unread(who.summary) for who in runs}
    many = [who for who in runs if lost[who.no] > MUCH_UNREAD]
    if not many:
        return
    low, high = min(lost[who.no] for who in many), max(lost[who.no] for who in many)
    much = percent(high) if len(many) == 1 else f"{percent(low)} to {percent(high)}"
    names = many[0].name if len(many) == 1 else number(len(many), "run").capitalize()
    bold = f"{names} {agreeing(len(many), 'loses', 'lose')} {much} % of the items"
    if way is None or not (n := way.n_depending):
        yield MinuteSentence("format", bold, "to replies that could not be read.")
        return
    depends = f"{counted(n, 'verdict')} {agreeing(n, 'depends', 'depend')} on them"
    if turned := way.n_reversed:
        depends += f", {turned} {agreeing(turned, 'turns', 'turn')} round without them"
    yield MinuteSentence("format", bold, "to unread replies:", ("#pairs", f"{depends}."))


def _share_unread(summary: Summary) -> float:
    accuracy = summary.overall.accuracy
    return accuracy.n_unread / accuracy.n if accuracy.n else 0.0


def _preferences(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    found = [(who, each) for who in runs for each in clear_preferences(who.summary)]
    found.sort(key=lambda both: -both[1].value)
    for who, each in found[:MOST_PREFERENCES]:
        manifest = who.summary.run.benchmark.manifest
        what = f"yes in {spoken(manifest, each.task)}" if each.task else f"the letter {each.letter}"
        rest = f"in {percent(each.said)} % of replies; {percent(each.right)} % would be right."
        yield MinuteSentence(
            "letter", f"{who.name} says {what} too often:", rest, ("#letters", "See letters.")
        )


def _easy(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    best = {task: each.guessed for who in runs for task, each in who.summary.get(shortcuts_by_task).items()}
    easy = [task for task, share in best.items() if share >= EASY]
    if easy:
        manifest = runs[0].summary.run.benchmark.manifest
        names = in_a_row([spoken(manifest, task) for task in easy], most=6)
        rest = f"a rule without facts is right in {percent(EASY)} % or more."
        yield MinuteSentence("care", f"Care with {names}:", rest, ("#tasks", "See tasks."))


def _partial(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    partial = [who for who in runs if who.summary.partial]
    if len(partial) == 1:
        accuracy = partial[0].summary.overall.accuracy
        rest = f"{accuracy.n:,} of {counted(accuracy.n_planned, 'item')} have a reply."
        yield MinuteSentence("care", f"{partial[0].name} is partial:", rest)
    elif partial:
        names = in_a_row([who.name for who in partial])
        yield MinuteSentence("care", f"{names} are partial:", "some of their items have no reply yet.")
