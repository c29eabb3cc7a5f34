"""`--ask logprobs`: a run as any other, whose replies also say which letters the model nearly wrote."""

import csv
import json
import zlib
from dataclasses import replace

import pytest

from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.errors import NoLogProbs
from mhclient.figures.proportion_intervals import wilson
from mhclient.providers.faults import fault_of
from mhclient.providers.letter_choice import top_letters
from mhclient.providers.log_probs import read_positions, with_log_probs
from mhclient.providers.openai.chat import OPENAI_CHAT
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items


def bodies_of(store_path):
    rows = open_connection(store_path).execute("SELECT body FROM responses ORDER BY id")
    return [zlib.decompress(row[0]) for row in rows]


def command(benchmark, model, *arguments, provider="compatible"):
    """`mhclient run` against a simulator; returns the exit status."""
    with serving(simulator_for(benchmark)) as simulator:
        base = ["run", "--provider", provider, "--model", model, "--benchmark", str(benchmark.directory)]
        words = [*base, "--base-url", simulator.openai_base_url, "--store", "s.sqlite3", *arguments]
        return main(words)


@pytest.mark.parametrize("provider", ["compatible", "openai"])
def test_a_run_keeps_the_top_tokens_of_every_reply(provider, make_benchmark, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")
    status = command(make_benchmark(make_items(8)), "sim-tidy", "--ask", "logprobs", provider=provider)
    assert status == 0
    bodies = bodies_of(tmp_path / "s.sqlite3")
    assert len(bodies) == 8
    for body in bodies:
        (only,) = read_positions(body)
        top = top_letters(only, 0, "ABCD")
        assert top.choice() == only.text
        assert top.shown[only.text] == pytest.approx(0.7)
        assert top.opening == pytest.approx(0.04)


def test_fewer_top_tokens_hide_more(make_benchmark, tmp_path):
    command(make_benchmark(make_items(2)), "sim-tidy", "--ask", "logprobs", "--top-logprobs", "2")
    (first, *_) = bodies_of(tmp_path / "s.sqlite3")
    top = top_letters(read_positions(first)[0], 0, "ABCD")
    assert top.hidden == pytest.approx(1 - 0.7 - 0.1)


def test_a_model_that_gives_none_stops_the_run_at_the_first_item(make_benchmark, capsys):
    status = command(make_benchmark(make_items(30)), "sim-reasoning", "--ask", "logprobs")
    printed = capsys.readouterr().err
    assert status == 1
    assert "not allowed to request logprobs" in printed


def test_a_reply_without_log_probs_is_no_reply():
    dialect = with_log_probs(OPENAI_CHAT, 5)
    body = b'{"choices": [{"message": {"content": "B"}, "finish_reason": "stop", "logprobs": null}]}'
    assert OPENAI_CHAT.read_body(body).completion == "B"
    with pytest.raises(NoLogProbs, match="gives none"):
        dialect.read_body(body)


def test_a_filtered_reply_needs_none():
    body = b'{"choices": [{"message": {"content": null}, "finish_reason": "content_filter"}]}'
    assert with_log_probs(OPENAI_CHAT, 5).read_body(body).finish_reason == "content_filter"


def test_a_refusal_of_the_parameter_is_told_apart():
    body = b'{"error": {"message": "This model does not support logprobs.", "type": "invalid_request_error"}}'
    assert isinstance(fault_of(400, {}, body), NoLogProbs)


@pytest.mark.parametrize("provider", ["anthropic", "openai-responses"])
def test_an_api_without_log_probs_is_refused_before_anything_is_sent(provider, make_benchmark, capsys):
    benchmark = make_benchmark(make_items(2))
    words = ["run", "--provider", provider, "--model", "m", "--benchmark", str(benchmark.directory)]
    assert main([*words, "--ask", "logprobs"]) == 2
    assert "gives no log-probs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ask", "message"), [("forced-choice", "--provider local"), ("generate", "--ask write")]
)
def test_ways_that_need_a_model_of_ones_own_are_refused_for_an_api(ask, message, make_benchmark, capsys):
    benchmark = make_benchmark(make_items(2))
    words = ["run", "--provider", "openai", "--model", "m", "--benchmark", str(benchmark.directory)]
    assert main([*words, "--ask", ask]) == 2
    assert message in capsys.readouterr().err


def test_asking_for_log_probs_is_another_request():
    plain, asking = OPENAI_CHAT, with_log_probs(OPENAI_CHAT, 5)
    assert replace(asking, build_body=plain.build_body, read_body=plain.read_body) == plain


def letters_of(capsys, run_id, *arguments):
    """What `mhclient letters` prints."""
    capsys.readouterr()
    assert main(["letters", run_id, "--store", "s.sqlite3", *arguments]) == 0
    return capsys.readouterr().out


def test_the_likeliest_letter_is_held_against_the_written_one(make_benchmark, capsys):
    """A simulated model writes its likeliest letter, and gives the others less than what could be hidden."""
    words = ("--ask", "logprobs", "--run-id", "nearly")
    command(make_benchmark(make_items(40)), "sim-tidy:accuracy=0.5", *words)
    figures = json.loads(letters_of(capsys, "nearly", "--format", "json"))
    top, written = figures["top_log_probs"], figures["written"]
    assert (top["n"], top["n_chosen"], top["n_certain"]) == (40, 40, 40)
    assert (top["n_read"], top["n_same"]) == (40, 40)
    assert top["n_correct_least"] == top["n_correct"] == top["n_correct_most"]
    assert top["n_correct"] == sum(written["chosen_right"].values())
    assert 0 < top["n_correct"] < 40
    assert "no hidden token could make another letter the likeliest" in " ".join(
        letters_of(capsys, "nearly").split()
    )


