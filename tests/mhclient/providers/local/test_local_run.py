"""A local run is a run like any other: same items, store, resume and reports; but nothing is sent."""

import json
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from cache import Store
from cache.async_store import AsyncStore
from cache.connection import open_connection
from mhclient.ask.loop import ask_missing
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.start import open_run
from mhclient.cli.main import main
from mhclient.errors import ModelUnusable
from mhclient.providers.local.identity import identify
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.settings import LocalSettings, Placement
from mhclient.providers.stored_bodies import find_body_reader
from mhclient.run.letter_forms import NAMED
from mhclient.run.parameters import Parameters
from mhclient.run.prompts.variant_files import load_variant
from mhclient.run.spec import Ask, RunSpec
from tests.support.asking import records_of, report_of
from tests.support.items import make_items
from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

CHECKED = Placement(n_checks=4)


@pytest.fixture
def model_folder(tmp_path):
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    return saved(tmp_path / "tiny-llama", random_model("llama", len(tokenizer)), tokenizer)


def provider_of(folder, ask=Ask.FORCED_CHOICE, placement=CHECKED, **changes):
    settings = LocalSettings(ask, "float32", 4096)
    if ask is Ask.FORCED_CHOICE:
        settings = replace(settings, forms=NAMED["paper"], engine="packed")
    return LocalProvider(identify(str(folder), None), replace(settings, **changes), placement)


def spec_of(provider, benchmark):
    return RunSpec(
        provider=provider.name,
        model=provider.identity.name,
        endpoint=provider.endpoint,
        benchmark=benchmark.items_sha256,
        variant=load_variant("letter-only"),
        ask=provider.settings.ask,
        settings=provider.settings.to_json(),
    )


async def run(benchmark, provider, store_path, variant="letter-only"):
    spec = replace(spec_of(provider, benchmark), variant=load_variant(variant))
    async with AsyncStore(store_path) as store:
        order = RunOrder(benchmark, spec, provider, spec.run_id())
        spec, progress = await open_run(store, order)
        if progress.done < progress.total:
            await ask_missing(store, order, spec, progress, Controls())
    return spec.run_id(), progress


def bodies_of(store_path):
    rows = open_connection(store_path).execute("SELECT body FROM responses ORDER BY id")
    return [json.loads(zlib.decompress(row[0])) for row in rows]


async def test_every_item_gets_a_letter_and_all_scores_are_kept(model_folder, make_benchmark, tmp_path):
    run_id, progress = await run(
        make_benchmark(make_items(40)), provider_of(model_folder), tmp_path / "s.sqlite3"
    )
    assert (progress.done, progress.errors) == (40, 0)
    records = records_of(tmp_path / "s.sqlite3", run_id).values()
    assert {record.completion for record in records} <= set("ABCD")
    assert {record.finish_reason for record in records} == {"stop"}
    for body in bodies_of(tmp_path / "s.sqlite3"):
        assert set(body["scores"]) == set("ABCD")
        assert all(len(forms) == 6 for forms in body["scores"].values())
        assert set(body["choices"]) == {"max", "log_sum_exp", "length_normalised", "closed"}
        assert 0 < body["mass"] <= 1
        assert body["margin"] >= 0
    checked = [body for body in bodies_of(tmp_path / "s.sqlite3") if body["checks"]]
    assert len(checked) == 4
    assert set(checked[0]["checks"]) == {"alone", "bfloat16"}


async def test_verifying_a_store_chooses_every_letter_again(model_folder, make_benchmark, tmp_path):
    store_path = tmp_path / "s.sqlite3"
    await run(make_benchmark(make_items(4)), provider_of(model_folder), store_path)
    connection, opened = open_connection(store_path), Store.open(store_path)
    assert list(opened.check.find_violations(find_body_reader)) == []
    (chosen,) = connection.execute("SELECT completion FROM responses WHERE id = 1").fetchone()
    other = "B" if chosen == "A" else "A"
    connection.execute("UPDATE responses SET completion = ? WHERE id = 1", (other,))
    assert any("its body says" in violation for violation in opened.check.find_violations(find_body_reader))


async def test_a_second_start_computes_nothing(model_folder, make_benchmark, tmp_path):
    benchmark, store_path = make_benchmark(make_items(12)), tmp_path / "s.sqlite3"
    run_id, _ = await run(benchmark, provider_of(model_folder), store_path)
    before = report_of(store_path, run_id)
    _, progress = await run(benchmark, provider_of(model_folder), store_path)
    assert progress.n_attempts == 0
    assert report_of(store_path, run_id) == before


