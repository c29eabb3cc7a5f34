"""inspect_ai's log: an `.eval` file that `inspect view` opens, with a model event for every sample.

A zip of JSON members as version 2 of the format has it, so that nothing of inspect has to be installed and
no more than a page of replies is held; `scripts/check_exchange.py` reads it with inspect_ai itself. What
inspect has no place for stands under `metadata`, from where `mhclient adopt` takes it again.
"""

import hashlib
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mhclient.read.reading import present_reader
from mhclient.read.scored import Ending, NoReply
from mhclient.redaction.secrets import results_redactor
from mhclient.report.exchange.replies import (
    ExportedReply,
    RunExport,
    RunExporter,
    as_json,
    headline_shares,
)
from mhclient.run.parameters import FinishReason
from mhclient.show.files import check_out, replacing
from mhclient.version import __version__
from parsers import Outcome

FORMAT_VERSION = 2
SCORER = "mhclient"
NO_ANSWER = "N"  # inspect's
STOP_REASONS: Mapping[str | None, str] = {
    FinishReason.STOP: "stop",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.CONTENT_FILTER: "content_filter",
    FinishReason.REFUSAL: "content_filter",
}
# inspect's words for why a reply has no score of the usual kind; all other unread ones broke the format.
SCORE_REASONS: Mapping[Ending, str] = {
    Outcome.REFUSAL: "refusal",
    Outcome.EMPTY: "no_response",
    Outcome.FILTERED: "no_response",
}


def write_inspect_log(run: RunExport, path: Path) -> Path:
    """Write a run as a log; a file that lies there is replaced when all is written."""
    check_out(path)
    eval_spec = _eval_spec(run)
    plan = {"name": "plan", "steps": [{"solver": "generate", "params": {}}], "config": _config(run)}
    summaries = []
    with replacing(path) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as log:
        _put(log, "_journal/start.json", {"version": FORMAT_VERSION, "eval": eval_spec, "plan": plan})
        for reply in run.replies():
            sample = _sample(run, reply)
            _put(log, f"samples/{sample['id']}_epoch_{sample['epoch']}.json", sample)
            summaries.append(_summary(sample))
        _put(log, "summaries.json", summaries)
        _put(log, "header.json", _header(run, eval_spec, plan, summaries))
    return path


EXPORTER = RunExporter(write_inspect_log, "inspect view --log-dir {beside}")


def _put(log: zipfile.ZipFile, name: str, value: object) -> None:
    member = zipfile.ZipInfo(name)  # without the time of day: the same run is the same file
    member.compress_type = zipfile.ZIP_DEFLATED
    log.writestr(member, results_redactor().hide_in(as_json(value)))


def _digest(*names: object) -> str:
    return hashlib.sha256("\n".join(map(str, names)).encode()).hexdigest()[:22]


def _eval_spec(run: RunExport) -> dict[str, Any]:
    spec, stored = run.run.spec, run.run.run
    metadata = {
        "version": __version__,
        "reader": present_reader(),
        "run": stored.run_id,
        "benchmark": spec.benchmark,
        "answer_format": spec.variant.answer_format,
    }
    # inspect looks samples up by these, in their order
    ids = list(dict.fromkeys(scored.item.id for scored in run.run.scored if scored.asked))
    return {
        "eval_id": _digest("eval", stored.run_id),
        "run_id": _digest("run", stored.run_id),
        "created": stored.created_at,
        "task": run.task_name,
        "task_id": _digest("task", spec.benchmark),
        "task_args": {"variant": spec.variant.name},
        "dataset": {"name": run.task_name, "samples": len(ids), "sample_ids": ids, "shuffled": False},
        "model": _model(run),
        "model_generate_config": _config(run),
        "config": {"epochs": spec.epochs},
        "packages": {"mhclient": __version__},
        "scorers": [{"name": SCORER}],
        "metadata": {"mhclient": metadata},
    }


def _model(run: RunExport) -> str:
    return f"{run.run.spec.provider}/{run.run.spec.model}"


def _config(run: RunExport) -> dict[str, Any]:
    parameters = run.run.spec.parameters
    given = {"temperature": parameters.temperature, "max_tokens": parameters.max_tokens}
    return {name: value for name, value in given.items() if value is not None}


def _header(
    run: RunExport, eval_spec: Mapping[str, Any], plan: Mapping[str, Any], summaries: Sequence[Any]
) -> dict[str, Any]:
    metrics = {name: {"name": name, "value": value} for name, value in headline_shares(run.summary).items()}
    moment, usage = run.run.run.created_at, _usage_of_all(run, summaries)
    results = {
        "total_samples": len(summaries),
        "completed_samples": len(summaries) - run.summary.overall.accuracy.outcomes.get(NoReply.ERROR, 0),
        "scores": [{"name": SCORER, "scorer": SCORER, "metrics": metrics}],
    }
    return {
        "version": FORMAT_VERSION,
        "status": "cancelled" if run.summary.partial else "success",
        "eval": eval_spec,
        "plan": plan,
        "results": results,
        "stats": {"started_at": moment, "completed_at": moment, "model_usage": usage},
    }


