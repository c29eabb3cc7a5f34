"""Numbers are values: a sign, a comparison, a power, a ratio, a range and a unit belong to the number."""

import pytest

from parsers.options.quantities import Quantities, values_of

DOSES = ("0.5 mg", "5 mg", "50 mg", "500 mg")


@pytest.mark.parametrize(
    ("core", "values"),
    [("05", (5,)), ("1,5", (1.5,)), ("1,000", (1000, 1)), ("1.000", (1, 1000)), ("1.234,5", (1234.5,)),
     ("1,234,567", (1234567,)), ("2½", (2.5,)), ("2-2", (2,)), ("1.2.3", ("1.2.3",)),
     ("9^99999", ("9^99999",))],
)  # fmt: skip
def test_digits_have_one_or_two_readings(core, values):
    assert values_of(core) == values


def test_many_numbers_take_time_in_proportion():
    options = Quantities(DOSES)
    assert len(options.places("5 mg, 7.25, 3/4, -1 " * 20_000)) == 100
    assert options.places("1" * 200_000 + " " + "1.1" * 50_000 + "-" * 50_000) == []
