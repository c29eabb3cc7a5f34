"""How simulated batches look on the wire in the three batch APIs: files, batches, lines of results. Pure."""

import json
from datetime import UTC, datetime
from typing import Any

from mhclient.simulator.batch_api import (
    RESULTS_LAST_S,
    SimulatedBatch,
    SimulatedBatchApi,
    SimulatedFile,
    SimulatedOutcome,
    SubmittedLine,
)

FILES_LAST_S = 30 * 24 * 3600.0

# Which outcomes stand in which of OpenAI's two files.
FILES_OF = {"output": ("succeeded",), "errors": ("errored", "expired", "canceled")}
NOT_PROCESSED = {
    "expired": ("batch_expired", "This request could not be executed before the completion window expired."),
    "canceled": ("batch_cancelled", "This request was cancelled."),
}


def openai_line(raw: bytes) -> SubmittedLine:
    """A line of an input file. Raises KeyError, TypeError or ValueError if it is not one."""
    read = json.loads(raw)
    if read["method"] != "POST":
        raise ValueError("method must be POST")
    return SubmittedLine(read["custom_id"], read["url"], read["body"])


def anthropic_line(read: dict[str, Any]) -> SubmittedLine:
    """A request of a message batch. Raises KeyError or TypeError if it is not one."""
    return SubmittedLine(read["custom_id"], "/v1/messages", read["params"])


def openai_file(file: SimulatedFile) -> dict[str, Any]:
    """A file object."""
    return {
        "id": file.id,
        "object": "file",
        "bytes": len(file.content),
        "created_at": int(file.created_at),
        "expires_at": int(file.created_at + FILES_LAST_S),
        "filename": file.name,
        "purpose": "batch",
        "status": "processed",
    }


def openai_batch(batch_api: SimulatedBatchApi, batch: SimulatedBatch) -> dict[str, Any]:
    """A batch object."""
    ending = batch_api.ending(batch)
    counts = batch.counts
    moment = int(batch.ends_at)
    ended = {f"{ending}_at": moment} if ending else {}
    return {
        "id": batch.id,
        "object": "batch",
        "endpoint": batch.told["endpoint"],
        "errors": _problems(batch),
        "input_file_id": batch.told["input_file_id"],
        "completion_window": "24h",
        "status": ending or ("cancelling" if batch.cancelled_at is not None else "in_progress"),
        "output_file_id": _file_id(batch, "output"),
        "error_file_id": _file_id(batch, "errors"),
        "created_at": int(batch.created_at),
        "in_progress_at": int(batch.created_at),
        "expires_at": int(batch.expires_at),
        **ended,
        "request_counts": {
            "total": 0 if batch.problem else len(batch.lines),
            "completed": counts["succeeded"],
            "failed": counts["errored"],
        },
        "metadata": batch.told.get("metadata"),
    }


def openai_results(batch: SimulatedBatch, which: str) -> list[bytes]:
    """The lines of an output or error file."""
    outcomes = [outcome for outcome in batch.outcomes or () if outcome.ending in FILES_OF[which]]
    return [json.dumps(_openai_result(number, one)).encode() for number, one in enumerate(outcomes)]


def anthropic_batch(batch_api: SimulatedBatchApi, batch: SimulatedBatch, url: str) -> dict[str, Any]:
    """A message batch."""
    ended = batch.outcomes is not None
    last = batch_api.results_last(batch)
    counts = batch.counts
    n_ended = counts.total()
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": "ended" if ended else "canceling" if batch.cancelled_at else "in_progress",
        "request_counts": {
            "processing": len(batch.lines) - n_ended,
            **{name: counts[name] for name in ("succeeded", "errored", "canceled", "expired")},
        },
        "created_at": _rfc3339(batch.created_at),
        "expires_at": _rfc3339(batch.expires_at),
        "ended_at": _rfc3339(batch.ends_at) if ended else None,
        "cancel_initiated_at": _rfc3339(batch.cancelled_at) if batch.cancelled_at else None,
        "archived_at": None if last else _rfc3339(batch.created_at + RESULTS_LAST_S),
        "results_url": f"{url}/v1/messages/batches/{batch.id}/results" if ended and last else None,
    }


def anthropic_results(batch: SimulatedBatch) -> list[bytes]:
    """The lines of a message batch's results."""
    return [json.dumps(_anthropic_result(one)).encode() for one in batch.outcomes or ()]


