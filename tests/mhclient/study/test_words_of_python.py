"""What Python is refused is said in the words of Python: its arguments, and no `--option`."""

import re
from pathlib import Path

import polars
import pytest

import mhclient
from mhclient import ERRORS
from mhclient.errors import UsageError

WHERE = {"base_url": "http://127.0.0.1:1/v1"}
# What `evaluate` is given → what its message says.
REFUSED = [
    ({"models": "gpt-5"}, "`models=gpt-5`: which provider has it? Write `models=openai:gpt-5`"),
    ({"models": "openai/gpt-5"}, "write it with a colon: `models=openai:gpt-5`."),
    ({"models": "openai:a,openai:b"}, "its own: `models=openai:a` and `models=openai:b`."),
    ({"models": ["compatible:m"] * 2, **WHERE}, "`epochs` asks several times."),
    ({"models": "compatible:m"}, "needs `base_url`"),
    ({"variants": "letter-only,reasoning", **WHERE}, "`variants=letter-only` and `variants=reasoning`."),
    ({"variants": "reasonin", **WHERE}, "Did you mean 'reasoning'?"),
    ({"endpoint_name": "a b", **WHERE}, "`endpoint_name=a b`: give letters"),
    ({"models": "openai:m", "endpoint_name": "lab"}, "no `base_url` says where it is"),
    ({"base_url": "ftp://x"}, "`base_url=ftp://x`"),
    ({"max_cost_usd": 1, **WHERE}, "Give it with `price`, or cap with `max_requests`"),
    ({"max_cost_usd": 0, **WHERE}, "`max_cost_usd` is 0: give a number above 0."),
    ({"models": "openai:gpt-5", "thinking": 2000}, "`thinking`: this API takes an effort"),
    ({"effort": "low", "parameters": {"reasoning_effort": "low"}, **WHERE}, "`effort`"),
    ({"parameters": {"stream": True}, **WHERE}, "`parameters` stream: that is not set so"),
    ({"columns": {"goldd": "x"}, **WHERE}, '`columns={"goldd": "x"}`'),
    ({"sheet": "one", **WHERE}, "leave out `sheet`"),
    ({"panel_only": True, **WHERE}, "`panel_only` needs `panel`"),
    ({"tasks": ["XX"], **WHERE}, "`tasks`: the questions are in no groups"),
    ({"tier": "x", **WHERE}, "`tier` is 'x'"),
    ({"route": {"a": 1}, **WHERE}, "`route` has 'a'"),
    ({"max_connections": 5, **WHERE}, "there is no argument 'max_connections'"),
    ({"variant": "reasoning", **WHERE}, "there is no argument 'variant': did you mean 'variants'?"),
    ({"model": "compatible:m", **WHERE}, "there is no argument 'model': did you mean 'models'?"),
    (
        {"models": None},
        "`models` is of type NoneType: name whom to ask, as in models='openai:gpt-5', or several.",
    ),
    ({"models": []}, "`models` is empty: name whom to ask"),
    ({"models": ["compatible:m", 3], **WHERE}, "`models` is of type int: name whom to ask"),
    (
        {"variants": [], **WHERE},
        "`variants` is empty: name a prompt format, as in 'letter-only', or several.",
    ),
    ({"variants": None, **WHERE}, "`variants` is of type NoneType: name a prompt format"),
]


@pytest.fixture
def exam(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "exam.csv").write_text("question,A,B,gold\nWhat?,x,y,A\nWho?,x,z,B\n", encoding="utf-8")


@pytest.mark.usefixtures("exam")
@pytest.mark.parametrize(("given", "says"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_evaluate_refuses_is_said_in_its_own_words(given, says):
    with pytest.raises(ERRORS) as refused:
        mhclient.evaluate("exam.csv", progress=False, **{"models": "compatible:m"} | given)
    assert says in str(refused.value)
    assert not re.search(r"(?<![\w'-])--[a-z]", str(refused.value))


@pytest.mark.usefixtures("exam")
@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            None,
            "`source` is of type NoneType: give a file of questions, as in 'exam.xlsx'",
        ),
        ([], "`source` is empty: give a file of questions"),
        (polars.DataFrame({"question": ["?"]}), "`source` is of type DataFrame: give a file of questions"),
        ({"question": "?"}, "go into a file first: frame.write_parquet('exam.parquet')"),
        (
            "s.toml",
            "s.toml is a study file, which says models and variants itself: call evaluate_study('s.toml')",
        ),
        (["exam.csv", Path("s.toml")], "call evaluate_study('s.toml')"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_holds_no_questions_is_refused_with_what_to_give(source, says):
    for given in ([source], [source, "compatible:m"]):
        with pytest.raises(UsageError) as refused:
            mhclient.evaluate(*given)
        assert says in str(refused.value)


@pytest.mark.usefixtures("exam")
def test_questions_in_place_of_a_study_file_are_told_apart():
    with pytest.raises(UsageError, match=r"holds questions: call evaluate\('exam.csv', models=…\)"):
        mhclient.more.evaluate_study("exam.csv")
