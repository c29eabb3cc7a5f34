"""HELM: `scenario_state.json`, with `per_instance_stats.json` beside it.

`output_mapping` gives letter → text as the model was shown them. Replies that a filter took are empty there.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import NO_READINGS, Fields, LoggedReply, LogHead, LogUnusable, Published, right_of
from mhclient.adopt.records import document_of, field
from mhclient.run.parameters import FinishReason

TOOL = "helm"
SCORES = ("exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match",
          "chain_of_thought_correctness")  # fmt: skip
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


def _scores(path: Path) -> dict[tuple[Any, Any, Any], dict[str, Published]]:
    """(instance, perturbation, train trial) → whether HELM counts it as right, by each of its metrics."""
    beside = path.with_name("per_instance_stats.json")
    rows = document_of(beside) if beside.is_file() else []
    found: dict[tuple[Any, Any, Any], dict[str, Published]] = {}
    for row in rows if isinstance(rows, list) else ():
        means = {
            field(stat, "name.name"): stat.get("mean")
            for stat in row.get("stats", ())
            if isinstance(stat, dict)
        }
        place = (row.get("instance_id"), _perturbation(row), row.get("train_trial_index"))
        found[place] = {
            name: Published(None, right_of(means[name])) for name in SCORES if means.get(name) is not None
        }
    return found


def _perturbation(of: Mapping[str, Any]) -> str | None:
    """In what way a question was changed to try how robust a model is; None for one as it is."""
    given = of.get("perturbation")
    return json.dumps(given, sort_keys=True) if given else None


def _replies(
    path: Path, states: list[Any], scores: Mapping[tuple[Any, Any, Any], Mapping[str, Published]]
) -> Iterator[LoggedReply]:
    epochs: dict[Any, int] = {}
    for number, state in enumerate(states, start=1):
        place = f"{path}, request {number}"
        if not isinstance(state, dict):
            raise LogUnusable(f"{place}: no object.")
        instance, changed = field(state, "instance.id"), _perturbation(state.get("instance") or {})
        epochs[instance, changed] = epochs.get((instance, changed), 0) + 1
        ways = scores.get((instance, changed, state.get("train_trial_index")), {})
        reply = replace(_reply(place, state, epochs[instance, changed]), scores=ways)
        name = field(state, "instance.perturbation.name") or "changed"
        yield replace(reply, item=f"{reply.item} ({name})") if changed else reply


def _reply(place: str, state: dict[str, Any], epoch: int) -> LoggedReply:
    options = state.get("output_mapping")
    if not isinstance(options, dict) or not options:
        raise LogUnusable(f"{place}: no output_mapping: no question with options.")
    references = field(state, "instance.references") or []
    golds = {field(each, "output.text") for each in references if "correct" in (each.get("tags") or ())}
    gold = frozenset(letter for letter, text in options.items() if text in golds)
    if not gold:
        raise LogUnusable(f"{place}: none of its options is tagged as correct.")
    completion = field(state, "result.completions.0") or {}
    text, failure = completion.get("text"), field(state, "result.error")
    failed = text is None and bool(failure)
    reason = field(completion, "finish_reason.reason")
    return LoggedReply(
        place=place,
        item=str(field(state, "instance.id")),
        question=str(field(state, "instance.input.text") or ""),
        options={str(letter): str(text) for letter, text in options.items()},
        gold=gold,
        messages=(("user", str(field(state, "request.prompt") or "")),),
        completion=None if failed else str(text or ""),
        absent=f"{place}: no text of a reply." if text is None and not failed else None,
        error=str(failure) if failed else None,
        finish_reason=REASONS.get(str(reason), reason and str(reason)),
        epoch=epoch,
        served_model=field(state, "request.model"),
        record={"result": state.get("result"), "train_trial_index": state.get("train_trial_index")},
    )
