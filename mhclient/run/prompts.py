"""How an item becomes a prompt in the way that a variant describes.

Solved examples come first: which items serve, the same at every start. Then the text of the prompt; the JSON
schema for providers whose grammar holds a reply to one; how the options are shown (a variant may move them:
what the model then calls B is another letter in the item, so the record of a run keeps the mapping,
`run_items.shown`, and nobody works it out twice); and the prompter, which puts all of it together.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, islice
from typing import Any, NamedTuple, TypeAlias

from pydantic_core import from_json

from benchmark import Item
from benchmark.checks import item_from_json
from benchmark.fixed_places import movable
from benchmark.item import HELD_OUT
from mhclient.errors import UsageError
from mhclient.run.parameters import Message, Prompt
from mhclient.run.variant import Variant
from mhclient.show.counts import counted

# Candidates kept beyond those wanted, for items that may not serve for an item because they give it away.
SPARE = 24
PATH = 3  # entities of the longest path an item asks about

Ranked: TypeAlias = tuple[tuple[bool, bytes], Item]
# Task → its items in the order in which they are taken as examples.
ExamplePools = Mapping[str, Sequence[Item]]


def pools_from(items: Iterable[Item], variant: Variant) -> ExamplePools:
    """Each task's candidates: the whole benchmark's items in an order that the variant's seed decides.

    Items held out to be examples come first, and of the versions of one question only one is a candidate.

    A task's examples do not depend on which tasks or how many items a run asks, so that a run with a higher
    limit finds its replies in the store.
    """
    ranked: dict[str, list[Ranked]] = {}
    for item in items:
        pool = ranked.setdefault(item.task, [])
        order = not item.details.get(HELD_OUT), rank(variant.seed, "example", item.id)
        pool.append((order, item))
        if len(pool) > 16 * (variant.shots + SPARE):
            pool[:] = _first(pool, variant)
    return {task: [item for _, item in _first(pool, variant)] for task, pool in ranked.items()}


def _first(pool: list[Ranked], variant: Variant) -> list[Ranked]:
    best: dict[str, Ranked] = {}
    for entry in sorted(pool, key=lambda entry: entry[0]):
        best.setdefault(_question(entry[1]) or entry[1].id, entry)
    return list(islice(best.values(), variant.shots + SPARE))


def examples_for(item: Item, pools: ExamplePools, variant: Variant) -> list[Item]:
    """The solved examples shown before an item: never itself, nor an item that gives its answer away.

    Raises:
        UsageError: the task has too few other items.
    """
    chosen = [other for other in pools.get(item.task, ()) if not _gives_away(other, item)][: variant.shots]
    if len(chosen) < variant.shots:
        raise UsageError(
            f"variant {variant.name}: task {item.task} has only {counted(len(chosen), 'item')} fit to be "
            f"examples for {item.id}; lower 'shots', or leave the task out with `tasks`."
        )
    return chosen


def _gives_away(example: Item, item: Item) -> bool:
    """Whether an example is the item or another version of its question, says in the same words what one of
    its options is, or shares a triple.

    Some tasks ask every item in the same words, and differ in the options alone: there an example tells
    something only of the options that it names as right.
    """
    same_words = example.question == item.question and _right(example) & set(item.options.values())
    same = example.id == item.id or (_question(item) is not None and _question(example) == _question(item))
    return same or bool(same_words or _facts(example) & _facts(item))


def _question(item: Item) -> str | None:
    """What an item is a version of; None where questions have no versions."""
    return next((entity.key for entity in item.entities if entity.role == "question"), None)


def _right(item: Item) -> set[str]:
    """The texts of an item's right options."""
    return {item.options[letter] for letter in item.gold}


def _facts(item: Item) -> set[frozenset[str]]:
    """The pairs of nodes an item's answer is about, whatever their relation and direction.

    Those of its triples and, for an item about a pair or a path, those of its entities: an item that denies a
    relation has no triple for the pair it asks about.
    """
    named = [entity.key for entity in item.entities] if len(item.entities) <= PATH else []
    pairs = chain(((triple.head, triple.tail) for triple in item.triples), combinations(named, 2))
    return {frozenset(pair) for pair in pairs}


