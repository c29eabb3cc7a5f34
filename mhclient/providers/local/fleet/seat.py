"""One machine of a fleet, as the run sees it: is it there, is it the right one, what does it answer?"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import aiohttp

from mhclient.errors import ProviderError
from mhclient.providers.local.fleet.wire import ABOUT, ANSWER, MOST_BYTES, About, answers_from_json

LOOK_S = 5.0  # for a sign of life

# What a machine that is not there, or not itself, does to a request.
GONE = (aiohttp.ClientError, TimeoutError, OSError, ValueError)


class SeatState(StrEnum):
    """How a machine stands."""

    AWAY = "not reached"
    READY = "answers"
    REFUSED = "refused"


@dataclass(slots=True)
class Seat:
    """A machine that may answer.

    Attributes:
        why: it is away or was refused.
        n_answered: replies of its that were used.
        busy_s: seconds in which it was computing for us.
    """

    url: str
    state: SeatState = SeatState.AWAY
    why: str = ""
    n_answered: int = 0
    busy_s: float = 0.0
    about: About | None = None
    under_way: dict[int, float] = field(default_factory=dict)  # bucket → when it was sent

    def line(self) -> str:
        """For the display."""
        said = f" ({self.why})" if self.why and self.state is not SeatState.READY else ""
        rate = f", {self.n_answered / self.busy_s:,.1f} items/s" if self.busy_s else ""
        return f"{self.url}: {self.state}{said}, {self.n_answered:,} replies{rate}"

    async def look(self, session: aiohttp.ClientSession) -> About:
        """Who answers there.

        Raises:
            aiohttp.ClientError, TimeoutError, OSError, ValueError: nobody does, or somebody else.
        """
        limit = aiohttp.ClientTimeout(total=LOOK_S)
        async with session.get(self.url + ABOUT, timeout=limit, allow_redirects=False) as response:
            return About.from_json(await _text(response))

    async def answer(
        self, session: aiohttp.ClientSession, bodies: Sequence[str]
    ) -> list[bytes | ProviderError]:
        """Replies to requests, or what each one ends in.

        Raises:
            aiohttp.ClientError, TimeoutError, OSError, ValueError: nobody is there, or nonsense came.
        """
        limit = aiohttp.ClientTimeout(total=None, sock_connect=LOOK_S)
        began_at = time.monotonic()
        async with session.post(
            self.url + ANSWER, json=list(bodies), timeout=limit, allow_redirects=False
        ) as response:
            answers = answers_from_json(await _text(response), len(bodies))
        self.busy_s += time.monotonic() - began_at
        return answers


async def _text(response: aiohttp.ClientResponse) -> str:
    if response.status == 401:
        raise ValueError("it wants another token (`token_file`)")
    if response.status != 200:
        raise ValueError(f"it answers with status {response.status}")
    body = await response.content.read(MOST_BYTES)
    if not response.content.at_eof():
        raise ValueError(f"it answers with more than {MOST_BYTES:,} bytes")
    return body.decode()
