"""A model that cannot be used is one line that names the part at fault, and exit status 2."""

import json
from contextlib import asynccontextmanager
from signal import SIGTERM
from threading import enumerate as enumerate_threads

import anyio
import pytest

from cache.async_store import AsyncStore
from mhclient.ask.loop import ask_missing
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.run import open_run
from mhclient.cli.main import main
from mhclient.errors import ModelUnusable
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.settings import LocalSettings, Placement, identify
from mhclient.run.letter_forms import NAMED
from mhclient.run.spec import Ask, RunSpec
from mhclient.run.variant import load_variant
from tests.support import local
from tests.support.items import make_items
from tests.support.tiny import (
    CHAT_TEMPLATE,
    MODELS,
    SIZE,
    byte_level_tokenizer,
    random_model,
    saved,
    wrapped,
)

LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 330272\n"


@pytest.fixture
def folder(tmp_path):
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    return saved(tmp_path / "tiny", random_model("llama", len(tokenizer)), tokenizer)


def configure(folder, **changes):
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def halve(path):
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def as_pickle(folder):
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"nonsense")


DAMAGES = {
    "weights cut short": (
        lambda folder: halve(folder / "model.safetensors"),
        "model.safetensors is damaged",
    ),
    "no bytes at all": (
        lambda folder: (folder / "model.safetensors").write_bytes(b""),
        "model.safetensors is damaged",
    ),
    "a pointer instead of the file": (
        lambda folder: (folder / "model.safetensors").write_bytes(LFS_POINTER),
        "model.safetensors is damaged",
    ),
    "a broken pickle": (as_pickle, "weights: a file is damaged"),
    "no weights": (lambda folder: (folder / "model.safetensors").unlink(), "weights: "),
    "weights of fewer layers": (
        lambda folder: configure(folder, num_hidden_layers=4),
        "the files lack 18 of them",
    ),
    "weights of another width": (
        lambda folder: configure(folder, hidden_size=96),
        "[420, 48] in the files, [420, 96] by config.json",
    ),
    "a model larger than the machine": (
        lambda folder: configure(folder, hidden_size=96_000, intermediate_size=384_000, head_dim=24_000),
        "GiB in float32",
    ),
    "no configuration": (lambda folder: (folder / "config.json").unlink(), "no config.json"),
    "a configuration that is no JSON": (
        lambda folder: (folder / "config.json").write_text("{oops"),
        "configuration: ",
    ),
    "a configuration of the wrong types": (
        lambda folder: configure(folder, hidden_size="many"),
        "configuration: ",
    ),
    "a kind of model that nobody knows": (
        lambda folder: configure(folder, model_type="frobnicate"),
        "configuration: ",
    ),
    "code of its own": (
        lambda folder: configure(folder, model_type="own", auto_map={"AutoConfig": "own.Config"}),
        "--trust-remote-code",
    ),
    "no tokenizer": (
        lambda folder: [path.unlink() for path in folder.glob("tokenizer*")],
        "tokenizer: ",
    ),
    "a tokenizer cut short": (lambda folder: halve(folder / "tokenizer.json"), "tokenizer: "),
    "a broken chat template": (
        lambda folder: (folder / "chat_template.jinja").write_text("{% for %}"),
        "chat template: ",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_model_that_cannot_be_used_is_one_line(damage, folder, make_benchmark, capsys):
    harm, message = DAMAGES[damage]
    harm(folder)
    words = ("--model", str(folder), "--benchmark", str(make_benchmark(make_items(2)).directory))
    assert main(["run", "--provider", "local", *words]) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.count("\n") == 1


LOOPS = "{% for a in range(9000) %}" * 2 + "{% endfor %}" * 2  # some ten seconds


def test_a_chat_template_that_never_ends_is_one_line_too(folder, make_benchmark, capsys, monkeypatch):
    monkeypatch.setattr("mhclient.providers.local.load.TEMPLATE_S", 0.5)
    (folder / "chat_template.jinja").write_text(LOOPS)
    words = ("--model", str(folder), "--benchmark", str(make_benchmark(make_items(2)).directory))
    assert main(["run", "--provider", "local", *words]) == 2
    assert "chat template: rendering one short message takes longer than 0.5 s" in capsys.readouterr().err


@asynccontextmanager
async def under_way(folder, benchmark, tmp_path):
    """A run of the model in the folder, what stops it, and how far it has come; ends with the run."""
    controls = Controls()
    settings = LocalSettings(Ask.FORCED_CHOICE, "float32", 4096, forms=NAMED["paper"], engine="packed")
    provider = LocalProvider(identify(str(folder), None), settings, Placement())
    words = (provider.name, "tiny", provider.endpoint, benchmark.items_sha256, load_variant("letter-only"))
    spec = RunSpec(*words, ask=settings.ask, settings=settings.to_json())
    async with AsyncStore(tmp_path / "s.sqlite3") as store, anyio.create_task_group() as beside:
        order = RunOrder(benchmark, spec, provider, spec.run_id())
        spec, progress = await open_run(store, order)
        beside.start_soon(ask_missing, store, order, spec, progress, controls)
        yield controls, progress


@pytest.mark.slow
async def test_a_run_that_is_stopped_while_its_model_loads_ends_at_once(folder, make_benchmark, tmp_path):
    """Here the template takes ten seconds, as large weights may."""
    (folder / "chat_template.jinja").write_text(LOOPS)
    async with under_way(folder, make_benchmark(make_items(2)), tmp_path) as (controls, progress):
        await anyio.sleep(1)
        controls.stop.interrupt(SIGTERM)
    assert any(thread.name.startswith("beside") for thread in enumerate_threads())  # it was not waited for
    assert progress.done == 0


@pytest.mark.slow
async def test_a_run_that_is_stopped_while_a_prompt_loops_in_the_template_ends_soon(
    folder, make_benchmark, tmp_path
):
    """Of what items hold: the short message that is tried first does not loop."""
    looped = "{% if 'Which' in messages[-1]['content'] %}" + LOOPS.replace("9000", "16000") + "{% endif %}"
    (folder / "chat_template.jinja").write_text(looped + CHAT_TEMPLATE)
    async with under_way(folder, make_benchmark(make_items(2)), tmp_path) as (controls, progress):
        while not controls.stop.connected:  # noqa: ASYNC110 - nothing sets an event
            await anyio.sleep(0.05)
        await anyio.sleep(0.5)
        controls.stop.interrupt(SIGTERM)
        stopped_at = anyio.current_time()
    assert anyio.current_time() - stopped_at < 8  # to loop takes ten seconds, and more where others work
    assert any(thread.name.startswith("beside") for thread in enumerate_threads())
    assert progress.done == 0


@pytest.mark.parametrize("kind", MODELS)
def test_whole_models_of_every_kind_are_taken(kind, tmp_path):
    """What some kinds never write into their files (tied weights, buffers) is not missing."""
    tokenizer = wrapped(byte_level_tokenizer())
    folder = saved(tmp_path / kind, random_model(kind, len(tokenizer)), tokenizer)
    loaded = local.load.load(identify(str(folder), None), "float32", Placement())
    assert not loaded.model.training


def test_a_body_without_a_head_is_not_taken_for_a_model(tmp_path):
    """Its letters would be scored by random numbers."""
    tokenizer = wrapped(byte_level_tokenizer())
    folder = saved(tmp_path / "body", random_model("llama", len(tokenizer)).model, tokenizer)
    with pytest.raises(ModelUnusable, match=r"lm_head\.weight"):
        local.load.load(identify(str(folder), None), "float32", Placement())


def test_memory_is_counted_in_the_precision_that_is_asked_for(folder):
    identity = identify(str(folder), None)
    full, half = (
        local.load.weight_bytes(local.load.open_outline(identity, dtype, Placement()))
        for dtype in ("float32", "float16")
    )
    n_weights = sum(weight.numel() for weight in random_model("llama", 420).parameters())
    assert (full, half) == (4 * n_weights, 2 * n_weights)


def test_half_precision_is_proposed_where_it_would_fit():
    cpu = local.torch.device("cpu")
    with pytest.raises(ModelUnusable, match="`dtype=bfloat16` takes half"):
        local.load.check_fits(int(1.5 * local.load.free_bytes(cpu)), cpu, "float32")
    with pytest.raises(ModelUnusable) as refusal:
        local.load.check_fits(int(1.5 * local.load.free_bytes(cpu)), cpu, "bfloat16")
    assert "--dtype" not in str(refusal.value)


def test_padding_is_a_token_that_the_model_has_even_where_the_tokenizers_is_not(make_bodies):
    """Some fine-tuned models were given a padding token without an embedding."""
    tokenizer = wrapped(byte_level_tokenizer())
    n_known = len(tokenizer)
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    model = local.transformers.LlamaForCausalLM(local.transformers.LlamaConfig(vocab_size=n_known, **SIZE))
    assert tokenizer.pad_token_id == n_known
    assert local.load.wrap(model, tokenizer).pad_id == tokenizer.eos_token_id


@pytest.mark.parametrize("ask", ["forced-choice", "generate"])
def test_a_tokenizer_of_another_model_is_found_out(ask, tmp_path, make_benchmark, capsys):
    """Its tokens have no embedding: on a GPU, looking one up ends everything."""
    tokenizer = wrapped(byte_level_tokenizer())
    folder = saved(tmp_path / "mixed", random_model("llama", 200), tokenizer)
    words = ("--model", str(folder), "--ask", ask)
    directory = str(make_benchmark(make_items(2)).directory)
    assert main(["run", "--provider", "local", *words, "--benchmark", directory]) == 1
    assert "they do not belong together" in capsys.readouterr().err


def test_a_gpu_that_there_is_not_is_named():
    if local.torch.cuda.is_available():
        pytest.skip("it has one")
    assert local.load.single_device("auto") == local.load.single_device("cpu") == "cpu"
    with pytest.raises(ModelUnusable, match="cuda:1`: PyTorch finds no GPUs"):
        local.load.single_device("cuda:1")


def test_a_folder_must_be_named():
    with pytest.raises(ModelUnusable, match="`model` is empty"):
        identify("", None)


def test_a_model_in_a_folder_below_is_not_this_folders_model(folder):
    with pytest.raises(ModelUnusable, match=r"no config\.json"):
        identify(str(folder.parent), None)
