"""The engines that answer requests to a local model: the forced choice, and writing up to a cap.

A forced choice gives letters with all their scores. A text is written so that it can be read like any API's
reply. At temperature 0 each token is the likeliest. Above, it is drawn: the likeliest after noise is added to
the log-probabilities (E. J. Gumbel's, which makes the largest a draw from the softmax; C. J. Maddison et al.,
"A* sampling", 2014, section 2). The noise depends on the request alone, so a reply is the same in any batch.

`engine_for` says which engine answers; `outline_of` has one without weights, for a run that is only
estimated: tokens are counted and nothing is scored.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import torch
from transformers import GenerationConfig, LogitsProcessor

from mhclient.errors import EngineFault, ModelUnusable, OutOfMemory, ProviderError
from mhclient.providers.base import ModelOutline
from mhclient.providers.letter_choice import FormScore, LetterScores, nested_paths
from mhclient.providers.local.load import (
    LoadedModel,
    free_bytes,
    in_halves,
    load_outline,
    shown_text,
    single_device,
    weight_bytes,
)
from mhclient.providers.local.scoring import (
    OTHER_DTYPE,
    Beginnings,
    check_of,
    name_of,
    parameters_as,
    score_expanded,
    score_packed,
    score_reference,
    takes_a_past,
    usable_way,
    why_no_other_dtype,
)
from mhclient.providers.local.settings import LocalSettings, ModelIdentity, Placement
from mhclient.providers.local.surface_forms import (
    JointTokens,
    check_known,
    check_length,
    check_letters_differ,
    tokenise_jointly,
)
from mhclient.providers.local.wire import ForcedChoice, ScoreCheck, WrittenText, choice_body, text_body
from mhclient.providers.local.worker import Engine
from mhclient.run.letter_forms import FormSet
from mhclient.run.parameters import FinishReason
from mhclient.run.spec import Ask

OTHER_WAYS = {"expanded": score_expanded, "reference": score_reference}
DIGITS = 6  # kept of a log-prob: finer than any noise, and the choice is made from what is kept

Checks = dict[int, dict[str, ScoreCheck]]  # index of an item in its bucket → what other ways brought


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request as token ids; its paths stand letter by letter, within a letter form by form."""

    letters: tuple[str, ...]
    forms: FormSet
    tokens: JointTokens

    @property
    def n_tokens(self) -> int:
        return self.tokens.n_tokens

    @property
    def read_first(self) -> tuple[int, ...]:
        return self.tokens.prefix

    def scores(self, log_probs: Sequence[float]) -> LetterScores:
        """The letters' scores from one log-prob per path."""
        n_forms = len(self.forms.templates)
        by_letter = {}
        for index, letter in enumerate(self.letters):
            own = slice(index * n_forms, (index + 1) * n_forms)
            paths = self.tokens.paths[own]
            rows = zip(log_probs[own], paths, nested_paths(paths), self.forms.closed(), strict=True)
            by_letter[letter] = tuple(
                FormScore(round(log_prob, DIGITS), len(path), nested, closed)
                for log_prob, path, nested, closed in rows
            )
        return LetterScores(by_letter)


