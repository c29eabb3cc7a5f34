"""What requests cost: prices, upper bounds, and what a reply did cost. Pure, but for looking a price up.

Prices come from the genai-prices package, which is updated with the providers' lists, or from the user; a
price given later fills in the cost of stored replies that have none.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal

from cache import Response, Spend, Store
from mhclient.errors import UsageError
from mhclient.run.parameters import (
    DEAREST_SHARE,
    FLEX,
    FLEX_SHARE,
    PRIORITY,
    Parameters,
    Prompt,
    priority_share,
)

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

# Whose tiers of service have prices of their own.
TIERED = ("openai", "azure")

# Servers of one's own, which nobody lists.
UNLISTED = ("compatible", "local", "echo")

# Decimals of a sum in USD that mean something: one token at 0.0001 USD per million is the last of them.
FLOAT_DIGITS = 10

BYTES_PER_TOKEN = 4.0  # of English prose, for estimates that bind nobody


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens.

    Attributes:
        prompt, completion: in the usual tier of service.
        cached, written: of prompt tokens that the provider reads from its cache, or writes to it; None where
            they cost what any other does.
        flex, priority: what those tiers cost, as a share of the usual one.
    """

    prompt: float
    completion: float
    source: str
    cached: float | None = None
    written: float | None = None
    flex: float = FLEX_SHARE
    priority: float = DEAREST_SHARE

    def cost_usd(
        self, prompt_tokens: int, completion_tokens: int, cached: int = 0, written: int = 0
    ) -> float:
        """What so many tokens cost.

        Args:
            cached, written: how many of the prompt's were read from the cache, or written to it.

        >>> Price(2.0, 8.0, "", cached=0.2).cost_usd(1_000_000, 0, cached=500_000)
        1.1
        """
        cost = prompt_tokens * self.prompt + completion_tokens * self.completion
        if cached and self.cached is not None:
            cost += min(cached, prompt_tokens) * (self.cached - self.prompt)
        if written and self.written is not None:
            cost += min(written, prompt_tokens) * (self.written - self.prompt)
        return cost / PER_MILLION

    def share(self, tier: str | None) -> float:
        """What a tier costs of the usual one; 1 for all that are not known to cost otherwise."""
        return {FLEX: self.flex, PRIORITY: self.priority}.get(tier or "", 1.0)

    def most_share(self, tier: str | None) -> float:
        """The same at the most: a request may be served in the usual tier, whatever it asks for."""
        return max(1.0, self.share(tier))

    def dearest_usd_per_token(self) -> float:
        """What one token costs at the most, be it of the prompt or of the completion."""
        return max(self.prompt, self.completion, self.written or 0.0) / PER_MILLION

    def in_batch(self) -> "Price":
        """The price of the same tokens in a batch, which is a tier of its own."""
        return replace(
            self.of_batch(self.prompt * BATCH_SHARE, self.completion * BATCH_SHARE),
            source=f"{self.source}, in a batch",
        )

    @classmethod
    def of_batch(cls, prompt: float, completion: float) -> "Price":
        """A price that a batch was made at."""
        return cls(prompt, completion, "when the batch was made", flex=1.0, priority=1.0)


def look_up_price(provider: str, model: str) -> Price | None:
    """The list price of a model, None if nobody lists it."""
    if provider in UNLISTED:
        return None
    # Imported here: the package's price list takes 26 MB, and a quarter of a second.
    from genai_prices import Usage, __version__, calc_price

    def sample(*names: str) -> float:
        """USD per million tokens that count under these names."""
        usage = Usage(**dict.fromkeys(names, SAMPLE_TOKENS))
        return float(calc_price(usage, model, provider_id=listed).total_price) * PER_MILLION / SAMPLE_TOKENS

    listed = PRICED_AS.get(provider, provider)
    try:
        return Price(
            sample("input_tokens"),
            sample("output_tokens"),
            f"genai-prices {__version__}",
            cached=sample("input_tokens", "cache_read_tokens") or None,  # 0: the list says nothing of a cache
            written=sample("input_tokens", "cache_write_tokens") or None,
            priority=priority_share(model) if listed in TIERED else 1.0,
        )
    except LookupError:
        return None


def price_from(text: str) -> Price:
    """A price as the user gives it: USD per million tokens of prompts and completions, a comma between.

    A third number is the price of prompt tokens that the provider reads from its cache.

    >>> price_from("2.50,10,0.25").cached
    0.25

    Raises:
        UsageError: it is not two or three numbers of at least 0.
    """
    try:
        prompt, completion, *cached = (float(part) for part in text.split(","))
    except ValueError:
        prompt, completion, cached = -1.0, -1.0, []
    if len(cached) > 1 or not all(0 <= number < float("inf") for number in (prompt, completion, *cached)):
        raise UsageError(
            f"`price={text}`: give two numbers, as in `price=2.50,10` (USD per million tokens of prompts and "
            "completions), or a third for prompts read from a cache."
        )
    return Price(prompt, completion, "--price", cached=cached[0] if cached else None)


