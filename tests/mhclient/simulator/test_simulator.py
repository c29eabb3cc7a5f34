"""The simulated models: seeded, as described, and knowing nothing but the key they are given."""

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.cli.main import main
from mhclient.cli.parser import verb_parser
from mhclient.errors import UsageError
from mhclient.run.prompts import render
from mhclient.run.variant import load_variant
from mhclient.simulator.answer_key import AnswerKey, options_in
from mhclient.simulator.completions import write
from mhclient.simulator.profiles import PROFILES, Profile, WriterRates, profile_named, settings_of
from mhclient.simulator.server import RateLimit, Simulator
from tests.support.items import make_items

ITEMS = [item.to_json() for item in make_items(8)]
LETTER_ONLY = load_variant("letter-only")


def prompt_of(item) -> str:
    return render(item["question"], item["options"], LETTER_ONLY).messages[-1].content


def written(profile: Profile, n: int, *, gold=("B",), max_tokens: int | None = 120, seed=0):
    options = {"A": "yes", "B": "no", "C": "perhaps", "D": "never"}
    prompts = [f"prompt {number}" for number in range(n)]
    return [write(profile, prompt, options, gold, seed=seed, max_tokens=max_tokens) for prompt in prompts]


def test_the_same_prompt_and_seed_give_the_same_reply_and_another_seed_another():
    profile = PROFILES["sim-verbose"]
    assert written(profile, 50) == written(profile, 50)
    assert written(profile, 50, seed=1) != written(profile, 50)


def share(profile: Profile, completion: str, **settings) -> float:
    completions = [reply.completion for reply in written(profile, 2000, **settings)]
    return completions.count(completion) / len(completions)


def test_a_tidy_model_is_right_as_often_as_it_says_and_writes_one_letter():
    replies = written(PROFILES["sim-tidy"], 2000)
    assert {len(reply.completion) for reply in replies} == {1}
    assert share(PROFILES["sim-tidy"], "B") == pytest.approx(0.8, abs=0.03)


def test_an_a_biased_model_says_a_more_often_than_its_knowledge_would():
    biased = share(PROFILES["sim-a-biased"], "A")
    assert biased == pytest.approx(0.3 + 0.7 * 0.4 / 3, abs=0.03)


def test_a_refusing_model_declines_a_quarter_and_only_what_it_is_told_to():
    refused = [reply for reply in written(PROFILES["sim-refusing"], 2000) if len(reply.completion) > 1]
    assert len(refused) / 2000 == pytest.approx(0.25, abs=0.03)
    picky = profile_named("sim-refusing:refuses_on=nothing like it")
    assert picky is not None
    assert all(len(reply.completion) == 1 for reply in written(picky, 100))


def test_a_reasoning_model_may_use_the_cap_up_before_it_writes():
    replies = written(PROFILES["sim-reasoning"], 2000)
    spent = [reply for reply in replies if reply.finish_reason == "length"]
    assert all((reply.completion, reply.reasoning_tokens) == ("", 120) for reply in spent)
    assert len(spent) / 2000 == pytest.approx(41 / 161, abs=0.03)
    uncapped = written(PROFILES["sim-reasoning"], 50, max_tokens=None)
    assert all(reply.finish_reason == "stop" for reply in uncapped)


def test_a_verbose_model_is_cut_at_the_cap():
    cut = [reply for reply in written(PROFILES["sim-verbose"], 500) if reply.finish_reason == "length"]
    assert cut
    assert all(reply.completion_tokens <= 120 for reply in cut)


def test_without_a_key_a_model_guesses_evenly():
    shares = [share(PROFILES["sim-tidy"], letter, gold=None) for letter in "ABCD"]
    assert shares == pytest.approx([0.25] * 4, abs=0.03)


def test_settings_follow_a_models_name():
    profile = profile_named("sim-tidy:accuracy=0.5,thinking_tokens=7,refuses_on=x")
    assert profile is not None
    assert (profile.accuracy, profile.thinking_tokens, profile.refuses_on) == (0.5, 7, "x")
    assert profile_named("gpt-4") is None


@pytest.mark.parametrize("model", ["sim-tidy:acuracy=1", "sim-tidy:accuracy=much"])
def test_a_setting_that_is_none_is_refused(model):
    with pytest.raises(UsageError):
        profile_named(model)


@given(
    label=st.sampled_from(["A.", "(A)", "A:", "A)"]),
    texts=st.lists(st.text("abcdefgh ", min_size=1).filter(str.strip), min_size=2, max_size=9, unique=True),
)
def test_options_are_read_in_every_label_style(label, texts):
    options = {letter: " ".join(text.split()) for letter, text in zip("ABCDEFGHI", texts, strict=False)}
    lines = "\n".join(f"{label.replace('A', letter)} {text}" for letter, text in options.items())
    assert options_in(f"Which one?\n\n{lines}\n\nAnswer with a letter.") == options


