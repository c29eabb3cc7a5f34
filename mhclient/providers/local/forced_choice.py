"""The forced choice: requests in, letters with all their scores out."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from mhclient.errors import EngineFault, OutOfMemory, ProviderError
from mhclient.providers.letter_choice import FormScore, LetterScores, nested_paths
from mhclient.providers.local.beginnings import Beginnings
from mhclient.providers.local.engine_check import (
    OTHER_DTYPE,
    check_of,
    name_of,
    parameters_as,
    takes_a_past,
    usable_way,
    why_no_other_dtype,
)
from mhclient.providers.local.load import LoadedModel
from mhclient.providers.local.memory import in_halves
from mhclient.providers.local.packed import score_packed
from mhclient.providers.local.reference import score_expanded, score_reference
from mhclient.providers.local.surface_forms import (
    JointTokens,
    check_known,
    check_length,
    check_letters_differ,
    tokenise_jointly,
)
from mhclient.providers.local.tokenizer import shown_text
from mhclient.providers.local.wire import ForcedChoice, ScoreCheck, choice_body
from mhclient.run.letter_forms import FormSet

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
