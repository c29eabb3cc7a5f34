"""How a model is asked, on the command line: in writing, by forced choice, or by its log-probs.

From the arguments comes a provider and what a run's specification says of it; nothing here starts a run.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mhclient.cli.arguments.asking_options import ANCHOR, MAX_TOKENS, Way, check_belong, way_of

if TYPE_CHECKING:
    from mhclient.providers.base import Provider
    from mhclient.providers.local.provider import LocalProvider
    from mhclient.providers.local.settings import LocalSettings
    from mhclient.run.prompt import Parameters
    from mhclient.run.prompts import Variant
    from mhclient.run.spec import Ask

TOP_LOGPROBS = 20  # as many as OpenAI gives
MAX_LENGTH = 4096  # MHGraphBench, appendix D.3
BATCH_SIZE = 32
LOCAL_TIMEOUT_S = (
    86_400.0  # a request waits its turn; it is the run's progress that shows whether it is stuck
)


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom to ask, and how.

    Attributes:
        model: the model's name in the run.
        max_tokens: the cap the user names; None for what the variant needs.
        settings: what the run's record says besides; None if nothing.
        concurrency: requests under way at most.
        timeout_s: for one attempt.
    """

    provider: Provider
    model: str
    ask: Ask
    settings: Mapping[str, Any] | None
    temperature: float | None
    max_tokens: int | None
    concurrency: int
    timeout_s: float

    def parameters(self, variant: Variant) -> Parameters:
        """What the model is told besides the prompt; nothing in a forced choice, where nothing is written."""
        from mhclient.run.prompt import Parameters
        from mhclient.run.spec import Ask

        if self.ask is Ask.FORCED_CHOICE:
            return Parameters(None, None)
        return Parameters(self.temperature, self.max_tokens or variant.max_tokens or MAX_TOKENS)


def asking(args: argparse.Namespace) -> Asking:
    """Whom and how the arguments ask.

    Raises:
        UsageError: the arguments do not go together; and what the provider raises.
    """
    way = way_of(args)
    check_belong(args, way)
    if way in (Way.CHOICE, Way.GENERATE):
        return _local(args, way)
    if way is Way.SERVED:
        return _served(args)
    return _with_log_probs(args) if way is Way.LOGPROBS else _written(args)


def _written(args: argparse.Namespace) -> Asking:
    from mhclient.providers.registry import provider_named
    from mhclient.run.spec import Ask

    return Asking(
        provider=provider_named(args.provider, args.base_url),
        model=args.model,
        ask=Ask.WRITE,
        settings=None,
        temperature=args.temperature,
        max_tokens=args.max_tokens,
        concurrency=args.concurrency or 64,
        timeout_s=args.timeout or 300.0,
    )


def _with_log_probs(args: argparse.Namespace) -> Asking:
    from mhclient.errors import UsageError
    from mhclient.run.spec import Ask

    written, top = _written(args), args.top_logprobs or TOP_LOGPROBS
    provider = written.provider.with_log_probs(top)
    if provider is None:
        raise UsageError(
            f"--ask logprobs: {args.provider} gives no log-probs; OpenAI's chat completions and servers that "
            "speak them do (openai, azure, openrouter, gemini, compatible)."
        )
    return replace(
        written,
        provider=provider,
        ask=Ask.LOGPROBS,
        settings={"top_logprobs": top},
    )


def _served(args: argparse.Namespace) -> Asking:
    from mhclient.providers.echo.connection import echo_provider
    from mhclient.providers.local.shown import shower
    from mhclient.run.letter_forms import forms_given
    from mhclient.run.spec import Ask

    _check_served(args)
    forms, anchor = forms_given(args.forms, args.form), _anchor(args)
    show = shower(args.tokenizer, args.revision, anchor)
    return Asking(
        provider=echo_provider(args.base_url, forms, show, templated=args.tokenizer is not None),
        model=args.model,
        ask=Ask.FORCED_CHOICE,
        settings={
            "engine": "echo",
            "forms": list(forms.templates),
            "anchor": anchor,
            "tokenizer": args.tokenizer,
        },
        temperature=None,
        max_tokens=None,
        concurrency=args.concurrency or 16,
        timeout_s=args.timeout or 300.0,
    )


def _check_served(args: argparse.Namespace) -> None:
    """Refuse servers that echo nothing, and caps that would not hold."""
    from mhclient.errors import UsageError

    if args.provider != "compatible":
        raise UsageError(
            "--ask forced-choice needs the log-probs of a prompt: use --provider local, or "
            "--provider compatible with a server that echoes them (vLLM)."
        )
    if args.max_cost is not None or args.max_total_tokens is not None:
        raise UsageError(
            "--max-cost and --max-total-tokens count a prompt once, but a forced choice on a server sends it "
            "once per form. Cap with --max-requests."
        )


def _local(args: argparse.Namespace, way: Way) -> Asking:
    provider = _local_provider(args, way)
    return Asking(
        provider=provider,
        model=provider.identity.name,
        ask=provider.settings.ask,
        settings=provider.settings.to_json() | {"trust_remote_code": args.trust_remote_code},
        temperature=0.0,
        max_tokens=args.max_tokens,
        # Enough that a full bucket of like lengths can always be found among those waiting.
        concurrency=args.concurrency or 4 * provider.placement.batch_size,
        timeout_s=args.timeout or LOCAL_TIMEOUT_S,
    )


def _local_provider(args: argparse.Namespace, way: Way) -> LocalProvider:
    from mhclient.providers.local.identity import identify
    from mhclient.providers.local.packages import require_packages
    from mhclient.providers.local.provider import LocalProvider
    from mhclient.providers.local.settings import Placement

    require_packages()
    settings = _local_settings(args, way)
    placement = Placement(
        args.device_map or "auto", args.batch_size or BATCH_SIZE, args.checks, args.trust_remote_code
    )
    return LocalProvider(identify(args.model, args.revision), settings, placement)


def _local_settings(args: argparse.Namespace, way: Way) -> LocalSettings:
    from mhclient.providers.local.machine import default_dtype
    from mhclient.providers.local.settings import LocalSettings
    from mhclient.run.letter_forms import forms_given
    from mhclient.run.spec import Ask

    dtype, max_length = args.dtype or default_dtype(), args.max_length or MAX_LENGTH
    if way is Way.GENERATE:
        return LocalSettings(Ask.GENERATE, dtype, max_length, anchor=_anchor(args))
    forms = forms_given(args.forms, args.form)
    return LocalSettings(Ask.FORCED_CHOICE, dtype, max_length, forms, _anchor(args), args.engine or "packed")


def _anchor(args: argparse.Namespace) -> str:
    return str(ANCHOR if args.anchor is None else args.anchor).replace("\\n", "\n")