_SLOT = re.compile(r"(\{question\}|\{options\})")


def render(
    question: str, options: Mapping[str, str], variant: Variant, examples: Iterable[tuple[str, str]] = ()
) -> Prompt:
    """The prompt for one item.

    Args:
        options: label → text as shown, in the order of the lines.
        examples: solved examples, each the user's message and the reply.
    """
    turns = [
        message
        for asked, replied in examples
        for message in (Message("user", asked), Message("assistant", replied))
    ]
    asked = Message("user", user_message(question, options, variant))
    return Prompt(system=variant.system, messages=(*turns, asked), letters=tuple(options))


def user_message(question: str, options: Mapping[str, str], variant: Variant) -> str:
    """The variant's prompt with question and options put in; braces inside them mean nothing."""
    label = variant.option_label
    lines = "\n".join(f"{label.replace('A', letter)} {text}" for letter, text in options.items())
    filled = {"{question}": question, "{options}": lines}
    return "".join([filled.get(piece, piece) for piece in _pieces(variant.prompt)])


@lru_cache
def _pieces(template: str) -> tuple[str, ...]:
    return tuple(_SLOT.split(template))


def solved(labels: Sequence[str], variant: Variant, *, multi: bool) -> str:
    """The reply that gives these labels exactly as the variant asks for it.

    >>> from mhclient.run.variant import load_variant
    >>> solved(["B"], load_variant("json"), multi=False)
    '{"answer": "B"}'
    """
    if variant.answer_format == "json":
        return json.dumps({"answer": list(labels) if multi else labels[0]})
    joined = " & ".join(labels)
    return f"Answer: {joined}" if variant.answer_format == "line" else joined


NAME = "answer"  # providers want one


def answer_schema(labels: Iterable[str], *, multi: bool) -> dict[str, Any]:
    """An object whose `answer` is one of the labels, or several where items may have several right ones.

    Providers take only a part of JSON Schema: every field required, none besides (OpenAI's and Anthropic's
    pages on structured outputs).

    >>> answer_schema("AB", multi=False)["properties"]
    {'answer': {'type': 'string', 'enum': ['A', 'B']}}
    """
    one = {"type": "string", "enum": list(labels)}
    return {
        "type": "object",
        "properties": {"answer": {"type": "array", "items": one} if multi else one},
        "required": ["answer"],
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True)
class Shown:
    """Label as shown → the item's own letter, in the order of the lines.

    >>> Shown({"A": "C", "B": "A"}).items_letters({"A"})
    frozenset({'C'})
    """

    letter_of: Mapping[str, str]

    @classmethod
    @lru_cache
    def as_is(cls, letters: tuple[str, ...]) -> "Shown":
        """Every option at its own place, under its own letter; one for all items with these letters."""
        return cls({letter: letter for letter in letters})

    @classmethod
    def from_record(cls, stored: str | None, letters: Iterable[str]) -> "Shown":
        """As the record of a run has it: JSON, or nothing where the options stand as in the item."""
        return cls.as_is(tuple(letters)) if stored is None else cls(json.loads(stored))

    def to_record(self) -> str | None:
        """For the record of a run."""
        if list(self.letter_of.items()) == [(letter, letter) for letter in sorted(self.letter_of)]:
            return None
        return json.dumps(dict(self.letter_of), separators=(",", ":"))

    def options(self, options: Mapping[str, str]) -> dict[str, str]:
        """An item's options as shown: label → text, in the order of the lines."""
        return {label: options[letter] for label, letter in self.letter_of.items()}

    def items_letters(self, labels: Sequence[str] | frozenset[str] | set[str]) -> frozenset[str]:
        """The item's letters for labels as shown."""
        return frozenset(self.letter_of[label] for label in labels)

    def labels(self, letters: frozenset[str] | set[str]) -> frozenset[str]:
        """The labels under which the item's letters are shown."""
        return frozenset(label for label, letter in self.letter_of.items() if letter in letters)

    def places(self) -> dict[str, int]:
        """Label → its place among the lines, from 0."""
        return {label: place for place, label in enumerate(self.letter_of)}


