"""What `forced_choice.py --gpu` measures beside the four ways: buckets, kernels, attention, two processes.

Each step gives figures, or says why it was left out. On a CPU the same code runs; its figures mean nothing.

Decision: docs/decisions/local.md, "What one GPU says about buckets and attention".
"""

import gc
import json
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
import transformers

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gpu_attention import ATTENTION, Scores, Way, by_mask
from random_model import bodies_of, build

from mhclient.providers.local.devices import device_name
from mhclient.providers.local.forced_choice import ForcedChoiceEngine, Prepared
from mhclient.providers.local.load import LoadedModel
from mhclient.providers.local.packed import score_packed
from mhclient.providers.local.surface_forms import JointTokens
from mhclient.providers.local.tree import build_tree
from mhclient.providers.local.worker import ModelWorker, Portions

# Dense bfloat16 FLOP/s by the makers' data sheets.
PEAKS = {"H100": 989e12, "H200": 989e12, "A100": 312e12, "L40S": 362e12, "L4": 121e12}
BATCHES, BUCKETS = (16, 64, 256), (8_192, 32_768, 131_072, 262_144)
PROFILED = 20  # buckets
WORTH_IT = 1.10  # times the items per second of today's way


def machine(device: torch.device) -> dict[str, Any]:
    """What all of it was measured on."""
    found: dict[str, Any] = {
        "device": device_name(device),
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "python": platform.python_version(),
    }
    if command := shutil.which("nvidia-smi"):
        asked = "--query-gpu=name,driver_version,clocks.sm,clocks.max.sm,memory.total,power.limit"
        done = subprocess.run(
            [command, asked, "--format=csv,noheader"], capture_output=True, text=True, check=False
        )
        found["nvidia-smi"] = done.stdout.strip() or done.stderr.strip()
    else:
        found["nvidia-smi"] = "skipped: there is no such command"
    return found


def peak_of(device: torch.device) -> float | None:
    """FLOP/s of the device at best; None where it is not known."""
    name = device_name(device)
    return next((peak for kind, peak in PEAKS.items() if kind in name), None)


def flop_per_token(model: Any) -> float:
    """Two for each weight that a token passes; embedding and output layer are not counted."""
    ends = {
        id(weight)
        for part in (model.get_input_embeddings(), model.get_output_embeddings())
        for weight in part.parameters()
    }
    return 2.0 * float(sum(weight.numel() for weight in model.parameters() if id(weight) not in ends))


