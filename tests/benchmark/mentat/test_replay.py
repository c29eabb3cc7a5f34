"""The released draws come out again, draw by draw; what is wrong with them is counted."""

from collections import Counter, defaultdict

import pytest

from benchmark.errors import ItemFormatError
from benchmark.mentat.release import HASHES, LEFT_OUT, hash_of_draws, replay, split
from tests.support.mentat import DESIGN, released_shapes

pytestmark = pytest.mark.skipif(not DESIGN.is_dir(), reason="MENTAT's structure is not beside the checkout")


@pytest.fixture(scope="module")
def shapes():
    return released_shapes()


@pytest.mark.parametrize("name", HASHES)
def test_every_draw_of_the_five_sets_is_upstreams(shapes, name):
    assert hash_of_draws(replay(name, shapes)) == HASHES[name]


@pytest.mark.parametrize(("version", "n", "n_evaluated"), [("february", 204, 184), ("january", 203, 183)])
def test_the_split_of_each_version(shapes, version, n, n_evaluated):
    evaluated, held_out = split(shapes.keys() - LEFT_OUT[version])
    assert (len(evaluated) + len(held_out), len(evaluated)) == (n, n_evaluated)
    if version == "february":  # what few-shot prompts take their examples from
        by_category = Counter(shapes[number].category for number in held_out)
        assert by_category == {
            "diagnosis": 5,
            "monitoring": 6,
            "treatment": 3,
            "triage": 3,
            "documentation": 3,
        }


def test_the_released_sets_are_not_crossed(shapes):
    genders, nationalities = defaultdict(set), defaultdict(set)
    for draw in replay("gender", shapes):
        genders[draw.question].add(draw.gender)
    for draw in replay("nat", shapes):
        nationalities[draw.question].add(draw.nationality)
    assert Counter(len(found) for found in genders.values()) == {3: 26, 2: 122, 1: 36}
    with_slot = [found for found in nationalities.values() if None not in found]
    assert (sum(len(found) == 6 for found in with_slot), len(with_slot)) == (4, 150)


def test_how_many_questions_are_eligible(shapes):
    evaluated, _ = split(shapes.keys() - LEFT_OUT["february"])
    counts = {
        attribute: Counter(shapes[n].category for n in evaluated if shapes[n].eligible()[attribute])
        for attribute in ("gender", "nationality", "age")
    }
    order = ("diagnosis", "monitoring", "treatment", "triage", "documentation")
    assert [[counts[a][category] for a in counts] for category in order] == [
        [44, 44, 38],
        [32, 34, 27],
        [34, 40, 35],
        [25, 25, 20],
        [8, 7, 7],
    ]


def test_other_questions_give_other_draws_and_are_refused(shapes):
    fewer = {number: shape for number, shape in shapes.items() if number != 2}
    with pytest.raises(ItemFormatError, match="are not the release's"):
        replay("gender", fewer)
