"""How the simulated batches look in Gemini's API: files, operations, lines of results. Pure."""

import json
from datetime import UTC, datetime
from typing import Any

from mhclient.simulator.batch_api import SimulatedBatch, SimulatedBatchApi, SimulatedFile, SimulatedOutcome

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
    output = {"responsesFile": f"files/results-{batch.id}"} if _has_results(batch, ending) else {}
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


def _has_results(batch: SimulatedBatch, ending: str | None) -> bool:
    return ending in ("completed", "cancelled") and bool(gemini_results(batch))


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


def _rfc3339(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat().replace("+00:00", "Z")
