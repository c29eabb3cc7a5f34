"""From what went wrong to one of our errors: HTTP status, the provider's own error code, words, a redirect.

Words decide only where neither the status nor a code does: no money, the day's limit, a filter, a wrong key.
Each list of them names who says it.

Sources: platform.openai.com/docs/guides/error-codes; docs.anthropic.com/en/api/errors;
learn.microsoft.com/azure/ai-services/openai/concepts/content-filter (code `content_filter`);
ai.google.dev/gemini-api/docs/troubleshooting (a key that is not valid has status 400).
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from mhclient.errors import (
    AccessDenied,
    AddressMoved,
    Blocked,
    Congested,
    GatewayFault,
    KeyRejected,
    NoLogProbs,
    Overloaded,
    PromptFiltered,
    PromptTooLong,
    ProviderError,
    QuotaExhausted,
    RequestRejected,
    ServerFault,
    UnknownModel,
)
from mhclient.providers.error_bodies import (
    NOT_A_KEY,
    Said,
    error_beside,
    error_in,
    error_within,
    json_in,
    retry_delay_s,
    said_in,
    said_of,
)
from mhclient.providers.headers import DURATION, duration_s, kept_headers, reset_after_s, retry_after_s

# What follows the base URL in the addresses of APIs; Anthropic's base URL ends before /v1.
API_PATHS = (
    *("/v1/messages/batches", "/v1/messages"),
    *("/chat/completions", "/completions", "/responses", "/batches", "/files"),
)
LONGEST_ADDRESS = 300


def where_to(headers: Mapping[str, str]) -> str:
    """What has become of the address, and what to do."""
    address = _address_in(headers)
    if address is None:
        return "the address has moved, and nothing says where to: check `base_url`"
    base = next((address.removesuffix(path) for path in API_PATHS if address.endswith(path)), None)
    if base is None:
        return f"the server sends us on to {address}, which is no address of an API: check `base_url`"
    if address.startswith("/"):
        return f"the address has moved to {address} on the same server: change `base_url`"
    return f"the address has moved; give `base_url={base}`"


def _address_in(headers: Mapping[str, str]) -> str | None:
    """The address a redirect names, without what may be secret in it: password, query, fragment."""
    location = next((value for name, value in headers.items() if name.lower() == "location"), "")
    try:
        parts = urlsplit(location.strip())
    except ValueError:
        return None
    host = parts.netloc.rpartition("@")[2]
    address = urlunsplit((parts.scheme, host, parts.path, "", ""))
    return address if address.isprintable() and 0 < len(address) <= LONGEST_ADDRESS else None


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


# OpenAI ("insufficient_quota"), Anthropic ("credit balance is too low"), Gemini ("prepayment credits are
# depleted"), OpenRouter ("Insufficient credits"), xAI ("doesn't have any credits", "used all available
# credits"), Zhipu ("Insufficient balance or no resource package"), DashScope ("Arrearage"), Moonshot,
# SiliconFlow ("balance is insufficient"), Volcengine ("overdue balance"), LiteLLM ("Budget exceeded").
NO_MONEY = _any(
    r"insufficient[ _-]?(?:account[ _-]?|user[ _-]?)?(?:quota|balance|credits?|funds)",
    r"\b(?:balance|credits?|funds)\b[^.]{0,30}\b(?:insufficient|too low|not enough|exhausted|depleted|"
    r"negative|used up|run out|overdue|expired)\b",
    r"\b(?:no|any|not enough|out of|used all|exhausted) (?:your |available |remaining |more |api |prepaid )*"
    r"(?:credits?|balance|funds)\b(?! (?:(?:is|are|was|were|will|have|been|be) )+(?:used|charged|deducted))",
    r"no resource package|please (?:recharge|top up)|arrearage|in arrears|overdue (?:balance|payment|bill)",
    r"accountoverdue|billing[ _](?:hard[ _]limit|not[ _]active|is not active)|payment[ _]required|unpaid",
    r"past invoices|budget[ _](?:has been[ _])?exceeded|over budget|exceeded_current_quota",
    r"欠费|余额不足|额度已用尽|额度不足|请充值",
)
# Anthropic ("reached your specified API usage limits"), OpenRouter ("Key limit exceeded"), xAI ("reached its
# monthly spending limit"), DashScope ("The free tier of the model has been exhausted"), Azure ("Out of call
# volume quota"), OpenAI ("You exceeded your current quota", which is Google's word for a minute's, too).
NO_MORE = _any(
    r"\b(?:spend(?:ing)?|billing|usage|inference|key|credit)[ _]limits?\b[^.]{0,20}(?:reached|exceeded)",
    r"(?:reached|exceeded|hit|set)\b[^.]{0,40}\b(?:spend(?:ing)?|billing|usage|inference|credit) limits?",
    r"free (?:tier|quota|trial)\b[^.]{0,40}(?:exhausted|used up|ended|expired)|freetieronly",
    r"out of call volume quota|exceeded your current quota",
)
# Longer than a run waits: OpenAI's RPD, OpenRouter's free-models-per-day, GitHub's ByDay, Cohere's "/ month".
FOR_LONG = _any(
    r"per[ _-]?(?:day|week|month)|by(?:day|month)\b|\b(?:daily|weekly|monthly)\b|\b[rt]pd\b",
    r"/ ?(?:day|month)\b|for the day|24 hours|limit of the day|每日|今日|当日|本月|每月",
    r"\b(?:for|limits?|quota|used(?: up)?|reached|exceeded|exhausted|requests?|tokens|calls) today\b",
)
FOR_SHORT = _any(r"per[ _-]?(?:sec|min|hour)|/ ?(?:s|min|h)\w*\b|\b[rt]pm\b|\b[rq]ps\b|每(?:秒|分)")
LONGER_THAN_A_DAY = _any(r"month|week|本月|每月")
CREDIT_STATUSES = frozenset({400, 402, 403, 412, 429})
ADD_CREDIT = "Add credit, or raise the limit, at the provider"

# "Please try again in 7m12s.", "Please retry in 33.2s", "Please wait 43211 seconds before retrying".
TOLD_WAIT = re.compile(
    rf"\b(?:try again|retry|wait)(?: in| after| for)?:? +({DURATION.pattern})", re.IGNORECASE
)

# A filter took the prompt: by code (OpenAI, Azure, DashScope, Zhipu, Bedrock), or in words about what was
# sent (OpenRouter and OpenAI "flagged", xAI "violates usage guidelines", DeepSeek "Content Exists Risk").
FILTER_CODES = frozenset(
    {
        *("content_filter", "content_policy_violation", "responsibleaipolicyviolation", "1301"),
        *(
            "contentfilter",
            "data_inspection_failed",
            "datainspectionfailed",
            "content_filtered",
            "input_flagged",
        ),
        *("guardrail_intervened", "moderation_blocked", "safety_violation"),
    }
)
SENT = r"\b(?:inputs?|prompts?|contents?|messages?|texts?|questions?|quer(?:y|ies)|requests?|conversation)\b"
FLAGGED = _any(
    rf"{SENT}[^.!?{{}}]{{0,80}}?\b(?:flagged|moderated|unsafe|inappropriate|harmful|toxic|offensive|guardrails?|"
    r"(?:disallowed|prohibited|sensitive)[ _](?:content|words?|information|topics?)|content polic\w+|usage "
    r"(?:polic\w+|guidelines)|safety (?:polic\w+|systems?|filters?|checks?|reasons|guidelines)|(?:blocked|"
    r"rejected|denied|refused) (?:due to|because of|by|for) (?:\w+ ){0,2}(?:security|safety|polic\w+|"
    r"moderation|filters?))",
    r"\b(?:content|prompt|input)[ _-](?:filter\w*|moderation|policy[ _-]violation|exists[ _-]risk|risk|"
    r"violation)\b",
    r"violat\w+ [^.]{0,40}(?:guardrail|content polic|usage polic|usage guideline|safety|acceptable use)",
    r"flagged (?:by|as|for)\b|guardrail\w* (?:intervened|triggered)|敏感|不安全|内容安全|内容审核|违规内容",
)
# … but not in a question that an error quotes, as vLLM's do: its own words mean nothing.
QUESTION = re.compile(
    r"(?<!\w)(['\"])(?:(?!\1(?!\w)|\\n)[^?\n])*+(?:[?\n]|\\n)(?:(?!\1(?!\w)).)*+(?:\1|\Z)", re.DOTALL
)
LONGEST = 2_000  # characters that are looked through for one
# … and not where it is about who asks: then it meets every request.
OF_WHO_ASKS = _any(
    r"\b(?:account|organi[sz]ation|project|team|subscription|user|key|ip(?: address)?)\b(?: \w+){0,3} "
    r"(?:flagged|suspended|blocked|disabled|banned|deactivated|restricted)",
    r"organi[sz]ation(?:'s|al)? (?:polic|does|has|must)|\b(?:country|territory|region)\b",
)
# What a 403 speaks of that meets every request. Any other may be of one prompt, as "Forbidden" may.
OF_ACCESS = _any(
    r"\b(?:api[ _-]?)?keys?\b|account|permission|permitted|\bip\b|credit|balance|billing|payment|quota|"
    r"countr|\bregions?\b|territor|location|organi[sz]ation|\bproject|\bteam\b|subscri|licen[cs]e|\bplan\b|"
    r"\btier\b|credential|authori[sz]|authenti|\blog ?in\b|entitle|\baccess to\b|\b(?:have|has) access|"
    r"(?:invalid|expired|access|bearer)[ _]token|suspended|deactivated|banned|"
    r"账户|账号|密钥|权限|地区|国家|余额|欠费",
)

# The status that an error stands for which came under 200 and names none; the first that fits.
STATUS_OF_WORDS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (402, NO_MONEY),
    (401, _any(r"not authenticated|unauthori[sz]ed|authenticat|login fail|(?:missing|no) api[ _]?key")),
    (401, _any(r"(?:invalid|incorrect|wrong|expired)[ _](?:api[ _]?)?(?:key|token)\b")),
    (401, _any(r"\btoken (?:is )?(?:invalid|expired)|credentials?\b", r"authfailure")),
    (401, _any(r"api[ _]key\b[^.]{0,30}\b(?:invalid|not valid|required|incorrect)")),
    (400, FLAGGED),
    (404, _any(r"unexpected endpoint|not[ _]found|does not exist|no route|cannot post")),
    (404, _any(r"(?:unknown|no such|unsupported) (?:path|endpoint|url|route|model)")),
    (403, _any(r"forbidden|permission|access denied")),
    (429, _any(r"rate[ _-]?limit|too many requests|throttl|concurrency|\bqps\b", FOR_LONG.pattern)),
    (529, _any(r"overloaded|at capacity|no capacity|too busy|server is busy|queue is full")),
    (400, _any(r"bad[ _]?request|invalid[ _]request|context length|validation|field required")),
)
OF_FILTERS = ("1301", "1026", "1027")
# Numbers of Zhipu (docs.bigmodel.cn, "error codes"), MiniMax (1002 to 1039, 2049) and Baidu (17, 18).
STATUS_OF_CODE = {
    **dict.fromkeys(("1000", "1001", "1003", "1004", "2049"), 401),
    **dict.fromkeys(("1113", "1008"), 402),
    **dict.fromkeys(("1211",), 404),
    **dict.fromkeys(("1220",), 403),
    **dict.fromkeys(OF_FILTERS, 400),
    **dict.fromkeys(("1002", "1302", "1303", "1304", "1305", "1308", "1039", "17", "18"), 429),
}


def status_of(told: Said) -> int | None:
    """The HTTP status that an error's own code or words stand for; None if they stand for none."""
    by_code = told.status or STATUS_OF_CODE.get(told.number)
    return by_code or next((status for status, words in STATUS_OF_WORDS if words.search(told.words)), None)


