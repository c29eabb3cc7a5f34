"""Whether a text breaks off: no stop, an open bracket, a word that leads on, and how long a cut reply is."""

import pytest

from parsers.claims.endings import (
    ends_midway,
    in_open_bracket,
    lacks_chinese_stop,
    lacks_stop,
    must_go_on,
    only_links_follow,
    says_chosen,
)

PROSE = "It sheds its leaves in autumn and has white bark. " * 16


@pytest.mark.parametrize("end", [".", "!", "?", "。", ")", "]", '"', "`", "}", "|", ".\n\n"])
def test_a_sign_ends_a_text(end):
    assert not lacks_stop("The bark is white" + end)
    assert not ends_midway(PROSE + "The bark is white" + end)


def test_a_text_that_ends_in_a_word_lacks_a_stop_and_a_long_one_ends_midway():
    said = "The bark is white"
    assert lacks_stop(said)
    assert not ends_midway(said)
    assert ends_midway(PROSE + said)


@pytest.mark.parametrize("end", ["such as,", "as follows:", "\\frac", "x ="])
def test_a_sign_that_leads_on_ends_no_reply_of_some_length(end):
    assert ends_midway(PROSE[:250] + end)
    assert not ends_midway(end)


def test_a_reply_in_chinese_hardly_ever_lacks_its_stop():
    assert lacks_chinese_stop("因为树皮是白色")
    assert not lacks_chinese_stop("因为树皮是白色。")
    assert not lacks_chinese_stop("its bark is white")


def test_an_interval_and_a_closed_bracket_leave_none_open():
    assert in_open_bracket("It is birch (its bark")
    assert not in_open_bracket("It is birch (its bark is white)")
    assert not in_open_bracket("It grows in (2; 9]")


@pytest.mark.parametrize("text", ["It is birch since the", "It is birch, whose ", "It is birch (its bark"])
def test_a_sentence_must_go_on_behind_some_words_and_in_a_bracket(text):
    assert must_go_on(text)


@pytest.mark.parametrize("text", ["It is birch", "I know what it is", "Source: DSM-5"])
def test_a_sentence_may_end_with_most_words(text):
    assert not must_go_on(text)


def test_words_that_link_lead_on_where_no_stop_follows():
    assert only_links_follow(" అనేది")
    assert not only_links_follow(" అనేది.")
    assert not only_links_follow(".")


def test_what_chooses_its_option_says_so_in_english_or_in_a_language_with_cue_words():
    assert says_chosen(" birch – my pick")
    assert says_chosen(" birch, saya pilih")
    assert not says_chosen(" birch has white")
