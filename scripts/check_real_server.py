"""Ask a server that nobody here wrote: `transformers serve`, with a tiny model built on the spot.

    python -m venv serving && serving/bin/pip install torch==2.13.0 'transformers[serving]'
    python scripts/check_real_server.py --python serving/bin/python

The model has random weights, so its replies are noise; what is checked is that both ways of asking
(`compatible`, and `openai` with --base-url) get every item answered over HTTP by a foreign server. Status 1
if one does not.
"""

import argparse
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PORT = 8791

# Runs in the serving environment: a Llama of a few thousand weights, a byte-level tokenizer, a chat template.
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
sizes = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
config = LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=2048, **sizes)
LlamaForCausalLM(config).save_pretrained(folder)
"""


def wait_for(url: str, process: subprocess.Popen[bytes], seconds: float = 120.0) -> None:
    """Wait until the server answers."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            if process.poll() is not None:
                raise SystemExit("the server ended before it answered") from None
            time.sleep(0.5)
    raise SystemExit(f"no answer from {url} within {seconds:g} s")


def mhclient(*arguments: object) -> int:
    return subprocess.run([sys.executable, "-m", "mhclient", *map(str, arguments)], check=False).returncode


def ask(provider: str, model: Path, folder: Path) -> bool:
    """Whether twelve items of the sample are all answered."""
    return not mhclient(
        *("run", "--provider", provider, "--model", model, "--benchmark", folder / "bench", "--limit", 12),
        *("--base-url", f"http://127.0.0.1:{PORT}/v1", "--max-tokens", 8, "--concurrency", 2),
        *("--store", folder / "s.sqlite3"),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--python", type=Path, required=True, help="of the environment with transformers[serving]"
    )
    python = parser.parse_args().python.absolute()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        model = folder / "model"
        subprocess.run([python, "-c", MAKE_MODEL, model], check=True)
        mhclient("build", "--sample", "--out", folder / "bench")
        serve = [python.with_name("transformers"), "serve", "--port", PORT, "--device", "cpu", model]
        server = subprocess.Popen([str(part) for part in serve], stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{PORT}/health", server)
            answered = {provider: ask(provider, model, folder) for provider in ("compatible", "openai")}
        finally:
            server.terminate()
            server.wait()
        mhclient("cache", "verify", "--store", folder / "s.sqlite3")
    print(answered)
    return 0 if all(answered.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
