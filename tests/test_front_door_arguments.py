"""Arguments from Python are checked like those of the command line: a wrong one is an error that names it."""

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import mhclient
from benchmark import BuildSettings, Sources, Task, build_benchmark, sample_paths
from benchmark.errors import BenchmarkError
from cache import ASKABLE_AGAIN
from mhclient.ask.order import MOST_AT_ONCE
from mhclient.cli.arguments import options
from mhclient.errors import UsageError
from mhclient.run import given, variants
from mhclient.run.spec import Ask
from tests.support.diagnosis_graph import write_graph
from tests.support.items import make_items


@pytest.fixture
def benchmark(make_benchmark):
    return make_benchmark(make_items(2))


@pytest.fixture
def model():
    """No server is needed: each of these calls ends before a request is made."""
    return mhclient.find_model("openai", "m", base_url="http://127.0.0.1:9/v1")


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ({"max_cost": 0.000001}, "no argument 'max_cost': did you mean 'max_cost_usd'"),
        ({"concurrency": 0}, "`concurrency` is 0: give a whole number from 1"),
        ({"concurrency": True}, "`concurrency` is True"),
        ({"max_requests": "1"}, "`max_requests` is '1': give a whole number"),
        ({"max_requests": -1}, "`max_requests` is -1"),
        ({"max_total_tokens": 1.5}, "`max_total_tokens` is 1.5"),
        ({"max_cost_usd": float("nan")}, "`max_cost_usd` is nan: give a number above 0"),
        ({"timeout_s": 0}, "`timeout_s` is 0: give a number above 0"),
        ({"reply_bytes": 0}, "`reply_bytes` is 0"),
        ({"price": 0.5}, "`price` is 0.5: give USD of a million tokens in and out"),
        ({"price": (0.5, -1)}, r"`price` is \(0.5, -1\)"),
        ({"max_cost_usd": 1e-9, "price": (0.5, 1), "max_requests": 0}, "`max_requests` is 0"),
        ({"preflight": "no"}, "`preflight` is 'no': give True or False"),
        (
            {"ask_again": "cut"},
            r"`ask_again` is 'cut': give a tuple of some of cut, filtered, .*, as in \('cut',\)",
        ),
        (
            {"ask_again": ["cut", "short"]},
            f"`ask_again` is .*'short'.*: give a tuple of some of {', '.join(ASKABLE_AGAIN)}",
        ),
    ],
)
def test_a_limit_that_cannot_hold_is_refused_before_anything_is_asked(
    limit, said, benchmark, model, store_path
):
    spec = mhclient.make_spec(benchmark, model)
    with pytest.raises(UsageError, match=said):
        mhclient.ask_items(store_path, benchmark, model, spec, **limit)
    assert not store_path.exists()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"temprature": 1.0}, "no argument 'temprature': did you mean 'temperature'"),
        ({"top_p": 0.5}, "no argument 'top_p'"),
        ({"temperature": "hot"}, "`temperature` is 'hot': give a number of at least 0"),
        ({"temperature": -0.1}, "`temperature` is -0.1"),
        ({"temperature": Fraction(1, 2)}, r"`temperature` is Fraction\(1, 2\): give a number"),
        ({"max_tokens": 0}, "`max_tokens` is 0"),
        ({"max_tokens": -5}, "`max_tokens` is -5"),
        ({"limit": "5"}, "`limit` is '5'"),
        ({"limit": 0}, "`limit` is 0"),
        ({"tasks": "ET"}, r"`tasks` is 'ET': give a tuple of names, as in \('one', 'two'\) or \('one',\)"),
        ({"tasks": [1]}, r"`tasks` is \[1\]"),
        ({"variant": None}, "`variant` is None"),
    ],
)
def test_what_a_run_cannot_ask_is_refused(chosen, said, benchmark, model):
    with pytest.raises(UsageError, match=said):
        mhclient.make_spec(benchmark, model, **chosen)


def test_an_error_carries_its_parameter_whatever_the_door_calls_it(benchmark, model, store_path):
    spec = mhclient.make_spec(benchmark, model)
    for call in (
        lambda: mhclient.ask_items(store_path, benchmark, model, spec, max_cost_usd=0),
        lambda: mhclient.evaluate(benchmark, "openai:m", max_cost_usd=-1),
    ):
        with pytest.raises(UsageError, match="`max_cost_usd`") as refused:
            call()
        assert refused.value.parameter == "max_cost_usd"
    ids: Any = ["a"]
    with pytest.raises(UsageError) as refused:
        mhclient.summarise(ids)
    assert refused.value.parameter == "runs"


def test_a_list_of_tasks_makes_the_same_run_as_a_tuple(benchmark, model):
    as_list, as_tuple = (mhclient.make_spec(benchmark, model, tasks=made(["ET"])) for made in (list, tuple))
    assert as_list.run_id() == as_tuple.run_id()


