"""Ask a hostile server, in each of its 210 ways, and look at what the program makes of it.

    python scripts/attack.py [--only NAME,...] [--crowd]
                             [--provider openai,compatible,openai-responses,anthropic,gemini-native]

Each way is a run of twelve items as a user starts it (but forked from a process that has imported
everything), against loopback: two good answers, three in that way, good ones after. Printed are peak
memory, time, exit status, what was stored, and where a planted key was found. Nothing is drawn: the order
and the answers are the same at each start. Status 1 if a run ended as an internal error, with a traceback,
above its memory or time, with a request left under way, or with the key in anything it wrote.

`--crowd` has 256 gzip bombs under way at once, with the bound at its default: then 256 of which every other
one says nothing, where the deadline of each attempt must hold; then 256 and Ctrl-C twice, each of which must
be answered within two seconds, and end all within two seconds of CPU.
"""

import argparse
import asyncio
import itertools
import tempfile
from pathlib import Path

from attacked import APIS, MOST_S, Attack, Ended, run
from forked_command import import_what_runs_need
from hostile_bytes import MB, Made, Way, bomb, gzipped, hang
from hostile_ways import WAYS, ways_in

N_ITEMS, N_GOOD, N_BAD = 12, 2, 3
TIMEOUT_S = 3  # of one attempt
CROWD, CROWD_TIMEOUT_S, LATE_S = 256, 20.0, 5.0
N_GOOD_IN_CROWD = 600  # by then so many may be under way
AMID = N_GOOD_IN_CROWD + CROWD // 4
CROWD_MOST_S = 15 * MOST_S  # by the clock, on a machine that does much else
ANSWERED_S = 2.0  # Ctrl-C
INTERRUPTED = 130


def attack(name: str, provider: str, most_s: float = MOST_S) -> list[str]:
    """One way; what is wrong, by name."""
    more = ("--concurrency", "4", "--timeout", str(TIMEOUT_S))
    way = ways_in(APIS[provider])[name] if provider in APIS else WAYS[name]
    with tempfile.TemporaryDirectory() as folder:
        ended = run(Attack(way, provider, N_ITEMS, (N_GOOD, N_BAD), more), Path(folder))
    return told(f"{name} ({provider})", ended, ended.wrong(most_s))


def crowd(provider: str) -> list[str]:
    """256 at once: bombs; bombs and silence; bombs and Ctrl-C."""
    packed = gzipped(bomb(100 * MB))
    bombs = Made(lambda: packed)
    n_items, counts = N_GOOD_IN_CROWD + CROWD, (N_GOOD_IN_CROWD, CROWD)
    at_once = ("--concurrency", str(CROWD))
    deadline = (*at_once, "--timeout", f"{CROWD_TIMEOUT_S:g}")
    attacks = {
        "bombs": Attack(bombs, provider, n_items, counts, at_once, None, CROWD_MOST_S),
        "bombs, silence": Attack(
            in_turn(bombs, hang), provider, n_items, counts, deadline, None, CROWD_MOST_S
        ),
        "bombs, Ctrl-C": Attack(bombs, provider, n_items, counts, at_once, AMID, CROWD_MOST_S),
    }
    wrong = []
    for name, each in attacks.items():
        with tempfile.TemporaryDirectory() as folder:
            ended = run(each, Path(folder))
        checks = {
            "an attempt outlived its deadline": each.more == deadline
            and ended.longest_s > CROWD_TIMEOUT_S + LATE_S,
            "Ctrl-C was not answered in time": max(ended.answered_s, default=0.0) > ANSWERED_S,
            "it took long to end": ended.ending_s > ANSWERED_S,
        }
        problems = [what for what, found in checks.items() if found]
        if each.interrupted_at is not None:
            problems += [what for what in ended.wrong(CROWD_MOST_S) if what != f"exit status {INTERRUPTED}"]
        else:
            problems += ended.wrong(CROWD_MOST_S)
        wrong += told(f"{CROWD} {name} ({provider})", ended, problems)
    return wrong


def in_turn(*ways: Way) -> Way:
    """Each of the ways in turn."""
    next_way = itertools.cycle(ways)

    async def way(writer: asyncio.StreamWriter, key: str) -> None:
        await next(next_way)(writer, key)

    return way


def told(name: str, ended: Ended, wrong: list[str]) -> list[str]:
    """Print a line; what is wrong, by name."""
    attempts = ", ".join(f"{n} {state}" for state, n in sorted(ended.attempts.items()))
    items = ", ".join(f"{n} {end}" for end, n in sorted(ended.items.items()))
    answered = ", ".join(f"{seconds:.1f} s" for seconds in ended.answered_s)
    stopped = f"  Ctrl-C answered after {answered}; to the end {ended.ending_s:.1f} s of CPU" * bool(answered)
    print(
        f"{name:42} status {ended.status}  {ended.peak_mb:5.0f} MB  {ended.took_s:5.1f} s  "
        f"attempts: {attempts}, at most {ended.longest_s:.1f} s  items: {items}"
        f"{stopped}{'  WRONG: ' if wrong else ''}{'; '.join(wrong)}",
        flush=True,
    )
    return [f"{name}: {what}" for what in wrong]


def attack_all(names: list[str], providers: list[str], *, with_crowd: bool) -> list[str]:
    wrong = [what for name in names for provider in providers for what in attack(name, provider)]
    if with_crowd:
        wrong += [what for provider in providers for what in crowd(provider)]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="names of ways, separated by commas")
    parser.add_argument("--provider", default="openai,compatible")
    parser.add_argument("--crowd", action="store_true", help="the crowds alone, if no --only")
    args = parser.parse_args()
    names = args.only.split(",") if args.only else [] if args.crowd else list(WAYS)
    providers = args.provider.split(",")
    import_what_runs_need(providers)
    wrong = attack_all(names, providers, with_crowd=args.crowd)
    print(f"{len(names)} ways, {len(wrong)} wrong", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
