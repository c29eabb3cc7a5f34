"""Who writes: a model, its parameters, and how fast and up to what cost it is asked."""

from dataclasses import dataclass, replace
from typing import Unpack

from mhclient.ask.making import ParameterOptions, make_parameters
from mhclient.ask.order import Limits, Pace, make_pace
from mhclient.errors import UsageError
from mhclient.providers.model import Model
from mhclient.run.jobs import composing
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Ask, RunSpec

MAX_TOKENS = 1_000  # of a reply, where nobody says


@dataclass(frozen=True, slots=True)
class Composer:
    """A model as it writes or judges.

    Attributes:
        adapt: let parameters that the model does not take be changed.
    """

    model: Model
    parameters: Parameters
    pace: Pace
    adapt: bool = False

    @property
    def name(self) -> str:
        """As `--writer` and `--judge` name it."""
        return f"{self.model.provider.name}:{self.model.name}"

    def spec(self, digest: str, stage: str, number: int, max_tokens: int | None) -> RunSpec:
        """The specification of a run that asks the jobs of this digest."""
        cap = self.parameters.max_tokens if max_tokens is None else max_tokens
        return RunSpec(
            provider=self.model.provider.name,
            model=self.model.name,
            endpoint=self.model.provider.endpoint,
            benchmark=digest,
            variant=composing(stage, number),
            parameters=replace(self.parameters, max_tokens=cap),
            ask=Ask.COMPOSE,
            settings=self.model.settings,
        )


def make_composer(
    model: Model, limits: Limits, *, adapt: bool = False, **parameters: Unpack[ParameterOptions]
) -> Composer:
    """A composer.

    Args:
        limits: how fast, and up to what cost: over all stages of what is composed.
        parameters: see `ParameterOptions`; a temperature of 0 and `MAX_TOKENS` where not given.

    Raises:
        UsageError: the model cannot write texts in this way, or a value cannot be used.
    """
    if model.ask not in (Ask.WRITE, Ask.GENERATE):
        raise UsageError(f"{model.name} is asked by '{model.ask}' and writes nothing: ask it to write.")
    made = make_parameters(model, MAX_TOKENS, parameters)
    return Composer(model, made, make_pace(model, limits, priced=True, tier=made.tier_asked), adapt)
