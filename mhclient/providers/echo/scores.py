"""Surface forms scored by a server: completions that echo the prompt with the log-probs of its tokens. Pure.

One request holds the prompt alone and followed by each form of each letter; the server tokenises each as one
text. What is kept of the reply is what the local engine keeps: every form's log-prob. Source: docs.vllm.ai,
"OpenAI-compatible server", completions API (`echo`, `logprobs`, `add_special_tokens`,
`return_tokens_as_token_ids`), and vllm/entrypoints/openai/completion for what comes back. OpenAI itself no
longer gives log-probs of an echoed prompt; llama.cpp's server never did (ggml-org/llama.cpp, issue 27174).

`ItemTree` scores the same forms by their token tree: a prompt per inner node, and log-probs of the tokens
behind it. An echo computes every text from its beginning, since log-probs of a prompt keep no prefix. A
server that names the log-probs of given tokens at a generated position (vLLM's `logprob_token_ids`) is asked
for the prompt, and for the prompt followed by each beginning that something follows, all of which find their
prefix in its cache. Source: vLLM, entrypoints/openai/completion (`logprob_token_ids`, at most 128; pull
request 43463).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from mhclient.errors import MalformedReply, NoLogProbs, SurfaceFormError
from mhclient.providers.letter_choice import FormScore, LetterScores, at_most_zero, nested_paths
from mhclient.providers.local.surface_forms import ROOT, TokenTree, build_tree, shared_length
from mhclient.providers.local.wire import ForcedChoice
from mhclient.providers.reply import validated
from mhclient.run.letter_forms import FormSet

PATH = "/completions"
BY_ECHO = "echo"
DIGITS = 6  # as the local engine keeps


class _LogProbs(TypedDict):
    tokens: list[str]
    token_logprobs: list[float | None]


class _Choice(TypedDict):
    index: int
    text: str
    logprobs: NotRequired[_LogProbs | None]


class _Usage(TypedDict):
    prompt_tokens: NotRequired[int | None]


class _Body(TypedDict):
    choices: list[_Choice]
    usage: NotRequired[_Usage | None]
    model: NotRequired[str | None]
    system_fingerprint: NotRequired[str | None]


_BODY = TypeAdapter(_Body)


@dataclass(frozen=True, slots=True)
class EchoedText:
    """A text as the server tokenised it, with each token's log-prob given those before it."""

    tokens: tuple[str, ...]
    log_probs: tuple[float | None, ...]  # the first token has none


def echo_body(
    model: str, text: str, letters: Sequence[str], forms: FormSet, *, special_tokens: bool
) -> dict[str, Any]:
    """The body to send: the prompt's text first, then letter by letter and form by form.

    Args:
        special_tokens: whether the server is to put its tokenizer's special tokens before each text.
    """
    said = [form for letter in letters for form in forms.of(letter)]
    return {
        "model": model,
        "prompt": [text, *(text + form for form in said)],
        "max_tokens": 0,
        "echo": True,
        "logprobs": 1,
        "temperature": 0,
        "add_special_tokens": special_tokens,
        # As text, the bytes of a character that is several tokens all look alike.
        "return_tokens_as_token_ids": True,
    }


def read_echo(body: bytes, sent: Sequence[str]) -> tuple[list[EchoedText], str | None, str | None]:
    """The texts that were sent, tokenised and scored; then the server's name and fingerprint of the model.

    Args:
        sent: the `prompt` of the request.

    Raises:
        NoLogProbs: the server does not echo, gives no log-probs with it, or mixes in what it wrote.
        MalformedReply: the reply is not of the documented form.
    """
    read = validated(body, _BODY)
    choices = sorted(read["choices"], key=lambda choice: choice["index"])
    if len(choices) != len(sent):
        raise MalformedReply(f"{len(sent)} texts were sent, {len(choices)} came back.")
    echoed = [_echoed(choice, text) for choice, text in zip(choices, sent, strict=True)]
    _check_count(echoed, (read.get("usage") or {}).get("prompt_tokens"))
    return echoed, read.get("model"), read.get("system_fingerprint")


def _echoed(choice: _Choice, text: str) -> EchoedText:
    log_probs = choice.get("logprobs") or {"tokens": [], "token_logprobs": []}
    tokens, values = tuple(log_probs["tokens"]), tuple(log_probs["token_logprobs"])
    if len(tokens) != len(values):
        raise MalformedReply("the reply has not one log-prob per token.")
    if choice["text"] != text:  # a server that writes a token where none was asked for
        tokens, values = tokens[:-1], values[:-1]
    if not tokens or not choice["text"].startswith(text):
        raise NoLogProbs(
            "the server does not echo prompts with their log-probs (vLLM does). "
            "Ask it with `ask=logprobs` or `ask=write`."
        )
    return EchoedText(tokens, values)


def _check_count(echoed: Sequence[EchoedText], n_prompt_tokens: int | None) -> None:
    """Refuse tokens that were written, not echoed: of an end of text, nothing is seen in the text."""
    n_listed = sum(len(text.tokens) for text in echoed)
    if n_prompt_tokens is not None and n_listed > n_prompt_tokens:
        raise NoLogProbs(
            f"the server lists {n_listed} tokens for prompts in which it counts {n_prompt_tokens}: what it "
            "echoes cannot be distinguished from what it wrote."
        )


