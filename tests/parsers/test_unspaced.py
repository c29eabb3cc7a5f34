"""Scripts without blanks: a run is cut into the longest known words, and into what stands between them."""

from hypothesis import given
from hypothesis import strategies as st

from parsers.claims.clauses import first_of, n_words, roles_by_word
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in, units_of
from parsers.grammar.languages.table import cue_words
from parsers.grammar.languages.unspaced import UNSPACED, cut

LONGEST = 10
WORDS = sorted(word for word in cue_words().whole if word.isalpha() and UNSPACED.search(word))
PARTS = st.sampled_from([*WORDS, "ยา", "ผู้ป่วย", "病", "人が", "is", "ka", "d"])


def one_by_one(run: str) -> list[str]:
    """The same words and single characters by the plainest rule."""
    found = []
    while run:
        known = [size for size in range(2, LONGEST + 1) if run[:size] in cue_words().whole]
        found.append(run[: max(known, default=1)])
        run = run[len(found[-1]) :]
    return found


def test_what_no_language_knows_is_one_unit_that_counts_its_characters():
    units = units_of("ตัวเลือกยานี้")
    assert [(unit.text, unit.size) for unit in units] == [("ตัวเลือก", 1), ("ยา", 2), ("นี้", 1)]
    assert roles_in("ตัวเลือกยานี้") & Role.OPTION


def test_letters_of_another_script_in_a_run_are_cut_into_words_too():
    assert [unit.text for unit in cut("答案isก")] == ["答案", "is", "ก"]


@given(st.lists(PARTS, max_size=8).map("".join))
def test_a_run_is_cut_as_one_by_one(run):
    spread = [part for unit in cut(run) for part in (unit.text if unit.size > 1 else [unit.text])]
    assert spread == one_by_one(run)


def test_few_words_of_a_clause_end_inside_an_unknown_stretch():
    units = units_of("ยาคำตอบ")
    assert n_words(units) == 3
    assert [unit.text for unit in first_of(units, 2)] == ["ยา"]
    roles = units[1].roles or {}
    assert all(roles_by_word(units, language) == [None, None, roles[language]] for language in roles)
