"""`import mhclient`: its names, their examples, and what it says where a file hides one of its packages."""

import ast
import asyncio
import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mhclient
from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, sample_paths
from mhclient.ask.run import InsideEventLoop
from mhclient.errors import UsageError
from tests.support.diagnosis_graph import write_graph
from tests.support.items import make_items
from tests.support.mentat import write_release, write_sets

DOORS = (mhclient, mhclient.more)
MODULES = ("errors", "more")
NAMES = {
    name: getattr(door, name)
    for door in DOORS
    for name in door.__all__
    if name not in {"__version__", *MODULES}
}
FUNCTIONS = [name for name in NAMES if name.islower()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder in which `mhclient build --sample --out bench` has been called."""
    folder = tmp_path_factory.mktemp("door")
    build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), folder / "bench")
    write_sets(write_release(folder / "clone"))
    write_graph(folder / "graph")
    return folder


@pytest.fixture(scope="module")
def simulator(folder):
    with mhclient.start_simulator(mhclient.read_benchmark(folder / "bench")) as simulator:
        yield simulator


@pytest.fixture(scope="module")
def asked(folder, simulator):
    """Runs of 20 items in a store of the folder; one has the letters' log-probs."""
    benchmark = mhclient.read_benchmark(folder / "bench")
    ways = (("sim-tidy", "write"), ("sim-verbose", "write"), ("sim-tidy", "logprobs"))
    models = [
        mhclient.find_model("openai", name, ask=ask, base_url=simulator.openai_base_url) for name, ask in ways
    ]
    specs = [mhclient.make_spec(benchmark, model, limit=20) for model in models]
    with mhclient.open_store(folder / "asked.sqlite3") as store:
        for model, spec in zip(models, specs, strict=True):
            mhclient.ask_items(store, benchmark, model, spec)
    return models, specs


@pytest.fixture(scope="module")
def summarised(folder, asked):
    """Two of the runs as they are loaded, and their figures; no example changes them."""
    _, specs = asked
    with mhclient.open_store(folder / "asked.sqlite3") as store:
        runs = mhclient.load_runs(store, [spec.run_id() for spec in specs[:2]])
    return runs, mhclient.summarise(runs)


@pytest.fixture
def names(folder, simulator, asked, summarised, tmp_path, monkeypatch):
    """What the examples stand on: the runs in a copy of their store, and loaded."""
    models, specs = asked
    runs, summaries = summarised
    monkeypatch.chdir(folder)
    shutil.copy(folder / "asked.sqlite3", tmp_path)
    with mhclient.open_store(tmp_path / "asked.sqlite3") as store:
        yield {
            **{name: NAMES[name] for name in FUNCTIONS},
            "asyncio": asyncio,
            "url": simulator.openai_base_url,
            "annotations": folder / "clone",
            "mentat": folder / "clone",
            "diagnosis_graph": folder / "graph",
            "benchmark": mhclient.read_benchmark(folder / "bench"),
            "model": models[0],
            "spec": specs[0],
            "store": store,
            "letters_run": specs[2].run_id(),
            "runs": runs,
            "summaries": summaries,
        }


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_name_has_an_example_that_holds(name, names):
    (example,) = doctest.DocTestFinder(recurse=False).find(NAMES[name], name, globs=names)
    assert example.examples
    report: list[str] = []
    failed, _ = doctest.DocTestRunner().run(example, out=report.append)
    assert not failed, "".join(report)


@pytest.mark.slow
def test_items_are_asked_again_under_another_cap(names, simulator):
    store, benchmark, (_, earlier) = names["store"], names["benchmark"], names["runs"]
    verbose = mhclient.find_model("openai", "sim-verbose", base_url=simulator.openai_base_url)
    again = mhclient.more.make_reask_spec(store, earlier.run.run_id, ["truncated"], max_tokens=400)
    assert mhclient.ask_items(store, benchmark, verbose, again).complete
    (linked,) = mhclient.load_runs(store, again.run_id())
    assert again.reask is not None
    assert {scored.item.id for scored in linked.scored} == set(again.reask.items)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("outcomes", "cap", "why"),
    [
        (["truncated"], None, "the same reply"),
        (["nonsense"], 400, "`outcomes` is"),
        (["empty"], 400, "no reply that was empty"),
    ],
)
def test_what_cannot_be_asked_again_is_refused(names, outcomes, cap, why):
    with pytest.raises(UsageError, match=why):
        mhclient.more.make_reask_spec(names["store"], names["runs"][1].run.run_id, outcomes, max_tokens=cap)


def test_the_names_are_sorted_described_and_found_by_completion():
    for door in DOORS:
        assert door.__all__ == sorted(door.__all__) == dir(door)
        assert all(name in str(door.__doc__) for name in door.__all__ if name != "__version__")
        hint = r": did you mean 'ask_items'\?" if door is mhclient else ""
        with pytest.raises(
            AttributeError, match=rf"module '{door.__name__}' has no attribute 'aks_items'{hint}$"
        ):
            door.aks_items  # noqa: B018


