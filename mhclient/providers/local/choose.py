"""A model on this machine, or on others, from what the user says of it. Imports torch."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from benchmark.bounded import read_regular_file
from mhclient.blotting.known import remember_secret
from mhclient.errors import UsageError
from mhclient.providers.local.devices import default_dtype
from mhclient.providers.local.identity import identify
from mhclient.providers.local.packages import require_ray
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.settings import RAY, LocalSettings, Placement
from mhclient.providers.model import Model
from mhclient.providers.ways import ModelOptions, Way
from mhclient.run.letter_forms import anchor_given, forms_given
from mhclient.run.spec import Ask

MAX_LENGTH = 4096  # MHGraphBench, appendix D.3
BATCH_SIZE = 32
SHORTEST_TOKEN, LONGEST_TOKEN = 16, 1_000
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
    on = _addresses(options.get("on"))
    _refuse_what_is_ignored(on, options)
    return Placement(
        options.get("device_map") or "auto",
        options.get("batch_size") or BATCH_SIZE,
        options.get("checks"),
        options.get("trust_remote_code", False),
        on=on,
        token=_token(options.get("token_file")),
        mixed=options.get("mixed", False),
        gpus_per_seat=options.get("gpus_per_seat") or 1,
    )


def _refuse_what_is_ignored(on: Sequence[str], options: ModelOptions) -> None:
    if tuple(on) == (RAY,) and options.get("token_file"):
        raise UsageError("`token_file` is for addresses; a Ray cluster has tokens of its own. Leave it out.")
    if tuple(on) != (RAY,) and options.get("gpus_per_seat"):
        raise UsageError("`gpus_per_seat` is for `on=ray`; here it would be ignored. Leave it out.")


def _addresses(given: Sequence[str] | None) -> tuple[str, ...]:
    if given and tuple(given) == (RAY,):
        require_ray()
        return (RAY,)
    for address in given or ():
        if not re.fullmatch(r"https?://[^/\s?#]+/?", address):
            raise UsageError(f"`on={address}`: write http://HOST:PORT, several with commas, or ray.")

    return tuple(given or ())


def _token(path: str | os.PathLike[str] | None) -> str:
    """What machines want to see, from a file that only its owner needs to read."""
    if path is None:
        return ""
    try:
        token = read_regular_file(Path(path), LONGEST_TOKEN).decode().strip()
    except OSError as error:
        raise UsageError(f"`token_file={path}` cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"`token_file={path}`: {error}.") from error
    if not token.isascii() or not token.isprintable() or len(token) < SHORTEST_TOKEN:
        raise UsageError(
            f"`token_file={path}`: a token has at least {SHORTEST_TOKEN} plain characters on one line, as "
            "from 'openssl rand -hex 32'."
        )
    remember_secret(token)
    return token


def _settings(way: Way, options: ModelOptions) -> LocalSettings:
    dtype, max_length = options.get("dtype") or default_dtype(), options.get("max_length") or MAX_LENGTH
    anchor = anchor_given(options.get("anchor"))
    if way is Way.GENERATE:
        return LocalSettings(Ask.GENERATE, dtype, max_length, anchor=anchor)
    forms = forms_given(options.get("forms"), options.get("form"))
    engine = options.get("engine") or "packed"
    return LocalSettings(Ask.FORCED_CHOICE, dtype, max_length, forms, anchor, engine)
