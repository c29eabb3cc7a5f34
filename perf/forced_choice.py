"""Forced choice: items per second, against a plain forward pass and against the paper's way, in the same run.

A model of random weights is built on the spot, a tokenizer is trained on made-up questions; nothing is
downloaded. Four letters × six surface forms, prompts of about 75 and about 500 tokens. Everything counts:
JSON, tokenising the 24 continuations of each prompt, the forward pass, the log-softmax, the choice.

    python perf/forced_choice.py                     # one thread of a CPU, a model of 31 million weights
    python perf/forced_choice.py --gpu               # a GPU, bfloat16, a model of 7.6 billion weights
    python perf/forced_choice.py --lm-eval           # lm-evaluation-harness beside it, if it is installed

Needs torch and transformers, and this project's folder on the path (`pip install -e .` or PYTHONPATH=.).
"""

import argparse
import asyncio
import json
import math
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mhclient.letters.forms import NAMED
from mhclient.local.desk import Desk, Portions
from mhclient.local.forced_choice import ForcedChoiceEngine, Prepared
from mhclient.local.load import LoadedModel, wrap
from mhclient.local.provider import TOKENS_PER_BUCKET
from mhclient.local.settings import ANCHOR

WORDS = (
    *("drug", "disease", "protein", "phenotype", "exposure", "relation", "recorded", "disorder", "with"),
    *("associated", "patients", "treatment", "clinical", "serotonin", "receptor", "symptoms", "indicated"),
    *("therapy", "chronic", "acute", "mechanism", "of", "the", "in", "and", "is", "for", "that", "which"),
)
LETTERS = "ABCD"
HEADS = ("tokens", "packed/s", "plain/s", "reference/s", "lm_eval/s")

# Qwen2.5-7B's shape; a Llama of 31 million weights.
SHAPES = {
    "7b": transformers.Qwen2Config(
        hidden_size=3584,
        intermediate_size=18944,
        num_hidden_layers=28,
        num_attention_heads=28,
        num_key_value_heads=4,
        vocab_size=152_064,
    ),
    "31m": transformers.LlamaConfig(
        hidden_size=512,
        intermediate_size=1376,
        num_hidden_layers=8,
        num_attention_heads=8,
        num_key_value_heads=4,
        vocab_size=8_000,
    ),
}


def build(shape: str, device: str, dtype: torch.dtype) -> LoadedModel:
    """A model of random weights and a byte-level tokenizer."""
    torch.manual_seed(0)
    with torch.device(device):
        model = transformers.AutoModelForCausalLM.from_config(  # type: ignore[no-untyped-call]
            SHAPES[shape], dtype=dtype
        )
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=4_000,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["</s>"],
        show_progress=False,
    )
    tokenizer.train_from_iterator([question(200, seed) for seed in range(300)], trainer)
    fast = transformers.PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer, eos_token="</s>"
    )
    return wrap(model, fast)


def question(n_words: int, seed: int) -> str:
    """A made-up question with four options, of about so many tokens."""
    draw = random.Random(seed)
    text = " ".join(draw.choice(WORDS) for _ in range(max(1, n_words - 32)))
    options = "\n".join(f"{letter}. {' '.join(draw.choices(WORDS, k=2))}" for letter in LETTERS)
    return f"{text}?\n\n{options}\n\nAnswer with the letter of the correct option only."


def body(text: str) -> str:
    """A request's body, as a run makes it."""
    return json.dumps(
        {
            "messages": [{"role": "user", "content": text}],
            "anchor": ANCHOR,
            "forms": list(NAMED["paper"].templates),
            "letters": list(LETTERS),
            "max_length": 4096,
        }
    )


def bodies_of(loaded: LoadedModel, n_tokens: int, n_items: int) -> list[str]:
    """Questions whose prompts have about so many tokens, give or take a tenth."""
    draw = random.Random(n_tokens)
    sizes = [round(n_tokens * draw.uniform(0.9, 1.1)) for _ in range(n_items)]
    texts = [question(size, seed) for seed, size in enumerate(sizes)]
    return [body(text) for text in texts]


def buckets(items: Sequence[Prepared], size: int) -> list[list[Prepared]]:
    """Items of like length together."""
    ordered = sorted(items, key=lambda item: item.n_tokens)
    return [ordered[start : start + size] for start in range(0, len(ordered), size)]


def prepared_by(engine: ForcedChoiceEngine, bodies: Sequence[str]) -> list[Prepared]:
    """Requests as token ids; none of these is refused."""
    return [each for each in engine.prepare(bodies) if isinstance(each, Prepared)]


@torch.inference_mode()
def plain(loaded: LoadedModel, prompts: Sequence[Sequence[int]]) -> None:
    """The least that any method must do: one forward pass over the prompts, logits of one position each.

    Padded on the right without a mask: the fastest attention there is.
    """
    longest = max(map(len, prompts))
    ids = [[*prompt, *[loaded.pad_id] * (longest - len(prompt))] for prompt in prompts]
    loaded.model(
        input_ids=torch.tensor(ids, device=loaded.device), use_cache=False, logits_to_keep=1
    ).logits.cpu()


def seconds(work: Callable[[], None], repeats: int, clock: Callable[[], float]) -> float:
    """The median time of a piece of work, after one that does not count."""
    work()
    times = []
    for _ in range(repeats):
        began_at = clock()
        work()
        times.append(clock() - began_at)
    return statistics.median(times)


