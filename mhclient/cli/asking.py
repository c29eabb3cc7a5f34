"""How a model is asked, on the command line: in writing, by forced choice, or by its log-probs.

From the arguments comes a provider and what a run's specification says of it; nothing here starts a run.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mhclient.cli.options import count

if TYPE_CHECKING:
    from mhclient.completion import Parameters
    from mhclient.local.provider import LocalProvider
    from mhclient.prompts import Variant
    from mhclient.providers.base import Provider
    from mhclient.spec import Ask

ASKS = ("write", "forced-choice", "generate", "logprobs")
LOCAL = "local"
MAX_TOKENS = 120  # MHGraphBench, section 4.2
CHAT_COMPLETIONS = "/chat/completions"
ANCHOR = "\\nAnswer:"
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
        from mhclient.completion import Parameters
        from mhclient.spec import Ask

        if self.ask is Ask.FORCED_CHOICE:
            return Parameters(None, None)
        return Parameters(self.temperature, self.max_tokens or variant.max_tokens or MAX_TOKENS)


def add_asking_arguments(parser: argparse.ArgumentParser) -> None:
    """How to ask, and what only local models need."""
    how = parser.add_argument_group("how to ask")
    how.add_argument(
        "--ask",
        choices=ASKS,
        metavar="HOW",
        help="write: the model writes an answer over an API; generate: a local model does; forced-choice: "
        "the option letters' own probabilities decide; logprobs: write, with the probabilities of the "
        "letters the model nearly wrote (default: forced-choice for local models, write for all others)",
    )
    how.add_argument(
        "--forms",
        default="paper",
        metavar="NAME",
        help="surface forms that say a letter: paper, or closed for those that end it (default: paper)",
    )
    how.add_argument(
        "--form",
        action="append",
        metavar="TEXT",
        help="a surface form of your own, {} where the letter goes, \\n for a newline; may be repeated",
    )
    how.add_argument(
        "--anchor",
        default=ANCHOR,
        metavar="TEXT",
        help=f"what ends the question of a forced choice (default: {ANCHOR})",
    )
    how.add_argument(
        "--top-logprobs",
        type=count,
        default=20,
        metavar="N",
        help="tokens shown at each position, for --ask logprobs (default: 20, the most that OpenAI gives)",
    )
    how.add_argument(
        "--tokenizer",
        metavar="PATH_OR_ID",
        help="with --ask forced-choice on a server: whose chat template is put around the prompt",
    )
    local = parser.add_argument_group("local models (--provider local)")
    local.add_argument("--revision", metavar="NAME", help="branch, tag or commit on the Hugging Face Hub")
    local.add_argument("--dtype", metavar="NAME", help="default: bfloat16 on a GPU, float32 on a CPU")
    local.add_argument(
        "--device-map", default="auto", metavar="WHERE", help="auto, cpu, cuda:1, … (default: auto)"
    )
    local.add_argument(
        "--max-length",
        type=count,
        default=4096,
        metavar="N",
        help="tokens of prompt and answer; an item that has more is not cut but recorded as too long "
        "(default: 4096)",
    )
    local.add_argument(
        "--batch-size", type=count, default=32, metavar="N", help="items computed at once (default: 32)"
    )
    local.add_argument(
        "--engine",
        default="packed",
        metavar="NAME",
        help="packed, or reference for the paper's way, form by form (default: packed)",
    )
    local.add_argument(
        "--checks",
        type=int,
        metavar="N",
        help="items computed alone and in another precision, too, to measure the noise; 0 for none "
        "(default: 8 on a CPU, 64 on a GPU)",
    )
    local.add_argument(
        "--trust-remote-code",
        action="store_true",
        help="run Python code that the model brings (default: refuse it)",
    )


def asking(args: argparse.Namespace) -> Asking:
    """Whom and how the arguments ask.

    Raises:
        UsageError: the arguments do not go together; and what the provider raises.
    """
    if args.provider == LOCAL:
        return _local(args)
    if args.ask == "forced-choice":
        return _served(args)
    if args.ask == "logprobs":
        return _with_log_probs(args)
    return _written(args)


def _written(args: argparse.Namespace) -> Asking:
    from mhclient.errors import UsageError
    from mhclient.providers.registry import provider_named
    from mhclient.spec import Ask

    if args.ask == "generate":
        raise UsageError("--ask generate is for local models; over an API the model writes with --ask write.")
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
    from mhclient.providers.http import HttpProvider
    from mhclient.spec import Ask
    from mhclient.wire.log_probs import with_log_probs

    written = _written(argparse.Namespace(**{**vars(args), "ask": None}))
    provider = written.provider
    if not isinstance(provider, HttpProvider) or provider.dialect.path != CHAT_COMPLETIONS:
        raise UsageError(
            f"--ask logprobs: {args.provider} gives no log-probs; OpenAI's chat completions and servers that "
            "speak them do (openai, azure, openrouter, gemini, compatible)."
        )
    dialect = with_log_probs(provider.dialect, args.top_logprobs)
    return replace(
        written,
        provider=replace(provider, dialect=dialect),
        ask=Ask.LOGPROBS,
        settings={"top_logprobs": args.top_logprobs},
    )


def _served(args: argparse.Namespace) -> Asking:
    from mhclient.errors import UsageError
    from mhclient.letters.forms import forms_given
    from mhclient.local.shown import shower
    from mhclient.providers.echo import echo_provider
    from mhclient.spec import Ask

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
    forms = forms_given(args.forms, args.form)
    anchor = args.anchor.replace("\\n", "\n")
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


def _local(args: argparse.Namespace) -> Asking:

    provider = _local_provider(args)
    ask = provider.settings.ask
    return Asking(
        provider=provider,
        model=provider.identity.name,
        ask=ask,
        settings=provider.settings.to_json() | {"trust_remote_code": args.trust_remote_code},
        temperature=0.0,
        max_tokens=args.max_tokens,
        # Enough that a full bucket of like lengths can always be found among those waiting.
        concurrency=args.concurrency or 4 * args.batch_size,
        timeout_s=args.timeout or LOCAL_TIMEOUT_S,
    )


def _local_provider(args: argparse.Namespace) -> LocalProvider:
    from mhclient.errors import UsageError
    from mhclient.letters.forms import forms_given
    from mhclient.local.provider import local_provider
    from mhclient.local.settings import DTYPES, ENGINES, Placement
    from mhclient.spec import Ask

    if args.base_url is not None:
        raise UsageError("--base-url is for servers; a local model is loaded from --model.")
    if args.temperature:
        raise UsageError("--temperature: a local model writes greedily; leave it out, or give 0.")
    if args.dtype not in (None, *DTYPES):
        raise UsageError(f"--dtype {args.dtype}: there are {', '.join(DTYPES)}.")
    if args.engine not in ENGINES:
        raise UsageError(f"--engine {args.engine}: there are {', '.join(ENGINES)}.")
    return local_provider(
        args.model,
        args.revision,
        ask=Ask(args.ask or Ask.FORCED_CHOICE),
        forms=forms_given(args.forms, args.form),
        dtype=args.dtype,
        max_length=args.max_length,
        anchor=args.anchor.replace("\\n", "\n"),
        engine=args.engine,
        placement=Placement(args.device_map, args.batch_size, args.checks, args.trust_remote_code),
    )
