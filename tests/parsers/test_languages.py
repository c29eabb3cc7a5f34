"""Languages as data: each one's sentences, and that its words stand in its file and nowhere else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parsers
from parsers import Outcome, read_answer
from parsers.grammar.languages import LANGUAGES
from tests.support.corpus import SENTENCES

OPTIONS = {"A": "xerosol", "B": "mirtavine", "C": "dolupam", "D": "quentarol"}
FORMS = ("{}", "**{}**", "({})", "{}")  # of A, B, C and D
ALLOWED = 0.03  # of a table's sentences: those that need words of one language's own grammar
SOURCES = Path(parsers.__file__).parent

each_language = pytest.mark.parametrize("name", SENTENCES)


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


@pytest.mark.parametrize("form", ["{}", "({})", "**{}**"])
def test_sentences_that_do_not_answer_are_not_read(form: str):
    wrong = missed(False, form)
    assert len(wrong) <= ALLOWED * sum(len(refuses) for _, refuses in SENTENCES.values()), wrong


CUES = [
    (name, sentence)
    for name, (takes, _) in SENTENCES.items()
    for sentence in takes
    if re.fullmatch(r"[^◆◇◈,،、，]*◆[.。।۔]?", sentence)
]


@pytest.mark.parametrize("form", ["{}", "**{}**", "({})", "{}\n", "{}) "])
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


# Cue words in Latin letters; the others are told by their letters.
FOREIGN = (
    "respuesta opcion correcta reponse risposta resposta antwort richtig falsch antwoord odpowiedz cevap"
    " jawaban svar nicht sondern aber porque weil daher donc quindi elijo wahle wenn sino dap_an khong"
)
# Letters that stand for labels, signs that are folded, endings; words of the last three should move, too.
LETTERS = (
    "text/spelled.py",
    "text/folding.py",
    "options/alphabets.py",
    "options/quantities.py",
    "text/normalize.py",
    "mentions/texts.py",  # these should move theirs, too
    "mentions/labels.py",
    "claims/lists.py",
    "mentions/groups.py",
    "mentions/mentions.py",
)
SHORT = 5  # letters of a unit, or of the endings of one kind
SCRIPTS = re.compile("[\u0370-\u1fff\u3040-\u3400-\u9fff\uac00-\ud7af]")


def is_word(word: str) -> bool:
    """Whether letters of another script are more than a label, an ending or a unit ("кг")."""
    return SCRIPTS.search(word) is not None and (len(word) > SHORT or word[0] > "\u0fff")


def strings_of(path: Path) -> Iterator[str]:
    """The texts in a module's code, without those that explain it and the examples of its patterns."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explaining = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    explaining |= {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg in ("accepts", "refuses")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explaining:
            yield node.value


def test_words_of_other_languages_stand_in_their_files_alone():
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        place = path.relative_to(SOURCES).as_posix()
        if not place.startswith("grammar/languages/") and place not in LETTERS:
            words = [
                word for text in strings_of(path) for word in re.findall(r"[^\W\d]+", re.sub(".-.", "", text))
            ]
            found += [(place, word) for word in words if word in FOREIGN.split() or is_word(word)]
    assert not found
