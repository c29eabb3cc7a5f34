"""What asks items again whose replies had certain outcomes: a specification that names the earlier run."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypedDict, Unpack

from cache import Store
from mhclient.errors import UsageError
from mhclient.read.collect import collect
from mhclient.run.checks import AmountOrZero, Count, check
from mhclient.run.parameters import Parameters, check_temperature
from mhclient.run.spec import Ask, Reask, RunSpec, spec_of
from parsers import Outcome


class ChangedParameters(TypedDict, total=False):
    """What is sent otherwise this time; what is left out is as in the earlier run.

    Keys:
        temperature: None sends none.
        max_tokens: cap on completion tokens.
    """

    temperature: AmountOrZero | None
    max_tokens: Count | None


# Only replies that were written over an API can be asked for again. Others stay, and why.
_WHY_NOT = {
    Ask.GENERATE: "its model ran on this machine, with settings that only a local run knows: make another "
    "with another cap on tokens",
    Ask.COMPOSE: "in it a model composed what a benchmark was made of, and answered no questions",
    Ask.FORCED_CHOICE: "the letters' own probabilities decided, so no reply was cut, empty or refused",
    Ask.LOGPROBS: "its replies come with the letters' probabilities, which another cap on tokens does not "
    "change; a run that asks the model to write can have another cap",
}


def make_reask_spec(
    store: Store, run_id: str, outcomes: Collection[str], **changed: Unpack[ChangedParameters]
) -> RunSpec:
    """What a run asks that asks an earlier run's items again; `ask_items` asks it as any other.

    Args:
        store: an open store; replies that nobody has read yet are read, and their readings kept in it.
        outcomes: of the replies to be asked for again: "truncated", "empty", …
        changed: temperature and max_tokens; as in the earlier run where they are not given.

    Raises:
        UnknownRun: there is no such run.
        UsageError: the run cannot be asked again, no reply had one of the outcomes, or nothing is changed:
            the same request would be answered from the store.

    Example:
        >>> earlier = runs[1].run.run_id
        >>> again = make_reask_spec(store, earlier, ["truncated"], max_tokens=400)
        >>> again.reask.run == earlier, again.parameters.max_tokens
        (True, 400)
    """
    _check_given(outcomes, changed)
    before = spec_of(store.runs.get(run_id))
    if before.ask in _WHY_NOT:
        why_not = _WHY_NOT[before.ask]
        raise UsageError(f"run '{run_id}' (asked by {before.ask}) cannot be asked again: {why_not}.")
    cases = collect(store, [run_id]).cases
    # Each item once: how often it is asked, now too, the specification says.
    again = tuple(dict.fromkeys(case.item_id for case in cases if case.reading.outcome in outcomes))
    if not again:
        raise UsageError(f"run '{run_id}' has no reply that was {' or '.join(outcomes)}.")
    reask = Reask(run_id, tuple(outcomes), again)
    return replace(before, parameters=_parameters(before, changed), tasks=None, limit=None, reask=reask)


def _check_given(outcomes: Collection[str], changed: ChangedParameters) -> None:
    check(ChangedParameters, changed)
    known = [outcome.value for outcome in Outcome if outcome is not Outcome.ANSWER]
    if isinstance(outcomes, str) or not set(outcomes) <= set(known):
        raise UsageError(f"`outcomes` is {outcomes!r}: give some of {', '.join(known)}.")


def _parameters(before: RunSpec, changed: ChangedParameters) -> Parameters:
    """What is sent this time.

    Raises:
        UsageError: the same as before, or a temperature that the provider does not take.
    """
    parameters = replace(
        before.parameters,
        max_tokens=changed.get("max_tokens") or before.parameters.max_tokens,
        temperature=changed.get("temperature", before.parameters.temperature),
    )
    check_temperature(before.provider, before.model, parameters.temperature)
    if parameters == before.parameters:
        raise UsageError(
            "the same request would be answered from the store with the same reply: change the cap on tokens "
            "or the temperature."
        )
    return parameters