@pytest.mark.parametrize("parameters", [{"temperature": 0.7}, {"max_tokens": 5}])
def test_a_forced_choice_refuses_parameters_that_it_would_ignore(parameters, benchmark):
    model = mhclient.find_model("compatible", "m", base_url="http://127.0.0.1:9/v1", ask="forced-choice")
    assert model.ask is Ask.FORCED_CHOICE
    with pytest.raises(UsageError, match="here it would be ignored"):
        mhclient.make_spec(benchmark, model, **parameters)
    mhclient.make_spec(benchmark, model, temperature=0)  # which is what the command line gives, too


@pytest.mark.parametrize(
    ("arguments", "chosen", "said"),
    [
        (("openai", "m"), {"bas_url": "http://127.0.0.1:9/v1"}, "did you mean 'base_url'"),
        (("openai", None), {}, "`name` is None"),
        (("openai", " "), {}, "`name` is ' '"),
        ((None, "m"), {}, "`provider` is None"),
    ],
)
def test_a_model_that_is_not_said_is_refused(arguments, chosen, said):
    with pytest.raises(UsageError, match=said):
        mhclient.find_model(*arguments, **chosen)


def test_an_option_that_the_simulator_does_not_know_is_refused():
    misspelt: dict[str, Any] = {"fautls": []}
    with (
        pytest.raises(UsageError, match="no argument 'fautls'"),
        mhclient.start_simulator(**misspelt),
    ):
        pass


def test_the_simulator_takes_a_benchmarks_folder(make_benchmark, tmp_path):
    folder = make_benchmark(make_items(4)).directory
    with mhclient.start_simulator(folder) as given, mhclient.start_simulator(str(folder)) as named:
        assert given.openai_base_url != named.openai_base_url
    with pytest.raises(mhclient.ERRORS, match="exam"), mhclient.start_simulator(tmp_path / "exam"):
        pass


def test_the_command_line_has_the_same_bounds():
    assert (options.LARGEST_COUNT, options.MOST_AT_ONCE) == (given.LARGEST_COUNT, MOST_AT_ONCE)
    assert options.MOST_EPOCHS == given.MOST_EPOCHS


@pytest.mark.parametrize(
    ("n_writers", "chosen", "said"),
    [
        (0, {}, "Who writes"),
        (2, {}, "`writer=openai:m` is given twice"),
        (1, {"checker": "same"}, "nobody checks what they wrote"),
        (1, {"limits": {"concurency": 1}}, "did you mean 'concurrency'"),
        (1, {"kinds": ["type1"]}, "no argument 'kinds'"),
        (1, {"types": ["type5"]}, "`types=type5`: types are type1"),
        (1, {"classify_rules": True}, "asks a checker"),
    ],
)
def test_cases_that_nobody_could_write_are_refused_before_anything_is_asked(
    n_writers, chosen, said, model, store_path, tmp_path
):
    if "checker" in chosen:
        chosen = {"checker": model}
    with pytest.raises(UsageError, match=said):
        mhclient.more.generate_cases(
            write_graph(tmp_path / "graph"), tmp_path / "cases", store_path, [model] * n_writers, **chosen
        )
    assert not (tmp_path / "cases").exists()


def test_what_is_gone_says_what_to_use_instead():
    with pytest.raises(ImportError, match="start_worker: workers over HTTP are gone: use a Ray cluster"):
        from mhclient.more import start_worker  # noqa: F401


@pytest.mark.parametrize(
    ("clone", "design", "said"),
    [("nowhere", "gender", "is not a folder"), (".", "sex", "`design=sex`: designs are gender")],
)
def test_a_design_of_mentat_that_cannot_be_made_is_refused(clone, design, said):
    with pytest.raises(BenchmarkError, match=said):
        mhclient.more.build_mentat(clone, "out", design)


@pytest.fixture
def wrong(benchmark, model, store_path, tmp_path):
    """Name → a call with something of another kind, and what is said of it."""
    spec = mhclient.make_spec(benchmark, model)
    m: Any = mhclient
    return {
        "compare ids": (lambda: m.compare(["a", "b"]), r"`runs` holds 'a': give what load_runs returns\."),
        "evaluate": (
            lambda: m.evaluate(benchmark, "openai:m", base_url=9, store=store_path, progress=False),
            r"`base_url` is 9: give a text or a mapping, as a dict\.",
        ),
        "make_spec": (
            lambda: m.make_spec("bench", model),
            r"`benchmark` is 'bench': give a benchmark, as read_benchmark returns it\.",
        ),
        "ask_items store": (
            lambda: m.ask_items(None, benchmark, model, spec),
            r"`store` is None: give an open store, as open_store returns it or a text or a path\.",
        ),
        "ask_items_async": (
            lambda: asyncio.run(m.ask_items_async(store_path, "bench", model, spec)),
            "`benchmark` is 'bench': give a benchmark",
        ),
        "write_report": (lambda: m.write_report(5, [], "report.json"), "`summaries` is"),
        "read_answer": (
            lambda: m.read_answer(None, {"A": "a", "B": "b"}),
            "`completion` is None: give a t",
        ),
        "bytes": (lambda: m.read_answer(b"B", {"A": "a", "B": "b"}), r"`completion` is b'B': give a text\."),
        "open_store": (lambda: m.open_store(None), r"`path` is None: give a text or a path\."),
    }