def synchronised(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def rate(work: Callable[[], object], n_items: int, device: torch.device) -> float:
    """Items per second, after a run that does not count."""
    work()
    synchronised(device)
    began_at = time.perf_counter()
    work()
    synchronised(device)
    return n_items / (time.perf_counter() - began_at)


def buckets_of(items: Sequence[JointTokens], batch: int, tokens_max: int) -> list[list[JointTokens]]:
    """Neighbours in length, at most so many items and tokens together."""
    buckets: list[list[JointTokens]] = [[]]
    for item in sorted(items, key=lambda item: item.n_tokens):
        if buckets[-1] and (len(buckets[-1]) >= batch or (len(buckets[-1]) + 1) * item.n_tokens > tokens_max):
            buckets.append([])
        buckets[-1].append(item)
    return buckets


def _score_all(loaded: LoadedModel, way: Way, buckets: Sequence[Sequence[JointTokens]]) -> Scores:
    return [row for bucket in buckets for row in way(loaded, bucket)]


def try_buckets(
    loaded: LoadedModel, items: Sequence[JointTokens], over: Callable[[], bool]
) -> list[dict[str, Any]]:
    """Step 2: items per second and the share of the peak, by the size of a bucket."""
    n_tokens = sum(len(item.prefix) + len(build_tree(item.paths).tokens) for item in items)
    flop, peak = flop_per_token(loaded.model) * n_tokens / len(items), peak_of(loaded.device)
    found: list[dict[str, Any]] = []
    for batch in BATCHES:
        for tokens_max in BUCKETS:
            if over():
                return [*found, {"skipped": "no time was left for larger ones"}]
            buckets = buckets_of(items, batch, tokens_max)
            try:
                per_s = rate(partial(_score_all, loaded, by_mask, buckets), len(items), loaded.device)
            except torch.OutOfMemoryError:
                found.append({"batch": batch, "tokens_max": tokens_max, "skipped": "out of memory"})
                continue
            share = None if peak is None else per_s * flop / peak
            found.append(
                {"batch": batch, "tokens_max": tokens_max, "items_per_s": per_s, "share_of_peak": share}
            )
    return found


def profile(
    loaded: LoadedModel,
    buckets: Sequence[Sequence[JointTokens]],
    plain: Callable[[Sequence[Sequence[int]]], None],
) -> dict[str, Any]:
    """Step 3: which kernels take the time, packed and plain; the names say which attention it is."""
    ways: dict[str, Callable[[Sequence[JointTokens]], object]] = {
        "packed": lambda bucket: score_packed(loaded.model, bucket, loaded.pad_id),
        "plain": lambda bucket: plain([item.prefix for item in bucket]),
    }
    on_gpu = loaded.device.type == "cuda"
    kinds = [torch.profiler.ProfilerActivity.CPU, *([torch.profiler.ProfilerActivity.CUDA] if on_gpu else [])]
    found = {}
    for name, work in ways.items():
        with torch.profiler.profile(activities=kinds) as profiler:
            for bucket in buckets[:PROFILED]:
                work(bucket)
            synchronised(loaded.device)
        averages = profiler.key_averages()
        spent = {
            each.key: each.self_device_time_total if on_gpu else each.self_cpu_time_total for each in averages
        }
        total = sum(spent.values()) or 1.0
        longest = sorted(spent, key=lambda key: -spent[key])[:12]
        found[name] = {
            "share_of_time": {key: spent[key] / total for key in longest},
            "attention": {each.key: each.count for each in averages if "attention" in each.key.lower()},
        }
    return found


def try_attention(
    loaded: LoadedModel, buckets: Sequence[Sequence[JointTokens]], n_forms: int, over: Callable[[], bool]
) -> dict[str, Any]:
    """Step 4: the same scores by other attention, and what each one's speed is."""
    n_items, found = sum(map(len, buckets)), dict[str, Any]()
    expected: list[list[float]] = []
    for name, way in ATTENTION.items():
        if over():
            found[name] = {"skipped": "no time was left"}
            continue
        try:
            scores = _score_all(loaded, way, buckets)
            per_s = rate(partial(_score_all, loaded, way, buckets), n_items, loaded.device)
        except Exception as error:  # noqa: BLE001 - a compiler that is not there, a kernel that is not built
            found[name] = {
                "skipped": f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')[:200]}"
            }
            continue
        expected = expected or scores
        today = found.get("a: dense mask", {}).get("items_per_s", per_s)
        found[name] = {
            "items_per_s": per_s,
            "times_today": per_s / today,
            "worth_it": per_s / today >= WORTH_IT,
            "furthest": max(
                abs(a - b)
                for mine, its in zip(scores, expected, strict=True)
                for a, b in zip(mine, its, strict=True)
            ),
            "same_picks": sum(
                _pick(mine, n_forms) == _pick(its, n_forms)
                for mine, its in zip(scores, expected, strict=True)
            )
            / n_items,
        }
    return found


def _pick(scores: Sequence[float], n_forms: int) -> int:
    return max(range(len(scores)), key=lambda place: scores[place]) // n_forms


CHILD = """
import sys, time, json
sys.path[:0] = [sys.argv[1]]
from gpu_plan import busy
print(json.dumps(busy(sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5]))))
"""


def busy(shape: str, device: str, n_items: int, seconds: float) -> dict[str, float]:
    """Items per second of a process by itself, and the share of the time in which nothing was computed."""
    import asyncio

    loaded = build(shape, device, torch.bfloat16 if device.startswith("cuda") else torch.float32)
    engine = ForcedChoiceEngine(loaded, "perf", "packed", n_checks=0)
    bodies = bodies_of(75, n_items)

    async def work() -> tuple[float, float, int]:
        worker = ModelWorker(engine, Portions(64, 32_768))
        await asyncio.gather(*map(worker.ask, bodies))
        worker.workload.busy_s, began_at, done = 0.0, time.perf_counter(), 0
        while time.perf_counter() - began_at < seconds:
            await asyncio.gather(*map(worker.ask, bodies))
            done += n_items
        spent = time.perf_counter() - began_at
        worker.close()
        return spent, worker.workload.busy_s, done

    spent, computing, done = asyncio.run(work())
    return {"items_per_s": done / spent, "idle": 1 - computing / spent}


def try_two_processes(device: str, n_items: int, seconds: float) -> dict[str, Any]:
    """Step 8: whether a second process on the same device helps a small model."""
    shape = "0.5b" if device.startswith("cuda") else "tiny"
    command = [
        sys.executable,
        "-c",
        CHILD,
        str(Path(__file__).parent),
        shape,
        device,
        str(n_items),
        str(seconds),
    ]

    def together(n: int) -> list[dict[str, float]]:
        started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(n)]
        return [json.loads(process.communicate()[0].splitlines()[-1]) for process in started]

    one, two = together(1), together(2)
    rates = [sum(each["items_per_s"] for each in found) for found in (one, two)]
    return {"model": shape, "one": one, "two": two, "times": rates[1] / rates[0]}


LEFT_TO_OTHERS = {
    "5": "python perf/shared_beginnings.py measures it",
    "6": "not built: for models of 0.5 billion weights alone",
    "7": "python perf/token_tree.py --vllm … measures it",
}


def write_plan(path: Path, on: dict[str, Any], steps: dict[str, Any]) -> None:
    """All that there is so far as one file: whoever stops the script keeps it."""
    others = {number: {"skipped": why} for number, why in LEFT_TO_OTHERS.items()}
    ordered = dict(sorted((steps | others).items()))
    path.write_text(json.dumps({"machine": on, "steps": ordered}, indent=1) + "\n")


def steps_of(
    loaded: LoadedModel,
    prepared: Sequence[Prepared],
    plain: Callable[[Sequence[Sequence[int]]], None],
    batch: int,
    over: Callable[[], Callable[[], bool]],
) -> Iterator[tuple[str, Any]]:
    """Steps 2 to 4 on one set of items, each as soon as it is done; `over` begins the time of one."""
    items = [each.tokens for each in prepared]
    buckets = buckets_of(items, batch, BUCKETS[1])
    yield "2", try_buckets(loaded, items, over())
    yield "3", profile(loaded, buckets, plain)
    yield "4", try_attention(loaded, buckets, len(prepared[0].forms.templates), over())
    gc.collect()