def _problems(batch: SimulatedBatch) -> dict[str, Any] | None:
    if batch.problem is None:
        return None
    code, message = batch.problem
    return {"object": "list", "data": [{"code": code, "message": message, "param": None, "line": None}]}


def _file_id(batch: SimulatedBatch, which: str) -> str | None:
    there = any(outcome.ending in FILES_OF[which] for outcome in batch.outcomes or ())
    return f"file-{which}-{batch.id}" if there else None


def _openai_result(number: int, outcome: SimulatedOutcome) -> dict[str, Any]:
    line = {"id": f"batch_req_{number:06d}", "custom_id": outcome.custom_id}
    if outcome.status is None:
        code, message = NOT_PROCESSED[outcome.ending]
        return line | {"response": None, "error": {"code": code, "message": message}}
    response = {"status_code": outcome.status, "request_id": f"req_{number:06d}", "body": outcome.body}
    return line | {"response": response, "error": None}


def _anthropic_result(outcome: SimulatedOutcome) -> dict[str, Any]:
    result: dict[str, Any] = {"type": outcome.ending}
    if outcome.ending == "succeeded":
        result["message"] = outcome.body
    elif outcome.ending == "errored":
        result["error"] = outcome.body | {"request_id": None}
    return {"custom_id": outcome.custom_id, "result": result}


def _rfc3339(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat().replace("+00:00", "Z")


STATES = {"completed": "SUCCEEDED", "failed": "FAILED", "cancelled": "CANCELLED", "expired": "EXPIRED"}
INVALID_ARGUMENT = 3  # in google.rpc.Code


def gemini_file(file: SimulatedFile) -> dict[str, Any]:
    """A file; its size is a text, as all numbers of 64 bits are."""
    return {
        "name": f"files/{file.id}",
        "displayName": file.name,
        "mimeType": "application/jsonl",
        "sizeBytes": str(len(file.content)),
        "createTime": _rfc3339(file.created_at),
        "state": "ACTIVE",
    }


def gemini_batch(batch_api: SimulatedBatchApi, batch: SimulatedBatch) -> dict[str, Any]:
    """An operation; one that expired has no results."""
    ending = batch_api.ending(batch)
    state = STATES.get(ending or "", "RUNNING")
    output = (
        {"responsesFile": f"files/results-{batch.id}"}
        if ending in ("completed", "cancelled") and gemini_results(batch)
        else {}
    )
    metadata = {
        "@type": "type.googleapis.com/google.ai.generativelanguage.v1beta.GenerateContentBatch",
        "model": f"models/{batch.told['model']}",
        "displayName": batch.told["displayName"],
        "inputConfig": {"fileName": batch.told["input_file_id"]},
        "createTime": _rfc3339(batch.created_at),
        "batchStats": _stats(batch, ending),
        "state": f"BATCH_STATE_{state}",
        "name": f"batches/{batch.id}",
    }
    operation: dict[str, Any] = {"name": f"batches/{batch.id}", "metadata": metadata}
    if batch.problem:
        operation["error"] = {"code": INVALID_ARGUMENT, "message": ": ".join(batch.problem)}
    if output:
        metadata["output"] = operation["response"] = output
    return operation | ({"done": True} if ending else {})


def gemini_results(batch: SimulatedBatch) -> list[bytes]:
    """The lines of a file of results: of what was processed alone."""
    processed = [outcome for outcome in batch.outcomes or () if outcome.status is not None]
    return [json.dumps(_result(outcome)).encode() for outcome in processed]


def _stats(batch: SimulatedBatch, ending: str | None) -> dict[str, str]:
    counts = batch.counts if ending in ("completed", "cancelled") else {}
    told = {
        "requestCount": len(batch.lines),
        "successfulRequestCount": counts.get("succeeded", 0),
        "failedRequestCount": counts.get("errored", 0),
    }
    told["pendingRequestCount"] = told["requestCount"] - sum(list(told.values())[1:])
    return {name: str(number) for name, number in told.items() if number}


def _result(outcome: SimulatedOutcome) -> dict[str, Any]:
    if outcome.ending == "succeeded":
        return {"key": outcome.custom_id, "response": outcome.body}
    message = outcome.body["error"]["message"]
    return {"key": outcome.custom_id, "error": {"code": INVALID_ARGUMENT, "message": message}}