def told_wait_s(told: Said) -> float | None:
    """Seconds to wait, where the message says so."""
    found = TOLD_WAIT.search(told.message)
    return duration_s(found[1]) if found else None


def why_not_wait(status: int, told: Said, wait_s: float | None) -> str | None:
    """Why no waiting cures a refusal, as a sentence with a place for what was said; None where it may."""
    words = told.words
    if status not in CREDIT_STATUSES or told.is_page:
        return None
    if status == 402 or STATUS_OF_CODE.get(told.number) == 402 or NO_MONEY.search(words):
        return f"no credit or quota left ({{}}). {ADD_CREDIT}"
    of_google = "resource_exhausted" in words
    if wait_s is None and not of_google and NO_MORE.search(words):
        return f"no credit or quota left ({{}}). {ADD_CREDIT}"
    # Some limits of a day are a window that moves on: a wait that is told is waited for. Google tells one,
    # too, and means the minute's.
    if status not in (403, 429) or (wait_s is not None and not of_google):
        return None
    # Which of two limits is used up, the first one named is; Google names each that is.
    long, short = FOR_LONG.search(words), FOR_SHORT.search(words)
    if long is None or (short is not None and short.start() < long.start() and not of_google):
        return None
    over = "this period's quota" if LONGER_THAN_A_DAY.search(words) else "the quota for today"
    return f"{over} is used up ({{}}). Go on with the same command later, or raise the limit at the provider"