def lm_eval_scores(loaded: LoadedModel, batch: int) -> Callable[[Sequence[Prepared]], None]:
    """lm-evaluation-harness on the same model and continuations, in batches of the same size."""
    from lm_eval.api.instance import Instance  # type: ignore[import-not-found] # not among our packages
    from lm_eval.models.huggingface import HFLM  # type: ignore[import-not-found]

    model = HFLM(
        pretrained=loaded.model,
        tokenizer=loaded.tokenizer,
        batch_size=batch,
        max_length=4096,
        device=str(loaded.device),
    )

    def score(items: Sequence[Prepared]) -> None:
        asked = []
        for item in items:
            prompt = loaded.tokenizer.decode(item.tokens.prefix)
            forms = [form for letter in item.letters for form in item.forms.of(letter)]
            asked += [Instance("loglikelihood", {}, (prompt, form), idx=0) for form in forms]
        model.loglikelihood(asked, disable_tqdm=True)

    return score


def measure(loaded: LoadedModel, n_tokens: int, args: argparse.Namespace) -> dict[str, float]:
    """Items per second of the three, on the same items in the same buckets."""
    bodies = bodies_of(loaded, n_tokens, args.items)
    packed = ForcedChoiceEngine(loaded, "perf", "packed", n_checks=0)
    portions = Portions(args.batch, TOKENS_PER_BUCKET[loaded.device.type])
    reference = ForcedChoiceEngine(loaded, "perf", "reference", n_checks=0)
    prepared = prepared_by(packed, bodies)
    prompts = [[list(item.tokens.prefix) for item in bucket] for bucket in buckets(prepared, args.batch)]

    async def at_a_desk() -> None:
        desk = Desk(packed, portions)
        await asyncio.gather(*(desk.ask(each) for each in bodies))
        desk.close()

    def run_packed() -> None:
        asyncio.run(at_a_desk())

    def run_plain() -> None:
        for bucket in prompts:
            plain(loaded, bucket)

    def run_reference() -> None:
        reference.answer(prepared_by(reference, few), lambda _: None)

    few = bodies[: args.reference_items]
    packed_s = seconds(run_packed, args.repeats, args.clock)
    plain_s = seconds(run_plain, args.repeats, args.clock)
    packed_again_s = seconds(run_packed, args.repeats, args.clock)
    reference_s = seconds(run_reference, 1, args.clock)
    harness = lm_eval_scores(loaded, args.batch) if args.lm_eval else None
    some = prepared[: args.lm_eval_items]
    harness_s = seconds(lambda: harness(some), 1, args.clock) if harness else math.nan
    packed_s = (packed_s + packed_again_s) / 2  # before and after the baseline, against a drifting machine
    if packed.way != "packed":
        raise SystemExit(f"the packed way was not taken: {packed.notes}")
    return {
        "tokens": sum(len(prompt) for bucket in prompts for prompt in bucket) / len(bodies),
        "packed": len(bodies) / packed_s,
        "plain": len(bodies) / plain_s,
        "reference": len(few) / reference_s,
        "lm_eval": len(some) / harness_s,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gpu", action="store_true", help="bfloat16 on cuda:0, the 7B shape, larger buckets")
    parser.add_argument("--shape", choices=list(SHAPES))
    parser.add_argument("--items", type=int)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--reference-items", type=int)
    parser.add_argument("--lm-eval", action="store_true", help="measure lm-evaluation-harness, too")
    parser.add_argument("--lm-eval-items", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--tokens", type=int, nargs="+", default=[75, 500])
    parser.add_argument("--threads", type=int, default=1, help="of the CPU (default: 1)")
    parser.add_argument(
        "--cpu-time",
        action="store_true",
        help="time of this process on the CPU, not on the wall: for a machine that others use, too",
    )
    args = parser.parse_args()
    args.clock = time.process_time if args.cpu_time else time.perf_counter
    args.shape = args.shape or ("7b" if args.gpu else "31m")
    args.items = args.items or (256 if args.gpu else 32)
    args.batch = args.batch or (64 if args.gpu else 32)
    args.reference_items = args.reference_items or (8 if args.gpu else 2)
    if not args.gpu:
        torch.set_num_threads(args.threads)
        os.environ["RAYON_NUM_THREADS"] = str(args.threads)  # the tokenizer's
    device, dtype = ("cuda", torch.bfloat16) if args.gpu else ("cpu", torch.float32)
    loaded = build(args.shape, device, dtype)
    n_weights = sum(weight.numel() for weight in loaded.model.parameters())
    print(f"{loaded.computed_with()}; {n_weights / 1e6:,.0f} million weights, {dtype}; 4 letters x 6 forms")
    heads = (*HEADS, "x plain time", "x reference", "x lm_eval")
    print("".join(f"{head:>13}" for head in heads))
    for n_tokens in args.tokens:
        figures = measure(loaded, n_tokens, args)
        ratios = (
            figures["plain"] / figures["packed"],
            figures["packed"] / figures["reference"],
            figures["packed"] / figures["lm_eval"],
        )
        print("".join(f"{value:13.2f}" for value in (*figures.values(), *ratios)), flush=True)


if __name__ == "__main__":
    main()
