"""MentalBench's published overall accuracies follow from those by type, where they are consistent."""

import csv

import pytest

from mhclient.figures.accuracy import average, averages_for
from tests.support.places import SHARED

PUBLISHED = SHARED / "mentalbench" / "published_accuracy.csv"
SIZES = {"type1": 1_725, "type2": 3_450, "type3": 6_525, "type4": 13_050}


def test_by_hand_the_overall_weights_types_by_their_cases():
    """Sonnet 4.5: (94.32·1,725 + 91.16·3,450 + 14.99·6,525 + 74.84·13,050)/24,750 = 62.69."""
    overall = averages_for(SIZES, SIZES)["Overall"]
    types = dict(zip(SIZES, (94.32, 91.16, 14.99, 74.84), strict=True))
    assert average(overall, types) == pytest.approx(62.69, abs=0.005)


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the published table is not part of the project")
def test_ten_published_rows_hold_to_a_hundredth_and_twelve_do_not():
    overall = averages_for(SIZES, SIZES)["Overall"]
    off = {}
    with PUBLISHED.open(newline="") as file:
        for row in csv.DictReader(file):
            ours = average(overall, {task: float(row[task]) for task in SIZES})
            assert ours is not None
            off[row["model"]] = abs(ours - float(row["overall"]))
            assert ours == pytest.approx(float(row["overall_recomputed"]), abs=0.0051)
            assert (off[row["model"]] < 0.0151) == (row["consistent"] == "1"), row["model"]
    assert sum(each < 0.0151 for each in off.values()) == 10
    assert len(off) == 22