def may_be_of_one(told: Said) -> bool:
    """Whether a 403 may mean one prompt: a firewall's page, or words that speak of nothing else."""
    return told.is_page or OF_ACCESS.search(QUESTION.sub(" ", told.words[:LONGEST])) is None


def is_flagged(told: Said) -> bool:
    """Whether a filter took what was sent, and no rule took whoever sent it."""
    metadata = told.error.get("metadata")
    by_moderation = isinstance(metadata, dict) and ("flagged_input" in metadata or metadata.get("reasons"))
    if by_moderation or told.code.lower() in FILTER_CODES or told.number in OF_FILTERS:
        return True
    words = QUESTION.sub(" ", told.words[:LONGEST])
    return FLAGGED.search(words) is not None and OF_WHO_ASKS.search(words) is None


# OpenAI, Anthropic, Gemini, SGLang, llama.cpp, vLLM ("The decoder prompt … is longer than the maximum model
# length").
TOO_LONG = (
    *("context_length_exceeded", "maximum context length", "max context length", "prompt is too long"),
    *("longer than the maximum model length", "longer than the model's context length"),
    *("exceed_context_size_error", "exceeds the maximum number of tokens allowed"),
)
# OpenAI, vLLM ("Requested sample logprobs of 20, which is greater than max allowed: 5"), mlx_lm.
AT_MOST = re.compile(
    r"(?:at most|less than or equal to|<=|\u2264|max(?:imum)?(?: allowed)?(?: is)?:?|between 0 and)"
    r" *(\d{1,3})\b"
)
# Of the tier "flex", where it has no room: not charged, and not too fast a pace (OpenAI's guide to it).
NO_ROOM = ("resource_unavailable", "resource unavailable")
LOG_PROBS = ("logprobs", "log_probs", "log probabilities")
MAY_NOT_EXIST = "or it may not exist"  # Google's files that are gone have status 403

