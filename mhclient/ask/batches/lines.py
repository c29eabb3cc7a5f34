"""From a line of a batch's results to the end of an attempt. Pure."""

from cache import REFUSED_FOR_FREE, AttemptEnd, LineEnd, Response
from mhclient.errors import (
    LineCancelled,
    LineExpired,
    MalformedReply,
    PromptFiltered,
    ProviderError,
    RequestRejected,
)
from mhclient.providers.base import Provider, RawReply
from mhclient.providers.batches.lines import BatchDialect, BatchEnding, LineResult
from mhclient.providers.faults import fault_of
from mhclient.providers.moderation import withheld_prompt
from mhclient.run.prices import Price, cost_of

UNPROCESSED: dict[BatchEnding, ProviderError] = {
    BatchEnding.EXPIRED: LineExpired("not processed within the provider's time"),
    BatchEnding.CANCELLED: LineCancelled("the batch was cancelled before it was processed"),
}


def line_end(provider: Provider, dialect: BatchDialect, price: Price | None, raw: bytes) -> LineEnd:
    """What a line says of its request.

    Args:
        price: of the batch.
    """
    try:
        result = dialect.read_line(raw)
    except MalformedReply:
        return LineEnd(None, raw, None)
    headers = {"x-request-id": result.request_id} if result.request_id else {}
    try:
        reply = _reply(provider, result, headers)
    except ProviderError as error:
        return LineEnd(result.key, raw, _end(error, result, headers, price), curable=_curable(error))
    end = AttemptEnd(None, result.status, headers, spend=cost_of(reply, price))
    return LineEnd(result.key, raw, end, reply)


def _reply(provider: Provider, result: LineResult, headers: dict[str, str]) -> Response:
    """The reply in a line, read as an online one would be.

    Raises:
        ProviderError: it holds none.
    """
    if result.ending in UNPROCESSED:
        raise UNPROCESSED[result.ending]
    try:
        if result.status >= 300:
            raise fault_of(result.status, headers, result.body)
        return provider.read(RawReply(result.status, headers, result.body))
    except PromptFiltered as error:
        return withheld_prompt(error.body)


def _end(
    error: ProviderError, result: LineResult, headers: dict[str, str], price: Price | None
) -> AttemptEnd:
    # Providers charge for lines they have answered; an answer that cannot be read may have cost something.
    spend = None if error.took is None else cost_of(error.took, price)
    if spend is None and (result.status >= 300 or result.ending in UNPROCESSED):
        spend = REFUSED_FOR_FREE
    return AttemptEnd(None, result.status, headers, type(error).__name__, str(error), spend)


def _curable(error: ProviderError) -> bool:
    return not isinstance(error, RequestRejected)
