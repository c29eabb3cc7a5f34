"""What a provider's grammar changes: two runs of a model in the same words, one held to a schema."""

from collections.abc import Iterator
from dataclasses import replace

from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.pairs import pair_names
from mhclient.report.summary import Finding
from mhclient.run.variant import Variant
from mhclient.show.cells import percent, points


def only_grammar_differs(first: Variant, second: Variant) -> bool:
    """Whether two variants say the same, and one of them is held to a schema."""
    alike = (replace(each, name="", description="", grammar=False) for each in (first, second))
    return first.grammar != second.grammar and len(set(alike)) == 1


def grammar_findings(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    """The difference in accuracy, split: answers that changed, and replies that can be read or not."""
    specs = (pair.first.spec, pair.second.spec)
    right, both = pair.overall.right, pair.overall.both_read
    asked_alike = specs[0].model == specs[1].model and specs[0].endpoint == specs[1].endpoint
    if not asked_alike or not only_grammar_differs(specs[0].variant, specs[1].variant):
        return
    if right.shares is not None or not right.n:
        return
    in_all = (right.first_only - right.second_only) / right.n
    changed = (both.first_only - both.second_only) / right.n
    names, read = pair_names(pair, comparison), pair.overall.read
    text = (
        f"The two runs ask in the same words; only the grammar differs. {names[0]} less {names[1]}: "
        f"{points(in_all)} points, of which {points(changed)} by answers where both are read "
        f"({both.first_only} right in the first alone, {both.second_only} in the second, of {both.n}), and "
        f"{points(in_all - changed)} by replies that can be read in one alone ({percent(read.first)} % and "
        f"{percent(read.second)} % are read)."
    )
    yield Finding("grammar_effect", "overall", text)


BLOCK = PairBlock(findings=grammar_findings)