def echo_choice(
    echoed: Sequence[EchoedText], letters: Sequence[str], forms: FormSet, way: str = BY_ECHO
) -> ForcedChoice:
    """The choice among the letters, from the prompt and its continuations as the server tokenised them.

    As in `providers.local.surface_forms`: what all of them share is the prefix, what follows it is a path.

    Raises:
        SurfaceFormError: a form adds no token, or nothing stands before it.
    """
    prompt, *joint = echoed
    shared = min(shared_length(prompt.tokens, text.tokens) for text in joint)
    if not shared or any(len(text.tokens) <= shared for text in joint):
        raise SurfaceFormError("the server's tokenizer makes no token of one of the forms behind the prompt.")
    n_forms = len(forms.templates)
    by_letter = {
        letter: _scores(joint[index * n_forms : (index + 1) * n_forms], shared, forms)
        for index, letter in enumerate(letters)
    }
    n_prompt = len(prompt.tokens)
    return ForcedChoice(forms, LetterScores(by_letter), way, n_prompt, n_prompt - shared, {})


def _scores(texts: Sequence[EchoedText], shared: int, forms: FormSet) -> tuple[FormScore, ...]:
    nested = nested_paths([text.tokens[shared:] for text in texts])
    return tuple(
        FormScore(_log_prob(text.log_probs[shared:]), len(text.tokens) - shared, is_nested, closed)
        for text, is_nested, closed in zip(texts, nested, forms.closed(), strict=True)
    )


def _log_prob(steps: Sequence[float | None]) -> float:
    if any(step is None or math.isnan(step) for step in steps):
        raise NoLogProbs("the server left out the log-prob of a token of the answer.")
    return round(at_most_zero(math.fsum(step for step in steps if step is not None)), DIGITS)


BY_TREE = "tree"
MOST_NAMED = 128  # vllm/sampling_params.py, MAX_LOGPROB_TOKEN_IDS
BY_ID = "token_id:{}"


class _TreeLogProbs(TypedDict):
    top_logprobs: NotRequired[list[dict[str, float] | None] | None]


class _TreeChoice(TypedDict):
    index: int
    logprobs: NotRequired[_TreeLogProbs | None]


class _TreeBody(TypedDict):
    choices: list[_TreeChoice]
    model: NotRequired[str | None]
    system_fingerprint: NotRequired[str | None]


_TREE_BODY = TypeAdapter(_TreeBody)


@dataclass(frozen=True, slots=True)
class ItemTree:
    """What an echo would be asked for, as a tree.

    Attributes:
        texts: the prompt and its continuations as token ids.
        n_shared: ids that all of them begin with.
    """

    texts: tuple[tuple[int, ...], ...]
    n_shared: int
    tree: TokenTree

    @classmethod
    def of(cls, texts: Sequence[Sequence[int]]) -> "ItemTree":
        """The tree of these texts, the prompt first.

        Raises:
            NoLogProbs: it cannot be asked for.
        """
        prompt, *joint = texts
        n_shared = min(shared_length(prompt, text) for text in joint)
        tree = build_tree([text[n_shared:] for text in joint])
        if not n_shared or len({token for path in tree.steps for _, token in path}) > MOST_NAMED:
            raise NoLogProbs(f"the forms have no common beginning, or more than {MOST_NAMED} tokens.")
        return cls(tuple(map(tuple, texts)), n_shared, tree)

    @property
    def nodes(self) -> list[int]:
        """ROOT, and the nodes in the tree's order."""
        return [ROOT, *range(len(self.tree.tokens))]

    def body(self, echo: Mapping[str, Any]) -> dict[str, Any]:
        """The body to send.

        Args:
            echo: the one that asks for an echo.
        """
        prefix = self.texts[0][: self.n_shared]
        behind = [[self.tree.tokens[at] for at in self.tree.ancestors(node)] for node in self.nodes]
        return {
            "model": echo["model"],
            "prompt": [[*prefix, *tokens] for tokens in behind],
            "max_tokens": 1,
            "logprobs": 1,
            "logprob_token_ids": sorted({token for path in self.tree.steps for _, token in path}),
            "return_tokens_as_token_ids": True,
            "temperature": 0,
        }

    def read(self, body: bytes) -> tuple[list[EchoedText], str | None, str | None]:
        """What an echo would have brought: see `read_echo`.

        Raises:
            NoLogProbs: the server names other tokens than those it was asked for.
            MalformedReply: the reply is not of the documented form.
        """
        read = validated(body, _TREE_BODY)
        choices = sorted(read["choices"], key=lambda choice: choice["index"])
        said = dict(zip(self.nodes, map(_named, choices), strict=False))
        echoed = [EchoedText(_names(self.texts[0]), (None,) * len(self.texts[0]))]
        for text, steps in zip(self.texts[1:], self.tree.steps, strict=True):
            values = [said.get(node, {}).get(BY_ID.format(token)) for node, token in steps]
            if None in values:
                raise NoLogProbs("the server does not name the tokens that it was asked for.")
            echoed.append(EchoedText(_names(text), (*[None] * self.n_shared, *values)))
        return echoed, read.get("model"), read.get("system_fingerprint")


def _named(choice: _TreeChoice) -> dict[str, float]:
    listed = (choice.get("logprobs") or {}).get("top_logprobs") or [None]
    return listed[0] or {}


def _names(ids: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(BY_ID.format, ids))
