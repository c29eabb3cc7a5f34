"""Fields of a request's body that the user sets: parsed, checked, merged. Pure.

The program builds a body of model, messages, cap and temperature; `--set PATH=JSON` merges anything else into
it, last. What the program owns, or what would break a bound on cost, is refused by name.

One field has an option of its own: the route, which says what providers behind OpenRouter may serve a
request. OpenRouter balances one model's requests over providers whose quantisations and limits differ, unless
told. Source: openrouter.ai/docs/guides/routing/provider-selection (the object `provider` of a request).
"""

import json
import math
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mhclient.errors import UsageError

Fields = Mapping[str, Any]

_PROMPT = "what is asked is the prompt variant's: `variant`"
_ONE_REPLY = "a request has one reply; `epochs` asks again"
_WHOLE = "replies are read whole and kept here"
_COST = "it changes what a request costs, so that `max_cost_usd` would no longer hold"
_TOOLS = "a model with tools is asked another question"
OWNED: Mapping[str, str] = {
    "model": "name it with `model`",
    **dict.fromkeys(("messages", "input", "system", "instructions", "prompt"), _PROMPT),
    **dict.fromkeys(("contents", "systemInstruction", "system_instruction"), _PROMPT),
    **dict.fromkeys(("max_tokens", "max_completion_tokens", "max_output_tokens"), "use `max_tokens`"),
    "temperature": "use `temperature`",
    **dict.fromkeys(("logprobs", "top_logprobs", "echo"), "use `ask`"),
    **dict.fromkeys(("n", "best_of", "candidate_count"), _ONE_REPLY),
    **dict.fromkeys(("stream", "stream_options", "store", "background"), _WHOLE),
    **dict.fromkeys(("conversation", "previous_response_id"), _WHOLE),
    **dict.fromkeys(("tools", "tool_choice", "functions", "function_call", "mcp_servers"), _TOOLS),
    **dict.fromkeys(("web_search_options", "plugins", "container"), _TOOLS),
    **dict.fromkeys(("models", "modalities", "audio", "prediction"), _COST),
    **dict.fromkeys(("cache_control", "speed", "inference_geo"), _COST),
    **dict.fromkeys(("cachedContent", "cached_content"), _COST),
    **dict.fromkeys(("toolConfig", "tool_config"), _TOOLS),
    "generation_config": "write generationConfig",
}
# Inside Gemini's `generationConfig`, which takes its names in both spellings.
CONFIG = "generationConfig"
OWNED_IN_CONFIG: Mapping[str, str] = {
    "temperature": "use `temperature`",
    **dict.fromkeys(("maxOutputTokens", "max_output_tokens"), "use `max_tokens`"),
    **dict.fromkeys(("candidateCount", "candidate_count"), _ONE_REPLY),
    **dict.fromkeys(("responseLogprobs", "response_logprobs", "logprobs"), "use `ask`"),
    **dict.fromkeys(("responseModalities", "response_modalities"), _COST),
    "thinking_config": "write thinkingConfig",
}
# OpenAI's other tiers cost more than the list says (platform.openai.com/docs/guides/priority-processing).
CHEAP_TIERS = ("default", "flex")
_PATH = re.compile(r"(?:[^.\\]|\\.)+(?:\.(?:[^.\\]|\\.)+)*")


def parse_setting(text: str) -> dict[str, Any]:
    """`PATH=JSON` as nested objects; a dot that belongs to a name is written `\\.`.

    >>> parse_setting('reasoning.effort="low"')
    {'reasoning': {'effort': 'low'}}

    Raises:
        UsageError: it is not of that form.
    """
    path, equals, written = text.partition("=")
    if not equals or not _PATH.fullmatch(path.strip()):
        raise UsageError(
            f"`parameters={text}`: give PATH=JSON, as in `parameters=reasoning.effort='\"low\"'` or "
            "`parameters=seed=7`."
        )
    try:
        value: Any = json.loads(written, parse_constant=float)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        raise UsageError(f"`parameters={text}`: {_not_json(path.strip(), written)}") from None
    for name in reversed(re.findall(r"(?:[^.\\]|\\.)+", path.strip())):
        value = {re.sub(r"\\(.)", r"\1", name): value}
    return dict(value)


