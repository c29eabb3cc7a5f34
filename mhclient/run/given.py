"""What a program gives by name: is there such an argument, and is its value of the expected kind and range?

The command line checks the same where it reads its arguments; Python itself checks neither the names under
`**` nor kinds.
"""

import os
import re
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from benchmark.nearest import near_names
from mhclient.errors import GONE, UsageError

T = TypeVar("T")

_KEYS = ("api_key", "key")  # what other libraries take
MOST_EPOCHS = 1_000
LONGEST_RUN_ID = 200  # characters
LARGEST_COUNT = 10**9  # more is a slip of the hand, and may be more than SQLite or a provider takes


def nearest_hint(name: str, known: Iterable[str]) -> str:
    """A question for the name that was probably meant, in capitals or not; nothing where none is near."""
    folded = {each.casefold(): each for each in known}
    near = near_names(name.casefold(), folded, 1)
    return f"did you mean '{folded[near[0]]}'?" if near else ""


def check_names(known: Collection[str], given: Collection[str], kind: str = "argument") -> None:
    """Refuse names that would be ignored.

    Args:
        kind: of what they are names.

    Raises:
        UsageError: one is not known; says which name is nearest.
    """
    for name in given:
        if name not in known:
            hint = GONE.get(name) or nearest_hint(name, known) or f"there are {', '.join(known)}."
            if name in _KEYS:
                hint = "keys are read from the environment, as OPENAI_API_KEY is."
            raise UsageError(f"there is no {kind} '{name}': {hint}")


def refuse_all(source: object, faults: Sequence[str]) -> None:
    """Refuse what has faults, with all of them: whoever mends one at a time has to try as often.

    Raises:
        UsageError: there is one.
    """
    if len(faults) == 1:
        raise UsageError(f"{source}: {faults[0]}")
    if faults:
        listed = " ".join(f"({number}) {fault}" for number, fault in enumerate(faults, 1))
        raise UsageError(f"{source}: {len(faults)} faults: {listed}")


def check_run_id(run_id: object) -> None:
    """Refuse a name that other commands would read as an option, a pattern or a selector.

    Raises:
        UsageError: says what is wrong with it.
    """
    name = str(run_id)
    selects = re.search(r"[=*?\[]", name)
    faults = {
        "is empty": not name.strip(),
        f"has {len(name):,} characters, and {LONGEST_RUN_ID} is the most": len(name) > LONGEST_RUN_ID,
        "begins with '-', as options do": name.startswith("-"),
        "begins with '@', as '@last' does": name.startswith("@"),
        f"has {selects and selects[0]!r}, which selects runs": selects,
        "begins or ends with a space": name != name.strip(),
        "has a character that cannot be printed": not name.isprintable(),
    }
    for fault in (text for text, holds in faults.items() if holds):
        raise UsageError(
            f"`run_id` is {name!r:.60}: it {fault}. Name the run with letters, digits, '-', '_' and '.'."
        )


def as_text(value: T | os.PathLike[str]) -> T | str:
    """A path as the text that it is; what is no path as it was given, to be looked at."""
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def names_of(given: str | Iterable[str]) -> tuple[str, ...]:
    """Several names, or the one that was given, which is no list of its letters."""
    return (given,) if isinstance(given, str) else tuple(given)
