"""Languages as data: the sentences of each that answer, and those that do not."""

import re

import pytest

from parsers import Outcome, read_answer
from parsers.grammar.languages import LANGUAGES
from tests.support.corpus import SENTENCES

OPTIONS = {"A": "xerosol", "B": "mirtavine", "C": "dolupam", "D": "quentarol"}
FORMS = ("{}", "**{}**", "({})", "{}")  # of A, B, C and D
ALLOWED = 0.03  # of a table's sentences: those that need words of one language's own grammar


def filled(sentence: str, label: str, form: str = "{}") -> str:
    """The sentence with a label for ◆, its option's text for ◇ and another label for ◈."""
    other = "D" if label != "D" else "C"
    filled = sentence.replace("◆", form.format(label)).replace("◇", OPTIONS[label])
    return filled.replace("◈", form.format(other))


def letters(sentence: str, label: str, form: str = "{}", around: str = "{}") -> set[str]:
    return set(read_answer(around.format(filled(sentence, label, form)), OPTIONS).letters)


def missed(takes: bool, form: str = "{}", around: str = "{}") -> list[tuple[str, str]]:
    """The sentences, of all that answer or of all that do not, that are read otherwise."""
    return [
        (name, sentence)
        for name, kinds in SENTENCES.items()
        for sentence in kinds[0 if takes else 1]
        if any(letters(sentence, label, form, around) != ({label} if takes else set()) for label in "AC")
    ]


@pytest.mark.parametrize("around", ["{}", "Xyz qwop dolum.\n\n{}\n\nWquop dolum zyx."])
def test_sentences_that_answer_are_read(around: str):
    """ "Translating nothing but the cue keeps it": the same reply with its announcement in every language."""
    wrong = missed(True, around=around)
    assert len(wrong) <= ALLOWED * sum(len(takes) for takes, _ in SENTENCES.values()), wrong


@pytest.mark.parametrize("form", ["{}", "({})"])
def test_sentences_that_do_not_answer_are_not_read(form: str):
    wrong = missed(False, form)
    assert len(wrong) <= ALLOWED * sum(len(refuses) for _, refuses in SENTENCES.values()), wrong


CUES = [
    (name, sentence)
    for name, (takes, _) in SENTENCES.items()
    for sentence in takes
    if re.fullmatch(r"[^◆◇◈,،、，]*◆[.。।۔]?", sentence)
]


@pytest.mark.parametrize("form", ["{}", "**{}**", "{}) "])
def test_a_cue_announces_a_label_in_whatever_form_and_in_small_letters(form: str):
    small = [
        (name, cue)
        for name, cue in CUES
        if any(letters(cue.replace("◆", form.format(letter)), "A") != {letter.upper()} for letter in "bd")
    ]
    assert len(small) <= 2 * ALLOWED * len(CUES), small


def test_two_options_called_the_answer_are_none():
    for name, cue in CUES:
        reading = read_answer(f"{filled(cue, 'B')}\n{filled(cue, 'D')}", OPTIONS)
        assert reading.outcome is not Outcome.ANSWER, name


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_a_language_says_where_its_words_are_from_and_names_none_twice(language):
    assert language.sources
    assert language.name in SENTENCES
    for _, listed in language.roles():
        assert len(listed.split()) == len(set(listed.split())), listed
