import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mhclient.figures.numerics import renumbered


@given(st.lists(st.integers(0, 40)))
def test_numbers_without_gaps_are_those_of_numpy(numbers):
    given_numbers = np.array(numbers, dtype=np.int64)
    there, places = np.unique(given_numbers, return_inverse=True)
    found_there, found_places = renumbered(given_numbers)
    assert found_there.tolist() == there.tolist()
    assert found_places.tolist() == places.tolist()
    assert found_there.dtype == found_places.dtype == np.int64
