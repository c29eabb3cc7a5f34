"""What requests cost: prices, upper bounds, and what a reply did cost. Pure, but for looking a price up.

Prices come from the genai-prices package, which is updated with the providers' lists, or from the user.

Decision: docs/decisions/run.md, "The bound on a prompt's tokens is its bytes".
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from cache import Response, Spend
from mhclient.errors import UsageError
from mhclient.run.parameters import Parameters, Prompt

PER_MILLION = 1_000_000

# Both providers take half for a batch (developers.openai.com/api/docs/guides/batch;
# platform.claude.com/docs/en/build-with-claude/batch-processing, "Pricing").
BATCH_SHARE = 0.5

# Chat templates wrap each message in a handful of tokens of their own; no provider's takes more than this.
TEMPLATE_TOKENS_PER_MESSAGE = 16

# Token counts small enough for the first step of providers whose price rises with the prompt's length.
SAMPLE_TOKENS = 1_000

# Our providers whose prices stand under another name.
PRICED_AS = {"openai-responses": "openai", "gemini": "google", "gemini-native": "google"}

# Servers of one's own, which nobody lists.
UNLISTED = ("compatible", "local", "echo")

# Decimals of a sum in USD that mean something: one token at 0.0001 USD per million is the last of them.
FLOAT_DIGITS = 10

BYTES_PER_TOKEN = 4.0  # of English prose, for estimates that bind nobody


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens."""

    prompt: float
    completion: float
    source: str

    def cost_usd(self, prompt_tokens: int, completion_tokens: int) -> float:
        """What so many tokens cost."""
        cost = prompt_tokens * self.prompt + completion_tokens * self.completion
        return cost / PER_MILLION

    def dearest_usd_per_token(self) -> float:
        """What one token costs at the most, be it of the prompt or of the completion."""
        return max(self.prompt, self.completion) / PER_MILLION

    def in_batch(self) -> "Price":
        """The price of the same tokens in a batch."""
        return Price(self.prompt * BATCH_SHARE, self.completion * BATCH_SHARE, f"{self.source}, in a batch")


def look_up_price(provider: str, model: str) -> Price | None:
    """The list price of a model, None if nobody lists it."""
    if provider in UNLISTED:
        return None
    # Imported here: the package's price list takes 26 MB, and a quarter of a second.
    from genai_prices import Usage, __version__, calc_price

    listed = PRICED_AS.get(provider, provider)
    try:
        prompt = calc_price(Usage(input_tokens=SAMPLE_TOKENS), model, provider_id=listed)
        completion = calc_price(Usage(output_tokens=SAMPLE_TOKENS), model, provider_id=listed)
    except LookupError:
        return None
    scale = PER_MILLION / SAMPLE_TOKENS
    return Price(
        float(prompt.total_price) * scale,
        float(completion.total_price) * scale,
        f"genai-prices {__version__}",
    )


def price_from(text: str) -> Price:
    """A price as the user gives it: USD per million prompt tokens, a comma, per million completion tokens.

    Raises:
        UsageError: it is not two numbers of at least 0.
    """
    try:
        prompt, completion = (float(part) for part in text.split(","))
    except ValueError:
        prompt = completion = -1.0
    if not (0 <= prompt < float("inf") and 0 <= completion < float("inf")):
        raise UsageError(f"`price={text}`: give two numbers, as in `price=2.50,10` (USD per million tokens).")
    return Price(prompt, completion, "--price")


def at_most_usd(cost_usd: float) -> str:
    """An upper bound as text, rounded up. What adding floats up leaves is less than any token costs.

    >>> at_most_usd(0.0700293)
    '0.0701'
    """
    added_up = Decimal(repr(round(cost_usd, FLOAT_DIGITS)))
    return f"{added_up.quantize(Decimal('0.0001'), rounding=ROUND_CEILING):,}"


def cost_in_words(cost_usd: float | None) -> str:
    """What something did cost, with as many decimals as say something.

    >>> cost_in_words(1.923), cost_in_words(0.00042), cost_in_words(0.0), cost_in_words(None)
    ('1.92', '0.0004', '0.00', '–')
    >>> cost_in_words(0.00001)
    '<0.0001'
    """
    if cost_usd is None:
        return "–"
    if 0 < cost_usd < 0.00005:
        return "<0.0001"
    return f"{cost_usd:,.4f}" if 0 < cost_usd < 0.1 else f"{cost_usd:,.2f}"


def prompt_tokens_bound(prompt: Prompt) -> int:
    """More tokens than any tokenizer makes of a prompt: one per byte, and the chat template's own."""
    n_messages = len(prompt.messages) + (prompt.system is not None)
    return prompt.n_bytes() + TEMPLATE_TOKENS_PER_MESSAGE * (n_messages + 1)


def bound(prompt: Prompt, parameters: Parameters, price: Price | None) -> Spend:
    """The most one request can cost. Without a cap on completion tokens there is no bound on its cost."""
    prompt_tokens = prompt_tokens_bound(prompt)
    completion_tokens = parameters.max_tokens
    priced = price is not None and completion_tokens is not None
    return Spend(
        requests=1,
        tokens=prompt_tokens + (completion_tokens or 0),
        cost_usd=price.cost_usd(prompt_tokens, completion_tokens or 0) if price and priced else None,
    )


def cost_of(reply: Response, price: Price | None) -> Spend | None:
    """What a reply did cost; None if the provider did not say how many tokens it took."""
    if reply.prompt_tokens is None or reply.completion_tokens is None:
        return None
    tokens = reply.prompt_tokens + reply.completion_tokens
    cost_usd = price.cost_usd(reply.prompt_tokens, reply.completion_tokens) if price else None
    return Spend(1, tokens, cost_usd)
