"""A few requests before the many: a wrong key, address, model, parameter or cap shows in them.

The first item is asked alone. Only if its reply says nothing are two more asked, to tell an accident from a
rule.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cache import Reply
from mhclient.adapting import used_up_by_reasoning, with_room_for_reasoning, without_refused
from mhclient.completion import Parameters
from mhclient.errors import ProviderError, RequestRejected, RunStopped
from mhclient.runner.ask import Job, ask_until_answered
from mhclient.runner.retry import RetryPolicy
from mhclient.runner.session import Session

N_LOOKED_AT = 3


@dataclass(frozen=True, slots=True)
class Unfit:
    """The parameters do not fit the model: why, what would, and what that changes in words."""

    why: str
    adapted: Parameters
    change: str


async def preflight(
    session: Session, jobs: Iterator[Job], parameters: Parameters, policy: RetryPolicy
) -> Unfit | None:
    """Ask the first item, and two more if its reply was used up by reasoning.

    Returns:
        None if the run can go on, or has been told to stop; else how the parameters do not fit.
    """
    replies: list[Reply] = []
    for job in jobs:
        try:
            reply = await ask_until_answered(session, job, policy)
        except RequestRejected as error:
            if (fitting := without_refused(parameters, str(error))) is not None:
                return Unfit(f"the model does not take the parameters ({error})", *fitting)
            session.stop.drain(f"the first request failed: {error}", error)
            return None
        except ProviderError as error:
            session.stop.drain(f"the first request failed: {error}", error)
            return None
        if reply is not None:
            replies.append(reply)
        if not replies or not used_up_by_reasoning(replies[-1]) or len(replies) == N_LOOKED_AT:
            break
    return _verdict(replies, parameters)


def _verdict(replies: list[Reply], parameters: Parameters) -> Unfit | None:
    if not replies or not all(used_up_by_reasoning(reply) for reply in replies):
        return None
    if len(replies) < N_LOOKED_AT or (fitting := with_room_for_reasoning(parameters)) is None:
        return None
    why = (
        f"the first {len(replies)} replies are empty: hidden reasoning uses up the cap of "
        f"{parameters.max_tokens} completion tokens"
    )
    return Unfit(why, *fitting)


def refuse(unfit: Unfit) -> RunStopped:
    """The error for a run that may not adapt: what does not fit, and the ways out."""
    return RunStopped(
        f"stopped before money was spent: {unfit.why}. Give other parameters, or --adapt-parameters to ask "
        f"{unfit.change}; --no-preflight asks as it is."
    )
