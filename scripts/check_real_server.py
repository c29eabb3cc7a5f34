"""Ask servers, and through proxies, that nobody here wrote; what is not there is skipped, with its reason.

    python -m venv serving
    serving/bin/pip install torch==2.13.0 'transformers[serving]' 'litellm[proxy]'
    python scripts/check_real_server.py --python serving/bin/python [--only litellm,socks]

| name | what |
| --- | --- |
| transformers | `transformers serve`, a tiny model built on the spot: compatible, openai, openai-responses |
| litellm | LiteLLM's proxy before the simulator: a wrong key, then compatible and openai |
| nginx | nginx before the simulator: compatible, openai |
| socks | a SOCKS5 proxy (microsocks) before the simulator: compatible, openai |
| vllm | `vllm serve` on a CPU, with the tiny model: compatible, log-probs, forced choice |

Status 1 if one that is there does not get every item answered.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator

PORT, UPSTREAM = 8791, 8792
N_ITEMS = 12
KEY = "sk-check-0123456789"

# Runs in the serving environment: a Llama of random weights, a byte-level tokenizer, a chat template. vLLM's
# attention on a CPU takes heads of 32 and more.
MAKE_MODEL = """
import sys
from tokenizers import ByteLevelBPETokenizer
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

folder = sys.argv[1]
bpe = ByteLevelBPETokenizer()
texts = ["Which relation does the graph record? A. B. C. D. drug disease gene"] * 50
bpe.train_from_iterator(texts, vocab_size=400, special_tokens=["<s>", "</s>"])
tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe._tokenizer, bos_token="<s>", eos_token="</s>")
turns = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\\n{% endfor %}"
tokenizer.chat_template = turns + "assistant:"
tokenizer.save_pretrained(folder)
sizes = dict(hidden_size=128, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
config = LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=2048, **sizes)
LlamaForCausalLM(config).save_pretrained(folder)
"""

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; location /v1/ {{ proxy_pass http://127.0.0.1:{upstream}; }} }}
}}
"""


class Skipped(Exception):
    """It is not there; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where things lie."""

    folder: Path
    python: Path | None
    vllm_python: Path | None

    @property
    def bench(self) -> Path:
        return self.folder / "bench"

    def tool(self, name: str) -> Path:
        """A command of the serving environment, or of the system."""
        beside = self.python.with_name(name) if self.python else None
        found = beside if beside and beside.exists() else shutil.which(name)
        if found is None:
            raise Skipped(f"there is no command '{name}'")
        return Path(found)


def mhclient(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mhclient", *map(str, arguments)]
    keys = dict.fromkeys(("MHCLIENT_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"), KEY)
    environment = os.environ | keys | environment
    return subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False)


def ask(
    place: Place, provider: str, model: object, *more: object, port: int = PORT, **environment: str
) -> bool:
    """Whether twelve items of the sample are all answered."""
    base_url = f"http://127.0.0.1:{port}{'' if provider == 'anthropic' else '/v1'}"
    limits: tuple[object, ...] = ("--concurrency", 2, "--store", place.folder / "s.sqlite3")
    cap = () if "forced-choice" in more else ("--max-tokens", 8)
    done = mhclient(
        *("run", "--provider", provider, "--model", model, "--benchmark", place.bench, "--limit", N_ITEMS),
        *("--base-url", base_url, *cap, *limits, *more),
        **environment,
    )
    print(f"  {provider} {' '.join(map(str, more))}: {'answered' if not done.returncode else done.stderr}")
    return not done.returncode


def every(answered: list[bool]) -> bool:
    """Whether all were; a list, so that each is asked whatever came of the others."""
    return all(answered)


