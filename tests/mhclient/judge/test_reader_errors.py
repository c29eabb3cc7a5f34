"""How good the reader is: drawing a sample, and error rates with intervals that cover the truth."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cache import ReadingRow
from mhclient.figures.proportion_intervals import Stratum, stratified_interval, wilson
from mhclient.judge.decisions import Decision
from mhclient.judge.judgements import RaterVerdict
from mhclient.judge.reader_errors import ReaderErrors, reader_errors
from mhclient.judge.samples import LEAST, allocate, draw
from mhclient.read.case import Case, case_key

# How the replies of a simulated run end, how often the reader errs there, and how often a misread one is
# right.
STRATA = {"strict": (1_500, 0.002), "explicit": (500, 0.01), "leading": (160, 0.05), "in_text": (60, 0.2)}
UNREAD = {"no_answer": (120, 0.1), "truncated": (60, 0.02)}


def population(seed: int) -> tuple[list[Case], dict[str, Decision]]:
    """A run of A/B replies whose truth is known: cases as read, and what each really says."""
    rng = random.Random(seed)
    cases, truth = [], {}
    for grade, (size, error_rate) in (STRATA | UNREAD).items():
        wrong = set(rng.sample(range(size), round(size * error_rate)))
        for number in range(size):
            case = _case(grade, number, rng)
            cases.append(case)
            truth[case.key] = _truth(case, number in wrong)
    return cases, truth


def _case(grade: str, number: int, rng: random.Random) -> Case:
    completion = f"{grade} {number}"
    options = {"A": "yes", "B": "no"}
    reading = (
        ReadingRow("answer", rng.choice("AB"), grade, "test", 0, 1)
        if grade in STRATA
        else ReadingRow(grade, "", None, "test", None, None)
    )
    return Case(
        key=case_key(completion, "?", options, "single"),
        run_id="run",
        model="m",
        item_id=completion,
        task="T",
        relation=None,
        question="?",
        options=options,
        mode="single",
        names=(),
        gold=frozenset(rng.choice("AB")),
        completion=completion,
        finish_reason="stop",
        answer_format="letter",
        reading=reading,
    )


def _truth(case: Case, misread: bool) -> Decision:
    if case.read and misread:
        return Decision(case.key, RaterVerdict.NONE, frozenset(), ("ann",))
    if case.read:
        return Decision(case.key, RaterVerdict.ANSWER, case.letters, ("ann",))
    if misread:
        return Decision(case.key, RaterVerdict.ANSWER, frozenset("A"), ("ann",))
    return Decision(case.key, RaterVerdict.NONE, frozenset(), ("ann",))


@pytest.mark.slow
def test_one_stratum_of_endless_size_has_wilsons_interval():
    for hits, n in ((0, 50), (8, 10), (1, 200), (20, 20)):
        expected = wilson(hits, n)
        assert expected is not None
        assert stratified_interval([Stratum(hits, n, 10**12)]) == pytest.approx(expected, abs=1e-5)


def test_a_stratum_judged_whole_is_known():
    assert stratified_interval([Stratum(3, 10, 10), Stratum(0, 5, 5)]) == (0.2, 0.2)
    low, high = stratified_interval([Stratum(3, 10, 10), Stratum(0, 5, 90)])
    assert low == pytest.approx(0.03)
    assert high > 0.2


def test_no_error_found_in_a_thin_sample_of_a_large_stratum_is_not_no_error():
    thin = stratified_interval([Stratum(0, 10, 9_000), Stratum(0, 190, 200)])
    thick = stratified_interval([Stratum(0, 190, 9_000), Stratum(0, 10, 200)])
    assert thin[1] > 5 * thick[1]


def test_small_strata_are_taken_whole_and_none_is_left_out():
    sizes = {"strict": 8_500, "explicit": 3_000, "in_text": 40, "empty": 3}
    shares = allocate(sizes, 200)
    assert shares["empty"] == 3
    assert all(shares[name] >= LEAST for name in sizes if name != "empty")
    assert allocate({"strict": 3}, 200) == {"strict": 3}


@pytest.mark.slow
@given(
    sizes=st.dictionaries(st.text(max_size=3), st.integers(1, 5_000), min_size=1, max_size=8),
    more=st.integers(0, 600),
)
def test_a_sample_has_exactly_as_many_as_asked_for_or_all_there_are(sizes, more):
    n = len(sizes) + more
    shares = allocate(sizes, n)
    assert sum(shares.values()) == min(n, sum(sizes.values()))
    assert all(1 <= shares[name] <= size for name, size in sizes.items())


def test_a_draw_repeats_with_its_seed_and_differs_with_another():
    cases, _ = population(1)
    assert draw(cases, 100, 7) == draw(list(reversed(cases)), 100, 7)
    assert draw(cases, 100, 7) != draw(cases, 100, 8)


def test_error_rates_of_a_run_judged_whole_are_the_truth():
    cases, truth = population(2)
    found = reader_errors(cases, draw(cases, 10_000, 1), truth)
    assert found.false_accept.value == pytest.approx((3 + 5 + 8 + 12) / 2_220)
    assert found.false_reject.value == pytest.approx((12 + 1) / 180)
    said = sum(
        decision.letters == case.gold
        for case in cases
        if (decision := truth[case.key]).verdict is RaterVerdict.ANSWER
    )
    assert found.corrected == pytest.approx(said / len(cases))
    assert found.corrected_ci95 == pytest.approx((found.corrected, found.corrected))


@pytest.mark.slow
def test_intervals_cover_the_truth_at_their_level_in_repeated_draws():
    cases, truth = population(3)
    whole = reader_errors(cases, draw(cases, 10_000, 1), truth)

    @cache  # many draws find the same numbers
    def interval(strata: tuple[Stratum, ...]) -> tuple[float, float]:
        return stratified_interval(strata)

    n_draws, covered = 400, 0
    for seed in range(n_draws):
        rows = draw(cases, 150, seed)
        strata = _strata(rows, truth)
        low, high = interval(strata)
        assert whole.false_accept.value is not None
        covered += low <= whole.false_accept.value <= high
    # Binomially, 400 draws of a true 95 % come out below 92 % once in 250.
    assert covered / n_draws >= 0.92


def _strata(rows, truth) -> tuple[Stratum, ...]:
    names = sorted({row.stratum for row in rows if row.stratum.startswith("answer")})
    return tuple(
        Stratum(
            hits=sum(truth[row.case_key].verdict is RaterVerdict.NONE for row in rows if row.stratum == name),
            n=sum(row.stratum == name for row in rows),
            size=next(row.stratum_size for row in rows if row.stratum == name),
        )
        for name in names
    )


@pytest.mark.slow
def test_corrected_accuracy_covers_the_truth_in_repeated_draws():
    cases, truth = population(4)
    whole = reader_errors(cases, draw(cases, 10_000, 1), truth)
    assert whole.corrected is not None
    found = [reader_errors(cases, draw(cases, 150, seed), truth) for seed in range(40)]
    covered = [
        one.corrected_ci95[0] <= whole.corrected <= one.corrected_ci95[1]
        for one in found
        if one.corrected_ci95 is not None
    ]
    assert len(covered) == 40
    assert sum(covered) >= 35


def test_what_is_not_judged_or_in_dispute_is_left_out_and_named():
    cases, truth = population(5)
    rows = draw(cases, 150, 1)
    of_stratum = {row.case_key: row.stratum for row in rows}
    some = {key: truth[key] for key, stratum in of_stratum.items() if stratum != "truncated"}
    found: ReaderErrors = reader_errors(cases, rows, some)
    assert found.unjudged == ("truncated",)
    assert found.false_reject.value is None
    assert found.false_accept.value is not None
    assert found.corrected is None
