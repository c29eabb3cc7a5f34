"""From what the user says of a run to its specification."""

import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast

from benchmark import Benchmark
from benchmark.fixed_places import fixed_by_task
from benchmark.folder import read_items
from benchmark.kinds import task_name
from mhclient.errors import UsageError
from mhclient.providers.ask_modes import NOT_GIVEN, ask_mode_of, check_belong
from mhclient.providers.base import Model
from mhclient.run.body_fields import check_route, route_of
from mhclient.run.checks import (
    AmountOrZero,
    Count,
    Epochs,
    JsonObject,
    Names,
    Text,
    check,
    check_one,
)
from mhclient.run.given import as_text
from mhclient.run.parameters import (
    MAX_TOKENS,
    Parameters,
    cap_for,
    check_effort,
    check_temperature,
    check_thinking,
    check_tier,
    is_asked,
)
from mhclient.run.spec import Ask, RunSpec
from mhclient.run.stored_items import check_tasks
from mhclient.run.variant import load_variant

DEFAULT_VARIANT = "letter-only"


class ParameterOptions(TypedDict, total=False):
    """What the model is told besides the prompt.

    Keys:
        temperature: None sends none (default: 0; with effort or thinking none).
        max_tokens: cap on completion tokens (default: what the variant needs, or 120, and space for
            reasoning where it is asked for).
        effort: none, minimal, low, medium, high, xhigh or max, as far as the model knows them.
        thinking: a budget of tokens for reasoning, "off" or "adaptive".
        tier: flex (half price, slower) or priority (dearer, faster), of OpenAI and Azure.
        route: who may serve behind OpenRouter, as in {"only": ["together"]}.
        parameters: further fields of the request's body, merged into it last.
    """

    temperature: AmountOrZero | None
    max_tokens: Count | None
    effort: str | None
    thinking: int | str | None
    tier: str | None
    route: Mapping[str, Any] | None
    parameters: JsonObject | None


class SpecOptions(ParameterOptions, total=False):
    """The same with what is asked; see `make_spec`."""

    tasks: Names | None
    limit: Count | None
    epochs: Epochs


def make_spec(
    benchmark: Benchmark,
    model: Model,
    variant: str | os.PathLike[str] = DEFAULT_VARIANT,
    *,
    tasks: Collection[str] | None = None,
    limit: int | None = None,
    epochs: int = 1,
    **parameters: Unpack[ParameterOptions],
) -> RunSpec:
    """What a run asks. Two equal specifications are one run: `spec.run_id()` is made from all of it.

    Args:
        variant: prompt format: a built-in name or a .toml file, with settings as in
            `letter-only:shots=3,option_order=reversed`.
        tasks: only these task families, None for all.
        limit: at most so many items in all, spread evenly over the tasks.
        epochs: how often each item is asked. Repetitions differ where the temperature is above 0, and by
            what the service itself leaves to chance.
        parameters: see `ParameterOptions`.

    Raises:
        UsageError: there is no such variant, or it cannot be used; an argument is not known, has no usable
            value, or would be ignored in this way of asking.

    Example:
        >>> spec = make_spec(benchmark, model, "reasoning", limit=20, temperature=0.7)
        >>> spec.variant.name, spec.parameters.temperature, spec.limit
        ('reasoning', 0.7, 20)
    """
    check_one("variant", variant := as_text(variant), Text)
    asked = {"tasks": tasks, "limit": limit, "epochs": epochs}
    check(SpecOptions, asked | parameters, also=("variant",))
    _check_epochs(model, epochs)
    loaded = load_variant(variant)
    if loaded.grammar and not model.provider.takes_schemas():
        raise UsageError(
            f"`variant={variant}`: {model.provider.name} has no grammar that holds replies to a schema here. "
            "Use `variant=json`, which asks in words alone."
        )
    if loaded.free and model.ask in (Ask.FORCED_CHOICE, Ask.LOGPROBS):
        raise UsageError(
            f"`variant={variant}` shows no options, so that no letter has a probability: let the model write."
        )
    if loaded.option_order != "as-is" and n_fixed(benchmark):
        loaded = replace(loaded, keep_places=True)
    return RunSpec(
        provider=model.provider.name,
        model=model.name,
        endpoint=model.provider.endpoint,
        benchmark=benchmark.items_sha256,
        variant=loaded,
        parameters=make_parameters(model, loaded.max_tokens or MAX_TOKENS, parameters),
        tasks=_tasks(benchmark, tasks),
        limit=limit,
        ask=model.ask,
        settings=model.settings,
        epochs=epochs,
    )