WRONG = (
    *("compare ids", "evaluate", "make_spec", "ask_items store", "ask_items_async", "write_report"),
    *("read_answer", "bytes", "open_store"),
)


@pytest.mark.parametrize("name", WRONG)
def test_an_argument_of_another_kind_is_named(name, wrong):
    assert tuple(wrong) == WRONG
    call, said = wrong[name]
    with pytest.raises(UsageError, match=said):
        call()


def test_a_mode_of_answering_that_there_is_not_is_refused():
    for wrong in ("several", "MULTI"):
        with pytest.raises(mhclient.ERRORS, match=f"`mode` is '{wrong}': give 'single'"):
            mhclient.read_answer("B", {"A": "a", "B": "b"}, mode=wrong)


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        (["r2e"], r"no task 'r2e': did you mean 'R2\+E'\? It has R2\+E, R2, "),
        (["ET", "XX"], r"no task 'XX'\. It has "),
        ([], r"`tasks` is \[\]: name at least one"),
    ],
)
def test_a_task_that_there_is_not_is_refused_where_it_is_given(tasks, said, model):
    benchmark = mhclient.read_benchmark(Path(__file__).parent / "fixtures" / "v0_1_0" / "bench")
    with pytest.raises(UsageError, match=said) as refused:
        mhclient.make_spec(benchmark, model, tasks=tasks)
    assert not tasks or all(f" {task}" in str(refused.value) for task in ("ET", "FC", "R1+E"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"fault_rates": {"server_error": 0.5}}, "no fault 'server_error': did you mean 'server-error'"),
        ({"fault_rates": {"server-error": 5}}, "`fault_rates` is {'server-error': 5}: give a dict of shares"),
        ({"fault_rates": "server-error"}, "`fault_rates` is 'server-error': give a "),
        ({"latency_s": -1}, "`latency_s` is -1"),
        ({"port": True}, "`port` is True"),
        ({"script": ["server-error"]}, r"`script` holds 'server-error': give a function\."),
    ],
)
def test_what_a_simulator_cannot_do_is_refused_before_it_runs(options, said):
    with pytest.raises(UsageError, match=said), mhclient.start_simulator(**options):
        pass


def test_a_path_is_taken_as_text_and_as_a_path(benchmark, model, tmp_path):
    file = tmp_path / "terse.toml"
    file.write_bytes((Path(variants.__file__).parent / "letter-only.toml").read_bytes())
    as_text, as_path = (mhclient.make_spec(benchmark, model, given) for given in (str(file), file))
    assert as_text.run_id() == as_path.run_id()
    found = mhclient.find_model("openai", Path("models") / "m")
    assert found.name == str(Path("models") / "m")
    sample = sample_paths()
    sources = Sources(str(sample.kg), str(sample.seeds))  # type: ignore[arg-type]
    assert (sources.kg, sources.seeds) == (sample.kg, sample.seeds)
    out = str(tmp_path / "out")
    assert build_benchmark(sources, BuildSettings(sizes={Task.FC: 4}, tasks=(Task.FC,)), out).name


def test_run_ids_that_are_no_texts_and_files_in_place_of_stores_are_named(benchmark, model, store_path):
    found: Any = mhclient
    spec = mhclient.make_spec(benchmark, model)
    with mhclient.open_store(store_path) as store:
        with pytest.raises(UsageError, match=r"`run_ids` holds 1: give a text\."):
            found.load_runs(store, [1])
        with pytest.raises(UsageError, match=r"`store` is 'b.sqlite3': give an open store"):
            found.load_runs("b.sqlite3", [spec.run_id()])


def test_a_closed_store_is_said_to_be_closed(benchmark, model, store_path):
    """`Nothing` is asked into it, though its file is there."""
    spec = mhclient.make_spec(benchmark, model)
    with mhclient.open_store(store_path) as store:
        pass
    with pytest.raises(mhclient.ERRORS, match="the store is closed"):
        mhclient.load_runs(store, ["run"])
    with pytest.raises(mhclient.ERRORS, match="the store is closed"):
        mhclient.ask_items(store, benchmark, model, spec)


@pytest.mark.parametrize("port", [99_999, -1, "80"])
def test_a_port_that_there_is_not_is_refused(port):
    with pytest.raises(UsageError, match=r"`port` is .*: give a"), mhclient.start_simulator(port=port):
        pass


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"epochs": 0}, "`epochs` is 0"),
        ({"limit": -1}, "`limit` is -1"),
        ({"tasks": "FC"}, "`tasks` is 'FC'"),
        ({"temperature": "hot"}, "`temperature` is 'hot'"),
        ({"concurrency": 0}, "`concurrency` is 0"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_questions_are_read(
    chosen, said, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "exam.csv").write_text("question,A,B,answer\nOne?,x,y,A\nTwo?,x,y,B\n", encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        mhclient.evaluate("exam.csv", "openai:m", base_url="http://127.0.0.1:9/v1", **chosen)
    assert [path.name for path in tmp_path.iterdir()] == ["exam.csv"]
    shown = capsys.readouterr()
    assert shown.out + shown.err == ""
