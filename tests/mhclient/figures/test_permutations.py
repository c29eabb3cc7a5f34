"""Permutations and resamples that are drawn together are those that would be drawn one by one."""

import itertools

import numpy as np
import pytest

from mhclient.figures.fairness import MOST_COLUMNS, RandomOrders, permuted_sums
from mhclient.figures.numerics import FEWEST_RESAMPLES, resamples


def one_by_one(rows, n, seed):
    """Each row's values put into an order that is drawn for it, row by row."""
    n_rows, k = rows.shape
    orders = np.array(list(itertools.permutations(range(k))))
    bits = np.random.RandomState(seed).randint(1 << 32, size=(n, n_rows), dtype=np.uint32)
    numbers = [[int(each) * len(orders) >> 32 for each in row] for row in bits]
    return [np.take_along_axis(rows, orders[each], axis=1).sum(axis=0).tolist() for each in numbers]


def sorted_by_draws(rows, n, seed):
    """The same for columns that have too many orders to number them."""
    random = np.random.RandomState(seed)
    orders = (random.random_sample(rows.shape).argsort(axis=1) for _ in range(n))
    return [np.take_along_axis(rows, order, axis=1).sum(axis=0).tolist() for order in orders]


def some_rows(n, k, most=3, seed=7):
    return np.floor(np.random.RandomState(seed).random_sample((n, k)) * (most + 1))


@pytest.mark.parametrize("k", range(2, MOST_COLUMNS + 1))
def test_sums_are_those_of_rows_permuted_one_by_one(k):
    rows = some_rows(23, k)
    assert permuted_sums(rows, 40, RandomOrders(3)).tolist() == one_by_one(rows, 40, 3)


def test_sums_too_large_for_one_number_and_more_columns_are_permuted_one_by_one():
    for rows in (some_rows(5, 6, most=10_000), some_rows(23, MOST_COLUMNS + 1)):
        assert permuted_sums(rows, 7, RandomOrders(0)).tolist() == sorted_by_draws(rows, 7, 0)


def test_every_order_is_as_likely_as_the_others():
    """One row 2 1 0: 6 orders, each about a sixth of 6,000 times (chi-squared, 5 degrees of freedom)."""
    sums = permuted_sums(np.array([[2.0, 1.0, 0.0]]), 6_000, RandomOrders(2))
    orders, times = np.unique(sums, axis=0, return_counts=True)
    assert len(orders) == 6
    assert ((times - 1_000) ** 2 / 1_000).sum() < 20.5  # 0.1 %


def test_orders_drawn_for_other_rows_change_nothing():
    orders, few, many = RandomOrders(1), some_rows(8, 4), some_rows(5_000, 4)
    for rows in (few, many, few):
        assert permuted_sums(rows, 9, orders).tolist() == one_by_one(rows, 9, 1)


def test_fewer_resamples_are_the_first_of_more():
    drawn = np.random.RandomState(5).randint(7, size=(FEWEST_RESAMPLES + 1, 7))
    counted = [np.bincount(row, minlength=7).tolist() for row in drawn]
    assert resamples(7, FEWEST_RESAMPLES + 1, 5).tolist() == counted
    assert resamples(7, 20, 5).tolist() == counted[:20]


def test_resamples_that_are_kept_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        resamples(6, 10)[0, 0] = 9
