"""Writing an answer with a local model, up to a cap, so that it can be read like any API's reply.

At temperature 0 each token is the likeliest. Above, it is drawn: the likeliest after noise is added to the
log-probabilities (E. J. Gumbel's, which makes the largest a draw from the softmax; C. J. Maddison et al.,
"A* sampling", 2014, section 2). The noise depends on the request alone, so a reply is the same in any batch.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import torch
from transformers import GenerationConfig, LogitsProcessor

from mhclient.errors import OutOfMemory, ProviderError
from mhclient.providers.local.load import LoadedModel
from mhclient.providers.local.memory import in_halves
from mhclient.providers.local.surface_forms import check_known, check_length
from mhclient.providers.local.tokenizer import shown_text
from mhclient.providers.local.wire import WrittenText, text_body
from mhclient.run.parameters import FinishReason


@dataclass(frozen=True, slots=True)
class Prompted:
    """A request as token ids."""

    ids: tuple[int, ...]
    max_tokens: int
    temperature: float = 0.0
    seed: str = ""  # of the draws

    @property
    def n_tokens(self) -> int:
        return len(self.ids) + self.max_tokens

    @property
    def read_first(self) -> tuple[int, ...]:
        return ()  # each is computed whole


@dataclass(slots=True)
class GenerateEngine:
    """Answers requests by writing; see `mhclient.providers.local.worker.Engine`."""

    loaded: LoadedModel
    served: str
    notes: list[str] = field(default_factory=list)

    def prepare(self, bodies: Sequence[str]) -> list[Prompted | ProviderError]:
        """Requests as token ids, or the error that each one ends in."""
        requests = [json.loads(body) for body in bodies]
        # A chat model is asked as over an API; without a template, the anchor is what calls for an answer.
        templated = self.loaded.chat_template
        texts = [
            shown_text(self.loaded.tokenizer, request["messages"], "" if templated else request["anchor"])
            for request in requests
        ]
        head = () if templated else self.loaded.head
        prepared: list[Prompted | ProviderError] = []
        for request, ids in zip(requests, self.loaded.encode(texts), strict=True):
            drawn = request.get("temperature", 0.0), request.get("seed", "")
            prompted = Prompted((*head, *ids), request["max_tokens"], *drawn)
            try:
                check_length(prompted.n_tokens, self.loaded.room(request["max_length"]))
                check_known(prompted.ids, self.loaded.n_known)
                prepared.append(prompted)
            except ProviderError as error:
                prepared.append(error)
        return prepared

    def answer(
        self, prepared: Sequence[Prompted], on_halving: Callable[[int], None]
    ) -> list[bytes | ProviderError]:
        """Replies' bodies, written side by side."""
        written = in_halves(partial(write, self.loaded), prepared, on_halving)
        with_what = self.loaded.computed_with(), self.served
        return [each if isinstance(each, OutOfMemory) else text_body(each, *with_what) for each in written]


@torch.inference_mode()
def write(loaded: LoadedModel, prompts: Sequence[Prompted]) -> list[WrittenText]:
    """Replies to several prompts, written side by side.

    A model's own generation settings (sampling, penalties) are left aside; its ends of text are not.
    """
    ends = end_ids(loaded)
    longest = max(len(prompt.ids) for prompt in prompts)
    # On the left, so that every row's next token is predicted at the same column.
    padding = [longest - len(prompt.ids) for prompt in prompts]
    input_ids = [[loaded.pad_id] * n + list(prompt.ids) for n, prompt in zip(padding, prompts, strict=True)]
    real = [[0] * n + [1] * (longest - n) for n in padding]
    out = loaded.model.generate(
        input_ids=torch.tensor(input_ids, device=loaded.device),  # (B, T)
        attention_mask=torch.tensor(real, device=loaded.device),  # (B, T)
        generation_config=_greedy(max(prompt.max_tokens for prompt in prompts), ends, loaded.pad_id),
        logits_processor=[Draws(prompts)],
    )[:, longest:].tolist()  # (B, up to max_tokens)
    return [_written(loaded, prompt, ids, ends) for ids, prompt in zip(out, prompts, strict=True)]


class Draws(LogitsProcessor):
    """Makes the likeliest token a drawn one, for prompts with a temperature above 0."""

    def __init__(self, prompts: Sequence[Prompted]) -> None:
        self._drawn = [
            (row, prompt.temperature, np.random.default_rng(int(prompt.seed or "0", 16)))
            for row, prompt in enumerate(prompts)
            if prompt.temperature > 0
        ]

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Args: scores: (B, V), of the next token."""
        if not self._drawn:
            return scores
        noisy = scores.float().clone()
        for row, temperature, draw in self._drawn:
            noise = torch.from_numpy(draw.gumbel(size=scores.shape[1]))  # (V,)
            noisy[row] = noisy[row] / temperature + noise.to(noisy)
        return noisy


def _greedy(max_tokens: int, ends: frozenset[int], pad_id: int) -> GenerationConfig:
    return GenerationConfig(  # type: ignore[no-untyped-call]
        do_sample=False,
        num_beams=1,
        max_new_tokens=max_tokens,
        eos_token_id=sorted(ends) or None,
        pad_token_id=pad_id,
        use_cache=True,
    )


def _written(loaded: LoadedModel, prompt: Prompted, ids: list[int], ends: frozenset[int]) -> WrittenText:
    ids = ids[: prompt.max_tokens]
    n_text = next((i for i, token in enumerate(ids) if token in ends), len(ids))
    text = loaded.tokenizer.decode(ids[:n_text], skip_special_tokens=True)
    ended = FinishReason.STOP if n_text < len(ids) else FinishReason.LENGTH
    return WrittenText(text, ended, len(prompt.ids), n_text)


def end_ids(loaded: LoadedModel) -> frozenset[int]:
    """The tokens that end a text: the model's and the tokenizer's."""
    configured = getattr(getattr(loaded.model, "generation_config", None), "eos_token_id", None)
    several = configured if isinstance(configured, list) else [configured]
    return frozenset(int(i) for i in (*several, loaded.tokenizer.eos_token_id) if i is not None)
