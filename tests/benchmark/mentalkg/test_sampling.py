"""Symptom sets are drawn as if all sets were listed and one of them taken, without listing any."""

from collections import Counter
from math import comb

import pytest
from scipy.stats import chisquare

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.census import full_sets, listed
from benchmark.mentalkg.graph import CriteriaGroup
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.sample import ABOVE_THRESHOLD, draw_full, draw_met, draw_partial, draw_unmet
from tests.benchmark.mentalkg.test_profiles import MENTALKG, released

N_DRAWS = 6_000


@pytest.fixture(scope="module")
def disorders():
    return read_diagnosis_graph(MENTALKG).disorders


@pytest.fixture(scope="module")
def groups(disorders):
    """Each group that is a condition somewhere; equal ones once."""
    return {group.pooled: group for each in disorders.values() for group in each.must_groups}.values()


def fits(drawn, chances) -> bool:
    """Whether draws are of these sets alone, in these shares, by chi-square."""
    found = [drawn[each] for each in chances]
    expected = [N_DRAWS * chance for chance in chances.values()]
    return drawn.keys() <= chances.keys() and (len(found) == 1 or chisquare(found, expected).pvalue > 1e-4)


def by_size(sets, weight_of) -> dict[frozenset[str], float]:
    """Set → its chance: that of its size, divided among the sets of that size."""
    sizes = Counter(map(len, sets))
    whole = sum(weight_of(size) for size in sizes)
    return {each: weight_of(len(each)) / whole / sizes[len(each)] for each in sets}


@pytest.mark.slow
@released
def test_sets_that_meet_a_group_are_drawn_as_from_the_list_of_all(groups):
    for group in groups:
        least = max(group.min_count, len(group.required))
        met = [
            each for each in listed(group) if group.met_by(each) and len(each) < least + len(ABOVE_THRESHOLD)
        ]
        drawn = Counter(draw_met(Ranker(seed), group, "x") for seed in range(N_DRAWS))
        assert fits(drawn, by_size(met, lambda size: ABOVE_THRESHOLD[size - least])), group.name  # noqa: B023


@pytest.mark.slow
@released
def test_sets_below_a_group_are_drawn_as_from_the_list_of_all(groups):
    for group in groups:
        below = max(group.min_count, len(group.required)) - 1
        unmet = [each for each in listed(group) if len(each) <= below and each & group.core]
        if unmet:
            drawn = Counter(draw_unmet(Ranker(seed), group, "x") for seed in range(N_DRAWS))
            assert fits(drawn, by_size(unmet, lambda _: 1)), group.name


@pytest.mark.slow
@released
def test_of_thousands_of_sets_every_draw_meets_the_disorder_or_leaves_it_unmet(disorders):
    """ADHD has 65,536 full sets, PTSD and schizophrenia thousands: 500 draws, and hardly two alike."""
    for disorder in disorders.values():
        drawn = [draw_full(Ranker(seed), disorder, "x") for seed in range(500)]
        assert all(disorder.met_by(frozenset().union(*each.values())) for each in drawn)
        if full_sets(disorder) > 6_000:
            assert len({tuple(map(tuple, map(sorted, each.values()))) for each in drawn}) > 400, disorder.name
        for partial in filter(None, (draw_partial(Ranker(seed), disorder, "x") for seed in range(500))):
            assert not disorder.met_by(frozenset().union(*partial.values()))


def test_a_pool_of_which_no_list_could_be_made_is_drawn_from_evenly():
    """Of 60 symptoms there are 10^18 sets: each symptom that is not required is as likely as any other."""
    pool = tuple(f"S{number:03}" for number in range(60))
    required = frozenset(pool[:2])
    group = CriteriaGroup("wide", False, pool, 20, required, frozenset(pool[2:40]), None, None)
    assert sum(comb(58, size - 2) for size in range(20, 24)) > 10**15
    drawn = [draw_met(Ranker(seed), group, "x") for seed in range(2_000)]
    assert all(group.met_by(each) for each in drawn)
    counts = Counter(symptom for each in drawn for symptom in each - required)
    mean = sum(counts.values()) / 58
    assert counts.keys() == set(pool) - required
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())
