"""A study file says what the command line would: the same runs, and no key that is overlooked."""

import re

import pytest

from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.study.file import EXAMPLE, read_study
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items

STUDY = """
benchmarks = ["bench"]
variants = ["letter-only", "reasoning"]
epochs = 2
limit = 5
report = "report.json"
[limits]
max_requests = 30
[[models]]
name = "compatible:sim-tidy"
base_url = "{url}"
price = [1, 4]
temperature = 0.5
[[models]]
name = "compatible:sim-verbose"
base_url = "{url}"
"""


def written(tmp_path, text):
    path = tmp_path / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_study_file_is_asked_under_its_caps_and_ends_in_its_report(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(12))
    with serving(simulator_for(benchmark)) as simulator:
        path = written(tmp_path, STUDY.format(url=simulator.openai_base_url))
        assert main(["run", str(path)]) == 1
        assert simulator.asked.total() == 30  # of 2 models × 2 variants × 2 epochs × 5 items
        path = written(tmp_path, STUDY.replace("= 30", "= 40").format(url=simulator.openai_base_url))
        assert main(["run", str(path)]) == 0
        assert simulator.asked.total() == 40
    assert (tmp_path / "report.json").is_file()
    assert "sim-tidy · reasoning" in capsys.readouterr().out


def test_the_example_names_known_keys_alone(tmp_path):
    plain = read_study(written(tmp_path, EXAMPLE))
    assert [model["name"] for model in plain.models] == ["openai:gpt-5", "anthropic:claude-sonnet-5"]
    lines = [line for line in EXAMPLE.splitlines() if not line.startswith("benchmarks = ")]
    everything = "\n".join(re.sub(r"^# (?=\[\[|\w+ = )", "", line) for line in lines)
    assert re.findall(r"^# ", everything, re.MULTILINE) == ["# "] * 5  # sentences alone
    whole = read_study(written(tmp_path, everything))
    assert [model["name"].partition(":")[0] for model in whole.models] == [
        *("openai", "anthropic", "openrouter", "local", "compatible")
    ]
    assert (whole.tasks, whole.panel, whole.models[2]["route"]["only"]) == (("RP",), 50, ["together"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("epochs = 2", "epoch = 2", "no key 'epoch'. Did you mean 'epochs'?"),
        ("max_requests = 30", "max_request = 30", "limits: there is no key 'max_request'. Did you mean"),
        ("temperature = 0.5", "temprature = 0.5", "models: there is no key 'temprature'. Did you mean"),
        ("price = [1, 4]", "set = {}", "models: there is no key 'set'. Did you mean 'parameters'?"),
        ("price = [1, 4]", "seed = 7", "among a model's parameters: parameters = { seed = … }."),
        ("price = [1, 4]", "provider = 'openai'", 'before the model\'s name: name = "openai:gpt-5".'),
        ("price = [1, 4]", "tasks = ['a']", "'tasks' belongs at the top of the file, above every [table]."),
        ("epochs = 2", "effort = 'low'", "'effort' belongs to a model, below [[models]]."),
        ("epochs = 2", "max_cost = 3", "'max_cost_usd' belongs in the table [limits]."),
        ("epochs = 2", "model = 'm'", "there is no key 'model'. Did you mean 'models'?"),
        ("epochs = 2", "epochs = 'two'", "'epochs' is 'two': give a whole number"),
        ("price = [1, 4]", "price = 1", "'price' is 1"),
        ('name = "compatible:sim-tidy"', "name = 3", "'models': each needs a name"),
        ('benchmarks = ["bench"]', "benchmarks = []", "it names no 'benchmarks'"),
        ("[limits]", "[limits", "not a study file"),
        (
            "max_requests = 30",
            "max_requests = 1979-05-27",
            "limits: 'max_requests' is datetime.date(1979, 5, 27)",
        ),
        ("max_requests = 30", f"max_requests = {'9' * 4_000}", "limits: 'max_requests' is 9999"),
        ("[limits]", f"# {'x' * 1_000_000}", "not a study file: more than 1,000,000 bytes."),
        ("limit = 5", "limit = {}", "[limit] is a table. Did you mean [limits]?"),
        ('name = "compatible:', 'model = "compatible:', "Did you mean 'name' by 'model'?"),
        (
            'name = "compatible:sim-tidy"',
            'name = "sim-tidy"',
            "Write 'name = compatible:sim-tidy'. There are",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path, old, new, said):
    path = written(tmp_path, STUDY.replace(old, new))
    with pytest.raises(UsageError) as refused:
        read_study(path)
    assert said in str(refused.value)
    assert str(path) in str(refused.value)
    assert len(str(refused.value)) < 400 + len(str(path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--model", "openai:m"], "--model belongs in the study file"),
        (["other.csv"], "a study file is asked alone"),
        (["--max-cost", "3"], "--max-cost belongs in the study file"),
    ],
)
def test_what_belongs_in_the_file_is_refused_beside_it(tmp_path, capsys, words, said):
    assert main(["run", str(written(tmp_path, STUDY)), *words]) == 2
    assert said in capsys.readouterr().err


def test_init_writes_the_example_once(tmp_path, capsys):
    assert main(["study", "init"]) == 0
    assert (tmp_path / "study.toml").read_text(encoding="utf-8") == EXAMPLE
    assert main(["study", "init"]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_run_says_where_a_study_file_sends_keys(make_benchmark, tmp_path, capsys):
    make_benchmark(make_items(2))
    path = written(tmp_path, STUDY.format(url="https://elsewhere.example/v1"))
    assert main(["run", str(path), "--dry-run"]) == 0
    said = "".join(capsys.readouterr().err.splitlines())
    assert "The key for compatible:sim-tidy goes to https://elsewhere.example/v1" in said
    path = written(tmp_path, STUDY.format(url="http://127.0.0.1:9/v1"))
    assert main(["run", str(path), "--dry-run"]) == 0
    assert "The key for" not in capsys.readouterr().err


def test_what_cannot_be_asked_is_said_in_the_files_words(make_benchmark, tmp_path, capsys):
    make_benchmark(make_items(3))
    text = STUDY.format(url="http://127.0.0.1:1/v1")
    path = written(tmp_path, text.replace("temperature = 0.5", "parameters = { messages = 1 }"))
    assert main(["run", str(path)]) == 2
    said = capsys.readouterr().err
    assert "'parameters' messages: that is not set so" in said
    assert "--" not in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '["bench"]',
            '["bensch"]',
            "'benchmarks': bensch: there is no such file or folder. Did you mean bench?",
        ),
        ('"reasoning"', '"resoning"', "'variants': no variant 'resoning'. Did you mean 'reasoning'?"),
        ("temperature = 0.5", "parameters = { messages = 1 }", "'parameters' messages: that is not set so"),
    ],
)
def test_what_is_not_there_is_said_with_the_file_and_its_key(
    make_benchmark, tmp_path, capsys, old, new, said
):
    make_benchmark(make_items(3)).directory.rename(tmp_path / "bench")
    path = written(tmp_path, STUDY.format(url="http://127.0.0.1:1/v1").replace(old, new))
    assert main(["run", str(path)]) == 2
    assert f"{path}: {said}" in " ".join(capsys.readouterr().err.split())


