"""Scripts without blanks: a run is cut into the longest known words, and into what stands between them."""

from hypothesis import example, given
from hypothesis import strategies as st

from parsers.claims import apart, cues, denials, others
from parsers.claims.clauses import (
    CUE,
    clause_ahead,
    clause_behind,
    first_of,
    n_words,
    roles_by_word,
    units_ahead,
    units_behind,
)
from parsers.grammar.languages import Role, lexicon
from parsers.grammar.languages.cue_words import NO_ROLES, cue_words
from parsers.grammar.languages.lexicon import roles_in, units_from_end, units_from_start, units_of
from parsers.grammar.languages.unspaced import SILENT, UNSPACED, cut, ends_unknown, roles_within, units_in
from parsers.grammar.pattern import LABEL_BASE

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


RUNS = st.lists(PARTS, max_size=8).map("".join)
CLAUSES = st.lists(st.one_of(RUNS, st.sampled_from(sorted(cue_words().whole))), max_size=5).map(" ".join)


@given(RUNS)
def test_a_run_is_asked_for_its_roles_without_being_cut(run):
    said = 0
    for unit in cut(run):
        said |= unit.may
    assert roles_within(run) in (said & ~SILENT, None)


@given(st.lists(RUNS, min_size=8), st.sampled_from([" ", ", ", f" {chr(LABEL_BASE)} ", "\n"]))
def test_a_clause_has_the_roles_of_its_runs(runs, between):
    said = 0
    for run in runs:
        said |= roles_in(run)
    assert roles_in(between.join(runs)) == said


def test_no_cue_word_of_several_is_of_a_script_without_blanks():
    assert not [word for word in cue_words().whole if " " in word and UNSPACED.search(word)]


@given(RUNS)
@example("ไม่'ใช่")
@example("็ก")
def test_a_run_that_is_one_word_has_the_units_of_its_pieces(run):
    pieces = lexicon._PIECE.findall(run)
    assert [*lexicon._units_between(run)] == [unit for piece in pieces for unit in lexicon._PIECES[piece]]


SIGNED = st.lists(st.one_of(RUNS, st.sampled_from(["(", "ี่", ",", "๏", "5", " ", "็"])), max_size=5).map(
    "".join
)


@given(SIGNED)
@example("ก๏")
@example("ก ี่")
def test_the_last_word_is_told_to_be_unknown_only_where_it_is(text):
    last = next(iter(units_from_end(text)), None)
    assert not ends_unknown(text) or (
        last is not None and last.roles == NO_ROLES and UNSPACED.match(last.text)
    )


@given(SIGNED)
def test_words_are_the_same_however_far_they_are_asked_for(text):
    assert [*units_from_start(text)] == lexicon._units(text)
    assert all(units is None or [*units] == [*lexicon._units_between(text)] for units in [units_in(text)])


@given(CLAUSES, CLAUSES)
@example("ยา", "ยายายายา ไม่")
@example("ยา", ": ยายายายา ไม่")
def test_unknown_words_on_both_sides_deny_nothing(before, after):
    if denials._is_apart_from_all(before, after) and not roles_in(f"{before} {after}") & (CUE | Role.PICK):
        ahead, behind = units_ahead(before), denials._up_to_others(units_behind(after))
        assert not denials._plainly_denied(ahead, behind)
        assert not denials._denied_in_few(ahead, behind)


@given(CLAUSES)
@example("ยา other options ยา ยา ยา ยา ยา ยา ยา ยา ยา")
def test_the_nearest_words_of_a_clause_are_those_of_all_its_words(clause):
    words = [unit for unit in units_ahead(clause) if unit.roles is not None]
    assert others._nearest(clause) == first_of(words, others._NEXT)


@given(CLAUSES)
@example("ยา ไม่")
def test_no_denial_begins_with_an_unknown_word(clause):
    words = [unit for unit in units_behind(clause) if unit.roles is not None]
    assert not apart._begins_unknown(clause) or not words[0].roles


def test_a_last_word_that_is_known_is_cut():
    assert ends_unknown("คำตอบยา")
    assert not ends_unknown("ยาคำตอบ")
    assert denials._is_apart_from_all("คำตอบยา", " ยายายายาไม่")
    assert denials._is_apart_from_all("คำตอบยา", ": ยายายายาไม่")
    assert not denials._is_apart_from_all("คำตอบยา", " ไม่ยายายายา")


@given(CLAUSES)
def test_units_are_the_same_from_either_end(clause):
    assert [*units_from_end(clause)] == [*units_from_start(clause)][::-1]


@given(CLAUSES, CLAUSES)
def test_the_words_next_to_an_option_tell_what_all_words_of_its_clause_would(before, after):
    """What is told sooner is told only where the rules, which are asked without it here, say no."""
    if cues._affirmed(before, after, cues._declared):
        assert cues._may_declare(clause_ahead(before), clause_behind(after))
    assert cues.calls_right(before, after) == cues._affirmed(before, after, cues._called_right)
    clause = clause_ahead(before)
    assert not others._names_rest(clause, False) or others.names_rest(before, clause)


@given(CLAUSES, st.sampled_from(["", " ", " (", ": ", " n.º ", " n.º (", "- "]))
@example("las otras opciones", " n.º (")
def test_signs_at_the_end_of_a_clause_do_not_hide_that_it_names_the_other_options(before, signs):
    said = before + signs
    found = others.names_rest(said, clause_ahead(said))
    assert found == others.names_rest(said, clause_ahead(said.rstrip(others.SET_OFF)))


ENDS = st.sampled_from(["", ".", chr(LABEL_BASE), f" {chr(LABEL_BASE)}", f" x {chr(LABEL_BASE)}"])
DENIALS = st.sampled_from(["", "不", "不是", "ไม่", "ではない", "ist nicht ", "不正确", "не "])


@given(CLAUSES, DENIALS, CLAUSES, ENDS)
@example("", "不", "符合", ".")
@example("", "ไม่", "คือ", chr(LABEL_BASE))
def test_a_denial_told_by_the_first_words_of_a_clause_is_one_by_all_of_them(before, denial, rest, end):
    before, after = clause_ahead(before), clause_behind(denial + rest + end)
    assert not denials._begins_with_denial(after) or denials._denied_by_all(before, after)


def test_the_first_words_tell_most_denials():
    assert denials._begins_with_denial("不符合,")
    assert not denials._begins_with_denial(f"ไม่คือ{chr(LABEL_BASE)}")  # it may deny the next one
    assert not denials._begins_with_denial("是")
