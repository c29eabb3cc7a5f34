"""Requests to a model on this machine and what comes of them, as bodies: the same road as over HTTP. Pure.

A request says everything that decides the scores, so that its hash is the address of its reply; how many
items are computed at once, and on what device, is not part of it. A forced choice has no text: its
completion is the letter that was chosen, and its body holds every form's score.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cache import Response, StoredRequest, canonical_json
from mhclient.errors import MalformedReply
from mhclient.providers.letter_choice import LetterScores, scores_from_json, scores_to_json
from mhclient.run.letter_forms import FormSet
from mhclient.run.parameters import FinishReason, Parameters, Prompt

METHOD = "LOCAL"
ENGINE_VERSION = "1"  # part of every key: raised when the same request would be computed otherwise


@dataclass(frozen=True, slots=True)
class ScoreCheck:
    """The same item computed another way, to learn how far the numbers can be trusted.

    Attributes:
        choice: the letter chosen that way.
        shift: by how much a margin between two letters differs from the one kept, in nats.
    """

    choice: str
    shift: float


@dataclass(frozen=True, slots=True)
class ForcedChoice:
    """What scoring one item brought.

    Attributes:
        scores: every form's.
        way: how they were computed: "packed", "expanded" or "reference".
        n_prompt_tokens: of the prompt as the model saw it.
        n_shortened: of those, how many merged with a form (`mhclient.providers.local.surface_forms`).
        checks: name of another way → what it brought; empty for most items.
    """

    forms: FormSet
    scores: LetterScores
    way: str
    n_prompt_tokens: int
    n_shortened: int
    checks: Mapping[str, ScoreCheck]

    @property
    def choice(self) -> str:
        """The best allowed letter by the paper's rule."""
        letter = self.scores.choice()
        assert letter is not None  # every letter has at least one form
        return letter

    def to_json(self) -> dict[str, Any]:
        """For the store: the scores, and what follows from them for whoever reads the table by eye."""
        return {
            "choice": self.choice,
            "choices": self.scores.choices(),
            "margin": self.scores.margin(),
            "mass": self.scores.mass(),
            "forms": list(self.forms.templates),
            "scores": scores_to_json(self.scores),
            "way": self.way,
            "n_prompt_tokens": self.n_prompt_tokens,
            "n_shortened": self.n_shortened,
            "checks": {name: [check.choice, check.shift] for name, check in self.checks.items()},
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ForcedChoice":
        """What `to_json` wrote; raises KeyError, TypeError or ValueError if it did not."""
        forms = FormSet(tuple(stored["forms"]))
        return cls(
            forms=forms,
            scores=scores_from_json(stored["scores"], forms.closed()),
            way=stored["way"],
            n_prompt_tokens=stored["n_prompt_tokens"],
            n_shortened=stored["n_shortened"],
            checks={name: ScoreCheck(*check) for name, check in stored["checks"].items()},
        )


@dataclass(frozen=True, slots=True)
class WrittenText:
    """What a local model wrote.

    Attributes:
        finish_reason: whether it came to an end by itself.
        n_prompt_tokens, n_tokens: read, and written.
    """

    text: str
    finish_reason: str
    n_prompt_tokens: int
    n_tokens: int


def request_body(
    prompt: Prompt, settings: Mapping[str, Any], *, letters: bool, written: Parameters | None = None
) -> str:
    """The canonical body of a request.

    Args:
        settings: as `LocalSettings.to_json` gives them: forms, anchor, dtype, …
        letters: whether the option letters are part of the request: they are what a forced choice is among.
        written: how a generation is to be written: its cap, and its temperature where that is above 0.
    """
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    turns = [{"role": message.role, "content": message.content} for message in prompt.messages]
    body = {**settings, "messages": system + turns}
    if letters:
        body["letters"] = list(prompt.letters)
    if written is not None and written.max_tokens is not None:
        body["max_tokens"] = written.max_tokens
    if written is not None and written.temperature:
        body["temperature"] = written.temperature
    return canonical_json(body)


def seeded(request: StoredRequest) -> str:
    """A body as the engine takes it: where chance has a part, with what it is drawn from.

    That is the request's key, so each repetition draws anew, and each again the same wherever it is computed.
    """
    body = json.loads(request.body)
    return canonical_json(body | {"seed": request.key}) if "temperature" in body else request.body


def choice_body(choice: ForcedChoice, computed_with: str, served: str) -> bytes:
    """The body kept for a forced choice."""
    return canonical_json(choice.to_json() | {"computed_with": computed_with, "model": served}).encode()


def text_body(written: WrittenText, computed_with: str, served: str) -> bytes:
    """The body kept for a text that a local model wrote."""
    return canonical_json(asdict(written) | {"computed_with": computed_with, "model": served}).encode()


def read_body(body: bytes) -> Response:
    """The reply in a body kept for a forced choice or a text.

    Raises:
        MalformedReply: it is neither.
    """
    try:
        stored = json.loads(body)
        is_text = "text" in stored
        return Response(
            body=body,
            completion=stored["text"] if is_text else ForcedChoice.from_json(stored).choice,
            finish_reason=stored["finish_reason"] if is_text else FinishReason.STOP,
            served_model=stored["model"],
            fingerprint=stored["computed_with"],
            prompt_tokens=stored["n_prompt_tokens"],
            completion_tokens=stored["n_tokens"] if is_text else 0,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise MalformedReply(f"not a reply of the local engine: {type(error).__name__}: {error}") from error
