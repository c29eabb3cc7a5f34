"""Pages and help take their words from the same place."""

import pytest

from mhclient.cli.main import main
from mhclient.report.page.frame import words_of_the_page
from mhclient.show.glossary import GLOSSARY, TASK_NAMES


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
