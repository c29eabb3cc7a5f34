"""Characters are replaced one by one as their table says, however they are found."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsers.mentions.structured import _is_known
from parsers.options.options import prepare_options
from parsers.text import folding, normalize
from parsers.text.characters import UNSEEN, has_far, may_be_near_latin, rows_of
from parsers.text.folding import fold_frequent, fold_signs, fold_unicode, note_accents, plain_lower, unusual
from parsers.text.spelled import _SPOKEN, latin_names

CODES = [code for code in range(0x20000) if not 0xD800 <= code < 0xE000]
TABLES = [folding._FOLD, folding._ACCENTS]
MIXED = st.text(st.sampled_from("aZÉéßşİıΣσςЁёЖ。，：Ａ﹁「»१२٣आ选 \t\n\ud800'’"), max_size=40)


@pytest.mark.parametrize("replacement", TABLES)
def test_a_character_that_stays_is_one_that_the_table_leaves(replacement):
    for code in CODES:
        in_lower_case = replacement is folding._FOLD or chr(code).lower() == chr(code)
        if in_lower_case and not replacement._others.match(chr(code)):
            assert replacement._table[code] == code, hex(code)


@pytest.mark.parametrize("replacement", TABLES)
@given(text=MIXED | st.text())
def test_a_text_is_replaced_as_by_its_table(replacement, text):
    low = text.lower() if replacement is folding._ACCENTS else text
    assert replacement.of(low) == low.translate(replacement._table)


@given(MIXED | st.text())
def test_lower_case_is_that_of_each_character(text):
    assert plain_lower(text) == "".join(map(folding._plain_one, text))


def _needs_more(text):
    begun = fold_frequent(text)
    others = unusual(begun)
    return normalize._needs_more(begun, others, rows_of(fold_signs(begun, others)))


def test_what_needs_but_its_signs_folded_is_told_at_once():
    """No other character becomes a letter, or one that is cut, or one of a script whose names are labels."""
    for code in [*CODES, *range(0x20000, 0x110000, 7)]:
        character = chr(code)
        if not _needs_more(character):
            folded = fold_unicode(character)
            assert folded == fold_signs(fold_frequent(character), unusual(character)), hex(code)
            assert folded == character or not (folded.isascii() and folded.isalpha()), hex(code)
            assert latin_names(folded) == folded
            assert not UNSEEN.search(folded)
            assert not _SPOKEN.search(folded)


@pytest.mark.parametrize("text", ["Ａ", "\U0001d400", "选 \U0001f130", "উ", "\u200b"])
def test_letters_and_what_is_not_seen_need_more(text):
    assert _needs_more(text)


def _noted(text):
    """The visible text, and whether it was noted as one without accents."""
    begun = fold_frequent(text)
    folded = normalize.visible_text(text).text.value
    folding._noted[0] = ("", False)
    note_accents(folded, unusual(begun))
    return folded, folding._noted[0][0] is folded


def test_what_is_noted_to_have_no_accents_has_none():
    for code in [*CODES, *range(0x20000, 0x110000, 7)]:
        folded, noted = _noted(chr(code))
        assert not noted or folded.lower() == "".join(map(folding._plain_one, folded)), hex(code)
        assert not noted or folding._noted[0][1] or folded.isascii() or folded == folded.lower(), hex(code)


@given(MIXED | st.text())
@example("e\u0301 选")
def test_a_text_without_accents_is_in_lower_case_as_each_character_is(text):
    folded, _ = _noted(text)
    folding._translated.cache_clear()
    assert plain_lower(folded) == "".join(map(folding._plain_one, folded))


def test_long_texts_of_most_scripts_are_noted_to_have_no_accents():
    assert all(_noted(text)[1] for text in ("选项A，不对。", "ตัวเลือก A", "선택지 A", "вариант А"))
    assert not any(_noted(text)[1] for text in ("größer", "najważniejszy", "ещё"))


@given(st.text())
def test_characters_of_two_units_are_those_beyond_the_first_plane(text):
    assert has_far(text) == any(character > "\uffff" for character in text)


@given(st.text())
@example("\u0301")
@example("\u052f")
def test_marks_greek_and_cyrillic_are_near_latin(text):
    assert may_be_near_latin(text) == any(
        "\u0300" <= character <= "\u05ff" for character in text if character < "\U00010000"
    )


def test_a_text_of_more_characters_than_are_replaced_one_by_one():
    capitals = "".join(map(chr, range(0xFF21, 0xFF3B)))
    assert folding.fold_unicode(capitals) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("उत्तर: बी", "उत्तर: B"),
        ("উত্তর: বি", "উত্তর: B"),
        ("উত্তর: বি\nउत्तर: सी", "উত্তর: B\nउत्तर: C"),
        ("बी", "बी"),
    ],
)
def test_names_of_letters_are_read_in_every_script_of_a_text(written, read):
    assert latin_names(written).replace("\u00ad", "") == read


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Bipolar disorder!", True),
        ("bipolar disorder" + " -" * 90, True),
        ("bipolar disorder " * 40, False),
        ("bipolar", False),
    ],
)
def test_an_option_text_is_known_by_its_words_however_long_the_text(text, known):
    assert _is_known(text, prepare_options({"A": "bipolar disorder", "B": "mania"})) is known