async def test_a_second_variant_finds_the_model_loaded(model_folder, make_benchmark, tmp_path):
    benchmark, provider = make_benchmark(make_items(4)), provider_of(model_folder)
    await run(benchmark, provider, tmp_path / "s.sqlite3")
    (model_folder / "model.safetensors").unlink()  # whoever reads it again, fails
    run_id, progress = await run(benchmark, provider, tmp_path / "s.sqlite3", "answer-line")
    assert (progress.done, progress.errors) == (4, 0)
    figures = json.loads(report_of(tmp_path / "s.sqlite3", run_id))["choices"]
    assert set(figures["checks"]) == {"alone", "bfloat16"}  # the noise is measured for each run


async def test_a_model_that_was_trained_on_does_not_find_its_old_replies(
    model_folder, make_benchmark, tmp_path
):
    benchmark, store_path = make_benchmark(make_items(4)), tmp_path / "s.sqlite3"
    await run(benchmark, provider_of(model_folder), store_path)
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    saved(model_folder, random_model("llama", len(tokenizer), seed=1), tokenizer)
    _, progress = await run(benchmark, provider_of(model_folder), store_path)
    assert progress.n_attempts == 4


def test_a_model_is_what_its_files_hold_wherever_they_lie(model_folder, tmp_path):
    before = identify(str(model_folder), None).endpoint
    (tmp_path / "elsewhere").mkdir()
    moved = model_folder.rename(tmp_path / "elsewhere" / model_folder.name)
    (moved / "README.md").write_text("notes are no part of a model")
    assert identify(str(moved), None).endpoint == before
    template = moved / "chat_template.jinja"
    template.write_text(template.read_text() + " ")
    assert identify(str(moved), None).endpoint != before


@pytest.mark.parametrize(
    "change", [{"dtype": "bfloat16"}, {"forms": NAMED["closed"]}, {"anchor": "\nLetter:"}, {"max_length": 99}]
)
async def test_what_decides_the_scores_is_part_of_every_key(change, model_folder, make_benchmark):
    benchmark = make_benchmark(make_items(1))
    one, other = provider_of(model_folder), provider_of(model_folder, **change)
    assert spec_of(one, benchmark).run_id() != spec_of(other, benchmark).run_id()


async def test_batch_size_and_device_are_not_part_of_any_key(model_folder, make_benchmark, tmp_path):
    benchmark, store_path = make_benchmark(make_items(6)), tmp_path / "s.sqlite3"
    await run(benchmark, provider_of(model_folder), store_path)
    elsewhere = provider_of(model_folder, placement=Placement("cpu", batch_size=3, n_checks=0))
    _, progress = await run(benchmark, elsewhere, store_path)
    assert progress.n_attempts == 0


async def test_the_reference_engine_chooses_the_same_letters(model_folder, make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(3))
    packed, _ = await run(benchmark, provider_of(model_folder), tmp_path / "s.sqlite3")
    reference, _ = await run(benchmark, provider_of(model_folder, engine="reference"), tmp_path / "s.sqlite3")
    assert packed != reference
    one, other = (records_of(tmp_path / "s.sqlite3", run_id) for run_id in (packed, reference))
    assert {item: one[item].completion for item in one} == {item: other[item].completion for item in other}


async def test_an_item_that_is_too_long_is_an_outcome_and_the_others_are_scored(
    model_folder, make_benchmark, tmp_path
):
    """Even where the very first item is the one."""
    items = make_items(5)
    long = type(items[0])(
        id="RP-long", task="RP", question="drug " * 400, options=items[0].options, gold=("A",)
    )
    benchmark = make_benchmark([long, *items])
    run_id, progress = await run(benchmark, provider_of(model_folder, max_length=250), tmp_path / "s.sqlite3")
    assert (progress.done, progress.errors) == (6, 1)
    record = records_of(tmp_path / "s.sqlite3", run_id)["RP-long"]
    assert (record.error, record.completion) == ("PromptTooLong", None)
    assert "250 are allowed" in record.detail
    assert "1 of them has a prompt longer than was allowed" in report_of(tmp_path / "s.sqlite3", run_id)


