"""Which engine answers the requests of a local run. Imports torch."""

from mhclient.providers.local.forced_choice import ForcedChoiceEngine
from mhclient.providers.local.generate import GenerateEngine
from mhclient.providers.local.load import LoadedModel
from mhclient.providers.local.settings import LocalSettings, Placement
from mhclient.providers.local.worker import Engine
from mhclient.run.spec import Ask

CHECKS = {"cpu": 8, "cuda": 64}  # items computed other ways, where the user does not say how many


def engine_for(loaded: LoadedModel, served: str, settings: LocalSettings, placement: Placement) -> Engine:
    """The engine for the way that is asked for.

    Args:
        served: the model's name and revision, for the record of each reply.
    """
    if settings.ask is Ask.GENERATE:
        return GenerateEngine(loaded, served)
    n_checks = placement.n_checks
    if n_checks is None:
        n_checks = CHECKS.get(loaded.device.type, CHECKS["cpu"])
    return ForcedChoiceEngine(loaded, served, settings.engine or "packed", n_checks)
