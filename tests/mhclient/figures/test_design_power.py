"""What a paired design can show: against the exact power of McNemar's test."""

import pytest

from mhclient.figures.power import _Plan, design_power, mcnemar_power


@pytest.mark.slow
def test_of_two_versions_the_power_is_that_of_the_exact_test():
    plan = _Plan(120, 2, 0.2, 1_500)
    for difference in (0.05, 0.1, 0.15):
        assert plan._power(difference, 0.05) == pytest.approx(
            mcnemar_power(120, 0.2, difference, 0.05), abs=0.035
        )


@pytest.mark.slow
def test_more_questions_show_smaller_differences_and_smaller_margins():
    few, many = (design_power(n, 3, 0.2, draws=200) for n in (40, 320))
    assert few.found is not None
    assert many.found is not None
    assert many.found < few.found < 0.2
    assert many.provable is not None
    assert few.provable is not None
    assert many.provable < few.provable / 2


def test_few_questions_can_show_nothing():
    found = design_power(19, 3, 0.2, draws=10)
    assert (found.found, found.provable) == (None, None)
