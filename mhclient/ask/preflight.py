"""A few requests before the many: a wrong key, address, model, parameter or cap shows in them.

The first item is asked alone. Only if it is rejected, or its reply says nothing, are two more asked, to tell
an accident from a rule. For parameters that the model does not take, the first functions say what to send
instead; whether to adapt the user decides, but for what changes no reply (how many log-probs are shown beside
it). What was asked stays on record beside what was sent.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cache import CacheError, Response
from mhclient.ask.request import ask_until_answered, give_up_on, may_be_of_one, record_rejected
from mhclient.ask.retry import RetryPolicy
from mhclient.ask.session import Job, Rejected, Session
from mhclient.ask.stopping import StopReason
from mhclient.errors import (
    AccessDenied,
    NoLogProbs,
    PromptTooLong,
    ProviderError,
    RequestRejected,
    RunStopped,
    ServerFault,
)
from mhclient.run.parameters import FinishReason, Parameters

# Room for hidden reasoning, where the cap that was asked for is used up before a word is written.
ROOM_FOR_REASONING = 4_000

# How providers say that they do not take a parameter or its value: OpenAI's reasoning models ("Unsupported
# value: 'temperature' does not support 0 with this model"), Anthropic since API version 2026-10-21
# ("temperature: Extra inputs are not permitted"), vLLM and others in similar words.
UNSUPPORTED = (
    "unsupported",
    "not support",
    "not permitted",
    "deprecated",
    "only the default",
    "unknown parameter",
)


def without_refused(parameters: Parameters, refusal: str) -> tuple[Parameters, str] | None:
    """Parameters that a provider's refusal asks for, and what was changed in words.

    Args:
        refusal: the provider's error message.

    Returns:
        None if the refusal is about something else.
    """
    said = refusal.lower()
    if not any(sign in said for sign in UNSUPPORTED):
        return None
    if "temperature" in said and parameters.temperature is not None:
        return replace(parameters, temperature=None), "without temperature"
    for field in ("max_completion_tokens", "max_tokens"):
        other = "max_tokens" if field == "max_completion_tokens" else "max_completion_tokens"
        if f"use '{field}'" in said or f'use "{field}"' in said or f"use {field}" in said:
            return replace(parameters, cap_field=field), f"with {field} instead of {other}"
    return None


def with_fewer_log_probs(parameters: Parameters, most: int | None) -> tuple[Parameters, str] | None:
    """Parameters that ask for as many top log-probs as the server gives, and what was changed in words.

    Returns:
        None if it does not say how many, or was asked for so many already.
    """
    if most is None or (parameters.top_logprobs or math.inf) <= most:
        return None
    return replace(parameters, top_logprobs=most), f"with `top_logprobs={most}`"


def used_up_by_reasoning(reply: Response) -> bool:
    """Whether the cap was reached before a word of the answer was written."""
    return reply.finish_reason == FinishReason.LENGTH and not (reply.completion or "").strip()


def with_room_for_reasoning(parameters: Parameters) -> tuple[Parameters, str] | None:
    """A cap that leaves room for reasoning, and what was changed in words; None if it has that already."""
    if parameters.max_tokens is None or parameters.max_tokens >= ROOM_FOR_REASONING:
        return None
    adapted = replace(parameters, max_tokens=ROOM_FOR_REASONING)
    return adapted, f"with max_tokens {ROOM_FOR_REASONING} instead of {parameters.max_tokens}"


N_LOOKED_AT = 3
AGAIN_LATER = ". The server fails, not what is asked: look into its log, or give the same command later"


@dataclass(frozen=True, slots=True)
class Unfit:
    """The parameters do not fit the model: why, what would, and what that changes in words.

    Attributes:
        harmless: what is written stays the same, so that nobody needs to be asked.
    """

    why: str
    adapted: Parameters
    change: str
    harmless: bool = False


async def preflight(
    session: Session, jobs: Iterator[Job], parameters: Parameters, policy: RetryPolicy
) -> Unfit | None:
    """Ask the first item; up to two more while what comes back may be an accident of that item.

    Returns:
        None if the run can go on, or has been told to stop; else how the parameters do not fit.
    """
    replies: list[Response] = []
    for number, job in enumerate(jobs, start=1):
        try:
            reply = await ask_until_answered(session, job, policy, patient=False)
        except PromptTooLong as error:  # this says something of one item, and nothing of the others
            await give_up_on(session, job, error)
            continue
        except (ProviderError, CacheError) as error:
            if (unfit := _unfit(parameters, error)) is not None:
                return unfit
            if not may_be_of_one(error, session):
                said = f"{error}{AGAIN_LATER if isinstance(error, ServerFault) else ''}"
                session.stop.drain(StopReason.FIRST_FAILED.cause(said), error)
                return None
            session.rejected.append(Rejected(job, error, session.stop.now()))  # the next one may be taken
            if (cause := session.health.hopeless(session.stop.now())) is not None:
                session.stop.drain(cause, error)
                return None
            # Where earlier starts have replies, a few denials may still be whoever asks, and cost no item.
            if number >= N_LOOKED_AT and not (session.progress.answered and isinstance(error, AccessDenied)):
                break
            continue
        if reply is not None:
            replies.append(reply)
        if not replies or not used_up_by_reasoning(replies[-1]) or number >= N_LOOKED_AT:
            break
    if not replies and session.rejected and not session.progress.answered:
        refusal = session.rejected[-1].error
        session.stop.drain(StopReason.FIRST_REJECTED.cause(len(session.rejected), refusal), refusal)
        return None
    await record_rejected(session, all_of_them=True)
    return _verdict(replies, parameters)


def _unfit(parameters: Parameters, error: Exception) -> Unfit | None:
    """How a refusal says that the parameters do not fit; None if it says something else."""
    if isinstance(error, RequestRejected) and (fitting := without_refused(parameters, str(error))):
        return Unfit(f"the model does not take the parameters ({error})", *fitting)
    if isinstance(error, NoLogProbs) and (fitting := with_fewer_log_probs(parameters, error.most)):
        why = f"the server gives no more top log-probs than {error.most}"
        return Unfit(why, *fitting, harmless=True)
    return None


def _verdict(replies: list[Response], parameters: Parameters) -> Unfit | None:
    if not replies or not all(used_up_by_reasoning(reply) for reply in replies):
        return None
    if len(replies) < N_LOOKED_AT or (fitting := with_room_for_reasoning(parameters)) is None:
        return None
    why = (
        f"the first {len(replies)} replies are empty: hidden reasoning uses up the cap of "
        f"{parameters.max_tokens} completion tokens"
    )
    return Unfit(why, *fitting)


def refuse(unfit: Unfit, *, may_adapt: bool) -> RunStopped:
    """The error for a run that does not adapt: what does not fit, and the ways out."""
    way_out = (
        f"Give other parameters, or `adapt` to ask {unfit.change}; `preflight=False` asks as it is."
        if may_adapt
        else f"Asking {unfit.change} was tried already: give other parameters."
    )
    return RunStopped(f"stopped after the first requests: {unfit.why}. {way_out}")
