"""How a report is worked out: its intervals, how much it lists, and by which versions."""

from dataclasses import dataclass

from mhclient.figures.bootstrap import RESAMPLES, SEED
from mhclient.figures.clusters import ClusterBy
from mhclient.version import __version__
from parsers import PARSER_VERSION

TOP = 15  # entities shown unless more are asked for, as in the paper


@dataclass(frozen=True, slots=True)
class Settings:
    """How intervals are worked out, and how much is listed.

    Attributes:
        top: how many entities are listed, by falling degree; None for all.
    """

    cluster_by: ClusterBy = ClusterBy.ENTITY
    resamples: int = RESAMPLES
    seed: int = SEED
    top: int | None = TOP


@dataclass(frozen=True, slots=True)
class Versions:
    """The programs behind the figures."""

    program: str = __version__
    parser: str = PARSER_VERSION