def _usage_of_all(run: RunExport, summaries: Sequence[Any]) -> dict[str, dict[str, float]]:
    added = Counter[str]()
    for summary in summaries:
        for usage in summary["model_usage"].values():
            added.update({name: value for name, value in usage.items() if value is not None})
    return {_model(run): dict(added)} if added else {}


def _sample(run: RunExport, reply: ExportedReply) -> dict[str, Any]:
    item, gold = reply.scored.item, reply.gold
    output = _output(run, reply)
    turns = [{"role": role, "content": text} for role, text in reply.sent.turns]
    said = [choice["message"] for choice in output["choices"]]
    sample = {
        "id": item.id,
        "epoch": reply.epoch,
        "input": item.question,
        "choices": list(reply.options.values()),
        "target": gold[0] if len(gold) == 1 else gold,
        "messages": [*turns, *said],
        "output": output,
        "scores": {SCORER: _score(reply)} if reply.error is None else {},
        "metadata": _metadata(reply),
        "events": [_model_event(run, reply, turns, output)],
        "model_usage": {_model(run): output["usage"]} if "usage" in output else {},
        "uuid": _digest(run.run.run.run_id, item.id, reply.epoch),
        **_took(reply, ("total_time", "working_time")),
    }
    if reply.error is not None:
        sample["error"] = {"message": reply.error, "traceback": "", "traceback_ansi": ""}
    return sample


def _metadata(reply: ExportedReply) -> dict[str, Any]:
    item = reply.scored.item
    known = {"task": item.task, "mode": item.mode.value, "request_key": reply.key}
    return {**known, "finish_reason": reply.text.finish_reason}


def _output(run: RunExport, reply: ExportedReply) -> dict[str, Any]:
    text = reply.text
    model = text.served_model or run.run.spec.model
    if text.completion is None:
        return {"model": model, "choices": [], "error": reply.error}
    message = {"role": "assistant", "content": text.completion, "source": "generate", "model": model}
    output: dict[str, Any] = {
        "model": model,
        "choices": [{"message": message, "stop_reason": STOP_REASONS.get(text.finish_reason, "unknown")}],
        "completion": text.completion,
    }
    if text.prompt_tokens is not None and text.completion_tokens is not None:
        output["usage"] = {
            "input_tokens": text.prompt_tokens,
            "output_tokens": text.completion_tokens,
            "total_tokens": text.prompt_tokens + text.completion_tokens,
            "reasoning_tokens": text.reasoning_tokens,
            "total_cost": reply.attempt.cost_usd,
        }
    return {**output, **_took(reply, ("time",))}


def _took(reply: ExportedReply, names: tuple[str, ...]) -> dict[str, float]:
    """The seconds from the request to the end of the reply under these names; nothing where nobody knows."""
    seconds = reply.attempt.duration_s
    return {} if seconds is None else dict.fromkeys(names, seconds)


def _score(reply: ExportedReply) -> dict[str, Any]:
    ending = reply.scored.ending
    score = {
        # What inspect shows apart from a wrong letter, and counts as one.
        "value": NO_ANSWER if ending.unread else "C" if reply.scored.correct else "I",
        "answer": ",".join(reply.said) or None,
        "explanation": f"{_how_read(reply)}\n\n{reply.text.completion or ''}",
        "metadata": reply.reading,
    }
    if ending.unread:
        score["reason"] = SCORE_REASONS.get(ending, "invalid_response_format")
    return score


def _how_read(reply: ExportedReply) -> str:
    """A sentence for people: `inspect view` shows it beside the score."""
    scored, text = reply.scored, reply.text.completion or ""
    by = f"rule {scored.rule}" if scored.rule else "no rule"
    if scored.ending.unread:
        return f"mhclient reads no answer: {_in_words(scored.ending.value)} ({by})."
    grade = f"{_in_words(scored.grade.value)}, " if scored.grade else ""
    said = f" in “{text[slice(*scored.span)]}”" if scored.span else ""
    return f"mhclient reads {' and '.join(reply.said)}{said} ({grade}{by})."


def _in_words(name: str) -> str:
    return name.replace("_", " ")


def _model_event(
    run: RunExport, reply: ExportedReply, turns: list[dict[str, str]], output: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "event": "model",
        "uuid": _digest("event", run.run.run.run_id, reply.scored.item.id, reply.epoch),
        "timestamp": run.run.run.created_at,
        "working_start": 0.0,
        "model": _model(run),
        "input": turns,
        "tools": [],
        "tool_choice": "none",
        "config": _config(run),
        "output": output,
        "metadata": {"request": reply.sent.others},
        **_took(reply, ("working_time",)),
    }


def _summary(sample: Mapping[str, Any]) -> dict[str, Any]:
    """A line of the viewer's list."""
    known = ("id", "epoch", "input", "choices", "target", "metadata", "model_usage", "uuid")
    took = {name: sample[name] for name in ("total_time", "working_time") if name in sample}
    scores = {name: {**score, "explanation": None} for name, score in sample["scores"].items()}
    failed = sample["error"]["message"] if "error" in sample else None
    of_end = {"scores": scores, "error": failed, "completed": True}
    return {**{name: sample[name] for name in known}, **took, **of_end}
