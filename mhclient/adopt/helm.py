"""HELM: `scenario_state.json`, with `per_instance_stats.json` beside it.

`output_mapping` gives letter → text as the model was shown them. Replies that a filter took are empty there.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_READINGS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
)
from mhclient.adopt.records import document_of, field
from mhclient.run.parameters import FinishReason

TOOL = "helm"
SCORES = ("exact_match", "quasi_exact_match", "chain_of_thought_correctness")
REASONS = {
    "stop": FinishReason.STOP,
    "endoftext": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.CONTENT_FILTER,
}


def recognises(path: Path) -> bool:
    """By its name."""
    return path.name == "scenario_state.json"


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The requests of one scenario.

    Raises:
        LogUnusable: it is no such file, or its method shows options one by one.
    """
    document = document_of(path)
    states = document.get("request_states") if isinstance(document, dict) else None
    if not isinstance(states, list):
        raise LogUnusable(f"{path}: no 'request_states': no scenario_state.json of HELM.")
    adapter = document.get("adapter_spec") or {}
    if str(adapter.get("method", "")).startswith("multiple_choice_separate"):
        raise LogUnusable(f"{path}: its method scores each option by itself: there is no text of a reply.")
    head = LogHead(TOOL, None, adapter.get("model"), _parameters(adapter), (NO_READINGS,))
    return head, _replies(path, states, _scores(path))


def _parameters(adapter: Mapping[str, Any]) -> dict[str, Any]:
    return {name: adapter[name] for name in ("temperature", "max_tokens") if name in adapter}


def _scores(path: Path) -> dict[tuple[Any, Any], bool]:
    """(instance, train trial) → whether HELM counts it as right."""
    beside = path.with_name("per_instance_stats.json")
    rows = document_of(beside) if beside.is_file() else []
    found: dict[tuple[Any, Any], bool] = {}
    for row in rows if isinstance(rows, list) else ():
        means = {
            field(stat, "name.name"): stat.get("mean")
            for stat in row.get("stats", ())
            if isinstance(stat, dict)
        }
        score = next((means[name] for name in SCORES if means.get(name) is not None), None)
        if score is not None:
            found[row.get("instance_id"), row.get("train_trial_index")] = bool(score)
    return found


def _replies(path: Path, states: list[Any], scores: dict[tuple[Any, Any], bool]) -> Iterator[LoggedReply]:
    epochs: dict[Any, int] = {}
    for number, state in enumerate(states, start=1):
        place = f"{path}, request {number}"
        if not isinstance(state, dict):
            raise LogUnusable(f"{place}: no object.")
        instance = field(state, "instance.id")
        epochs[instance] = epochs.get(instance, 0) + 1
        right = scores.get((instance, state.get("train_trial_index")))
        yield _reply(place, state, epochs[instance], right)


def _reply(place: str, state: dict[str, Any], epoch: int, right: bool | None) -> LoggedReply:
    options = state.get("output_mapping")
    if not isinstance(options, dict) or not options:
        raise LogUnusable(f"{place}: no output_mapping: no question with options.")
    references = field(state, "instance.references") or []
    golds = {field(each, "output.text") for each in references if "correct" in (each.get("tags") or ())}
    gold = frozenset(letter for letter, text in options.items() if text in golds)
    if not gold:
        raise LogUnusable(f"{place}: none of its options is tagged as correct.")
    completion = field(state, "result.completions.0") or {}
    reason = field(completion, "finish_reason.reason")
    return LoggedReply(
        place=place,
        item=str(field(state, "instance.id")),
        question=str(field(state, "instance.input.text") or ""),
        options={str(letter): str(text) for letter, text in options.items()},
        gold=gold,
        messages=(("user", str(field(state, "request.prompt") or "")),),
        completion=str(completion.get("text") or ""),
        finish_reason=REASONS.get(str(reason), reason and str(reason)),
        published=None if right is None else Published(None, right),
        epoch=epoch,
        served_model=field(state, "request.model"),
        record={"result": state.get("result"), "train_trial_index": state.get("train_trial_index")},
    )
