"""A model on this machine as a provider: requests have keys, replies are kept, a run is a run like any other.

Importing this module imports no torch: saying a request and reading a reply need none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import anyio

from cache import Response, StoredRequest, key_of_body
from mhclient.errors import GONE, UsageError
from mhclient.loading import later
from mhclient.machine.event_loop import beside_the_loop
from mhclient.providers.access import NetworkOptions
from mhclient.providers.ask_modes import AskMode, ModelOptions
from mhclient.providers.base import Abilities, Model, ModelOutline, ProviderConnection, RawReply
from mhclient.providers.local.fleet import Fleet, FleetTerms, MachineIdentity, how_of
from mhclient.providers.local.settings import LocalSettings, ModelIdentity, Placement, identify, require_ray
from mhclient.providers.local.wire import ENGINE_VERSION, METHOD, read_body, request_body, seeded
from mhclient.providers.local.worker import Engine, ModelWorker, Portions
from mhclient.run.given import names_of
from mhclient.run.letter_forms import anchor_given, forms_given
from mhclient.run.parameters import Parameters, Prompt
from mhclient.run.spec import Ask
from mhclient.show.counts import counted

if TYPE_CHECKING:
    from mhclient.providers.local import engines, on_ray
    from mhclient.providers.local import load as loads
    from mhclient.providers.local.load import LoadedModel
    from mhclient.providers.local.on_ray import RayMachines
else:  # they bring Ray, which only its users have installed, and torch
    on_ray = later("mhclient.providers.local.on_ray")
    engines = later("mhclient.providers.local.engines")
    loads = later("mhclient.providers.local.load")

# Items times tokens in one bucket: what keeps a CPU's caches, or a large GPU, busy without filling its
# memory.
TOKENS_PER_BUCKET = {"cpu": 8_192, "cuda": 32_768}
Answer: TypeAlias = Callable[[str], Awaitable[bytes]]  # a request's body → the reply's
OK = 200  # there is no HTTP here, but a reply has a status


@dataclass(slots=True)
class LocalProvider(Abilities):
    """See `mhclient.providers.base.Provider`."""

    identity: ModelIdentity
    settings: LocalSettings
    placement: Placement
    name: str = "local"
    _worker: ModelWorker | None = field(default=None, init=False)
    _loaded: LoadedModel | None = field(default=None, init=False)
    _fleet: Fleet | None = field(default=None, init=False)
    _on_ray: RayMachines | None = field(default=None, init=False)
    _notes: list[str] = field(default_factory=list, init=False)

    @property
    def endpoint(self) -> str:
        """The model and its revision."""
        return self.identity.endpoint

    def request(self, model: str, prompt: Prompt, parameters: Parameters) -> StoredRequest:
        """The request, with everything that decides the scores in its body."""
        generating = self.settings.ask is Ask.GENERATE
        body = request_body(
            prompt,
            self.settings.to_json(),
            letters=not generating,
            written=parameters if generating else None,
        )
        key = key_of_body(body, method=METHOD, endpoint=self.endpoint, api_version=ENGINE_VERSION)
        return StoredRequest(key, METHOD, self.endpoint, ENGINE_VERSION, model, body)

    def read(self, raw: RawReply) -> Response:
        """The reply in a body that the engine made."""
        return read_body(raw.body)

    @asynccontextmanager
    async def connect(self, reach: NetworkOptions) -> AsyncIterator[ProviderConnection]:
        """Put the model to work until the context ends. It is loaded once: a next run finds it there.

        Raises:
            ModelUnusable: it cannot be loaded, or no machine that should have it can be used.
        """
        answering = self._on_machines() if self.placement.on_ray else self.at_work()
        async with answering as ask:

            async def send(request: StoredRequest) -> RawReply:
                return RawReply(OK, {}, await ask(seeded(request)))

            yield ProviderConnection(send, self.endpoint, self._drain)

    def _drain(self) -> None:
        if self._worker is not None:
            self._worker.drain()

    @asynccontextmanager
    async def _on_machines(self) -> AsyncIterator[Answer]:
        wanted = MachineIdentity(self.endpoint, how_of(self.settings), computed_with="")
        terms = FleetTerms(wanted, self.placement.batch_size, self._notes.append)
        if self._on_ray is None:
            self._on_ray = on_ray.RayMachines(type(self), self.identity, self.settings, self.placement)
        self._fleet = fleet = Fleet(self._on_ray, terms)
        try:
            await fleet.open()
            yield fleet.ask
        finally:
            with anyio.CancelScope(shield=True):
                await fleet.close()

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[Answer]:
        """The model on this machine, loaded: what answers a request's body with the reply's.

        Raises:
            ModelUnusable: it cannot be loaded.
        """
        if self._loaded is None:
            self._loaded = await beside_the_loop(self._load)
        engine = self.engine(self._loaded)
        self._notes = engine.notes
        tokens_max = TOKENS_PER_BUCKET.get(self._loaded.device.type, TOKENS_PER_BUCKET["cpu"])
        self._worker = worker = ModelWorker(engine, Portions(self.placement.batch_size, tokens_max))
        try:
            yield worker.ask
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(worker.close)

    def status(self) -> str:
        """For the display: what the model is doing, and the memory it takes; of machines a line each."""
        if self._fleet is not None:
            return self._fleet.status()
        if self._worker is None or self._loaded is None:
            return f"loading {self.identity.name} ({self.settings.dtype})"
        work = self._worker.workload
        parts = [f"{self.identity.name}, {self.settings.dtype}, {self._loaded.device}"]
        if work.busy_s:
            n_items, longest = work.last_bucket
            parts.append(f"{work.n_tokens / work.busy_s:,.0f} tokens/s")
            parts.append(f"last bucket {n_items} × {counted(longest, 'token')}")
        parts.append(self._loaded.memory_in_use())
        if work.n_halvings:
            parts.append(f"out of memory {counted(work.n_halvings, 'time')}: buckets are smaller now")
        return " · ".join(parts)

    def computed_with(self) -> str:
        """Versions and device of the model that is at work."""
        assert self._loaded is not None
        return self._loaded.computed_with()

    def notes(self) -> list[str]:
        """What the user should know about how the scores were computed."""
        return list(self._notes)

    def n_bytes(self) -> int | None:
        """What the files of its weights take."""
        return self.identity.n_bytes()

    def release(self) -> None:
        """Let go of the weights, here and on a Ray cluster."""
        if self._on_ray is not None:
            self._on_ray.dismiss()
        if self._loaded is not None:
            loaded, self._loaded, self._worker = self._loaded, None, None
            loaded.leave_memory()

    def outline(self) -> ModelOutline:
        """What the model would compute with."""
        return engines.outline_of(self.identity, self.settings, self.placement, self.engine)

    def _load(self) -> LoadedModel:
        return loads.load(self.identity, self.settings.dtype, self.placement)

    def engine(self, loaded: LoadedModel) -> Engine:
        """What answers requests in the way that is asked for."""
        served = f"{self.identity.name}@{self.identity.revision}"
        return engines.engine_for(loaded, served, self.settings, self.placement)


MAX_LENGTH = 4096  # MHGraphBench, appendix D.3
BATCH_SIZE = 32
# A request waits its turn: it is the run's progress that shows whether it is stuck.
TIMEOUT_S = 86_400.0


def local_model(name: str, way: AskMode, options: ModelOptions) -> Model:
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


def _settings(way: AskMode, options: ModelOptions) -> LocalSettings:
    dtype, max_length = options.get("dtype") or loads.default_dtype(), options.get("max_length") or MAX_LENGTH
    anchor = anchor_given(options.get("anchor"))
    if way is AskMode.GENERATE:
        return LocalSettings(Ask.GENERATE, dtype, max_length, anchor=anchor)
    forms = forms_given(options.get("forms"), options.get("form"))
    engine = options.get("engine") or "packed"
    return LocalSettings(Ask.FORCED_CHOICE, dtype, max_length, forms, anchor, engine)
