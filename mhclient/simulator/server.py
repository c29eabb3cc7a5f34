"""The simulator's server: OpenAI's chat completions, responses and embeddings, Anthropic's messages, Gemini's
generateContent, and the batches of all, on one port.

`Simulator` serves inside an event loop; `start_simulator` runs it in a thread, for programs and notebooks. A
request is read by its API (`formats.py`), refused or served as the service would (rate limit, room, tier,
route), answered by a profile (`completions.py`), and struck by a fault if one is due (`faults.py`).
"""

import asyncio
import errno
import json
import os
import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any, Self, TypedDict, Unpack

from aiohttp import web
from anyio.from_thread import start_blocking_portal
from pydantic import Field

from benchmark import Benchmark, read_benchmark
from mhclient.errors import UsageError
from mhclient.run.checks import AmountOrZero, check, that
from mhclient.run.given import check_names
from mhclient.run.parameters import BY_KEY, GUESSED, HEADER
from mhclient.simulator.answer_key import AnswerKey, options_in
from mhclient.simulator.batch_api import BatchFault, SimulatedBatchApi
from mhclient.simulator.batch_routes import GeminiBatchRoutes
from mhclient.simulator.completions import compose, seed_of, write, write_by_question, write_free
from mhclient.simulator.faults import FAULTS, Fault
from mhclient.simulator.formats import (
    ANTHROPIC,
    APIS,
    EMBEDDINGS,
    GEMINI,
    OPENAI,
    RESPONSES,
    SimulatedApi,
    SimulatedRequest,
    is_filtered,
    openai_error,
    tokens_of,
)
from mhclient.simulator.profiles import PROFILES, Draw, Profile, Simulated, profile_named

NO_FAULTS: Mapping[str, float] = {}
KEY_HEADERS = ("X-Api-Key", "Authorization", "X-Goog-Api-Key")


LAST_PORT = 65_535


def _are_shares(rates: object) -> bool:
    return isinstance(rates, Mapping) and all(
        isinstance(rate, int | float) and not isinstance(rate, bool) and 0 <= rate <= 1
        for rate in rates.values()
    )


class SimulatorOptions(TypedDict, total=False):
    """How the server behaves.

    Keys:
        seed: of all draws (default: 0).
        latency_s: how long each reply takes (default: no time).
        host, port: where to listen (default: any free port of 127.0.0.1).
        script: faults for the next requests, one each in the order they arrive; None lets one through.
        fault_rates: name in `FAULTS` → how often it strikes, drawn from the seed and the request's number.
        batch_s: how long a batch takes, in seconds of the simulator's own clock (default: 1).
        batch_faults: for the batches to come, one each; None lets one through.
        queue_tokens: the most tokens that may wait in batches, None for no limit.
    """

    seed: int
    latency_s: AmountOrZero
    host: str
    port: Annotated[int, Field(ge=0, le=LAST_PORT, description=f"a whole number from 0 (any) to {LAST_PORT}")]
    script: Iterable[Fault | None]
    fault_rates: Annotated[
        Mapping[str, float], *that(_are_shares, "a dict of shares, as {'server-error': 0.1}")
    ]
    batch_s: AmountOrZero
    batch_faults: Iterable[BatchFault | None]
    queue_tokens: int | None


