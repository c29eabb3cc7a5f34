"""Sentences at the end of a grid: is a model better in one way of being asked, and why?"""

from collections.abc import Iterator

from mhclient.figures.paired import Verdict
from mhclient.report.compare.contrast import Pair
from mhclient.report.compare.verdict import MOST_OPEN, is_open, many_open, verdict_sentence
from mhclient.report.loading.loaded import LoadedRun
from mhclient.study.table import Ranking, pairs_of_models
from parsers import Outcome

# What a truncated reply is blamed on is said from this share of items on.
WORTH_SAYING = 0.005
MOST_OF_MODELS = 5


def verdicts_in_words(ranking: Ranking) -> Iterator[str]:
    """What is shown between the variants of each model; of models asked in one way, beside the best."""
    if ranking.comparison is None:
        return
    of_models = list(pairs_of_models(ranking.comparison))
    say, pairs = (_between_variants, of_models) if of_models else (_of_models, _beside_the_best(ranking))
    still_open = {_names(pair, ranking): pair.overall.right for pair in pairs if is_open(pair.overall.right)}
    many = len(still_open) > MOST_OPEN
    yield from (say(pair, ranking) for pair in pairs if not many or not is_open(pair.overall.right))
    if many:
        yield f"{many_open(still_open, len(pairs))}; 'mhclient compare' has each."


def _between_variants(pair: Pair, ranking: Ranking) -> str:
    """The sentence; the model, which both rows of the table begin with, is said once."""
    assert ranking.comparison is not None
    names, model = _names(pair, ranking), f"{pair.first.spec.model} · "
    before = ""
    if all(name.startswith(model) for name in names):
        before = f"{pair.first.spec.model}: "
        names = names[0].removeprefix(model), names[1].removeprefix(model)
    words = verdict_sentence(pair.overall.right, names, ranking.comparison.settings.equivalence)
    return f"{before}{words}{_because_cut(pair, names)}."


def _names(pair: Pair, ranking: Ranking) -> tuple[str, str]:
    """What the table calls the two."""
    called = {row.run.run.run_id: row.name for row in ranking.rows}
    return called[pair.first.run.run_id], called[pair.second.run.run_id]


def _because_cut(pair: Pair, names: tuple[str, str]) -> str:
    """How much of a difference comes of replies that were cut where the other run is right."""
    verdict = pair.overall.right.judged.verdict
    if verdict not in (Verdict.BETTER, Verdict.WORSE):
        return ""
    cut = Outcome.TRUNCATED.value
    first_worse = verdict is Verdict.WORSE
    ends = (cut, "right") if first_worse else ("right", cut)
    lost = pair.transitions.get(ends, 0) / pair.overall.right.n
    if lost < WORTH_SAYING:
        return ""
    worse, name = (pair.first, names[0]) if first_worse else (pair.second, names[1])
    difference = abs(pair.overall.right.difference.value or 0.0)
    part = "all" if lost >= difference else f"{100 * lost:.1f}"
    return f"; {part} of them because {name} was cut at {_cap(worse)}"


def _cap(run: LoadedRun) -> str:
    cap = run.spec.parameters.max_tokens
    return "its token cap" if cap is None else f"{cap:,} tokens"


def _beside_the_best(ranking: Ranking) -> list[Pair]:
    assert ranking.comparison is not None
    best = ranking.rows[0].run.run.run_id
    pairs = ranking.comparison.pairs
    of_best = [pair for pair in pairs if best in (pair.first.run.run_id, pair.second.run.run_id)]
    return of_best[:MOST_OF_MODELS]


def _of_models(pair: Pair, ranking: Ranking) -> str:
    assert ranking.comparison is not None
    margin = ranking.comparison.settings.equivalence
    return f"{verdict_sentence(pair.overall.right, _names(pair, ranking), margin)}."
