"""Calls from Python as a newcomer writes them: what is missing or misspelt is told by the name called."""

import asyncio
import operator
from inspect import isfunction, signature
from pathlib import Path
from typing import Any

import pytest

import mhclient
from mhclient.errors import UsageError
from mhclient.run.calls import arguments_of


@pytest.mark.parametrize(
    ("name", "given", "named", "said"),
    [
        (
            "find_model",
            ("openai:gpt-5",),
            {},
            r"find_model: missing a required argument: 'name', as in find_model\('openai', 'gpt-5'\)\.$",
        ),
        ("find_model", (), {}, "find_model: missing a required argument: 'provider', as in find_model"),
        (
            "find_model",
            ("openai",),
            {"model": "gpt-5"},
            "there is no argument 'model': there are provider, name, base_url,",
        ),
        (
            "find_model",
            ("compatible", "m", "http://h/v1"),
            {},
            "find_model: too many positional arguments, as in find_model",
        ),
        ("find_model", ("openai", "m"), {"provider": "openai"}, "multiple values for argument 'provider'"),
        ("open_store", (), {}, r"missing a required argument: 'path', as in open_store\('replies.sqlite3'\)"),
        ("open_store", ("a.sqlite3", "r"), {}, "open_store: too many positional arguments"),
        ("load_runs", ("store",), {"runs": ["a"]}, "there is no argument 'runs': there are store, run_ids"),
        ("load_runs", ("store", ["a"]), {"strict": True}, "there is no argument 'strict': there are store"),
        ("make_spec", ("bench", "model"), {"variants": "reasoning"}, "did you mean 'variant'"),
        ("start_simulator", (None, 8799), {}, "start_simulator: too many positional arguments"),
        ("read_answer", ("B", {"A": "a"}, "stop"), {}, "read_answer: too many positional arguments"),
        ("evaluate", (), {"models": "openai:m"}, "evaluate: missing a required argument: 'source'"),
    ],
)
def test_a_call_that_cannot_begin_says_what_it_needs(name, given, named, said):
    with pytest.raises(UsageError, match=said):
        getattr(mhclient, name)(*given, **named)


FUNCTIONS = [
    (door, name)
    for door in (mhclient, mhclient.more)
    for name in door.__all__
    if isfunction(getattr(door, name))
]


@pytest.mark.parametrize(("door", "name"), FUNCTIONS, ids=[name for _, name in FUNCTIONS])
def test_each_function_is_named_as_it_is_called(door, name):
    """Some stand under other names in their modules; their examples call them by those of the front door."""
    function = getattr(door, name)
    assert function.__name__ == function.__qualname__ == name
    needed = [each for each in signature(function).parameters.values() if each.default is each.empty]
    if not any(each.kind is each.POSITIONAL_OR_KEYWORD for each in needed):
        return
    with pytest.raises(
        UsageError, match=rf"^{name}: missing a required argument: '.*', as in (?:await )?{name}\("
    ):
        asyncio.run(function())


def test_a_call_to_be_awaited_says_what_it_needs():
    found: Any = mhclient
    with pytest.raises(UsageError, match="ask_items_async: missing a required argument: 'spec'"):
        asyncio.run(found.ask_items_async("a.sqlite3", "bench", "model"))


@pytest.mark.parametrize(
    ("call", "flag"),
    [
        (lambda m: m.find_model("local", "m", trust_remote_code="no"), "trust_remote_code"),
        (lambda m: m.write_report(None, [], "a.html", with_answers="no"), "with_answers"),
        (lambda m: asyncio.run(m.aevaluate("exam.csv", "openai:m", progress="no")), "progress"),
        (lambda m: m.more.list_batches(None, only_open="no"), "only_open"),
        (lambda m: m.more.Result(Path("a.sqlite3"), ()).report("a.html", with_answers="no"), "with_answers"),
    ],
)
def test_a_text_in_place_of_true_or_false_is_refused(call, flag):
    with pytest.raises(UsageError, match=f"^`{flag}` is 'no': give True or False"):
        call(mhclient)


def test_every_true_or_false_of_both_shelves_is_looked_at():
    """`arguments_of` finds them; the calls above show what comes of it."""
    functions = [
        getattr(door, name) for door in (mhclient, mhclient.more) for name in door.__all__ if name.islower()
    ]
    found = {
        name
        for function in functions
        if callable(function)
        for name, kind in arguments_of(function).items()
        if kind is bool
    }
    assert found == {
        *("adapt", "check_hash", "classify_rules", "every_pair", "first_only", "force"),
        *("only_open", "panel_only", "preflight", "progress", "read_only", "skip_bad", "trust_remote_code"),
        *("wait", "with_answers"),
    }


def test_what_is_to_be_entered_says_so():
    """And has nothing else, for whoever asks."""
    found: Any = mhclient.start_simulator()
    with pytest.raises(mhclient.ERRORS, match=r"'with start_simulator\(…\) as found:', and there found.url"):
        _ = found.url
    assert not hasattr(found, "__len__")
    assert not hasattr(found, "port")


def test_one_text_is_one_name(store_path):
    with mhclient.open_store(store_path) as store:
        for ask in (mhclient.more.list_runs, mhclient.more.list_batches, mhclient.more.find_cases):
            with pytest.raises(mhclient.ERRORS, match="no run 'sim' in this store"):
                ask(store, "sim")
        with pytest.raises(UsageError, match="no panels of these runs"):
            mhclient.more.find_drift(store, "sim")
        serving = mhclient.more.serve_audit(store, [])
        with pytest.raises(UsageError, match=r"raters is \[\]: name at least one"), serving:
            pass


def test_a_name_that_there_is_not_is_answered_with_the_nearest():
    for name, near in (("sumarise", "summarise"), ("more.buid_benchmark", "build_benchmark")):
        with pytest.raises(AttributeError, match=f"did you mean '{near}'"):
            operator.attrgetter(name)(mhclient)
    with pytest.raises(AttributeError, match=r"no attribute '_ipython_display'$"):
        operator.attrgetter("_ipython_display")(mhclient)


def test_other_names_of_arguments_are_answered_with_ours(tmp_path, store_path):
    found: Any = mhclient
    with pytest.raises(UsageError, match="keys are read from the environment, as OPENAI_API_KEY is"):
        found.find_model("openai", "m", api_key="k")
    log = tmp_path / "log.json"
    log.write_text("{}", encoding="utf-8")
    with mhclient.open_store(store_path) as store:
        with pytest.raises(UsageError, match=r"`tool=lmeval`: there is no such tool\. There are lm-eval, "):
            mhclient.more.adopt_logs(store, log, tool="lmeval")
        with pytest.raises(mhclient.ERRORS, match="Say which with `tool=NAME`, or name its fields"):
            mhclient.more.adopt_logs(store, log)


def test_arguments_of_a_results_methods_are_named(store_path):
    mhclient.open_store(store_path).close()
    result: Any = mhclient.more.Result(store_path, ())
    for call, said in (
        (lambda: result.report(), "report: missing a required argument: 'path'"),
        (lambda: result.report(5), "`path` is 5: give a text or a path"),
    ):
        with pytest.raises(UsageError, match=said):
            call()


def test_a_provider_said_twice_is_refused():
    with pytest.raises(UsageError, match=r"said twice\. Write find_model\('openai', 'gpt-5'\)"):
        mhclient.find_model("openai", "openai:gpt-5")
    server = mhclient.find_model("compatible", "openai:gpt-5", base_url="http://127.0.0.1:9/v1")
    assert server.name == "openai:gpt-5"