def n_fixed(benchmark: Benchmark, tasks: Collection[str] | None = None) -> int:
    """How many items have options that speak of others or of places, and keep theirs in any order."""
    counts = _fixed_by_task(benchmark.items_path, benchmark.items_sha256)
    return sum(n for task, n in counts.items() if tasks is None or task in tasks)


@lru_cache(maxsize=16)
def _fixed_by_task(items: Path, _sha256: str) -> Mapping[str, int]:
    return fixed_by_task(read_items(items))


def check_asked(model: Model, given: Mapping[str, Any]) -> None:
    """Look at what `make_spec` is told by name, before there are questions to ask.

    Raises:
        UsageError: as `make_spec`, of what does not depend on the questions.
    """
    check(SpecOptions, given)
    _check_epochs(model, given.get("epochs", 1))
    told = {name: value for name, value in given.items() if name in ParameterOptions.__annotations__}
    make_parameters(model, MAX_TOKENS, cast("ParameterOptions", told))


def _tasks(benchmark: Benchmark, given: Collection[str] | None) -> tuple[str, ...] | None:
    """The tasks as items name them: that of a file without groups is known by the file's name, too."""
    there = benchmark.manifest.get("tasks") or {}
    called = {task_name(benchmark.manifest, task): task for task in there}
    names = None if given is None else tuple(given)
    if names == ():
        raise UsageError("`tasks` is []: name at least one, or leave it out.")
    if names is None or not there:  # of another tool's making; the items are looked at when they are asked
        return names
    tasks = tuple(name if name in there else called.get(name, name) for name in names)
    check_tasks(tasks, there)
    return tasks


def _check_epochs(model: Model, epochs: int) -> None:
    """Refuse repetitions that can never differ."""
    if epochs != 1 and model.ask is Ask.FORCED_CHOICE:
        raise UsageError(
            f"`epochs={epochs}`: a forced choice reads probabilities and draws nothing, so that every "
            "repetition is the first one again. Leave it out, or let the model write."
        )


def _check_parameters(model: Model, given: ParameterOptions) -> None:
    """Refuse what is not known, cannot be meant, or would be ignored."""
    check(ParameterOptions, given)
    check_temperature(model.provider.name, model.name, given.get("temperature"))
    check_effort(given.get("effort"))
    check_thinking(given.get("thinking"))
    check_tier(given.get("tier"))
    check_route(given.get("route") or {})
    way = ask_mode_of(model.provider.name, model.ask)
    said = {name for name, value in given.items() if value not in (*NOT_GIVEN, {})}
    check_belong(way, {"set" if name == "parameters" else name for name in said})


def make_parameters(model: Model, max_tokens: int, given: ParameterOptions) -> Parameters:
    """What a model is told besides the prompt; nothing in a forced choice, where nothing is written.

    Args:
        max_tokens: cap on completion tokens where none is given and no reasoning is asked for.

    Raises:
        UsageError: a value cannot be used, or would be ignored in this way of asking.
    """
    _check_parameters(model, given)
    if model.ask is Ask.FORCED_CHOICE:
        return Parameters(None, None)
    effort, thinking = given.get("effort"), given.get("thinking")
    # Models that reason take no temperature: OpenAI's and Anthropic's refuse one.
    usual = None if is_asked(effort, thinking) else 0.0
    temperature = given.get("temperature", usual)
    parameters = Parameters(
        temperature=(temperature or 0.0) if model.ask is Ask.GENERATE else temperature,
        max_tokens=given.get("max_tokens") or cap_for(effort, thinking, max_tokens),
        effort=effort,
        thinking=thinking,
        tier=given.get("tier"),
        route=route_of([{name: wish} for name, wish in (given.get("route") or {}).items()]),
        extra=dict(given.get("parameters") or {}),
    )
    if parameters.is_unusual:
        model.provider.check_parameters(parameters)
    return parameters