OVERLOADED = frozenset({503, 529})  # 529 is Anthropic's
# Of nginx, HAProxy and others, and Cloudflare's own (its "5xx errors" page), where no API's body comes along.
BY_GATEWAYS = frozenset({502, 504, *range(520, 525)})
RETRIED = frozenset({408, 409, 425, *range(500, 600)})

NOT_BY_FILTERS = frozenset({401, 402, 404, 407, 408, 409, 410, 412, 413, 425, 429})


def fault_of(status: int, headers: Mapping[str, str], body: bytes) -> ProviderError:
    """The error that an HTTP answer with a status of 300 or more stands for."""
    kept = kept_headers(headers)
    if status < 400:  # a redirected POST: the base URL is wrong, and the key must not follow
        return AddressMoved(f"HTTP {status}: {where_to(headers)}", status=status, headers=kept)
    return _classified(status, kept, said_in(body), body, f"HTTP {status}: ")


def _classified(status: int, kept: Mapping[str, str], told: Said, body: bytes, where: str) -> ProviderError:
    code, message, words = told.code, told.message, told.words
    said = f"{where}{message}"
    wait = _wait_s(status, kept, told)
    if (why := why_not_wait(status, told, wait)) is not None:
        return QuotaExhausted(why.format(said.rstrip(".")), status=status, headers=kept)
    if status == 400 and code == NOT_A_KEY:
        return KeyRejected(said, status=status, headers=kept)
    if status == 403 and MAY_NOT_EXIST in message:
        return UnknownModel(said, status=404, headers=kept)
    if status == 407:
        return AccessDenied(f"the proxy wants a user and a password in its address ({said})", status=status)
    if status == 429 and any(sign in words for sign in NO_ROOM):
        return Overloaded(said, status=status, headers=kept, retry_after_s=wait)
    if status == 429:
        return Congested(said, status=status, headers=kept, retry_after_s=wait)
    if status in OVERLOADED:
        return Overloaded(said, status=status, headers=kept, retry_after_s=wait)
    if status in RETRIED:
        fault = (
            GatewayFault
            if status in BY_GATEWAYS and not isinstance(json_in(body), dict | list)
            else ServerFault
        )
        return fault(said, status=status, headers=kept, retry_after_s=wait)
    if status in (400, 413, 422) and any(sign in words for sign in TOO_LONG):
        return PromptTooLong(said, status=status, headers=kept)
    if status < 500 and status not in NOT_BY_FILTERS and is_flagged(told):
        return PromptFiltered(said, status=status, headers=kept, body=body)
    if status in (400, 403, 422) and any(sign in words for sign in LOG_PROBS):
        return _no_log_probs(message, NoLogProbs(said, status=status, headers=kept))
    if status == 403 and may_be_of_one(told):
        return Blocked(said, status=status, headers=kept)
    if status == 400 and "service_tier" in message:
        said = f"{said}. The model may not have this tier: leave out `tier`"
    return _final(status)(said, status=status, headers=kept)


