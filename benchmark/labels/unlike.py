"""What two sets of labels that are compared are of, and in what they are unlike besides their labels."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.labels.annotations import AUTHOR
from benchmark.labels.label_file import LabelSet

NAMED = 10  # questions or raters that a sentence names
# What of the settings decides which ratings are fitted, and how.
SETTINGS = {
    "order": "order of options",
    "author": "author's answer counts as a rating",
    "offset": "offset of raters",
    "prior_sd": "standard deviation of the prior",
    "model": "model",
}


@dataclass(frozen=True, slots=True)
class Overlap:
    """The questions of two sets: those of both, and those of one alone, rising."""

    both: tuple[int, ...]
    first_alone: tuple[int, ...]
    second_alone: tuple[int, ...]


def overlap(first: LabelSet, second: LabelSet) -> Overlap:
    """Which questions both sets have, and which one of them alone."""
    one, other = first.labels.keys(), second.labels.keys()
    return Overlap(tuple(sorted(one & other)), tuple(sorted(one - other)), tuple(sorted(other - one)))


def unlike(first: LabelSet, second: LabelSet) -> Iterator[str]:
    """In what the sources of two sets differ, a sentence each; of what a file does not say, nothing."""
    if first.digest and second.digest and first.digest != second.digest:
        yield "They were fitted to different ratings, which alone can make labels differ."
    one, other = (set(_dict(each, "raters")) - {AUTHOR} for each in (first, second))
    if one and other:
        alone = {"first": sorted(one - other), "second": sorted(other - one)}
        yield from (
            f"Only the {name} has ratings by {_listed(those)}." for name, those in alone.items() if those
        )
    settings = [_dict(each, "settings") for each in (first, second)]
    if all(settings) and (differing := [n for n in SETTINGS if settings[0].get(n) != settings[1].get(n)]):
        named = [f"{SETTINGS[n]}: {_value(settings[0], n)} and {_value(settings[1], n)}" for n in differing]
        yield f"They were fitted in different ways (the first and the second): {'; '.join(named)}."
    if not all(settings):
        yield "One of the files does not say how its labels were fitted."


def numbers(questions: Sequence[int]) -> str:
    """How many, and the first of them: "3 (85, 86, 90)"."""
    return f"{len(questions)} ({_listed(list(map(str, questions)))})" if questions else "0"


def _listed(names: Collection[str]) -> str:
    shown = list(names)[:NAMED]
    return ", ".join([*shown, *(["…"] if len(names) > NAMED else [])])


def _dict(labels: LabelSet, key: str) -> dict[str, Any]:
    found = labels.about.get(key)
    return found if isinstance(found, dict) else {}


def _value(settings: dict[str, Any], name: str) -> str:
    value = settings.get(name)
    if isinstance(value, float):
        return f"{value:g}"
    return {True: "yes", False: "no", None: "none"}.get(value, str(value))