@pytest.mark.slow
def test_a_letter_in_prose_is_found_where_it_stands_and_missing_ones_are_counted(make_benchmark, capsys):
    words = ("--ask", "logprobs", "--run-id", "wordy")
    command(make_benchmark(make_items(60)), "sim-verbose:wordless_rate=0", *words)
    figures = json.loads(letters_of(capsys, "wordy", "--format", "json"))
    top = figures["top_log_probs"]
    assert 0 < top["n_read"] < 60  # a part rambles into the cap
    assert top["n_same"] == top["n_read"]
    assert top["n_chosen"] == top["n_read"]  # where none could be read, the first token is no letter


def test_items_are_written_one_a_line(make_benchmark, tmp_path, capsys):
    command(make_benchmark(make_items(4)), "sim-tidy", "--ask", "logprobs", "--run-id", "few")
    assert main(["letters", "few", "--items", "out/items.csv"]) == 2
    assert "there is no folder out" in capsys.readouterr().err
    for name in ("items.csv", "items.csv", "items.jsonl", "items.jsonl"):
        letters_of(capsys, "few", "--items", name)
    rows = list(csv.DictReader((tmp_path / "items.csv").read_text().splitlines()))
    assert [row["choice"] for row in rows] == [row["written"] for row in rows]
    assert {row["sure"] for row in rows} == {"True"}


def test_bounds_of_every_letter_are_written_by_the_items_own_letters(make_benchmark, tmp_path, capsys):
    variant = "letter-only:option_order=reversed"
    words = ("--ask", "logprobs", "--run-id", "few", "--variant", variant)
    command(make_benchmark(make_items(4)), "sim-tidy:accuracy=1", *words)
    letters_of(capsys, "few", "--items", "items.jsonl")
    for line in (tmp_path / "items.jsonl").read_text().splitlines():
        item = json.loads(line)
        lows = {letter: low for letter, (low, high) in item["letters"].items() if low <= high <= 1}
        assert sorted(lows) == list("ABCD")
        assert max(lows, key=lows.__getitem__) == item["choice"] == item["gold"]
        rest = item["hidden"] + item["opening"] + item["other"]
        assert sum(lows.values()) + rest == pytest.approx(1, abs=1e-5)


def test_a_preference_for_a_is_found_in_top_log_probs(make_benchmark, capsys):
    benchmark = make_benchmark(make_items(12))
    shifts = [f"shift-{n}" for n in range(4)]
    for n, run_id in enumerate(shifts):
        variant = f"letter-only:option_order=cyclic,shift={n}"
        words = ("--ask", "logprobs", "--run-id", run_id, "--variant", variant)
        command(benchmark, "sim-tidy:a_rate=1", *words)
    figures = json.loads(letters_of(capsys, shifts[0], "--orders", ",".join(shifts[1:]), "--format", "json"))
    debiased = figures["debiased"]
    assert (debiased["n"], debiased["n_sample"], debiased["n_balanced"]) == (12, 12, 12)
    assert debiased["n_views"] == 36
    assert debiased["priors"]["4"]["A"] > 0.6
    assert debiased["n_correct_raw"] == 3  # always A
    assert debiased["ci95_raw"] == pytest.approx(wilson(3, 12))
    assert debiased["ci95"] == pytest.approx(wilson(debiased["n_correct"], 12))
    assert 0 < debiased["p_mcnemar"] <= 1


@pytest.mark.parametrize(
    ("model", "changes", "what"),
    [
        ("sim-a-biased", (), "the model"),
        ("sim-tidy", ("--top-logprobs", "3"), "the way of asking"),
        ("sim-tidy", ("--variant", "answer-line:option_order=reversed"), "the prompt"),
    ],
)
def test_a_preference_for_letters_is_not_told_from_runs_that_differ_in_more(
    model, changes, what, make_benchmark, capsys
):
    benchmark = make_benchmark(make_items(4))
    command(benchmark, "sim-tidy", "--ask", "logprobs", "--run-id", "first")
    variant = () if "--variant" in changes else ("--variant", "letter-only:option_order=reversed")
    command(benchmark, model, "--ask", "logprobs", "--run-id", "second", *variant, *changes)
    assert main(["letters", "first", "--orders", "second", "--store", "s.sqlite3"]) == 2
    assert f"differ in {what}, not in the order" in capsys.readouterr().err


def test_it_is_said_where_another_model_wrote(make_benchmark, capsys):
    benchmark = make_benchmark(make_items(4))
    command(benchmark, "sim-tidy", "--ask", "logprobs", "--run-id", "nearly")
    command(benchmark, "sim-tidy", "--run-id", "same")
    command(benchmark, "sim-verbose", "--run-id", "other")
    for written, said in (("same", False), ("other", True)):
        capsys.readouterr()
        assert main(["letters", "nearly", written, "--store", "s.sqlite3"]) == 0
        assert ("are of another model, sim-verbose" in capsys.readouterr().out) is said