def at_most_usd(cost_usd: float) -> str:
    """An upper bound as text, rounded up. What adding floats up leaves is less than any token costs.

    >>> at_most_usd(0.0700293)
    '0.0701'
    """
    added_up = Decimal(repr(round(cost_usd, FLOAT_DIGITS)))
    return f"{added_up.quantize(Decimal('0.0001'), rounding=ROUND_CEILING):,}"


def cost_in_words(cost_usd: float | None, among: Iterable[float | None] = ()) -> str:
    """What something did cost, with as many decimals as say something.

    >>> cost_in_words(1.923), cost_in_words(0.00042), cost_in_words(0.0), cost_in_words(None)
    ('1.92', '0.0004', '0.00', '–')
    >>> cost_in_words(0.00001), cost_in_words(0.12, among=[0.0377])
    ('<0.0001', '0.1200')

    Args:
        among: the costs of the column that it stands in, which have as many decimals.
    """
    if cost_usd is None:
        return "–"
    if 0 < cost_usd < 0.00005:
        return "<0.0001"
    small = any(cost is not None and 0 < cost < 0.1 for cost in (cost_usd, *among))
    return f"{cost_usd:,.{4 if small else 2}f}"


def prompt_tokens_bound(prompt: Prompt) -> int:
    """More tokens than any tokenizer makes of a prompt: one per byte, and the chat template's own."""
    n_messages = len(prompt.messages) + (prompt.system is not None)
    return prompt.n_bytes() + TEMPLATE_TOKENS_PER_MESSAGE * (n_messages + 1)


def bound(prompt: Prompt, parameters: Parameters, price: Price | None) -> Spend:
    """The most one request can cost. Without a cap on completion tokens there is no bound on its cost."""
    prompt_tokens = prompt_tokens_bound(prompt)
    completion_tokens = parameters.max_tokens
    cost_usd = None
    if price is not None and completion_tokens is not None:
        share = price.most_share(parameters.tier_asked)
        cost_usd = price.cost_usd(prompt_tokens, completion_tokens) * share
    return Spend(1, prompt_tokens + (completion_tokens or 0), cost_usd)


def tokens_beyond(completion_tokens: int | None, parameters: Parameters) -> int:
    """How many tokens of a completion are beyond its cap."""
    return 0 if parameters.max_tokens is None else max(0, (completion_tokens or 0) - parameters.max_tokens)


def beyond_cap(n_tokens: int, parameters: Parameters, price: Price | None) -> Spend:
    """What so many completion tokens beyond the cap add to the bound of a request.

    Some servers think beside the cap, or know none: what a reply took beyond it, the next ones may take, too.
    """
    if price is None:
        return Spend(0, n_tokens, None)
    return Spend(0, n_tokens, price.cost_usd(0, n_tokens) * price.most_share(parameters.tier_asked))


def cost_of(reply: Response, price: Price | None, bound: Spend | None = None) -> Spend | None:
    """What a reply did cost, in the tier that served it; None where that is not known: then its bound stands.

    Where only the sum of its tokens is known, each counts as one of the dearest.

    Args:
        bound: the most that was expected. Where the known part of the tokens is more, it comes on top.
    """
    if reply.prompt_tokens is None or reply.completion_tokens is None:
        if (total := reply.total_tokens) is not None:
            usd = (
                None
                if price is None
                else total * price.dearest_usd_per_token() * price.most_share(reply.tier)
            )
            return Spend(1, total, usd)
        known = (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)
        if bound is None or known <= bound.tokens:
            return None
        usd = None if price is None else known * price.dearest_usd_per_token()
        return bound.plus(Spend(0, known, usd))
    tokens = reply.prompt_tokens + reply.completion_tokens
    if price is None:
        return Spend(1, tokens, None)
    cached, written = reply.cached_tokens or 0, reply.written_tokens or 0
    usual = price.cost_usd(reply.prompt_tokens, reply.completion_tokens, cached, written)
    return Spend(1, tokens, usual * price.share(reply.tier))


def put_price(store: Store, run_id: str, price: Price) -> int:
    """Give the replies that a run rests on their cost where it is not known; one that is known stays.

    Returns:
        How many attempts have a cost now that had none.
    """
    in_batch = price.in_batch()

    def cost_usd_of(
        prompt: int | None, completion: int | None, cached: int, written: int, tier: str | None, batched: bool
    ) -> float | None:
        reply = Response(
            b"", None, None, prompt_tokens=prompt, completion_tokens=completion, tier=tier,
            cached_tokens=cached, written_tokens=written,
        )  # fmt: skip
        spend = cost_of(reply, in_batch if batched else price)
        return None if spend is None else spend.cost_usd

    return store.ledger.put_price(run_id, cost_usd_of, price.dearest_usd_per_token(), BATCH_SHARE)