def _no_log_probs(message: str, error: NoLogProbs) -> NoLogProbs:
    """The error with what can be done, where a refusal says how many log-probs there are."""
    found = AT_MOST.search(message)
    error.most = int(found[1]) or None if found else None
    way_out = f": pass `top_logprobs={error.most}`" if error.most else ""
    error.args = (f"the provider gives no such log-probs{way_out} ({error})",)
    return error


def _final(status: int) -> type[ProviderError]:
    finals: dict[int, type[ProviderError]] = {
        401: KeyRejected,
        402: QuotaExhausted,
        403: AccessDenied,
        404: UnknownModel,
        410: UnknownModel,
    }
    return finals.get(status, RequestRejected)


def _wait_s(status: int, kept: Mapping[str, str], told: Said) -> float | None:
    """Seconds to wait, as headers, fields of the body or its words say; else until the limit begins anew."""
    metadata = told.error.get("metadata")
    inner = metadata.get("headers") if isinstance(metadata, dict) else None  # OpenRouter's
    passed_on = kept_headers({str(k): str(v) for k, v in inner.items()}) if isinstance(inner, dict) else {}
    waits = [retry_after_s(kept), retry_delay_s(told.error), retry_after_s(passed_on), told_wait_s(told)]
    if status == 429:
        waits.append(reset_after_s({**passed_on, **kept}))
    return next((wait for wait in waits if wait is not None), None)


def fault_in_reply(
    status: int, headers: Mapping[str, str], body: bytes, *, is_reply: bool = False
) -> ProviderError | None:
    """The error that hides in an answer with status 200, as some gateways send it; None if there is none.

    Args:
        is_reply: the body can be read as a reply. Only what is named an error is one then, at its top or in
            its first choice, and what was written before it may have been charged.
    """
    read = json_in(body)
    error = error_within(read)
    if error is None:
        error = error_in(read) if not is_reply else error_beside(read)
    if error is None:
        return None
    told = said_of(error)
    fault = _classified(
        status_of(told) or 502, kept_headers(headers), told, body, f"HTTP {status} with an error: "
    )
    if is_reply:
        fault.status = status
    return fault


def contradicted_key(body: bytes) -> str | None:
    """A key that stands twice in one object with two values; None if there is none.

    Which of the two another reader takes, nobody knows; twice the same value does no harm.
    """
    try:
        _STRICT.decode(body.decode(json.detect_encoding(body), "surrogatepass"))
    except _Contradiction as found:
        return found.key
    except (ValueError, RecursionError):
        return None
    return None


class _Contradiction(Exception):
    """A key stands twice in one object, with two values."""

    def __init__(self, key: str) -> None:
        self.key = key


def _without_contradiction(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        for key, value in pairs:
            if read[key] != value:
                raise _Contradiction(key)
    return read


# Made once: making one takes as long as reading a short body.
_STRICT = json.JSONDecoder(object_pairs_hook=_without_contradiction)