async def test_the_report_counts_near_ties_and_picks_another_rule_would_change(
    model_folder, make_benchmark, tmp_path
):
    run_id, _ = await run(make_benchmark(make_items(40)), provider_of(model_folder), tmp_path / "s.sqlite3")
    report = json.loads(report_of(tmp_path / "s.sqlite3", run_id))
    figures = report["choices"]
    assert (figures["n"], figures["checks"]["alone"]["n"], figures["checks"]["bfloat16"]["n"]) == (40, 4, 4)
    assert figures["checks"]["bfloat16"]["noise"] > figures["checks"]["alone"]["noise"]
    codes = {finding["code"] for finding in report["findings"]}
    assert {"near_ties", "choices_depend_on_rule"} <= codes


async def test_every_score_of_every_item_can_be_had_as_json_lines(model_folder, make_benchmark, tmp_path):
    store = tmp_path / "s.sqlite3"
    run_id, _ = await run(make_benchmark(make_items(6)), provider_of(model_folder), store)
    assert main(["letters", run_id, "--store", str(store), "--items", str(tmp_path / "items.jsonl")]) == 0
    lines = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert len(lines) == 6
    for item in lines:
        assert item["way"] == "packed"
        by_rule = {letter: scored["scores"]["max"] for letter, scored in item["letters"].items()}
        assert max(by_rule, key=by_rule.__getitem__) == item["choice"] == item["choices"]["max"]
        assert len(item["letters"]["B"]["forms"]) == 6
        assert by_rule["B"] == max(item["letters"]["B"]["forms"].values())
    assert sum(bool(item["checks"]) for item in lines) == 4


async def test_a_written_answer_is_read_like_any_other(model_folder, make_benchmark, tmp_path):
    benchmark, store_path = make_benchmark(make_items(6)), tmp_path / "s.sqlite3"
    provider = provider_of(model_folder, Ask.GENERATE)
    spec = spec_of(provider, benchmark)
    run_id, progress = await run(benchmark, provider, store_path)
    assert progress.done == 6
    bodies = bodies_of(store_path)
    assert all(body["finish_reason"] in ("stop", "length") for body in bodies)
    assert all(body["n_tokens"] <= spec.parameters.max_tokens for body in bodies)
    assert {record.completion for record in records_of(store_path, run_id).values()} == {
        body["text"] for body in bodies
    }


def test_greedy_writing_is_the_same_in_a_batch_as_alone(model_folder, make_bodies):
    from mhclient.providers.local.generate import GenerateEngine, Prompted
    from mhclient.providers.local.load import load

    engine = GenerateEngine(load(identify(str(model_folder), None), "float32", Placement()), "tiny")
    prompts = [prompt for prompt in engine.prepare(make_bodies(6)) if isinstance(prompt, Prompted)]
    assert len(prompts) == 6
    together = engine.answer(prompts, lambda _: None)
    assert together == [engine.answer([prompt], lambda _: None)[0] for prompt in prompts]


def test_draws_follow_the_softmax_of_the_temperature_and_leave_rows_at_zero_alone():
    import torch

    from mhclient.providers.local.generate import Draws, Prompted

    scores = torch.tensor([[2.0, 1.0, 0.0]] * 2)
    draws = Draws([Prompted((1,), 5), Prompted((1,), 5, 0.5, "ab12")])
    noisy = [draws(torch.zeros(2, 1), scores) for _ in range(4_000)]
    assert all(torch.equal(each[0], scores[0]) for each in noisy)
    drawn = torch.bincount(torch.stack([each[1].argmax() for each in noisy]), minlength=3) / len(noisy)
    assert torch.allclose(drawn, torch.softmax(scores[1] / 0.5, dim=0), atol=0.02)


async def test_repetitions_of_a_local_model_differ_and_are_the_same_again(
    model_folder, make_benchmark, tmp_path
):
    benchmark, written = make_benchmark(make_items(4)), []
    for name in ("one", "other"):
        provider = provider_of(model_folder, Ask.GENERATE, Placement(batch_size=4 if name == "one" else 3))
        spec = replace(
            spec_of(provider, benchmark), parameters=Parameters(temperature=0.8, max_tokens=8), epochs=3
        )
        async with AsyncStore(tmp_path / name) as store:
            order = RunOrder(benchmark, spec, provider, spec.run_id())
            sent, progress = await open_run(store, order)
            await ask_missing(store, order, sent, progress, Controls())
        assert progress.done == 12
        records = Store.open(tmp_path / name).results.read_records(spec.run_id())
        written.append({(record.item_id, record.repetition): record.completion for record in records})
    assert written[0] == written[1]
    assert len(set(written[0].values())) > 9


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
    assert f"tiny-llama · letter-only · {ask}" in printed
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
    assert "pip install 'mhclient[local]'" in done.stderr
    assert done.stderr.count("\n") == 1
