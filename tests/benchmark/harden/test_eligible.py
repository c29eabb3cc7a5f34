"""Questions that are not hardened, each with its reason."""

from benchmark import Item
from benchmark.harden.study import eligible
from benchmark.kinds import BenchmarkKind


def test_items_whose_options_speak_of_others_are_left_out_and_said():
    """Another wrong option would make "All of the above" true, or stand for the letter that one names."""
    options = [("x", "y", "z"), ("x", "y", "All of the above"), ("x", "y", "Both A and B")]
    items = [
        Item(str(n), "T", f"Q{n}?", dict(zip("ABC", of, strict=True)), ("A",)) for n, of in enumerate(options)
    ]
    found = eligible(items, BenchmarkKind.OWN)
    assert [item.id for item in found.items] == ["0"]
    assert found.partly == {
        "T": "2 of its items have options that speak of other options (“All of the above”)"
    }
    none = eligible(items[1:], BenchmarkKind.OWN)
    assert (none.items, list(none.refused)) == ((), ["T"])
