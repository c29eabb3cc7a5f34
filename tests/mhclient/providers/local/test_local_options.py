"""Options of local models on the command line: what cannot be, what would be ignored, what a dry run says."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.extras import how_to_install
from mhclient.cli.main import main
from mhclient.errors import ModelUnusable
from mhclient.providers.local.settings import identify
from tests.support.asking import records_of
from tests.support.items import make_items


def test_a_model_that_is_not_there_is_one_line(tmp_path, make_benchmark):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelUnusable, match=r"no config\.json"):
        identify(str(tmp_path / "empty"), None)
    with pytest.raises(ModelUnusable, match="revisions are of models on the Hub"):
        identify(str(tmp_path / "empty"), "main")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ask", "write"], "asked by forced-choice or generate"),
        (["--form", "no letter"], "where the option letter goes"),
        (["--form", "{}", "--forms", "closed"], "choose one of the two"),
        (["--temperature", "0.7"], "--temperature is for models that write an answer;"),
        (["--epochs", "2"], "--epochs 2: a forced choice reads probabilities and draws nothing"),
        (["--base-url", "http://localhost:1"], "--base-url is for servers"),
        (["--price", "1,2"], "--price is for servers"),
        (["--top-logprobs", "5"], "--top-logprobs is for --ask logprobs"),
        (["--tokenizer", "x"], "--tokenizer is for forced choices on a server"),
        (["--max-tokens", "5"], "--max-tokens is for models that write an answer"),
        (["--batch"], "--batch is for models that write an answer over an API"),
        (["--adapt-parameters"], "--adapt-parameters is for models"),
        (["--ask", "generate", "--engine", "reference"], "--engine is for forced choices by local models"),
        (["--ask", "generate", "--checks", "5"], "--checks is for forced choices by local models"),
        (["--ask", "generate", "--forms", "closed"], "--forms is for forced choices"),
    ],
)
def test_arguments_that_cannot_be_are_one_line(arguments, message, model_folder, make_benchmark, capsys):
    benchmark = make_benchmark(make_items(2))
    command = ["run", "--provider", "local", "--model", str(model_folder), "--benchmark"]
    status = main([*command, str(benchmark.directory), *arguments])
    printed = capsys.readouterr().err
    assert status == 2
    assert message in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--dtype", "int3"], ["--engine", "fast"], ["--checks", "-1"]])
def test_arguments_that_there_are_not_are_named(arguments, model_folder, capsys):
    with pytest.raises(SystemExit) as left:
        main(["run", "--provider", "local", "--model", str(model_folder), "--benchmark", "bench", *arguments])
    assert left.value.code == 2
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dtype", "float32"],
        ["--device-map", "cpu"],
        ["--max-length", "100"],
        ["--batch-size", "8"],
        ["--engine", "reference"],
        ["--checks", "5"],
        ["--trust-remote-code"],
        ["--revision", "main"],
        ["--anchor", "Answer:"],
        ["--forms", "closed"],
        ["--form", "{}"],
        ["--tokenizer", "x"],
        ["--top-logprobs", "5"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_options_that_a_provider_behind_an_api_would_ignore_are_refused(arguments, make_benchmark, capsys):
    command = ["run", "--provider", "compatible", "--base-url", "http://localhost:1", "--model", "m"]
    assert main([*command, "--benchmark", str(make_benchmark(make_items(1)).directory), *arguments]) == 2
    printed = capsys.readouterr().err
    assert f"{arguments[0]} is for " in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["--revision", "main"], "--revision"),
        (["--max-tokens", "5"], "--max-tokens"),
        (["--dtype", "float32"], "--dtype"),
        (["--engine", "reference"], "--engine"),
    ],
)
def test_options_that_a_forced_choice_on_a_server_would_ignore_are_refused(
    arguments, option, make_benchmark, capsys
):
    command = ["run", "--provider", "compatible", "--base-url", "http://localhost:1", "--model", "m"]
    command += ["--ask", "forced-choice", "--benchmark", str(make_benchmark(make_items(1)).directory)]
    assert main([*command, *arguments]) == 2
    assert option in capsys.readouterr().err


def test_the_summary_says_why_items_have_no_reply(model_folder, make_benchmark, capsys):
    command = ["run", "--provider", "local", "--model", str(model_folder), "--benchmark"]
    command += [str(make_benchmark(make_items(3)).directory)]
    assert main([*command, "--max-length", "20"]) == 1
    printed = capsys.readouterr().err
    assert "Errors: 3 PromptTooLong." in printed
    assert "asks what is missing" not in printed  # it would not help
    assert main([*command, "--max-length", "20"]) == 1
    printed = capsys.readouterr().err
    assert "Nothing was missing" in printed
    assert "Errors: 3 PromptTooLong." in printed  # as true as it was
    assert "another try may cure" not in printed


@pytest.mark.parametrize("ask", ["forced-choice", "generate"])
def test_a_dry_run_counts_the_tokens_that_the_run_will_read(ask, model_folder, make_benchmark, capsys):
    """Without the weights: it may be the run they are downloaded for."""
    weights = (model_folder / "model.safetensors").rename(model_folder.parent / "kept")
    items = make_items(3)
    long = replace(items[0], id="RP-long", question="drug " * 300)
    command = ["run", "--provider", "local", "--model", str(model_folder), "--ask", ask, "--benchmark"]
    command += [str(make_benchmark([*items, long]).directory), "--max-length", "500"]
    assert main([*command, "--dry-run"]) == 0
    printed = capsys.readouterr().out
    way = "" if ask == "generate" else f" · {ask}"  # the usual way is not named
    assert printed.startswith(f"tiny-llama · letter-only{way}\n")
    assert "4 items, 0 of them with a reply in the store; 4 to compute." in printed
    assert "1 item is longer: it would be recorded as too long" in printed
    assert "On cpu, in float32" in printed
    assert "cost" not in printed.lower()
    weights.rename(model_folder / "model.safetensors")
    longest = printed.split("the longest ")[1].split(" ")[0]
    assert main(command) == 1  # one is too long
    (run_id,) = capsys.readouterr().err.split("mhclient report ")[1].split()[:1]
    record = records_of(Path("mhclient.sqlite3"), run_id)["RP-long"]
    assert f"have {longest} tokens, 500 are allowed" in record.detail
    assert main([*command, "--dry-run"]) == 0
    assert "4 items, 3 of them with a reply in the store; 1 to compute." in capsys.readouterr().out


def test_without_the_extra_the_command_to_install_it_is_named(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(2))
    command = ["run", "--provider", "local", "--model", "x", "--benchmark", str(benchmark.directory)]
    program = (
        "import sys; sys.modules['torch'] = None\n"  # what an import system without torch answers
        f"from mhclient.cli.main import main; sys.exit(main({command!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith(f"{how_to_install('local')}\n")
    assert done.stderr.count("\n") == 1
