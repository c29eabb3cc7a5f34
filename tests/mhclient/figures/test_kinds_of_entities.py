"""Intervals where items share entities of several kinds, which need not matter alike."""

import numpy as np
import pytest
from hypothesis import given

from mhclient.figures.clustering import ItemClusters
from mhclient.figures.linear import LinearFigure, mean_of
from tests.support.sharing import items_with_entities, known, numbers, sharing


def kind(key: str) -> str:
    """Of a key of these tests: its first letter."""
    return key[0]


@given(keys=items_with_entities(most=4))
def test_kinds_that_always_come_together_count_as_one(keys):
    both = [[name for key in of_item for name in (f"d{key}", f"s{key}")] for of_item in keys]
    values = numbers(len(keys))
    one = mean_of(ItemClusters.of(keys)).estimate(values)
    other = mean_of(ItemClusters.of(both, kind)).estimate(values)
    assert (one.value, one.n_effective) == pytest.approx((other.value, other.n_effective))
    assert one.se == pytest.approx(other.se, rel=1e-6, abs=1e-9)


def test_moments_of_kinds_are_those_of_the_matrices():
    """Slowly: E[e'S_k e] = tr(M'BM S_m) for two kinds of entities, two parts and unequal weights."""
    keys: list[tuple[str, ...]] = [(f"d{n % 4}", f"s{n % 7}") for n in range(30)]
    keys += [(f"d{n % 3}",) for n in range(10)]
    weights, parts = np.linspace(1, 2, 40), np.repeat([0, 1], 20)
    of_kind = [sharing([[key for key in each if kind(key) == name] for each in keys]) for name in "ds"]
    means = np.stack([np.where(parts == part, weights, 0) for part in parts])
    off = np.diag(weights) @ (np.eye(40) - means / means.sum(1, keepdims=True))
    models = [*of_kind, np.eye(40)]
    slow = np.array([[np.trace(off.T @ one @ off @ other) for other in models] for one in models])
    truth = np.array([weights @ one @ weights for one in models])
    found = LinearFigure(ItemClusters.of(keys, kind), weights, parts)._expected.factors
    assert found.of == pytest.approx(np.linalg.solve(slow.T, truth))
    assert found.of_pairs == pytest.approx(np.linalg.solve(slow.T, [*truth[:2], 0.0]))
    assert found.gamma == pytest.approx(truth[2] / slow[2, 2])


def test_kinds_that_matter_differently_are_told_apart():
    """Drugs matter, diseases do not: taken for one kind, the variance is a fifth too small."""
    draw = np.random.default_rng(5)
    diseases, drugs = (4 * draw.random(400)).astype(int), (60 * draw.random(400) ** 3).astype(int)
    keys = [(f"d{disease}", f"s{drug}") for disease, drug in zip(diseases, drugs, strict=True)]
    draws = [draw.standard_normal(60)[drugs] for _ in range(400)]
    truth = float(np.sum((np.bincount(drugs) / 400) ** 2))
    told_apart, together = (
        np.mean([known(mean.estimate(one).se) ** 2 for one in draws])
        for mean in (mean_of(ItemClusters.of(keys, kind)), mean_of(ItemClusters.of(keys)))
    )
    assert told_apart == pytest.approx(truth, rel=0.1)
    assert together < 0.85 * truth


DRUGS_AND_DISEASES = ItemClusters.of(
    [(f"drug|{place % 20}", f"disease|{place // 20}") for place in range(300)], lambda key: key.split("|")[0]
)


def test_what_makes_items_alike_is_found_kind_by_kind():
    """Twenty drugs, each with fifteen diseases; only drugs have effects."""
    draw, found = np.random.default_rng(8), []
    for _ in range(100):
        effects = draw.standard_normal(20)[np.arange(300) % 20]
        found.append(mean_of(DRUGS_AND_DISEASES).by_kind(effects + draw.standard_normal(300)))
    assert np.mean([each.get("drug", 0.0) for each in found]) > 0.95
    assert all(sum(each.values()) == pytest.approx(1) for each in found)
    assert mean_of(ItemClusters.of([()] * 9)).by_kind(numbers(9)) == {}


@pytest.mark.slow
def test_effects_are_drawn_as_alike_as_each_kind_makes_them():
    """Items that share a drug are correlated by .7, those that share a disease by .2; the variance is 1."""
    draw = np.random.default_rng(2)
    drawn = np.array(
        [DRUGS_AND_DISEASES.draw_effects(draw, {"drug": 0.7, "disease": 0.2}) for _ in range(3_000)]
    )
    of_first = (drawn[:, 0] @ drawn) / 3_000
    drug, disease = np.arange(20, 300, 20), np.arange(1, 20)
    neither = np.setdiff1d(np.arange(21, 300), drug)
    found = of_first[0], of_first[drug].mean(), of_first[disease].mean(), of_first[neither].mean()
    assert found == pytest.approx((1.0, 0.7, 0.2, 0.0), abs=0.06)
