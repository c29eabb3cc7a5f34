"""What `gpu_plan.py` found, as lines to read; its JSON has the rest."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

KERNELS = 4  # of those that take longest
NAME_WIDTH = 70  # a kernel's name can fill a screen

Found = Mapping[str, Any]


def lines_of(steps: Mapping[str, Any]) -> Iterator[str]:
    """Buckets, kernels and attention by the length of prompts, and what two processes do."""
    for n_tokens in steps["2"]:
        yield f"\nprompts of about {n_tokens} tokens"
        yield from _buckets(steps["2"][n_tokens])
        yield from _kernels(steps["3"][n_tokens])
        yield from _attention(steps["4"][n_tokens])
    yield from _processes(steps["8"])


def _buckets(tried: Sequence[Found]) -> Iterator[str]:
    yield f"{'items at most':>15}{'tokens at most':>16}{'items/s':>10}{'of the peak':>13}"
    for each in tried:
        sizes = f"{each.get('batch', ''):>15}{each.get('tokens_max', ''):>16}"
        if "skipped" in each:
            yield f"{sizes}  {each['skipped']}"
        else:
            share = each["share_of_peak"]
            yield f"{sizes}{each['items_per_s']:>10.1f}{'-' if share is None else f'{share:.0%}':>13}"


def _kernels(found: Mapping[str, Found]) -> Iterator[str]:
    for way, figures in found.items():
        yield f"  what takes longest, {way}:"
        for name, share in list(figures["share_of_time"].items())[:KERNELS]:
            yield f"    {share:>4.0%} {name[:NAME_WIDTH]}"


def _attention(found: Mapping[str, Found]) -> Iterator[str]:
    yield f"{'attention':>20}{'items/s':>10}{'x today':>9}{'furthest':>10}{'same picks':>12}"
    for name, each in found.items():
        if "skipped" in each:
            yield f"{name:>20}  {each['skipped']}"
        else:
            figures = f"{each['items_per_s']:>10.1f}{each['times_today']:>9.2f}{each['furthest']:>10.3f}"
            yield f"{name:>20}{figures}{each['same_picks']:>12.0%}"


def _processes(found: Found) -> Iterator[str]:
    alone, together = found["one"][0], found["two"]
    rate = sum(each["items_per_s"] for each in together)
    yield f"\na model of the shape {found['model']}, forced choice by the worker"
    yield f"  one process {alone['items_per_s']:,.0f} items/s, {alone['idle']:.0%} of the time idle"
    yield f"  two {rate:,.0f} items/s together: {found['times']:.2f} x"
