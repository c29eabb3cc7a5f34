"""What runs on a Ray node: a model at work behind two methods.

Ray makes it an actor (on_ray.py); this module knows nothing of Ray.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from mhclient.providers.local.fleet.wire import MachineIdentity, answers_to_json, how_of
from mhclient.providers.local.identity import ModelIdentity, identify
from mhclient.providers.local.settings import LocalSettings, Placement

Answer: TypeAlias = Callable[[str], Awaitable[bytes]]  # a request's body → the reply's


class LoadableModel(Protocol):
    """What a seat needs of `mhclient.providers.local.provider.LocalProvider`."""

    @property
    def endpoint(self) -> str:
        """The model and its revision."""

    def at_work(self) -> AbstractAsyncContextManager[Answer]:
        """The model, loaded."""

    def computed_with(self) -> str:
        """Versions and device."""


@dataclass(slots=True, repr=False)  # Ray writes it into its logs
class RaySeat:
    """A model in a process of its own, loaded when it is first asked who it is.

    Attributes:
        model: makes what loads it.
        source, revision: the model as the node is to look for it; its hash is taken there anew.
    """

    model: Callable[[ModelIdentity, LocalSettings, Placement], LoadableModel]
    source: str
    revision: str | None
    settings: LocalSettings
    placement: Placement
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _at_work: tuple[Answer, MachineIdentity] | None = field(default=None, init=False)

    async def about(self) -> str:
        """`MachineIdentity` as JSON.

        Raises:
            ModelUnusable: this node cannot load the model.
        """
        return (await self._loaded())[1].to_json()

    async def answer(self, bodies: list[str]) -> str:
        """As `answers_to_json` writes it; see there for what it raises."""
        ask, _ = await self._loaded()
        return answers_to_json(await asyncio.gather(*map(ask, bodies), return_exceptions=True))

    async def _loaded(self) -> tuple[Answer, MachineIdentity]:
        async with self._loading:
            if self._at_work is None:
                identity = await asyncio.to_thread(identify, self.source, self.revision)
                model = self.model(identity, self.settings, self.placement)
                ask = await self._stack.enter_async_context(model.at_work())
                about = MachineIdentity(model.endpoint, how_of(self.settings), model.computed_with())
                self._at_work = ask, about
            return self._at_work
