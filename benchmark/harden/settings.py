"""What decides how items are hardened: every setting that changes an item stands in the manifest."""

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from benchmark.harden.walk import WalkSettings


class Arm(StrEnum):
    """Where new options come from."""

    GRAPH = "graph"  # names at the ends of paths; no model
    WALK = "walk"  # a writer who is shown the paths
    DIRECT = "direct"  # the same writer without them: the control


class Unverified(StrEnum):
    """What becomes of an option of which the graph cannot tell whether it is right."""

    REFUSE = "refuse"
    FLAG = "flag"


class TooFewOptions(StrEnum):
    """What becomes of an item with too few new options."""

    FILL = "fill"  # keeps old ones
    DROP = "drop"  # is left out


@dataclass(frozen=True, slots=True)
class HardenSettings:
    """How items are hardened.

    Attributes:
        threshold: cosine from which a mention maps to the nearest name; None for the guide's own.
        rounds: how often a writer is asked at most, each time shown what was refused.
        keep_relatives: whether parents and children of the key's disease may be options.
        any_type: whether options may be of another type than the key.
        seed: places texts among the letters, and nothing else.
    """

    arm: Arm = Arm.GRAPH
    walk: WalkSettings = field(default_factory=WalkSettings)
    threshold: float | None = None
    rounds: int = 3
    unverified: Unverified = Unverified.REFUSE
    short: TooFewOptions = TooFewOptions.FILL
    keep_relatives: bool = False
    any_type: bool = False
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        """For the manifest; the threshold stands with the guide."""
        walk = asdict(self.walk) | {"not_along": list(self.walk.not_along)}
        plain = {name: value for name, value in asdict(self).items() if name not in ("walk", "threshold")}
        return {**plain, **walk}
