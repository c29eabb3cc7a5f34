"""promptfoo: the JSON of `promptfoo eval --output` (version 3).

Options are in `vars`, the gold in `assert`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_READINGS,
    Fields,
    LoggedReply,
    LogHead,
    Published,
    gold_of,
    labelled,
    prompt_messages,
)
from mhclient.adopt.records import document_of, field
from mhclient.run.parameters import FinishReason

TOOL = "promptfoo"


def recognises(path: Path) -> bool:
    """By what it holds."""
    if path.suffix != ".json":
        return False
    document = document_of(path)
    return isinstance(document, dict) and isinstance(field(document, "results.results"), list)


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The results of one evaluation with one provider and one prompt, or of the first."""
    return read_ways(path, fields)[0]


def read_ways(path: Path, fields: Fields) -> list[tuple[LogHead, Iterator[LoggedReply]]]:
    """The results of one evaluation, apart for each provider and prompt."""
    document = document_of(path)
    version = field(document, "metadata.promptfooVersion")
    ways: dict[tuple[Any, Any], list[tuple[int, dict[str, Any]]]] = {}
    for number, result in enumerate(field(document, "results.results"), start=1):
        ways.setdefault((_model(result), result.get("promptIdx")), []).append((number, result))
    prompts = list(dict.fromkeys(prompt for _, prompt in ways))
    return [
        (
            LogHead(TOOL, version, model, notes=(NO_READINGS,), way=_way(prompts, prompt)),
            _replies(path, results, fields),
        )
        for (model, prompt), results in ways.items()
    ] or [(LogHead(TOOL, version), iter(()))]


def _model(result: dict[str, Any]) -> Any:
    """Two providers of one model have labels."""
    return field(result, "provider.label") or field(result, "provider.id")


def _way(prompts: list[Any], prompt: Any) -> str:
    return f"prompt-{prompts.index(prompt) + 1}" if len(prompts) > 1 else ""


def _replies(path: Path, results: list[tuple[int, dict[str, Any]]], fields: Fields) -> Iterator[LoggedReply]:
    asked: dict[Any, int] = {}
    for number, result in results:
        name = result.get("testIdx", number)
        asked[name] = asked.get(name, 0) + 1
        yield _reply(f"{path}, result {number}", result, str(name), asked[name], fields)


def _reply(place: str, result: dict[str, Any], name: str, epoch: int, fields: Fields) -> LoggedReply:
    given = result.get("vars") or {}
    # As names in `vars`, or as the file has them, with `vars.` before.
    named = {**result, **given}
    options = labelled(field(named, fields.options or "options") or field(given, "choices"), place)
    gold = field(named, fields.gold) if fields.gold else _asserted(result)
    reason = field(result, "response.finishReason")
    known = {each.value for each in FinishReason}
    prompt = str(field(result, "prompt.raw") or "")
    text, failure = field(result, "response.output"), result.get("error")
    if text is not None and not isinstance(text, str):
        failure = failure or "the output is no text"
    without = f"{place}: no text of a reply."
    return LoggedReply(
        place=place,
        item=name,
        question=str(field(named, fields.question or "question") or prompt),
        options=options,
        gold=gold_of(gold, options, place),
        messages=prompt_messages(prompt),
        completion=text if isinstance(text, str) else None if failure else "",
        absent=without if text is None and not failure else None,
        error=str(failure) if failure and not isinstance(text, str) else None,
        finish_reason=FinishReason(reason) if reason in known else reason,
        published=Published(None, result.get("success")),
        epoch=epoch,
        prompt_tokens=field(result, "response.tokenUsage.prompt"),
        completion_tokens=field(result, "response.tokenUsage.completion"),
        record={"vars": given, "gradingResult": result.get("gradingResult")},
    )


def _asserted(result: dict[str, Any]) -> Any:
    """The value of the assertions that compare with one; of several values a list, of which all are right."""
    tests = field(result, "testCase.assert") or []
    values = [each.get("value") for each in tests if each.get("type") in ("equals", "contains")]
    return values[0] if values and all(each == values[0] for each in values) else values or None
