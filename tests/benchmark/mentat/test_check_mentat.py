"""`scripts/check_mentat.py`: what it says of a release that is not the real one, and how it reads replies."""

import pandas as pd
import pytest
from openai.types.chat import ChatCompletion

from benchmark.errors import PickleRefused
from benchmark.mentat.release import Release, read_questions
from scripts import check_mentat
from scripts.check_mentat import O1, Reply, _replies
from tests.support.mentat import SECRET, write_release, write_sets

ORDER = (2, 0, 1, 4, 3)


@pytest.fixture
def clone(tmp_path):
    return write_sets(write_release(tmp_path / "clone"))


def reply(text, **changes):
    options = dict(zip("ABCDE", ("lithium", "valproate", "clozapine", "sertraline", "none"), strict=True))
    return Reply(73, "triage", text, [1.0, 0, 0, 0, 0], ORDER, options)._replace(**changes)


@pytest.mark.parametrize(
    ("text", "as_published", "at_an_end", "strictly"),
    [
        ("B", 0, 0, 0),
        ("Best is clozapine. Answer: C", 0, 0, 1),  # the B of a word
        ("(D)", 2, None, 4),
        ("I choose E", 3, 3, 3),
        ("?", 2, None, None),
        ("", 2, None, None),
    ],
)
def test_replies_are_read_as_released_and_as_we_do(text, as_published, at_an_end, strictly):
    found = reply(text)
    assert (found.as_published(), found.at_an_end(), found.strictly()) == (as_published, at_an_end, strictly)


def test_every_figure_that_differs_is_named_and_no_text_is(clone, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["check_mentat", str(clone)])
    assert check_mentat.main() == 2  # the invented release has no analysis
    printed = capsys.readouterr()
    assert "DIFFERS   rows of base: 2, expected 184" in printed.out
    assert "DIFFERS   draws of gender again, by their hash: another hash, expected proved" in printed.out
    assert "check_mentat: " in printed.err
    assert SECRET not in printed.out + printed.err
    assert "invented matter" not in printed.out + printed.err


def released_replies(folder, **columns):
    """A data frame of replies as the release pickles them: with objects of an SDK."""
    message = {"role": "assistant", "content": "B"}
    body = {"id": "x", "object": "chat.completion", "created": 0, "model": "o1"}
    completion = ChatCompletion.model_validate(
        {**body, "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}
    )
    row = {"q_id": 73, "category": "triage", "labels": [1.0, 0, 0, 0, 0], "model_response": completion}
    cells = {**row, **columns}
    names = pd.Index(list(cells), dtype=object)
    pd.DataFrame([list(cells.values())], columns=names, dtype=object).to_pickle(folder / O1)


def test_replies_come_out_of_a_pickled_frame_without_any_class_of_the_sdk(clone):
    release = Release(clone, lambda: "")
    questions = read_questions(*release.questions())
    released_replies(clone)
    (found,) = _replies(release, {73: ORDER}, questions)
    assert (found.text, found.as_published()) == ("B", 0)
    released_replies(clone, extra=Release)
    with pytest.raises(PickleRefused, match=r"benchmark\.mentat\.release\.Release"):
        _replies(release, {73: ORDER}, questions)
