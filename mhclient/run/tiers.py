"""Tiers of service: what may be asked for, what it costs of the list price, how long it may take. Pure.

Sources: developers.openai.com/api/docs/guides/flex-processing (the prices of a batch; 15 minutes; 429 where
there is no room, which is not charged) and openai.com/api-priority-processing (the prices); Azure has both
(learn.microsoft.com/azure/foundry/openai/how-to/flex-processing, priority-processing).

Decision: docs/decisions/run.md, "The tier that was served decides the price".
"""

import re
from collections.abc import Mapping

from mhclient.errors import UsageError

FLEX, PRIORITY = "flex", "priority"
TIERS = (FLEX, PRIORITY)
TIMEOUT_S: Mapping[str, float] = {FLEX: 900.0}  # as the guide advises; one attempt may wait so long
FLEX_SHARE = 0.5

# OpenAI's price list of priority processing over its usual one, the first that fits; read 2026-11-22.
_PRIORITY_SHARES = (
    (re.compile(r"gpt-5\.5"), 2.5),
    (re.compile(r"gpt-5"), 2.0),
    (re.compile(r"gpt-4\.1-nano"), 2.0),
    (re.compile(r"gpt-4\.1-mini"), 1.8),
    (re.compile(r"gpt-4o-2024-05-13"), 1.75),
    (re.compile(r"gpt-4o"), 1.7),
    (re.compile(r"gpt-4\.1|o3"), 1.75),
    (re.compile(r"o4-mini"), 2.0 / 1.1),
)
DEAREST_SHARE = 2.5  # where the list has no line for the model: as much as the dearest one


def priority_share(model: str) -> float:
    """What priority processing costs of a model's usual price.

    >>> priority_share("gpt-5-mini"), priority_share("my-deployment")
    (2.0, 2.5)
    """
    return next((share for name, share in _PRIORITY_SHARES if name.match(model)), DEAREST_SHARE)


def check_tier(tier: object) -> None:
    """Refuse what is no tier.

    Raises:
        UsageError: there is no such tier.
    """
    if tier is not None and tier not in TIERS:
        raise UsageError(f"tier is {tier!r}: give one of {', '.join(TIERS)}.")
