"""What is worked out here is what scipy works out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, rankdata

from mhclient.figures.numerics import independence_p, ranks, renumbered


@given(st.lists(st.integers(0, 40)))
def test_numbers_without_gaps_are_those_of_numpy(numbers):
    given_numbers = np.array(numbers, dtype=np.int64)
    there, places = np.unique(given_numbers, return_inverse=True)
    found_there, found_places = renumbered(given_numbers)
    assert found_there.tolist() == there.tolist()
    assert found_places.tolist() == places.tolist()
    assert found_there.dtype == found_places.dtype == np.int64


@given(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9]), min_size=1, max_size=50))
def test_ranks_are_those_of_scipy(values):
    assert ranks(np.array(values)).tolist() == rankdata(values).tolist()


@given(st.lists(st.tuples(st.integers(1, 300), st.integers(1, 300)), min_size=2, max_size=9))
def test_the_test_of_independence_is_that_of_scipy(columns):
    table = np.array(columns, dtype=float).T
    assert independence_p(table) == pytest.approx(chi2_contingency(table, correction=False).pvalue, rel=1e-12)
