"""What the words of a refusal mean: no money, the day's limit, a filter, a wrong key. Pure.

Each list names who says it. Words decide only where neither the status nor a code does.
"""

import re

from mhclient.providers.error_bodies import Said
from mhclient.providers.headers import DURATION, duration_s


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
        *(
            "content_filter",
            "content_policy_violation",
            "responsibleaipolicyviolation",
            "contentfilter",
            "1301",
        ),
        *("data_inspection_failed", "datainspectionfailed", "content_filtered", "input_flagged"),
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