def test_a_name_of_the_second_shelf_is_told_where_it_is():
    with pytest.raises(AttributeError, match=r"no attribute 'harden': it is mhclient\.more\.harden$"):
        mhclient.harden  # noqa: B018
    with pytest.raises(AttributeError, match=r"no attribute 'ask_items': it is mhclient\.ask_items$"):
        mhclient.more.ask_items  # noqa: B018


def test_a_provider_that_is_nearly_named_is_asked_for():
    with pytest.raises(UsageError, match=r"no provider 'opnai'\. Did you mean 'openai'\? There are:"):
        mhclient.find_model("opnai", "gpt-5")


def test_the_items_of_a_benchmark_are_told_to_be_in_its_folder(folder):
    with pytest.raises(mhclient.ERRORS, match=r"is a file of the benchmark .*bench: give that folder"):
        mhclient.read_benchmark(folder / "bench" / "items.jsonl")


@pytest.mark.parametrize("door", DOORS)
def test_type_checkers_are_told_of_the_names_that_are_loaded(door):
    """What stands under TYPE_CHECKING is what `__getattr__` loads."""
    tree = ast.parse(Path(str(door.__file__)).read_text(encoding="utf-8"))
    (told,) = [node for node in tree.body if isinstance(node, ast.If)]
    imports = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in told.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    modules = {name for name in MODULES if imports.pop(name, None)}
    assert imports == door._WHERE
    assert {*imports, *modules} == {*door.__all__} - {"__version__"}


def test_errors_of_all_packages_are_caught_by_one_tuple(tmp_path):
    no_options: dict[str, str] = {}
    with pytest.raises(mhclient.ERRORS):
        mhclient.find_model("nobody", "m")
    with pytest.raises(mhclient.ERRORS):
        mhclient.open_store(tmp_path)
    with pytest.raises(mhclient.ERRORS):
        mhclient.read_benchmark(tmp_path)
    with pytest.raises(mhclient.ERRORS):
        mhclient.read_answer("B", no_options)


def test_errors_are_reached_without_an_import_of_their_own():
    program = "import mhclient; print(issubclass(mhclient.errors.UsageError, mhclient.errors.MhclientError))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_figure_is_read_as_the_module_says(names):
    (overall, accuracy) = names["summaries"][0].overall.estimate, names["summaries"][0].overall.accuracy
    assert overall.value == pytest.approx(accuracy.correct.value)
    assert overall.ci95 is None or overall.ci95[0] <= overall.value <= overall.ci95[1]
    said = re.findall(r"^    (summary\.(?:overall|tasks)\S+)  ", mhclient.__doc__ or "", re.MULTILINE)
    assert len(said) == 7
    assert all(eval(figure, {"summary": names["summaries"][0]}) for figure in said if "ci95" not in figure)


def test_a_specification_for_another_model_or_benchmark_is_refused(names, make_benchmark, tmp_path):
    other = mhclient.find_model("openai", "sim-random", base_url=names["model"].provider.base_url)
    with pytest.raises(UsageError, match="the model is sim-random"):
        mhclient.ask_items(tmp_path / "s.sqlite3", names["benchmark"], other, names["spec"])
    small = make_benchmark(make_items(2))
    with pytest.raises(UsageError, match="the specification is for items"):
        mhclient.ask_items(tmp_path / "s.sqlite3", small, names["model"], names["spec"])
    assert not (tmp_path / "s.sqlite3").exists()


def test_the_same_call_again_sends_nothing(names):
    again = mhclient.ask_items(names["store"], names["benchmark"], names["model"], names["spec"])
    assert (again.had_all, again.complete) == (True, True)


async def test_inside_an_event_loop_the_plain_function_names_the_other(names):
    asking = names["store"], names["benchmark"], names["model"], names["spec"]
    with pytest.raises(InsideEventLoop, match=r"await mhclient\.ask_items_async"):
        mhclient.ask_items(*asking)
    assert (await mhclient.ask_items_async(*asking)).complete


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["html", "json", "md", "tex", "csv", "parquet"])
def test_a_report_takes_the_form_that_its_name_asks_for(names, tmp_path, ending):
    written = mhclient.write_report(names["store"], names["summaries"], tmp_path / f"report.{ending}")
    assert written.stat().st_size > 1000


def test_a_report_of_no_known_form_is_refused(names, tmp_path):
    with pytest.raises(UsageError, match=r"a report ends in \.html, \.xlsx, \.json"):
        mhclient.write_report(names["store"], names["summaries"], tmp_path / "report.docx")


@pytest.mark.parametrize(
    ("hiding", "text"), [("cache.py", ""), ("parsers/__init__.py", ""), ("benchmark.py", "import numpy\n")]
)
def test_a_file_that_hides_a_package_is_named(tmp_path, hiding, text):
    file = tmp_path / hiding
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mhclient", "--help"], cwd=tmp_path, capture_output=True, text=True
    )
    named = tmp_path / hiding.removesuffix("/__init__.py")
    assert done.returncode == 1
    assert f"{named} hides the package" in done.stderr
    assert "Rename it, or start Python from another folder." in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_is_no_package_hides_nothing(tmp_path):
    """`cache/` with files in it is what many a program leaves behind."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "x.bin").touch()
    done = subprocess.run(
        [sys.executable, "-c", "import mhclient, cache; cache.Store"], cwd=tmp_path, check=False
    )
    assert done.returncode == 0
