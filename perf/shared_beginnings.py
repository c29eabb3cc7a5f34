"""Forced choice with five examples before each question: what prompts share computed once, against each time.

A model of random weights on one thread of a CPU, four letters × six surface forms; the examples of each task
stand before all of its questions. Both ways score the same buckets in the same run, and their log-probs are
compared.

    python perf/shared_beginnings.py                  # a model of 31 million weights, prompts of ~800 tokens
    python perf/shared_beginnings.py --quick          # whether it runs, in seconds

First tokens are counted (what the model is given to read), then time: CPU seconds of this process.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from random_model import body, build, question
from recording import make_parser, recording

from mhclient.providers.local.beginnings import Beginnings
from mhclient.providers.local.forced_choice import ForcedChoiceEngine, Prepared
from mhclient.providers.local.packed import score_packed

N_EXAMPLES = 5
EXAMPLE_TOKENS, QUESTION_TOKENS = 140, 80  # about so many tokens each
QUICK = {"shape": "tiny", "items": 8, "tasks": 2, "batch": 4}
BAR = 3.0  # times the items per second


def bodies_of_task(task: int, n_items: int) -> list[str]:
    """Questions of one task, each behind the same five examples."""
    examples = "\n\n".join(question(EXAMPLE_TOKENS, 1_000 * task + n) + " A" for n in range(N_EXAMPLES))
    texts = [question(QUESTION_TOKENS, 10_000 * (task + 1) + n) for n in range(n_items)]
    return [body(f"{examples}\n\n{text}") for text in texts]


class Reading:
    """Counts the tokens that a model is given to read."""

    def __init__(self, model: torch.nn.Module) -> None:
        self.tokens = 0
        model.register_forward_pre_hook(self._count, with_kwargs=True)

    def _count(self, module: torch.nn.Module, args: object, kwargs: dict[str, torch.Tensor]) -> None:
        self.tokens += kwargs["input_ids"].numel()


def score(
    engine: ForcedChoiceEngine, buckets: Sequence[Sequence[Prepared]], beginnings: Beginnings | None
) -> tuple[list[list[float]], float]:
    """All log-probs, and the CPU seconds they took."""
    began_at = time.process_time()
    scores = [
        row
        for bucket in buckets
        for row in score_packed(
            engine.loaded.model, [each.tokens for each in bucket], engine.loaded.pad_id, beginnings
        )
    ]
    return scores, time.process_time() - began_at


def measure(args: argparse.Namespace) -> None:
    """Prints the table."""
    engine = ForcedChoiceEngine(build(args.shape, "cpu", torch.float32), "random", "packed", n_checks=0)
    reading, buckets = Reading(engine.loaded.model), []
    for task in range(args.tasks):
        prepared = [e for e in engine.prepare(bodies_of_task(task, args.items)) if isinstance(e, Prepared)]
        buckets += [prepared[start : start + args.batch] for start in range(0, len(prepared), args.batch)]
    n_items = sum(map(len, buckets))
    found = {}
    score(engine, buckets[:1], None)  # does not count
    for name, beginnings in (("each time", None), ("once", Beginnings())):
        reading.tokens = 0
        scores, seconds = score(engine, buckets, beginnings)
        found[name] = scores, seconds, reading.tokens
        rate = f"{n_items / seconds:7.2f} items/s of CPU"
        print(f"{name:>10}: {reading.tokens / n_items:8.1f} tokens an item, {rate}")
    (each, each_s, each_tokens), (once, once_s, once_tokens) = found["each time"], found["once"]
    furthest = max(
        abs(a - b) for mine, its in zip(once, each, strict=True) for a, b in zip(mine, its, strict=True)
    )
    print(
        f"once / each time: {each_s / once_s:.2f} × the items per second (bar {BAR:g}), "
        f"{each_tokens / once_tokens:.2f} × fewer tokens; log-probs at most {furthest:.1e} apart (bar 1e-4)"
    )


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--shape", default="31m", choices=("31m", "tiny"))
    parser.add_argument("--items", type=int, default=32, help="of each task (default: 32)")
    parser.add_argument("--tasks", type=int, default=2, help="default: 2")
    parser.add_argument("--batch", type=int, default=16, help="default: 16")
    args = parser.parse_args()
    if args.quick:
        vars(args).update(QUICK)
    torch.set_num_threads(1)
    with recording(__file__, args):
        measure(args)


if __name__ == "__main__":
    main()