def test_the_key_knows_an_item_in_any_order_of_its_options():
    key = AnswerKey(ITEMS)
    turned = dict(zip("ABCD", reversed(ITEMS[1]["options"].values()), strict=True))
    assert key.gold(prompt_of(ITEMS[1])) == ("B",)
    assert key.gold(prompt_of(ITEMS[1] | {"options": turned})) == ("C",)
    assert key.gold(prompt_of(ITEMS[1] | {"question": "Another question?"})) is None


def test_a_key_file_that_is_none_is_named_by_line(tmp_path):
    path = tmp_path / "key.jsonl"
    path.write_text('{"question": "q", "options": {"A": "x"}, "gold": ["A"]}\n{"question": "q"}\n')
    with pytest.raises(UsageError, match=r"key\.jsonl:2"):
        AnswerKey.from_file(str(path))


def test_a_benchmarks_folder_is_a_key(make_benchmark):
    folder = make_benchmark(make_items(3)).directory
    assert AnswerKey.from_file(str(folder)).n_items == 3


@pytest.mark.parametrize("content", [b"PK\xff\xfe", b"question,A,B\n"])
def test_questions_of_another_kind_are_to_be_imported_before_they_are_a_key(tmp_path, content):
    (tmp_path / "exam.xlsx").write_bytes(content)
    with pytest.raises(UsageError, match=r"Import it first \('mhclient import .*exam\.xlsx --out DIR'\)"):
        AnswerKey.from_file(str(tmp_path / "exam.xlsx"))


@pytest.mark.parametrize("of", [Profile, WriterRates])
def test_every_setting_is_listed_with_a_sentence(of, capsys):
    assert main(["simulate", "--list"]) == 0
    listed = " ".join(capsys.readouterr().out.split())
    settings = settings_of(of)
    assert len(settings) > 15
    for name, sentence in settings.items():
        assert f"{name} {sentence[:20].strip()}" in listed
        assert sentence.endswith(".")


def test_the_limit_lets_its_rate_through_after_a_burst():
    limit = RateLimit(10.0)
    let_in = sum(limit.refuse_s(now / 100) is None for now in range(500))
    assert let_in == pytest.approx(10 + 50, abs=1)


async def test_the_server_speaks_both_apis_and_lists_its_models():
    question = {"role": "user", "content": prompt_of(ITEMS[2])}
    async with Simulator(AnswerKey(ITEMS)) as simulator, aiohttp.ClientSession() as client:
        models = await (await client.get(f"{simulator.url}/v1/models")).json()
        headers = {"Authorization": "Bearer x"}
        body = {"model": "sim-tidy:accuracy=1", "messages": [question]}
        chat = await (
            await client.post(f"{simulator.url}/v1/chat/completions", json=body, headers=headers)
        ).json()
        message = await (
            await client.post(f"{simulator.url}/v1/messages", json=body | {"max_tokens": 9}, headers=headers)
        ).json()
        counts = await (await client.get(f"{simulator.url}/simulator/counts")).json()
    assert {model["id"] for model in models["data"]} == set(PROFILES)
    assert chat["choices"][0]["message"]["content"] == message["content"][0]["text"] == "C"
    assert counts["requests"] == 2
    assert counts["statuses"] == {"200": 2}


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ({"model": "sim-tidy", "messages": [{"role": "user", "content": "?"}]}, {}, 401),
        ({"model": "gpt-4", "messages": [{"role": "user", "content": "?"}]}, {"X-Api-Key": "x"}, 404),
        ({"messages": "?"}, {"X-Api-Key": "x"}, 400),
    ],
)
async def test_the_server_refuses_as_providers_do(body, headers, status):
    async with Simulator() as simulator, aiohttp.ClientSession() as client:
        answer = await client.post(f"{simulator.url}/v1/chat/completions", json=body, headers=headers)
        assert answer.status == status
        assert "message" in (await answer.json())["error"]


async def test_a_port_in_use_is_one_clear_error():
    async with Simulator() as simulator:
        says = f"port {simulator.port} is taken. Give another `port`; `port=0` takes any that is free.$"
        with pytest.raises(UsageError, match=says):
            async with Simulator(port=simulator.port):
                pass


@pytest.mark.parametrize(
    "told", ["x", "{}", "[]", '{"advance_s": "soon"}', '{"advance_s": -1}', '{"advance_s": 1e300}']
)
async def test_a_clock_that_is_turned_by_nothing_sensible_says_what_to_send(told):
    async with Simulator(AnswerKey([])) as simulator, aiohttp.ClientSession() as session:
        before = simulator.batch_api.clock.now()
        async with session.post(f"{simulator.url}/simulator/clock", data=told) as answer:
            assert (answer.status, "advance_s" in await answer.text()) == (400, True)
        assert before <= simulator.batch_api.clock.now() < before + 60.0


def test_several_answer_keys_are_known_together(make_benchmark):
    folders = [str(make_benchmark(make_items(2, task), task).directory) for task in ("RP", "XX")]
    words = [word for folder in folders for word in ("--answer-key", folder)]
    paths = verb_parser("simulate").parse_args(words).answer_key
    assert AnswerKey.from_file(*paths).n_items == 4
    assert AnswerKey.from_file(folders[0]).n_items == 2
