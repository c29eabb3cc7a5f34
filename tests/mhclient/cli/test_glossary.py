"""`mhclient glossary`, and that pages and help take their words from the same place."""

import pytest

from mhclient.cli.main import main
from mhclient.report.page.glossary import words_of_the_page
from mhclient.show.glossary import GLOSSARY, TASK_NAMES


def test_a_word_is_explained_however_it_is_written(capsys):
    assert main(["glossary", "CovDeg", "r1+e"]) == 0
    covdeg, with_evidence = capsys.readouterr().out.splitlines()
    assert covdeg.startswith("CovDeg: how much of the graph")
    assert with_evidence.startswith("r1+e: two-hop verification with evidence")


def test_without_a_word_all_are_listed(capsys):
    assert main(["glossary"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(GLOSSARY) + len(TASK_NAMES)


def test_an_unknown_word_names_the_nearest(capsys):
    assert main(["glossary", "skil"]) == 2
    assert "did you mean 'skill'?" in capsys.readouterr().err


def test_the_words_stand_in_the_order_of_the_alphabet():
    words = [word.casefold() for word in GLOSSARY]
    assert words == sorted(words)


def test_the_help_of_build_names_tasks_by_the_glossary(capsys):
    with pytest.raises(SystemExit):
        main(["build", "--help"])
    shown = capsys.readouterr().out
    assert all(task.name in shown for task in TASK_NAMES.values())


def test_the_page_takes_its_words_from_the_same_list():
    words = words_of_the_page()
    assert words["refusal"] == "The model declined to answer."
    assert {meaning[:-1].casefold() for meaning in words.values()} <= {
        meaning.casefold() for meaning in GLOSSARY.values()
    }


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("simultaneous interval", "widened for all comparisons"),
        ("holm", "adjusts p values for a family of tests"),
        ("p Holm", "made larger for all the tests"),
        ("family-adjusted p", "made larger for all the tests"),
        ("shortcut", "knows nothing of the fact asked about"),
        ("dangerous side", "a contraindication called a use"),
        ("margin", "count as equally good"),
    ],
)
def test_words_that_readers_did_not_know_are_explained_on_terminal_and_page(word, means, capsys):
    assert main(["glossary", word]) == 0
    assert means in capsys.readouterr().out
    assert means.casefold() in " ".join(words_of_the_page().values()).casefold()