@contextmanager
def running(command: list[object], ready: str, seconds: float = 180.0, **environment: str) -> Iterator[None]:
    """A server, from when it answers at an address until it is no longer needed."""
    process = subprocess.Popen(
        [str(part) for part in command],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(ready, process, seconds)
        yield
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str, process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until the server answers, whatever it says."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if url.startswith("socks"):
                socket.create_connection(("127.0.0.1", PORT), timeout=2).close()
            else:
                urllib.request.urlopen(url, timeout=2).close()
            return
        except urllib.error.HTTPError:
            return
        except (urllib.error.URLError, OSError):
            if process.poll() is not None:
                raise SystemExit(f"{process.args!r}: ended before it answered") from None
            time.sleep(0.5)
    raise SystemExit(f"no answer from {url} within {seconds:g} s")


def tiny_model(place: Place, python: Path | None) -> Path:
    model = place.folder / "model"
    if python is None:
        raise Skipped("no --python with transformers and torch")
    if not model.exists() and subprocess.run([python, "-c", MAKE_MODEL, model], check=False).returncode:
        raise Skipped(f"{python} has no transformers with torch")
    return model


def check_transformers(place: Place) -> bool:
    model, serve = tiny_model(place, place.python), place.tool("transformers")
    command = [serve, "serve", "--port", PORT, "--device", "cpu", model]
    with running(command, f"http://127.0.0.1:{PORT}/health"):
        return every([ask(place, name, model) for name in ("compatible", "openai", "openai-responses")])


def check_litellm(place: Place) -> bool:
    config = place.folder / "litellm.json"  # YAML is a superset of JSON
    upstream = {"model": "openai/sim-tidy", "api_base": f"http://127.0.0.1:{UPSTREAM}/v1", "api_key": "x"}
    models = [{"model_name": "sim-tidy", "litellm_params": upstream}]
    config.write_text(json.dumps({"model_list": models, "general_settings": {"master_key": KEY}}))
    command = [place.tool("litellm"), "--config", config, "--port", PORT, "--host", "127.0.0.1"]
    with running(command, f"http://127.0.0.1:{PORT}/health/liveliness"):
        # A wrong key first: whatever status it is refused with, no item may be lost for it.
        refused = not ask(place, "compatible", "sim-tidy", MHCLIENT_API_KEY="sk-wrong-0123456789")
        return refused and every([ask(place, name, "sim-tidy") for name in ("compatible", "openai")])


def check_nginx(place: Place) -> bool:
    config = place.folder / "nginx.conf"
    config.write_text(NGINX.format(folder=place.folder, port=PORT, upstream=UPSTREAM))
    with running([place.tool("nginx"), "-c", config], f"http://127.0.0.1:{PORT}/"):
        return every([ask(place, name, "sim-tidy") for name in ("compatible", "openai")])


def check_socks(place: Place) -> bool:
    command = [place.tool("microsocks"), "-i", "127.0.0.1", "-p", PORT]
    with running(command, f"socks5://127.0.0.1:{PORT}"):
        proxy = {"ALL_PROXY": f"socks5://127.0.0.1:{PORT}", "NO_PROXY": ""}
        names = ("compatible", "openai")
        return every([ask(place, name, "sim-tidy", port=UPSTREAM, **proxy) for name in names])


def check_vllm(place: Place) -> bool:
    model = tiny_model(place, place.vllm_python or place.python)
    serve = place.vllm_python.with_name("vllm") if place.vllm_python else place.tool("vllm")
    command = [serve, "serve", model, "--port", PORT, "--enforce-eager", "--dtype", "float32"]
    on_cpu = {"VLLM_CPU_KVCACHE_SPACE": "1", "VLLM_TARGET_DEVICE": "cpu"}
    with running(command, f"http://127.0.0.1:{PORT}/health", 600.0, **on_cpu):
        forced = ("--ask", "forced-choice", "--tokenizer", model)
        ways: list[tuple[object, ...]] = [(), ("--ask", "logprobs", "--top-logprobs", 5), forced]
        return every([ask(place, "compatible", model, *way) for way in ways])


CHECKS: dict[str, Callable[[Place], bool]] = {
    "transformers": check_transformers,
    "litellm": check_litellm,
    "nginx": check_nginx,
    "socks": check_socks,
    "vllm": check_vllm,
}


async def check_all(place: Place, names: list[str]) -> bool:
    """Whether all that are there pass; the simulator stands behind the proxies meanwhile."""
    passed = True
    key = AnswerKey.from_file(str(place.bench / "items.jsonl"))
    async with Simulator(key, port=UPSTREAM):
        for name in names:
            print(f"{name}:", flush=True)
            try:
                passed &= await asyncio.to_thread(CHECKS[name], place)
            except Skipped as reason:
                print(f"  skipped: {reason}")
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", type=Path, help="of the environment with the servers")
    parser.add_argument("--vllm-python", type=Path, help="of the environment with vLLM, if it is another")
    parser.add_argument("--only", default=",".join(CHECKS), help="names, separated by commas")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        pythons = [path and path.absolute() for path in (args.python, args.vllm_python)]
        place = Place(Path(scratch), *pythons)
        mhclient("build", "--sample", "--out", place.bench)
        passed = asyncio.run(check_all(place, args.only.split(",")))
        mhclient("cache", "verify", "--store", place.folder / "s.sqlite3")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
