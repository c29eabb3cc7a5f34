"""Every Eval Ever: an aggregate `UUID.json` and `UUID_samples.jsonl` beside it, by its schema, version 0.3.0.

They lie under `data/BENCHMARK/DEVELOPER/MODEL/`, as in its datastore, and `every_eval_ever validate` takes
them. The reading goes to `answer_attribution`; outcome, grade, rule, span and why the reply ended, for which
the schema has no fields, stand in `metadata`. Source: github.com/evaleval/every_eval_ever, schemas/.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from benchmark.exchange.records import new_folder, slug
from mhclient.figures.accuracy import AccuracyFigures
from mhclient.figures.proportion_intervals import Share
from mhclient.read.reading import present_reader
from mhclient.redaction.secrets import results_redactor
from mhclient.report.exchange.replies import ExportedReply, RunExport, RunExporter, as_json
from mhclient.report.table import SUMS
from mhclient.show.files import write_file
from mhclient.version import __version__

SCHEMA = "0.3.0"
UNKNOWN = "unknown"


def write_every_eval_ever(run: RunExport, out: Path) -> Path:
    """Write both files into a new folder; returns the aggregate."""
    developer, model = _names(run)
    folder = Path("data") / slug(run.task_name) / developer / model
    stem = str(UUID(bytes=hashlib.sha256(run.run.run.run_id.encode()).digest()[:16], version=4))
    samples, aggregate = folder / f"{stem}_samples.jsonl", folder / f"{stem}.json"
    digest, n = hashlib.sha256(), 0
    with new_folder(out) as beside:
        (beside / folder).mkdir(parents=True)
        with (beside / samples).open("wb") as file:
            for line in map(results_redactor().hide_in_file, _lines(run)):
                file.write(line)
                digest.update(line)
                n += 1
        detailed = {
            "format": "jsonl",
            "file_path": samples.as_posix(),
            "hash_algorithm": "sha256",
            "checksum": digest.hexdigest(),
            "total_rows": n,
        }
        document = as_json({**_aggregate(run), "detailed_evaluation_results": detailed})
        write_file(beside / aggregate, document.encode())
    return out / aggregate


EXPORTER = RunExporter(write_every_eval_ever, "(cd {folder} && every_eval_ever validate 'data/*/*/*/*')")


def _names(run: RunExport) -> tuple[str, str]:
    """Developer and model, from a name such as `meta-llama/Llama-3.1-8B` where it has both."""
    spec = run.run.spec
    developer, slash, model = spec.model.rpartition("/")
    return (developer.replace("/", "_"), model) if slash else (spec.provider, spec.model)


def _model_id(run: RunExport) -> str:
    return "/".join(_names(run))


def _evaluation_id(run: RunExport) -> str:
    return f"{slug(run.task_name)}/{_model_id(run).replace('/', '_')}/{run.moment.timestamp()}"


def _result_id(run: RunExport, task: str) -> str:
    return f"{_evaluation_id(run)}#{slug(task)}#accuracy"


def _aggregate(run: RunExport) -> dict[str, Any]:
    spec = run.run.spec
    name, model = _names(run)[1], _model_id(run)
    known = {"deployment_type": UNKNOWN, "model_availability": UNKNOWN}
    return {
        "schema_version": SCHEMA,
        "evaluation_id": _evaluation_id(run),
        "evaluation_timestamp": run.run.run.created_at,
        "retrieved_timestamp": str(run.moment.timestamp()),
        "source_metadata": {
            "source_name": "mhclient",
            "source_type": "evaluation_run",
            "source_organization_name": UNKNOWN,
            "evaluator_relationship": "third_party",
            "additional_details": {"run": run.run.run.run_id},
        },
        "eval_library": {
            "name": "mhclient",
            "version": __version__,
            "additional_details": {"reader": present_reader(), "answer_format": spec.variant.answer_format},
        },
        "model_info": {
            "name": name, "id": model, "inference_platform": spec.provider, "additional_details": known,
        },
        "evaluation_results": list(_results(run)),
    }  # fmt: skip


def _results(run: RunExport) -> Iterator[dict[str, Any]]:
    """Each task's accuracy; over all items also that among read replies, and how many are not read."""
    for task, figures in run.summary.tasks.items():
        if figures.accuracy.n:
            yield _result(run, task, "accuracy", figures.accuracy.correct, lower=False)
    overall: AccuracyFigures = run.summary.overall.accuracy
    unread = Share(overall.n_unread, overall.n, overall.epochs)
    if len(run.summary.tasks) > 1:
        yield _result(run, SUMS, "accuracy", overall.correct, lower=False)
    yield _result(run, SUMS, "accuracy_among_read", overall.answered, lower=False)
    yield _result(run, SUMS, "unread_share", unread, lower=True)