@dataclass(slots=True)
class ForcedChoiceEngine:
    """Scores requests with a loaded model.

    Attributes:
        served: the model's name and revision, for the record.
        way: how scores are computed; the first request may show that "packed" cannot be.
        n_checks: how many items, the first of the session, are computed other ways, too.
        notes: what a user should know, for the display.
    """

    loaded: LoadedModel
    served: str
    way: str
    n_checks: int
    notes: list[str] = field(default_factory=list)
    _beginnings: Beginnings | None = field(default_factory=Beginnings)
    _probed: bool = False
    _n_checked: int = 0

    def prepare(self, bodies: Sequence[str]) -> list[Prepared | ProviderError]:
        """Requests as token ids, or the error that each one ends in."""
        requests = [json.loads(body) for body in bodies]
        forms = [FormSet(tuple(request["forms"])) for request in requests]
        said = [
            [form for letter in request["letters"] for form in its.of(letter)]
            for request, its in zip(requests, forms, strict=True)
        ]
        prompts = [
            shown_text(self.loaded.tokenizer, request["messages"], request["anchor"]) for request in requests
        ]
        head = () if self.loaded.chat_template else self.loaded.head
        tokens = tokenise_jointly(self.loaded.encode, head, prompts, said)
        return [self._checked_request(*each) for each in zip(requests, forms, tokens, strict=True)]

    def _checked_request(
        self, request: Mapping[str, Any], forms: FormSet, tokens: JointTokens | ProviderError
    ) -> Prepared | ProviderError:
        if isinstance(tokens, ProviderError):
            return tokens
        try:
            check_letters_differ(tokens, [letter for letter in request["letters"] for _ in forms.templates])
            check_length(tokens.n_tokens, self.loaded.room(request["max_length"]))
            check_known(chain(tokens.prefix, *tokens.paths), self.loaded.n_known)
        except ProviderError as error:
            return error
        return Prepared(tuple(request["letters"]), forms, tokens)

    def answer(
        self, prepared: Sequence[Prepared], on_halving: Callable[[int], None]
    ) -> list[bytes | ProviderError]:
        """Replies' bodies, computed together."""
        self._probe(prepared[0])
        scored = in_halves(self._score, prepared, partial(self._make_room, on_halving))
        checks = self._checks(prepared, scored)
        return [
            each if isinstance(each, OutOfMemory) else self._body(request, each, checks.get(index, {}))
            for index, (request, each) in enumerate(zip(prepared, scored, strict=True))
        ]

    def _score(self, prepared: Sequence[Prepared]) -> list[LetterScores]:
        items = [request.tokens for request in prepared]
        model, pad_id = self.loaded.model, self.loaded.pad_id
        if self.way == "packed":
            log_probs = score_packed(model, items, pad_id, self._beginnings)
        else:
            log_probs = OTHER_WAYS[self.way](model, items, pad_id)
        if any(value != value for row in log_probs for value in row):
            raise EngineFault(
                "the model's log-probs are not numbers (NaN). Try `dtype=float32` or bfloat16; "
                "if that does not help, its weights are damaged."
            )
        return [request.scores(row) for request, row in zip(prepared, log_probs, strict=True)]

    def _make_room(self, on_halving: Callable[[int], None], n_items: int) -> None:
        if self._beginnings is not None:
            self._beginnings.forget()
        on_halving(n_items)

    def _body(self, request: Prepared, scores: LetterScores, checks: Mapping[str, ScoreCheck]) -> bytes:
        choice = ForcedChoice(
            forms=request.forms,
            scores=scores,
            way=self.way,
            n_prompt_tokens=len(request.tokens.prefix) + request.tokens.n_shortened,
            n_shortened=request.tokens.n_shortened,
            checks=checks,
        )
        return choice_body(choice, self.loaded.computed_with(), self.served)

    def _probe(self, request: Prepared) -> None:
        """Before the first score: can this model be scored the packed way?"""
        if self._probed or self.way != "packed":
            return
        self._probed = True
        self.way, why = usable_way(self.loaded.model, request.tokens, self.loaded.pad_id)
        if why is not None:
            self.notes.append(
                f"This model cannot be scored in one pass per item: {why}. "
                "It is scored form by form instead, which is as exact, and slower."
            )
        elif not takes_a_past(self.loaded.model, request.tokens, self.loaded.pad_id):
            self._beginnings = None
            self.notes.append("What prompts begin with is computed for each: this model takes no past.")

    def _checks(self, prepared: Sequence[Prepared], scored: Sequence[LetterScores | OutOfMemory]) -> Checks:
        """Compute the session's first items other ways, too; a GPU's first bucket often holds but two."""
        left = self.n_checks - self._n_checked
        chosen = [index for index, each in enumerate(scored) if isinstance(each, LetterScores)][:left]
        if left <= 0 or len(prepared) < 2 or not chosen:
            return {}
        self._n_checked += len(chosen)
        checks: Checks = {index: {} for index in chosen}
        alone = [in_halves(self._score, [prepared[index]], _ignore)[0] for index in checks]
        _note(checks, "alone", scored, alone)
        other = OTHER_DTYPE[self.loaded.model.dtype]
        if (why := why_no_other_dtype(self.loaded.model)) is None:
            with parameters_as(self.loaded.model, other):
                again = in_halves(self._score, [prepared[index] for index in checks], _ignore)
            _note(checks, name_of(other), scored, again)
        elif (note := f"Not tried in {name_of(other)}: {why}.") not in self.notes:
            self.notes.append(note)
        return checks


def _note(
    checks: Checks,
    name: str,
    kept: Sequence[LetterScores | OutOfMemory],
    again: Sequence[LetterScores | OutOfMemory],
) -> None:
    """Enter what another way brought for the items that are checked, in their order."""
    for index, other in zip(checks, again, strict=True):
        mine = kept[index]
        if isinstance(other, LetterScores) and isinstance(mine, LetterScores):
            checks[index][name] = check_of(mine, other)


def _ignore(_: int) -> None:
    """A check that does not fit is done in smaller portions, or left out; nobody needs to be told."""


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


CHECKS = {"cpu": 8, "cuda": 64}  # items computed other ways, where the user does not say how many


def engine_for(loaded: LoadedModel, served: str, settings: LocalSettings, placement: Placement) -> Engine:
    """The engine for the way that is asked for.

    Args:
        served: the model's name and revision, for the record of each reply.
    """
    if settings.ask is Ask.GENERATE:
        return GenerateEngine(loaded, served)
    n_checks = placement.n_checks
    if n_checks is None:
        n_checks = CHECKS.get(loaded.device.type, CHECKS["cpu"])
    return ForcedChoiceEngine(loaded, served, settings.engine or "packed", n_checks)


def outline_of(
    identity: ModelIdentity,
    settings: LocalSettings,
    placement: Placement,
    engine: Callable[[LoadedModel], Engine],
) -> ModelOutline:
    """The outline of a model.

    Args:
        engine: what would answer requests with it.

    Raises:
        ModelUnusable: the model has no usable configuration or tokenizer.
    """
    loaded = load_outline(identity, settings.dtype, placement)
    device = single_device(placement.device_map)
    return ModelOutline(
        lengths=partial(_lengths, engine(replace(loaded, n_positions=None))),
        room=loaded.room(settings.max_length),
        dtype=settings.dtype,
        device=device,
        weight_bytes=weight_bytes(loaded.model),
        free_bytes=None if device is None else free_bytes(device),
    )


def _lengths(engine: Engine, bodies: Iterable[str]) -> list[int]:
    # However long they are: how long is the question.
    unlimited = [json.dumps(json.loads(body) | {"max_length": sys.maxsize}) for body in bodies]
    lengths = []
    for prepared in engine.prepare(unlimited):
        if isinstance(prepared, ProviderError):
            raise ModelUnusable(str(prepared)) from prepared
        lengths.append(prepared.n_tokens)
    return lengths