class Simulator:
    """A running server, by `async with`; `mhclient.start_simulator` starts one for plain code, by `with`.

    Args:
        answer_key: what the models know; they never see an item's gold otherwise.
        options: see `SimulatorOptions`.

    Attributes:
        asked: how often each prompt has arrived, whatever the answer was.
        statuses: how many answers of each HTTP status were given, faults left out.
        n_faults: how many requests met a fault.
        batch_api: the batches.
    """

    def __init__(self, answer_key: AnswerKey | None = None, **options: Unpack[SimulatorOptions]) -> None:
        self.asked: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.n_faults = 0
        self._key = answer_key or AnswerKey()
        self._seed = options.get("seed", 0)
        self._latency_s = options.get("latency_s", 0.0)
        self._host, self._port = options.get("host", "127.0.0.1"), options.get("port", 0)
        self._limits: dict[str, RateLimit] = {}
        self._script = deque(options.get("script", ()))
        self._fault_rates = options.get("fault_rates", NO_FAULTS)
        self.batch_api = SimulatedBatchApi(
            self._answer_line,
            takes_s=options.get("batch_s", 1.0),
            queue_tokens=options.get("queue_tokens"),
            faults=options.get("batch_faults", ()),
        )
        self.batch_routes = GeminiBatchRoutes(self.batch_api)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1.0)

    @property
    def port(self) -> int:
        """The port the server listens on; 0 before it runs, if any free one was asked for."""
        return self._port

    @property
    def url(self) -> str:
        """The address the server listens on."""
        return f"http://{self._host}:{self._port}"

    @property
    def openai_base_url(self) -> str:
        """As OpenAI's SDK wants it."""
        return f"{self.url}/v1"

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port, backlog=2048)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            why = error.strerror or str(error)
            if error.errno == errno.EADDRINUSE:
                why = f"port {self._port} is taken. Give another `port`; `port=0` takes any that is free"
            raise UsageError(f"cannot listen on {self.url}: {why}.") from error
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=2**28)
        for path, api in (
            ("/v1/chat/completions", OPENAI),
            ("/v1/responses", RESPONSES),
            ("/v1/embeddings", EMBEDDINGS),
            ("/v1/messages", ANTHROPIC),
            ("/v1beta/models/{model}:generateContent", GEMINI),
        ):
            app.router.add_post(path, partial(self._answer, api=api))
        app.router.add_get("/v1/models", self._models)
        app.router.add_get("/simulator/counts", self._counts)
        self.batch_routes.add_to(app)
        return app

    async def _answer(self, request: web.Request, api: SimulatedApi) -> web.StreamResponse:
        authorised = any(name in request.headers for name in KEY_HEADERS)
        raw = await request.read()
        status, body, headers = self._decide(raw, api, request.match_info, authorised=authorised)
        if status == 200 and self._latency_s:
            await asyncio.sleep(self._latency_s)
        fault = self._next_fault() if status == 200 else None
        if fault is not None:
            self.n_faults += 1
            return await fault(request, json.dumps(body).encode())
        self.statuses[status] += 1
        return web.json_response(body, status=status, headers=headers)

    def script(self, *faults: Fault | None) -> None:
        """Add faults for the requests to come."""
        self._script.extend(faults)

    def _next_fault(self) -> Fault | None:
        if self._script:
            return self._script.popleft()
        draw = random.Random(f"{self._seed}|fault|{self.asked.total()}").random()
        for name, rate in self._fault_rates.items():
            if draw < rate:
                return FAULTS[name]
            draw -= rate
        return None

    def _decide(
        self, raw: bytes, api: SimulatedApi, in_address: Mapping[str, str], *, authorised: bool
    ) -> tuple[int, dict[str, Any], dict[str, str]]:
        """Status, body and headers of the answer to a request."""
        try:
            asked = api.asked({**json.loads(raw), **in_address})
            profile = profile_named(asked.model)
        except (ValueError, KeyError, TypeError, UsageError) as error:
            return 400, api.error(f"bad request: {error!s}", "invalid_request_error", None), {}
        self.asked[asked.prompt] += 1
        if not authorised:
            refusal = api.error("no API key was sent", "authentication_error", "invalid_api_key")
            return (400 if api is GEMINI else 401), refusal, {}
        if profile is None:
            known = ", ".join(PROFILES)
            message = f"there is no model '{asked.model}'. Simulated models: {known}."
            return 404, api.error(message, "invalid_request_error", "model_not_found"), {}
        if asked.top_log_probs is not None and profile.thinking_tokens:
            message = "You are not allowed to request logprobs from this model."  # as OpenAI says it
            return 403, api.error(message, "invalid_request_error", None), {}
        return self._let_in(profile, asked, api)

    def _let_in(
        self, profile: Profile, asked: SimulatedRequest, api: SimulatedApi
    ) -> tuple[int, dict[str, Any], dict[str, str]]:
        headers: dict[str, str] = {}
        if profile.requests_per_s:
            limit = self._limits.setdefault(profile.name, RateLimit(profile.requests_per_s))
            wait_s = limit.refuse_s(asyncio.get_running_loop().time())
            headers = limit.headers(wait_s) if profile.tells_limit else {}
            if wait_s is not None:
                error = api.error("rate limit reached", "requests", "rate_limit_exceeded")
                return 429, error, headers
        if self._is_refused_once(profile, asked):
            return 429, api.error("try again", "requests", "rate_limit_exceeded"), headers
        if has_no_room(profile, asked, seed=self._seed, n_before=self.asked[asked.prompt] - 1):
            return 429, api.error("Resource unavailable", "requests", "resource_unavailable"), headers
        return 200, self._reply(profile, asked, api), {**headers, HEADER: self._how(asked.prompt)}

    def _how(self, prompt: str) -> str:
        """Whether the key has the question that is asked; otherwise the answer is a guess."""
        return BY_KEY if self._key.known(prompt) or self._key.hidden_options(prompt) else GUESSED

    def _is_refused_once(self, profile: Profile, asked: SimulatedRequest) -> bool:
        drawn = random.Random(f"{self._seed}/{asked.prompt}").random()
        return self.asked[asked.prompt] == 1 and drawn < profile.refused_once_rate

    def _reply(self, profile: Profile, asked: SimulatedRequest, api: SimulatedApi) -> dict[str, Any]:
        n_before = self.asked[asked.prompt] - 1
        profile, asked = as_of(profile, asked, n_requests=self.asked.total())
        seed = seed_of(
            profile, asked.prompt, seed=self._seed, n_before=n_before, temperature=asked.temperature
        )
        written = self._written(profile, asked, seed)
        answered = served(profile, asked, seed=self._seed, n_before=n_before)
        if is_filtered(profile, asked.prompt, seed=self._seed):
            return api.withheld(answered, f"{self.asked.total():08d}")
        return api.reply(answered, written, f"{self.asked.total():08d}")

    def _written(self, profile: Profile, asked: SimulatedRequest, seed: int | str) -> Simulated:
        """What the model writes."""
        prompt, cap = asked.prompt, asked.max_tokens
        if profile.writer is not None:
            return compose(profile, prompt, self._key, seed=seed, max_tokens=cap)
        options = options_in(prompt)
        if not options and (hidden := self._key.hidden_options(prompt)):
            return write_free(profile, prompt, hidden, seed=seed, max_tokens=cap)
        if profile.by_question and (known := self._key.known(prompt)) and known.number:
            return write_by_question(profile, known, options, seed=seed, max_tokens=cap)
        gold = (self._key.shortcuts if profile.by_shortcut else self._key).gold(prompt)
        held = replace(profile, held_to=answer_type(asked))
        return write(held, prompt, options, gold, seed=seed, max_tokens=cap)

    def _answer_line(self, url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """What a line of a batch is answered; a model's rate limit does not hold there."""
        api = APIS.get(url)
        if api is None:
            return 404, openai_error(f"nothing at {url}", "invalid_request_error", None)
        try:
            asked = api.asked(body)
            profile = profile_named(asked.model)
        except (KeyError, TypeError, UsageError) as error:
            return 400, api.error(f"bad request: {error!s}", "invalid_request_error", None)
        self.asked[asked.prompt] += 1
        if profile is None:
            message = f"there is no model '{asked.model}'"
            return 404, api.error(message, "invalid_request_error", "model_not_found")
        return 200, self._reply(profile, asked, api)

    async def _models(self, _: web.Request) -> web.StreamResponse:
        data = [{"id": name, "object": "model", "owned_by": "mhclient"} for name in PROFILES]
        return web.json_response({"object": "list", "data": data})

    async def _counts(self, _: web.Request) -> web.StreamResponse:
        repeated = {prompt: count for prompt, count in self.asked.items() if count > 1}
        counts = {
            "requests": self.asked.total(),
            "distinct": len(self.asked),
            "repeated": sum(repeated.values()) - len(repeated),
            "faults": self.n_faults,
            "batches": len(self.batch_api.batches),
            "batch_lines": self.batch_api.submitted.total(),
            "batch_lines_twice": self.batch_api.submitted.total() - len(self.batch_api.submitted),
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
        }
        return web.json_response(counts)


ROUTES = ("Together", "DeepInfra", "Novita", "Fireworks")


def has_no_room(profile: Profile, asked: SimulatedRequest, *, seed: int, n_before: int) -> bool:
    """Whether the tier "flex" turns a request away when it first comes."""
    draw = Draw(f"{seed}|no room|{asked.prompt}")
    return asked.tier == "flex" and n_before == 0 and draw("flex") < profile.flex_refusal_rate


def answer_type(asked: SimulatedRequest) -> str:
    """The type that a request's schema holds the answer to; "" without one."""
    return "" if asked.schema is None else str(asked.schema["properties"]["answer"]["type"])


def as_of(profile: Profile, asked: SimulatedRequest, *, n_requests: int) -> tuple[Profile, SimulatedRequest]:
    """The model as it is by then, and the request with its fingerprint."""
    if not 0 < profile.changes_after < n_requests:
        return profile, asked
    changed = replace(profile, accuracy=profile.accuracy_after)
    return changed, replace(asked, fingerprint="fp_simulated_2")


def served(profile: Profile, asked: SimulatedRequest, *, seed: int, n_before: int) -> SimulatedRequest:
    """The request with what was made of its wishes."""
    draw = Draw(f"{seed}|served {n_before}|{asked.prompt}")
    usual = asked.tier not in ("flex", "priority") or draw("tier") < profile.usual_tier_rate
    return replace(
        asked,
        tier="default" if usual else asked.tier,
        route=_route(profile, asked, draw),
        cached_tokens=int(tokens_of(asked.prompt) * profile.cached_share),
    )


def _route(profile: Profile, asked: SimulatedRequest, draw: Draw) -> str | None:
    wishes = asked.routing or {}
    named = {name.casefold() for name in wishes.get("only") or wishes.get("order") or ()}
    there = ROUTES[: profile.n_routes]
    chosen = [name for name in there if name.casefold() in named] or list(there)
    return draw.one_of("route", chosen) if there else None


BURST_S = 1.0  # requests saved up while nobody asks, in seconds of the rate


@dataclass(slots=True)
class RateLimit:
    """Refuses what comes faster than `per_s`. Pure, the time is passed in.

    Attributes:
        burst: requests it saves up while nobody asks; what it gains in a second, if None.
    """

    per_s: float
    burst: float | None = None
    level: float = field(init=False)
    updated_at: float | None = None

    def __post_init__(self) -> None:
        self.level = self._capacity()

    def refuse_s(self, now: float) -> float | None:
        """None if a request is let in; else how long it should wait, in seconds."""
        if self.updated_at is not None:
            self.level = min(self._capacity(), self.level + (now - self.updated_at) * self.per_s)
        self.updated_at = now
        if self.level >= 1:
            self.level -= 1
            return None
        return (1 - self.level) / self.per_s

    def headers(self, wait_s: float | None) -> dict[str, str]:
        """What OpenAI says of its limits (platform.openai.com/docs/guides/rate-limits), and of a wait."""
        told = {
            "x-ratelimit-limit-requests": str(round(self.per_s * 60)),
            "x-ratelimit-remaining-requests": str(int(self.level)),
        }
        return told if wait_s is None else told | {"retry-after-ms": str(round(wait_s * 1000) + 1)}

    def _capacity(self) -> float:
        return max(1.0, self.per_s * BURST_S if self.burst is None else self.burst)


@contextmanager
def start_simulator(
    benchmark: Benchmark | str | os.PathLike[str] | None = None, **options: Unpack[SimulatorOptions]
) -> Iterator[Simulator]:
    """Serve simulated models on this machine while the block runs; `mhclient simulate --list` names them.

    What it gives counts what it was asked: `simulator.asked.total()` requests.

    Args:
        benchmark: whose gold the models know, or its folder; without one they guess.
        options: see `SimulatorOptions`. Give a `port` where a script is started again: the address is a part
            of what is asked, and at another one everything is asked anew.

    Raises:
        UsageError: an option is not known or cannot be meant, the port is taken, or the folder holds no
            benchmark.

    Example:
        >>> with start_simulator(benchmark) as simulator:
        ...     known = find_model("openai", "sim-tidy", base_url=simulator.openai_base_url)
        >>> known.provider.endpoint.startswith("http://127.0.0.1:")
        True
    """
    check(SimulatorOptions, options)
    check_names(FAULTS, [str(name) for name in options.get("fault_rates", {})], "fault")
    if benchmark is not None and not isinstance(benchmark, Benchmark):
        benchmark = read_benchmark(benchmark)
    key = AnswerKey.from_file(str(benchmark.items_path)) if benchmark else AnswerKey()
    simulator = Simulator(key, **options)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(simulator) as running:
        yield running