def _result(run: RunExport, task: str, metric: str, share: Share, *, lower: bool) -> dict[str, Any]:
    spec = run.run.spec
    low, high = share.ci95 or (0.0, 1.0)
    interval = {"lower": low, "upper": high, "confidence_level": 0.95, "method": "wilson"}
    details = {"count": str(share.count), "n": str(share.n)}
    given = {"temperature": spec.parameters.temperature, "max_tokens": spec.parameters.max_tokens}
    return {
        "evaluation_result_id": f"{_evaluation_id(run)}#{slug(task)}#{metric}",
        "evaluation_name": f"{run.task_name}: {task}",
        "source_data": {"dataset_name": run.task_name, "source_type": "other"},
        "metric_config": {
            "metric_id": metric,
            "metric_name": metric.replace("_", " "),
            "metric_kind": "accuracy",
            "metric_unit": "proportion",
            "lower_is_better": lower,
            "score_type": "continuous",
            "min_score": 0.0,
            "max_score": 1.0,
        },
        "score_details": {
            "score": share.value if share.value is not None else 0.0,
            "details": details,
            "uncertainty": {"confidence_interval": interval, "num_samples": round(share.n / share.of_each)},
        },
        "generation_config": {
            "generation_args": {
                **{name: value for name, value in given.items() if value is not None},
                "prompt_template": spec.variant.prompt,
            }
        },
    }


def _lines(run: RunExport) -> Iterator[bytes]:
    for reply in run.replies():
        yield (as_json(_sample(run, reply)) + "\n").encode()


def _sample(run: RunExport, reply: ExportedReply) -> dict[str, Any]:
    item, said = reply.scored.item, "&".join(reply.said)
    reference = [reply.options[letter] for letter in reply.gold]
    sample = {
        "schema_version": SCHEMA,
        "evaluation_id": _evaluation_id(run),
        "model_id": _model_id(run),
        "evaluation_name": f"{run.task_name}: {item.task}",
        "evaluation_result_id": _result_id(run, item.task),
        "sample_id": item.id,
        "sample_hash": hashlib.sha256("".join([item.question, *reference]).encode()).hexdigest(),
        "interaction_type": "single_turn",
        "input": {
            "raw": item.question,
            "formatted": as_json([{"role": role, "content": text} for role, text in reply.sent.turns]),
            "reference": reference,
            "choices": list(reply.options.values()),
        },
        "output": {"raw": [] if reply.text.completion is None else [reply.text.completion]},
        "answer_attribution": [_attribution(reply, said)] if said else [],
        "evaluation": {"score": float(reply.scored.correct), "is_correct": reply.scored.correct},
        "error": reply.error or (reply.scored.ending.value if reply.scored.ending.unread else None),
        "metadata": _metadata(reply),
    }
    usage = _usage(reply)
    return {**sample, "token_usage": usage} if usage else sample


def _attribution(reply: ExportedReply, said: str) -> dict[str, Any]:
    return {
        "turn_idx": 0,
        "source": "output.raw",
        "extracted_value": said,
        "extraction_method": f"mhclient: {reply.scored.rule}",
        "is_terminal": True,
    }


def _metadata(reply: ExportedReply) -> dict[str, str]:
    """What the schema has no field for; every value is text there."""
    item = reply.scored.item
    span = reply.reading["span"]
    known: Mapping[str, Any] = {
        "mhclient": __version__,
        "item": item.id,
        "task": item.task,
        "mode": item.mode.value,
        "epoch": reply.epoch,
        "request_key": reply.key,
        "finish_reason": reply.text.finish_reason,
        **reply.reading,
        "span": span and f"{span[0]}-{span[1]}",
    }
    return {name: str(value) for name, value in known.items() if value is not None}


def _usage(reply: ExportedReply) -> dict[str, int] | None:
    read, written = reply.text.prompt_tokens, reply.text.completion_tokens
    if read is None or written is None:
        return None
    return {"input_tokens": read, "output_tokens": written, "total_tokens": read + written}
