"""What a fleet is made of: machines that say who they are and answer, and where they come from.

on_ray.py has those of a Ray cluster; its methods could be a test's as well.
"""

from collections.abc import Sequence
from typing import Protocol

from mhclient.errors import ProviderError
from mhclient.providers.local.fleet.wire import MachineIdentity

LOOK_S = 5.0  # for a sign of life


class MachineGone(Exception):
    """A machine is not there, or says nonsense. It may come back."""


class MachineLost(MachineGone):
    """It will not come back; another one may."""


class UnfitMachine(MachineGone):
    """It is there, and cannot answer this run."""


class Machine(Protocol):
    """One that may answer."""

    @property
    def name(self) -> str:
        """For the display."""

    async def about(self) -> MachineIdentity:
        """Who answers there, within `LOOK_S`.

        Raises:
            MachineGone: nobody does, or somebody else.
        """

    async def answer(self, bodies: Sequence[str]) -> list[bytes | ProviderError]:
        """Replies to requests, or what each one ends in.

        Raises:
            MachineGone: nobody is there, or nonsense came.
        """


class Machines(Protocol):
    """Where machines come from.

    Attributes:
        start_s: how long the first may take until it answers.
    """

    start_s: float

    async def found(self) -> Sequence[Machine]:
        """All there are by now, each the same object every time.

        Raises:
            ModelUnusable: there can be none.
        """

    async def leave(self) -> None:
        """Nobody asks them any more."""
