"""Likeness of texts, counted for many items at once, against its definition one text after the other."""

from hypothesis import given
from hypothesis import strategies as st

from benchmark.likeness import BLOCK, by_likeness

MANY_LETTERS = "".join(map(chr, range(0x4E00, 0x4E00 + 300)))  # more than a table of runs is made for
TEXT = st.one_of(
    st.text("aAb ", max_size=12), st.text("straßeİ中\ud800", max_size=8), st.text(MANY_LETTERS, max_size=300)
)
ITEM = st.tuples(st.lists(TEXT, min_size=2, max_size=5).map(tuple), TEXT)


def runs_of(text: str) -> set[str]:
    folded = text.casefold()
    return {folded[at : at + 3] for at in range(len(folded) - 2)}


def by_definition(texts: tuple[str, ...], question: str) -> tuple[str, str]:
    runs, asked = [runs_of(text) for text in texts], runs_of(question)
    in_question = [len(own & asked) / (len(own) or 1) for own in runs]
    in_all = [sum(len(own & other) / (len(own) or 1) for other in runs) for own in runs]
    return texts[in_question.index(max(in_question))], texts[in_all.index(min(in_all))]


@given(st.lists(ITEM, max_size=12))
def test_many_items_at_once_are_as_one_after_the_other(items):
    found = by_likeness(items)
    assert list(found) == [by_definition(*item) for item in items]


def test_items_of_several_blocks_keep_their_order():
    items = [((f"name {n}", f"other {n}", "no such thing"), f"Which name {n}?") for n in range(2 * BLOCK + 7)]
    found = by_likeness(items)
    assert list(found) == [by_definition(*item) for item in items]