def why_not_shown(stored: str | None, letters: Collection[str]) -> str | None:
    """Why a record cannot say how an item with these letters was shown; None where it can.

    >>> why_not_shown('{"A":"B","B":"C"}', ["A", "B"])
    'its record of the options as shown does not fit them'
    """
    if stored is None:
        return None
    try:
        letter_of = json.loads(stored)
    except (ValueError, TypeError, RecursionError):
        letter_of = None
    fits = isinstance(letter_of, dict) and sorted(map(str, letter_of.values())) == sorted(letters)
    if fits and set(letter_of) == set(letters):
        return None
    return "its record of the options as shown does not fit them"


def displayed_options(item_id: str, options: Mapping[str, str], variant: Variant) -> Shown:
    """How a variant shows the options of an item."""
    if variant.option_order == "as-is":
        return Shown.as_is(tuple(options))
    moved = movable(options) if variant.keep_places else list(options)
    order = [*_order(item_id, moved, variant), *list(options)[len(moved) :]]
    return Shown(dict(zip(order if variant.keep_letters else options, order, strict=True)))


def _order(item_id: str, letters: list[str], variant: Variant) -> list[str]:
    """The item's letters in the order in which their options stand."""
    if variant.option_order == "reversed":
        return letters[::-1]
    if variant.option_order == "cyclic":
        shift = variant.shift % max(1, len(letters))
        return letters[shift:] + letters[:shift]
    if variant.option_order == "shuffled":
        return sorted(letters, key=lambda letter: rank(variant.seed, item_id, letter))
    return letters


def rank(seed: int, *names: str) -> bytes:
    """A place in a shuffled order that depends on the names and the seed alone."""
    return hashlib.sha256("|".join((str(seed), *names)).encode()).digest()


class Question(NamedTuple):
    """An item as a variant asks it.

    Attributes:
        options: label → text as shown; what the reply is read against.
        mode: "single" or "multi".
        shown: which of the item's letters each label stands for.
    """

    prompt: Prompt
    options: Mapping[str, str]
    mode: str
    shown: Shown


def item_fields(line: str) -> dict[str, Any]:
    """An item, checked when it came into the store."""
    try:
        read: dict[str, Any] = from_json(line)
    except ValueError:  # half a character, say, which Python's reader takes
        read = json.loads(line)
    return read


class Prompter:
    """Asks items as one variant says.

    Args:
        pools: the candidates for examples; needed if the variant shows any.
    """

    def __init__(self, variant: Variant, pools: ExamplePools) -> None:
        self._variant = variant
        self._pools = pools

    def ask(self, line: str) -> Question:
        """The question that an item's line of items.jsonl becomes.

        Raises:
            UsageError: there are not enough items for the examples.
        """
        asked = item_fields(line)
        shown, options = self._options(asked["id"], asked["options"])
        prompt = render(asked["question"], options, self._variant, self._examples(asked))
        if self._variant.grammar:
            prompt = prompt._replace(schema=answer_schema(options, multi=asked["mode"] == "multi"))
        return Question(prompt, options, asked["mode"], shown)

    def _examples(self, asked: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        if not self._variant.shots:
            return ()
        chosen = examples_for(item_from_json(asked), self._pools, self._variant)
        return [self._example(other) for other in chosen]

    def _example(self, item: Item) -> tuple[str, str]:
        shown, options = self._options(item.id, item.options)
        labels = sorted(shown.labels(frozenset(item.gold)))
        multi = item.mode.value == "multi"
        return user_message(item.question, options, self._variant), solved(labels, self._variant, multi=multi)

    def _options(self, item_id: str, options: Mapping[str, str]) -> tuple[Shown, dict[str, str]]:
        shown = displayed_options(item_id, options, self._variant)
        return shown, shown.options(options)
