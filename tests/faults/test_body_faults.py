"""Bodies of a provider's form with something wrong in them: the same consequence in every form."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from mhclient.simulator.faults import edited
from tests.support.asking import attempts_of, records_of, run, simulator_for
from tests.support.items import make_items

HUGE = 10**30


class Form(NamedTuple):
    """Where things stand in a reply of one form; each function changes the reply in place."""

    text: Callable[[dict[str, Any], Any], None]
    no_content: Callable[[dict[str, Any]], None]
    usage: str
    output_tokens: str
    cut: Mapping[str, Any]  # what says that the reply was cut
    filtered: Mapping[str, Any]
    unknown_end: Mapping[str, Any]
    failed_end: Mapping[str, Any]
    ends_at: tuple[str | int, ...]  # where those three stand


def _set(*path: str | int) -> Callable[[dict[str, Any], Any], None]:
    def put(reply: dict[str, Any], value: Any) -> None:
        place: Any = reply
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return put


def _without(*path: str | int) -> Callable[[dict[str, Any]], None]:
    def empty(reply: dict[str, Any]) -> None:
        _set(*path)(reply, [])

    return empty


def _ends(name: str, cut: str, filtered: str, failed: str) -> dict[str, Mapping[str, str]]:
    ends = {"cut": cut, "filtered": filtered, "unknown_end": "eaten_by_a_dog", "failed_end": failed}
    return {how: {name: end} for how, end in ends.items()}


FORMS = {
    "compatible": Form(
        _set("choices", 0, "message", "content"),
        _without("choices"),
        "usage",
        "completion_tokens",
        **_ends("finish_reason", "length", "content_filter", "abort"),
        ends_at=("choices", 0),
    ),
    "anthropic": Form(
        _set("content", 0, "text"),
        _without("content"),
        "usage",
        "output_tokens",
        **_ends("stop_reason", "max_tokens", "refusal", "error"),
        ends_at=(),
    ),
    "openai-responses": Form(
        _set("output", 1, "content", 0, "text"),
        _without("output"),
        "usage",
        "output_tokens",
        cut={"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
        filtered={"status": "incomplete", "incomplete_details": {"reason": "content_filter"}},
        unknown_end={"status": "incomplete", "incomplete_details": {"reason": "eaten_by_a_dog"}},
        failed_end={"status": "failed", "error": {"code": "server_error", "message": "it failed"}},
        ends_at=(),
    ),
    "gemini-native": Form(
        _set("candidates", 0, "content", "parts", 0, "text"),
        _without("candidates"),
        "usageMetadata",
        "candidatesTokenCount",
        **_ends("finishReason", "MAX_TOKENS", "SAFETY", "MALFORMED_RESPONSE"),
        ends_at=("candidates", 0),
    ),
}


def _said(value: Any) -> Callable[[Form, dict[str, Any]], None]:
    return lambda form, reply: form.text(reply, value)


def _ended(how: str, text: str | None = None) -> Callable[[Form, dict[str, Any]], None]:
    def edit(form: Form, reply: dict[str, Any]) -> None:
        if text is not None:
            form.text(reply, text)
        place: Any = reply
        for step in form.ends_at:
            place = place[step]
        place.update(getattr(form, how))

    return edit


def _usage_is(value: Any) -> Callable[[Form, dict[str, Any]], None]:
    return lambda form, reply: reply.update({form.usage: value})


def _tokens_are(value: Any) -> Callable[[Form, dict[str, Any]], None]:
    return lambda form, reply: reply[form.usage].update({form.output_tokens: value})


# What is wrong → what is done, and the consequence: the request is sent again, or the reply is kept as this.
FAULTS: Mapping[str, tuple[Callable[[Form, dict[str, Any]], None], str]] = {
    "no content at all": (lambda form, reply: form.no_content(reply), "by form"),
    "an empty text": (_said(""), "empty"),
    "a blank text": (_said(" \n\t"), "empty"),
    "a text that is a number": (_said(7), "again"),
    "a text that is an object": (_said({"text": "A"}), "again"),
    "a text with NUL and half a pair": (_said("A\x00\ud800"), "complete"),
    "cut": (_ended("cut"), "cut"),
    "filtered": (_ended("filtered"), "filtered"),
    "an end nobody knows": (_ended("unknown_end"), "unfinished"),
    "an end nobody knows after no text": (_ended("unknown_end", text=""), "again"),
    "an end that says a failure": (_ended("failed_end"), "again"),
    "an end that says a failure after no text": (_ended("failed_end", text=""), "again"),
    "no usage": (_usage_is(None), "complete"),
    "usage of text": (_usage_is("many"), "complete"),
    "tokens below zero": (_tokens_are(-5), "complete"),
    "tokens without end": (_tokens_are(HUGE), "complete"),
    "tokens of text": (_tokens_are("many"), "complete"),
}
# A list without entries is an answer that says nothing in these, and no reply in the others.
NOTHING = {"anthropic": "empty", "openai-responses": "empty", "compatible": "again", "gemini-native": "again"}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("provider", FORMS)
async def test_a_fault_in_a_body_has_one_consequence_in_every_form(
    make_benchmark, store_path, monkeypatch, provider, fault
):
    for key in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{key}_API_KEY", "sk-test-0123456789abcdef")
    edit, consequence = FAULTS[fault]
    expected = NOTHING[provider] if consequence == "by form" else consequence
    spoilt = edited(lambda reply: edit(FORMS[provider], reply))
    async with simulator_for(make_benchmark(make_items(3)), script=[None, spoilt]) as simulator:
        benchmark = make_benchmark(make_items(3))
        run_id, progress = await run(benchmark, simulator, store_path, provider=provider)
        n_asked = simulator.asked.total()
    kept = [record.error or record.admission for record in records_of(store_path, run_id).values()]
    again = expected == "again"
    assert sorted(kept) == sorted(["complete", "complete", "complete" if again else expected])
    assert n_asked == 3 + again
    assert progress.errors == 0
    assert [state for state, _ in attempts_of(store_path)].count("failed") == again
