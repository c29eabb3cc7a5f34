"""A local run is a run like any other: same items, store, resume and reports; but nothing is sent."""

import json
import zlib
from dataclasses import replace

import pytest

from cache import Store
from cache.async_store import AsyncStore
from cache.connection import open_connection
from mhclient.ask.loop import ask_missing
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.run import open_run
from mhclient.cli.main import main
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.settings import LocalSettings, Placement, identify
from mhclient.providers.stored_bodies import find_body_readers
from mhclient.run.letter_forms import NAMED
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Ask, RunSpec
from mhclient.run.variant import load_variant
from tests.support.asking import records_of, report_of
from tests.support.items import make_items
from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

CHECKED = Placement(n_checks=4)


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
    assert list(opened.check.find_violations(find_body_readers)) == []
    (chosen,) = connection.execute("SELECT completion FROM responses WHERE id = 1").fetchone()
    other = "B" if chosen == "A" else "A"
    connection.execute("UPDATE responses SET completion = ? WHERE id = 1", (other,))
    assert any("its body says" in violation for violation in opened.check.find_violations(find_body_readers))


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
    from mhclient.providers.local.engines import GenerateEngine, Prompted
    from mhclient.providers.local.load import load

    engine = GenerateEngine(load(identify(str(model_folder), None), "float32", Placement()), "tiny")
    prompts = [prompt for prompt in engine.prepare(make_bodies(6)) if isinstance(prompt, Prompted)]
    assert len(prompts) == 6
    together = engine.answer(prompts, lambda _: None)
    assert together == [engine.answer([prompt], lambda _: None)[0] for prompt in prompts]


def test_draws_follow_the_softmax_of_the_temperature_and_leave_rows_at_zero_alone():
    import torch

    from mhclient.providers.local.engines import Draws, Prompted

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