_FOR_PYTHON = {"True": "true", "False": "false", "None": "null"}
_LIKE = {"{": ("an object", '{"name": 7}'), "[": ("a list", '["one", 2]')}


def _not_json(path: str, written: str) -> str:
    """What is wrong with a value, and how it is written so that a shell passes it on whole."""
    begun = written.strip()[:1]
    if begun in _LIKE:
        kind, like = _LIKE[begun]
        return f"{written!r} is broken JSON. Write {kind} so: {_in_shell(path, like)}."
    if not begun:
        return f"the value is missing after '='. Give it as JSON: {_in_shell(path, '7')}."
    if instead := _FOR_PYTHON.get(written) or _as_number(written):
        return f"{written!r} is not JSON. Write {_in_shell(path, instead)}."
    meant = written.strip('"') if begun == '"' else written
    text = _in_shell(path, json.dumps(meant, ensure_ascii=False))
    return f"{written!r} is not JSON. A text needs quotes: {text}."


def _in_shell(path: str, value: str) -> str:
    return f"`parameters={path}={shlex.quote(value)}`"


def _as_number(written: str) -> str | None:
    """The number that is meant in a notation that JSON has not, as `.5` or `0,5`."""
    try:
        number = float(written.replace(",", "."))
    except ValueError:
        return None
    if not math.isfinite(number):
        return None
    return json.dumps(int(number) if number.is_integer() else number)


def joined(settings: Iterable[Fields]) -> dict[str, Any]:
    """Several settings as one.

    Raises:
        UsageError: two of them set the same.
    """
    fields: dict[str, Any] = {}
    for setting in settings:
        if twice := [path for path in leaves(setting) if _reaches(fields, path)]:
            raise UsageError(f"`parameters={'.'.join(twice[0])}`: it is set twice.")
        fields = merged(fields, setting)
    return fields


def leaves(fields: Fields) -> Iterator[tuple[str, ...]]:
    """The path of every value that is no object.

    >>> list(leaves({"a": {"b": 1, "c": 2}}))
    [('a', 'b'), ('a', 'c')]
    """
    for name, value in fields.items():
        if isinstance(value, Mapping) and value:
            yield from ((name, *rest) for rest in leaves(value))
        else:
            yield (name,)


