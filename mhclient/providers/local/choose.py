"""A model on this machine, or on others, from what the user says of it. Imports torch."""

from collections.abc import Sequence

from mhclient.errors import GONE, UsageError
from mhclient.providers.local.devices import default_dtype
from mhclient.providers.local.identity import identify
from mhclient.providers.local.packages import require_ray
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.settings import LocalSettings, Placement
from mhclient.providers.model import Model
from mhclient.providers.ways import ModelOptions, Way
from mhclient.run.given import names_of
from mhclient.run.letter_forms import anchor_given, forms_given
from mhclient.run.spec import Ask

MAX_LENGTH = 4096  # MHGraphBench, appendix D.3
BATCH_SIZE = 32
# A request waits its turn: it is the run's progress that shows whether it is stuck.
TIMEOUT_S = 86_400.0


def local_model(name: str, way: Way, options: ModelOptions) -> Model:
    """The model in that folder, or of that name on the Hugging Face Hub.

    Raises:
        ModelUnusable: there is none, or it cannot be used.
    """
    placement = _placement(options)
    provider = LocalProvider(identify(name, options.get("revision")), _settings(way, options), placement)
    return Model(
        provider=provider,
        name=provider.identity.name,
        ask=provider.settings.ask,
        settings=provider.settings.to_json() | {"trust_remote_code": placement.trust_remote_code},
        # Enough that a full bucket of like lengths can always be found among those waiting.
        concurrency=4 * placement.batch_size,
        timeout_s=TIMEOUT_S,
    )


def _placement(options: ModelOptions) -> Placement:
    on_ray = _means_ray(names_of(options.get("on") or ()))
    if options.get("gpus_per_seat") and not on_ray:
        raise UsageError("`gpus_per_seat` is for `on=ray`; here it would be ignored. Leave it out.")
    return Placement(
        options.get("device_map") or "auto",
        options.get("batch_size") or BATCH_SIZE,
        options.get("checks"),
        options.get("trust_remote_code", False),
        on_ray=on_ray,
        gpus_per_seat=options.get("gpus_per_seat") or 1,
    )


def _means_ray(on: Sequence[str]) -> bool:
    for name in on:
        if "://" in name:
            raise UsageError(f"`on={name}`: {GONE['on=http']}")
    if on and on != ("ray",):
        raise UsageError(f"`on={','.join(on)}`: write ray, for the nodes of a Ray cluster.")
    if on:
        require_ray()
    return bool(on)


def _settings(way: Way, options: ModelOptions) -> LocalSettings:
    dtype, max_length = options.get("dtype") or default_dtype(), options.get("max_length") or MAX_LENGTH
    anchor = anchor_given(options.get("anchor"))
    if way is Way.GENERATE:
        return LocalSettings(Ask.GENERATE, dtype, max_length, anchor=anchor)
    forms = forms_given(options.get("forms"), options.get("form"))
    engine = options.get("engine") or "packed"
    return LocalSettings(Ask.FORCED_CHOICE, dtype, max_length, forms, anchor, engine)
