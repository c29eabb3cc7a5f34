"""How a simulated service serves a request: tier, route, cached tokens, and what it has no room for. Pure."""

from dataclasses import replace

from mhclient.simulator.draw import Draw
from mhclient.simulator.formats import SimulatedRequest, tokens_of
from mhclient.simulator.profiles import Profile

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
