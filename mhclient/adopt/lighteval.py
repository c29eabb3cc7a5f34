"""lighteval: details as Parquet, in two generations of columns. Neither says why a reply ended."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    NO_READINGS,
    Fields,
    LoggedReply,
    LogHead,
    Published,
    gold_of,
    labelled,
    right_of,
    texts_of,
)
from mhclient.adopt.records import field, records_of

TOOL = "lighteval"
SCORES = ("extractive_match", "exact_match", "em", "acc")


def recognises(path: Path) -> bool:
    """By its name."""
    return path.name.startswith("details_") and path.suffix == ".parquet"


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The rows of one task."""
    task = path.stem.removeprefix("details_").split("|")[1] if "|" in path.stem else path.stem
    replies = (
        reply
        for number, (place, row) in enumerate(records_of(path))
        for reply in _of_row(place, row, number, task)
    )
    return LogHead(TOOL, notes=(NO_FINISH_REASONS, NO_READINGS)), replies


def _of_row(place: str, row: dict[str, Any], number: int, task: str) -> Iterator[LoggedReply]:
    given = row.get("doc")
    doc: dict[str, Any] = given if isinstance(given, dict) else row
    options = labelled(doc.get("choices"), place)
    without = f"{place}: no text of a reply. Details of tasks that compare log-probs hold none."
    texts = texts_of(field(row, "model_response.text") or row.get("predictions"), without)
    prompt = str(row.get("full_prompt") or doc.get("query") or "")
    scores = row.get("metric") or row.get("metrics") or {}
    gold = doc.get("gold_index") if doc.get("gold_index") is not None else row.get("gold_index")
    # A score of several texts is of all of them together.
    ways = _ways(scores) if len(texts) == 1 else {}
    for epoch, text in enumerate(texts, start=1):
        yield LoggedReply(
            place=place,
            item=str(doc.get("id") or row.get("example") or number),
            question=str(doc.get("query") or row.get("example") or prompt),
            options=options,
            gold=gold_of(gold, options, place),
            messages=(("user", prompt),),
            completion=text or "",
            absent=without if text is None else None,
            task=task,
            scores=ways,
            epoch=epoch,
            record={"metrics": scores},
        )


def _ways(scores: Mapping[str, Any]) -> dict[str, Published]:
    """Right or wrong by each metric, the usual ones first."""
    names = sorted(scores, key=lambda name: SCORES.index(name) if name in SCORES else len(SCORES))
    return {
        name: Published(None, right_of(scores[name]))
        for name in names
        if isinstance(scores[name], int | float)
    }
