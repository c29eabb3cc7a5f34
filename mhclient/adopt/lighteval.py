"""lighteval: details as Parquet, in two generations of columns. Neither says why a reply ended."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mhclient.adopt.golds import gold_of, labelled
from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    NO_READINGS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
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
    replies = (_reply(place, row, number, task) for number, (place, row) in enumerate(records_of(path)))
    return LogHead(TOOL, notes=(NO_FINISH_REASONS, NO_READINGS)), replies


def _reply(place: str, row: dict[str, Any], number: int, task: str) -> LoggedReply:
    given = row.get("doc")
    doc: dict[str, Any] = given if isinstance(given, dict) else row
    options = labelled(doc.get("choices"), place)
    texts = field(row, "model_response.text") or row.get("predictions")
    if not isinstance(texts, list) or not texts or not isinstance(texts[0], str):
        raise LogUnusable(f"{place}: no text of a reply. Details of tasks that compare log-probs hold none.")
    prompt = str(row.get("full_prompt") or doc.get("query") or "")
    scores = row.get("metric") or row.get("metrics") or {}
    score = next((scores[name] for name in SCORES if scores.get(name) is not None), None)
    gold = doc.get("gold_index") if doc.get("gold_index") is not None else row.get("gold_index")
    return LoggedReply(
        place=place,
        item=str(doc.get("id") or row.get("example") or number),
        question=str(doc.get("query") or row.get("example") or prompt),
        options=options,
        gold=gold_of(gold, options, place),
        messages=(("user", prompt),),
        completion=texts[0],
        task=task,
        published=None if score is None else Published(None, bool(score)),
        record={"metrics": scores},
    )