def test_a_dry_run_of_a_study_speaks_of_its_keys(make_benchmark, tmp_path, capsys):
    """And of the models that they concern: of two, one is asked at temperature 0."""
    make_benchmark(make_items(3))
    text = STUDY.format(url="http://127.0.0.1:9/v1").replace("max_requests = 30", "max_requests = 30\n{caps}")
    for caps, said in (
        ("", "'max_cost_usd' bounds all of it."),
        ("max_cost_usd = 0.0001", "'max_cost_usd = 0.0001' bounds all of it."),
        ("max_cost_usd = 0.0001", "That is more than 'max_cost_usd = 0.0001' allows"),
    ):
        path = written(tmp_path, text.replace("{caps}", caps) + "price = [1, 4]\n")
        assert main(["run", str(path), "--dry-run"]) == 0
        shown = "".join(capsys.readouterr())
        assert said in shown
        assert "leaves to chance: sim-verbose. 'temperature' sets" in shown
        assert "--" not in shown


def test_init_says_a_command_that_a_shell_takes(tmp_path, capsys):
    assert main(["study", "init", "my study.toml"]) == 0
    assert "then: mhclient run 'my study.toml' --dry-run" in capsys.readouterr().err
    assert main(["run", "no study.toml"]) == 2
    assert "An example is written by: mhclient study init 'no study.toml'" in capsys.readouterr().err