def values_of(fields: Fields) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every such path with its value."""
    for path in leaves(fields):
        value: Any = fields
        for name in path:
            value = value[name]
        yield path, value


def _reaches(fields: Fields, path: tuple[str, ...]) -> bool:
    """Whether these fields have a value at the path, or above it."""
    value: Any = fields
    for name in path:
        if not isinstance(value, Mapping):
            return True
        if name not in value:
            return False
        value = value[name]
    return True


def check_fields(fields: Fields, source: str = "`parameters`") -> None:
    """Refuse what the program owns, and what would break a bound.

    Raises:
        UsageError: names the field, and what to do instead.
    """
    for name in fields:
        if name in OWNED:
            raise UsageError(f"{source} {name}: that is not set so: {OWNED[name]}.")
    inside = fields.get(CONFIG)
    for name in inside if isinstance(inside, Mapping) else ():
        if name in OWNED_IN_CONFIG:
            raise UsageError(f"{source} {CONFIG}.{name}: that is not set so: {OWNED_IN_CONFIG[name]}.")
    tier = fields.get("service_tier", "default")
    if tier not in CHEAP_TIERS:
        raise UsageError(
            f"{source} service_tier: {tier!r} is refused: {_COST}. Use {' or '.join(CHEAP_TIERS)}, or "
            "`tier`, which is priced."
        )


def check_apart(mine: Fields, others: Fields, setter: str = "`effort` or `thinking`") -> None:
    """Refuse a field that another option sets already.

    Raises:
        UsageError: names it.
    """
    for path in leaves(others):
        if _reaches(mine, path):
            raise UsageError(f"`parameters={'.'.join(path)}`: {setter} sets it already. Give one of them.")


def merged(body: Fields, fields: Fields) -> dict[str, Any]:
    """The body with these fields; objects are merged, everything else is replaced.

    >>> merged({"a": {"b": 1}}, {"a": {"c": 2}})
    {'a': {'b': 1, 'c': 2}}
    """
    both = dict(body)
    for name, value in fields.items():
        old = both.get(name)
        both[name] = merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return both


LISTS = ("only", "order", "ignore", "quantizations")
SWITCHES = ("allow_fallbacks", "require_parameters")
_TRUTH = {"true": True, "false": False}

UNPINNED = (
    "Warning: OpenRouter may send each request to another provider, and providers serve a model with other "
    "quantisations and limits: scores can shift. `route=only=NAME` pins one; the report shows who served."
)


def parse_route(text: str) -> dict[str, Any]:
    """One wish, as in `only=together`.

    >>> parse_route("order=together,deepinfra"), parse_route("allow_fallbacks=false")
    ({'order': ['together', 'deepinfra']}, {'allow_fallbacks': False})

    Raises:
        UsageError: there is no such wish.
    """
    name, _, value = text.partition("=")
    names = [part.strip() for part in value.split(",") if part.strip()]
    wish: Any = names if name in LISTS and names else _TRUTH.get(value) if name in SWITCHES else None
    if wish is None:
        raise UsageError(
            f"`route={text}`: give {', '.join(f'{one}=NAME,…' for one in LISTS)}, or "
            f"{' or '.join(f'{one}=true|false' for one in SWITCHES)}."
        )
    return {name: wish}


def route_of(wishes: list[dict[str, Any]]) -> dict[str, Any]:
    """Several wishes as one route.

    Raises:
        UsageError: one is said twice.
    """
    try:
        return joined(wishes)
    except UsageError as error:
        raise UsageError(str(error).replace("`parameters=", "`route=")) from None


def check_route(route: object) -> None:
    """Refuse what is no route.

    Raises:
        UsageError: says what it may hold.
    """
    if not isinstance(route, Mapping):
        raise UsageError(f"`route` is {route!r:.80}: give a dict, as in {{'only': ['together']}}.")
    for name, wish in route.items():
        listed = name in LISTS and isinstance(wish, list | tuple) and wish and all(map(_is_name, wish))
        if not listed and not (name in SWITCHES and isinstance(wish, bool)):
            raise UsageError(
                f"`route` has {name!r}: {wish!r:.60}. It takes lists of names under {', '.join(LISTS)}, and "
                f"true or false under {', '.join(SWITCHES)}."
            )


def is_pinned(route: Fields) -> bool:
    """Whether who serves was chosen: only those named, or those in this order and nobody else.

    >>> is_pinned({"only": ["together"]}), is_pinned({"order": ["together"]}), is_pinned({})
    (True, False, False)
    """
    return bool(route.get("only")) or (bool(route.get("order")) and route.get("allow_fallbacks") is False)


def may_change(provider: str, route: Fields, fields: Fields) -> bool:
    """Whether a router may send each request to another provider.

    Args:
        route: as `route` gives it.
        fields: further fields of the request's body, which may have a route, too.

    >>> may_change("openrouter", {}, {}), may_change("openrouter", {}, {"provider": {"only": ["together"]}})
    (True, False)
    """
    set_by_hand = fields.get("provider")
    return provider == "openrouter" and not is_pinned(
        route or (set_by_hand if isinstance(set_by_hand, Mapping) else {})
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
