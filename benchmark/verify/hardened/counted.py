"""The figures of a hardened benchmark's manifest, counted again from its provenance."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.verify.hardened.origins import Origin
from benchmark.verify.lines import ItemLine
from benchmark.verify.violation import Kind, Violation


def check_counts(
    manifest: Mapping[str, Any], origins: Sequence[Origin], lines: Sequence[ItemLine]
) -> Iterator[Violation]:
    """Counts by state, reason, verdict and stage; and the items that are there."""
    noted = manifest.get("counts")
    counted = _counted(origins)
    for name, figure in counted.items():
        said = noted.get(name) if isinstance(noted, dict) else None
        if said != figure:
            what = f"{name} is {said!r}, the provenance gives {figure!r}"
            yield Violation("counts", Kind.MANIFEST_WRONG, what)
    there = {origin.item for origin in origins if origin.item is not None}
    if there != {line.id for line in lines}:
        yield Violation("provenance.jsonl", Kind.MANIFEST_WRONG, "its items are not those of items.jsonl")
    of_item = {origin.item: origin for origin in origins}
    for line in lines:
        if line.id in of_item:
            yield from _replaced(line, of_item[line.id])


def _replaced(line: ItemLine, origin: Origin) -> Iterator[Violation]:
    """What the item says of how many options are new."""
    harden = line.details.get("harden")
    said = harden.get("replaced") if isinstance(harden, dict) else None
    n, wrong = len(origin.chosen), len(line.options) - len(line.gold)
    if said != (f"{n} of {wrong}" if n else None):
        what = f"'replaced' is {said!r}, {n} of {wrong} options were chosen"
        yield Violation(line.id, Kind.MANIFEST_WRONG, what)


def _counted(origins: Sequence[Origin]) -> dict[str, Any]:
    states = Counter(origin.state for origin in origins)
    return {
        "items": {state: states[state] for state in ("hardened", "partly", "left alone")},
        "left_out": sum(origin.item is None for origin in origins),
        "left_alone_because": dict(Counter(origin.alone for origin in origins if origin.alone is not None)),
        "candidates": dict(Counter(each.get("verdict") for origin in origins for each in origin.candidates)),
        "unverified_options": sum(
            bool(each.get("unverified")) for origin in origins for each in origin.chosen
        ),
        "mapped": dict(Counter(each.get("stage") for one in origins for each in (*one.question, *one.key))),
    }
