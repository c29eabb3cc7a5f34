"""Statuses, headers and error bodies: each becomes the error that says who must do what."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from multidict import CIMultiDict

from mhclient.errors import (
    AccessDenied,
    AddressMoved,
    Blocked,
    Congested,
    KeyRejected,
    MalformedReply,
    MissingKey,
    NoLogProbs,
    Overloaded,
    PromptFiltered,
    PromptTooLong,
    QuotaExhausted,
    RequestRejected,
    ServerFault,
    UnknownModel,
    UsageError,
)
from mhclient.providers.access import Secret, key_from
from mhclient.providers.base import RawReply
from mhclient.providers.error_bodies import said_in
from mhclient.providers.faults import contradicted_key, fault_in_reply, fault_of
from mhclient.providers.headers import Quota, kept_headers, quota, retry_after_s
from mhclient.providers.http import checked_base_url, on_this_machine
from mhclient.providers.registry import provider_named


def error_body(message: str, code: str | None = None) -> bytes:
    return json.dumps({"error": {"message": message, "code": code}}).encode()


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (429, error_body("slow down"), Congested),
        (503, b"", Overloaded),
        (529, b"", Overloaded),
        (429, error_body("you exceeded your quota", "insufficient_quota"), QuotaExhausted),
        (402, b"", QuotaExhausted),
        (400, b'{"type": "error", "error": {"message": "Your credit balance is too low"}}', QuotaExhausted),
        (500, b"", ServerFault),
        (408, b"", ServerFault),
        (409, b"", ServerFault),
        (425, b"", ServerFault),
        (401, b"", KeyRejected),
        (403, b"", Blocked),
        (403, error_body("no permission"), AccessDenied),
        (404, b"", UnknownModel),
        (410, b"", UnknownModel),
        (307, b"", AddressMoved),
        (400, error_body("too long", "context_length_exceeded"), PromptTooLong),
        (
            400,
            error_body("The decoder prompt (length 9) is longer than the maximum model length of 8."),
            PromptTooLong,
        ),
        (
            400,
            error_body("The input (9 tokens) is longer than the model's context length (8)."),
            PromptTooLong,
        ),
        (400, error_body("too long", "exceed_context_size_error"), PromptTooLong),
        (400, error_body("no such tool", "invalid_value"), RequestRejected),
        (403, error_body("You are not allowed to request logprobs from this model.", ""), NoLogProbs),
        (400, error_body("filtered", "content_filter"), PromptFiltered),
        (413, b"", RequestRejected),
        (422, b"", RequestRejected),
    ],
)
def test_each_status_becomes_its_error(status, body, error):
    fault = fault_of(status, {}, body)
    assert type(fault) is error
    assert fault.status == status


@pytest.mark.parametrize(
    ("location", "said"),
    [
        (
            "https://me:pw@new.example/api/v1/chat/completions?token=x#y",
            "HTTP 308: the address has moved; give `base_url=https://new.example/api/v1`",
        ),
        (
            "https://new.example/v1/messages",
            "HTTP 308: the address has moved; give `base_url=https://new.example`",
        ),
        (
            "https://sso.example/login?next=/v1",
            "HTTP 308: the server sends us on to https://sso.example/login, which is no address of an API: "
            "check `base_url`",
        ),
        (
            "/v2/responses",
            "HTTP 308: the address has moved to /v2/responses on the same server: change `base_url`",
        ),
        ("https://[", "HTTP 308: the address has moved, and nothing says where to: check `base_url`"),
        (None, "HTTP 308: the address has moved, and nothing says where to: check `base_url`"),
    ],
)
def test_a_redirect_is_named_with_the_address_to_give(location, said):
    fault = fault_of(308, {} if location is None else {"Location": location}, b"<html>moved</html>")
    assert (type(fault), str(fault)) == (AddressMoved, said)


def test_the_message_says_what_the_provider_said():
    assert "no such model" in str(fault_of(404, {}, error_body("no such\n model")))
    assert str(fault_of(502, {}, b"Bad  gateway\n")) == "HTTP 502: Bad gateway"


def test_a_page_long_message_is_cut():
    assert len(said_in(b"x" * 10_000).message) <= 500


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "0.25"}, 0.25),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "2, 9"}, 9.0),
        ({"retry-after": "86400"}, 86_400.0),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ],
)
def test_retry_after_in_every_form(headers, seconds):
    assert retry_after_s(kept_headers(headers)) == seconds


@pytest.mark.parametrize(("ahead_s", "seconds"), [(89, 89.0), (-60, 0.0)])
def test_retry_after_as_a_date_counts_from_the_answers_own_clock(ahead_s, seconds):
    date = datetime(2031, 1, 1, tzinfo=UTC)  # far from our own clock
    then = date + timedelta(seconds=ahead_s)
    headers = {
        "retry-after": format_datetime(then, usegmt=True),
        "date": format_datetime(date, usegmt=True),
    }
    assert retry_after_s(headers) == seconds


def test_quota_headers_of_both_providers():
    assert quota({"x-ratelimit-limit-requests": "600"}) == Quota(requests_per_min=600)
    both = {"anthropic-ratelimit-requests-limit": "50", "anthropic-ratelimit-tokens-limit": "9000"}
    assert quota(both) == Quota(50, 9000)
    assert quota({"x-ratelimit-limit-requests": "many"}) is None


def test_headers_that_could_hold_secrets_are_not_kept():
    kept = kept_headers({"Set-Cookie": "s", "Authorization": "k", "X-Request-ID": "r", "Retry-After": "1"})
    assert kept == {"x-request-id": "r", "retry-after": "1"}


def test_an_error_object_under_status_200_is_an_error():
    assert type(fault_in_reply(200, {}, b'{"error": {"code": 429, "message": "m"}}')) is Congested
    assert type(fault_in_reply(200, {}, b'{"error": {"message": "upstream"}}')) is ServerFault
    assert type(fault_in_reply(200, {}, b'{"error": "just text"}')) is ServerFault
    assert fault_in_reply(200, {}, b"<html>") is None


def test_a_secret_never_shows_itself():
    secret = Secret("sk-canary-123", "OPENAI_API_KEY")
    assert "canary" not in f"{secret!r} {secret} {[secret]}"
    assert secret.redactor().hide_in("wrong key sk-canary-123!") == "wrong key [key]!"
    assert secret.redactor().hide_in_body(b"echo sk-canary-123") == b"echo [key]"


def test_a_dummy_key_is_left_in_ordinary_text():
    assert (
        Secret("no-key", "nowhere").redactor().hide_in("There is no-key answer") == "There is no-key answer"
    )
    assert Secret("A", "OPENAI_API_KEY").redactor().hide_in_body(b'{"content": "A"}') == b'{"content": "A"}'


@pytest.mark.parametrize("key", ["sk-one\nsk-two", "sk-ключ"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(key):
    with pytest.raises(UsageError, match="OPENAI_API_KEY holds") as raised:
        key_from("OPENAI_API_KEY", environment={"OPENAI_API_KEY": key})
    assert "sk-" not in str(raised.value)


def test_copies_of_a_header_are_both_kept():
    twice = [("Retry-After", "2"), ("retry-after", "9")]
    assert retry_after_s(kept_headers(CIMultiDict(twice))) == 9.0


def test_a_limit_of_next_to_nothing_is_no_limit():
    assert quota({"x-ratelimit-limit-requests": "1e-30"}) == Quota(None, None)


def test_a_missing_key_is_named():
    with pytest.raises(MissingKey, match="OPENAI_API_KEY"):
        key_from("OPENAI_API_KEY", environment={"OPENAI_API_KEY": "  "})


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://x", "x", "http://", "http://[::1", "https://u:p@host/v1", "https://h/v1?key=1"),
        *("https://h/v1#part", "http://h:99999/v1", "http://h/v1\x1b[31m", "http://h/v 1"),
    ],
)
def test_base_urls_that_cannot_be_or_must_not_be_are_refused(url):
    with pytest.raises(UsageError):
        checked_base_url(url)


def test_a_refused_base_url_with_a_password_is_not_repeated():
    with pytest.raises(UsageError) as raised:
        checked_base_url("https://user:sk-canary@host/v1")
    assert "canary" not in str(raised.value)


def test_only_loopback_is_this_machine():
    assert all(
        on_this_machine(f"http://{host}:1/v1") for host in ("127.0.0.1", "localhost", "[::1]", "127.8.8.8")
    )
    assert not on_this_machine("https://api.openai.com/v1")
    assert not on_this_machine("http://localhost.evil.org/v1")


PAGE = b"""<!DOCTYPE html><html><head><title>502 Bad &amp; Gateway</title><style>p {}</style></head>
<body><h1>Oh no</h1></body></html>"""


def test_a_page_is_told_by_its_title_not_by_its_tags():
    assert str(fault_of(502, {}, PAGE)) == "HTTP 502: an HTML page, not an API's answer: 502 Bad & Gateway"
    untitled = b"<html><script>var x = '<b>'</script><body><h1>Please</h1> log in</body></html>"
    assert said_in(untitled).message == "an HTML page, not an API's answer: Please log in"


def test_a_proxy_that_wants_a_password_is_told_as_one():
    fault = fault_of(407, {}, b"")
    assert isinstance(fault, AccessDenied)
    assert "the proxy wants a user and a password in its address" in str(fault)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (PAGE, "an HTML page, not an API's answer: 502 Bad & Gateway. Check `base_url`, and the proxy"),
        (b'data: {"choices": []}\n\ndata: [DONE]\n', "the server streams its reply in pieces"),
    ],
)
def test_a_page_or_a_stream_with_status_200_gets_its_hint(body, said):
    with pytest.raises(MalformedReply, match=said):
        provider_named("compatible", "http://localhost/v1").read(RawReply(200, {}, body))


@pytest.mark.parametrize(
    ("message", "most"),
    [
        ("top_logprobs must be between 0 and 11", 11),
        ("Requested sample logprobs of 20, which is greater than max allowed: 5", 5),
        ("Invalid value for 'top_logprobs': must be less than or equal to 20.", 20),
        ("logprobs are not supported", None),
    ],
)
def test_a_server_that_gives_fewer_log_probs_is_told_with_the_option(message, most):
    fault = fault_of(400, {}, error_body(message))
    assert isinstance(fault, NoLogProbs)
    assert (f"`top_logprobs={most}`" in str(fault)) == (most is not None)


@pytest.mark.parametrize("error", [{"message": "upstream died", "code": 502}, "upstream died"])
def test_an_error_beside_choices_is_an_error(error):
    choice = {"message": {"content": "B"}, "finish_reason": "stop"}
    provider = provider_named("compatible", "http://localhost/v1")
    body = json.dumps({"choices": [choice], "error": error}).encode()
    with pytest.raises(ServerFault, match="upstream died"):
        provider.read(RawReply(200, {}, body))
    said = 'it says "error": {"message": 1}, and B'
    choice = {"message": {"content": said}, "finish_reason": "stop"}
    for none in ("null", '""', "{}", "[]", '{"code": 0, "message": ""}', '{"message": "", "code": null}'):
        beside = f'"error": {none}, "base_resp": {{"status_code": 0, "status_msg": "ok"}}'
        body = f'{{"choices": [{json.dumps(choice)}], {beside}}}'.encode()
        assert provider.read(RawReply(200, {}, body)).completion == said


def test_a_key_with_two_values_makes_a_reply_malformed():
    provider = provider_named("compatible", "http://localhost/v1")
    body = b'{"choices": [{"message": {"content": "A", "content": "B"}, "finish_reason": "stop"}]}'
    with pytest.raises(MalformedReply, match="key 'content' stands twice in one object, with two values"):
        provider.read(RawReply(200, {}, body))
    assert provider.read(RawReply(200, {}, body.replace(b'"A"', b'"B"'))).completion == "B"


TWICE = '{"x": [{"k": "\u00e9", "k": "z"}]}'


@pytest.mark.parametrize(
    ("body", "key"),
    [
        (TWICE.encode(), "k"),
        (TWICE.encode("utf-16"), "k"),
        (TWICE.encode("utf-8-sig"), "k"),
        (TWICE.replace('"k": "z"', r'"\u006b": "z"').encode(), "k"),  # the same name, written otherwise
        (TWICE.replace('"z"', r'"\ud800"').encode(), "k"),  # half a character
        (f'{{"deep": {"[" * 300}{TWICE}{"]" * 300}}}'.encode(), "k"),
        (TWICE.replace('"z"', '"\u00e9"').encode(), None),
        (b'{"a": {"k": 1}, "b": {"k": 2}}', None),
        (b'{"k": 1, "k": ', None),
    ],
    ids=["plain", "utf-16", "mark", "escaped", "half", "deep", "equal", "apart", "broken"],
)
def test_a_contradiction_is_found_however_it_is_written(body, key):
    assert contradicted_key(body) == key
