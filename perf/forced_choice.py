"""Forced choice: items per second, against a plain forward pass and against the paper's way, in the same run.

A model of random weights is built on the spot, a tokenizer is trained on made-up questions; nothing is
downloaded. Four letters × six surface forms, prompts of about 75 and about 500 tokens. Everything counts:
JSON, tokenising the 24 continuations of each prompt, the forward pass, the log-softmax, the choice.

    python perf/forced_choice.py                     # one thread of a CPU, a model of 31 million weights
    python perf/forced_choice.py --lm-eval           # lm-evaluation-harness beside it, if it is installed
    python perf/forced_choice.py --gpu               # bfloat16, 7.6 billion weights: a GPU with 24 GB

Needs torch and transformers. After --limit-s (480) seconds nothing new is begun, and what was not measured is
said; a measurement under way is let finish.
"""

import argparse
import asyncio
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from other_ways import Stopwatch, buckets, lm_eval_scores, plain, prepared_by
from random_model import SHAPES, bodies_of, build
from recording import make_parser, recording

from mhclient.providers.local.engines import ForcedChoiceEngine
from mhclient.providers.local.load import GIB, LoadedModel
from mhclient.providers.local.provider import TOKENS_PER_BUCKET
from mhclient.providers.local.worker import ModelWorker, Portions

HEADS = ("tokens", "packed/s", "plain/s", "reference/s", "lm_eval/s")
RATIOS = ("x plain time", "x reference", "x lm_eval", "packed GiB", "plain GiB")

# --gpu or not → what is not said otherwise.
DEFAULTS = {
    True: {"device": "cuda", "shape": "7b", "items": 256, "batch": 64, "reference_items": 8},
    False: {"device": "cpu", "shape": "31m", "items": 32, "batch": 32, "reference_items": 2},
}


# Where only whether it runs is asked.
QUICK = {"device": "cpu", "shape": "tiny", "items": 8, "batch": 4, "reference_items": 1}


def peak_gib(work: Callable[[], None], device: torch.device) -> float:
    """The most GPU memory that tensors take during a piece of work, weights included; NaN on a CPU."""
    if device.type != "cuda":
        return math.nan
    torch.cuda.reset_peak_memory_stats(device)
    work()
    return torch.cuda.max_memory_allocated(device) / GIB


def measure(
    loaded: LoadedModel, n_tokens: int, watch: Stopwatch, args: argparse.Namespace
) -> dict[str, float]:
    """Items per second of the four ways on the same items in the same buckets, and GiB of two of them."""
    bodies = bodies_of(n_tokens, args.items)
    packed = ForcedChoiceEngine(loaded, "perf", "packed", n_checks=0)
    portions = Portions(args.batch, TOKENS_PER_BUCKET.get(loaded.device.type, TOKENS_PER_BUCKET["cpu"]))
    reference = ForcedChoiceEngine(loaded, "perf", "reference", n_checks=0)
    prepared = prepared_by(packed, bodies)
    prompts = [[list(item.tokens.prefix) for item in bucket] for bucket in buckets(prepared, args.batch)]
    few, some = bodies[: args.reference_items], prepared[: args.lm_eval_items]

    async def at_a_desk() -> None:
        worker = ModelWorker(packed, portions)
        await asyncio.gather(*(worker.ask(each) for each in bodies))
        worker.close()

    def run_packed() -> None:
        asyncio.run(at_a_desk())

    def run_plain() -> None:
        for bucket in prompts:
            plain(loaded, bucket)

    def run_reference() -> None:
        reference.answer(prepared_by(reference, few), lambda _: None)

    packed_s = watch.seconds(run_packed)
    plain_s = watch.seconds(run_plain)
    # Before and after the baseline, against a drifting machine.
    packed_s = (packed_s + watch.seconds(run_packed)) / 2
    reference_s = watch.seconds(run_reference, repeats=1)
    harness = lm_eval_scores(loaded, args.batch) if args.lm_eval else None
    harness_s = watch.seconds(lambda: harness(some), repeats=1) if harness else math.nan
    if packed.way != "packed":
        raise SystemExit(f"the packed way was not taken: {packed.notes}")
    return {
        "tokens": sum(len(prompt) for bucket in prompts for prompt in bucket) / len(bodies),
        "packed": len(bodies) / packed_s,
        "plain": len(bodies) / plain_s,
        "reference": len(few) / reference_s,
        "lm_eval": len(some) / harness_s,
        "packed_gib": peak_gib(run_packed, loaded.device),
        "plain_gib": peak_gib(run_plain, loaded.device),
    }


def arguments() -> argparse.Namespace:
    """The command line, with what it leaves open filled in."""
    parser = make_parser(__doc__)
    parser.add_argument("--gpu", action="store_true", help="bfloat16 on cuda:0, the 7B shape, larger buckets")
    parser.add_argument("--device")
    parser.add_argument("--shape", choices=list(SHAPES))
    parser.add_argument("--items", type=int)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--reference-items", type=int)
    parser.add_argument("--lm-eval", action="store_true", help="measure lm-evaluation-harness, too")
    parser.add_argument("--lm-eval-items", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--tokens", type=int, nargs="+", default=[75, 500])
    parser.add_argument("--threads", type=int, default=1, help="of the CPU (default: 1)")
    parser.add_argument("--limit-s", type=float, default=480.0, help="begin nothing after so many seconds")
    parser.add_argument(
        "--cpu-time",
        action="store_true",
        help="time of this process on the CPU, not on the wall: for a machine that others use, too",
    )
    args = parser.parse_args()
    if args.quick:
        args.tokens, args.repeats = [75], 1
    for name, value in (QUICK if args.quick else DEFAULTS[args.gpu]).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return args


def row(figures: dict[str, float]) -> str:
    """Items per second, ratios, memory; a dash for what was not measured."""
    values = (
        *(figures[name] for name in ("tokens", "packed", "plain", "reference", "lm_eval")),
        figures["plain"] / figures["packed"],
        figures["packed"] / figures["reference"],
        figures["packed"] / figures["lm_eval"],
        figures["packed_gib"],
        figures["plain_gib"],
    )
    return "".join(f"{'-' if math.isnan(value) else f'{value:.2f}':>13}" for value in values)


def main() -> None:
    args = arguments()
    with recording(__file__, args):
        measure_all(args)


def measure_all(args: argparse.Namespace) -> None:
    if args.device == "cpu":
        torch.set_num_threads(args.threads)
        os.environ["RAYON_NUM_THREADS"] = str(args.threads)  # the tokenizer's
    clock = time.process_time if args.cpu_time else time.perf_counter
    watch = Stopwatch(clock, args.limit_s, args.repeats, began_at=time.perf_counter())
    dtype = torch.bfloat16 if args.device.startswith("cuda") else torch.float32
    loaded = build(args.shape, args.device, dtype)
    n_weights = sum(weight.numel() for weight in loaded.model.parameters())
    print(f"{loaded.computed_with()}; {n_weights / 1e6:,.0f} million weights, {dtype}; 4 letters x 6 forms")
    print("".join(f"{head:>13}" for head in (*HEADS, *RATIOS)), flush=True)
    for n_tokens in args.tokens:
        if watch.over():
            print(f"not measured, for want of time: prompts of about {n_tokens} tokens")
        else:
            print(row(measure(loaded, n_tokens, watch, args)), flush=True)


if __name__ == "__main__":
    main()
